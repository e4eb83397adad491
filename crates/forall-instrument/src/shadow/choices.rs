//! Instructions that choose where to go, and the way back.

use super::MAX_WORDS;
use super::function::{FunctionShadow, Pace};
use crate::llvm::{Block, Cast, Opcode, Scope, Value};
use crate::sites::Detail;
use forall_protocol::hooks::Hook;
use forall_protocol::manifest::NOT_COUNTED;

/// How many blocks may lie between a choice and the panic it leads to.
const PANIC_DISTANCE: usize = 24;

/// With more cases than this, a call to a hook is shorter than telling them apart in place.
const MANY_CASES: usize = 12;

impl FunctionShadow<'_> {
    pub fn branch(&mut self, instruction: Value) {
        let condition = instruction.condition();
        let shadow = self.scalar_shadow(condition);
        // LLVM lists the true side first; outcome 1 is "taken".
        let successors = instruction.successors();
        let panics = |block: Block| u32::from(self.panics.contains(&block));
        let panicking = panics(successors[1]) | panics(successors[0]) << 1;
        let (site, counted) = self.choice(instruction, 2, panicking);
        if self.pace == Pace::Fast {
            return self.cover_branch(site, condition);
        }
        if self.is_zero(shadow) && !counted {
            return;
        }
        let (b, site) = (&self.all.builder, self.all.site(site));
        let taken = b.cast(Cast::ZExt, condition, b.int_type(32));
        self.all.hook(Hook::Branch, &[site, shadow, taken]);
    }

    pub fn switch(&mut self, instruction: Value) {
        let condition = instruction.operand(0);
        let shadow = self.scalar_shadow(condition);
        let width = self.scalar_width(condition.type_of()).expect("switches are over integers");
        let successors = instruction.successors();
        let mut groups: Vec<Block> = Vec::new();
        let mut cases: Vec<(usize, Value)> = Vec::new();
        for (index, &successor) in successors.iter().enumerate().skip(1) {
            if successor == successors[0] {
                continue; // goes where the default goes
            }
            let group = groups.iter().position(|&known| known == successor).unwrap_or_else(|| {
                groups.push(successor);
                groups.len() - 1
            });
            cases.push((group, instruction.case_value(index as u32)));
        }
        cases.sort_by_key(|&(group, _)| group);
        let has_default = !is_impossible(successors[0]);
        let outcomes = groups.len() as u32 + u32::from(has_default);
        let panicking = groups
            .iter()
            .chain(has_default.then_some(&successors[0]))
            .enumerate()
            .filter(|&(index, &block)| index < 32 && self.panics.contains(&block))
            .fold(0, |bits, (index, _)| bits | 1 << index);
        let (site, counted) = self.choice(instruction, outcomes, panicking);
        if self.is_zero(shadow) && !counted {
            return;
        }
        if self.pace == Pace::Fast && cases.len() <= MANY_CASES {
            let default = groups.len() as u64;
            return self.cover_switch(site, condition, &cases, default);
        }
        let site = self.all.site(site);
        let table = self.switch_table(width, groups.len(), has_default, &cases);
        let value = self.all.bits(condition, 128);
        self.all.hook(Hook::Switch, &[site, shadow, value, table]);
    }

    /// A constant in the layout of `SwitchTable`.
    fn switch_table(&self, width: u32, groups: usize, has_default: bool, cases: &[(usize, Value)]) -> Value {
        let b = &self.all.builder;
        let mut words: Vec<u64> = Vec::new();
        words.push(u64::from(width) | (groups as u64) << 32);
        words.push(u64::from(has_default) | (cases.len() as u64) << 32);
        for &(group, value) in cases {
            let bits = value.const_bits();
            words.extend([bits as u64, (bits >> 64) as u64, group as u64]);
        }
        let words: Vec<Value> = words.into_iter().map(|word| b.int(64, word)).collect();
        let contents = b.const_array(b.int_type(64), &words);
        let global = self.all.module.add_global("forall.switch", contents.type_of());
        global.set_initializer(contents);
        global.set_constant();
        global.set_linkage(crate::llvm::Linkage::Internal);
        global
    }

    /// The site of a choice, and whether its outcomes are counted.
    fn choice(&mut self, instruction: Value, outcomes: u32, panicking: u32) -> (u32, bool) {
        let location = instruction.debug_locations().into_iter().next().unwrap_or_default();
        let ordinal = self.ordinals.entry(location.clone()).or_insert(0);
        *ordinal += 1;
        let ordinal = *ordinal;
        let scope = Scope::of_instruction(self.all.module.context, instruction).first().copied();
        let (scope, generated) = scope.map_or((self.name, false), |scope| self.all.described(scope));
        let detail = Detail { scope, ordinal, generated };
        let site = self.all.sites.choice(location, self.name, detail, outcomes, panicking);
        (site, self.all.sites.first_outcome(site) != NOT_COUNTED)
    }

    pub fn ret(&mut self, instruction: Value) {
        let b = &self.all.builder;
        if let Some(outer) = self.outer_place {
            b.store(outer, self.all.words.place);
        }
        let Some(&value) = instruction.operands().first() else { return };
        let shadows = self.shadow(value);
        let any = self.any_of(shadows.iter().take(MAX_WORDS).copied());
        let b = &self.all.builder;
        if !self.is_zero(any) {
            for (word, &shadow) in shadows.iter().take(MAX_WORDS).enumerate() {
                b.store(shadow, b.offset(self.all.words.results, 4 * word as u64));
            }
        }
        if !shadows.is_empty() {
            b.store(any, self.all.words.returned);
        }
        if shadows.len() > MAX_WORDS {
            self.unsupported(instruction, "very large result", shadows[MAX_WORDS..].to_vec());
        }
    }
}

/// Does the block lead straight, without a choice, to a call that does not return?
pub fn panics(block: Block) -> bool {
    let mut block = block;
    let mut called = false;
    for _ in 0..PANIC_DISTANCE {
        let terminator = block.terminator();
        called |= block.instructions().iter().any(|i| matches!(i.opcode(), Opcode::Call | Opcode::Invoke));
        match terminator.opcode() {
            Opcode::Unreachable => return called,
            Opcode::Br if !terminator.is_conditional() => block = terminator.successors()[0],
            Opcode::Invoke => block = terminator.normal_destination(),
            _ => return false,
        }
    }
    false
}

/// Nothing but `unreachable`: the compiler knows that control never comes here.
fn is_impossible(block: Block) -> bool {
    block.instructions()[0].opcode() == Opcode::Unreachable
}
