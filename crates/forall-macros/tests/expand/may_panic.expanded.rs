#[cfg(test)]
#[allow(dead_code)]
fn index_within(r#type: usize) -> Result<(), Error> {
    checked_index(r#type)
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
mod index_within {
    const __PATH: &::core::primitive::str = ::core::module_path!();
    mod __test {
        use super::super::*;
        use ::forall::__private::AnyValue as _;
        pub(super) const __TEST: ::forall::__private::Test = ::forall::__private::Test {
            path: super::__PATH,
            module: "index_within",
            file: ::core::file!(),
            line: 7u32,
            function: "index_within",
            cases: "forall/num/index_within.rs",
            parameters: "type",
            expectation: ::forall::__private::Expectation::MayPanic,
            expected: "out of \"range\"",
            returns: <::forall::__private::Returned<Result<(), Error>>>::RETURNS,
            types: "",
            bounds: "",
            contract: "",
            wanted: "",
            missing: 0,
            example_count: 0u32,
            examples: ::forall::__private::examples![],
            run: |__source| {
                let r#type = ::forall::__private::parameter!(
                    __source, "type", Value usize,
                    "the parameter `type` of `index_within` has the type `{Self}`, of which forall has no inputs"
                );
                __source.complete();
                {
                    let __returned = super::super::index_within(r#type);
                    let __told = ::forall::__private::told!(
                        ::forall::__private::Returned:: < Result < (), Error > >,
                        __returned
                    );
                    <::forall::__private::Returned<
                        Result<(), Error>,
                    >>::outcome(__returned, __told)
                }
            },
        };
        ::forall::__private::register!(__TEST);
    }
    ::forall::__private::boundary_inputs!(__test::__TEST);
}
