#[cfg(test)]
#[allow(dead_code)]
fn abs_is_not_negative(x: i64, strict: bool) {
    assert!(x.abs() >= 0 || ! strict);
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
    #[allow(clippy::unit_arg, clippy::type_complexity)]
    const __TEST: ::forall::__private::Test = ::forall::__private::Test {
        name: ::core::module_path!(),
        file: ::core::file!(),
        line: 7u32,
        cases: "forall/num/abs_is_not_negative.rs",
        parameters: "x,strict",
        expectation: ::forall::__private::Expectation::Returns,
        expected: "",
        returns: ::forall::__private::Returned::<()>::RETURNS,
        types: "",
        bounds: "",
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
            ::forall::__private::Returned::<
                (),
            >::outcome(super::abs_is_not_negative(x, strict))
        },
    };
    ::forall::__private::boundary_inputs!(__TEST);
    ::forall::__private::register!(__TEST);
}
