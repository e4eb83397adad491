//! A call of a function with a contract.

use super::Function;
use super::inside::{InCondition, InType, Tested, is_condition_of, is_in_type, take_tested};
use super::level::{Level, level};
use super::met::{Clause, Met, Unmet, text_of};
use crate::__private::discard;
#[cfg(not(forall_explore))]
use crate::__private::is_discarded;
use forall_protocol::contract::{Rule, Violation};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, Location, catch_unwind, resume_unwind};

pub struct Call {
    function: &'static Function,
    caller: &'static Location<'static>,
    /// Is it checked what the caller owes? Not where its contract is being evaluated already.
    is_required: bool,
    /// Is the rest? Not where any contract is being evaluated.
    is_checked: bool,
    /// The type whose invariant it keeps, or empty.
    of: &'static str,
    /// Does it come from outside of the type?
    is_outermost: bool,
    /// It is the contract that is tested: what the caller owes is assumed.
    tested: Option<Tested>,
    /// What does not hold now makes the input meaningless.
    assumes: Cell<bool>,
    /// The method belongs to a trait, and what that requires holds.
    is_accepted: Cell<bool>,
    /// What the trait requires does not hold: callers know that alone.
    refused: Cell<Option<Unmet>>,
}

impl Call {
    #[track_caller]
    pub fn of(function: &'static Function, of: &'static str) -> Call {
        let (is_own_condition, is_condition) = is_condition_of(function);
        let tested = take_tested();
        let level = if tested.is_some() { Level::All } else { level() };
        Call {
            function,
            caller: Location::caller(),
            is_required: !is_own_condition && level >= Level::Requires,
            is_checked: !is_condition && level == Level::All,
            of,
            is_outermost: !of.is_empty() && !is_in_type(of),
            tested,
            assumes: Cell::new(false),
            is_accepted: Cell::new(false),
            refused: Cell::new(None),
        }
    }

    /// The call that a test of a contract is about to make, for what it assumes.
    pub fn of_test(function: &'static Function) -> Call {
        Call {
            function,
            caller: Location::caller(),
            is_required: true,
            is_checked: true,
            of: "",
            is_outermost: true,
            tested: Some(Tested { behavior: None }),
            assumes: Cell::new(false),
            is_accepted: Cell::new(false),
            refused: Cell::new(None),
        }
    }

    /// Evaluates something that the caller owes. The place of the call is that of the condition.
    #[track_caller]
    pub fn met(&self, clause: &'static Clause, condition: impl Fn() -> Met) -> Met {
        if !self.is_required {
            return Ok(());
        }
        self.evaluated(clause, self.tested.is_some() || self.assumes.get(), condition)
            .map_err(|unmet| Unmet { clause: Some(clause), ..unmet })
    }

    /// What the caller owes.
    #[track_caller]
    pub fn required(&self, met: Met) {
        if let Err(unmet) = met {
            if self.is_accepted.get() {
                self.violated(Rule::Stricter, unmet);
            }
            if self.tested.is_some() {
                discard();
            }
            self.violated(Rule::Requires, self.refused.take().unwrap_or(unmet));
        }
    }

    /// What the trait requires does not hold. The implementation may require less.
    pub(super) fn is_refused_by_trait(&self, unmet: Unmet) {
        self.refused.set(Some(unmet));
    }

    /// What the trait requires of callers holds: no implementation may refuse the call.
    pub(super) fn is_accepted_by_trait(&self) {
        self.is_accepted.set(true);
    }

    /// What the caller owes: one of these. Of a behavior that does not apply nobody reads the values, unless none of them does.
    #[track_caller]
    pub fn required_one_of<const N: usize>(
        &self,
        any: &'static Clause,
        all: [&dyn Fn() -> Met; N],
    ) -> [bool; N] {
        self.assumes.set(true);
        let holds = all.map(|met| met().is_ok());
        self.assumes.set(false);
        let behavior = self.tested.and_then(|tested| tested.behavior);
        if behavior.is_some_and(|behavior| !holds[behavior]) {
            discard();
        }
        if !holds.contains(&true) {
            self.required(one_of(any, all.map(|met| met())));
        }
        holds
    }

    /// What `ensures` needs of the state before, where it applies.
    #[track_caller]
    pub fn before<T>(&self, applies: bool, clause: &'static Clause, values: impl Fn() -> T) -> Option<T> {
        (self.is_checked && applies).then(|| self.evaluated(clause, false, values))
    }

    /// Runs the body.
    pub fn run<R>(&self, body: impl FnOnce() -> R) -> R {
        let _inside = self.is_outermost.then(|| InType::called(self.of));
        body()
    }

    /// What the function owes. The place of the call is that of the condition.
    #[track_caller]
    pub fn ensured<T>(&self, clause: &'static Clause, before: Option<T>, condition: impl Fn(T) -> Met) {
        self.owed(Rule::Ensures, clause, before, condition);
    }

    /// What is owed after the call, and needed something of the state before it.
    #[track_caller]
    pub(super) fn owed<T>(
        &self,
        rule: Rule,
        clause: &'static Clause,
        before: Option<T>,
        condition: impl Fn(T) -> Met,
    ) {
        let Some(before) = before else { return };
        if let Err(unmet) = self.evaluated(clause, false, || condition(before)) {
            self.violated(rule, Unmet { clause: Some(clause), ..unmet });
        }
    }

    /// What becomes of ghost state. The place of the call is that of the clause.
    #[track_caller]
    pub fn updated<T, V>(
        &self,
        clause: &'static Clause,
        before: Option<T>,
        value: impl Fn(T) -> V,
    ) -> Option<V> {
        before.map(|before| self.evaluated(clause, false, || value(before)))
    }

    #[track_caller]
    pub fn invariant_before(&self, holds: impl FnOnce() -> Met) {
        if !self.is_checked || !self.is_outermost {
            return;
        }
        self.assumes.set(self.tested.is_some());
        let met = holds();
        self.assumes.set(false);
        if let Err(unmet) = met {
            if self.tested.is_some() {
                discard();
            }
            self.violated(Rule::InvariantBefore, unmet);
        }
    }

    /// Does the invariant hold of something that is about to be used? If not, nobody asks why.
    #[track_caller]
    pub(super) fn is_kept(&self, holds: impl FnOnce() -> Met) -> bool {
        self.assumes.set(true);
        holds().is_ok()
    }

    #[track_caller]
    pub fn invariant_after(&self, holds: impl FnOnce() -> Met) {
        if self.is_checked
            && self.is_outermost
            && let Err(unmet) = holds()
        {
            self.violated(Rule::Invariant, unmet);
        }
    }

    /// A condition of an invariant.
    #[track_caller]
    pub fn invariant(&self, clause: &'static Clause, condition: impl Fn() -> Met) -> Met {
        self.evaluated(clause, self.assumes.get(), condition)
            .map_err(|unmet| Unmet { clause: Some(clause), ..unmet })
    }

    #[track_caller]
    pub(super) fn evaluated<T>(
        &self,
        clause: &'static Clause,
        assuming: bool,
        condition: impl FnOnce() -> T,
    ) -> T {
        let result = {
            let _inside = InCondition::of(self.function, assuming);
            catch_unwind(AssertUnwindSafe(condition))
        };
        match result {
            Ok(value) => value,
            #[cfg(not(forall_explore))]
            Err(payload) if is_discarded(&*payload) => resume_unwind(payload),
            Err(payload) => match text_of(&*payload) {
                Some(text) => {
                    let values = text.to_owned();
                    self.violated(Rule::Condition, Unmet { clause: Some(clause), conjunct: "", values })
                }
                None => resume_unwind(payload),
            },
        }
    }

    pub(super) fn function(&self) -> &'static Function {
        self.function
    }

    pub(super) fn is_checked(&self) -> bool {
        self.is_checked
    }

    pub(super) fn is_tested(&self) -> bool {
        self.tested.is_some()
    }

    /// Does it come from outside of the type?
    pub fn is_outermost(&self) -> bool {
        self.is_outermost
    }

    /// Evaluates something that may well not hold: nobody reads the values.
    #[track_caller]
    pub(super) fn quietly(&self, clause: &'static Clause, condition: impl Fn() -> Met) -> Met {
        self.evaluated(clause, true, condition)
    }

    #[track_caller]
    pub(super) fn violated(&self, rule: Rule, unmet: Unmet) -> ! {
        let place = |file: &str, line: u32| format!("{file}:{line}");
        let Unmet { clause, conjunct, values } = unmet;
        let called = match self.tested.is_some() {
            true => String::new(),
            false => place(self.caller.file(), self.caller.line()),
        };
        let violation = Violation {
            rule,
            function: self.function.name.into(),
            clause: clause.map(|clause| clause.text).unwrap_or_default().into(),
            conjunct: conjunct.into(),
            values,
            written: clause.map(|clause| place(clause.file, clause.line)).unwrap_or_default(),
            called,
        };
        panic!("{violation}")
    }
}

/// One of them must be met.
pub(super) fn one_of<const N: usize>(any: &'static Clause, all: [Met; N]) -> Met {
    if all.iter().any(Met::is_ok) {
        return Ok(());
    }
    let mut values: Vec<String> = all.into_iter().filter_map(Met::err).map(|unmet| unmet.values).collect();
    values.dedup();
    Err(Unmet { clause: Some(any), conjunct: "", values: values.join(", ") })
}
