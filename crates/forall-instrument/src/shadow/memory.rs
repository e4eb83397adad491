//! Instructions that touch memory.

use super::function::FunctionShadow;
use super::leaves::{Leaf, LeafKind, in_whole_bytes};
use crate::llvm::{BinOp, Cast, Type, TypeKind, Value};
use forall_protocol::hooks::{Hook, POINTER};

impl FunctionShadow<'_> {
    pub fn load(&mut self, instruction: Value) {
        let address = instruction.operand(0);
        let shadows = self.load_shadows(instruction, address, instruction.type_of());
        self.set_shadow(instruction, shadows);
    }

    pub fn load_shadows(&mut self, instruction: Value, address: Value, ty: Type) -> Vec<Value> {
        let site = self.place(instruction);
        let leaves = self.memory_leaves(ty);
        let address_shadow = self.address_shadow(address, &leaves, site);
        let mut shadows = Vec::new();
        for leaf in leaves {
            let at = self.all.builder.offset(address, leaf.offset);
            shadows.push(match leaf.kind {
                LeafKind::Scalar(width) => {
                    let pointer = if ty.kind() == TypeKind::Pointer { POINTER } else { 0 };
                    let width = self.all.word(width | pointer);
                    self.all.hook(Hook::Load, &[at, address_shadow, width, site])
                }
                LeafKind::Opaque(size) => {
                    let what = self.all.text("load of a very large value");
                    let size = self.all.builder.int(64, size);
                    self.all.hook(Hook::UnsupportedRead, &[site, what, at, size]);
                    self.all.zero()
                }
            });
        }
        if shadows.len() == 1 {
            // Read as a whole, whatever it consists of.
            shadows.resize(self.leaves(ty).len(), shadows[0]);
        }
        shadows
    }

    /// The leaves of a type at their places in memory. What shares bytes with its neighbours is no leaf there.
    fn memory_leaves(&self, ty: Type) -> Vec<Leaf> {
        if in_whole_bytes(ty) {
            return self.leaves(ty);
        }
        vec![Leaf { offset: 0, kind: LeafKind::Opaque(self.all.module.store_size_of(ty)) }]
    }

    /// The shadow of an address for an access to one scalar; an access to several parts goes to the concrete
    /// address.
    fn address_shadow(&self, address: Value, leaves: &[Leaf], site: Value) -> Value {
        let shadow = self.scalar_shadow(address);
        if let [Leaf { kind: LeafKind::Scalar(_), .. }] = leaves {
            return shadow;
        }
        self.fix_address(address, shadow, site);
        self.all.zero()
    }

    pub fn store(&mut self, instruction: Value) {
        let (value, address) = (instruction.operand(0), instruction.operand(1));
        let shadows = self.shadow(value);
        let site = self.place(instruction);
        let address_shadow = self.scalar_shadow(address);
        if let ([shadow], false) = (&shadows[..], self.is_zero(address_shadow))
            && let Some(width @ 1..=64) = self.scalar_width(value.type_of())
            && let TypeKind::Integer(_) | TypeKind::Pointer | TypeKind::Float(_) = value.type_of().kind()
        {
            let value = self.all.bits(value, 64);
            let width = self.all.word(width);
            self.all.hook(Hook::StoreAt, &[address, address_shadow, *shadow, value, width, site]);
            return;
        }
        self.store_shadows(instruction, address, value.type_of(), &shadows);
    }

    fn store_shadows(&mut self, instruction: Value, address: Value, ty: Type, shadows: &[Value]) {
        let site = self.place(instruction);
        let leaves = self.memory_leaves(ty);
        let address_shadow = self.address_shadow(address, &leaves, site);
        for (leaf, &shadow) in leaves.iter().zip(shadows) {
            let at = self.all.builder.offset(address, leaf.offset);
            match leaf.kind {
                LeafKind::Scalar(width) => {
                    let width = self.all.word(width);
                    self.all.hook(Hook::Store, &[at, address_shadow, shadow, width, site]);
                }
                LeafKind::Opaque(size) => {
                    self.unsupported(instruction, "store of a vector of bits", shadows.to_vec());
                    self.all.hook(Hook::Clear, &[at, self.all.builder.int(64, size)]);
                }
            }
        }
    }

    /// Goes on with the concrete address, as a decision that can be flipped.
    pub fn fix_address(&self, address: Value, shadow: Value, site: Value) {
        if !self.is_zero(shadow) {
            let b = &self.all.builder;
            let address = b.cast(Cast::PtrToInt, address, b.int_type(64));
            self.all.hook(Hook::Fix, &[shadow, self.all.word(64), address, site]);
        }
    }

    /// A new stack slot may lie where symbolic data of a finished call lay.
    pub fn alloca(&mut self, instruction: Value, next: Value) {
        self.all.builder.before(next);
        let b = &self.all.builder;
        let size = b.int(64, self.all.module.size_of(instruction.allocated_type()));
        let count = b.cast(Cast::ZExt, instruction.operand(0), b.int_type(64));
        let length = match count.as_const_int() {
            Some(1) => size,
            _ => b.binary(BinOp::Mul, size, count),
        };
        self.all.hook(Hook::Clear, &[instruction, length]);
    }
}
