//! Instructions that read memory and write it in one step.

use super::function::FunctionShadow;
use crate::llvm::{BinOp, Cast, Predicate, RmwOp, Value};
use forall_protocol::hooks::Hook;
use forall_protocol::terms::Op;

impl FunctionShadow<'_> {
    pub fn compare_exchange(&mut self, instruction: Value, next: Value) {
        let [address, expected, new] = [0, 1, 2].map(|i| instruction.operand(i));
        let width = self.scalar_width(expected.type_of()).expect("only scalars are exchanged");
        let site = self.place(instruction);
        // What is read and what is written lie in one place.
        self.fix_address(address, self.scalar_shadow(address), site);
        let old_shadow = self.load_shadows(instruction, address, expected.type_of())[0];
        self.all.builder.before(next);
        let b = &self.all.builder;
        let (old, success) = (b.extract(instruction, 0), b.extract(instruction, 1));
        let equal = self.binary(Op::Eq, width, [old_shadow, self.scalar_shadow(expected)], [old, expected]);
        let taken = b.cast(Cast::ZExt, success, b.int_type(32));
        self.all.hook(Hook::Branch, &[site, equal, taken]);
        let stored = b.select(success, self.scalar_shadow(new), old_shadow);
        let width = self.all.word(width);
        self.all.hook(Hook::Store, &[address, self.all.zero(), stored, width, site]);
        self.set_shadow(instruction, vec![old_shadow, self.all.zero()]);
    }

    pub fn read_modify_write(&mut self, instruction: Value, next: Value) {
        let (address, value) = (instruction.operand(0), instruction.operand(1));
        let site = self.place(instruction);
        self.fix_address(address, self.scalar_shadow(address), site);
        let old_shadow = self.load_shadows(instruction, address, value.type_of())[0];
        let given = self.scalar_shadow(value);
        self.all.builder.before(next);
        let width = self.scalar_width(value.type_of()).expect("only scalars are modified so");
        let stored = self.modified(instruction, width, value, [old_shadow, given]).unwrap_or_else(|| {
            self.unsupported(instruction, "atomic read-modify-write", [old_shadow, given]);
            self.all.zero()
        });
        let width = self.all.word(width);
        self.all.hook(Hook::Store, &[address, self.all.zero(), stored, width, site]);
        self.set_shadow(instruction, vec![old_shadow]);
    }

    /// Shadow of what is written; the instruction itself is what was read.
    fn modified(&self, old: Value, width: u32, value: Value, shadows: [Value; 2]) -> Option<Value> {
        let plain = |op| Some(self.binary(op, width, shadows, [old, value]));
        let [old_shadow, given] = shadows;
        // The old value stays if these compare so.
        let choose = |op, predicate, compared: [(Value, Value); 2]| {
            let [(left, left_shadow), (right, right_shadow)] = compared;
            let shadow = self.binary(op, width, [left_shadow, right_shadow], [left, right]);
            let condition = self.all.builder.compare(predicate, left, right);
            self.select_term(width, shadow, shadows, condition, [old, value])
        };
        let least = |op, predicate| choose(op, predicate, [(old, old_shadow), (value, given)]);
        let most = |op, predicate| choose(op, predicate, [(value, given), (old, old_shadow)]);
        match old.rmw_op() {
            RmwOp::Exchange => Some(shadows[1]),
            RmwOp::Add => plain(Op::Add),
            RmwOp::Sub => plain(Op::Sub),
            RmwOp::And => plain(Op::And),
            RmwOp::Or => plain(Op::Or),
            RmwOp::Xor => plain(Op::Xor),
            RmwOp::Nand => {
                let b = &self.all.builder;
                let both = b.binary(BinOp::And, old, value);
                let shadow = self.binary(Op::And, width, shadows, [old, value]);
                Some(self.binary(Op::Xor, width, [shadow, self.all.zero()], [both, b.ones(width)]))
            }
            RmwOp::Min => Some(least(Op::SLe, Predicate::Sle)),
            RmwOp::UMin => Some(least(Op::ULe, Predicate::Ule)),
            RmwOp::Max => Some(most(Op::SLe, Predicate::Sle)),
            RmwOp::UMax => Some(most(Op::ULe, Predicate::Ule)),
            RmwOp::Other => None,
        }
    }
}
