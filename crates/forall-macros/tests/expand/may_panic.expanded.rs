#[cfg(test)]
#[allow(dead_code)]
fn index_within(r#type: usize) -> Result<(), Error> {
    checked_index(r#type)
}
#[cfg(test)]
#[allow(
    clippy::module_inception,
    clippy::approx_constant,
    clippy::reversed_empty_ranges,
    clippy::single_range_in_vec_init
)]
mod index_within {
    #[allow(unused_imports)]
    use super::*;
    #[allow(unused_imports)]
    use ::forall::__private::AnyValue as _;
    #[allow(clippy::unit_arg, clippy::type_complexity)]
    const __TEST: ::forall::__private::Test = ::forall::__private::Test {
        name: ::core::module_path!(),
        file: ::core::file!(),
        line: 7u32,
        cases: "forall/num/index_within.rs",
        parameters: "type",
        expectation: ::forall::__private::Expectation::MayPanic,
        expected: "out of \"range\"",
        returns: ::forall::__private::Returned::<Result<(), Error>>::RETURNS,
        types: "",
        bounds: "",
        run: |__source| {
            let r#type = ::forall::__private::parameter!(
                __source, "type", Value usize,
                "the parameter `type` of `index_within` has the type `{Self}`, of which forall has no inputs"
            );
            __source.complete();
            ::forall::__private::Returned::<
                Result<(), Error>,
            >::outcome(super::index_within(r#type))
        },
    };
    ::forall::__private::boundary_inputs!(__TEST);
    ::forall::__private::register!(__TEST);
}
