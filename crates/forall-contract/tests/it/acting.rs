//! What a relation must not say of the objects of a call, and what it must not leave out.

use super::meaning::*;
use super::{found, relation_of, specification};
use forall_contract::relation::{
    Changes, Origin, Root, Step, Steps, Variable, When, composed, consistent, numbered,
};

#[test]
fn what_may_change_is_named_and_all_else_stays() {
    let source = bag("#[modifies(self.has(item), self.len())]
        #[ensures(|_| self.has(item) && !self.has(other) && self.get(0) == item)]
        pub fn insert(&mut self, item: i32, other: i32, buffer: &mut u8) {}
        #[modifies(self.has(_), *buffer)]
        #[ensures(|_| !self.has(item) && *buffer == 3)]
        pub fn remove(&mut self, item: i32, buffer: &mut u8) {}
        #[modifies(self)]
        pub fn clear(&mut self) {}");
    assert_eq!(
        parts(&source, "Bag::insert", framed),
        [
            "self.weight() == self.weight() ==> self.weight()' == self.weight()",
            "self.flags()' is self.flags()",
            "self.name()' is self.name()",
            // It may be the same item.
            "other is item || self.has(other)' is self.has(other)",
            "0 < self.len() && 0 < self.len()' ==> self.get(0)' is self.get(0)",
            "buffer' is buffer",
        ]
    );
    let relation = relation_of(&source, "Bag::insert");
    let writes: Vec<String> = relation.writes().iter().map(ToString::to_string).collect();
    assert_eq!(writes, ["self.has(item)", "self.has(other)"]);
    assert_eq!(
        parts(&source, "Bag::remove", framed),
        [
            "self.len()' is self.len()",
            "self.weight() == self.weight() ==> self.weight()' == self.weight()",
            "self.flags()' is self.flags()",
            "self.name()' is self.name()"
        ]
    );
    assert_eq!(parts(&source, "Bag::clear", framed), [""; 0]);
}

#[test]
fn only_what_is_compared_stays() {
    let source = "
        mod away {
            #[contract] #[model(there: Vec<u8>)] impl super::Bag { #[pure] pub fn far(&self) -> u8 {} }
            #[contract] impl Other { #[pure] pub fn look(&self) -> u8 {} }
            pub struct Other { pub seen: u8 }
        }
        #[contract]
        #[model(here: Vec<u8>)]
        impl Bag {
            #[modifies(self.len())]
            #[requires(!self.has(old_one))]
            #[ensures(|_| self.has(new_one) && for_all(0..3, |i| self.has(i)) && self.has(self.len()) && old(self.has(4)))]
            pub fn swap(&mut self, old_one: u8, new_one: u8, other: &mut away::Other, thing: &mut Thing, lent: &Bag) {}
            #[pure] pub fn len(&self) -> u8 {}
            #[pure] #[ensures(|ret| *ret == self.items.contains(&item))] pub fn has(&self, item: u8) -> bool {}
        }
        pub struct Bag { pub seen: u8, items: Vec<u8> }
        struct Thing;
    ";
    assert_eq!(
        parts(source, "Bag::swap", framed),
        [
            "self.here' is self.here",
            "self.seen' is self.seen",
            "self.has(new_one)' is self.has(new_one)",
            "thing == thing ==> thing' == thing"
        ]
    );
}

#[test]
fn what_can_be_changed_through_the_result_does_not_stay() {
    let source = bag("#[modifies(self.len())] pub fn first_mut(&mut self) -> &mut i32 {}
        #[ensures(|_| true)] pub fn each_mut(&mut self) -> IterMut<'_, i32> {}")
    .replace("#[contract]", "#[contract] #[invariant(self.len() < 9)]");
    let relation = relation_of(&source, "Bag::first_mut");
    assert_eq!(relation.changes, Changes::Everything);
    for function in ["Bag::first_mut", "Bag::each_mut"] {
        let after = parts(&source, function, |origin| *origin == Origin::Invariant);
        assert_eq!(after, ["self.len() < 9"], "{function}");
    }
}

#[test]
fn no_result_is_observed_where_there_is_none() {
    let source = bag(r#"#[pure] #[panics(self.len() == 0, "empty")] pub fn top(&self) -> i32 {}"#);
    let relation = relation_of(&source, "Bag::top");
    assert!(of(&relation.outcomes[0], |_| true).contains(&"ret is self.top()'".to_owned()));
    let panics = of(&relation.outcomes[1], |_| true);
    assert!(panics.contains(&"self.len() == 0".to_owned()), "{panics:?}");
    assert!(!panics.iter().any(|term| term.contains("ret")), "{panics:?}");
}

#[test]
fn callers_do_not_owe_what_is_ensured() {
    let source =
        bag("#[requires(self.len() > 0)] #[ensures(|_| old(self.flags()) < 3 && old(self.get(9)) == 1)]
        pub fn pop(&mut self) {}");
    let relation = relation_of(&source, "Bag::pop");
    assert_eq!(relation.returns().guard().to_string(), "self.instantiated && self.len() > 0");
    assert_eq!(parts(&source, "Bag::pop", defined), ["9 < self.len()"]);
}

#[test]
fn types_that_contain_each_other_have_an_end() {
    let source = "
        #[contract] impl A { #[pure] pub fn look(&self) -> u8 {} }
        #[contract] impl B { #[pure] pub fn look(&self) -> u8 {} }
        pub struct A { pub b: Box<B> }
        pub struct B { pub a: Box<A> }
    ";
    assert_eq!(
        parts(source, "A::look", framed),
        ["self.b.a' is self.b.a", "self.b.look()' is self.b.look()", "self.look()' is self.look()"]
    );
}

#[test]
fn what_is_shared_pinned_or_copied_is_not_given_away() {
    let source = "
        #[contract]
        impl Point {
            pub fn shared(self: Rc<Self>, other: Arc<Point>) -> Rc<Point> {}
            pub fn pinned(self: Pin<&mut Self>) {}
            pub fn owned(self: Box<Self>, other: Point) {}
        }
        pub struct Point;
        #[contract]
        impl Dot {
            pub fn copied(self, other: Dot) {}
            #[requires(self.x() > 0)] pub fn seen(&self) {}
            #[pure] pub fn x(self) -> u8 {}
        }
        #[derive(Clone, Copy)] pub struct Dot;
    ";
    let objects = |function| parts(source, function, |origin| *origin == Origin::Instantiated);
    let stays = ["self.instantiated", "other.instantiated", "self.instantiated'", "other.instantiated'"];
    assert_eq!(objects("Point::shared"), [&stays[..], &["ret.instantiated'"]].concat());
    assert_eq!(objects("Point::pinned"), ["self.instantiated", "self.instantiated'"]);
    assert_eq!(
        objects("Point::owned"),
        ["self.instantiated", "other.instantiated", "!self.instantiated'", "!other.instantiated'"]
    );
    assert_eq!(objects("Dot::copied"), stays);
    assert_eq!(unclear(source, "Dot::seen"), [""; 0]);
}

#[test]
fn invariants_hold_where_they_are_checked() {
    let source = "
        #[contract]
        #[invariant(self.n() < 9)]
        impl Box3 {
            pub fn made() -> Option<Self> {}
            fn raw() -> Self {}
            pub fn pair() -> (Self, u8) {}
            pub fn merge(&mut self, other: &mut Box3) {}
            fn inner(&mut self, other: &mut Box3) {}
            #[pure] pub fn n(&self) -> u8 {}
        }
        pub struct Box3;
        #[contract]
        impl Drop for Box3 { fn drop(&mut self) {} }
        #[contract]
        fn both(first: &mut Box3, second: Option<Box3>) -> Box3 {}
    ";
    let invariants = |function| parts(source, function, |origin| *origin == Origin::Invariant);
    assert_eq!(invariants("Box3::made"), ["ret.is_some() ==> ret.unwrap().n()' < 9"]);
    assert_eq!(invariants("Box3::raw"), [""; 0]);
    assert_eq!(invariants("Box3::merge"), ["self.n() < 9", "other.n() < 9", "self.n()' < 9"]);
    assert_eq!(invariants("Box3::inner"), [""; 0]);
    assert_eq!(invariants("Box3::drop"), ["self.n() < 9"]);
    assert_eq!(invariants("both"), ["first.n() < 9", "second.is_some() ==> second.unwrap().n() < 9"]);
}

#[test]
fn objects_in_options_and_results_are_objects() {
    let source = "
        #[contract]
        impl Stack {
            #[ensures(|ret| ret.is_none() == (n > 9) && ret.as_ref().is_none_or(|it| it.size() == n))]
            pub fn new(n: u8) -> Option<Self> {}
            #[ensures(|ret| matches!(ret, Ok(it) if it.size() == 0))]
            pub fn open() -> Result<Self, String> {}
            #[requires(other.is_some() && other.as_ref().unwrap().size() >= 2)]
            pub fn add(&mut self, other: Option<Stack>) {}
            #[pure] pub fn size(&self) -> u8 {}
        }
        pub struct Stack;
    ";
    assert_eq!(
        parts(source, "Stack::new", ensured),
        ["ret.is_none() == (n > 9)", "!ret.is_some() || ret.is_some() && ret.unwrap().size()' == n"]
    );
    assert_eq!(parts(source, "Stack::open", ensured), ["ret.is_ok()", "ret.unwrap().size()' == 0"]);
    assert_eq!(
        parts(source, "Stack::add", |origin| *origin == Origin::Required),
        ["other.is_some()", "other.unwrap().size() >= 2"]
    );
    // It is required anyway.
    assert_eq!(parts(source, "Stack::add", defined), [""; 0]);
    // Constructors that can fail are actions.
    let specification = specification(source);
    let steps = Steps::of(&specification, specification.subject("Stack", &[]).unwrap());
    let step = steps.transition(1).to_string();
    assert!(step.contains("method_1 == new ==> "), "{step}");
    assert!(step.contains("ret_1.is_some() && self.size()#1 == n_1"), "{step}");
}

#[test]
fn what_a_constructor_makes_of_other_objects_is_the_object_of_the_next_calls() {
    let source = "
        #[contract]
        impl Stack {
            #[ensures(|ret| ret.size() == other.size())]
            pub fn of(other: &Stack) -> Self {}
            #[ensures(|ret| ret.size() == old(self.size()) && self.size() == 0)]
            pub fn taken(&mut self) -> Self {}
            #[pure] pub fn size(&self) -> u8 {}
        }
        pub struct Stack;
    ";
    let specification = specification(source);
    let step =
        Steps::of(&specification, specification.subject("Stack", &[]).unwrap()).transition(1).to_string();
    assert!(step.contains("self.size()#1 == other_1.size()#1"), "{step}");
    assert!(step.contains("ret_1.size()#1 == self.size()#0"), "{step}");
}

#[test]
fn arguments_of_two_calls_are_two() {
    let source = "
        #[contract]
        impl Account {
            #[ensures(|_| self.total() == old(self.total()) + amount)]
            pub fn add(&mut self, amount: u8) {}
            #[pure] pub fn total(&self) -> u8 {}
        }
        pub struct Account;
    ";
    let add = relation_of(source, "Account::add");
    let term = &add.returns().parts.iter().find(|part| ensured(&part.origin)).unwrap().term;
    assert_eq!(
        composed(&numbered(term, 1), &numbered(term, 2), 1).to_string(),
        "self.total()#1 == self.total() + amount_1 && self.total()' == self.total()#1 + amount_2"
    );
}

#[test]
fn objects_are_asked_about_objects() {
    let source = "
        #[contract]
        impl Set {
            #[ensures(|_| self.covers(other) && !old(self.covers(other)) && self.len() >= other.len())]
            pub fn join(&mut self, other: &Set) {}
            #[pure] #[ensures(|ret| !*ret || self.len() >= of.len())] pub fn covers(&self, of: &Set) -> bool {}
            #[pure] pub fn len(&self) -> usize {}
        }
        pub struct Set;
    ";
    assert_eq!(
        parts(source, "Set::join", ensured),
        ["self.covers(other')'", "!self.covers(other)", "self.len()' >= other.len()'"]
    );
    assert_eq!(
        parts(source, "Set::join", observed),
        [
            "!self.covers(other')' || self.len()' >= other.len()'",
            "!self.covers(other) || self.len() >= other.len()"
        ]
    );
}

#[test]
fn every_object_keeps_its_invariants_and_what_its_observers_observe_ensures() {
    let source = "
        #[contract]
        #[invariant(self.size() < 9)]
        impl Stack {
            #[pure] #[ensures(|ret| *ret == self.half() * 2)] pub fn size(&self) -> u8 {}
            #[pure] #[ensures(|ret| *ret != self.nth(3))] pub fn half(&self) -> u8 {}
            #[pure] #[ensures(|ret| *ret > n)] pub fn nth(&self, n: u8) -> u8 {}
        }
        pub struct Stack;
    ";
    let specification = specification(source);
    let stack = specification.subject("Stack", &[]).unwrap();
    let (parts, _) = consistent(&specification, stack, &Variable::new(Root::This, When::Before));
    assert_eq!(
        texts(&parts),
        [
            "self.size() < 9",
            "self.size() == self.half() * 2",
            "self.half() != self.nth(3)",
            "self.nth(3) > 3"
        ]
    );
}

#[test]
fn two_that_are_lent_may_be_one() {
    let source = "
        #[contract] #[ensures(|ret| *ret == (a.size() == b.size()))] #[pure] fn same(a: &Stack, b: &Stack) -> bool {}
        #[contract] impl Stack { #[pure] pub fn size(&self) -> u8 {} }
        pub struct Stack;
    ";
    let relation = relation_of(source, "same");
    // Nothing keeps them apart, and what holds of one object is not said of another.
    let all = texts(&relation.returns().parts);
    assert!(!all.iter().any(|text| text.contains("a.size() !=") || text.contains("a is")), "{all:?}");
    assert!(
        all.contains(&"a.size()' is a.size()".to_owned())
            && all.contains(&"b.size()' is b.size()".to_owned())
    );
}

#[test]
fn variables_know_what_has_to_be_there() {
    let inside = Variable::new(Root::Result, When::After).step(Step::Inside("Ok"));
    assert_eq!(inside.presence()[0].to_string(), "ret.is_ok()");
    let (subject, function) = (specification("fn f() {}"), "f");
    assert!(subject.function(function, &[]).is_none());
    let known = specification(&bag(""));
    assert!(found(&known, "Bag::len").0.is_some());
}

#[test]
fn what_a_trait_says_is_said_of_its_implementations() {
    let source = "
        #[contract]
        #[invariant(self.size() <= 3)]
        #[constraint(self.size() >= old(self.size()))]
        pub trait Push {
            #[pure] #[ensures(|ret| *ret < 100)] fn size(&self) -> u8;
            #[requires(self.size() < 3)]
            #[ensures(|_| self.size() == old(self.size()) + item - item)]
            fn push(&mut self, item: u8);
            #[requires(n > 1)] #[ensures(|_| self.size() == n)] fn set(&mut self, n: u8);
            #[ensures(|_| self.size() == 1)] fn one(&mut self);
        }
        #[contract]
        impl Push for Bytes {
            fn size(&self) -> u8 {}
            #[ensures(|ret| self.size() > 0)] fn push(&mut self, what: u8) {}
            #[requires(to == 0)] #[ensures(|_| self.size() == 0)] fn set(&mut self, to: u8) {}
            #[requires(self.size() > 0)] fn one(&mut self) {}
        }
        #[contract]
        #[keeps(Push)]
        impl Bytes { pub fn clear(&mut self) {} }
        pub struct Bytes;
    ";
    let required = |function| parts(source, function, |origin| *origin == Origin::Required);
    let invariants = |function| parts(source, function, |origin| *origin == Origin::Invariant);
    assert_eq!(required("Bytes::push"), ["self.size() < 3"]);
    assert_eq!(
        parts(source, "Bytes::push", ensured),
        ["self.size()' > 0", "self.size()' == self.size() + what - what", "self.size()' >= self.size()"]
    );
    assert_eq!(parts(source, "Bytes::push", observed), ["self.size() < 100", "self.size()' < 100"]);
    assert_eq!(required("Bytes::set"), ["to > 1 || to == 0"]);
    assert_eq!(
        parts(source, "Bytes::set", ensured)[..2],
        ["to == 0 ==> self.size()' == 0", "to > 1 ==> self.size()' == to"]
    );
    assert_eq!(required("Bytes::one"), [""; 0], "the trait requires nothing");
    assert_eq!(parts(source, "Bytes::one", ensured)[0], "self.size()' == 1");
    assert_eq!(invariants("Bytes::push"), ["self.size() <= 3", "self.size()' <= 3"]);
    assert_eq!(invariants("Bytes::clear"), ["self.size() <= 3", "self.size()' <= 3"]);
    assert_eq!(parts(source, "Bytes::clear", ensured), ["self.size()' >= self.size()"]);
    assert_eq!(unclear(source, "Bytes::push"), [""; 0]);
}

#[test]
fn updates_of_ghost_state_are_what_they_are_known_to_be() {
    let source = "
        #[contract]
        impl Letter {
            #[requires(!ghost(self.is_read))]
            #[updates(|ret| self.last = *ret)]
            #[updates(self.sent = old(ghost(self.sent)) + 1)]
            pub fn send(&mut self) -> u8 {}
            #[updates(self.sent = ghost(self.sent) + 1)]
            pub fn again(&mut self) {}
        }
        pub struct Letter { last: Ghost<u8>, sent: Ghost<u8>, is_read: Ghost<bool> }
    ";
    assert_eq!(unclear(source, "Letter::send"), [""; 0]);
    assert_eq!(parts(source, "Letter::send", ensured), ["self.last' is ret", "self.sent' is self.sent + 1"]);
    assert_eq!(parts(source, "Letter::again", ensured), [""; 0]);
    let [unclear] = &unclear(source, "Letter::again")[..] else { panic!("one is not understood") };
    assert!(
        unclear.starts_with("8: self.sent = ghost(self.sent) + 1: it is computed after the body"),
        "{unclear}"
    );
}
