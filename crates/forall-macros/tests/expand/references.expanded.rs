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
    clippy::module_inception,
    clippy::approx_constant,
    clippy::reversed_empty_ranges,
    clippy::single_range_in_vec_init
)]
mod lent {
    #[allow(unused_imports)]
    use super::*;
    #[allow(unused_imports)]
    use ::forall::__private::AnyValue as _;
    #[allow(clippy::unit_arg, clippy::let_unit_value, clippy::type_complexity)]
    const __TEST: ::forall::__private::Test = ::forall::__private::Test {
        name: ::core::module_path!(),
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
        run: |__source| {
            let text = ::forall::__private::parameter!(
                __source, "text", Reference unsized str,
                "the parameter `text` of `lent` has the type `{Self}`, of which forall has no inputs"
            );
            let mut items = ::forall::__private::parameter!(
                __source, "items", MutableReference unsized[super::Item],
                "the parameter `items` of `lent` has the type `{Self}`, of which forall has no inputs"
            );
            let mut list = ::forall::__private::parameter!(
                __source, "list", MutableReference Vec < u8 >,
                "the parameter `list` of `lent` has the type `{Self}`, of which forall has no inputs"
            );
            let one = ::forall::__private::parameter!(
                __source, "one", Reference super::super::Other,
                "the parameter `one` of `lent` has the type `{Self}`, of which forall has no inputs"
            );
            __source.complete();
            {
                let __returned = super::lent(
                    ::core::borrow::Borrow::<str>::borrow(&text),
                    ::core::borrow::BorrowMut::<[super::Item]>::borrow_mut(&mut items),
                    ::core::borrow::BorrowMut::<Vec<u8>>::borrow_mut(&mut list),
                    ::core::borrow::Borrow::<super::super::Other>::borrow(&one),
                );
                let __told = ::forall::__private::told!(
                    ::forall::__private::Returned:: < usize >, __returned
                );
                <::forall::__private::Returned<usize>>::outcome(__returned, __told)
            }
        },
    };
    ::forall::__private::cases! {
        "/package/forall/num/references.rs", #[allow(dead_code, clippy::ptr_arg,
        clippy::too_many_arguments, clippy::type_complexity)] fn lent(text : & str, items
        : & mut [super::Item], list : & mut Vec < u8 >, one : & super::super::Other) ->
        usize { ::forall::__private::case(& __TEST, move || super::lent(text, items,
        list, one), < ::forall::__private::Returned:: < usize > > ::meaningless) }
    }
    ::forall::__private::register!(__TEST);
}
