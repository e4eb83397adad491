use crate::input::{Itself, MakeInput};
use crate::source::{Leaf, Origin, Room, Source};
use forall_protocol::inputs::InputKind;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::{Arc, Mutex};

/// Says of each handle which way it goes, and writes down the objects.
#[derive(Default)]
struct Ways(Vec<(&'static str, u8)>, Mutex<Vec<String>>);

impl Origin for Ways {
    fn fill(&self, name: &str, _: InputKind, leaf: &mut Leaf) {
        leaf.0[0] = self.0.iter().find(|(way, _)| *way == name).map_or(0, |(_, value)| *value);
    }

    fn leave_shared(&self, _: &'static str, name: &str) {
        self.1.lock().unwrap().push(name.into());
    }
}

#[test]
fn a_handle_may_lead_to_an_earlier_object_of_its_type() {
    let ways =
        Ways(vec![("b.same()", 1), ("c[1].same()", 2), ("c.len", 2), ("d.same()", 9)], Mutex::default());
    let mut room = Room::default();
    let mut source = Source::new(&mut room, &ways);
    let alone: Rc<u8> = Rc::make(&mut source.part("alone"));
    source.share(true);
    let a: Rc<u8> = Rc::make(&mut source.part("a"));
    let b: Rc<u8> = Rc::make(&mut source.part("b"));
    let c: Vec<Rc<u8>> = Vec::make(&mut source.part("c"));
    let d: Rc<i8> = Rc::make(&mut source.part("d"));
    source.share(false);
    source.complete();
    assert!(Rc::ptr_eq(&a, &b) && !Rc::ptr_eq(&a, &alone));
    assert!(!Rc::ptr_eq(&c[0], &a) && Rc::ptr_eq(&c[1], &c[0]));
    let counts = [&alone, &a, &c[0]].map(Rc::strong_count);
    assert_eq!(
        (counts, Rc::strong_count(&d)),
        ([1, 2, 2], 1),
        "nobody else has handles when the test begins"
    );
    assert_eq!(*ways.1.lock().unwrap(), ["a", "a", "c[0]", "c[0]", "d"]);
}

/// Leads to others through a cell, and to others again without one.
struct Node {
    next: RefCell<Option<Rc<Node>>>,
    beside: Vec<Rc<Node>>,
}

impl MakeInput<Itself> for Node {
    fn make(source: &mut Source<'_>) -> Node {
        let next = RefCell::make(&mut source.part("next"));
        Node { next, beside: Vec::make(&mut source.part("beside")) }
    }
}

fn drawn(ways: Vec<(&'static str, u8)>) -> Rc<Node> {
    let ways = Ways(ways, Mutex::default());
    let mut room = Room::default();
    let mut source = Source::new(&mut room, &ways);
    source.share(true);
    let node = Rc::make(&mut source.part("a"));
    source.share(false);
    source.complete();
    node
}

#[test]
fn an_object_leads_to_itself_through_a_cell() {
    let node = drawn(vec![("a.next.is_some", 1), ("a.next.some.same()", 1)]);
    let next = node.next.take().expect("the handle");
    assert!(Rc::ptr_eq(&node, &next));
    assert_eq!(Rc::strong_count(&node), 2);
}

#[test]
fn it_does_so_from_further_below_and_others_with_it() {
    let node = drawn(vec![
        ("a.next.is_some", 1),
        ("a.next.some.beside.len", 2),
        ("a.next.some.beside[0].same()", 1),
        ("a.next.some.beside[1].same()", 1),
    ]);
    let next = node.next.take().expect("the handle");
    assert!(next.beside.iter().all(|beside| Rc::ptr_eq(beside, &node)));
    assert_eq!(Rc::strong_count(&node), 3);
}

#[test]
fn without_a_cell_it_does_not() {
    let node = drawn(vec![("a.beside.len", 1), ("a.beside[0].same()", 1)]);
    assert!(node.beside[0].beside.is_empty());
}

/// No program could make the first of both.
#[test]
fn what_leads_to_an_object_is_not_beside_it() {
    let leads_back = [
        ("a.next.is_some", 1),
        ("a.next.some.beside.len", 1),
        ("a.next.some.beside[0].same()", 1),
        ("a.beside.len", 1),
        ("a.beside[0].same()", 1),
    ];
    let node = drawn(leads_back.to_vec());
    let next = node.next.take().expect("the handle");
    assert!(Rc::ptr_eq(&next.beside[0], &node) && !Rc::ptr_eq(&node.beside[0], &next));
    let complete = drawn(vec![("a.next.is_some", 1), ("a.beside.len", 1), ("a.beside[0].same()", 1)]);
    assert!(Rc::ptr_eq(&complete.beside[0], complete.next.borrow().as_ref().expect("the handle")));
}

#[test]
fn texts_and_slices_are_shared_too() {
    let ways = Ways(vec![("b.same()", 1), ("d.same()", 1)], Mutex::default());
    let mut room = Room::default();
    let mut source = Source::new(&mut room, &ways);
    source.share(true);
    let [a, b] = ["a", "b"].map(|name| Rc::<str>::make(&mut source.part(name)));
    let [c, d] = ["c", "d"].map(|name| Arc::<[u8]>::make(&mut source.part(name)));
    source.complete();
    assert!(Rc::ptr_eq(&a, &b) && Arc::ptr_eq(&c, &d));
    assert_eq!((Rc::strong_count(&a), Arc::strong_count(&c)), (2, 2));
}
