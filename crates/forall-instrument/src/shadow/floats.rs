//! Floating-point operations: functions from bit patterns to bit patterns, exactly as the machine computes them.
//!
//! What is a matter of single bits (negation, absolute value, all but three comparisons) was written out in
//! plain instructions before, see [`crate::lower`].
//!
//! Of some results the compiler leaves something open: the bits of a NaN, which of two zeros is the lesser.
//! Those have terms even where all operands are concrete, so that the runtime sees what becomes of them.
//!
//! See docs/decisions/floats-are-bit-patterns.md.

use super::function::{FunctionShadow, Pace};
use crate::llvm::{BinOp, FloatPredicate, Opcode, Predicate, Type, TypeKind, Value};
use forall_protocol::hooks::Hook;
use forall_protocol::terms::{Op, Rounding};

impl FunctionShadow<'_> {
    pub fn float_arithmetic(&mut self, instruction: Value) {
        let op = match instruction.opcode() {
            Opcode::FAdd => Op::FAdd,
            Opcode::FSub => Op::FSub,
            Opcode::FMul => Op::FMul,
            Opcode::FDiv => Op::FDiv,
            Opcode::FRem => Op::FRem,
            other => unreachable!("{other:?} is no arithmetic on floats"),
        };
        let operands = [instruction.operand(0), instruction.operand(1)];
        self.float_binary(instruction, op, operands, "floating-point arithmetic");
    }

    pub fn float_comparison(&mut self, instruction: Value) {
        let [left, right] = [instruction.operand(0), instruction.operand(1)];
        let (op, operands) = match instruction.float_predicate() {
            FloatPredicate::Oeq => (Op::FEq, [left, right]),
            FloatPredicate::Olt => (Op::FLt, [left, right]),
            FloatPredicate::Ole => (Op::FLe, [left, right]),
            FloatPredicate::Ogt => (Op::FLt, [right, left]),
            FloatPredicate::Oge => (Op::FLe, [right, left]),
            _ => {
                let shadows: Vec<Value> = [left, right].into_iter().flat_map(|v| self.shadow(v)).collect();
                return self.unsupported(instruction, "floating-point comparison", shadows);
            }
        };
        self.float_binary(instruction, op, operands, "floating-point comparison");
    }

    fn float_binary(&mut self, instruction: Value, op: Op, operands: [Value; 2], what: &str) {
        let Some(width) = float_width(operands[0].type_of()) else {
            let shadows: Vec<Value> = operands.into_iter().flat_map(|v| self.shadow(v)).collect();
            return self.unsupported(instruction, what, shadows);
        };
        let shadow = self.binary(op, width, operands.map(|v| self.scalar_shadow(v)), operands);
        self.set_shadow(instruction, vec![shadow]);
    }

    /// Conversions between floats and integers, and between floats.
    pub fn float_conversion(&mut self, instruction: Value) {
        let (op, what) = match instruction.opcode() {
            Opcode::SIToFP => (Op::FFromS, "conversion of an integer to a float"),
            Opcode::UIToFP => (Op::FFromU, "conversion of an integer to a float"),
            // Out of range terms saturate, and so does the machine here, see [`super::defined`].
            Opcode::FPToSI => (Op::FToS, "conversion of a float to an integer"),
            Opcode::FPToUI => (Op::FToU, "conversion of a float to an integer"),
            Opcode::FPTrunc | Opcode::FPExt => (Op::FToF, "conversion between floats"),
            other => unreachable!("{other:?} is no conversion of floats"),
        };
        self.convert(instruction, op, instruction.operand(0), what);
    }

    fn convert(&mut self, result: Value, op: Op, operand: Value, what: &str) {
        let scalar = |ty: Type| match ty.kind() {
            TypeKind::Integer(width) if width <= 128 => Some(width),
            _ => float_width(ty),
        };
        let (Some(from), Some(to)) = (scalar(operand.type_of()), scalar(result.type_of())) else {
            let shadows = self.shadow(operand);
            return self.unsupported(result, what, shadows);
        };
        let shadow = self.scalar_shadow(operand);
        if !self.is_zero(shadow) {
            let code = self.all.word(op as u32 | from << 8 | to << 16);
            let shadow = self.all.hook(Hook::Resize, &[code, shadow]);
            self.set_shadow(result, vec![shadow]);
        }
    }

    /// An intrinsic or a function of the C library that computes a float from floats, or an integer from one.
    /// False when it is none of those with a term.
    pub fn float_function(&mut self, call: Value, name: &str) -> bool {
        let arguments = call.arguments();
        let Some(width) = arguments.first().and_then(|first| float_width(first.type_of())) else {
            return false;
        };
        let shadows: Vec<Value> = arguments.iter().map(|&a| self.scalar_shadow(a)).collect();
        match name {
            "fptosi.sat" => self.convert(call, Op::FToS, arguments[0], "conversion of a float to an integer"),
            "fptoui.sat" => self.convert(call, Op::FToU, arguments[0], "conversion of a float to an integer"),
            "minnum" | "maxnum" if self.pace == Pace::Fast => {}
            "minnum" => self.extreme(call, 0, width),
            "maxnum" => self.extreme(call, 1, width),
            "sqrt" => {
                let shadow = self.unary(Op::FSqrt, width, shadows[0]);
                self.set_shadow(call, vec![shadow]);
            }
            "fmod" => {
                self.float_binary(call, Op::FRem, [arguments[0], arguments[1]], "floating-point arithmetic");
            }
            "fma" => {
                if shadows.iter().all(|&shadow| self.is_zero(shadow)) {
                    return true;
                }
                let code = self.all.word(Op::FFma as u32 | width << 8);
                // If both factors are NaNs, the second one comes out: that is how the toolchain's own library
                // computes it.
                let [a, b, c] = [1, 0, 2].map(|i: usize| self.all.bits(arguments[i], 64));
                let operands = [code, shadows[1], shadows[0], shadows[2], a, b, c];
                let shadow = self.all.hook(Hook::Ternary, &operands);
                self.set_shadow(call, vec![shadow]);
            }
            _ => {
                let Some(rounding) = rounding(name) else { return false };
                if !self.is_zero(shadows[0]) {
                    let code = self.all.word(Op::FRound as u32 | width << 8 | (rounding as u32) << 16);
                    let shadow = self.all.hook(Hook::Unary, &[code, shadows[0]]);
                    self.set_shadow(call, vec![shadow]);
                }
            }
        }
        true
    }

    /// The right operand if it is beyond the left one or the left one is a NaN, else the left one: as its
    /// term says. How LLVM computes it depends on where it stands.
    fn extreme(&mut self, call: Value, is_greatest: u32, width: u32) {
        let [left, right] = [call.arguments()[0], call.arguments()[1]];
        let b = &self.all.builder;
        let less = if is_greatest == 1 { [left, right] } else { [right, left] };
        let of_numbers = b.select(b.float_compare(FloatPredicate::Olt, less[0], less[1]), right, left);
        let value = b.select(b.float_compare(FloatPredicate::Oeq, left, left), of_numbers, right);
        let [left_shadow, right_shadow] = [left, right].map(|operand| self.scalar_shadow(operand));
        let [left, right] = [left, right].map(|operand| self.all.bits(operand, 64));
        let code = self.all.word(is_greatest | width << 8);
        let shadow = self.all.hook(Hook::Extreme, &[code, left_shadow, right_shadow, left, right]);
        self.replace(call, value);
        self.set_shadow(value, vec![shadow]);
    }

    /// After an operation that yields a float: a NaN has a term in any case.
    pub fn yielded(&mut self, instruction: Value) {
        let Some(width) = float_width(instruction.type_of()) else { return };
        if !yields_float(instruction) || is_extreme(instruction) {
            return;
        }
        self.all.builder.before(instruction.next().expect("no block ends so"));
        let (shadow, bits) = (self.scalar_shadow(instruction), self.all.bits(instruction, 64));
        let shadow = self.all.hook(Hook::Yielded, &[self.all.word(width), shadow, bits]);
        self.set_shadow(instruction, vec![shadow]);
    }

    /// One bit: do any of these instructions, with concrete operands, yield what has a term all the same?
    pub fn is_left_open(&self, instructions: &[Value]) -> Value {
        let b = &self.all.builder;
        let either = |left, right| b.binary(BinOp::Or, left, right);
        let is_open = |&instruction: &Value| {
            let is_nan = b.float_compare(FloatPredicate::Uno, instruction, instruction);
            if !is_extreme(instruction) {
                return is_nan;
            }
            let [left, right] = [instruction.arguments()[0], instruction.arguments()[1]];
            let equal = b.float_compare(FloatPredicate::Oeq, left, right);
            let differ = b.compare(Predicate::Ne, self.all.bits(left, 64), self.all.bits(right, 64));
            either(is_nan, b.binary(BinOp::And, equal, differ))
        };
        instructions.iter().map(is_open).reduce(either).expect("something is watched")
    }
}

/// Does the instruction compute a float of which the compiler may leave something open?
pub fn yields_float(instruction: Value) -> bool {
    use Opcode::*;
    let computes = match instruction.opcode() {
        FAdd | FSub | FMul | FDiv | FRem | FPTrunc | FPExt => true,
        Call => instruction.callee().is_function() && instruction.callee().is_intrinsic(),
        _ => false,
    };
    computes && float_width(instruction.type_of()).is_some()
}

/// Is it the lesser or the greater of two floats?
fn is_extreme(instruction: Value) -> bool {
    let is_named = |name: &str| name.starts_with("llvm.minnum.") || name.starts_with("llvm.maxnum.");
    instruction.opcode() == Opcode::Call && is_named(&instruction.callee().name())
}

/// Width of a float type that has operations on terms.
fn float_width(ty: Type) -> Option<u32> {
    match ty.kind() {
        TypeKind::Float(width @ (32 | 64)) => Some(width),
        _ => None,
    }
}

/// What a function of the C library rounds to; the mode of the machine is never changed.
fn rounding(name: &str) -> Option<Rounding> {
    match name {
        "floor" => Some(Rounding::Floor),
        "ceil" => Some(Rounding::Ceil),
        "trunc" => Some(Rounding::Trunc),
        "round" => Some(Rounding::Away),
        "rint" | "nearbyint" | "roundeven" => Some(Rounding::Even),
        _ => None,
    }
}
