//! Types.

use super::api::{Ref, api};
use super::module::Context;

/// A type of a context.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Type(pub(super) Ref);

/// What a type is, as far as shadowing tells types apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeKind {
    Void,
    /// A float of so many bits that is stored in as many.
    Float(u32),
    Integer(u32),
    Struct,
    Array,
    Pointer,
    /// Of so many elements.
    Vector(u32),
    /// Scalable vectors, x87 floats, tokens, metadata, …
    Other,
}

impl Type {
    pub fn int(context: Context, width: u32) -> Type {
        // SAFETY: see `llvm`.
        Type(unsafe { (api().LLVMIntTypeInContext)(context.0, width) })
    }

    pub fn pointer(context: Context) -> Type {
        // SAFETY: see `llvm`.
        Type(unsafe { (api().LLVMPointerTypeInContext)(context.0, 0) })
    }

    pub fn void(context: Context) -> Type {
        // SAFETY: see `llvm`.
        Type(unsafe { (api().LLVMVoidTypeInContext)(context.0) })
    }

    pub fn function(result: Type, parameters: &[Type]) -> Type {
        let mut parameters: Vec<Ref> = parameters.iter().map(|t| t.0).collect();
        // SAFETY: see `llvm`; the array outlives the call.
        Type(unsafe {
            (api().LLVMFunctionType)(result.0, parameters.as_mut_ptr(), parameters.len() as u32, 0)
        })
    }

    /// What a function of this type returns.
    pub fn result(self) -> Type {
        // SAFETY: see `llvm`; asked of function types only.
        Type(unsafe { (api().LLVMGetReturnType)(self.0) })
    }

    pub fn array(element: Type, length: u64) -> Type {
        // SAFETY: see `llvm`.
        Type(unsafe { (api().LLVMArrayType2)(element.0, length) })
    }

    pub fn kind(self) -> TypeKind {
        // SAFETY: see `llvm`. The numbers are those of `LLVMTypeKind`.
        unsafe {
            match (api().LLVMGetTypeKind)(self.0) {
                0 => TypeKind::Void,
                1 | 18 => TypeKind::Float(16),
                2 => TypeKind::Float(32),
                3 => TypeKind::Float(64),
                5 => TypeKind::Float(128),
                8 => TypeKind::Integer((api().LLVMGetIntTypeWidth)(self.0)),
                10 => TypeKind::Struct,
                11 => TypeKind::Array,
                12 => TypeKind::Pointer,
                13 => TypeKind::Vector((api().LLVMGetVectorSize)(self.0)),
                _ => TypeKind::Other,
            }
        }
    }

    /// Types of a struct's fields.
    pub fn fields(self) -> Vec<Type> {
        // SAFETY: see `llvm`; asked of structs only.
        unsafe {
            let count = (api().LLVMCountStructElementTypes)(self.0);
            (0..count).map(|i| Type((api().LLVMStructGetTypeAtIndex)(self.0, i))).collect()
        }
    }

    pub fn array_length(self) -> u64 {
        // SAFETY: see `llvm`; asked of arrays only.
        unsafe { (api().LLVMGetArrayLength2)(self.0) }
    }

    /// Element type of an array or vector.
    pub fn element(self) -> Type {
        // SAFETY: see `llvm`; asked of arrays and vectors only.
        Type(unsafe { (api().LLVMGetElementType)(self.0) })
    }
}
