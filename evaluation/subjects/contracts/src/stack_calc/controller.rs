//! What the keys of a calculator do.

use super::{Factory, Number, Stack};
use forall_spec::{Input, contract};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    UnknownSymbol,
    NotPossible,
    NumberTooLong,
}

#[derive(Clone, Debug, Default, Input)]
pub struct Controller {
    stack: Stack,
    entry: Option<Number>,
    /// The stack before the last step, and the one after the step that was undone.
    #[forall(with = remembered)]
    done: Option<Stack>,
    #[forall(with = remembered)]
    undone: Option<Stack>,
    factory: Factory,
}

/// What may be remembered: what is in it does not matter.
#[allow(dead_code, reason = "without contracts nothing is drawn")]
fn remembered(value: Option<i64>) -> Option<Stack> {
    value.map(|value| {
        let mut stack = Stack::default();
        stack.push(value);
        stack
    })
}

#[contract]
impl Controller {
    #[ensures(|ret| ret.stack().is_empty() && !ret.is_entering())]
    #[ensures(|ret| !ret.can_undo() && !ret.can_redo())]
    pub fn new(factory: Factory) -> Self {
        Controller { factory, ..Controller::default() }
    }

    #[pure]
    pub fn stack(&self) -> &Stack {
        &self.stack
    }

    #[pure]
    pub fn is_entering(&self) -> bool {
        self.entry.is_some()
    }

    #[pure]
    pub fn can_undo(&self) -> bool {
        self.done.is_some()
    }

    #[pure]
    pub fn can_redo(&self) -> bool {
        self.undone.is_some()
    }

    #[requires(digit <= 9)]
    #[ensures(|ret| ret.is_err() || self.is_entering())]
    #[ensures(|_| self.stack().size() == old(self.stack().size()))]
    pub fn digit(&mut self, digit: u8) -> Result<(), Problem> {
        match &mut self.entry {
            Some(number) if !number.has_room_for(digit) => return Err(Problem::NumberTooLong),
            Some(number) => number.append(digit),
            None => self.entry = Some(Number::starting_with(digit)),
        }
        Ok(())
    }

    #[requires(self.is_entering())]
    #[ensures(|_| self.is_entering())]
    pub fn change_sign(&mut self) {
        if let Some(number) = &mut self.entry {
            number.change_sign();
        }
    }

    #[requires(self.is_entering())]
    pub fn erase(&mut self) {
        if let Some(number) = &mut self.entry {
            number.erase();
        }
    }

    #[requires(self.is_entering())]
    #[ensures(|_| !self.is_entering() && self.can_undo() && !self.can_redo())]
    #[ensures(|_| self.stack().size() == old(self.stack().size()) + 1)]
    pub fn enter(&mut self) {
        self.remember();
        if let Some(number) = self.entry.take() {
            self.stack.push(number.value());
        }
    }

    #[requires(!self.is_entering())]
    #[ensures(|_| self.stack().peek() == value && self.can_undo())]
    pub fn push(&mut self, value: i64) {
        self.remember();
        self.stack.push(value);
    }

    #[requires(!self.is_entering())]
    #[requires(!symbol.is_empty())]
    #[ensures(|ret| ret.is_ok() || self.stack().size() == old(self.stack().size()))]
    #[ensures(|ret| !matches!(ret, Err(Problem::NumberTooLong)))]
    pub fn operate(&mut self, symbol: &str) -> Result<(), Problem> {
        if !self.factory.knows(symbol) {
            return Err(Problem::UnknownSymbol);
        }
        let operator = self.factory.create(symbol);
        let fits =
            symbol != "square" || self.stack.is_empty() || self.stack.peek().unsigned_abs() <= 3_000_000_000;
        if !operator.is_possible(&self.stack) || !fits {
            return Err(Problem::NotPossible);
        }
        self.remember();
        operator.perform(&mut self.stack);
        Ok(())
    }

    #[requires(self.can_undo())]
    #[ensures(|_| self.can_redo())]
    pub fn undo(&mut self) {
        let before = self.done.take().expect("something was done");
        self.undone = Some(std::mem::replace(&mut self.stack, before));
    }

    /// It does not require on purpose what `take_undone` does.
    #[ensures(|_| self.can_undo())]
    pub fn redo(&mut self) {
        let after = self.take_undone();
        self.done = Some(std::mem::replace(&mut self.stack, after));
    }

    #[requires(self.can_redo())]
    fn take_undone(&mut self) -> Stack {
        self.undone.take().expect("something was undone")
    }

    fn remember(&mut self) {
        self.done = Some(self.stack.clone());
        self.undone = None;
    }
}
