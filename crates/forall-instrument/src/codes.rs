//! What the tests of a program are made of: a digest for each, the same as long as nothing that the test
//! reaches has changed.
//!
//! A mention counts as reaching, so calls through pointers and tables need no thought. What a definition is
//! made of and the digests of all that it mentions make its own; definitions that mention each other get
//! theirs together.
//!
//! See docs/decisions/key-per-test.md.

use crate::cache::Key;
use crate::outline::Outline;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

/// A definition: its module, and its index there.
pub type Place = (usize, usize);

/// The definitions of a program.
pub struct Codes<'a> {
    outlines: &'a BTreeMap<usize, Rc<Outline>>,
    /// Those that can be mentioned from elsewhere.
    known: &'a HashMap<String, Place>,
    nodes: Vec<Node>,
    numbers: HashMap<Place, usize>,
    /// Met, but perhaps part of a circle whose other members are not known yet.
    open: Vec<usize>,
}

struct Node {
    place: Place,
    /// The earliest that it is known to lead back to.
    low: usize,
    digest: Option<Key>,
}

impl<'a> Codes<'a> {
    pub fn new(outlines: &'a BTreeMap<usize, Rc<Outline>>, known: &'a HashMap<String, Place>) -> Codes<'a> {
        Codes { outlines, known, nodes: Vec::new(), numbers: HashMap::new(), open: Vec::new() }
    }

    /// Of a definition with everything that it reaches.
    pub fn of(&mut self, place: Place) -> Key {
        let number = match self.numbers.get(&place) {
            Some(&number) => number,
            None => self.explore(place),
        };
        self.nodes[number].digest.expect("nothing is open any more")
    }

    /// Tarjan's algorithm, without recursion: chains of calls are long.
    fn explore(&mut self, root: Place) -> usize {
        let first = self.meet(root);
        let mut path = vec![(first, self.mentioned(root).into_iter())];
        while let Some((number, mentions)) = path.last_mut() {
            let number = *number;
            let Some(place) = mentions.next() else {
                path.pop();
                let low = self.nodes[number].low;
                if low == number {
                    self.close(number);
                }
                if let Some(&(before, _)) = path.last() {
                    self.nodes[before].low = self.nodes[before].low.min(low);
                }
                continue;
            };
            match self.numbers.get(&place) {
                Some(&known) if self.nodes[known].digest.is_none() => {
                    self.nodes[number].low = self.nodes[number].low.min(known);
                }
                Some(_) => {}
                None => {
                    let new = self.meet(place);
                    path.push((new, self.mentioned(place).into_iter()));
                }
            }
        }
        first
    }

    fn meet(&mut self, place: Place) -> usize {
        let number = self.nodes.len();
        self.nodes.push(Node { place, low: number, digest: None });
        self.numbers.insert(place, number);
        self.open.push(number);
        number
    }

    /// All that is open from here on mentions each other, and otherwise only what is closed.
    fn close(&mut self, first: usize) {
        let start = self.open.iter().position(|&number| number == first).expect("it is open");
        let mut members = self.open.split_off(start);
        members.sort_by_key(|&number| self.contents(self.nodes[number].place));
        let ranks: HashMap<usize, usize> = members.iter().copied().zip(0..).collect();
        let described: Vec<_> = members.iter().map(|&number| self.describe(number, &ranks)).collect();
        let together = Key::of(described);
        for (rank, number) in members.into_iter().enumerate() {
            self.nodes[number].digest = Some(Key::of((together, rank)));
        }
    }

    fn describe(&self, number: usize, ranks: &HashMap<usize, usize>) -> (Key, Vec<Mention<'a>>) {
        let place = self.nodes[number].place;
        let outline = &self.outlines[&place.0];
        let mention = |&reference: &u32| match self.place(place.0, reference) {
            Some(other) => {
                let other = self.numbers[&other];
                ranks
                    .get(&other)
                    .map_or_else(|| Mention::Closed(self.nodes[other].digest), |rank| Mention::Member(*rank))
            }
            None => Mention::Native(&outline.names[reference as usize]),
        };
        (self.contents(place), self.references(place).iter().map(mention).collect())
    }

    fn contents(&self, (module, index): Place) -> Key {
        self.outlines[&module].definitions[index].contents
    }

    fn mentioned(&self, place: Place) -> Vec<Place> {
        self.references(place).iter().filter_map(|&reference| self.place(place.0, reference)).collect()
    }

    fn references(&self, (module, index): Place) -> &'a [u32] {
        let outlines: &'a BTreeMap<usize, Rc<Outline>> = self.outlines;
        let definition = &outlines[&module].definitions[index];
        // What only prints is left out of explored programs.
        if definition.is_printer { &[] } else { &definition.references }
    }

    /// Where a reference of a module leads; `None` into machine code.
    fn place(&self, module: usize, reference: u32) -> Option<Place> {
        let outline = &self.outlines[&module];
        if (reference as usize) < outline.definitions.len() {
            return Some((module, reference as usize));
        }
        self.known.get(&outline.names[reference as usize]).copied()
    }
}

#[derive(Hash)]
enum Mention<'a> {
    /// Of the same circle, in its order.
    Member(usize),
    Closed(Option<Key>),
    Native(&'a str),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outline::Definition;

    /// Definitions with what they mention, and what they are made of.
    type Program = Vec<(&'static str, Vec<&'static str>, &'static str)>;

    fn program() -> Program {
        vec![
            ("put", vec!["even", "table"], "put"),
            ("other", vec!["helper"], "other"),
            ("even", vec!["odd", "memcpy"], "even"),
            ("odd", vec!["even", "odd", "helper"], "odd"),
            ("helper", vec![], "helper"),
            ("table", vec!["method"], "table"),
            ("method", vec![], "method"),
            ("unused", vec!["put"], "unused"),
        ]
    }

    /// The digests of `put` and `other`, met in this order.
    fn codes(program: &Program, order: [&str; 2]) -> BTreeMap<String, Key> {
        let mut names: Vec<String> = program.iter().map(|(name, ..)| (*name).to_owned()).collect();
        let mut number = |name: &str| match names.iter().position(|known| known == name) {
            Some(known) => known as u32,
            None => {
                names.push(name.to_owned());
                names.len() as u32 - 1
            }
        };
        let definitions = program.iter().map(|(_, mentioned, contents)| Definition {
            references: mentioned.iter().map(|name| number(name)).collect(),
            contents: Key::of(contents),
            ..Definition::default()
        });
        let definitions = definitions.collect();
        let outlines = BTreeMap::from([(0, Rc::new(Outline { definitions, names }))]);
        let known = HashMap::new();
        let mut codes = Codes::new(&outlines, &known);
        let place = |name: &str| program.iter().position(|(other, ..)| *other == name).unwrap();
        order.into_iter().map(|name| (name.to_owned(), codes.of((0, place(name))))).collect()
    }

    fn changed(change: impl Fn(&mut Program)) -> Vec<String> {
        let mut program = program();
        let before = codes(&program, ["put", "other"]);
        change(&mut program);
        let after = codes(&program, ["put", "other"]);
        before.into_iter().filter(|(name, code)| after[name] != *code).map(|(name, _)| name).collect()
    }

    #[test]
    fn whatever_is_reached_makes_a_difference_and_nothing_else() {
        for (index, expected) in [
            (0, vec!["put"]),
            (2, vec!["put"]),
            (3, vec!["put"]),
            (4, vec!["other", "put"]),
            (6, vec!["put"]),
            (7, vec![]),
        ] {
            assert_eq!(changed(|program| program[index].2 = "new"), expected, "{}", program()[index].0);
        }
    }

    #[test]
    fn what_is_mentioned_and_in_which_order_makes_a_difference() {
        assert_eq!(changed(|program| program[2].1 = vec!["memcpy", "odd"]), ["put"]);
        assert_eq!(changed(|program| program[2].1 = vec!["odd", "memmove"]), ["put"]);
        assert_eq!(changed(|program| program[3].1 = vec!["odd", "even", "helper"]), ["put"]);
        assert_eq!(changed(|program| program[1].1 = vec!["method"]), ["other"]);
    }

    #[test]
    fn neither_positions_nor_the_order_of_questions_make_a_difference() {
        let before = codes(&program(), ["put", "other"]);
        assert_eq!(codes(&program(), ["other", "put"]), before);
        let mut turned = program();
        turned.reverse();
        assert_eq!(codes(&turned, ["put", "other"]), before);
    }
}
