//! What a call may change: `#[modifies(self.size(), self.contains(item))]`.

use crate::clause::words;
use crate::model::{is_part, named_field};
use crate::problems::Problems;
use crate::text::text;
use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Attribute, Expr, Member, Meta, Token};

/// Everything else stays as it was.
pub struct Frame {
    /// `modifies(self.size())`
    pub text: String,
    pub span: Span,
    pub places: Vec<Place>,
}

/// Something that may change.
pub struct Place {
    /// As it was written; with `_` for any argument.
    pub written: Expr,
    /// The object: `self`, or a parameter.
    pub of: Ident,
    pub part: Part,
}

/// What of an object may change.
pub enum Part {
    All,
    /// `self.total`, `model(self.items)`
    Field(String),
    /// `self.size()`
    Observer {
        name: Ident,
        arguments: Vec<Expr>,
    },
}

/// `self.contains(item)`, somewhere in a contract.
pub struct Observation {
    pub observer: Ident,
    pub arguments: TokenStream,
}

const HELP: &str = "write `#[modifies(self.size(), self.contains(item), self.contains(_), self.total)]`, the name of a `&mut` parameter, \
    or `#[modifies()]` where nothing may change";

impl Frame {
    pub(crate) fn of(attribute: &Attribute, problems: &mut Problems) -> Option<Frame> {
        let Meta::List(list) = &attribute.meta else {
            problems.add(attribute.span(), "what may change is missing", HELP);
            return None;
        };
        let written = match Punctuated::<Expr, Token![,]>::parse_terminated.parse2(list.tokens.clone()) {
            Ok(written) => written,
            Err(error) => {
                problems.add(error.span(), "this is not what a call may change", HELP);
                return None;
            }
        };
        let texts: Vec<String> = written.iter().map(text).collect();
        let mut places = Vec::new();
        for expression in written {
            match place(&expression) {
                Some((of, part)) => places.push(Place { written: expression, of, part }),
                None => problems.add(expression.span(), "this is nothing that a call can change", HELP),
            }
        }
        Some(Frame { text: format!("modifies({})", texts.join(", ")), span: attribute.path().span(), places })
    }

    /// May all of the object change?
    pub fn allows_all_of(&self, object: &Ident) -> bool {
        self.places.iter().any(|place| place.of == *object && matches!(place.part, Part::All))
    }

    /// Is something of the object named?
    pub fn names(&self, object: &Ident) -> bool {
        self.places.iter().any(|place| place.of == *object)
    }

    /// May the observer change, asked with these arguments?
    pub fn allows(&self, object: &Ident, observation: &Observation) -> bool {
        self.places.iter().filter(|place| place.of == *object).any(|place| match &place.part {
            Part::All => true,
            Part::Field(_) => false,
            Part::Observer { name, arguments } => {
                let is_any = arguments.iter().all(|argument| matches!(argument, Expr::Infer(_)));
                let these: Vec<String> =
                    arguments.iter().map(|argument| argument.to_token_stream().to_string()).collect();
                *name == observation.observer
                    && (is_any || these.join(" , ") == observation.arguments.to_string())
            }
        })
    }

    /// The arguments with which the same observer may change.
    pub fn named_with<'a>(
        &'a self,
        object: &Ident,
        observation: &Observation,
    ) -> impl Iterator<Item = &'a [Expr]> {
        self.places.iter().filter(move |place| place.of == *object).filter_map(|place| match &place.part {
            Part::Observer { name, arguments } if *name == observation.observer => Some(arguments.as_slice()),
            _ => None,
        })
    }

    /// The public fields of the object that may change.
    pub fn fields(&self, object: &Ident) -> Vec<&str> {
        let of_object = self.places.iter().filter(|place| place.of == *object);
        of_object
            .filter_map(|place| match &place.part {
                Part::Field(name) => Some(name.as_str()),
                _ => None,
            })
            .collect()
    }
}

fn place(expression: &Expr) -> Option<(Ident, Part)> {
    match expression {
        Expr::Path(path) => Some((path.path.get_ident()?.clone(), Part::All)),
        Expr::Unary(of) if matches!(of.op, syn::UnOp::Deref(_)) => object(&of.expr).map(|of| (of, Part::All)),
        Expr::Field(field) => {
            let name = match &field.member {
                Member::Named(name) => name.to_string(),
                Member::Unnamed(index) => index.index.to_string(),
            };
            Some((object(&field.base)?, Part::Field(name)))
        }
        Expr::Call(call) => place(named_field(call)?),
        Expr::MethodCall(call) => {
            let arguments = call.args.iter().cloned().collect();
            Some((object(&call.receiver)?, Part::Observer { name: call.method.clone(), arguments }))
        }
        Expr::Paren(inner) => place(&inner.expr),
        Expr::Group(inner) => place(&inner.expr),
        _ => None,
    }
}

fn object(expression: &Expr) -> Option<Ident> {
    match place(expression)? {
        (of, Part::All) => Some(of),
        _ => None,
    }
}

/// The calls `object.method(arguments)` in a condition.
pub fn observations(condition: &TokenStream, object: &Ident, found: &mut Vec<Observation>) {
    let tokens: Vec<TokenTree> = condition.clone().into_iter().collect();
    let is_dot =
        |token: Option<&TokenTree>| matches!(token, Some(TokenTree::Punct(sign)) if sign.as_char() == '.');
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => observations(&group.stream(), object, found),
            TokenTree::Ident(word)
                if word == object && is_dot(tokens.get(at + 1)) && !is_part(&tokens[..at]) =>
            {
                if let (Some(TokenTree::Ident(observer)), Some(TokenTree::Group(arguments))) =
                    (tokens.get(at + 2), tokens.get(at + 3))
                    && arguments.delimiter() == Delimiter::Parenthesis
                {
                    found.push(Observation { observer: observer.clone(), arguments: arguments.stream() });
                }
            }
            _ => {}
        }
    }
}

impl Observation {
    pub fn without_arguments(name: &str) -> Observation {
        Observation { observer: format_ident!("{name}"), arguments: TokenStream::new() }
    }

    /// Is it the same before and after? Only if its arguments are made of these, and of what never changes.
    pub fn is_made_of(&self, lasting: &[Ident]) -> bool {
        words(&self.arguments).iter().all(|word| {
            let text = word.to_string();
            let is_type_or_constant = text.starts_with(char::is_uppercase);
            is_type_or_constant
                || lasting.contains(word)
                || [
                    "true", "false", "as", "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32",
                    "i64", "i128", "isize", "f32", "f64", "char", "bool", "str", "crate",
                ]
                .contains(&text.as_str())
        })
    }

    pub fn is_same_as(&self, other: &Observation) -> bool {
        self.observer == other.observer && self.arguments.to_string() == other.arguments.to_string()
    }
}

/// What a contract calls its object.
pub fn this() -> Ident {
    format_ident!("self")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(attribute: &str) -> Frame {
        let attribute = Attribute::parse_outer.parse_str(attribute).unwrap().remove(0);
        let mut problems = Problems::default();
        let frame = Frame::of(&attribute, &mut problems);
        problems.none().unwrap();
        frame.unwrap()
    }

    fn observed(condition: &str) -> Vec<Observation> {
        let mut found = Vec::new();
        observations(&condition.parse().unwrap(), &this(), &mut found);
        found
    }

    #[test]
    fn what_is_named_may_change() {
        let frame = frame("#[modifies(self.size(), self.contains(item), self.get(_), self.total, *buffer)]");
        assert_eq!(
            frame.text,
            "modifies(self.size(), self.contains(item), self.get(_), self.total, *buffer)"
        );
        let allowed: Vec<bool> =
            observed("self.size() + self.contains(item) + self.contains(other) + self.get(3) + self.peek()")
                .iter()
                .map(|observation| frame.allows(&this(), observation))
                .collect();
        assert_eq!(allowed, [true, true, false, true, false]);
        assert_eq!(frame.fields(&this()), ["total"]);
        let buffer = format_ident!("buffer");
        assert!(frame.allows_all_of(&buffer) && frame.names(&buffer) && !frame.allows_all_of(&this()));
    }

    #[test]
    fn arguments_must_last() {
        let lasting = [format_ident!("item")];
        let made: Vec<bool> = observed("self.a(item, 3) + self.b(&item.0) + self.c(ret) + self.d(MAX as u8)")
            .iter()
            .map(|observation| observation.is_made_of(&lasting))
            .collect();
        assert_eq!(made, [true, true, false, true]);
        assert_eq!(observed("0..self.a()").len(), 1);
        assert!(observed("other.self.a() + self.b + self.c.d()").is_empty());
    }
}
