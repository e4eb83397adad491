//! Objects that stand in several places of the arguments: each gets a statement of its own, and the places
//! share it. An object that leads back to itself is made with something else in the cell through which it
//! does, which is replaced then.

use crate::spelling::{plain, spelled};
use crate::steps::{Access, Filling, Step};
use forall_protocol::value::{Built, Form, Reach, Shape, Value};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Takes out of the arguments what stands there more than once. The last place takes the object itself, so
/// that the test has all handles.
pub fn taken_out(arguments: &[(String, Value)], reserved: &str) -> (Vec<Step>, Vec<(String, Value)>) {
    let mut objects = Objects::default();
    arguments.iter().for_each(|(_, value)| objects.find(value));
    let mut arguments: Vec<(String, Value)> =
        arguments.iter().map(|(name, value)| (name.clone(), objects.rewritten(value, &mut None))).collect();
    let mut moved = BTreeSet::new();
    arguments.iter_mut().rev().for_each(|(_, value)| take_last(value, reserved, &mut moved));
    let mut steps = Vec::new();
    for mut step in objects.steps.into_iter().rev() {
        match &mut step {
            Step::Made(name, value) => {
                *name = variable(name, reserved);
                take_last(value, reserved, &mut moved);
            }
            Step::Filled(filling) => {
                let name = variable(&filling.object, reserved);
                if moved.insert(std::mem::replace(&mut filling.object, name.clone())) {
                    steps.push(Step::Dropped(name));
                }
                take_last(&mut filling.content, reserved, &mut moved);
            }
            Step::Dropped(_) => {}
        }
        steps.push(step);
    }
    steps.reverse();
    (steps, arguments)
}

/// The variable of an object that was drawn as `list[0].next`.
pub fn variable(object: &str, reserved: &str) -> String {
    let words = object.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
    let name = words.map(plain).collect::<Vec<_>>().join("_");
    if name == plain(reserved) { format!("the_{name}") } else { spelled(&name) }
}

/// The objects by the names under which they were drawn.
#[derive(Default)]
struct Objects<'a> {
    /// The first handle to each.
    first: BTreeMap<&'a str, &'a Value>,
    repeated: BTreeSet<&'a str>,
    /// Being made, the innermost last.
    begun: Vec<&'a str>,
    made: BTreeSet<&'a str>,
    steps: Vec<Step>,
    /// What is to be filled once the objects are made.
    open: VecDeque<(Place<'a>, Shape, &'a Value)>,
}

/// A place in an object.
#[derive(Clone)]
struct Place<'a> {
    object: &'a str,
    way: Vec<Access>,
}

impl<'a> Objects<'a> {
    fn find(&mut self, value: &'a Value) {
        if let Value::Built(Built { form: Form::Shared, item, parts, .. }) = value {
            match parts.first() {
                Some((_, first)) => drop(self.first.insert(item, first)),
                None => drop(self.repeated.insert(item)),
            }
        }
        parts(value).for_each(|part| self.find(part));
    }

    /// The value, in which repeated objects are named. What it needs is made before it.
    fn rewritten(&mut self, value: &'a Value, place: &mut Option<Place<'a>>) -> Value {
        match value {
            Value::Leaf { .. } => value.clone(),
            Value::Node { shape: shape @ (Shape::Cell | Shape::RefCell), parts }
                if self.leads_to_begun(value, &mut BTreeSet::new()) =>
            {
                let content = &parts[0];
                if let Some(place) = place {
                    self.open.push_back((place.clone(), *shape, content));
                }
                Value::Node { shape: *shape, parts: vec![self.placeholder(content)] }
            }
            Value::Node { shape, parts } => {
                let part = |(position, part)| {
                    self.at(place, Access::of_node(*shape, position), |it, place| it.rewritten(part, place))
                };
                Value::Node { shape: *shape, parts: parts.iter().enumerate().map(part).collect() }
            }
            Value::Built(Built { form: Form::Alternative, parts, .. }) => self.rewritten(&parts[0].1, place),
            Value::Built(built) if built.form == Form::Shared => self.handle(built, place),
            Value::Built(built) => {
                let part = |(position, (name, part)): (usize, &'a (String, Value))| {
                    let access = Access::of_built(built, position);
                    (name.clone(), self.at(place, access, |it, place| it.rewritten(part, place)))
                };
                Value::Built(Built {
                    parts: built.parts.iter().enumerate().map(part).collect(),
                    ..built.clone()
                })
            }
        }
    }

    fn at(
        &mut self,
        place: &mut Option<Place<'a>>,
        access: Access,
        rewrite: impl FnOnce(&mut Self, &mut Option<Place<'a>>) -> Value,
    ) -> Value {
        if let Some(place) = place {
            place.way.push(access);
        }
        let value = rewrite(self, place);
        if let Some(place) = place {
            place.way.pop();
        }
        value
    }

    fn handle(&mut self, handle: &'a Built, place: &mut Option<Place<'a>>) -> Value {
        if let (Some((_, first)), false) = (handle.parts.first(), self.repeated.contains(&*handle.item)) {
            return self.rewritten(first, place);
        }
        self.make(&handle.item);
        Value::Built(Built { parts: Vec::new(), ..handle.clone() })
    }

    fn make(&mut self, name: &'a str) {
        let Some(first) = self.first.get(name) else { return };
        if self.begun.contains(&name) || self.made.contains(name) {
            return;
        }
        self.begun.push(name);
        let object = self.rewritten(first, &mut Some(Place { object: name, way: Vec::new() }));
        self.begun.pop();
        self.made.insert(name);
        self.steps.push(Step::Made(name.into(), object));
        if self.begun.is_empty() {
            self.fill();
        }
    }

    fn fill(&mut self) {
        while let Some((Place { object, way }, cell, content)) = self.open.pop_front() {
            let content = self.rewritten(content, &mut None);
            self.steps.push(Step::Filled(Filling { object: object.into(), way, cell, content }));
        }
    }

    /// Does it need what is just being made?
    fn leads_to_begun(&self, value: &'a Value, seen: &mut BTreeSet<&'a str>) -> bool {
        if let Value::Built(Built { form: Form::Shared, item, .. }) = value {
            if self.begun.contains(&&**item) {
                return true;
            }
            if self.made.contains(&**item) || !seen.insert(item) {
                return false;
            }
            return self.first.get(&**item).is_some_and(|first| self.leads_to_begun(first, seen));
        }
        parts(value).any(|part| self.leads_to_begun(part, seen))
    }

    /// What can stand there before the objects are made.
    fn placeholder(&mut self, value: &'a Value) -> Value {
        if !self.leads_to_begun(value, &mut BTreeSet::new()) {
            return self.rewritten(value, &mut None);
        }
        match value {
            Value::Leaf { .. } => value.clone(),
            Value::Node { shape: Shape::Some, .. } => Value::Node { shape: Shape::None, parts: Vec::new() },
            Value::Node { shape: shape @ (Shape::Vec | Shape::VecDeque | Shape::Slice), .. } => {
                Value::Node { shape: *shape, parts: Vec::new() }
            }
            Value::Node { shape, parts } => {
                let parts = parts.iter().map(|part| self.placeholder(part)).collect();
                Value::Node { shape: *shape, parts }
            }
            Value::Built(Built { form: Form::Alternative, path, item, .. }) => {
                let (form, reach, parts) = (Form::Bare, Reach::Everywhere, Vec::new());
                Value::Built(Built { form, reach, path: path.clone(), item: item.clone(), parts })
            }
            Value::Built(Built { form: Form::Shared, item, .. }) => match self.first.get(&**item) {
                Some(first) => self.placeholder(first),
                None => value.clone(),
            },
            // `Rc::from([])`.
            Value::Built(built) if is_of_elements(built) => {
                let none = Value::Node { shape: Shape::Array, parts: Vec::new() };
                Value::Built(Built { parts: vec![(String::new(), none)], ..built.clone() })
            }
            Value::Built(built) => {
                let part = |(name, part): &'a (String, Value)| (name.clone(), self.placeholder(part));
                Value::Built(Built { parts: built.parts.iter().map(part).collect(), ..built.clone() })
            }
        }
    }
}

fn is_of_elements(built: &Built) -> bool {
    built.path.starts_with("std::")
        && built.item == "from"
        && matches!(built.parts.as_slice(), [(_, Value::Node { shape: Shape::Array, .. })])
}

fn parts(value: &Value) -> Box<dyn Iterator<Item = &Value> + '_> {
    match value {
        Value::Leaf { .. } => Box::new(std::iter::empty()),
        Value::Node { parts, .. } => Box::new(parts.iter()),
        Value::Built(built) => Box::new(built.parts.iter().map(|(_, part)| part)),
    }
}

/// Goes backwards: the first place that is met is the last one.
fn take_last(value: &mut Value, reserved: &str, moved: &mut BTreeSet<String>) {
    match value {
        Value::Leaf { .. } => {}
        Value::Node { parts, .. } => {
            parts.iter_mut().rev().for_each(|part| take_last(part, reserved, moved));
        }
        Value::Built(built) if built.form == Form::Shared => {
            let variable = variable(&built.item, reserved);
            match moved.insert(built.item.clone()) {
                true => {
                    *built =
                        Built { form: Form::Source, path: variable, item: String::new(), ..built.clone() }
                }
                false => built.item = variable,
            }
        }
        Value::Built(built) => {
            built.parts.iter_mut().rev().for_each(|(_, part)| take_last(part, reserved, moved));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expression::expression;
    use crate::expression::samples::built;
    use crate::paths::Paths;
    use forall_protocol::inputs::InputKind;

    fn object(name: &str, parts: Vec<Value>) -> Value {
        let parts = parts.into_iter().map(|part| (String::new(), part)).collect();
        let (form, reach, path) = (Form::Shared, Reach::Everywhere, "std::rc::Rc".into());
        Value::Built(Built { form, reach, path, item: name.into(), parts })
    }

    fn rc(value: Value) -> Value {
        Value::Node { shape: Shape::Rc, parts: vec![value] }
    }

    fn source(text: &str) -> Value {
        let (form, reach, path, item) = (Form::Source, Reach::Everywhere, text.into(), String::new());
        Value::Built(Built { form, reach, path, item, parts: vec![] })
    }

    #[test]
    fn what_stands_in_several_places_has_a_statement_of_its_own_and_the_last_place_takes_it() {
        let one = Value::Leaf { kind: InputKind::U8, bits: 1 };
        let inner = object("a.next", vec![rc(one.clone())]);
        let pair =
            Value::Node { shape: Shape::Tuple, parts: vec![object("a", vec![]), object("a.next", vec![])] };
        let arguments = [("a".into(), object("a", vec![rc(inner)])), ("b".into(), pair)];
        let (steps, arguments) = taken_out(&arguments, "a");
        let made = |name: &str, value| Step::Made(name.into(), value);
        assert_eq!(steps, [made("a_next", rc(one)), made("the_a", rc(object("a_next", vec![])))]);
        let pair = Value::Node { shape: Shape::Tuple, parts: vec![source("the_a"), source("a_next")] };
        assert_eq!(arguments, [("a".into(), object("the_a", vec![])), ("b".into(), pair)]);
    }

    #[test]
    fn what_stands_in_one_place_stays_there() {
        let one = Value::Leaf { kind: InputKind::U8, bits: 1 };
        let (steps, arguments) = taken_out(&[("a".into(), object("a", vec![rc(one.clone())]))], "put");
        assert_eq!((steps, arguments), (vec![], vec![("a".into(), rc(one))]));
    }

    fn node(shape: Shape, parts: Vec<Value>) -> Value {
        Value::Node { shape, parts }
    }

    fn some(value: Value) -> Value {
        node(Shape::Some, vec![value])
    }

    fn cell(value: Value) -> Value {
        node(Shape::RefCell, vec![value])
    }

    #[track_caller]
    fn check(arguments: &[(String, Value)], expected: &str) {
        let paths = Paths::default();
        let (steps, arguments) = taken_out(arguments, "put");
        let code = |value: &Value| expression(value, &paths).expect("a value");
        let lines: String = steps.iter().map(|step| step.written(&paths)).collect();
        let lines = lines.lines().map(str::trim).collect::<Vec<_>>().join(" ");
        let lines = [
            (
                "; ", ";
",
            ),
            ("( ", "("),
            (", )", ")"),
        ]
        .iter()
        .fold(lines, |lines, (from, to)| lines.replace(from, to));
        let call = arguments.iter().map(|(_, value)| code(value).flat()).collect::<Vec<_>>().join(", ");
        assert_eq!(
            format!("{lines}\nput({call})").replace("std::rc::", "").replace("std::cell::", ""),
            expected
        );
    }

    #[test]
    fn what_leads_to_itself_is_put_into_its_cell_later() {
        let list = rc(cell(node(Shape::Vec, vec![object("list", vec![])])));
        check(
            &[("list".into(), object("list", vec![list]))],
            "let list = Rc::new(RefCell::new(vec![]));\nlist.replace(vec![Rc::clone(&list)]);\nput(list)",
        );
    }

    #[test]
    fn two_that_lead_to_each_other_are_made_before_one_is_filled() {
        let b = object("a[0]", vec![rc(cell(some(object("a", vec![]))))]);
        let a = object("a", vec![rc(node(Shape::Array, vec![cell(some(b))]))]);
        check(
            &[("a".into(), a), ("b".into(), object("a[0]", vec![]))],
            "let a = Rc::new([RefCell::new(None)]);\n\
             let a_0 = Rc::new(RefCell::new(Some(Rc::clone(&a))));\n\
             a[0].replace(Some(Rc::clone(&a_0)));\n\
             put(a, a_0)",
        );
    }

    #[test]
    fn a_cell_in_a_variant_is_found_and_an_enum_holds_another_variant_meanwhile() {
        let to = built(Form::Parentheses, "krate::Link", "To", &[("", object("a", vec![]))]);
        let link = built(Form::Alternative, "krate::Link", "Nil", &[("", to)]);
        let list = built(Form::Parentheses, "krate::Value", "List", &[("", rc(cell(link)))]);
        check(
            &[("a".into(), object("a", vec![rc(list)]))],
            "let a = Rc::new(Value::List(Rc::new(RefCell::new(Link::Nil))));\n\
             let Value::List(a_list) = &*a else { unreachable!() };\n\
             a_list.replace(Link::To(Rc::clone(&a)));\n\
             put(a)",
        );
    }

    #[test]
    fn what_is_only_filled_is_dropped_before_the_call() {
        let b = object("a.0", vec![rc(cell(some(object("a", vec![]))))]);
        check(
            &[("a".into(), object("a", vec![rc(node(Shape::Tuple, vec![b, object("a.0", vec![])]))]))],
            "let a_0 = Rc::new(RefCell::new(None));\n\
             let a = Rc::new((Rc::clone(&a_0), Rc::clone(&a_0)));\n\
             a_0.replace(Some(Rc::clone(&a)));\n\
             drop(a_0);\n\
             put(a)",
        );
    }

    #[test]
    fn what_is_drawn_in_a_cell_and_stands_beside_it_is_made_first() {
        let b = object("a.1", vec![rc(cell(some(object("a", vec![]))))]);
        let parts = vec![object("a.1", vec![]), cell(node(Shape::Tuple, vec![b, some(object("a", vec![]))]))];
        check(
            &[("a".into(), object("a", vec![rc(node(Shape::Tuple, parts))]))],
            "let a_1 = Rc::new(RefCell::new(None));\n\
             let a = Rc::new((Rc::clone(&a_1), RefCell::new((Rc::clone(&a_1), None))));\n\
             a_1.replace(Some(Rc::clone(&a)));\n\
             a.1.replace((a_1, Some(Rc::clone(&a))));\n\
             put(a)",
        );
    }
}
