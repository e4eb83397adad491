//! Instructions that compute a value from values.

use super::function::FunctionShadow;
use super::leaves::{LeafKind, leaf_range};
use crate::llvm::{Cast, Opcode, Predicate, Type, TypeKind, Value};
use forall_protocol::hooks::Hook;
use forall_protocol::terms::Op;

impl FunctionShadow<'_> {
    /// Shadow of a binary operation; the operands are scalars of one width.
    pub fn binary(&self, op: Op, width: u32, shadows: [Value; 2], values: [Value; 2]) -> Value {
        if shadows.iter().all(|&s| self.is_zero(s)) {
            return self.all.zero();
        }
        let (hook, bits) = if width <= 64 { (Hook::Binary, 64) } else { (Hook::BinaryWide, 128) };
        let code = self.all.word(op as u32 | width << 8 | self.elsewhere);
        let [left, right] = values.map(|value| self.all.bits(value, bits));
        self.all.hook(hook, &[code, shadows[0], shadows[1], left, right])
    }

    pub fn unary(&self, op: Op, width: u32, shadow: Value) -> Value {
        if self.is_zero(shadow) {
            return shadow;
        }
        self.all.hook(Hook::Unary, &[self.all.word(op as u32 | width << 8), shadow])
    }

    pub fn resize(&self, op: Op, from: u32, to: u32, shadow: Value) -> Value {
        if self.is_zero(shadow) || from == to {
            return shadow;
        }
        self.all.hook(Hook::Resize, &[self.all.word(op as u32 | from << 8 | to << 16), shadow])
    }

    /// Width of a scalar type that has terms.
    pub fn scalar_width(&self, ty: Type) -> Option<u32> {
        match self.leaves(ty)[..] {
            [leaf] => match leaf.kind {
                LeafKind::Scalar(width) => Some(width),
                LeafKind::Opaque(_) => None,
            },
            _ => None,
        }
    }

    /// Shadows of an operation on two scalars, or on two vectors element by element.
    fn each_pair(&mut self, instruction: Value, op: Op, operands: [Value; 2]) {
        let [lefts, rights] = operands.map(|operand| self.shadow(operand));
        if lefts.iter().chain(&rights).all(|&shadow| self.is_zero(shadow)) {
            return;
        }
        let [left_values, right_values] = operands.map(|operand| self.scalars(operand));
        let mut shadows = Vec::new();
        for (index, leaf) in self.leaves(operands[0].type_of()).into_iter().enumerate() {
            let LeafKind::Scalar(width) = leaf.kind else {
                return self.unsupported(instruction, "very wide integer", lefts.into_iter().chain(rights));
            };
            let values = [left_values[index], right_values[index]];
            shadows.push(self.binary(op, width, [lefts[index], rights[index]], values));
        }
        self.set_shadow(instruction, shadows);
    }

    pub fn arithmetic(&mut self, instruction: Value) {
        let op = match instruction.opcode() {
            Opcode::Add => Op::Add,
            Opcode::Sub => Op::Sub,
            Opcode::Mul => Op::Mul,
            Opcode::UDiv => Op::UDiv,
            Opcode::SDiv => Op::SDiv,
            Opcode::URem => Op::URem,
            Opcode::SRem => Op::SRem,
            Opcode::Shl => Op::Shl,
            Opcode::LShr => Op::LShr,
            Opcode::AShr => Op::AShr,
            Opcode::And => Op::And,
            Opcode::Or => Op::Or,
            Opcode::Xor => Op::Xor,
            other => unreachable!("{other:?} is no arithmetic"),
        };
        self.each_pair(instruction, op, [instruction.operand(0), instruction.operand(1)]);
    }

    pub fn comparison(&mut self, instruction: Value) {
        let (left, right) = (instruction.operand(0), instruction.operand(1));
        let (op, swapped) = match instruction.predicate() {
            Predicate::Eq => (Op::Eq, false),
            Predicate::Ne => (Op::Ne, false),
            Predicate::Ult => (Op::ULt, false),
            Predicate::Ule => (Op::ULe, false),
            Predicate::Ugt => (Op::ULt, true),
            Predicate::Uge => (Op::ULe, true),
            Predicate::Slt => (Op::SLt, false),
            Predicate::Sle => (Op::SLe, false),
            Predicate::Sgt => (Op::SLt, true),
            Predicate::Sge => (Op::SLe, true),
        };
        self.each_pair(instruction, op, if swapped { [right, left] } else { [left, right] });
    }

    pub fn cast(&mut self, instruction: Value) {
        let operand = instruction.operand(0);
        let given = self.shadow(operand);
        let (from, to) = (self.leaves(operand.type_of()), self.leaves(instruction.type_of()));
        let mut shadows = Vec::new();
        for (index, &shadow) in given.iter().enumerate() {
            let (LeafKind::Scalar(from), LeafKind::Scalar(to)) = (from[index].kind, to[index].kind) else {
                return self.unsupported(instruction, "very wide integer", given);
            };
            let op = match instruction.opcode() {
                Opcode::SExt => Op::SExt,
                _ if to < from => Op::Extract,
                _ => Op::ZExt,
            };
            let mut shadow = self.resize(op, from, to, shadow);
            if instruction.opcode() == Opcode::IntToPtr && !self.is_zero(shadow) {
                shadow = self.all.hook(Hook::Pointer, &[shadow]);
            }
            shadows.push(shadow);
        }
        self.set_shadow(instruction, shadows);
    }

    pub fn select(&mut self, instruction: Value) {
        let [condition, left, right] = [0, 1, 2].map(|i| instruction.operand(i));
        let given = self.shadow(condition);
        let (lefts, rights) = (self.shadow(left), self.shadow(right));
        let everywhere = given.iter().chain(&lefts).chain(&rights).copied();
        if everywhere.clone().all(|shadow| self.is_zero(shadow)) {
            return;
        }
        let leaves = self.leaves(instruction.type_of());
        let b = &self.all.builder;
        if given.len() == 1 && self.is_zero(given[0]) {
            let chosen = lefts.iter().zip(&rights);
            let chosen = chosen.map(|(&l, &r)| if l == r { l } else { b.select(condition, l, r) }).collect();
            return self.set_shadow(instruction, chosen);
        }
        if leaves.iter().any(|leaf| matches!(leaf.kind, LeafKind::Opaque(_))) {
            let everywhere: Vec<Value> = everywhere.collect();
            return self.unsupported(instruction, "select between very large values", everywhere);
        }
        let conditions = self.scalars(condition);
        let (left_values, right_values) = (self.scalars(left), self.scalars(right));
        let mut shadows = Vec::new();
        for (index, leaf) in leaves.iter().enumerate() {
            let LeafKind::Scalar(width) = leaf.kind else { unreachable!("no leaf is opaque") };
            // Vectors are chosen element by element, or as a whole like everything else.
            let at = if given.len() == 1 { 0 } else { index };
            let values = [left_values[index], right_values[index]];
            shadows.push(self.select_term(
                width,
                given[at],
                [lefts[index], rights[index]],
                conditions[at],
                values,
            ));
        }
        self.set_shadow(instruction, shadows);
    }

    /// Term of `if condition { left } else { right }`.
    pub fn select_term(
        &self,
        width: u32,
        given: Value,
        shadows: [Value; 2],
        condition: Value,
        values: [Value; 2],
    ) -> Value {
        if self.is_zero(given) && shadows.iter().all(|&s| self.is_zero(s)) {
            return given;
        }
        let (hook, bits) = if width <= 64 { (Hook::Select, 64) } else { (Hook::SelectWide, 128) };
        let [left, right] = values.map(|value| self.all.bits(value, bits));
        let condition = self.all.builder.cast(Cast::ZExt, condition, self.all.builder.int_type(32));
        let width = self.all.word(width);
        self.all.hook(hook, &[width, given, shadows[0], shadows[1], condition, left, right])
    }

    pub fn extract_value(&mut self, instruction: Value) {
        let aggregate = instruction.operand(0);
        let shadows = self.shadow(aggregate);
        if let Some((first, count)) = leaf_range(self.all.module, aggregate.type_of(), &instruction.indices())
        {
            self.set_shadow(instruction, shadows[first..first + count].to_vec());
        }
    }

    pub fn insert_value(&mut self, instruction: Value) {
        let (aggregate, value) = (instruction.operand(0), instruction.operand(1));
        let mut shadows = self.shadow(aggregate);
        let inserted = self.shadow(value);
        match leaf_range(self.all.module, aggregate.type_of(), &instruction.indices()) {
            Some((first, count)) => {
                shadows[first..first + count].copy_from_slice(&inserted);
                self.set_shadow(instruction, shadows);
            }
            None => self.unsupported(instruction, "very large aggregate", inserted),
        }
    }

    /// Address arithmetic: base plus indices times sizes.
    pub fn element_pointer(&mut self, instruction: Value) {
        let Some(64) = self.scalar_width(instruction.type_of()) else {
            let shadows: Vec<Value> = instruction.operands().iter().flat_map(|&o| self.shadow(o)).collect();
            return self.unsupported(instruction, "vector of addresses", shadows);
        };
        let operands = instruction.operands();
        let base = operands[0];
        let mut shadow = self.scalar_shadow(base);
        if operands.iter().all(|&operand| self.is_zero(self.scalar_shadow(operand))) {
            return;
        }
        let b = &self.all.builder;
        let module = self.all.module;
        let mut address = b.cast(Cast::PtrToInt, base, b.int_type(64));
        let mut constant = 0u64;
        let mut ty = instruction.source_element_type();
        for (position, &index) in operands[1..].iter().enumerate() {
            let size = if position == 0 {
                module.size_of(ty)
            } else if ty.kind() == TypeKind::Struct {
                let field = index.as_const_int().expect("fields are chosen by constants") as u32;
                constant = constant.wrapping_add(module.offset_of(ty, field));
                ty = ty.fields()[field as usize];
                continue;
            } else {
                ty = ty.element();
                module.size_of(ty)
            };
            let TypeKind::Integer(width) = index.type_of().kind() else { continue };
            let wide = if width >= 64 {
                b.cast(Cast::Trunc, index, b.int_type(64))
            } else {
                b.cast(Cast::SExt, index, b.int_type(64))
            };
            let scaled = b.binary(crate::llvm::BinOp::Mul, wide, b.int(64, size));
            let op = if width >= 64 { Op::Extract } else { Op::SExt };
            let index_shadow = self.resize(op, width, 64, self.scalar_shadow(index));
            let zero = self.all.zero();
            let scaled_shadow = if size == 1 {
                index_shadow
            } else {
                self.binary(Op::Mul, 64, [index_shadow, zero], [wide, b.int(64, size)])
            };
            shadow = self.binary(Op::Add, 64, [shadow, scaled_shadow], [address, scaled]);
            address = b.binary(crate::llvm::BinOp::Add, address, scaled);
        }
        if constant != 0 {
            shadow = self.binary(Op::Add, 64, [shadow, self.all.zero()], [address, b.int(64, constant)]);
        }
        self.set_shadow(instruction, vec![shadow]);
    }
}
