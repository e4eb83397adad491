#[cfg(test)]
#[allow(dead_code)]
fn constants_agree() {
    assert_eq!(A, B);
}
#[cfg(test)]
#[allow(
    clippy::module_inception,
    clippy::approx_constant,
    clippy::reversed_empty_ranges,
    clippy::single_range_in_vec_init
)]
mod constants_agree {
    #[allow(unused_imports)]
    use super::*;
    #[allow(unused_imports)]
    use ::forall::__private::AnyValue as _;
    #[allow(clippy::unit_arg, clippy::type_complexity)]
    const __TEST: ::forall::__private::Test = ::forall::__private::Test {
        name: ::core::module_path!(),
        file: ::core::file!(),
        line: 7u32,
        cases: "forall/num/constants_agree.rs",
        parameters: "",
        expectation: ::forall::__private::Expectation::Returns,
        expected: "",
        returns: ::forall::__private::Returned::<()>::RETURNS,
        types: "",
        bounds: "",
        run: |__source| {
            __source.complete();
            ::forall::__private::Returned::<()>::outcome(super::constants_agree())
        },
    };
    ::forall::__private::boundary_inputs!(__TEST);
    ::forall::__private::register!(__TEST);
}
