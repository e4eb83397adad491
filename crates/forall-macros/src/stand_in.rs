//! What is drawn for a parameter whose type is a trait: `&dyn Storage`, `impl Storage`, or `T` of `fn test<T: Storage>(storage: T)`.

use crate::fake::{all_of, last_name};
use crate::options::Options;
use crate::problems::Problems;
use quote::{ToTokens, quote, quote_spanned};
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
}

/// Is it a part of something that is lent?
#[derive(Clone, Copy)]
enum Lent {
    No,
    /// There the compiler would take an object for one that lives as long as that.
    Yes,
}

impl StandIns {
    pub fn of(signature: &Signature, options: &Options, problems: &mut Problems) -> StandIns {
        let is_listed =
            |parameter: &TypeParam| options.types.iter().any(|(name, _)| *name == parameter.ident);
        let open = signature.generics.type_params().filter(|parameter| !is_listed(parameter));
        let mut stand_ins = StandIns::default();
        for parameter in open {
            let bounds = bounds(parameter, signature);
            match fake(bounds.iter(), Lent::No) {
                Some(_) if is_mentioned(&parameter.ident, signature) => {
                    stand_ins.0.push(StandIn { name: parameter.ident.clone(), bounds });
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
            Type::TraitObject(object) => fake(object.bounds.iter(), Lent::No).unwrap_or_else(|| ty.clone()),
            ty => self.part(ty, Lent::No),
        }
    }

    /// The same for an argument of a function.
    pub fn argument(&self, ty: &Type) -> Type {
        self.part(ty, Lent::Yes)
    }

    /// The same below the top, where an object is behind a pointer that owns it.
    fn part(&self, ty: &Type, lent: Lent) -> Type {
        let mut ty = ty.clone();
        match &mut ty {
            Type::ImplTrait(opaque) => {
                if let Some(fake) = fake(opaque.bounds.iter(), lent) {
                    return fake;
                }
            }
            Type::Path(path) => {
                if let Some(name) = path.path.get_ident()
                    && let Some(stand_in) = self.0.iter().find(|stand_in| stand_in.name == *name)
                {
                    return fake(stand_in.bounds.iter(), lent).unwrap_or(ty);
                }
                for segment in &mut path.path.segments {
                    let PathArguments::AngleBracketed(arguments) = &mut segment.arguments else { continue };
                    for argument in &mut arguments.args {
                        if let GenericArgument::Type(argument) = argument {
                            *argument = self.part(argument, lent);
                        }
                    }
                }
            }
            Type::Tuple(tuple) => tuple.elems.iter_mut().for_each(|part| *part = self.part(part, lent)),
            Type::Array(array) => *array.elem = self.part(&array.elem, lent),
            Type::Slice(slice) => *slice.elem = self.part(&slice.elem, lent),
            Type::Reference(reference) => *reference.elem = self.part(&reference.elem, lent),
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

/// The traits among bounds that a fake does not have anyway; none if one of them can have no fake.
fn principal<'a>(bounds: impl Iterator<Item = &'a TypeParamBound>) -> Option<Vec<&'a TraitBound>> {
    let mut principal = Vec::new();
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
        principal.push(bound);
    }
    Some(principal)
}

/// The fake of the traits, which the compiler finds by the types of their objects.
fn fake<'a>(bounds: impl Iterator<Item = &'a TypeParamBound>, lent: Lent) -> Option<Type> {
    let bounds = principal(bounds)?;
    let span = bounds.first()?.path.span();
    let object = |bound: &&TraitBound| {
        let (lifetimes, path) = (&bound.lifetimes, &bound.path);
        let lasting = matches!(lent, Lent::Yes).then(|| quote!(+ 'static));
        (last_name(path), quote_spanned!(path.span()=> #lifetimes #path #lasting))
    };
    let all = all_of(bounds.iter().map(object).collect());
    Some(Type::Verbatim(quote_spanned!(span=> <#all as ::forall::__private::fake::Faked<_>>::Fake)))
}
