#[cfg(test)]
#[allow(dead_code)]
fn lent(
    text: &str,
    items: &mut [self::Item],
    list: &mut Vec<u8>,
    one: &super::Other,
) -> usize {
    items.sort();
    text.len() + list.len() + one.0
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
mod lent {
    const __PATH: &::core::primitive::str = ::core::module_path!();
    mod __test {
        use super::super::*;
        use ::forall::__private::AnyValue as _;
        pub(super) const __TEST: ::forall::__private::Test = ::forall::__private::Test {
            path: super::__PATH,
            module: "lent",
            file: ::core::file!(),
            line: 7u32,
            function: "lent",
            cases: "forall/num/lent.rs",
            parameters: "text,items,list,one",
            expectation: ::forall::__private::Expectation::Returns,
            expected: "",
            returns: <::forall::__private::Returned<usize>>::RETURNS,
            types: "Vec,super::Item,super::super::Other",
            bounds: "",
            contract: "",
            wanted: "",
            missing: 0,
            example_count: 0u32,
            examples: ::forall::__private::examples![],
            run: |__source| {
                let text = ::forall::__private::parameter!(
                    __source, "text", Reference unsized str,
                    "the parameter `text` of `lent` has the type `{Self}`, of which forall has no inputs"
                );
                let mut items = ::forall::__private::parameter!(
                    __source, "items", MutableReference unsized[super::super::Item],
                    "the parameter `items` of `lent` has the type `{Self}`, of which forall has no inputs"
                );
                let mut list = ::forall::__private::parameter!(
                    __source, "list", MutableReference Vec < u8 >,
                    "the parameter `list` of `lent` has the type `{Self}`, of which forall has no inputs"
                );
                let one = ::forall::__private::parameter!(
                    __source, "one", Reference super::super::super::Other,
                    "the parameter `one` of `lent` has the type `{Self}`, of which forall has no inputs"
                );
                __source.complete();
                {
                    let __returned = super::super::lent(
                        ::core::borrow::Borrow::<str>::borrow(&text),
                        ::core::borrow::BorrowMut::<
                            [super::super::Item],
                        >::borrow_mut(&mut items),
                        ::core::borrow::BorrowMut::<Vec<u8>>::borrow_mut(&mut list),
                        ::core::borrow::Borrow::<
                            super::super::super::Other,
                        >::borrow(&one),
                    );
                    let __told = ::forall::__private::told!(
                        ::forall::__private::Returned:: < usize >, __returned
                    );
                    <::forall::__private::Returned<usize>>::outcome(__returned, __told)
                }
            },
        };
        ::forall::__private::called! {
            pub (super) fn lent(text : & str, items : & mut [super::super::Item], list :
            & mut Vec < u8 >, one : & super::super::super::Other) -> usize {
            ::forall::__private::case(& __TEST, "", move || super::super::lent(text,
            items, list, one), < ::forall::__private::Returned:: < usize > >
            ::meaningless) }
        }
        ::forall::__private::register!(__TEST);
    }
    ::forall::__private::cases! {
        "/package/forall/num/references.rs", { lent }, super, $
    }
}
