//! What stands for a type of which a generic test demands nothing but comparisons.

use crate::options::Options;
use crate::stand_in::{ALL_FAKES_ARE, bounds};
use syn::{Signature, Type, TypeParamBound, parse_quote};

/// Lists the element for each type parameter that is only compared and for which no types are listed.
pub fn complete(options: &mut Options, signature: &Signature) {
    for parameter in signature.generics.type_params() {
        if options.types.iter().any(|(name, _)| *name == parameter.ident) {
            continue;
        }
        if let Some(element) = element(&bounds(parameter, signature)) {
            options.types.push((parameter.ident.clone(), vec![element]));
        }
    }
}

/// The element for these bounds. It has a partial order only where no more is demanded.
fn element(bounds: &[TypeParamBound]) -> Option<Type> {
    let (mut partial, mut total) = (false, false);
    for bound in bounds {
        let bound = match bound {
            TypeParamBound::Lifetime(_) => continue,
            TypeParamBound::Trait(bound) => bound,
            _ => return None,
        };
        match bound.path.segments.last()?.ident.to_string().as_str() {
            "PartialEq" | "PartialOrd" => partial = true,
            "Eq" | "Ord" | "Hash" => total = true,
            "Copy" => {}
            other if ALL_FAKES_ARE.contains(&other) => {}
            _ => return None,
        }
    }
    match (partial, total) {
        (_, true) => Some(parse_quote!(::forall::fakes::Element)),
        (true, false) => Some(parse_quote!(::forall::fakes::PartialElement)),
        (false, false) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::ToTokens;

    fn stands_for(signature: Signature) -> Vec<String> {
        let mut options = Options::default();
        complete(&mut options, &signature);
        let types = options.types.iter().flat_map(|(_, types)| types);
        types.map(|ty| ty.to_token_stream().to_string().replace(' ', "")).collect()
    }

    #[test]
    fn what_is_only_compared_is_an_element() {
        let (total, partial) = ("::forall::fakes::Element", "::forall::fakes::PartialElement");
        assert_eq!(stands_for(parse_quote!(fn t<T: Ord + Copy>(x: T))), [total]);
        assert_eq!(stands_for(parse_quote!(fn t<T>(x: T) where T: std::hash::Hash + Eq)), [total]);
        assert_eq!(stands_for(parse_quote!(fn t<T: PartialOrd + Clone>(x: T))), [partial]);
        assert_eq!(stands_for(parse_quote!(fn t<T: PartialEq, U: Eq>(x: T, y: U))), [partial, total]);
        assert!(stands_for(parse_quote!(fn t<T: Ord + Storage>(x: T))).is_empty());
        assert!(stands_for(parse_quote!(fn t<T: Clone>(x: T))).is_empty());
    }
}
