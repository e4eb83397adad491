//! Laws that no closed test states, but that what it calls often keeps: the order of two like arguments does not matter, a count is at most a length, a share is
//! a share, doing it twice is doing it once. Where the test's own assertion holds for its values only, a law that holds for all says more than that nothing panics.

use crate::assertion::Assertion;
use crate::closed::Closed;
use crate::edited::{Replacement, edited, on_one_line};
use crate::outcome::Fault;
use crate::parameter::Parameter;
use std::ops::Range;
use syn::Expr;
use syn::spanned::Spanned;

/// What is said of a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Law {
    /// In the words of a report.
    pub why: &'static str,
    says: Says,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Says {
    /// It is equal to this.
    Equal(String),
    /// This holds.
    Holds(String),
}

impl Law {
    /// As a statement. `{}` stands for the result.
    pub fn statement(&self, result: &str) -> String {
        match &self.says {
            Says::Equal(other) => format!("assert_eq!({}, {result});", other.replace("{}", result)),
            Says::Holds(condition) => format!("assert!({});", condition.replace("{}", result)),
        }
    }

    /// Is it what fails there, of the laws of one assertion?
    pub fn fails(&self, fault: &Fault, result: &str) -> bool {
        match &self.says {
            Says::Equal(_) => fault.message.starts_with("assertion `left == right` failed"),
            Says::Holds(condition) => {
                fault.message.starts_with(&format!("assertion failed: {}", condition.replace("{}", result)))
            }
        }
    }
}

/// An argument that is a constant or a parameter.
struct Argument {
    text: String,
    ty: String,
    is_parameter: bool,
}

impl Argument {
    fn is_text(&self) -> bool {
        ["&str", "String"].contains(&self.ty.as_str())
    }

    fn is_list(&self) -> bool {
        self.ty.starts_with("&[") || self.ty.starts_with("Vec<")
    }
}

/// Those that may hold of what an assertion observes, if that is the result of a function.
pub fn laws(
    closed: &Closed,
    assertion: &Assertion,
    parameters: &[Parameter],
    replacements: &[Replacement],
) -> Vec<Law> {
    all(closed, assertion, parameters, replacements).unwrap_or_default()
}

fn all(
    closed: &Closed,
    assertion: &Assertion,
    parameters: &[Parameter],
    replacements: &[Replacement],
) -> Option<Vec<Law>> {
    let actual = assertion.actual().filter(|_| assertion.can_be_bound())?;
    let name = closed.text(&assertion.range);
    if name.starts_with("assert_ne") || name.starts_with("debug_assert_ne") {
        return None;
    }
    let Ok(Expr::Call(call)) = syn::parse_str::<Expr>(closed.text(actual)) else { return None };
    let at = |part: Range<usize>| actual.start + part.start..actual.start + part.end;
    let function = on_one_line(closed.text(&at(call.func.span().byte_range())))?;
    let read = |own: &Expr| argument(closed, &at(own.span().byte_range()), parameters, replacements);
    let arguments: Vec<Argument> = call.args.iter().map(read).collect::<Option<_>>()?;
    if !arguments.iter().any(|own| own.is_parameter) {
        return None;
    }
    let mut laws = Vec::new();
    if let [left, right] = &arguments[..]
        && left.ty == right.ty
        && left.text != right.text
    {
        let says = Says::Equal(format!("{function}({}, {})", right.text, left.text));
        laws.push(Law { why: "the order of the arguments does not matter", says });
    }
    laws.extend(of_type(assertion.returned.as_deref().unwrap_or_default(), &function, &arguments));
    Some(laws)
}

/// Those that are about a result of one type.
fn of_type(ty: &str, function: &str, arguments: &[Argument]) -> Option<Law> {
    let sized: Vec<&Argument> = arguments.iter().filter(|own| own.is_text() || own.is_list()).collect();
    let lengths: Vec<String> = sized.iter().map(|own| format!("{}.len()", own.text)).collect();
    match (ty, &lengths[..], &sized[..]) {
        ("usize", [length], _) => {
            let says = Says::Holds(format!("{{}} <= {length}"));
            Some(Law { why: "it is at most a length", says })
        }
        ("usize", [one, other], _) => {
            let says = Says::Holds(format!("{{}} <= {one}.max({other})"));
            Some(Law { why: "it is at most the greater length", says })
        }
        ("f32" | "f64", [_, ..], _) => {
            let says = Says::Holds("(0.0..=1.0).contains(&{})".into());
            Some(Law { why: "it is a share", says })
        }
        ("String", [_], [text]) if text.ty == "&str" => {
            let again = arguments.iter().map(|own| if own.is_text() { "&{}" } else { &own.text });
            let again = again.collect::<Vec<_>>().join(", ");
            let says = Says::Equal(format!("{function}({again})"));
            Some(Law { why: "to do it again changes nothing", says })
        }
        _ => None,
    }
}

/// Nothing, if it is neither a constant nor a parameter.
fn argument(
    closed: &Closed,
    range: &Range<usize>,
    parameters: &[Parameter],
    replacements: &[Replacement],
) -> Option<Argument> {
    let inside = |own: &&Replacement| range.start <= own.0.start && own.0.end <= range.end;
    let own: Vec<Replacement> = replacements.iter().filter(inside).cloned().collect();
    let text = on_one_line(&edited(&closed.source, range, own))?;
    let constant = closed.constants.iter().find(|own| own.range == *range).map(|own| own.ty.clone());
    let parameter = parameters.iter().find(|own| own.copied && own.name == text);
    let ty = constant.or_else(|| parameter.map(|own| own.ty.clone()))?;
    Some(Argument { is_parameter: parameter.is_some(), text, ty })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::FaultPlace;
    use forall_report::FailureKind;

    fn argument(text: &str, ty: &str) -> Argument {
        Argument { text: text.into(), ty: ty.into(), is_parameter: true }
    }

    #[test]
    fn laws_are_about_lengths_shares_and_repetition() {
        let (a, b) = (argument("a", "&str"), argument("b", "&str"));
        let arguments = [a, b, argument("n", "u8")];
        let said = |ty, arguments: &[Argument]| {
            of_type(ty, "f", arguments).map(|own| own.statement("result")).unwrap_or_default()
        };
        assert_eq!(said("usize", &arguments), "assert!(result <= a.len().max(b.len()));");
        assert_eq!(said("usize", &arguments[..1]), "assert!(result <= a.len());");
        assert_eq!(said("f64", &arguments), "assert!((0.0..=1.0).contains(&result));");
        assert_eq!(said("String", &arguments[1..]), "assert_eq!(f(&result, n), result);");
        assert_eq!(said("String", &arguments), "");
        assert_eq!(said("f64", &arguments[2..]), "");
    }

    #[test]
    fn what_fails_is_known_by_what_it_says() {
        let law = of_type("usize", "f", &[argument("a", "&[u8]")]).unwrap();
        let fault = |message: &str| Fault {
            kind: FailureKind::Assertion,
            message: message.into(),
            place: FaultPlace::Test(1),
            arguments: String::new(),
            paths: 1,
        };
        assert!(law.fails(&fault("assertion failed: result <= a.len()"), "result"));
        assert!(!law.fails(&fault("assertion `left == right` failed\n  left: 1"), "result"));
    }
}
