//! The contracts of a package together: which types have them, and what those types look like.

mod read;

use crate::clause::{Clause, Contract};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use syn::{FnArg, Item, ReceiverKind, ReturnType, Signature, Type};

/// All contracts that are known.
#[derive(Default)]
pub struct Specification {
    pub subjects: Vec<Subject>,
    /// Functions outside of types.
    pub functions: Vec<Function>,
}

/// A type, or a trait, that contracts speak of.
pub struct Subject {
    pub name: String,
    pub module: Vec<String>,
    pub kind: SubjectKind,
    /// `<T>`, or empty.
    pub generics: String,
    pub fields: Vec<Field>,
    pub model: Vec<Field>,
    pub invariants: Vec<Placed<Clause>>,
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
        let mut called: Vec<&Subject> = self.subjects.iter().filter(|subject| subject.name == name).collect();
        if called.len() > 1 {
            called.retain(|subject| subject.module == module);
        }
        match called.as_slice() {
            [only] => Some(only),
            _ => None,
        }
    }

    /// The type behind references, boxes and `impl` or `dyn`, if it has a contract. `of` is what `Self` is.
    pub fn subject_of<'a>(
        &'a self,
        ty: &Type,
        of: Option<&'a Subject>,
        module: &[String],
    ) -> Option<&'a Subject> {
        match name_of(ty)?.as_str() {
            "Self" => of,
            name => self.subject(name, module),
        }
    }

    pub fn function(&self, name: &str, module: &[String]) -> Option<&Function> {
        let mut called: Vec<&Function> =
            self.functions.iter().filter(|function| function.name == name).collect();
        if called.len() > 1 {
            called.retain(|function| function.module == module);
        }
        match called.as_slice() {
            [only] => Some(only),
            _ => None,
        }
    }
}

/// The last name of a type, without references and boxes around it.
fn name_of(ty: &Type) -> Option<String> {
    match ty {
        Type::Reference(of) => name_of(&of.elem),
        Type::Paren(of) => name_of(&of.elem),
        Type::Group(of) => name_of(&of.elem),
        Type::ImplTrait(of) => of.bounds.iter().find_map(bound_name),
        Type::TraitObject(of) => of.bounds.iter().find_map(bound_name),
        Type::Path(path) => {
            let last = path.path.segments.last()?;
            if ["Box", "Rc", "Arc"].iter().any(|pointer| last.ident == pointer)
                && let syn::PathArguments::AngleBracketed(arguments) = &last.arguments
                && let Some(syn::GenericArgument::Type(inner)) = arguments.args.first()
            {
                return name_of(inner);
            }
            Some(last.ident.to_string())
        }
        _ => None,
    }
}

fn bound_name(bound: &syn::TypeParamBound) -> Option<String> {
    match bound {
        syn::TypeParamBound::Trait(of) => Some(of.path.segments.last()?.ident.to_string()),
        _ => None,
    }
}

impl Subject {
    pub fn function(&self, name: &str) -> Option<&Function> {
        self.functions.iter().find(|function| function.name == name)
    }

    /// The pure methods that need nothing but the object.
    pub fn observers(&self) -> impl Iterator<Item = &Function> {
        self.functions.iter().filter(|function| function.is_observer() && function.parameters().is_empty())
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

impl Function {
    pub fn receiver(&self) -> Receiver {
        receiver(&self.signature)
    }

    /// All but the object.
    pub fn parameters(&self) -> Vec<(String, Type)> {
        let typed = self.signature.inputs.iter().filter_map(|input| match input {
            FnArg::Typed(typed) => Some(typed),
            FnArg::Receiver(_) => None,
        });
        let named = |(number, typed): (usize, &syn::PatType)| {
            let name = match &*typed.pat {
                syn::Pat::Ident(pattern) => pattern.ident.to_string(),
                _ => format!("argument_{number}"),
            };
            (name, (*typed.ty).clone())
        };
        typed.enumerate().map(named).collect()
    }

    pub fn result(&self) -> Option<&Type> {
        result(&self.signature.output)
    }

    /// A pure function of an object that returns something. One that is not pure observes nothing, whatever it returns.
    pub fn is_observer(&self) -> bool {
        self.contract.pure.is_some() && is_observer(&self.signature)
    }
}

/// Can it be one, if it is pure?
pub fn is_observer(signature: &Signature) -> bool {
    result(&signature.output).is_some() && receiver(signature) == Receiver::Lent
}

fn result(output: &ReturnType) -> Option<&Type> {
    match output {
        ReturnType::Default => None,
        ReturnType::Type(_, ty) => match &**ty {
            Type::Tuple(tuple) if tuple.elems.is_empty() => None,
            ty => Some(ty),
        },
    }
}

fn receiver(signature: &Signature) -> Receiver {
    let Some(receiver) = signature.receiver() else { return Receiver::None };
    match &receiver.kind {
        ReceiverKind::Reference(_, _, None) => Receiver::Lent,
        ReceiverKind::Reference(_, _, Some(_)) => Receiver::Changed,
        ReceiverKind::Typed(_, ty) => match &**ty {
            Type::Reference(of) if of.mutability.is_some() => Receiver::Changed,
            Type::Reference(_) => Receiver::Lent,
            _ => Receiver::Given,
        },
        _ => Receiver::Given,
    }
}
