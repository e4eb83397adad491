//! Which types a parameter may have.

use forall_source::model::{Argument, Body, Expression, Type};

/// The type of a parameter in the place of an expression.
pub fn parameter_type<'b>(body: &'b Body, known: &Expression) -> Option<&'b Type> {
    let written = body.ty(known.ty)?;
    let adjusted = known.adjusted.and_then(|ty| body.ty(ty));
    // A reference to an array that is passed as a slice is one.
    let is_slice = |ty: &&Type| matches!(ty, Type::Reference { to, .. } if matches!(**to, Type::Slice(_)));
    let ty = adjusted.filter(is_slice).unwrap_or(written);
    is_drawn(ty).then_some(ty)
}

pub fn is_drawn(ty: &Type) -> bool {
    match ty {
        Type::Primitive(name) => name != "!" && name != "str",
        Type::Reference { mutable: false, to } => match &**to {
            Type::Primitive(name) => name == "str",
            Type::Slice(element) | Type::Array(element, _) => is_drawn(element),
            _ => false,
        },
        Type::Array(element, _) => is_drawn(element),
        Type::Tuple(parts) => !parts.is_empty() && parts.iter().all(is_drawn),
        Type::Named { path, arguments } => {
            let of_drawn = || {
                arguments.iter().all(|argument| match argument {
                    Argument::Type(ty) => is_drawn(ty) || is_global_allocator(ty),
                    _ => true,
                })
            };
            match path.as_str() {
                "std::string::String" => true,
                "std::vec::Vec" | "std::option::Option" | "std::result::Result" => of_drawn(),
                _ => false,
            }
        }
        _ => false,
    }
}

pub fn is_copied(ty: &Type) -> bool {
    match ty {
        Type::Primitive(_) | Type::Reference { .. } => true,
        Type::Array(element, _) => is_copied(element),
        Type::Tuple(parts) => parts.iter().all(is_copied),
        _ => false,
    }
}

fn is_global_allocator(ty: &Type) -> bool {
    matches!(ty, Type::Named { path, .. } if path.ends_with("alloc::Global"))
}
