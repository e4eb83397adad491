//! The reader, held against what two compilers have written.

use super::body::{Body, Kind};
use super::place::{Position, Range};
use super::reader::{Failure, Unreadable, read};
use super::types::{Argument, Type};

/// What two compilers print for `samples/small.rs`, with tabs for four spaces.
const SAMPLES: [(&str, &str); 2] = [
    ("1.95.0", include_str!("samples/1.95.0.txt")),
    ("1.97.0-nightly", include_str!("samples/1.97.0-nightly.txt")),
];

fn sample(text: &str) -> String {
    text.replace('\t', "    ")
}

fn bodies(text: &str) -> Result<Vec<Body>, Unreadable> {
    let mut bodies = Vec::new();
    let read = read(text.as_bytes(), |body| {
        bodies.push(body);
        Ok(())
    });
    match read {
        Ok(()) => Ok(bodies),
        Err(Failure::Text(unreadable)) => Err(unreadable),
        Err(Failure::Read(error) | Failure::Taken(error)) => panic!("{error}"),
    }
}

fn line(line: u32, start: u32, end: u32) -> Range {
    Range { start: Position { line, column: start }, end: Position { line, column: end } }
}

#[test]
fn what_both_compilers_say_is_the_same() {
    let [stable, nightly] = SAMPLES.map(|(version, text)| {
        let mut bodies = bodies(&sample(text)).unwrap_or_else(|error| panic!("{version}: {error}"));
        // The sources of std have other lines, and another directory.
        for body in &mut bodies {
            body.files.retain(|file| file == "small.rs");
        }
        bodies
    });
    let paths: Vec<&str> = stable.iter().map(|body| body.definition.path.as_str()).collect();
    assert_eq!(paths, ["LIMIT", "{impl#0}::push", "next"]);
    assert_eq!(stable, nightly);
}

#[test]
fn expressions_have_types_places_and_meanings() {
    let bodies = bodies(&sample(SAMPLES[0].1)).unwrap();
    let push = &bodies[1];
    let names: Vec<_> = push.parameters.iter().map(|own| (own.name.as_deref(), own.is_self)).collect();
    assert_eq!(names, [(Some("self"), true), (Some("item"), false)]);
    let at = |range| push.at("small.rs", range).unwrap_or_else(|| panic!("{range:?}")).1;
    let ty = |number| push.ty(number).unwrap();

    // `self.0` in `self.0.push(item)` is borrowed by the compiler.
    let receiver = at(line(6, 9, 15));
    let Type::Named { path, .. } = ty(receiver.ty) else { panic!("{receiver:?}") };
    assert_eq!((path.as_str(), &receiver.kind), ("std::vec::Vec", &Kind::Field(0)));
    assert!(matches!(receiver.adjusted.map(ty), Some(Type::Reference { mutable: true, .. })));
    let Kind::Call { callee: Some(callee), arguments, written: true } = &at(line(6, 9, 26)).kind else {
        panic!("no call")
    };
    assert_eq!((callee.function.krate.as_str(), callee.function.name()), ("alloc", "push"));
    assert_eq!(callee.arguments[0], Argument::Type(Type::Primitive("u8".into())));
    let arguments: Vec<&Kind> =
        arguments.iter().map(|number| &push.expression(number.unwrap()).unwrap().kind).collect();
    let item = push.bindings.iter().find(|binding| binding.name == "item").unwrap();
    assert_eq!(arguments, [&Kind::Field(0), &Kind::Local(item.id)]);

    // `self.0[0]` is a call of `Index::index`, and of the type of the element.
    let element = at(line(7, 9, 18));
    assert_eq!((ty(element.ty), element.adjusted), (&Type::Primitive("u8".into()), None));
    assert!(
        matches!(&element.kind, Kind::Call { callee: Some(callee), written: false, .. } if callee.function.name() == "index")
    );
    // A minus is part of the literal.
    assert_eq!(at(line(7, 22, 26)).kind, Kind::Literal);

    // What an assertion is about is where it is written.
    let condition = at(line(5, 17, 29));
    assert!(matches!(&condition.kind, Kind::Operation { operator, .. } if operator == "Lt"));
    assert!(matches!(&at(line(5, 24, 29)).kind, Kind::Constant(constant) if constant.path == "LIMIT"));
    assert!(push.functions().any(|function| function.path == "panicking::panic"));
}

#[test]
fn variables_of_if_let_are_known() {
    let bodies = bodies(&sample(SAMPLES[0].1)).unwrap();
    let next = &bodies[2];
    let found = next.bindings.iter().find(|binding| binding.name == "found").unwrap();
    assert!(
        matches!(next.ty(found.ty), Some(Type::Projection { definition, .. }) if definition.name() == "Item")
    );
    assert_eq!(found.place.range, line(11, 17, 22));
    let (_, used) = next.at("small.rs", line(11, 46, 51)).unwrap();
    assert_eq!(used.kind, Kind::Local(found.id));
    let (_, made) = next.at("small.rs", line(11, 41, 52)).unwrap();
    assert!(
        matches!(&made.kind, Kind::Struct { variant: Some(name), fields, .. } if name == "Some" && fields.len() == 1)
    );
}

#[test]
fn a_text_that_breaks_off_is_an_error_at_its_end() {
    let whole = sample(SAMPLES[0].1);
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    let ends = |text: &str| text == "\n" || text.starts_with("DefId(");
    for count in 0..lines.len() {
        let text: String = lines[..count].concat();
        // Between bodies there are empty lines.
        let is_between = count == 0
            || (ends(lines[count]) && ends(lines[count - 1]))
            || lines[count - 1] == "    }\n" && ends(lines[count]);
        match bodies(&text) {
            Ok(_) => assert!(is_between, "after {count} lines"),
            Err(error) => assert_eq!((error.line, error.found.as_str()), (count + 1, "the end")),
        }
    }
}

#[test]
fn whatever_the_text_is_nothing_breaks() {
    let whole = sample(SAMPLES[0].1);
    let lines: Vec<&str> = whole.lines().collect();
    let mut state = 7_u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % below
    };
    let mut errors = 0;
    for _ in 0..600 {
        let mut changed: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        for _ in 0..1 + random(3) {
            let at = random(changed.len());
            let other = changed[random(changed.len())].clone();
            let cut = random(changed[at].len() + 1);
            match random(6) {
                0 => drop(changed.remove(at)),
                1 => changed.insert(at, other),
                2 => changed[at] = other,
                3 => changed[at].truncate(cut),
                4 => changed[at]
                    .insert_str(cut, ["(", "\"", "}", "é", ": ", "#", "&", "<", "[", "DefId("][random(10)]),
                _ => changed[at] = format!("    {}", changed[at]),
            }
        }
        if let Err(error) = bodies(&changed.join("\n")) {
            errors += 1;
            assert!((1..=changed.len() + 1).contains(&error.line), "{error}");
        }
    }
    assert!(errors > 100, "{errors}");
}

#[test]
fn what_cannot_be_read_is_named() {
    let text = sample(SAMPLES[0].1).replace("span: small.rs:5:17: 5:29 (#0)", "span: somewhere");
    let error = bodies(&text).unwrap_err();
    assert_eq!(Some(error.line - 1), text.lines().position(|line| line.ends_with("span: somewhere")));
    let error = error.to_string();
    assert!(error.ends_with("expected a place in the source, found `span: somewhere`"), "{error}");
    let error = bodies("fn main() {}\n").unwrap_err().to_string();
    assert_eq!(error, "line 1 of the typed tree: expected the name of a body, found `fn main() {}`");
}
