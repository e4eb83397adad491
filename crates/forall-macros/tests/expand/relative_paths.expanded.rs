#[cfg(test)]
#[allow(dead_code)]
fn conversions_agree(
    a: self::Small,
    b: super::Wide,
    c: [crate::Byte; super::N],
) -> Option<super::Wide> {
    convert(a, b, c)
}
#[cfg(test)]
#[allow(
    clippy::module_inception,
    clippy::approx_constant,
    clippy::reversed_empty_ranges,
    clippy::single_range_in_vec_init
)]
mod conversions_agree {
    #[allow(unused_imports)]
    use super::*;
    #[allow(unused_imports)]
    use ::forall::__private::AnyValue as _;
    #[allow(clippy::unit_arg, clippy::let_unit_value, clippy::type_complexity)]
    const __TEST: ::forall::__private::Test = ::forall::__private::Test {
        name: ::core::module_path!(),
        file: ::core::file!(),
        line: 7u32,
        function: "conversions_agree",
        cases: "forall/num/conversions_agree.rs",
        parameters: "a,b,c",
        expectation: ::forall::__private::Expectation::Returns,
        expected: "",
        returns: <::forall::__private::Returned<Option<super::super::Wide>>>::RETURNS,
        types: "crate::Byte,super::Small,super::super::N,super::super::Wide",
        bounds: "",
        run: |__source| {
            let a = ::forall::__private::parameter!(
                __source, "a", Value super::Small,
                "the parameter `a` of `conversions_agree` has the type `{Self}`, of which forall has no inputs"
            );
            let b = ::forall::__private::parameter!(
                __source, "b", Value super::super::Wide,
                "the parameter `b` of `conversions_agree` has the type `{Self}`, of which forall has no inputs"
            );
            let c = ::forall::__private::parameter!(
                __source, "c", Value[crate ::Byte; super::super::N],
                "the parameter `c` of `conversions_agree` has the type `{Self}`, of which forall has no inputs"
            );
            __source.complete();
            {
                let __returned = super::conversions_agree(a, b, c);
                let __told = ::forall::__private::told!(
                    ::forall::__private::Returned:: < Option < super::super::Wide > >,
                    __returned
                );
                <::forall::__private::Returned<
                    Option<super::super::Wide>,
                >>::outcome(__returned, __told)
            }
        },
    };
    ::forall::__private::boundary_inputs!(__TEST);
    ::forall::__private::register!(__TEST);
}
