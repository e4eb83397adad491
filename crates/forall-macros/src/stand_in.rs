//! What is drawn for a parameter whose type is a trait: `&dyn Storage`, `impl Storage`, or `T` of `fn test<T: Storage>(storage: T)`.

use crate::options::Options;
use crate::problems::Problems;
use quote::{ToTokens, quote_spanned};
use syn::spanned::Spanned;
use syn::{
    GenericArgument, Ident, PathArguments, Signature, TraitBound, Type, TypeParam, TypeParamBound,
    WherePredicate,
};

/// What stands for the generic parameters of a test that lists no types for them.
#[derive(Default)]
pub struct StandIns(Vec<StandIn>);

struct StandIn {
    name: Ident,
    bounds: Vec<TypeParamBound>,
    drawn: Type,
}

impl StandIns {
    pub fn of(signature: &Signature, options: &Options, problems: &mut Problems) -> StandIns {
        let is_listed =
            |parameter: &TypeParam| options.types.iter().any(|(name, _)| *name == parameter.ident);
        let open = signature.generics.type_params().filter(|parameter| !is_listed(parameter));
        let mut stand_ins = StandIns::default();
        for parameter in open {
            let bounds = bounds(parameter, signature);
            match principal(bounds.iter()) {
                Some(bound) if is_mentioned(&parameter.ident, signature) => {
                    let (name, drawn) = (parameter.ident.clone(), fake(bound));
                    stand_ins.0.push(StandIn { name, drawn, bounds: bounds.clone() });
                }
                _ => problems.add(
                    parameter.span(),
                    "a generic `#[forall]` test needs the types it is to be run with",
                    "list them, as in `#[forall(types(T = [u8, String]))]`, or write the test for a concrete type; \
                     for a parameter `x: T` with `T: Trait`, the fake of the trait is taken",
                ),
            }
        }
        stand_ins
    }

    /// What is demanded of a generic parameter.
    pub fn bounds(&self, name: &Ident) -> Vec<TypeParamBound> {
        let stand_in = self.0.iter().find(|stand_in| stand_in.name == *name);
        stand_in.map(|stand_in| stand_in.bounds.clone()).unwrap_or_default()
    }

    /// The type with fakes for the traits in it.
    pub fn drawn(&self, ty: &Type) -> Type {
        match ty {
            Type::TraitObject(object) => match principal(object.bounds.iter()) {
                Some(bound) => fake(bound),
                None => ty.clone(),
            },
            ty => self.part(ty),
        }
    }

    /// The same below the top, where an object is behind a pointer that owns it.
    fn part(&self, ty: &Type) -> Type {
        let mut ty = ty.clone();
        match &mut ty {
            Type::ImplTrait(opaque) => {
                if let Some(bound) = principal(opaque.bounds.iter()) {
                    return fake(bound);
                }
            }
            Type::Path(path) => {
                if let Some(name) = path.path.get_ident()
                    && let Some(stand_in) = self.0.iter().find(|stand_in| stand_in.name == *name)
                {
                    return stand_in.drawn.clone();
                }
                for segment in &mut path.path.segments {
                    let PathArguments::AngleBracketed(arguments) = &mut segment.arguments else { continue };
                    for argument in &mut arguments.args {
                        if let GenericArgument::Type(argument) = argument {
                            *argument = self.part(argument);
                        }
                    }
                }
            }
            Type::Tuple(tuple) => tuple.elems.iter_mut().for_each(|part| *part = self.part(part)),
            Type::Array(array) => *array.elem = self.part(&array.elem),
            Type::Slice(slice) => *slice.elem = self.part(&slice.elem),
            Type::Paren(inner) => return self.drawn(&inner.elem),
            _ => {}
        }
        ty
    }
}

/// All that is demanded of a generic parameter.
pub fn bounds(parameter: &TypeParam, signature: &Signature) -> Vec<TypeParamBound> {
    let mut bounds: Vec<TypeParamBound> = parameter.bounds.iter().cloned().collect();
    let predicates = signature.generics.where_clause.iter().flat_map(|clause| clause.predicates.iter());
    for predicate in predicates {
        if let WherePredicate::Type(predicate) = predicate
            && matches!(&predicate.bounded_ty, Type::Path(path) if path.path.is_ident(&parameter.ident))
        {
            bounds.extend(predicate.bounds.iter().cloned());
        }
    }
    bounds
}

fn is_mentioned(name: &Ident, signature: &Signature) -> bool {
    crate::derive::mentions(signature.inputs.to_token_stream(), &|ident| ident == name)
}

pub const ALL_FAKES_ARE: [&str; 8] =
    ["Send", "Sync", "Unpin", "UnwindSafe", "RefUnwindSafe", "Sized", "Clone", "Debug"];

/// Traits of the standard library without objects: the compiler would complain about a `dyn` that nobody has written.
const WITHOUT_OBJECTS: [&str; 13] = [
    "Copy",
    "Default",
    "Eq",
    "From",
    "FromIterator",
    "FromStr",
    "Hash",
    "Into",
    "IntoIterator",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "TryInto",
];

/// The only trait among bounds that a fake does not have anyway.
fn principal<'a>(bounds: impl Iterator<Item = &'a TypeParamBound>) -> Option<&'a TraitBound> {
    let mut principal = None;
    for bound in bounds {
        let bound = match bound {
            TypeParamBound::Lifetime(_) => continue,
            TypeParamBound::Trait(bound) => bound,
            _ => return None,
        };
        let last = bound.path.segments.last()?.ident.to_string();
        if ALL_FAKES_ARE.contains(&last.as_str()) {
            continue;
        }
        if WITHOUT_OBJECTS.contains(&last.as_str()) {
            return None;
        }
        if principal.replace(bound).is_some() {
            return None;
        }
    }
    principal
}

/// The fake of a trait, which the compiler finds by the type of its objects.
fn fake(bound: &TraitBound) -> Type {
    let span = bound.path.span();
    let (lifetimes, path) = (&bound.lifetimes, &bound.path);
    Type::Verbatim(quote_spanned!(span=> <dyn #lifetimes #path as ::forall::__private::fake::Faked<_>>::Fake))
}
