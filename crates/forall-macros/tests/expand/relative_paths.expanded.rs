#[cfg(test)]
#[allow(dead_code)]
fn conversions_agree(
    a: self::Small,
    b: super::Wide,
    c: [crate::Byte; super::N],
) -> Option<super::Wide> {
    convert(a, b, c)
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
mod conversions_agree {
    const __PATH: &::core::primitive::str = ::core::module_path!();
    mod __test {
        use super::super::*;
        use ::forall::__private::AnyValue as _;
        pub(super) const __TEST: ::forall::__private::Test = ::forall::__private::Test {
            path: super::__PATH,
            module: "conversions_agree",
            file: ::core::file!(),
            line: 7u32,
            function: "conversions_agree",
            cases: "forall/num/conversions_agree.rs",
            parameters: "a,b,c",
            expectation: ::forall::__private::Expectation::Returns,
            expected: "",
            returns: <::forall::__private::Returned<
                Option<super::super::super::Wide>,
            >>::RETURNS,
            types: "crate::Byte,super::Small,super::super::N,super::super::Wide",
            bounds: "",
            contract: "",
            wanted: "",
            missing: 0,
            example_count: 0u32,
            examples: ::forall::__private::examples![],
            run: |__source| {
                let a = ::forall::__private::parameter!(
                    __source, "a", Value super::super::Small,
                    "the parameter `a` of `conversions_agree` has the type `{Self}`, of which forall has no inputs"
                );
                let b = ::forall::__private::parameter!(
                    __source, "b", Value super::super::super::Wide,
                    "the parameter `b` of `conversions_agree` has the type `{Self}`, of which forall has no inputs"
                );
                let c = ::forall::__private::parameter!(
                    __source, "c", Value[crate ::Byte; super::super::super::N],
                    "the parameter `c` of `conversions_agree` has the type `{Self}`, of which forall has no inputs"
                );
                __source.complete();
                {
                    let __returned = super::super::conversions_agree(a, b, c);
                    let __told = ::forall::__private::told!(
                        ::forall::__private::Returned:: < Option <
                        super::super::super::Wide > >, __returned
                    );
                    <::forall::__private::Returned<
                        Option<super::super::super::Wide>,
                    >>::outcome(__returned, __told)
                }
            },
        };
        ::forall::__private::register!(__TEST);
    }
    ::forall::__private::boundary_inputs!(__test::__TEST);
}
