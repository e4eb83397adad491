#[cfg(test)]
#[allow(dead_code)]
fn abs_is_not_negative(x: i64, strict: bool) {
    assert!(x.abs() >= 0 || ! strict);
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
mod abs_is_not_negative {
    const __PATH: &::core::primitive::str = ::core::module_path!();
    mod __test {
        use super::super::*;
        use ::forall::__private::AnyValue as _;
        pub(super) const __TEST: ::forall::__private::Test = ::forall::__private::Test {
            path: super::__PATH,
            module: "abs_is_not_negative",
            file: ::core::file!(),
            line: 7u32,
            function: "abs_is_not_negative",
            cases: "forall/num/abs_is_not_negative.rs",
            parameters: "x,strict",
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
                let x = ::forall::__private::parameter!(
                    __source, "x", Value i64,
                    "the parameter `x` of `abs_is_not_negative` has the type `{Self}`, of which forall has no inputs"
                );
                let strict = ::forall::__private::parameter!(
                    __source, "strict", Value bool,
                    "the parameter `strict` of `abs_is_not_negative` has the type `{Self}`, of which forall has no inputs"
                );
                __source.complete();
                {
                    let __returned = super::super::abs_is_not_negative(x, strict);
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
