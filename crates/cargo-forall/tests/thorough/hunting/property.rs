//! A property of a random function, as Rust source: a test with parameters, and the same for all inputs one after the other.

use super::expression::Expressions;
use super::node::Node;
use super::random::Random;
use super::types::{INTS, Type, U8};

pub struct Property {
    pub name: String,
    /// The functions it is about, and itself.
    pub source: String,
    /// `(a, b): (u8, bool)`.
    parameters: Vec<Parameter>,
}

#[derive(Clone)]
struct Parameter {
    name: &'static str,
    of: &'static str,
    /// What expressions may call it.
    seen: &'static [(&'static str, Type)],
    /// Some value.
    example: &'static str,
}

const I8: Type = Type::Int(INTS[1]);
const U16: Type = Type::Int(INTS[2]);
const I16: Type = Type::Int(INTS[3]);
const BYTE: Type = Type::Int(U8);

macro_rules! parameter {
    ($name:literal, $of:literal, $example:literal, $(($seen:literal, $type:expr)),+) => {
        Parameter { name: $name, of: $of, seen: &[$(($seen, $type)),+], example: $example }
    };
}

/// Few enough to try all values.
fn parameters(random: &mut Random) -> Vec<Parameter> {
    let first = parameter!("a", "u8", "200", ("a", BYTE));
    let all = [
        vec![first.clone(), parameter!("b", "u8", "7", ("b", BYTE))],
        vec![first.clone(), parameter!("b", "i8", "-3", ("b", I8))],
        vec![parameter!("a", "i8", "-100", ("a", I8)), parameter!("b", "bool", "true", ("b", Type::Bool))],
        vec![parameter!("a", "u16", "40_000", ("a", U16))],
        vec![parameter!("a", "i16", "-300", ("a", I16)), parameter!("b", "bool", "false", ("b", Type::Bool))],
        vec![
            parameter!("a", "Option<u8>", "Some(9)", ("a", Type::Maybe(U8))),
            parameter!("b", "i8", "5", ("b", I8)),
        ],
        vec![parameter!(
            "a",
            "[u8; 2]",
            "[1, 254]",
            ("a[0]", BYTE),
            ("a[1]", BYTE),
            ("a.to_vec()", Type::List(U8))
        )],
        vec![parameter!("a", "Vec<u8>", "vec![3, 9]", ("a", Type::List(U8)), ("(a.len() as u8)", BYTE))],
        vec![parameter!("a", "String", "\"é\".to_owned()", ("a", Type::Text), ("(a.len() as u8)", BYTE))],
    ];
    random.pick(&all).clone()
}

impl Property {
    pub fn new(number: usize, random: &mut Random) -> Property {
        let parameters = parameters(random);
        let scope = parameters.iter().flat_map(|parameter| parameter.seen);
        let scope = scope.map(|(name, of)| ((*name).to_owned(), *of)).collect();
        let mut expressions = Expressions { random, scope };
        let body = Body::new(&mut expressions);
        let declared = join(parameters.iter().map(|Parameter { name, of, .. }| format!("{name}: {of}")));
        let names = join(parameters.iter().map(|parameter| format!("{}.clone()", parameter.name)));
        let example = join(parameters.iter().map(|parameter| parameter.example.to_owned()));
        let result = body.result.name();
        let first = body.write(random);
        let mut source = format!("fn f{number}({declared}) -> {result} {{\n{first}}}\n");
        let claim = match random.below(4) {
            // Fails for the example at least.
            0 => format!("f{number}({names}) != f{number}({example})"),
            // Holds, if both panic alike.
            1 => {
                source += &format!("fn g{number}({declared}) -> {result} {{\n{}}}\n", body.write(random));
                format!("f{number}({names}) == g{number}({names})")
            }
            // Holds but for one input.
            2 => {
                source += &format!("fn g{number}({declared}) -> {result} {{\n{}}}\n", body.write(random));
                let other = join(parameters.iter().map(|parameter| format!("{}.clone()", parameter.example)));
                format!("f{number}({names}) == g{number}({names}) && ({names},) != ({other},)")
            }
            _ => {
                let condition =
                    Expressions { random, scope: vec![("r".into(), body.result)] }.expression(Type::Bool, 2);
                format!("{{ let r = f{number}({names}); {} }}", condition.write(random))
            }
        };
        source += &format!("pub fn p{number}({declared}) -> bool {{\n    {claim}\n}}\n");
        Property { name: format!("t{number}"), source, parameters }
    }

    pub fn test(&self) -> String {
        let declared = join(self.parameters.iter().map(|Parameter { name, of, .. }| format!("{name}: {of}")));
        let names = join(self.parameters.iter().map(|parameter| parameter.name.to_owned()));
        let Property { name, .. } = self;
        format!(
            "#[forall::forall]\nfn {name}({declared}) {{\n    assert!(super::{}({names}));\n}}\n",
            self.function()
        )
    }

    /// Says whether it holds for all inputs.
    pub fn trial(&self) -> String {
        let names = join(self.parameters.iter().map(|parameter| parameter.name.to_owned()));
        let types = join(self.parameters.iter().map(|parameter| parameter.of.to_owned()));
        format!(
            "    tried(\"{}\", |({names},): ({types},)| super::{}({names}));\n",
            self.name,
            self.function()
        )
    }

    /// Says whether it holds for the reported inputs that are longer than those of the trial: `a = vec![1, 2, 3]`. Nothing if none of its inputs can be.
    pub fn trial_beyond(&self, reported: &[String]) -> Option<String> {
        let [Parameter { name, of: of @ ("Vec<u8>" | "String"), .. }] = &self.parameters[..] else {
            return None;
        };
        let inputs = reported.iter().filter_map(|arguments| arguments.strip_prefix(&format!("{name} = ")));
        let inputs = join(inputs.map(|input| format!("({input}).into()")));
        Some(format!(
            "    beyond(\"{}\", [{inputs}], |{name}: {of}| super::{}({name}));\n",
            self.name,
            self.function()
        ))
    }

    fn function(&self) -> String {
        self.name.replacen('t', "p", 1)
    }
}

fn join(texts: impl Iterator<Item = String>) -> String {
    texts.collect::<Vec<_>>().join(", ")
}

/// What a function does.
struct Body {
    lines: Vec<(String, Node)>,
    /// `if … { return …; }`
    early: Option<(Node, Node)>,
    last: Node,
    result: Type,
}

impl Body {
    fn new(expressions: &mut Expressions<'_>) -> Body {
        let mut lines = Vec::new();
        for number in 0..expressions.random.below(3) {
            let of = some_type(expressions);
            let name = format!("v{number}");
            lines.push((format!("let {name}: {} = ", of.name()), expressions.expression(of, 3)));
            expressions.scope.push((name, of));
        }
        let result = match some_type(expressions) {
            Type::F32 | Type::F64 => Type::Int(INTS[6]),
            other => other,
        };
        let early = expressions
            .random
            .chance(40)
            .then(|| (expressions.expression(Type::Bool, 2), expressions.expression(result, 1)));
        let last = match expressions.random.chance(25) {
            // All but which NaN it is.
            true if result == Type::Int(INTS[6]) => {
                Node::of("bits($0)", vec![expressions.expression(Type::F64, 3)])
            }
            _ => expressions.expression(result, 3),
        };
        Body { lines, early, last, result }
    }

    fn write(&self, random: &mut Random) -> String {
        let mut text = String::new();
        for (begin, value) in &self.lines {
            text += &format!("    {begin}{};\n", value.write(random));
        }
        if let Some((condition, result)) = &self.early {
            let (condition, result) = (condition.write(random), result.write(random));
            text += &format!("    if {condition} {{\n        return {result};\n    }}\n");
        }
        text + &format!("    {}\n", self.last.write(random))
    }
}

fn some_type(expressions: &mut Expressions<'_>) -> Type {
    let int = expressions.int();
    match expressions.random.below(12) {
        0..5 => Type::Int(int),
        5 => Type::Bool,
        6 => Type::F32,
        7 => Type::F64,
        8 => Type::Char,
        9 => Type::Text,
        10 => Type::List(int),
        _ => Type::Maybe(int),
    }
}
