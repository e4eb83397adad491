//! The contracts of a package together: which types have them, and what those types look like.

mod names;
mod read;

use crate::clause::{Clause, Contract};
use quote::ToTokens;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use syn::{FnArg, Item, ReceiverKind, ReturnType, Signature, Type};

/// All contracts that are known.
#[derive(Default)]
pub struct Specification {
    pub subjects: Vec<Subject>,
    /// Functions outside of types.
    pub functions: Vec<Function>,
    /// Types without contracts.
    plain: Vec<Subject>,
    names: names::Names,
}

/// A type, or a trait, that contracts speak of.
pub struct Subject {
    pub name: String,
    pub module: Vec<String>,
    pub kind: SubjectKind,
    /// `<T>`, or empty.
    pub generics: String,
    /// The type parameters in it.
    pub parameters: Vec<String>,
    /// Is it still there when it has been given away?
    pub is_copy: bool,
    pub fields: Vec<Field>,
    pub model: Vec<Field>,
    pub invariants: Vec<Placed<Clause>>,
    /// Of a trait: what no method of an implementation may ever do.
    pub constraints: Vec<Placed<Clause>>,
    /// Traits whose invariants are its own.
    pub keeps: Vec<syn::Path>,
    pub functions: Vec<Function>,
    /// Does a contract stand on it somewhere?
    pub has_contract: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubjectKind {
    Struct,
    Enum,
    Trait,
}

#[derive(Clone)]
pub struct Field {
    pub name: String,
    pub ty: Type,
    pub is_public: bool,
    /// Where it is declared.
    pub module: Vec<String>,
}

/// With the file that it is written in.
pub struct Placed<T> {
    pub it: T,
    pub file: Option<Arc<Path>>,
}

pub struct Function {
    pub name: String,
    pub module: Vec<String>,
    pub signature: Signature,
    pub contract: Contract,
    pub is_public: bool,
    /// The trait that it implements.
    pub of_trait: Option<syn::Path>,
    /// Other traits whose constraints it keeps.
    pub keeps: Vec<syn::Path>,
    pub file: Option<Arc<Path>>,
}

/// A file of a package: where it is, which module, what is in it.
pub struct Source {
    pub path: PathBuf,
    pub modules: Vec<String>,
    pub items: Vec<Item>,
}

impl Specification {
    /// The type of this name, as it is called in the module.
    pub fn subject(&self, name: &str, module: &[String]) -> Option<&Subject> {
        self.at(&[name.to_owned()], module)
    }

    fn at(&self, path: &[String], module: &[String]) -> Option<&Subject> {
        let (module, name) = self.names.resolved(path, module)?;
        self.subjects.iter().find(|subject| subject.name == name && subject.module == module)
    }

    /// The type behind references and boxes, if it has no contract and is one of the package's.
    pub fn plain_of<'a>(
        &'a self,
        ty: &Type,
        of: Option<&'a Subject>,
        module: &[String],
    ) -> Option<&'a Subject> {
        let path = names::segments(ty)?;
        if of.is_some_and(|of| path.len() == 1 && of.parameters.contains(&path[0])) {
            return None;
        }
        let (module, name) = self.names.resolved(&path, module)?;
        self.plain.iter().find(|subject| subject.name == name && subject.module == module)
    }

    /// The type behind references, boxes and `impl` or `dyn`, if it has a contract. `of` is what `Self` is.
    pub fn subject_of<'a>(
        &'a self,
        ty: &Type,
        of: Option<&'a Subject>,
        module: &[String],
    ) -> Option<&'a Subject> {
        let path = names::segments(ty)?;
        match path.as_slice() {
            [this] if this == "Self" => of,
            // A type parameter is any type.
            [name] if of.is_some_and(|of| of.parameters.contains(name)) => None,
            path => self.at(path, module),
        }
    }

    /// The function of this path, as it is called in the module.
    pub fn function(&self, path: &str, module: &[String]) -> Option<&Function> {
        let path: Vec<String> = path.split("::").map(str::to_owned).collect();
        let (module, name) = self.names.resolved_function(&path, module)?;
        self.functions.iter().find(|function| function.name == name && function.module == module)
    }

    /// The trait of this path, as it is called in the module.
    pub fn trait_of(&self, path: &syn::Path, module: &[String]) -> Option<&Subject> {
        let path: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.at(&path, module).filter(|subject| subject.kind == SubjectKind::Trait)
    }

    /// The method of a trait with a contract that this one implements.
    pub fn inherited(&self, function: &Function) -> Option<&Function> {
        self.trait_of(function.of_trait.as_ref()?, &function.module)?.function(&function.name)
    }

    /// The path of a function from the root of the package: what it is called everywhere.
    pub fn path_of(&self, function: &Function) -> String {
        function.module.iter().chain([&function.name]).map(String::as_str).collect::<Vec<_>>().join("::")
    }
}

impl Subject {
    pub fn function(&self, name: &str) -> Option<&Function> {
        self.functions.iter().find(|function| function.name == name)
    }

    /// A pure function of an object that returns something. One that is not pure observes nothing, whatever it returns.
    pub fn observer(&self, name: &str) -> Option<&Function> {
        self.function(name).filter(|function| function.observes(self))
    }

    /// The pure methods that need nothing but the object.
    pub fn observers(&self) -> impl Iterator<Item = &Function> {
        self.functions.iter().filter(|function| function.observes(self) && function.parameters().is_empty())
    }
}

/// How a function gets its object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Receiver {
    None,
    /// `&self`
    Lent,
    /// `&mut self`
    Changed,
    /// `self`
    Given,
}

/// How something of this type is handed over.
pub fn handed_over(ty: &Type) -> Receiver {
    match ty {
        Type::Reference(of) if of.mutability.is_some() => Receiver::Changed,
        Type::Reference(_) => Receiver::Lent,
        Type::Paren(of) => handed_over(&of.elem),
        Type::Group(of) => handed_over(&of.elem),
        Type::Path(path) => match path.path.segments.last() {
            // Others may share it.
            Some(last) if last.ident == "Rc" || last.ident == "Arc" => Receiver::Lent,
            Some(last) if ["Pin", "Option", "Result"].iter().any(|name| last.ident == name) => {
                first_argument(last).map_or(Receiver::Given, handed_over)
            }
            _ => Receiver::Given,
        },
        _ => Receiver::Given,
    }
}

/// The first type in the brackets behind a name.
pub fn first_argument(segment: &syn::PathSegment) -> Option<&Type> {
    let syn::PathArguments::AngleBracketed(arguments) = &segment.arguments else { return None };
    arguments.args.iter().find_map(|argument| match argument {
        syn::GenericArgument::Type(inner) => Some(inner),
        _ => None,
    })
}

/// Can the function observe something, if it is pure? One that takes its object away can where this is a copy.
pub fn can_observe(signature: &Signature, is_copy: bool) -> bool {
    let keeps = match receiver(signature) {
        Receiver::Lent => true,
        Receiver::Given => is_copy,
        Receiver::None | Receiver::Changed => false,
    };
    result(signature).is_some() && keeps
}

fn receiver(signature: &Signature) -> Receiver {
    let Some(receiver) = signature.receiver() else { return Receiver::None };
    match &receiver.kind {
        ReceiverKind::Reference(_, _, None) => Receiver::Lent,
        ReceiverKind::Reference(_, _, Some(_)) => Receiver::Changed,
        ReceiverKind::Typed(_, ty) => handed_over(ty),
        _ => Receiver::Given,
    }
}

fn result(signature: &Signature) -> Option<&Type> {
    match &signature.output {
        ReturnType::Default => None,
        ReturnType::Type(_, ty) => match &**ty {
            Type::Tuple(tuple) if tuple.elems.is_empty() => None,
            ty => Some(ty),
        },
    }
}

impl Function {
    pub fn receiver(&self) -> Receiver {
        receiver(&self.signature)
    }

    /// All parameters but the object, as they are written.
    pub fn patterns(&self) -> impl Iterator<Item = &syn::PatType> {
        self.signature.inputs.iter().filter_map(|input| match input {
            FnArg::Typed(typed) => Some(typed),
            FnArg::Receiver(_) => None,
        })
    }

    /// The same by their names, with a name for each that has none.
    pub fn parameters(&self) -> Vec<(String, Type)> {
        let named = |(number, typed): (usize, &syn::PatType)| {
            let name = match &*typed.pat {
                syn::Pat::Ident(pattern) => pattern.ident.to_string(),
                _ => format!("argument_{number}"),
            };
            (name, (*typed.ty).clone())
        };
        self.patterns().enumerate().map(named).collect()
    }

    pub fn result(&self) -> Option<&Type> {
        result(&self.signature)
    }

    /// Does it only look at an object of this type, and say what it sees?
    fn observes(&self, of: &Subject) -> bool {
        self.contract.pure.is_some() && can_observe(&self.signature, of.is_copy)
    }

    /// Is there no object any more after the call?
    pub fn is_drop(&self) -> bool {
        let last = self.of_trait.as_ref().and_then(|path| path.segments.last());
        last.is_some_and(|last| last.ident == "Drop")
    }

    /// Is what it returns lent from something that can be changed through it?
    pub fn lends_mutably(&self) -> bool {
        let is_lent = |ty: &Type| {
            let text = ty.to_token_stream().to_string();
            text.contains('&') || text.contains('\'')
        };
        let has_mutable = self.receiver() == Receiver::Changed
            || self.parameters().iter().any(|(_, ty)| ty.to_token_stream().to_string().contains("mut "));
        has_mutable && self.result().is_some_and(is_lent)
    }
}
