//! Terms as text: Rust's own notation, where what is observed after the call has a prime.

use super::sign::Operator;
use super::term::{Domain, Literal, Quantifier, Term};
use super::variable::{Root, Step, Variable, When};
use std::fmt::{self, Display, Formatter};

impl Display for Variable {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.root {
            Root::This => f.write_str("self")?,
            Root::Argument(name) => f.write_str(name)?,
            Root::Result => f.write_str("ret")?,
            Root::Function => {}
        }
        for (number, step) in self.path.iter().enumerate() {
            if self.root != Root::Function || number > 0 {
                f.write_str(".")?;
            }
            match step {
                Step::Field(name) | Step::Model(name) => f.write_str(name)?,
                Step::Observer(name, arguments) => write!(f, "{name}({})", Listed(arguments))?,
                Step::Instantiated => f.write_str("instantiated")?,
                Step::Inside(_) => f.write_str("unwrap()")?,
            }
        }
        // There is no other result, and functions without an object have no time.
        let is_result = self.root == Root::Result && self.path.is_empty();
        match self.when {
            _ if is_result || self.root == Root::Function => Ok(()),
            When::Before => Ok(()),
            When::Between(number) => write!(f, "#{number}"),
            When::After => f.write_str("'"),
        }
    }
}

struct Listed<'a>(&'a [Term]);

impl Display for Listed<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (number, term) in self.0.iter().enumerate() {
            let comma = if number > 0 { ", " } else { "" };
            write!(f, "{comma}{term}")?;
        }
        Ok(())
    }
}

impl Display for Literal {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Literal::Bool(value) => write!(f, "{value}"),
            Literal::Integer(value, suffix) => write!(f, "{value}{suffix}"),
            Literal::Written(text) => f.write_str(text),
        }
    }
}

/// How tightly a term binds: parentheses stand around what binds less than its place asks for.
fn strength(term: &Term) -> u8 {
    match term {
        Term::Implies(..) => 0,
        Term::Any(_) => 1,
        Term::All(_) => 2,
        Term::Compare(..) | Term::Same(..) => 3,
        Term::Arithmetic(_, operator, _) => match operator {
            Operator::Or => 4,
            Operator::Xor => 5,
            Operator::And => 6,
            Operator::Left | Operator::Right => 7,
            Operator::Add | Operator::Subtract => 8,
            Operator::Multiply | Operator::Divide | Operator::Remainder => 9,
        },
        Term::Cast(..) => 10,
        Term::Not(_) | Term::Complement(_) | Term::Negative(_) => 11,
        Term::If(..) => 0,
        _ => 12,
    }
}

struct Enclosed<'a>(&'a Term, u8);

impl Display for Enclosed<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Enclosed(term, least) = *self;
        match strength(term) < least {
            true => write!(f, "({term})"),
            false => write!(f, "{term}"),
        }
    }
}

fn joined(f: &mut Formatter<'_>, terms: &[Term], sign: &str, least: u8) -> fmt::Result {
    for (number, term) in terms.iter().enumerate() {
        let sign = if number > 0 { sign } else { "" };
        write!(f, "{sign}{}", Enclosed(term, least))?;
    }
    Ok(())
}

impl Display for Term {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let own = strength(self);
        match self {
            Term::Literal(literal) => write!(f, "{literal}"),
            Term::Variable(variable) => write!(f, "{variable}"),
            Term::Bound(name) | Term::Constant(name) => f.write_str(name),
            Term::Not(of) | Term::Complement(of) => write!(f, "!{}", Enclosed(of, own)),
            Term::Negative(of) => write!(f, "-{}", Enclosed(of, own)),
            Term::All(terms) => joined(f, terms, " && ", own + 1),
            Term::Any(terms) => joined(f, terms, " || ", own + 1),
            Term::Implies(left, right) => {
                write!(f, "{} ==> {}", Enclosed(left, own + 1), Enclosed(right, own))
            }
            Term::Compare(left, sign, right) => {
                write!(f, "{} {} {}", Enclosed(left, own + 1), sign.text(), Enclosed(right, own + 1))
            }
            Term::Same(left, right) => {
                write!(f, "{} is {}", Enclosed(left, own + 1), Enclosed(right, own + 1))
            }
            Term::Arithmetic(left, operator, right) => {
                write!(f, "{} {} {}", Enclosed(left, own), operator.text(), Enclosed(right, own + 1))
            }
            Term::HasValue(of) => write!(f, "has_value({of})"),
            Term::Cast(of, ty) => write!(f, "{} as {ty}", Enclosed(of, own)),
            Term::Member(of, name) => write!(f, "{}.{name}", Enclosed(of, 12)),
            Term::Element(of, index) => write!(f, "{}[{index}]", Enclosed(of, 12)),
            Term::Look(of, name, arguments) => {
                write!(f, "{}.{name}({})", Enclosed(of, 12), Listed(arguments))
            }
            Term::Made(name, terms) if name == "[]" => write!(f, "[{}]", Listed(terms)),
            Term::Made(name, terms) => write!(f, "{name}({})", Listed(terms)),
            Term::If(condition, yes, no) => write!(f, "if {condition} {{ {yes} }} else {{ {no} }}"),
            Term::Quantified { quantifier: Quantifier::Every, name, over, holds, stops: true } => {
                write!(f, "{}.all(|{name}| {holds})", Receiver(over))
            }
            Term::Quantified { quantifier: Quantifier::Some, name, over, holds, stops: true } => {
                write!(f, "{}.any(|{name}| {holds})", Receiver(over))
            }
            Term::Quantified { quantifier, name, over, holds, .. } => {
                let word = match quantifier {
                    Quantifier::Every => "for_all",
                    Quantifier::Some => "exists",
                    Quantifier::One => "exists_one",
                };
                write!(f, "{word}({over}, |{name}| {holds})")
            }
            Term::Variant { of, pattern, guard: None, .. } => write!(f, "matches!({of}, {pattern})"),
            Term::Variant { of, pattern, guard: Some(guard), .. } => {
                write!(f, "matches!({of}, {pattern} if {guard})")
            }
            Term::Matched { text, expression } => write!(f, "matches({expression:?}, {text})"),
            Term::Opaque(text) => write!(f, "?{text}?"),
        }
    }
}

impl Display for Domain {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Domain::Range(from, to, last) => {
                write!(f, "{}..{}{}", Enclosed(from, 4), if *last { "=" } else { "" }, Enclosed(to, 4))
            }
            Domain::Elements(of) => write!(f, "{of}"),
        }
    }
}

/// What a method is called on.
struct Receiver<'a>(&'a Domain);

impl Display for Receiver<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            Domain::Range(..) => write!(f, "({})", self.0),
            Domain::Elements(of) => write!(f, "{}.iter()", Enclosed(of, 12)),
        }
    }
}
