//! The leaves of derived types: drawing from those of a value gives the value back.

use forall::__private::{Gathered, Leaf, Leaves, MakeInput, Origin, Room};
use forall::{Input, Source};
use forall_protocol::inputs::InputKind;
use forall_protocol::replay::Values;
use std::fmt::Debug;

/// Gives leaves by name; how deep something may be is for the host to say.
struct Given(Values);

impl Origin for Given {
    fn fill(&self, name: &str, kind: InputKind, leaf: &mut Leaf) {
        let known = self.0.iter().find(|(input, _)| input.name == name && input.kind == kind);
        let bits = match known {
            Some((_, bits)) => *bits,
            None if kind == InputKind::Depth => 3,
            None => panic!("there is no leaf {name} of kind {kind:?}"),
        };
        leaf.0 = bits.to_le_bytes();
    }
}

fn leaves(value: &impl Leaves) -> Option<Values> {
    let mut gathered = Gathered::default();
    value.leaves(&mut gathered.sink().part("x"));
    gathered.complete()
}

#[track_caller]
fn comes_back<T: Leaves + MakeInput<By> + PartialEq + Debug, By>(value: T) {
    let given = Given(leaves(&value).expect("all leaves are known"));
    let mut room = Room::default();
    assert_eq!(T::make(&mut Source::new(&mut room, &given).part("x")), value);
}

#[derive(Debug, PartialEq, Input)]
struct Point {
    x: i8,
    r#type: Option<String>,
}

#[derive(Debug, PartialEq, Input)]
struct Pair<T, U>(T, Vec<U>);

#[derive(Debug, PartialEq, Input)]
struct Unit;

#[derive(Debug, PartialEq, Input)]
#[forall(invariant = |month: &Month| month.number > 0)]
struct Month {
    #[forall(range = 0..=12)]
    number: u8,
    #[forall(matches = "[A-Z][a-z]+")]
    name: String,
}

#[derive(Debug, PartialEq, Input)]
enum Tree {
    Node(Box<Tree>, Box<Tree>),
    Leaf { value: u8 },
    Nothing,
}

#[derive(Debug, PartialEq, Input)]
enum Only {
    One(u8),
}

fn widened(byte: u8) -> u16 {
    byte.into()
}

#[derive(Input)]
struct Made {
    #[forall(with = widened)]
    number: u16,
}

#[derive(Input)]
struct OfMade {
    made: Option<Made>,
}

#[derive(Input, Clone, Copy)]
#[repr(C, packed)]
struct Packed {
    byte: u8,
    word: u32,
}

#[derive(Input)]
struct OfPacked {
    packed: Packed,
}

#[test]
fn structs_come_back() {
    comes_back(Point { x: -3, r#type: Some("a".into()) });
    comes_back(Pair(Pair(1_u8, vec!['a']), vec![Unit, Unit]));
    comes_back(Month { number: 2, name: "February".into() });
}

#[test]
fn enums_come_back() {
    let leaf = |value| Box::new(Tree::Leaf { value });
    comes_back(Tree::Nothing);
    comes_back(Tree::Node(leaf(1), Box::new(Tree::Node(leaf(2), Box::new(Tree::Nothing)))));
    comes_back(Only::One(7));
}

#[test]
fn what_a_function_made_has_no_leaves() {
    let made = Made { number: 7 };
    assert_eq!((made.number, leaves(&made)), (7, None));
    assert_eq!(leaves(&OfMade { made: Some(made) }), None);
    assert_eq!(leaves(&OfMade { made: None }).map(|leaves| leaves.len()), Some(1));
    let packed = Packed { byte: 1, word: 2 };
    assert_eq!(u32::from(packed.byte) + { packed.word }, 3);
    assert_eq!(leaves(&OfPacked { packed }), None);
    let OfPacked { packed: _ } = OfPacked { packed };
}
