//! Vectors: a shadow for each element.
//!
//! Most operations on vectors were taken apart before, see [`crate::module::normalise`]; what is left moves
//! elements about, or reads the same bits as elements of another width.

use super::function::FunctionShadow;
use crate::llvm::{Cast, Predicate, Type, TypeKind, Value};
use forall_protocol::hooks::Hook;
use forall_protocol::terms::{MAX_WIDTH, Op};

impl FunctionShadow<'_> {
    /// The scalars a value consists of, one a leaf.
    pub fn scalars(&self, value: Value) -> Vec<Value> {
        let b = &self.all.builder;
        let ty = value.type_of();
        match ty.kind() {
            TypeKind::Struct => {
                let fields = 0..ty.fields().len() as u32;
                fields.flat_map(|index| self.scalars(b.extract(value, index))).collect()
            }
            TypeKind::Array => {
                let elements = 0..ty.array_length() as u32;
                elements.flat_map(|index| self.scalars(b.extract(value, index))).collect()
            }
            TypeKind::Vector(length) => (0..length).map(|index| b.extract_element(value, index)).collect(),
            _ => vec![value],
        }
    }

    pub fn extract_element(&mut self, instruction: Value) {
        let (vector, index) = (instruction.operand(0), instruction.operand(1));
        let shadows = self.shadow(vector);
        if let Some(index) = index.as_const_int() {
            let shadow = shadows.get(index as usize).copied().unwrap_or(self.all.zero());
            return self.set_shadow(instruction, vec![shadow]);
        }
        self.fix_index(instruction, index);
        let mut shadow = self.all.zero();
        for (at, &given) in shadows.iter().enumerate() {
            shadow = self.if_index_is(index, at, given, shadow);
        }
        self.set_shadow(instruction, vec![shadow]);
    }

    pub fn insert_element(&mut self, instruction: Value) {
        let [vector, value, index] = [0, 1, 2].map(|i| instruction.operand(i));
        let given = self.scalar_shadow(value);
        let mut shadows = self.shadow(vector);
        if let Some(index) = index.as_const_int() {
            if let Some(shadow) = shadows.get_mut(index as usize) {
                *shadow = given;
            }
        } else {
            self.fix_index(instruction, index);
            for (at, shadow) in shadows.iter_mut().enumerate() {
                *shadow = self.if_index_is(index, at, given, *shadow);
            }
        }
        self.set_shadow(instruction, shadows);
    }

    pub fn shuffle(&mut self, instruction: Value) {
        let [left, right] = [0, 1].map(|i| self.shadow(instruction.operand(i)));
        let all = [left, right].concat();
        let shadows =
            instruction.shuffle_mask().into_iter().map(|from| from.map_or(self.all.zero(), |from| all[from]));
        let shadows = shadows.collect();
        self.set_shadow(instruction, shadows);
    }

    /// The same bits as elements of another number and width; the first element holds the lowest bits.
    pub fn same_bits(&mut self, instruction: Value) {
        let operand = instruction.operand(0);
        let shadows = self.shadow(operand);
        if shadows.iter().all(|&shadow| self.is_zero(shadow)) {
            return;
        }
        let (Some((from, count)), Some((to, _))) =
            (self.elements(operand.type_of()), self.elements(instruction.type_of()))
        else {
            return self.unsupported(instruction, "reading bits as another type", shadows);
        };
        let result = if from == to {
            shadows
        } else if from.is_multiple_of(to) {
            shadows.iter().flat_map(|&shadow| self.cut(shadow, from, to)).collect()
        } else if to.is_multiple_of(from) && (to / from) as usize <= count {
            let scalars = self.scalars(operand);
            let parts = (to / from) as usize;
            let groups = shadows.chunks(parts).zip(scalars.chunks(parts));
            groups.map(|(shadows, values)| self.join(from, shadows, values)).collect()
        } else {
            return self.unsupported(instruction, "reading bits as another type", shadows);
        };
        self.set_shadow(instruction, result);
    }

    /// Width and number of a type's elements; a scalar is one.
    fn elements(&self, ty: Type) -> Option<(u32, usize)> {
        match ty.kind() {
            TypeKind::Vector(length) => Some((self.scalar_width(ty.element())?, length as usize)),
            _ => Some((self.scalar_width(ty)?, 1)),
        }
    }

    fn cut(&self, shadow: Value, from: u32, to: u32) -> Vec<Value> {
        let part = |index: u32| {
            if self.is_zero(shadow) {
                return shadow;
            }
            let code = Op::Extract as u32 | from << 8 | to << 16 | (index * to) << 24;
            self.all.hook(Hook::Resize, &[self.all.word(code), shadow])
        };
        (0..from / to).map(part).collect()
    }

    fn join(&self, width: u32, shadows: &[Value], values: &[Value]) -> Value {
        let b = &self.all.builder;
        let mut joined = (shadows[0], self.all.bits(values[0], MAX_WIDTH), width);
        for (&shadow, &value) in shadows.iter().zip(values).skip(1) {
            let (low_shadow, low, low_width) = joined;
            let high = self.all.bits(value, 64);
            let code = self.all.word(width | low_width << 8);
            let shadow = if self.is_zero(shadow) && self.is_zero(low_shadow) {
                shadow
            } else {
                self.all.hook(Hook::Concat, &[code, shadow, low_shadow, high, low])
            };
            let high = b.cast(Cast::ZExt, high, b.int_type(MAX_WIDTH));
            let high = b.binary(crate::llvm::BinOp::Shl, high, b.wide_int(low_width.into()));
            joined = (shadow, b.binary(crate::llvm::BinOp::Or, low, high), low_width + width);
        }
        joined.0
    }

    fn if_index_is(&self, index: Value, at: usize, yes: Value, no: Value) -> Value {
        if yes == no {
            return yes;
        }
        let TypeKind::Integer(width) = index.type_of().kind() else { unreachable!("indices are integers") };
        let b = &self.all.builder;
        b.select(b.compare(Predicate::Eq, index, b.int(width, at as u64)), yes, no)
    }

    /// Goes on with the concrete index, as a decision that can be flipped.
    fn fix_index(&mut self, instruction: Value, index: Value) {
        let shadow = self.scalar_shadow(index);
        let TypeKind::Integer(width @ 1..=64) = index.type_of().kind() else {
            return self.unsupported(instruction, "index into a vector", [shadow]);
        };
        if !self.is_zero(shadow) {
            let site = self.place(instruction);
            let value = self.all.bits(index, 64);
            self.all.hook(Hook::Fix, &[shadow, self.all.word(width), value, site]);
        }
    }
}
