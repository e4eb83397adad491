//! Types taken apart into the scalars that have shadows.

use super::MAX_WORDS;
use crate::llvm::{Module, Type, TypeKind};

/// A scalar inside a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// Distance from the start of the value in memory.
    pub offset: u64,
    pub kind: LeafKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeafKind {
    /// Has a term of so many bits.
    Scalar(u32),
    /// Has none: x87 floats, very wide integers, very large aggregates. So many bytes in memory.
    Opaque(u64),
}

/// The scalars of a type in order; none for `void`.
pub fn leaves(module: Module, ty: Type) -> Vec<Leaf> {
    let mut leaves = Vec::new();
    if !collect(module, ty, 0, &mut leaves) {
        return vec![Leaf { offset: 0, kind: LeafKind::Opaque(module.store_size_of(ty)) }];
    }
    leaves
}

/// Index of the first leaf of a part, and how many leaves it has.
pub fn leaf_range(module: Module, aggregate: Type, indices: &[u32]) -> Option<(usize, usize)> {
    if !collect(module, aggregate, 0, &mut Vec::new()) {
        return None; // too large: shadowed as a whole or not at all
    }
    let mut first = 0;
    let mut ty = aggregate;
    for &index in indices {
        match ty.kind() {
            TypeKind::Struct => {
                let fields = ty.fields();
                first += fields[..index as usize].iter().map(|&f| leaves(module, f).len()).sum::<usize>();
                ty = fields[index as usize];
            }
            _ => {
                ty = ty.element();
                first += leaves(module, ty).len() * index as usize;
            }
        }
    }
    Some((first, leaves(module, ty).len()))
}

/// Does every scalar of the type begin and end at a byte of its own?
pub fn in_whole_bytes(ty: Type) -> bool {
    match ty.kind() {
        TypeKind::Struct => ty.fields().into_iter().all(in_whole_bytes),
        TypeKind::Array => in_whole_bytes(ty.element()),
        TypeKind::Vector(_) => scalar_bits(ty.element()).is_multiple_of(8),
        _ => true,
    }
}

/// Width of an element of a vector.
fn scalar_bits(ty: Type) -> u32 {
    match ty.kind() {
        TypeKind::Integer(width) | TypeKind::Float(width) => width,
        _ => 64,
    }
}

/// False when there are too many leaves.
fn collect(module: Module, ty: Type, offset: u64, into: &mut Vec<Leaf>) -> bool {
    let kind = match ty.kind() {
        TypeKind::Void => return true,
        TypeKind::Struct => {
            return ty.fields().into_iter().enumerate().all(|(index, field)| {
                collect(module, field, offset + module.offset_of(ty, index as u32), into)
            });
        }
        TypeKind::Array => {
            let element = ty.element();
            let length = ty.array_length();
            if length > MAX_WORDS as u64 {
                return false;
            }
            let size = module.size_of(element);
            return (0..length).all(|i| collect(module, element, offset + i * size, into));
        }
        TypeKind::Vector(length) => {
            let element = ty.element();
            let bits = scalar_bits(element);
            // An element that is no number of bytes has no place of its own in memory: see `in_whole_bytes`.
            return (0..length.into())
                .all(|i| collect(module, element, offset + i * u64::from(bits) / 8, into));
        }
        TypeKind::Integer(width) if width <= 128 => LeafKind::Scalar(width),
        TypeKind::Float(width) => LeafKind::Scalar(width),
        TypeKind::Pointer => LeafKind::Scalar(64),
        TypeKind::Integer(_) | TypeKind::Other => LeafKind::Opaque(module.store_size_of(ty)),
    };
    into.push(Leaf { offset, kind });
    into.len() <= MAX_WORDS
}
