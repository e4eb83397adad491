#[cfg(test)]
#[allow(dead_code)]
fn constants_agree() {
    assert_eq!(A, B);
}
#[cfg(test)]
#[allow(
    absolute_paths_not_starting_with_crate,
    dead_code,
    let_underscore_drop,
    missing_docs,
    non_ascii_idents,
    unreachable_pub,
    unused_imports,
    unused_macros,
    unused_qualifications,
    unused_results,
    clippy::all,
    clippy::cargo,
    clippy::nursery,
    clippy::pedantic,
    clippy::restriction
)]
mod constants_agree {
    const __PATH: &::core::primitive::str = ::core::module_path!();
    mod __test {
        use super::super::*;
        use ::forall::__private::AnyValue as _;
        pub(super) const __TEST: ::forall::__private::Test = ::forall::__private::Test {
            path: super::__PATH,
            module: "constants_agree",
            file: ::core::file!(),
            line: 7u32,
            function: "constants_agree",
            cases: "forall/num/constants_agree.rs",
            parameters: "",
            expectation: ::forall::__private::Expectation::Returns,
            expected: "",
            returns: <::forall::__private::Returned<()>>::RETURNS,
            types: "",
            bounds: "",
            contract: "",
            wanted: "",
            missing: 0,
            example_count: 0u32,
            examples: ::forall::__private::examples![],
            run: |__source| {
                __source.complete();
                {
                    let __returned = super::super::constants_agree();
                    let __told = ::forall::__private::told!(
                        ::forall::__private::Returned:: < () >, __returned
                    );
                    <::forall::__private::Returned<()>>::outcome(__returned, __told)
                }
            },
        };
        ::forall::__private::register!(__TEST);
    }
    ::forall::__private::boundary_inputs!(__test::__TEST);
}
