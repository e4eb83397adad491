#[cfg(test)]
#[allow(dead_code)]
fn examples(x: u8, s: &str) -> Result<(), u8> {
    Ok(())
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
mod examples {
    const __PATH: &::core::primitive::str = ::core::module_path!();
    mod __test {
        use super::super::*;
        use ::forall::__private::AnyValue as _;
        pub(super) const __TEST: ::forall::__private::Test = ::forall::__private::Test {
            path: super::__PATH,
            module: "examples",
            file: ::core::file!(),
            line: 7u32,
            function: "examples",
            cases: "forall/num/examples.rs",
            parameters: "x,s",
            expectation: ::forall::__private::Expectation::Returns,
            expected: "",
            returns: <::forall::__private::Returned<Result<(), u8>>>::RETURNS,
            types: "",
            bounds: "",
            contract: "",
            wanted: "",
            missing: 0,
            example_count: 2u32,
            examples: ::forall::__private::examples![
                ::forall::__private::Example { arguments : & ["1", "\"a\""], leaves : |
                __to | { #[allow(unused_imports)] use ::forall::__private:: { ByLeaves as
                _, WithoutLeaves as _ }; { fn __add(__value : u8, __to : & mut
                ::forall::__private::Sink < '_ >) { (&& ::forall::__private::Probe(&
                __value)).add(__to); } __add(1, & mut __to.part("x")); } { fn
                __add(__value : & str, __to : & mut ::forall::__private::Sink < '_ >) {
                (&& ::forall::__private::Probe(& * __value)).add(__to); } __add("a", &
                mut __to.part("s")); } }, run : || match super::super::examples(1, "a") {
                __returned => { let __told =
                ::forall::__private::told!(::forall::__private::Returned:: < Result < (),
                u8 > >, __returned); < ::forall::__private::Returned:: < Result < (), u8
                > > > ::outcome(__returned, __told) } }, }, ::forall::__private::Example
                { arguments : & ["super::super::ONE", "super::TEXT"], leaves : | __to | {
                #[allow(unused_imports)] use ::forall::__private:: { ByLeaves as _,
                WithoutLeaves as _ }; { fn __add(__value : u8, __to : & mut
                ::forall::__private::Sink < '_ >) { (&& ::forall::__private::Probe(&
                __value)).add(__to); } __add(super::super::super::ONE, & mut __to
                .part("x")); } { fn __add(__value : & str, __to : & mut
                ::forall::__private::Sink < '_ >) { (&& ::forall::__private::Probe(& *
                __value)).add(__to); } __add(super::super::TEXT, & mut __to.part("s")); }
                }, run : || match super::super::examples(super::super::super::ONE,
                super::super::TEXT) { __returned => { let __told =
                ::forall::__private::told!(::forall::__private::Returned:: < Result < (),
                u8 > >, __returned); < ::forall::__private::Returned:: < Result < (), u8
                > > > ::outcome(__returned, __told) } }, }
            ],
            run: |__source| {
                let x = ::forall::__private::parameter!(
                    __source, "x", Value u8,
                    "the parameter `x` of `examples` has the type `{Self}`, of which forall has no inputs"
                );
                let s = ::forall::__private::parameter!(
                    __source, "s", Reference unsized str,
                    "the parameter `s` of `examples` has the type `{Self}`, of which forall has no inputs"
                );
                __source.complete();
                {
                    let __returned = super::super::examples(
                        x,
                        ::core::borrow::Borrow::<str>::borrow(&s),
                    );
                    let __told = ::forall::__private::told!(
                        ::forall::__private::Returned:: < Result < (), u8 > >, __returned
                    );
                    <::forall::__private::Returned<
                        Result<(), u8>,
                    >>::outcome(__returned, __told)
                }
            },
        };
        ::forall::__private::called! {
            pub (super) fn examples(x : u8, s : & str) -> Result < (), u8 > {
            ::forall::__private::case(& __TEST, "", move || super::super::examples(x, s),
            < ::forall::__private::Returned:: < Result < (), u8 > > > ::meaningless) }
        }
        ::forall::__private::register!(__TEST);
    }
    ::forall::__private::example!(example_1, __test::__TEST, 0usize);
    ::forall::__private::example!(example_2, __test::__TEST, 1usize);
    ::forall::__private::cases! {
        "/package/forall/num/examples.rs", { examples }, super, $
    }
}
