#[cfg(test)]
#[allow(dead_code)]
fn division_by_zero_panics(a: i32) {
    let _ = a / (a ^ a);
}
#[cfg(test)]
#[allow(
    clippy::module_inception,
    clippy::approx_constant,
    clippy::reversed_empty_ranges,
    clippy::single_range_in_vec_init
)]
mod division_by_zero_panics {
    #[allow(unused_imports)]
    use super::*;
    #[allow(unused_imports)]
    use ::forall::__private::AnyValue as _;
    #[allow(clippy::unit_arg, clippy::type_complexity)]
    const __TEST: ::forall::__private::Test = ::forall::__private::Test {
        name: ::core::module_path!(),
        file: ::core::file!(),
        line: 7u32,
        cases: "forall/num/division_by_zero_panics.rs",
        parameters: "a",
        expectation: ::forall::__private::Expectation::Panics,
        expected: "attempt to divide by zero",
        returns: ::forall::__private::Returned::<()>::RETURNS,
        types: "",
        bounds: "",
        run: |__source| {
            let a = ::forall::__private::parameter!(
                __source, "a", Value i32,
                "the parameter `a` of `division_by_zero_panics` has the type `{Self}`, of which forall has no inputs"
            );
            __source.complete();
            ::forall::__private::Returned::<
                (),
            >::outcome(super::division_by_zero_panics(a))
        },
    };
    ::forall::__private::boundary_inputs!(__TEST);
    ::forall::__private::register!(__TEST);
}
