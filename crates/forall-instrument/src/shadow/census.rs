//! What the instrumenter met, and what it did about it: nothing may fall between following and reporting.
//!
//! Taken down only when asked for, by the tests of this crate and by an environment variable, see [`crate::link`].
//!
//! See docs/decisions/unmodelled-operations-leave-a-note.md.

use super::function::FunctionShadow;
use super::intrinsics::{is_without_data, without_types};
use crate::llvm::{Opcode, Value};
use forall_protocol::hooks::Hook;
use forall_protocol::wire::Malformed;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

/// Kinds of instructions and functions, with what became of each.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Census {
    pub kinds: BTreeMap<String, BTreeSet<Treatment>>,
    /// Hooks added since the last instruction was taken down.
    hooks: RefCell<Vec<Hook>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Treatment {
    /// Its result has a term, or its effect is passed to a hook.
    Followed,
    /// A note is made when it meets symbolic data, or always.
    Reported,
    /// It never met anything that could be symbolic.
    Concrete,
    /// It computes nothing from data.
    NoData,
    /// Symbolic data goes in, and nothing is said of what comes out. There must be none of these.
    Dropped,
}

forall_protocol::list_variants!(Treatment: Followed, Reported, Concrete, NoData, Dropped);

impl Treatment {
    fn name(self) -> &'static str {
        match self {
            Treatment::Followed => "followed",
            Treatment::Reported => "reported",
            Treatment::Concrete => "concrete",
            Treatment::NoData => "no data",
            Treatment::Dropped => "DROPPED",
        }
    }
}

impl fmt::Display for Treatment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Census {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Census, Malformed> {
        let mut census = Census::default();
        for line in text.lines() {
            let (kind, treatments) = line.rsplit_once(": ").ok_or(Malformed)?;
            let known = census.kinds.entry(kind.to_owned()).or_default();
            for treatment in treatments.split(", ") {
                let named = Treatment::ALL.into_iter().find(|known| known.name() == treatment);
                known.insert(named.ok_or(Malformed)?);
            }
        }
        Ok(census)
    }
}

impl fmt::Display for Census {
    /// A line each, `kind: treatments`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (kind, treatments) in &self.kinds {
            // That it was also met without symbolic data says nothing.
            let telling = treatments.iter().filter(|&&t| t != Treatment::Concrete || treatments.len() == 1);
            let telling: Vec<String> = telling.map(Treatment::to_string).collect();
            writeln!(f, "{kind}: {}", telling.join(", "))?;
        }
        Ok(())
    }
}

impl Census {
    pub fn merged<'a>(parts: impl IntoIterator<Item = &'a Census>) -> Census {
        let mut all = Census::default();
        for (kind, treatments) in parts.into_iter().flat_map(|part| &part.kinds) {
            all.kinds.entry(kind.clone()).or_default().extend(treatments);
        }
        all
    }

    pub fn note_hook(&self, hook: Hook) {
        self.hooks.borrow_mut().push(hook);
    }
}

impl super::Shadowing {
    /// What was added so far belongs to no instruction.
    pub fn forget_hooks(&mut self) {
        if let Some(census) = &mut self.census {
            census.hooks.get_mut().clear();
        }
    }
}

impl FunctionShadow<'_> {
    /// Takes down what was done about an instruction.
    pub fn take_down(&mut self, instruction: Value, had_symbolic_operands: bool) {
        let has_result = !self.leaves(instruction.type_of()).is_empty();
        let followed = self.has_shadow(instruction);
        // Its shadow would be lost on the way through phis and slots. (What is reloaded from a slot goes no
        // further.)
        let lost = followed && instruction.opcode() != Opcode::Load && !self.may_be_symbolic(instruction);
        let Some(census) = &mut self.all.census else { return };
        let hooks = std::mem::take(census.hooks.get_mut());
        let reports = |hook: &Hook| matches!(hook, Hook::Leave | Hook::Unsupported | Hook::UnsupportedRead);
        let Some(kind) = kind(instruction) else { return };
        let treatment = if kind.strip_prefix("llvm.").is_some_and(|_| is_without_data(&kind)) {
            Treatment::NoData
        } else if lost {
            Treatment::Dropped
        } else if hooks.iter().any(reports) {
            Treatment::Reported
        } else if followed || !hooks.is_empty() {
            Treatment::Followed
        } else if !had_symbolic_operands {
            Treatment::Concrete
        } else if !has_result || takes_a_part(instruction.opcode()) {
            Treatment::Followed
        } else {
            Treatment::Dropped
        };
        census.kinds.entry(kind).or_default().insert(treatment);
    }
}

/// Of a whole with symbolic parts, another part may be taken.
fn takes_a_part(opcode: Opcode) -> bool {
    matches!(opcode, Opcode::ExtractValue | Opcode::ExtractElement | Opcode::ShuffleVector)
}

/// `None` for what is none of the machine's, like calls within the program.
fn kind(instruction: Value) -> Option<String> {
    if !matches!(instruction.opcode(), Opcode::Call | Opcode::Invoke | Opcode::CallBr) {
        return Some(format!("{:?}", instruction.opcode()));
    }
    let callee = instruction.callee();
    if callee.assembly().is_some() {
        return Some("inline assembly".into());
    }
    if !callee.is_function() {
        return Some("call through a pointer".into());
    }
    let name = callee.name();
    if callee.is_intrinsic() {
        return Some(without_types(&name).to_owned());
    }
    if callee.is_declaration() && !name.starts_with("_ZN") && !name.starts_with("_R") {
        return Some(format!("extern {name}"));
    }
    None
}
