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
    #[allow(clippy::unit_arg, clippy::let_unit_value, clippy::type_complexity)]
    const __TEST: ::forall::__private::Test = ::forall::__private::Test {
        name: ::core::module_path!(),
        file: ::core::file!(),
        line: 7u32,
        function: "index_within",
        cases: "forall/num/index_within.rs",
        parameters: "type",
        expectation: ::forall::__private::Expectation::MayPanic,
        expected: "out of \"range\"",
        returns: <::forall::__private::Returned<Result<(), Error>>>::RETURNS,
        types: "",
        bounds: "",
        run: |__source| {
            let r#type = ::forall::__private::parameter!(
                __source, "type", Value usize,
                "the parameter `type` of `index_within` has the type `{Self}`, of which forall has no inputs"
            );
            __source.complete();
            {
                let __returned = super::index_within(r#type);
                let __told = ::forall::__private::told!(
                    ::forall::__private::Returned:: < Result < (), Error > >, __returned
                );
                <::forall::__private::Returned<
                    Result<(), Error>,
                >>::outcome(__returned, __told)
            }
        },
    };
    ::forall::__private::boundary_inputs!(__TEST);
    ::forall::__private::register!(__TEST);
}
