//! Calls: shadows of arguments and results cross beside the ordinary ones.
//!
//! When any argument is symbolic, the caller writes the callee's address and the arguments' shadows; the
//! callee takes them only if the address is its own, and forgets it. So a function called by machine code, or
//! through it, sees no stale shadows. Every function says whether its result is symbolic, and if it is,
//! writes its shadows; before a call to what might be machine code the caller says that it is not.
//!
//! See docs/decisions/shadows-beside-the-abi.md.

use super::MAX_WORDS;
use super::externals::{self, ExternalCall, Model};
use super::fast::SHORT;
use super::function::{FunctionShadow, Pace};
use super::leaves::LeafKind;
use super::machine::asks_machine;
use crate::llvm::{BinOp, Cast, Opcode, Predicate, Type, Value};
use forall_protocol::hooks::Hook;

/// Is the callee instrumented?
#[derive(Clone, Copy, PartialEq, Eq)]
enum Certainty {
    Followed,
    /// Called through a pointer: perhaps.
    Unknown,
}

impl FunctionShadow<'_> {
    pub fn call(&mut self, call: Value, next: Option<Value>) {
        let callee = call.callee();
        if call.opcode() == Opcode::Call {
            call.clear_tail_unless_required();
        }
        for attribute in ["memory", "speculatable", "willreturn", "nosync", "nofree"] {
            call.remove_call_attribute(attribute);
        }
        self.note_machine(call);
        self.note_alignment(call);
        if let Some(assembly) = callee.assembly() {
            return self.assembly(call, &assembly);
        }
        if callee.is_function() && callee.is_intrinsic() {
            return self.intrinsic(call, &callee.name());
        }
        if call.opcode() == Opcode::CallBr || (call.opcode() == Opcode::Call && call.is_must_tail()) {
            return self.leave(call, "tail call");
        }
        if self.own {
            let site = self.place(call);
            self.all.builder.store(site, self.all.words.place);
        }
        let after = match call.opcode() {
            Opcode::Invoke => call.normal_destination().insertion_point(),
            _ => next.expect("a call does not end a block"),
        };
        if !callee.is_function() {
            // Which function is called may depend on the inputs: a decision like any other.
            let shadow = self.scalar_shadow(callee);
            let site = self.place(call);
            self.fix_address(callee, shadow, site);
            self.followed_call(call, callee, Certainty::Unknown, after);
        } else if self.all.forall_functions.contains(&callee) {
            // The hooks themselves: what they are told are addresses and lengths.
            let arguments = call.arguments();
            let shadows: Vec<Value> = arguments.iter().map(|&a| self.scalar_shadow(a)).collect();
            let site = self.place(call);
            self.fix_all(&arguments, &shadows, site);
        } else if self.all.native.contains(&callee) {
            self.report_copies(call, 0);
            self.leave(call, &callee.name());
        } else if !self.all.is_followed(callee) {
            self.report_copies(call, 0);
            self.external(call, &callee.name(), after);
        } else {
            self.followed_call(call, callee, Certainty::Followed, after);
        }
    }

    fn followed_call(&mut self, call: Value, callee: Value, certainty: Certainty, after: Value) {
        self.announce_copies(call, callee);
        if certainty == Certainty::Unknown {
            self.report_machine_code(call, callee);
            self.all.builder.store(self.all.zero(), self.all.words.returned);
        }
        let shadows: Vec<Value> = call.arguments().iter().flat_map(|&a| self.shadow(a)).collect();
        let any = self.any_of(shadows.iter().take(MAX_WORDS).copied());
        if !self.is_zero(any) {
            let b = &self.all.builder;
            let symbolic = b.compare(Predicate::Ne, any, self.all.zero());
            let nobody = b.null(Type::pointer(self.all.module.context));
            b.store(b.select(symbolic, callee, nobody), self.all.words.callee);
            for (word, &shadow) in shadows.iter().take(MAX_WORDS).enumerate() {
                b.store(shadow, b.offset(self.all.words.arguments, 4 * word as u64));
            }
        }
        if shadows.len() > MAX_WORDS {
            self.unsupported(call, "call with very many arguments", shadows[MAX_WORDS..].to_vec());
        }
        if self.pace == Pace::Fast {
            return; // the plan watches what comes back
        }
        let leaves = self.leaves(call.type_of());
        let b = &self.all.builder;
        b.before(after);
        if certainty == Certainty::Unknown {
            self.all.forget_callee(); // machine code did not
        }
        if leaves.is_empty() {
            return;
        }
        let returned = b.load(b.int_type(32), self.all.words.returned);
        let symbolic = b.compare(Predicate::Ne, returned, self.all.zero());
        let result = |word: usize| {
            let given = b.load(b.int_type(32), b.offset(self.all.words.results, 4 * word as u64));
            b.select(symbolic, given, self.all.zero())
        };
        let results = leaves.iter().enumerate().map(|(word, leaf)| match leaf.kind {
            LeafKind::Scalar(_) if word < MAX_WORDS => result(word),
            _ => self.all.zero(),
        });
        let results = results.collect();
        self.set_shadow(call, results);
    }

    /// Before a call through a pointer: instrumented code lies in a section of its own.
    fn report_machine_code(&mut self, call: Value, callee: Value) {
        let b = &self.all.builder;
        let [address, start, end] = [callee, self.all.code_start, self.all.code_end]
            .map(|pointer| b.cast(Cast::PtrToInt, pointer, b.int_type(64)));
        let offset = b.binary(BinOp::Sub, address, start);
        let outside = b.compare(Predicate::Uge, offset, b.binary(BinOp::Sub, end, start));
        let outside = b.cast(Cast::ZExt, outside, b.int_type(32));
        self.unsupported(call, "call of machine code through a pointer", [outside]);
    }

    /// A function that exists as machine code only.
    fn external(&mut self, call: Value, name: &str, after: Value) {
        let replaces_unwinding = |model: &Model| model.is_replaced && call.opcode() == Opcode::Invoke;
        let Some(model) = externals::model(name).filter(|model| !replaces_unwinding(model)) else {
            return self.leave(call, name);
        };
        let arguments = call.arguments();
        let shadows = arguments.iter().map(|&a| self.scalar_shadow(a)).collect();
        let site = self.place(call);
        (model.follow)(self, &ExternalCall { call, name, arguments, shadows, site, after });
    }

    /// `length` bytes go from one place to another.
    pub fn copy(&mut self, call: Value, to: Value, from: Value, length: Value) {
        if self.pace == Pace::Fast {
            return match length.as_const_int() {
                Some(bytes @ 0..=SHORT) => self.copy_short(call, to, from, bytes),
                _ => self.copy_some(call, to, from, length),
            };
        }
        let [to_shadow, from_shadow, length_shadow] = [to, from, length].map(|v| self.scalar_shadow(v));
        let site = self.place(call);
        let length = self.all.bits(length, 64);
        self.all.hook(Hook::Copy, &[to, to_shadow, from, from_shadow, length, length_shadow, site]);
    }

    /// `length` bytes become one byte.
    pub fn fill(&mut self, call: Value, to: Value, byte: Value, length: Value) {
        if self.pace == Pace::Fast {
            return match length.as_const_int() {
                Some(bytes @ 0..=SHORT) => self.clear_short(call, to, bytes, 1),
                _ => self.clear_some(call, to, length),
            };
        }
        let [to_shadow, byte_shadow, length_shadow] = [to, byte, length].map(|v| self.scalar_shadow(v));
        let width = self.scalar_width(byte.type_of()).unwrap_or(8);
        let byte_shadow = self.resize(forall_protocol::terms::Op::Extract, width, 8, byte_shadow);
        let site = self.place(call);
        let length = self.all.bits(length, 64);
        self.all.hook(Hook::Fill, &[to, to_shadow, byte_shadow, length, length_shadow, site]);
    }

    /// Reports a call into code that is not followed.
    pub fn leave(&mut self, call: Value, name: &str) {
        let site = self.place(call);
        let what = self.all.text(name);
        self.all.hook(Hook::Leave, &[site, what]);
    }

    /// Goes on with the concrete values of what is symbolic.
    pub fn fix_all(&self, values: &[Value], shadows: &[Value], site: Value) {
        for (&value, &shadow) in values.iter().zip(shadows) {
            if let (false, Some(width @ 1..=64)) = (self.is_zero(shadow), self.scalar_width(value.type_of()))
            {
                let value = self.all.bits(value, 64);
                self.all.hook(Hook::Fix, &[shadow, self.all.word(width), value, site]);
            }
        }
    }

    /// Puts a value with a shadow in the place of a call.
    pub fn yield_in_place(&mut self, call: Value, result: Value, shadow: Value) {
        self.replace(call, result);
        if self.pace == Pace::Fast {
            // watched like the result of any other call
            let b = &self.all.builder;
            b.store(shadow, self.all.words.results);
            b.store(shadow, self.all.words.returned);
        } else {
            self.set_shadow(result, vec![shadow]);
        }
    }

    /// Puts a hook's result in the place of a call.
    pub fn replace(&mut self, call: Value, result: Value) {
        call.replace_all_uses_with(result);
        self.replaced.push((call, result));
    }

    fn assembly(&mut self, call: Value, text: &str) {
        let returns = !self.leaves(call.type_of()).is_empty();
        let tells_of_the_machine = text.trim() == "pause" || asks_machine(text);
        if text.is_empty() && !returns {
            return; // a barrier for the compiler: `black_box`
        }
        if tells_of_the_machine {
            let shadows: Vec<Value> = call.arguments().iter().flat_map(|&a| self.shadow(a)).collect();
            return self.unsupported(call, "inline assembly", shadows);
        }
        self.leave(call, "inline assembly");
    }
}
