#[cfg(test)]
#[allow(dead_code)]
fn division_by_zero_panics(a: i32) {
    let _ = a / (a ^ a);
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
mod division_by_zero_panics {
    const __PATH: &::core::primitive::str = ::core::module_path!();
    mod __test {
        use super::super::*;
        use ::forall::__private::AnyValue as _;
        pub(super) const __TEST: ::forall::__private::Test = ::forall::__private::Test {
            path: super::__PATH,
            module: "division_by_zero_panics",
            file: ::core::file!(),
            line: 7u32,
            function: "division_by_zero_panics",
            cases: "forall/num/division_by_zero_panics.rs",
            parameters: "a",
            expectation: ::forall::__private::Expectation::Panics,
            expected: "attempt to divide by zero",
            returns: <::forall::__private::Returned<()>>::RETURNS,
            types: "",
            bounds: "",
            contract: "",
            wanted: "",
            missing: 0,
            example_count: 0u32,
            examples: ::forall::__private::examples![],
            run: |__source| {
                let a = ::forall::__private::parameter!(
                    __source, "a", Value i32,
                    "the parameter `a` of `division_by_zero_panics` has the type `{Self}`, of which forall has no inputs"
                );
                __source.complete();
                {
                    let __returned = super::super::division_by_zero_panics(a);
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
