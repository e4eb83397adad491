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
    #[allow(clippy::unit_arg, clippy::let_unit_value, clippy::type_complexity)]
    const __TEST: ::forall::__private::Test = ::forall::__private::Test {
        name: ::core::module_path!(),
        file: ::core::file!(),
        line: 7u32,
        function: "constants_agree",
        cases: "forall/num/constants_agree.rs",
        parameters: "",
        expectation: ::forall::__private::Expectation::Returns,
        expected: "",
        returns: <::forall::__private::Returned<()>>::RETURNS,
        types: "",
        bounds: "",
        run: |__source| {
            __source.complete();
            {
                let __returned = super::constants_agree();
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
