//! Factories out of the calls by which tests make objects of a type: a constructor, and then a call in a loop over what is drawn.

use crate::constant::Value;
use crate::making::{Making, Method};
use std::collections::{BTreeMap, BTreeSet};

/// A function that makes objects of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Factory {
    /// What it makes, as a type is written there.
    pub ty: String,
    /// In the words of a report: `UIntStack::default()` and calls of `push`.
    pub calls: String,
    parameters: Vec<Parameter>,
    body: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Parameter {
    name: String,
    ty: String,
}

/// So many methods are tried.
const METHODS: usize = 3;

impl Factory {
    /// Those that tests suggest for a type, the best first: with drawn constants in the constructor and with those of a test; then the same with no
    /// more calls than a test has.
    pub fn candidates(makings: &[&Making], forall: &str) -> Vec<Factory> {
        let mut candidates = Vec::new();
        let constructors = constructors(makings);
        let methods = methods(makings);
        let longest = makings.iter().flat_map(|making| counted(making).into_values()).max().unwrap_or(1);
        for bound in [None, Some(longest)] {
            for constructor in &constructors {
                for draws in [true, false] {
                    if (draws && constructor.holes.is_empty()) || (bound.is_some() && methods.is_empty()) {
                        continue;
                    }
                    if draws && bound.is_none() && (methods.is_empty() || constructor.fills()) {
                        candidates.push(Draft { constructor, draws, method: None, bound, forall }.factory());
                    }
                    for method in &methods {
                        candidates.push(
                            Draft { constructor, draws, method: Some(method), bound, forall }.factory(),
                        );
                    }
                }
            }
        }
        candidates.dedup();
        candidates
    }

    /// As it stands in the source.
    pub fn text(&self, name: &str, forall: &str) -> String {
        let Factory { ty, body, .. } = self;
        format!("#[{forall}::factory]\nfn {name}({}) -> {ty} {{\n{}\n}}", self.declared(), body.join("\n"))
    }

    /// A test of nothing but that it makes an object.
    pub fn probe(&self, name: &str, forall: &str) -> String {
        let Factory { ty, body, .. } = self;
        let declared = self.declared();
        format!(
            "#[{forall}::forall]\nfn {name}({declared}) {{\nlet _: {ty} = {{\n{}\n}};\n}}",
            body.join("\n")
        )
    }

    fn declared(&self) -> String {
        let declared = self.parameters.iter().map(|own| format!("{}: {}", own.name, own.ty));
        declared.collect::<Vec<_>>().join(", ")
    }
}

/// A test that takes such an object, and does nothing with it: does it compile?
pub fn taking(ty: &str, name: &str, forall: &str) -> String {
    format!("#[{forall}::forall(max_len = 1)]\nfn {name}(object: {ty}) {{\nlet _ = object;\n}}")
}

/// `any_uint_stack`, or `any_slab_of_u8` where `any_slab` is another one: a name that nothing else there has.
pub fn name(ty: &str, taken: &BTreeSet<String>) -> String {
    let (plain, arguments) = ty.split_once('<').unwrap_or((ty, ""));
    let mut base = format!("any{}", in_snake_case(plain.rsplit("::").next().unwrap_or_default()));
    let words = arguments.replace("()", "unit");
    let words =
        words.split(|next: char| !next.is_alphanumeric() && next != ':').filter(|word| !word.is_empty());
    let words: String = words.map(|word| in_snake_case(word.rsplit("::").next().unwrap_or(word))).collect();
    if taken.contains(&base) && !words.is_empty() {
        base = format!("{base}_of{words}");
    }
    let mut name = base.clone();
    let mut count = 1;
    while taken.contains(&name) {
        count += 1;
        name = format!("{base}_{count}");
    }
    name
}

/// `UIntStack` is `_uint_stack`.
fn in_snake_case(name: &str) -> String {
    let mut text = String::from("_");
    let mut before = 'A';
    for next in name.chars() {
        if next.is_uppercase() && !before.is_uppercase() {
            text.push('_');
        }
        text.extend(next.to_lowercase());
        before = next;
    }
    text
}

impl Making {
    /// Does it set all fields?
    pub fn is_literal(&self) -> bool {
        matches!(syn::parse_str(&self.constructor), Ok(syn::Expr::Struct(_)))
    }

    /// Does the constructor alone make all sorts of objects: out of a list, or of all fields?
    fn fills(&self) -> bool {
        self.is_literal() || self.holes.iter().any(|hole| matches!(hole.value, Value::Sized(_)))
    }
}

/// Each constructor once: what takes no size comes first, then what is used most.
fn constructors<'m>(makings: &[&'m Making]) -> Vec<&'m Making> {
    let mut found: Vec<(&Making, usize)> = Vec::new();
    for making in makings {
        match found.iter_mut().find(|(own, _)| skeleton(own) == skeleton(making)) {
            Some((_, count)) => *count += 1,
            None => found.push((making, 1)),
        }
    }
    let sizes = |making: &Making| {
        making
            .holes
            .iter()
            .filter(|hole| matches!(hole.value, Value::Integer(_)) && hole.ty == "usize")
            .count()
    };
    found.sort_by_key(|(making, count)| (sizes(making), std::cmp::Reverse(*count)));
    found.into_iter().map(|(making, _)| making).collect()
}

/// The constructor without its constants.
fn skeleton(making: &Making) -> String {
    making.constructor_with(|_| "_".to_owned())
}

impl Making {
    fn constructor_with(&self, mut hole: impl FnMut(usize) -> String) -> String {
        let mut text = String::new();
        let mut done = 0;
        for (number, constant) in self.holes.iter().enumerate() {
            let range = constant.range.start - self.start..constant.range.end - self.start;
            if range.start < done {
                continue;
            }
            text.push_str(&self.constructor[done..range.start]);
            text.push_str(&hole(number));
            done = range.end;
        }
        text.push_str(&self.constructor[done..]);
        text
    }
}

/// How often each method is called on one object.
fn counted(making: &Making) -> BTreeMap<&str, usize> {
    let mut counted = BTreeMap::new();
    for method in &making.calls {
        *counted.entry(method.name.as_str()).or_insert(0) += 1;
    }
    counted
}

/// The methods that may fill an object: those that take what its type is made of come first, then those that are called most.
fn methods<'m>(makings: &[&'m Making]) -> Vec<&'m Method> {
    let mut found: Vec<(&Method, usize, usize)> = Vec::new();
    for making in makings {
        for method in making.calls.iter().filter(|method| !method.formals.is_empty()) {
            match found.iter_mut().find(|(own, ..)| own.name == method.name) {
                Some((.., count)) => *count += 1,
                None => {
                    let fills = |own: &str| {
                        making.ty.contains(&format!("<{own}")) || making.ty.contains(&format!(", {own}"))
                    };
                    let filling = method.formals.iter().filter(|formal| fills(&formal.ty)).count();
                    found.push((method, filling, 1));
                }
            }
        }
    }
    found.sort_by_key(|(_, filling, count)| std::cmp::Reverse((*filling, *count)));
    found.into_iter().take(METHODS).map(|(method, ..)| method).collect()
}

/// How a factory is made.
struct Draft<'m> {
    constructor: &'m Making,
    /// Are the constants of the constructor drawn?
    draws: bool,
    method: Option<&'m Method>,
    /// At most so many calls.
    bound: Option<usize>,
    forall: &'m str,
}

impl Draft<'_> {
    fn factory(&self) -> Factory {
        let mut names = Names::default();
        let variable = names.free(self.constructor.variable.as_deref().unwrap_or("object"));
        let mut parameters = Vec::new();
        let constructor = self.constructor.constructor_with(|number| {
            let hole = &self.constructor.holes[number];
            if !self.draws {
                return hole.text.clone();
            }
            let name = names.free(hole.role.as_deref().unwrap_or("n"));
            parameters.push(Parameter { name: name.clone(), ty: hole.ty.clone() });
            name
        });
        let Some(method) = self.method else {
            let calls = format!("`{}`", self.constructor.constructor);
            return Factory { ty: self.constructor.ty.clone(), calls, parameters, body: vec![constructor] };
        };
        let (list, loop_over) = self.filling(method, &variable, &mut names);
        let mut body = Vec::new();
        if let Some(bound) = self.bound {
            body.push(format!("{}::assume!({}.len() <= {bound});", self.forall, list.name));
        }
        body.push(format!("let mut {variable} = {constructor};"));
        body.extend(loop_over);
        body.push(variable);
        parameters.push(list);
        let calls = format!("`{}` and calls of `{}`", self.constructor.constructor, method.name);
        Factory { ty: self.constructor.ty.clone(), calls, parameters, body }
    }

    /// The list over which the loop goes, and the loop.
    fn filling(&self, method: &Method, variable: &str, names: &mut Names) -> (Parameter, Vec<String>) {
        let drawn: Vec<String> = method
            .formals
            .iter()
            .map(|formal| names.free(formal.name.as_deref().unwrap_or("item")))
            .collect();
        let list = match &drawn[..] {
            [only] => names.free(&format!("{only}s")),
            _ => names.free("calls"),
        };
        let types: Vec<&str> = method.formals.iter().map(|formal| formal.ty.as_str()).collect();
        let passed = drawn.iter().zip(&method.formals);
        let passed =
            passed.map(|(name, formal)| if formal.borrowed { format!("&{name}") } else { name.clone() });
        let call = format!("{variable}.{}({})", method.name, passed.collect::<Vec<_>>().join(", "));
        let call = if method.returns { format!("let _ = {call};") } else { format!("{call};") };
        let (pattern, ty) = match (&drawn[..], &types[..]) {
            ([name], [ty]) => (name.clone(), (*ty).to_owned()),
            _ => (format!("({})", drawn.join(", ")), format!("({})", types.join(", "))),
        };
        let loop_over = vec![format!("for {pattern} in {list} {{"), call, "}".to_owned()];
        (Parameter { name: list, ty: format!("Vec<{ty}>") }, loop_over)
    }
}

#[derive(Default)]
struct Names(BTreeSet<String>);

impl Names {
    fn free(&mut self, base: &str) -> String {
        let mut name = base.to_owned();
        let mut count = 1;
        while !self.0.insert(name.clone()) {
            count += 1;
            name = format!("{base}_{count}");
        }
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::making::Formal;

    /// Its name and type, and whether a reference to it is passed.
    type Given<'a> = (&'a str, &'a str, bool);

    fn making(constructor: &str, calls: &[(&str, &[Given<'_>])]) -> Making {
        let formal = |(name, ty, borrowed): &Given<'_>| Formal {
            name: Some((*name).to_owned()),
            ty: (*ty).to_owned(),
            borrowed: *borrowed,
        };
        let method = |(name, formals): &(&str, &[Given<'_>])| Method {
            name: (*name).to_owned(),
            formals: formals.iter().map(formal).collect(),
            returns: *name == "save",
        };
        Making {
            ty: "crate::Storage<u8>".into(),
            constructor: constructor.into(),
            start: 0,
            holes: Vec::new(),
            variable: Some("storage".into()),
            calls: calls.iter().map(method).collect(),
        }
    }

    #[test]
    fn the_calls_of_the_tests_stand_in_a_loop() {
        let reserve: (&str, &[_]) = ("reserve", &[("n", "usize", false)]);
        let save: (&str, &[_]) = ("save", &[("name", "String", true), ("value", "u8", false)]);
        let makings = [
            making("Storage::default()", &[reserve, reserve, save]),
            making("Storage::default()", &[reserve]),
        ];
        let all = Factory::candidates(&makings.iter().collect::<Vec<_>>(), "::forall");
        // What the type is made of is given by `save`, however often the other one is called.
        let expected = "#[::forall::factory]
fn any_storage_of_u8(calls: Vec<(String, u8)>) -> crate::Storage<u8> {
let mut storage = Storage::default();
for (name, value) in calls {
let _ = storage.save(&name, value);
}
storage
}";
        let taken = BTreeSet::from(["any_storage".to_owned()]);
        assert_eq!(all[0].text(&name(&all[0].ty, &taken), "::forall"), expected);
        let bounded = all.last().unwrap().text("x", "::forall");
        assert!(bounded.contains("::forall::assume!(ns.len() <= 2);"), "{bounded}");
        assert_eq!(all.len(), 4);
    }

    #[test]
    fn what_only_makes_the_same_again_is_no_factory() {
        assert!(Factory::candidates(&[&making("Storage::default()", &[])], "::forall").is_empty());
    }
}
