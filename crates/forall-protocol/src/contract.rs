//! What a broken contract says: the message of the panic, written where the contract is checked and read by the host.

use std::fmt;

/// The variable that says how much of the contracts a program checks: `all`, `requires` or `off`.
pub const LEVEL: &str = "FORALL_CONTRACTS";

/// A condition of a contract that does not hold, or cannot be evaluated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    pub rule: Rule,
    /// `Stack::pop`
    pub function: String,
    /// The condition, as it is written.
    pub clause: String,
    /// That of its conjuncts which is false, where it has several.
    pub conjunct: String,
    /// `self.size() = 0`: the operands, or why there is no value.
    pub values: String,
    /// Where the condition is written: `file:line`.
    pub written: String,
    /// Where the call is: `file:line`. Of the call that a contract's own test makes it is empty.
    pub called: String,
}

/// What is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// A precondition: by who calls.
    Requires,
    /// A postcondition: by who is called.
    Ensures,
    /// A postcondition of the trait: by the implementation.
    EnsuresOfTrait,
    /// The trait's precondition holds, and not that of the implementation, which is at fault.
    Stricter,
    /// What no method may ever do: by the method.
    Constraint,
    /// What has to decrease where a function calls itself: by the function.
    Decreases,
    /// What holds in each iteration of a loop: by its function.
    LoopInvariant,
    /// An invariant, after a call: by who is called.
    Invariant,
    /// An invariant, before a call: by who changed the object.
    InvariantBefore,
    /// What must be panicked about: by who is called.
    Panics,
    /// What may not change: by who is called.
    Modifies,
    /// The condition itself panics: the contract is at fault.
    Condition,
}

impl Rule {
    const ALL: [Rule; 12] = [
        Rule::Requires,
        Rule::Ensures,
        Rule::EnsuresOfTrait,
        Rule::Stricter,
        Rule::Constraint,
        Rule::Decreases,
        Rule::LoopInvariant,
        Rule::Invariant,
        Rule::InvariantBefore,
        Rule::Panics,
        Rule::Modifies,
        Rule::Condition,
    ];

    /// What stands between the function and the condition.
    fn words(self) -> &'static str {
        match self {
            Rule::Requires => "is called although it requires",
            Rule::Ensures => "does not do what it ensures,",
            Rule::EnsuresOfTrait => "does not do what its trait ensures,",
            Rule::Stricter => "refuses what its trait accepts: it requires",
            Rule::Constraint => "does what no method may do, against",
            Rule::Decreases => "calls itself although this does not decrease:",
            Rule::LoopInvariant => "breaks the invariant of its loop,",
            Rule::Invariant => "breaks the invariant",
            Rule::InvariantBefore => "is called on what breaks the invariant",
            Rule::Panics => "does not panic as it must where",
            Rule::Modifies => "changes more than it may,",
            Rule::Condition => "has a contract that panics, in",
        }
    }
}

const FALSE: &str = ", of which this is false: `";
const VALUES: &str = ": ";
const WRITTEN: &str = " (written at ";
const CALLED: &str = ", called at ";

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Violation { rule, function, clause, conjunct, values, written, called } = self;
        write!(f, "`{function}` {} `{clause}`", rule.words())?;
        if !conjunct.is_empty() {
            write!(f, "{FALSE}{conjunct}`")?;
        }
        if !values.is_empty() {
            write!(f, "{VALUES}{values}")?;
        }
        write!(f, "{WRITTEN}{written}")?;
        if !called.is_empty() {
            write!(f, "{CALLED}{called}")?;
        }
        f.write_str(")")
    }
}

impl Violation {
    /// What a message says, if it is that of a broken contract.
    pub fn read(message: &str) -> Option<Violation> {
        let (function, rest) = message.strip_prefix('`')?.split_once("` ")?;
        let (rule, rest) = Rule::ALL
            .iter()
            .find_map(|rule| Some((*rule, rest.strip_prefix(rule.words())?.strip_prefix(" `")?)))?;
        let (rest, places) = rest.strip_suffix(')')?.rsplit_once(WRITTEN)?;
        let (written, called) = places.split_once(CALLED).unwrap_or((places, ""));
        // Conditions have no such signs but in texts; the values come last and may be anything.
        let (clause, rest) = rest.split_once('`')?;
        let (conjunct, rest) = match rest.strip_prefix(FALSE) {
            Some(rest) => rest.split_once('`')?,
            None => ("", rest),
        };
        Some(Violation {
            rule,
            function: function.into(),
            clause: clause.into(),
            conjunct: conjunct.into(),
            values: rest.strip_prefix(VALUES).unwrap_or_default().into(),
            written: written.into(),
            called: called.into(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn violation(rule: Rule) -> Violation {
        Violation {
            rule,
            function: "Stack::pop".into(),
            clause: "self.size() > 0 && self.top != \": (\"".into(),
            conjunct: "self.size() > 0".into(),
            values: "self.size() = 0, x = \"` (written at a:1)\"".into(),
            written: "src/lib.rs:3".into(),
            called: "tests/it.rs:9".into(),
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        for rule in Rule::ALL {
            let all = violation(rule);
            let few = Violation {
                conjunct: String::new(),
                values: String::new(),
                called: String::new(),
                ..violation(rule)
            };
            for violation in [all, few] {
                assert_eq!(Violation::read(&violation.to_string()), Some(violation));
            }
        }
    }

    #[test]
    fn other_messages_are_no_violations() {
        for message in ["boom", "`a` is called although it requires", "`a` does `b` (written at c)"] {
            assert_eq!(Violation::read(message), None);
        }
    }
}
