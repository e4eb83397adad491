//! Instructions that touch memory.

use super::function::FunctionShadow;
use super::leaves::{Leaf, Shape};
use crate::llvm::{BinOp, Cast, RmwOp, Type, Value};
use forall_protocol::hooks::Hook;
use forall_protocol::terms::Op;

impl FunctionShadow<'_> {
    pub fn load(&mut self, instruction: Value) {
        let address = instruction.operand(0);
        let shadows = self.load_shadows(instruction, address, instruction.type_of());
        self.set_shadow(instruction, shadows);
    }

    fn load_shadows(&mut self, instruction: Value, address: Value, ty: Type) -> Vec<Value> {
        let site = self.place(instruction);
        let leaves = self.leaves(ty);
        let address_shadow = self.address_shadow(address, &leaves, site);
        let mut shadows = Vec::new();
        for leaf in leaves {
            let at = self.all.builder.offset(address, leaf.offset);
            shadows.push(match leaf.shape {
                Shape::Scalar(width) => {
                    let width = self.all.word(width);
                    self.all.hook(Hook::Load, &[at, address_shadow, width, site])
                }
                Shape::Opaque(size) => {
                    let what = self.all.sites.text("load of a vector");
                    let size = self.all.builder.int(64, size);
                    self.all.hook(Hook::UnsupportedRead, &[site, self.all.word(what), at, size]);
                    self.all.zero()
                }
            });
        }
        shadows
    }

    /// The shadow of an address for an access to one scalar; an access to several parts goes to the concrete address.
    fn address_shadow(&self, address: Value, leaves: &[Leaf], site: Value) -> Value {
        let shadow = self.scalar_shadow(address);
        if let [Leaf { shape: Shape::Scalar(_), .. }] = leaves {
            return shadow;
        }
        self.fix_address(address, shadow, site);
        self.all.zero()
    }

    pub fn store(&mut self, instruction: Value) {
        let (value, address) = (instruction.operand(0), instruction.operand(1));
        let shadows = self.shadow(value);
        self.store_shadows(instruction, address, value.type_of(), &shadows);
    }

    fn store_shadows(&mut self, instruction: Value, address: Value, ty: Type, shadows: &[Value]) {
        let site = self.place(instruction);
        let leaves = self.leaves(ty);
        let address_shadow = self.address_shadow(address, &leaves, site);
        for (leaf, &shadow) in leaves.iter().zip(shadows) {
            let at = self.all.builder.offset(address, leaf.offset);
            match leaf.shape {
                Shape::Scalar(width) => {
                    let width = self.all.word(width);
                    self.all.hook(Hook::Store, &[at, address_shadow, shadow, width, site]);
                }
                Shape::Opaque(size) => {
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

    pub fn compare_exchange(&mut self, instruction: Value, next: Value) {
        let [address, expected, new] = [0, 1, 2].map(|i| instruction.operand(i));
        let Some(width) = self.scalar_width(expected.type_of()) else { return };
        let site = self.place(instruction);
        let old_shadow = self.load_shadows(instruction, address, expected.type_of())[0];
        self.all.builder.before(next);
        let b = &self.all.builder;
        let (old, success) = (b.extract(instruction, 0), b.extract(instruction, 1));
        let equal = self.binary(Op::Eq, width, [old_shadow, self.scalar_shadow(expected)], [old, expected]);
        let taken = b.cast(Cast::ZExt, success, b.int_type(32));
        self.all.hook(Hook::Branch, &[site, equal, taken]);
        let stored = b.select(success, self.scalar_shadow(new), old_shadow);
        let address_shadow = self.all.zero(); // decided by the load
        let width = self.all.word(width);
        self.all.hook(Hook::Store, &[address, address_shadow, stored, width, site]);
        self.set_shadow(instruction, vec![old_shadow, self.all.zero()]);
    }

    pub fn read_modify_write(&mut self, instruction: Value, next: Value) {
        let (address, value) = (instruction.operand(0), instruction.operand(1));
        let Some(width) = self.scalar_width(value.type_of()) else { return };
        let site = self.place(instruction);
        let old_shadow = self.load_shadows(instruction, address, value.type_of())[0];
        let given = self.scalar_shadow(value);
        self.all.builder.before(next);
        let op = match instruction.rmw_op() {
            RmwOp::Exchange => None,
            RmwOp::Add => Some(Op::Add),
            RmwOp::Sub => Some(Op::Sub),
            RmwOp::And => Some(Op::And),
            RmwOp::Or => Some(Op::Or),
            RmwOp::Xor => Some(Op::Xor),
            RmwOp::Other => {
                self.unsupported(instruction, "atomic read-modify-write", [old_shadow, given]);
                self.store_shadows(instruction, address, value.type_of(), &[self.all.zero()]);
                return self.set_shadow(instruction, vec![old_shadow]);
            }
        };
        let stored = match op {
            Some(op) => self.binary(op, width, [old_shadow, given], [instruction, value]),
            None => given,
        };
        let width = self.all.word(width);
        self.all.hook(Hook::Store, &[address, self.all.zero(), stored, width, site]);
        self.set_shadow(instruction, vec![old_shadow]);
    }
}
