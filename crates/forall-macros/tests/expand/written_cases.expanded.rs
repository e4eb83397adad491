#[cfg(test)]
#[allow(dead_code)]
fn abs_is_not_negative(mut x: i64) {
    x = x.abs();
    assert!(x >= 0);
}
#[cfg(test)]
#[allow(
    clippy::module_inception,
    clippy::approx_constant,
    clippy::reversed_empty_ranges,
    clippy::single_range_in_vec_init
)]
mod abs_is_not_negative {
    #[allow(unused_imports)]
    use super::*;
    #[allow(unused_imports)]
    use ::forall::__private::AnyValue as _;
    #[allow(clippy::unit_arg, clippy::let_unit_value, clippy::type_complexity)]
    const __TEST: ::forall::__private::Test = ::forall::__private::Test {
        name: ::core::module_path!(),
        file: ::core::file!(),
        line: 7u32,
        function: "abs_is_not_negative",
        cases: "forall/num/abs_is_not_negative.rs",
        parameters: "x",
        expectation: ::forall::__private::Expectation::Returns,
        expected: "",
        returns: <::forall::__private::Returned<()>>::RETURNS,
        types: "",
        bounds: "",
        run: |__source| {
            let x = ::forall::__private::parameter!(
                __source, "x", Value i64,
                "the parameter `x` of `abs_is_not_negative` has the type `{Self}`, of which forall has no inputs"
            );
            __source.complete();
            {
                let __returned = super::abs_is_not_negative(x);
                let __told = ::forall::__private::told!(
                    ::forall::__private::Returned:: < () >, __returned
                );
                <::forall::__private::Returned<()>>::outcome(__returned, __told)
            }
        },
    };
    ::forall::__private::cases! {
        "/package/forall/num/written_cases.rs", #[allow(dead_code, clippy::ptr_arg,
        clippy::too_many_arguments, clippy::type_complexity)] fn abs_is_not_negative(x :
        i64) { ::forall::__private::case(& __TEST, move || super::abs_is_not_negative(x),
        < ::forall::__private::Returned:: < () > > ::meaningless) }
    }
    ::forall::__private::register!(__TEST);
}
