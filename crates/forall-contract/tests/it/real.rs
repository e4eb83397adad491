//! Relations beside objects that really do what their contracts say: every call that is made satisfies the relation; a state that differs in
//! what is observed is refused where the contract refuses it, and only where one of the contracts around it does.

use super::evaluated::{Call, Seen, Value};
use super::relation_of;
use std::collections::BTreeMap;

/// What is said of a call in Rust. Nothing where it cannot be evaluated.
type Judge = fn(&Call) -> Option<bool>;

/// A function of a contract, with its clauses written once more.
struct Function {
    name: &'static str,
    /// What it owes.
    own: Judge,
    /// What stays, and all that holds of the objects, whether the function speaks of it or not.
    around: Judge,
}

/// Holds the calls, and all that differ from them in one observation, against the relation.
fn check(source: &str, function: &Function, calls: &[Call]) {
    assert!(calls.len() > 3, "{} is hardly called", function.name);
    let relation = relation_of(source, function.name);
    assert!(relation.unclear.is_empty(), "{}: {:?}", function.name, relation.unclear[0].text);
    let (mut refused, mut accepted) = (0, 0);
    for call in calls {
        let outcome = &relation.outcomes[call.ends];
        if let Err(why) = call.satisfies(outcome) {
            panic!("{} does this, and the relation refuses it: {why}: {call:?}", function.name);
        }
        assert_eq!((function.own)(call), Some(true), "{}: {call:?}", function.name);
        assert_eq!((function.around)(call), Some(true), "{}: {call:?}", function.name);
        for other in differing(call) {
            let own = (function.own)(&other) == Some(true);
            let around = (function.around)(&other) == Some(true);
            match (other.satisfies(outcome), own, around) {
                (Ok(()), false, _) => {
                    panic!("{} must not do this, and the relation allows it: {other:?}", function.name)
                }
                (Err(why), true, true) => {
                    panic!("{} may do this, and the relation refuses it: {why}: {other:?}", function.name)
                }
                (Ok(()), ..) => accepted += 1,
                (Err(_), ..) => refused += 1,
            }
        }
    }
    assert!(refused > 10, "{}: {refused} states were refused, {accepted} accepted", function.name);
}

/// All calls that differ in one observation afterwards, or in the result.
fn differing(call: &Call) -> Vec<Call> {
    let mut all = Vec::new();
    for (object, seen) in &call.after {
        for (key, value) in &seen.0 {
            for other in others(value.as_ref()) {
                let mut call = call.clone();
                call.after.get_mut(object).unwrap().0.insert(key.clone(), Some(other));
                all.push(call);
            }
        }
    }
    for other in others(call.result.as_ref()) {
        all.push(Call { result: Some(other), ..call.clone() });
    }
    all
}

fn others(value: Option<&Value>) -> Vec<Value> {
    match value {
        Some(Value::Truth(truth)) => vec![Value::Truth(!truth)],
        Some(Value::Number(number)) => {
            (0..5).chain([254, 255]).filter(|other| other != number).map(Value::Number).collect()
        }
        Some(Value::Made(_)) | None => Vec::new(),
    }
}

fn number(number: u8) -> Option<Value> {
    Some(Value::Number(number))
}

fn truth(truth: bool) -> Option<Value> {
    Some(Value::Truth(truth))
}

const STACK: &str = r#"
    #[contract]
    #[invariant(self.size() <= 3)]
    impl Stack {
        #[requires(self.size() < 3)]
        #[ensures(|_| self.size() == old(self.size()) + 1 && self.get(self.size() - 1) == item)]
        pub fn push(&mut self, item: u8) {}

        #[panics(self.size() == 0, "empty", ensures(|_| self.size() == 0))]
        #[ensures(|ret| self.size() == old(self.size() - 1) && *ret == old(self.top()))]
        #[ensures(|_| self.size() == 0 || self.top() == old(self.get(if self.size() > 1 { self.size() - 2 } else { 0 })))]
        pub fn pop(&mut self) -> u8 {}

        #[requires(index < self.size())]
        #[modifies(self.get(index), self.top(), self.contains(_))]
        #[ensures(|_| self.get(index) == item && self.contains(item))]
        #[ensures(|_| self.get(0) == (if index == 0 { item } else { old(self.get(0)) }))]
        pub fn set(&mut self, index: u8, item: u8) {}

        #[requires(self.size() < 3)]
        #[modifies(self.size(), self.get(_), self.contains(_))]
        #[ensures(|_| self.size() == old(self.size()) + 1 && self.get(0) == item)]
        pub fn below(&mut self, item: u8) {}

        #[behavior(requires(self.contains(item)), ensures(|ret| *ret && self.size() > 0))]
        #[behavior(requires(!self.contains(item) && self.size() < 3), ensures(|ret| !*ret && self.size() == old(self.size()) + 1))]
        #[ensures(|_| self.contains(item))]
        pub fn add(&mut self, item: u8) -> bool {}

        #[ensures(|ret| ret.is_some() == (count <= 3) && ret.as_ref().is_none_or(|it| it.size() == count))]
        pub fn filled(count: u8) -> Option<Self> {}

        #[pure]
        pub fn size(&self) -> u8 {}

        #[pure]
        #[requires(index < self.size())]
        pub fn get(&self, index: u8) -> u8 {}

        #[pure]
        #[requires(self.size() > 0)]
        #[ensures(|ret| *ret == self.get(self.size() - 1))]
        pub fn top(&self) -> u8 {}

        #[pure]
        #[ensures(|ret| *ret == exists(0..self.size(), |i| self.get(i) == item))]
        pub fn contains(&self, item: u8) -> bool {}
    }
    pub struct Stack;
"#;

#[derive(Clone, Debug)]
struct Stack(Vec<u8>);

impl Stack {
    fn all() -> Vec<Stack> {
        let mut all = vec![Stack(Vec::new())];
        for length in 0..3 {
            let longer = all.iter().filter(|stack| stack.0.len() == length);
            let longer: Vec<Stack> =
                longer.flat_map(|stack| (0..3).map(|item| Stack([&stack.0[..], &[item]].concat()))).collect();
            all.extend(longer);
        }
        all
    }

    fn seen(&self) -> Seen {
        let mut seen = Seen::default().with("size", &[], number(self.0.len() as u8));
        seen = seen.with("top", &[], self.0.last().copied().map(Value::Number));
        for index in 0..4 {
            seen = seen.with("get", &[index], self.0.get(usize::from(index)).copied().map(Value::Number));
        }
        (0..4).fold(seen, |seen, item| seen.with("contains", &[item], truth(self.0.contains(&item))))
    }
}

/// What the observers of a stack ensure.
fn is_stack(seen: &Seen) -> Option<bool> {
    let size = seen.number("size", &[])?;
    let of_top = size == 0 || seen.number("top", &[])? == seen.number("get", &[size - 1])?;
    let mut of_items = true;
    for item in 0..4 {
        let mut is_in = false;
        for index in 0..size {
            is_in |= seen.number("get", &[index])? == item;
        }
        of_items &= seen.truth("contains", &[item])? == is_in;
    }
    Some(size <= 3 && of_top && of_items)
}

fn two(call: &Call) -> (&Seen, &Seen) {
    (&call.before["self"], &call.after["self"])
}

fn stacks(call: &Call) -> Option<bool> {
    Some(is_stack(two(call).0)? && is_stack(two(call).1)?)
}

fn pushed(call: &Call) -> Option<bool> {
    let (before, after) = two(call);
    let (size, new) = (before.number("size", &[])?, after.number("size", &[])?);
    let item = call.arguments["item"];
    Some(
        size < 3
            && new <= 3
            && new == size.checked_add(1)?
            && after.number("get", &[new.checked_sub(1)?])? == item,
    )
}

fn popped(call: &Call) -> Option<bool> {
    let (before, after) = two(call);
    let (size, new) = (before.number("size", &[])?, after.number("size", &[])?);
    if call.ends == 1 {
        return Some(size == 0 && new == 0);
    }
    let below = if size > 1 { size - 2 } else { 0 };
    let result = call.result == Some(Value::Number(before.number("top", &[])?));
    let is_new = size > 0 && new <= 3 && new == size.checked_sub(1)?;
    Some(is_new && result && (new == 0 || after.number("top", &[])? == before.number("get", &[below])?))
}

fn set(call: &Call) -> Option<bool> {
    let (before, after) = two(call);
    let (index, item) = (call.arguments["index"], call.arguments["item"]);
    let first = if index == 0 { item } else { before.number("get", &[0])? };
    let stays = after.number("size", &[])? == before.number("size", &[])?;
    let is_set = after.number("get", &[index])? == item && after.truth("contains", &[item])?;
    Some(stays && index < before.number("size", &[])? && is_set && after.number("get", &[0])? == first)
}

fn set_around(call: &Call) -> Option<bool> {
    let (before, after) = two(call);
    let index = call.arguments["index"];
    let others = (0..4).filter(|other| *other != index);
    let mut stay = others.map(|other| before.0[&("get", vec![other])] == after.0[&("get", vec![other])]);
    Some(stacks(call)? && stay.all(|stays| stays))
}

fn put_below(call: &Call) -> Option<bool> {
    let (before, after) = two(call);
    let (size, new) = (before.number("size", &[])?, after.number("size", &[])?);
    let is_first = after.number("get", &[0])? == call.arguments["item"];
    // Of an empty stack there is no top that could stay.
    let stays = size == 0 || after.number("top", &[])? == before.number("top", &[])?;
    Some(size < 3 && new <= 3 && new == size.checked_add(1)? && is_first && stays)
}

fn added(call: &Call) -> Option<bool> {
    let (before, after) = two(call);
    let item = call.arguments["item"];
    let was = before.truth("contains", &[item])?;
    let (size, new) = (before.number("size", &[])?, after.number("size", &[])?);
    let of_behavior = match was {
        true => new > 0,
        false => size < 3 && new == size.checked_add(1)?,
    };
    Some(
        of_behavior
            && new <= 3
            && call.result == Some(Value::Truth(was))
            && after.truth("contains", &[item])?,
    )
}

fn filled(call: &Call) -> Option<bool> {
    let count = call.arguments["count"];
    let is_made = call.result == Some(Value::Made(true));
    Some(is_made == (count <= 3) && (!is_made || call.after["ret"].number("size", &[])? == count))
}

fn call_of(
    before: &Stack,
    arguments: &[(&'static str, u8)],
    does: impl Fn(&mut Stack) -> Option<Value>,
) -> Call {
    let mut after = before.clone();
    let result = does(&mut after);
    Call {
        ends: 0,
        before: BTreeMap::from([("self", before.seen())]),
        after: BTreeMap::from([("self", after.seen())]),
        arguments: arguments.iter().copied().collect(),
        result,
    }
}

#[test]
fn a_stack_does_what_its_relations_say() {
    let push = Function { name: "Stack::push", own: pushed, around: stacks };
    let pop = Function { name: "Stack::pop", own: popped, around: stacks };
    let write = Function { name: "Stack::set", own: set, around: set_around };
    let below = Function { name: "Stack::below", own: put_below, around: stacks };
    let add = Function { name: "Stack::add", own: added, around: stacks };
    let fill = Function {
        name: "Stack::filled",
        own: filled,
        around: |call| match call.after.get("ret") {
            Some(made) => is_stack(made),
            None => Some(true),
        },
    };
    let mut calls: [Vec<Call>; 6] = Default::default();
    for stack in Stack::all() {
        let size = stack.0.len() as u8;
        let popped = call_of(&stack, &[], |stack| stack.0.pop().map(Value::Number));
        calls[1].push(Call { ends: usize::from(size == 0), ..popped });
        for item in 0..4 {
            if size < 3 {
                calls[5].push(call_of(&stack, &[("item", item)], |stack| {
                    stack.0.insert(0, item);
                    None
                }));
                calls[0].push(call_of(&stack, &[("item", item)], |stack| {
                    stack.0.push(item);
                    None
                }));
            }
            for index in 0..size {
                calls[2].push(call_of(&stack, &[("index", index), ("item", item)], |stack| {
                    stack.0[usize::from(index)] = item;
                    None
                }));
            }
            if stack.0.contains(&item) || size < 3 {
                calls[3].push(call_of(&stack, &[("item", item)], |stack| {
                    let was = stack.0.contains(&item);
                    if !was {
                        stack.0.push(item);
                    }
                    truth(was)
                }));
            }
        }
    }
    for count in 0..6_u8 {
        let made = (count <= 3).then(|| Stack(vec![7; count.into()]));
        calls[4].push(Call {
            arguments: BTreeMap::from([("count", count)]),
            result: Some(Value::Made(made.is_some())),
            after: made.iter().map(|made| ("ret", made.seen())).collect(),
            ..Call::default()
        });
    }
    for (function, calls) in [push, pop, write, add, fill, below].iter().zip(&calls) {
        check(STACK, function, calls);
    }
}

const ACCOUNT: &str = r#"
    #[contract]
    #[invariant(self.total() <= self.limit())]
    impl Account {
        #[requires(amount <= u8::MAX - self.total() && self.total() + amount <= self.limit())]
        #[modifies(self.total(), self.is_empty())]
        #[ensures(|_| self.total() == old(self.total()) + amount)]
        pub fn deposit(&mut self, amount: u8) {}

        #[panics(amount > self.total(), "too little", ensures(|_| self.total() == old(self.total())))]
        #[ensures(|ret| *ret == self.total() && self.total() + amount == old(self.total()))]
        pub fn withdraw(&mut self, amount: u8) -> u8 {}

        #[requires(self.total() >= amount && other.total() < 100 && amount < 100)]
        #[requires(other.total() + amount <= other.limit())]
        #[modifies(self.total(), other.total(), self.is_empty(), other.is_empty())]
        #[ensures(|_| self.total() == old(self.total()) - amount && other.total() == old(other.total()) + amount)]
        pub fn transfer(&mut self, other: &mut Account, amount: u8) {}

        #[pure]
        #[ensures(|ret| *ret == (self.total() == other.total() && self.limit() == other.limit()))]
        pub fn like(&self, other: &Account) -> bool {}

        #[pure]
        pub fn total(&self) -> u8 {}
        #[pure]
        #[ensures(|ret| *ret != 0)]
        pub fn limit(&self) -> u8 {}
        #[pure]
        #[ensures(|ret| *ret == (self.total() == 0))]
        pub fn is_empty(&self) -> bool {}
    }
    pub struct Account;
"#;

#[derive(Clone, Copy, Debug)]
struct Account {
    total: u8,
    limit: u8,
}

impl Account {
    fn all() -> Vec<Account> {
        let limits = [1, 3, 255];
        let each = |limit| [0, 1, 2, 3, 254, 255].into_iter().map(move |total| Account { total, limit });
        limits.into_iter().flat_map(each).filter(|it| it.total <= it.limit).collect()
    }

    fn seen(self) -> Seen {
        let seen = Seen::default().with("total", &[], number(self.total));
        seen.with("limit", &[], number(self.limit)).with("is_empty", &[], truth(self.total == 0))
    }
}

fn is_account(seen: &Seen) -> Option<bool> {
    let total = seen.number("total", &[])?;
    Some(
        total <= seen.number("limit", &[])?
            && seen.truth("is_empty", &[])? == (total == 0)
            && seen.number("limit", &[])? != 0,
    )
}

fn accounts(call: &Call) -> Option<bool> {
    let all = call.before.values().chain(call.after.values());
    Some(all.map(is_account).collect::<Option<Vec<bool>>>()?.into_iter().all(|is| is))
}

fn total(seen: &Seen) -> Option<u8> {
    seen.number("total", &[])
}

fn limit(seen: &Seen) -> Option<u8> {
    seen.number("limit", &[])
}

#[test]
fn an_account_does_what_its_relations_say() {
    let deposit = Function {
        name: "Account::deposit",
        own: |call| {
            let ((before, after), amount) = (two(call), call.arguments["amount"]);
            let is_kept = limit(before)? == limit(after)? && total(after)? <= limit(after)?;
            Some(is_kept && total(after)? == total(before)?.checked_add(amount)?)
        },
        around: accounts,
    };
    let withdraw = Function {
        name: "Account::withdraw",
        own: |call| {
            let ((before, after), amount) = (two(call), call.arguments["amount"]);
            if call.ends == 1 {
                return Some(amount > total(before)? && total(after)? == total(before)?);
            }
            let is_kept = amount <= total(before)? && total(after)? <= limit(after)?;
            let is_result = call.result == Some(Value::Number(total(after)?));
            Some(is_kept && is_result && total(after)?.checked_add(amount)? == total(before)?)
        },
        around: accounts,
    };
    let transfer = Function {
        name: "Account::transfer",
        own: |call| {
            let ((before, after), amount) = (two(call), call.arguments["amount"]);
            let (other, new) = (&call.before["other"], &call.after["other"]);
            let stays = limit(before)? == limit(after)? && limit(other)? == limit(new)?;
            let is_moved = total(after)? == total(before)?.checked_sub(amount)?;
            Some(
                stays
                    && is_moved
                    && total(after)? <= limit(after)?
                    && total(new)? == total(other)?.checked_add(amount)?,
            )
        },
        around: accounts,
    };
    let mut calls: [Vec<Call>; 3] = Default::default();
    let call =
        |ends, before: &[(&'static str, Account)], after: &[(&'static str, Account)], amount, result| Call {
            ends,
            before: before.iter().map(|(name, it)| (*name, it.seen())).collect(),
            after: after.iter().map(|(name, it)| (*name, it.seen())).collect(),
            arguments: BTreeMap::from([("amount", amount)]),
            result,
        };
    for account in Account::all() {
        for amount in [0, 1, 2, 3, 99, 255] {
            let with = |total: u8| [("self", Account { total, ..account })];
            if let Some(total) = account.total.checked_add(amount).filter(|total| *total <= account.limit) {
                calls[0].push(call(0, &[("self", account)], &with(total), amount, None));
            }
            calls[1].push(match account.total.checked_sub(amount) {
                Some(total) => call(0, &[("self", account)], &with(total), amount, number(total)),
                None => call(1, &[("self", account)], &[("self", account)], amount, None),
            });
            for other in Account::all().into_iter().filter(|other| other.total < 100 && amount < 100) {
                let sum = other.total + amount;
                if let Some(rest) = account.total.checked_sub(amount).filter(|_| sum <= other.limit) {
                    let before = [("self", account), ("other", other)];
                    let after = [with(rest)[0], ("other", Account { total: sum, ..other })];
                    calls[2].push(call(0, &before, &after, amount, None));
                }
            }
        }
    }
    for (function, calls) in [deposit, withdraw, transfer].iter().zip(&calls) {
        check(ACCOUNT, function, calls);
    }
}
