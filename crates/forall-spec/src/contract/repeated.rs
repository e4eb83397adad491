//! What holds in each iteration of a loop: `loop_invariant!(sum <= limit)`.

use super::Function;
use super::inside::{InCondition, is_condition_of};
use super::level::{Level, level};
use super::met::{Clause, Met, text_of};
#[cfg(not(forall_explore))]
use crate::__private::is_discarded;
use forall_protocol::contract::{Rule, Violation};
use std::any::type_name;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// The function is found by the type of a closure in it. The place of the call is that of the condition.
#[track_caller]
pub fn loop_invariant<F>(_: &F, clause: &'static Clause, condition: impl Fn() -> Met) {
    static LOOP: Function = Function { name: "", module: "" };
    if level() != Level::All || is_condition_of(&LOOP).1 {
        return;
    }
    let result = {
        let _inside = InCondition::of(&LOOP, false);
        catch_unwind(AssertUnwindSafe(condition))
    };
    let (rule, conjunct, values) = match result {
        Ok(Ok(())) => return,
        Ok(Err(unmet)) => (Rule::LoopInvariant, unmet.conjunct, unmet.values),
        #[cfg(not(forall_explore))]
        Err(payload) if is_discarded(&*payload) => resume_unwind(payload),
        Err(payload) => match text_of(&*payload) {
            Some(text) => (Rule::Condition, "", text.to_owned()),
            None => resume_unwind(payload),
        },
    };
    let violation = Violation {
        rule,
        function: function(type_name::<F>()),
        clause: clause.text.into(),
        conjunct: conjunct.into(),
        values,
        written: format!("{}:{}", clause.file, clause.line),
        called: String::new(),
    };
    panic!("{violation}")
}

/// `Stack::sum` of `package::stack::Stack::sum::{{closure}}`: the last names that are those of types, and that of the function.
fn function(closure: &str) -> String {
    let named = closure.split("::{{closure}}").next().unwrap_or_default();
    let mut depth = 0;
    let mut parts = vec![String::new()];
    for c in named.chars() {
        match c {
            '<' => depth += 1,
            '>' => depth -= 1,
            _ => {}
        }
        match (c, parts.last_mut()) {
            (':', Some(last)) if depth == 0 => {
                if !last.is_empty() {
                    parts.push(String::new());
                }
            }
            (c, Some(last)) => last.push(c),
            (_, None) => {}
        }
    }
    let last = parts.pop().unwrap_or_default();
    match parts.pop() {
        Some(owner) if owner.starts_with(|c: char| c.is_uppercase() || c == '<') => {
            format!("{}::{last}", owner_name(&owner))
        }
        _ => last,
    }
}

/// `<Stack as Push>` of `<package::stack::Stack as package::Push>`.
fn owner_name(owner: &str) -> String {
    let short = |name: &str| name.rsplit("::").next().unwrap_or_default().to_owned();
    match owner.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')) {
        Some(inner) => match inner.split_once(" as ") {
            Some((ty, of)) => format!("<{} as {}>", short(ty), short(of)),
            None => short(inner),
        },
        None => owner.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loop_stands_in_a_function() {
        for (closure, expected) in [
            ("package::sum::{{closure}}", "sum"),
            ("package::stack::Stack::sum::{{closure}}::{{closure}}", "Stack::sum"),
            ("<package::Stack as package::Push>::push::{{closure}}", "<Stack as Push>::push"),
            ("package::Stack<alloc::vec::Vec<u8>>::sum::{{closure}}", "Stack<alloc::vec::Vec<u8>>::sum"),
        ] {
            assert_eq!(function(closure), expected);
        }
    }
}
