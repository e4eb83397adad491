//! What a relation must not say, and what it must not leave out.

use super::{relation_of, specification};
use forall_contract::relation::{Origin, Outcome, Part, Root, Term, Variable, When};

pub fn texts<'a>(parts: impl IntoIterator<Item = &'a Part>) -> Vec<String> {
    parts.into_iter().map(|part| part.term.to_string()).collect()
}

pub fn of(outcome: &Outcome, is: impl Fn(&Origin) -> bool) -> Vec<String> {
    texts(outcome.parts.iter().filter(|part| is(&part.origin)))
}

/// What the relation has of this origin, when the function returns.
pub fn parts(source: &str, function: &str, is: impl Fn(&Origin) -> bool) -> Vec<String> {
    of(relation_of(source, function).returns(), is)
}

pub fn ensured(origin: &Origin) -> bool {
    matches!(origin, Origin::Ensured(_))
}

pub fn observed(origin: &Origin) -> bool {
    matches!(origin, Origin::Observed(_))
}

pub fn defined(origin: &Origin) -> bool {
    matches!(origin, Origin::Defined(_))
}

pub fn framed(origin: &Origin) -> bool {
    *origin == Origin::Framed
}

/// What is not understood, with the line that it is in.
pub fn unclear(source: &str, function: &str) -> Vec<String> {
    let unclear = relation_of(source, function).unclear;
    unclear.iter().map(|it| format!("{}: {}: {}", it.span.start().line, it.text, it.why)).collect()
}

/// A type with what each of these tests needs.
pub fn bag(functions: &str) -> String {
    format!(
        "#[contract]
        impl Bag {{
            {functions}
            #[pure] pub fn len(&self) -> usize {{}}
            #[pure] #[requires(index < self.len())] #[ensures(|ret| *ret == self.items[index])]
            pub fn get(&self, index: usize) -> i32 {{}}
            #[pure] pub fn has(&self, item: i32) -> bool {{}}
            #[pure] pub fn weight(&self) -> f64 {{}}
            #[pure] pub fn flags(&self) -> u8 {{}}
            #[pure] pub fn name(&self) -> String {{}}
        }}
        pub struct Bag {{ items: Vec<i32> }}"
    )
}

#[test]
fn what_is_observed_of_each_element_has_its_contract_for_each() {
    let source = bag("#[ensures(|_| for_all(0..self.len(), |i| self.get(i) > 0))] pub fn fill(&mut self) {}");
    assert_eq!(parts(&source, "Bag::fill", ensured), ["for_all(0..self.len()', |i| self.get(i)' > 0)"]);
    assert_eq!(
        parts(&source, "Bag::fill", observed),
        ["for_all(0..self.len()', |i| i < self.len()' ==> self.get(i)' == self.items'[i])"]
    );
    assert_eq!(parts(&source, "Bag::fill", defined), ["for_all(0..self.len()', |i| i < self.len()')"]);
    // Nothing else speaks of an element that nobody names.
    let relation = relation_of(&source, "Bag::fill");
    assert!(relation.returns().parts.iter().all(|part| part.term.free_names().is_empty()));
    assert!(relation.state.iter().any(|element| element.variable.to_string() == "self.get(_)"));
}

#[test]
fn names_of_elements_are_not_captured() {
    let source = bag("#[ensures(|_| for_all(0..self.len(), |i| self.is_only(i)))] pub fn fill(&mut self) {}
        #[pure] #[ensures(|ret| *ret == for_all(0..self.len(), |i| i == index || self.flags() > 0))]
        pub fn is_only(&self, index: usize) -> bool {}");
    assert_eq!(
        parts(&source, "Bag::fill", observed),
        [
            "for_all(0..self.len()', |i| self.is_only(i)' == for_all(0..self.len()', |i_2| i_2 == i || self.flags()' > 0))"
        ]
    );
}

#[test]
fn what_is_not_a_number_stays_what_it_is() {
    let source = bag("#[pure] pub fn colour(&self) -> u8 {}");
    assert!(parts(&source, "Bag::colour", framed).contains(&"self.weight()' is self.weight()".to_owned()));
    let source = bag("#[requires(x != x && x != 1.5)] pub fn odd(&mut self, x: f64) {}");
    let relation = relation_of(&source, "Bag::odd");
    assert_eq!(relation.normal_form(relation.returns(), 9).unwrap().len(), 1);
    let source = bag("#[requires(x != x)] pub fn odd(&mut self, x: u64) {}");
    let relation = relation_of(&source, "Bag::odd");
    assert!(relation.normal_form(relation.returns(), 9).unwrap().is_empty());
}

#[test]
fn turned_bits_are_no_negation() {
    let source = bag("#[ensures(|_| !self.flags() == 3 && !self.has(1))] pub fn paint(&mut self) {}");
    let relation = relation_of(&source, "Bag::paint");
    let ensured = relation.returns().parts.iter().filter(|part| ensured(&part.origin));
    let terms: Vec<&Term> = ensured.map(|part| &part.term).collect();
    assert!(
        matches!(terms[..], [Term::Compare(left, ..), Term::Not(_)] if matches!(**left, Term::Complement(_))),
        "{terms:?}"
    );
    let source = bag("#[requires(!thing.x)] pub fn paint(&mut self, thing: Thing) {}");
    assert_eq!(
        unclear(&source, "Bag::paint"),
        ["3: !thing.x: whether this is a truth or a number is not known: compare it"]
    );
}

#[test]
fn functions_of_types_that_nobody_knows_are_not_understood() {
    let source = bag(
        "#[requires(thing.len() > 0 && thing.list.len() > 0 && any.len() > 0 && all.len() > 0 && thing + 1 == 2)]
        pub fn take<T>(&mut self, thing: &Thing, any: T, all: &[T]) {}",
    ) + "struct Thing { list: Vec<u8> }";
    assert_eq!(
        unclear(&source, "Bag::take"),
        [
            "3: thing.len(): `len` of `&Thing` has no contract",
            "3: any.len(): `len` of `T` has no contract",
            "3: thing + 1: the `+` of `&Thing` is a function of its own"
        ]
    );
    let required = parts(&source, "Bag::take", |origin| *origin == Origin::Required);
    assert!(required.ends_with(&["all.len() > 0".into(), "?thing + 1? == 2".into()]), "{required:?}");
    assert_eq!(required[1], "thing.list.len() > 0");
}

#[test]
fn patterns_and_lists_are_understood() {
    let source =
        bag(r#"#[requires(matches("[a-z]+", self.name()) && exists_one([first, second], |it| it.is_some()))]
        pub fn pick(&mut self, first: Option<u8>, second: Option<u8>) {}"#);
    assert_eq!(unclear(&source, "Bag::pick"), [""; 0]);
    assert_eq!(
        parts(&source, "Bag::pick", |origin| *origin == Origin::Required),
        [r#"matches("[a-z]+", self.name())"#, "exists_one([first, second], |it| it.is_some())"]
    );
}

#[test]
fn names_in_patterns_are_those_of_rust() {
    let source = bag("#[requires(matches!(pair, Pair { x: 3, y } if y > x))]
        pub fn put(&mut self, pair: Pair, x: u8, (a, b): (u8, u8), Pair { x: c, .. }: Pair) {}
        #[requires(a < b && c > 0)]
        pub fn apart(&mut self, (a, b): (u8, u8), Pair { x: c, .. }: Pair) {}");
    let relation = relation_of(&source, "Bag::put");
    let required = relation.returns().parts.iter().find(|part| part.origin == Origin::Required).unwrap();
    let variables: Vec<String> = required.term.variables().iter().map(ToString::to_string).collect();
    assert_eq!(variables, ["pair", "x"]);
    assert_eq!(
        parts(&source, "Bag::apart", |origin| *origin == Origin::Required),
        ["argument_0.0 < argument_0.1", "?c? > 0"]
    );
    assert_eq!(unclear(&source, "Bag::apart"), ["5: c: what this name stands for is not known here"]);
}

#[test]
fn what_is_reached_first_is_known_and_what_stops_early_asks_for_nothing() {
    let source = bag("#[requires(self.len() == 0 || self.get(0) == 1)] pub fn either(&mut self) {}
        #[requires((0..9).any(|i| self.get(i) == 1))] pub fn any(&mut self) {}
        #[requires(exists(0..9, |i| self.get(i) == 1))] pub fn exists(&mut self) {}");
    assert_eq!(
        parts(&source, "Bag::either", defined),
        ["!(self.len() == 0) ==> 0 < self.len()"]
            .map(|text| text.replace("!(self.len() == 0)", "self.len() != 0"))
    );
    assert_eq!(parts(&source, "Bag::any", defined), [""; 0]);
    assert_eq!(parts(&source, "Bag::exists", defined), ["for_all(0..9, |i| i < self.len())"]);
}

#[test]
fn what_is_asked_with_something_that_has_no_value_says_nothing() {
    let source = bag("#[ensures(|_| n == 0 || self.get(n - 1) == 3)] pub fn set(&mut self, n: usize) {}");
    assert_eq!(
        parts(&source, "Bag::set", observed),
        ["has_value(n - 1) && n - 1 < self.len()' ==> self.get(n - 1)' == self.items'[n - 1]"]
    );
}

#[test]
fn contracts_that_lead_to_themselves_are_taken_once() {
    let source = "
        #[contract]
        impl Tree {
            #[requires(self.small(9) && self.deep(9))]
            pub fn cut(&mut self) {}
            #[pure] #[requires(self.ok())] #[ensures(|ret| *ret || self.deep(n))]
            pub fn small(&self, n: u8) -> bool {}
            #[pure] #[requires(self.deep(n - 1) && self.small(n - 1))] #[ensures(|ret| *ret || self.ok() && self.deep(n - 2))]
            pub fn deep(&self, n: u8) -> bool {}
            #[pure] pub fn ok(&self) -> bool {}
        }
        pub struct Tree;
    ";
    let relation = relation_of(source, "Tree::cut");
    assert!(relation.unclear.iter().any(|it| it.why.contains("its contract is taken once")));
    assert!(relation.returns().parts.len() < 60, "{}", relation.returns().parts.len());
}

#[test]
fn types_and_functions_are_those_that_their_modules_name() {
    let source = "
        mod own {
            #[contract] impl Stack { #[pure] #[ensures(|ret| *ret < 9)] pub fn size(&self) -> u8 {} }
            pub struct Stack;
            #[contract] #[pure] #[ensures(|ret| *ret == (n < 9))] pub fn is_small(n: u8) -> bool {}
        }
        mod plain {
            use elsewhere::Stack;
            #[contract] #[requires(stack.size() > 0)] pub fn of_others(stack: &Stack) {}
            #[contract] #[requires(number.is_small() && Number::is_small(3) && is_small(3))] pub fn number(number: u8) {}
        }
        mod user {
            use super::own::{is_small, Stack as Pile};
            #[contract] #[requires(stack.size() > 0 && is_small(3) && super::own::is_small(3))]
            pub fn of_ours(stack: &Pile) {}
            #[contract] #[requires(stack.size() > 0)]
            pub fn of_any<Stack>(stack: &Stack) {}
        }
        mod all { use super::own::*; #[contract] #[requires(stack.size() > 0)] pub fn of_all(stack: &Stack) {} }
    ";
    let specification = specification(source);
    let relation = |module: &str, name: &str| {
        let function = specification.function(name, &[module.to_owned()]).unwrap();
        forall_contract::relation::relation(&specification, None, function)
    };
    assert_eq!(relation("plain", "of_others").objects.len(), 0);
    assert_eq!(relation("plain", "number").unclear.len(), 3);
    let ours = relation("user", "of_ours");
    assert_eq!(ours.objects.len(), 1);
    assert!(ours.unclear.is_empty());
    assert_eq!(of(ours.returns(), observed), ["stack.size() < 9", "own::is_small(3) == (3 < 9)"]);
    assert_eq!(relation("user", "of_any").objects.len(), 0);
    assert_eq!(relation("all", "of_all").objects.len(), 1);
}

#[test]
fn functions_without_an_object_have_no_time() {
    let source = "
        #[contract] #[requires(even(n))] #[ensures(|_| even(n) && even(*m))] fn double(n: u8, m: &mut u8) {}
        #[contract] #[pure] fn even(n: u8) -> bool {}
    ";
    let relation = relation_of(source, "double");
    let variables = relation.returns().parts.iter().flat_map(|part| part.term.variables());
    let even: Vec<&Variable> = variables.filter(|it| it.root == Root::Function).collect();
    assert!(even.iter().all(|it| it.when == When::Before));
    let even: std::collections::BTreeSet<String> = even.iter().map(ToString::to_string).collect();
    assert_eq!(even.into_iter().collect::<Vec<_>>(), ["even(m')", "even(n)"]);
}

#[test]
fn parameters_of_types_are_what_they_are_called_with() {
    let source = "
        #[contract] impl<T> Stack<T> { #[pure] pub fn peek(&self) -> Option<T> {} #[pure] pub fn all(&self) -> Vec<T> {} }
        pub struct Stack<T> { pub spare: T }
        #[contract] #[requires(stack.all()[0].len() > 0)] fn of_texts(stack: &Stack<String>) {}
    ";
    let relation = relation_of(source, "of_texts");
    let types: Vec<String> = relation.state.iter().map(|it| format!("{}: {}", it.variable, it.ty)).collect();
    assert_eq!(types, ["stack.spare: String", "stack.peek(): Option<String>", "stack.all(): Vec<String>"]);
    assert!(relation.unclear.is_empty());
}

#[test]
fn what_is_not_understood_is_said_at_every_place_and_of_all_that_it_hinders() {
    let source = "
        #[contract]
        impl Stack {
            #[requires(strange(1))]
            #[ensures(|_| strange(1))]
            pub fn twice(&mut self) {}
            #[behavior(requires(strange(2)), ensures(|_| self.size() == 0))]
            #[behavior(requires(n > 0), ensures(|_| self.size() == n))]
            pub fn set(&mut self, n: u8) {}
            #[pure] pub fn size(&self) -> u8 {}
        }
        pub struct Stack;
    ";
    let why = "strange(1): a call of `strange`, which has no contract here";
    assert_eq!(unclear(source, "Stack::twice"), [format!("4: {why}"), format!("5: {why}")]);
    assert_eq!(
        unclear(source, "Stack::set"),
        [
            "7: strange(2): a call of `strange`, which has no contract here",
            "7: self.size() == 0: it is owed where `strange(2)` holds, which is not understood"
        ]
    );
    assert_eq!(parts(source, "Stack::set", ensured)[1], "n > 0 ==> self.size()' == n");
}

#[test]
fn old_within_quantifiers_is_before() {
    let source = bag(
        "#[ensures(|_| for_all(0..old(self.len()), |i| self.items[i] == old(self.items)[i]))] pub fn keep(&mut self) {}",
    );
    assert_eq!(
        parts(&source, "Bag::keep", ensured),
        ["for_all(0..self.len(), |i| self.items'[i] == self.items[i])"]
    );
}

#[test]
fn observations_of_what_patterns_name_are_reported() {
    let source = bag(
        "#[requires(matches!(index, Some(i) if self.get(i) > 0))] pub fn at(&mut self, index: Option<usize>) {}",
    );
    let relation = relation_of(&source, "Bag::at");
    assert!(
        relation.returns().parts.iter().all(|part| part.term.free_names().is_empty()),
        "{:?}",
        texts(&relation.returns().parts)
    );
    assert_eq!(
        unclear(&source, "Bag::at"),
        ["3: self.get(i): it is made with what a pattern names: its contract is not taken"]
    );
}
