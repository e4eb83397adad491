// What the programs made by `enumeration.rs` run on: all values of a type, and contracts checked as simply as can be.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// The lists of this length and of all shorter ones are tried.
const LONGEST: usize = 4;

/// A type all of whose values can be tried.
pub trait Every: Clone + 'static {
    fn each(f: &mut dyn FnMut(Self));
}

impl Every for u8 {
    fn each(f: &mut dyn FnMut(u8)) {
        (0..=u8::MAX).for_each(f);
    }
}

impl Every for i8 {
    fn each(f: &mut dyn FnMut(i8)) {
        (i8::MIN..=i8::MAX).for_each(f);
    }
}

impl Every for bool {
    fn each(f: &mut dyn FnMut(bool)) {
        [false, true].into_iter().for_each(f);
    }
}

impl<T: Every> Every for Option<T> {
    fn each(f: &mut dyn FnMut(Option<T>)) {
        f(None);
        T::each(&mut |value| f(Some(value)));
    }
}

impl<T: Every, const N: usize> Every for [T; N] {
    fn each(f: &mut dyn FnMut([T; N])) {
        lists(&mut Vec::new(), N, &mut |list: &Vec<T>| f(list.clone().try_into().ok().unwrap()));
    }
}

impl<T: Every> Every for Vec<T> {
    fn each(f: &mut dyn FnMut(Vec<T>)) {
        for length in 0..=LONGEST {
            lists(&mut Vec::new(), length, &mut |list: &Vec<T>| f(list.clone()));
        }
    }
}

fn lists<T: Every>(begun: &mut Vec<T>, length: usize, f: &mut dyn FnMut(&Vec<T>)) {
    if begun.len() == length {
        return f(begun);
    }
    T::each(&mut |value| {
        begun.push(value);
        lists(begun, length, f);
        begun.pop();
    });
}

pub fn for_all<I: IntoIterator>(over: I, holds: impl FnMut(I::Item) -> bool) -> bool {
    over.into_iter().all(holds)
}

pub fn exists<I: IntoIterator>(over: I, holds: impl FnMut(I::Item) -> bool) -> bool {
    over.into_iter().any(holds)
}

pub fn exists_one<I: IntoIterator>(over: I, mut holds: impl FnMut(I::Item) -> bool) -> bool {
    over.into_iter().filter_map(|element| holds(element).then_some(())).count() == 1
}

/// What does not hold of a contract, and whose fault that is: as a line of the list says it.
type Blame = String;

/// Which conjunct of a clause does not hold.
pub type Met = Result<(), &'static str>;

/// An input that is not accepted.
struct Meaningless;

thread_local! {
    /// The functions whose conditions are being evaluated.
    static CONDITIONS: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
    /// The types whose public methods run.
    static TYPES: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
    /// The next call is the one that is tried, with the number of its behavior.
    static TRIED: Cell<Option<Option<usize>>> = const { Cell::new(None) };
    /// The call that is tried panicked as its contract says.
    static PANICKED: Cell<bool> = const { Cell::new(false) };
    static BLAMES: RefCell<BTreeSet<Blame>> = const { RefCell::new(BTreeSet::new()) };
}

pub fn blame(party: &str, kind: &str, function: &str, condition: &str) -> Blame {
    format!("{party} {kind} {function} `{condition}`")
}

pub fn raise(blames: Vec<Blame>) -> ! {
    resume_unwind(Box::new(blames))
}

pub struct Call {
    function: &'static str,
    /// Is what it requires asked? Not while that is being evaluated.
    is_asked: bool,
    /// Is anything else? Not where a condition is evaluated.
    pub is_checked: bool,
    /// The type whose invariant it keeps.
    of: Option<&'static str>,
    pub tried: Option<Option<usize>>,
}

impl Call {
    pub fn of(function: &'static str, of: Option<&'static str>) -> Call {
        let of = of.filter(|of| TYPES.with_borrow(|types| !types.contains(of)));
        let (is_asked, is_checked) =
            CONDITIONS.with_borrow(|functions| (!functions.contains(&function), functions.is_empty()));
        Call { function, is_asked, is_checked, of, tried: TRIED.take() }
    }

    /// A condition. It is a mistake of the contract if there is no value.
    pub fn evaluated<T>(&self, clause: &'static str, condition: impl FnOnce() -> T) -> T {
        CONDITIONS.with_borrow_mut(|functions| functions.push(self.function));
        let value = catch_unwind(AssertUnwindSafe(condition));
        CONDITIONS.with_borrow_mut(Vec::pop);
        value.unwrap_or_else(|_| raise(vec![blame("contract", "any", self.function, clause)]))
    }

    pub fn accepts(&self, clause: &'static str, condition: impl FnOnce() -> Met) -> Met {
        if !self.is_asked {
            return Ok(());
        }
        self.evaluated(clause, condition)
    }

    pub fn requires(&self, met: Met) {
        let Err(conjunct) = met else { return };
        match self.tried {
            Some(_) => resume_unwind(Box::new(Meaningless)),
            None => raise(vec![blame("caller", "requires", self.function, conjunct)]),
        }
    }

    pub fn requires_one_of(&self, all: &'static str, applies: &[bool]) {
        if let Some(Some(number)) = self.tried
            && !applies[number]
        {
            resume_unwind(Box::new(Meaningless));
        }
        self.requires(if applies.contains(&true) { Ok(()) } else { Err(all) });
    }

    pub fn is_kept_before(&self, invariant: impl FnOnce() -> Met) {
        if self.is_checked && self.of.is_some() && let Err(conjunct) = invariant() {
            raise(vec![blame("object", "invariant", self.function, conjunct)]);
        }
    }

    pub fn run<R>(&self, body: impl FnOnce() -> R) -> std::thread::Result<R> {
        TYPES.with_borrow_mut(|types| types.extend(self.of));
        let result = catch_unwind(AssertUnwindSafe(body));
        TYPES.with_borrow_mut(|types| types.truncate(types.len() - usize::from(self.of.is_some())));
        match result {
            Err(payload) if payload.is::<Vec<Blame>>() || payload.is::<Meaningless>() => resume_unwind(payload),
            result => result,
        }
    }

    pub fn ensures(&self, clause: &'static str, blames: &mut Vec<Blame>, condition: impl FnOnce() -> Met) {
        if let Err(conjunct) = self.evaluated(clause, condition) {
            blames.push(blame("callee", "ensures", self.function, conjunct));
        }
    }

    pub fn is_kept_after(&self, blames: &mut Vec<Blame>, invariant: impl FnOnce() -> Met) {
        if self.is_checked && self.of.is_some() && let Err(conjunct) = invariant() {
            blames.push(blame("callee", "invariant", self.function, conjunct));
        }
    }

    pub fn stays(&self, clause: &'static str, blames: &mut Vec<Blame>, is_same: bool) {
        if !is_same {
            blames.push(blame("callee", "modifies", self.function, clause));
        }
    }

    pub fn must_panic(&self, clause: &'static str) -> Blame {
        blame("callee", "panics", self.function, clause)
    }

    /// It panicked as its contract says.
    pub fn panics(&self, payload: Box<dyn std::any::Any + Send>) -> ! {
        PANICKED.set(self.tried.is_some());
        resume_unwind(payload)
    }
}

pub fn says(payload: &Box<dyn std::any::Any + Send>, text: &str) -> bool {
    let said = payload.downcast_ref::<String>().map(String::as_str);
    said.or(payload.downcast_ref::<&str>().copied()).is_some_and(|said| said.contains(text))
}

/// Only what keeps its invariant is a value. An invariant that has no value is told of as often as it is asked.
pub fn is_kept(invariant: impl FnOnce() -> Met) -> bool {
    match catch_unwind(AssertUnwindSafe(invariant)) {
        Ok(met) => met.is_ok(),
        Err(payload) => {
            BLAMES.with_borrow_mut(|blames| blames.extend(*payload.downcast::<Vec<Blame>>().unwrap()));
            false
        }
    }
}

/// Tries the function on all its inputs, and prints what is true of its contract.
pub fn test(name: &str, behavior: Option<usize>, inputs: impl FnOnce(&mut dyn FnMut(&mut dyn FnMut()))) {
    std::panic::set_hook(Box::new(|_| {}));
    let (mut tried, mut meaningful) = (0, 0);
    inputs(&mut |call| {
        tried += 1;
        TRIED.set(Some(behavior));
        PANICKED.set(false);
        let result = catch_unwind(AssertUnwindSafe(call));
        meaningful += 1;
        match result {
            Ok(()) => {}
            Err(_) if PANICKED.get() => {}
            Err(payload) if payload.is::<Meaningless>() => meaningful -= 1,
            Err(payload) => BLAMES.with_borrow_mut(|blames| match payload.downcast::<Vec<Blame>>() {
                Ok(those) => blames.extend(*those),
                Err(_) => drop(blames.insert("panic".to_owned())),
            }),
        }
    });
    let mut blames = BLAMES.take();
    if meaningful == 0 && blames.is_empty() {
        blames.insert("unsatisfiable".to_owned());
    }
    println!("{name}\t{tried}\t{meaningful}\t{}", blames.into_iter().collect::<Vec<_>>().join("\t"));
}
