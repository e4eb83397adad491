#[cfg(test)]
/// Holds on small machines too.
#[cfg(feature = "wide")]
#[allow(clippy::identity_op)]
#[allow(dead_code)]
pub(crate) fn wide(x: u128) {
    assert_eq!(x + 0, x);
}
#[cfg(test)]
#[cfg(feature = "wide")]
#[allow(
    clippy::module_inception,
    clippy::approx_constant,
    clippy::reversed_empty_ranges,
    clippy::single_range_in_vec_init
)]
mod wide {
    #[allow(unused_imports)]
    use super::*;
    #[allow(unused_imports)]
    use ::forall::__private::AnyValue as _;
    #[allow(clippy::unit_arg, clippy::let_unit_value, clippy::type_complexity)]
    const __TEST: ::forall::__private::Test = ::forall::__private::Test {
        name: ::core::module_path!(),
        file: ::core::file!(),
        line: 7u32,
        function: "wide",
        cases: "forall/num/wide.rs",
        parameters: "x",
        expectation: ::forall::__private::Expectation::Returns,
        expected: "",
        returns: <::forall::__private::Returned<()>>::RETURNS,
        types: "",
        bounds: "",
        run: |__source| {
            let x = ::forall::__private::parameter!(
                __source, "x", Value u128,
                "the parameter `x` of `wide` has the type `{Self}`, of which forall has no inputs"
            );
            __source.complete();
            {
                let __returned = super::wide(x);
                let __told = ::forall::__private::told!(
                    ::forall::__private::Returned:: < () >, __returned
                );
                <::forall::__private::Returned<()>>::outcome(__returned, __told)
            }
        },
    };
    ::forall::__private::boundary_inputs!(__TEST);
    ::forall::__private::register!(__TEST);
}
