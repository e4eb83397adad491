//! LLVM's own functions.

use super::externals::mathematics::is_math;
use super::function::FunctionShadow;
use crate::llvm::{TypeKind, Value};
use forall_protocol::terms::Op;

/// Compute nothing from the program's data: remarks for the optimiser, facts about the machine or the frame.
const WITHOUT_DATA: [&str; 24] = [
    "llvm.dbg.",
    "llvm.lifetime.",
    "llvm.invariant.",
    "llvm.experimental.noalias.scope.decl",
    "llvm.assume",
    "llvm.donothing",
    "llvm.trap",
    "llvm.debugtrap",
    "llvm.ubsantrap",
    "llvm.prefetch",
    "llvm.sideeffect",
    "llvm.fake.use",
    "llvm.eh.",
    "llvm.returnaddress",
    "llvm.frameaddress",
    "llvm.addressofreturnaddress",
    "llvm.stacksave",
    "llvm.stackrestore",
    "llvm.threadlocal.address",
    "llvm.is.constant",
    "llvm.objectsize",
    "llvm.x86.sse2.pause",
    "llvm.vscale",
    "llvm.var.annotation",
];

impl FunctionShadow<'_> {
    pub fn intrinsic(&mut self, call: Value, name: &str) {
        if is_without_data(name) {
            return;
        }
        let arguments = call.arguments();
        let family = name.strip_prefix("llvm.").unwrap_or(name);
        let is = |prefix: &str| family.strip_prefix(prefix).is_some_and(|rest| rest.starts_with('.'));
        if is("memcpy") || is("memmove") || is("memcpy.inline") {
            return self.copy(call, arguments[0], arguments[1], arguments[2]);
        }
        if is("memset") || is("memset.inline") {
            return self.fill(call, arguments[0], arguments[1], arguments[2]);
        }
        if is("ptrmask") {
            let shadows = [arguments[0], arguments[1]].map(|a| self.scalar_shadow(a));
            let shadow = self.binary(Op::And, 64, shadows, [arguments[0], arguments[1]]);
            return self.set_shadow(call, vec![shadow]);
        }
        if is("launder.invariant.group") || is("strip.invariant.group") || is("ssa.copy") {
            let shadows = self.shadow(arguments[0]);
            return self.set_shadow(call, shadows);
        }
        if is("load.relative") {
            // reads a constant table; only its index could be symbolic
            let shadows = [arguments[0], arguments[1]].map(|a| self.scalar_shadow(a));
            return self.unsupported(call, "relative lookup table", shadows);
        }
        if self.float_function(call, without_types(family)) {
            return;
        }
        let scalar = match arguments.first().map(|a| a.type_of().kind()) {
            Some(TypeKind::Integer(width)) if width <= 128 => Some(width),
            _ => None,
        };
        if let Some(width) = scalar {
            if let Some((op, overflow)) = with_overflow(family) {
                let values = [arguments[0], arguments[1]];
                let shadows = values.map(|v| self.scalar_shadow(v));
                let result = self.binary(op, width, shadows, values);
                let flag = self.binary(overflow, width, shadows, values);
                return self.set_shadow(call, vec![result, flag]);
            }
            if let Some(op) = unary(family) {
                let shadow = self.unary(op, width, self.scalar_shadow(arguments[0]));
                return self.set_shadow(call, vec![shadow]);
            }
        }
        self.unknown_intrinsic(call, name, &arguments);
    }

    fn unknown_intrinsic(&mut self, call: Value, name: &str, arguments: &[Value]) {
        // It may read or write anything behind a pointer; and without arguments its result comes from
        // elsewhere, like the time.
        if arguments.is_empty() || arguments.iter().any(|a| a.type_of().kind() == TypeKind::Pointer) {
            return self.leave(call, name);
        }
        let shadows: Vec<Value> = arguments.iter().flat_map(|&a| self.shadow(a)).collect();
        let plain = without_types(name.strip_prefix("llvm.").unwrap_or(name));
        // What LLVM calls an intrinsic is a function of the C library all the same.
        let what = if is_math(plain) { format!("call of {plain}") } else { name.to_owned() };
        self.unsupported(call, &what, shadows);
    }
}

pub fn is_without_data(name: &str) -> bool {
    WITHOUT_DATA.iter().any(|prefix| name.starts_with(prefix))
}

/// `floor` of `floor.f64`, `fptosi.sat` of `fptosi.sat.i32.f64`.
pub fn without_types(family: &str) -> &str {
    let is_type = |part: &str| {
        let digits = part.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        digits.len() < part.len() && !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    let mut family = family;
    while let Some((rest, last)) = family.rsplit_once('.') {
        if !is_type(last) {
            break;
        }
        family = rest;
    }
    family
}

fn with_overflow(family: &str) -> Option<(Op, Op)> {
    let (operation, rest) = family.split_once('.')?;
    if !rest.starts_with("with.overflow") {
        return None;
    }
    match operation {
        "uadd" => Some((Op::Add, Op::UAddOverflow)),
        "sadd" => Some((Op::Add, Op::SAddOverflow)),
        "usub" => Some((Op::Sub, Op::USubOverflow)),
        "ssub" => Some((Op::Sub, Op::SSubOverflow)),
        "umul" => Some((Op::Mul, Op::UMulOverflow)),
        "smul" => Some((Op::Mul, Op::SMulOverflow)),
        _ => None,
    }
}

fn unary(family: &str) -> Option<Op> {
    match family.split_once('.')?.0 {
        "ctpop" => Some(Op::CtPop),
        "ctlz" => Some(Op::CtLz),
        "cttz" => Some(Op::CtTz),
        "bswap" => Some(Op::BSwap),
        "bitreverse" => Some(Op::BitReverse),
        _ => None,
    }
}
