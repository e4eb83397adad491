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
    #[allow(clippy::unit_arg, clippy::let_unit_value, clippy::type_complexity)]
    const __TEST: ::forall::__private::Test = ::forall::__private::Test {
        name: ::core::module_path!(),
        file: ::core::file!(),
        line: 7u32,
        function: "division_by_zero_panics",
        cases: "forall/num/division_by_zero_panics.rs",
        parameters: "a",
        expectation: ::forall::__private::Expectation::Panics,
        expected: "attempt to divide by zero",
        returns: <::forall::__private::Returned<()>>::RETURNS,
        types: "",
        bounds: "",
        run: |__source| {
            let a = ::forall::__private::parameter!(
                __source, "a", Value i32,
                "the parameter `a` of `division_by_zero_panics` has the type `{Self}`, of which forall has no inputs"
            );
            __source.complete();
            {
                let __returned = super::division_by_zero_panics(a);
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
