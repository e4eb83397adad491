//! Terms as a person reads them: conditions in Rust's notation over the names of the variables.

mod style;

use std::fmt::{self, Display, Write};

use crate::concrete;
use crate::terms::{Binary, Float, Function, Node, Rounding, Style, Term, Terms, Unary};

impl Terms {
    /// The term in Rust's notation, such as `a + b <= c`. Overflow is spelled `a + b overflows`, bits put
    /// side by side are `concat(high, low)`. Terms that are too large for a reader are cut, which `…` shows.
    pub fn display(&self, t: Term) -> impl Display + '_ {
        Displayed { terms: self, term: t }
    }
}

struct Displayed<'a> {
    terms: &'a Terms,
    term: Term,
}

impl Display for Displayed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut printer = Printer { terms: self.terms, text: String::new(), left: MOST_TERMS };
        printer.term(self.term, Binding::Whole, self.terms.style_of(self.term), 0);
        f.write_str(&printer.text)
    }
}

const MOST_TERMS: u32 = 200;
const MOST_DEPTH: u32 = 40;

/// How tightly an operator binds: an operand that binds less needs parentheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    Whole,
    Or,
    And,
    Comparison,
    BitOr,
    BitXor,
    BitAnd,
    Shift,
    Sum,
    Product,
    Cast,
    Prefix,
    Suffix,
}

impl Binding {
    /// For the right operand of an operator that groups to the left.
    fn tighter(self) -> Binding {
        match self {
            Binding::Sum => Binding::Product,
            Binding::Product => Binding::Cast,
            Binding::Shift => Binding::Sum,
            Binding::Comparison => Binding::BitOr,
            other => other,
        }
    }
}

struct Printer<'a> {
    terms: &'a Terms,
    text: String,
    /// How many more terms are written.
    left: u32,
}

impl Printer<'_> {
    /// Writes a term as an operand of something that binds this tightly. Constants are written in the given style.
    fn term(&mut self, t: Term, within: Binding, style: Style, depth: u32) {
        if let Some(value) = self.terms.as_constant(t) {
            self.text += &constant(value, self.terms.width(t), style);
            return;
        }
        if let Node::Variable(index) = self.terms.node(t) {
            self.text += self.terms.name_and_style(index).0;
            return;
        }
        if self.left == 0 || depth == MOST_DEPTH {
            self.text.push('…');
            return;
        }
        self.left -= 1;
        let form = self.form(t);
        let binding = form.binding();
        let parentheses = binding < within;
        if parentheses {
            self.text.push('(');
        }
        self.write(form, style, depth + 1);
        if parentheses {
            self.text.push(')');
        }
    }

    fn write(&mut self, form: Form, style: Style, depth: u32) {
        match form {
            Form::Infix(a, operator, b, binding) => {
                let style = match (operator, binding) {
                    (Infix::Signed(_), _) => Style::Signed,
                    (Infix::Float(_), _) => Style::Float,
                    (_, Binding::Comparison) => self.style_of_either(a, b),
                    _ => style,
                };
                // Comparisons do not chain, whatever stands left or right of them.
                let left = if binding == Binding::Comparison { binding.tighter() } else { binding };
                self.term(a, left, style, depth);
                let _ = write!(self.text, " {} ", operator.sign());
                self.term(b, binding.tighter(), style, depth);
            }
            Form::Number(a, operator, value, binding) => {
                self.term(a, binding, style, depth);
                let _ = write!(self.text, " {operator} {value}");
            }
            Form::Bit(a, mask, set) => {
                self.term(a, Binding::BitAnd, style, depth);
                let _ = write!(self.text, " & {mask:#x} {} 0", if set { "!=" } else { "==" });
            }
            Form::Prefix(sign, a) => {
                self.text += sign;
                self.term(a, Binding::Prefix, style, depth);
            }
            Form::Method(a, name) => {
                self.term(a, Binding::Suffix, style, depth);
                let _ = write!(self.text, ".{name}()");
            }
            Form::Call(a, name, arguments) => {
                self.term(a, Binding::Suffix, style, depth);
                let _ = write!(self.text, ".{name}(");
                self.term(arguments[0], Binding::Whole, style, depth);
                self.text += ", ";
                self.term(arguments[1], Binding::Whole, style, depth);
                self.text.push(')');
            }
            Form::Apply(function, arguments) => {
                self.text += &self.terms.signature(function).name;
                self.text.push('(');
                for (i, &argument) in arguments[..function.arity()].iter().enumerate() {
                    self.text += if i > 0 { ", " } else { "" };
                    self.term(argument, Binding::Whole, self.terms.style_of(argument), depth);
                }
                self.text.push(')');
            }
            Form::Cast(a, kind, width) => {
                self.term(a, Binding::Cast, self.terms.style_of(a), depth);
                let _ = write!(self.text, " as {kind}{width}");
            }
            Form::ShiftedCast(a, low, width) => {
                self.text.push('(');
                self.term(a, Binding::Shift, self.terms.style_of(a), depth);
                let _ = write!(self.text, " >> {low}) as u{width}");
            }
            Form::Overflow(a, sign, b) => {
                self.term(a, Binding::Product, style, depth);
                let _ = write!(self.text, " {sign} ");
                self.term(b, Binding::Product, style, depth);
                self.text += " overflows";
            }
            Form::Concat(a, b) => {
                self.text += "concat(";
                self.term(a, Binding::Whole, self.terms.style_of(a), depth);
                self.text += ", ";
                self.term(b, Binding::Whole, self.terms.style_of(b), depth);
                self.text.push(')');
            }
            Form::Ite(condition, then, otherwise) => {
                self.text += "if ";
                self.term(condition, Binding::Whole, self.terms.style_of(condition), depth);
                self.text += " { ";
                self.term(then, Binding::Whole, style, depth);
                self.text += " } else { ";
                self.term(otherwise, Binding::Whole, style, depth);
                self.text += " }";
            }
        }
    }

    fn style_of_either(&self, a: Term, b: Term) -> Style {
        match self.terms.as_constant(a) {
            Some(_) => self.terms.style_of(b),
            None => self.terms.style_of(a),
        }
    }

    /// How a term is written. Undoes what simplification did for the machine's sake.
    fn form(&self, t: Term) -> Form {
        let terms = self.terms;
        let width = terms.width(t);
        match terms.node(t) {
            Node::Constant(_) | Node::Variable(_) => unreachable!("written as they are"),
            Node::Unary(Unary::Not, a) => self.negation(a),
            Node::Unary(Unary::Neg, a) => Form::Prefix("-", a),
            Node::Unary(Unary::CtPop, a) => Form::Method(a, "count_ones"),
            Node::Unary(Unary::CtLz, a) => Form::Method(a, "leading_zeros"),
            Node::Unary(Unary::CtTz, a) => Form::Method(a, "trailing_zeros"),
            Node::Unary(Unary::BSwap, a) => Form::Method(a, "swap_bytes"),
            Node::Unary(Unary::BitReverse, a) => Form::Method(a, "reverse_bits"),
            Node::Binary(op, a, b) => self.operation(op, a, b),
            Node::Extract(a, low) if width == 1 => Form::Bit(a, 1 << low, true),
            Node::Extract(a, 0) => Form::Cast(a, 'u', width),
            Node::Extract(a, low) => Form::ShiftedCast(a, low, width),
            Node::ZeroExtend(a) => match terms.node(a) {
                Node::Extract(x, low) if terms.width(x) == width && low + terms.width(a) == width => {
                    Form::Number(x, ">>", low.to_string(), Binding::Shift)
                }
                Node::Extract(x, 0) if terms.width(x) == width => {
                    Form::Number(x, "&", format!("{:#x}", concrete::mask(terms.width(a))), Binding::BitAnd)
                }
                _ => Form::Cast(a, 'u', width),
            },
            Node::SignExtend(a) => match terms.node(a) {
                Node::Extract(x, low) if terms.width(x) == width && low + terms.width(a) == width => {
                    Form::Number(x, ">>", low.to_string(), Binding::Shift)
                }
                _ => Form::Cast(a, 'i', width),
            },
            Node::Ite(condition, then, otherwise) => Form::Ite(condition, then, otherwise),
            Node::Float(op, operands) => float_form(op, operands, width),
            Node::Apply(function, arguments) => Form::Apply(function, arguments),
        }
    }

    fn negation(&self, a: Term) -> Form {
        match self.terms.node(a) {
            Node::Binary(Binary::Eq, x, y) => Form::Infix(x, Infix::Plain("!="), y, Binding::Comparison),
            Node::Binary(Binary::ULt, x, y) => self.not_less(x, y, Infix::Plain),
            Node::Binary(Binary::SLt, x, y) => self.not_less(x, y, Infix::Signed),
            Node::Extract(x, low) if self.terms.width(a) == 1 => Form::Bit(x, 1 << low, false),
            _ => Form::Prefix("!", a),
        }
    }

    /// A constant stays on the right.
    fn not_less(&self, a: Term, b: Term, infix: fn(&'static str) -> Infix) -> Form {
        match self.terms.as_constant(b) {
            Some(_) => Form::Infix(a, infix(">="), b, Binding::Comparison),
            None => Form::Infix(b, infix("<="), a, Binding::Comparison),
        }
    }

    fn operation(&self, op: Binary, a: Term, b: Term) -> Form {
        let terms = self.terms;
        let infix = |sign, binding| Form::Infix(a, Infix::Plain(sign), b, binding);
        let signed = |sign, binding| Form::Infix(a, Infix::Signed(sign), b, binding);
        let logical = terms.width(a) == 1;
        match op {
            Binary::Add => match terms.as_constant(b) {
                // What was written as a subtraction, most likely.
                Some(value) if value >= concrete::sign_bit(terms.width(b)) => {
                    let amount = concrete::signed(terms.width(b), value).unsigned_abs();
                    Form::Number(a, "-", amount.to_string(), Binding::Sum)
                }
                Some(value) => Form::Number(a, "+", value.to_string(), Binding::Sum),
                None => infix("+", Binding::Sum),
            },
            Binary::Sub if terms.as_constant(a) == Some(0) => Form::Prefix("-", b),
            Binary::Sub => infix("-", Binding::Sum),
            Binary::Mul => infix("*", Binding::Product),
            Binary::UDiv => infix("/", Binding::Product),
            Binary::URem => infix("%", Binding::Product),
            Binary::SDiv => signed("/", Binding::Product),
            Binary::SRem => signed("%", Binding::Product),
            Binary::Shl => infix("<<", Binding::Shift),
            Binary::LShr | Binary::AShr => infix(">>", Binding::Shift),
            Binary::And if logical => infix("&&", Binding::And),
            Binary::Or if logical => infix("||", Binding::Or),
            Binary::And => infix("&", Binding::BitAnd),
            Binary::Or => infix("|", Binding::BitOr),
            Binary::Xor => infix("^", Binding::BitXor),
            Binary::Eq => infix("==", Binding::Comparison),
            Binary::Ne => infix("!=", Binding::Comparison),
            Binary::ULt => infix("<", Binding::Comparison),
            Binary::ULe => infix("<=", Binding::Comparison),
            Binary::SLt => signed("<", Binding::Comparison),
            Binary::SLe => signed("<=", Binding::Comparison),
            Binary::UAddOverflow | Binary::SAddOverflow => Form::Overflow(a, '+', b),
            Binary::USubOverflow | Binary::SSubOverflow => Form::Overflow(a, '-', b),
            Binary::UMulOverflow | Binary::SMulOverflow => Form::Overflow(a, '*', b),
            Binary::Concat => match (terms.node(a), terms.as_constant(b)) {
                (Node::Extract(x, 0), Some(0)) if terms.width(x) == terms.width(a) + terms.width(b) => {
                    Form::Number(x, "<<", terms.width(b).to_string(), Binding::Shift)
                }
                _ => Form::Concat(a, b),
            },
        }
    }
}

fn float_form(op: Float, [a, b, c]: [Term; 3], width: u32) -> Form {
    let infix = |sign, binding| Form::Infix(a, Infix::Float(sign), b, binding);
    match op {
        Float::Add => infix("+", Binding::Sum),
        Float::Sub => infix("-", Binding::Sum),
        Float::Mul => infix("*", Binding::Product),
        Float::Div => infix("/", Binding::Product),
        Float::Rem => infix("%", Binding::Product),
        Float::Eq => infix("==", Binding::Comparison),
        Float::Lt => infix("<", Binding::Comparison),
        Float::Le => infix("<=", Binding::Comparison),
        Float::Fma => Form::Call(a, "mul_add", [b, c]),
        Float::Sqrt => Form::Method(a, "sqrt"),
        Float::Round(Rounding::Even) => Form::Method(a, "round_ties_even"),
        Float::Round(Rounding::Floor) => Form::Method(a, "floor"),
        Float::Round(Rounding::Ceil) => Form::Method(a, "ceil"),
        Float::Round(Rounding::Trunc) => Form::Method(a, "trunc"),
        Float::Round(Rounding::Away) => Form::Method(a, "round"),
        Float::ToF | Float::FromS | Float::FromU => Form::Cast(a, 'f', width),
        Float::ToS => Form::Cast(a, 'i', width),
        Float::ToU => Form::Cast(a, 'u', width),
    }
}

/// The shapes that written terms have.
enum Form {
    Infix(Term, Infix, Term, Binding),
    /// An operator whose right side is a number.
    Number(Term, &'static str, String, Binding),
    /// Is this bit set, or not?
    Bit(Term, u128, bool),
    Prefix(&'static str, Term),
    Method(Term, &'static str),
    Call(Term, &'static str, [Term; 2]),
    Apply(Function, [Term; 3]),
    Cast(Term, char, u32),
    ShiftedCast(Term, u32, u32),
    Overflow(Term, char, Term),
    Concat(Term, Term),
    Ite(Term, Term, Term),
}

impl Form {
    fn binding(&self) -> Binding {
        match self {
            Form::Infix(_, _, _, binding) | Form::Number(_, _, _, binding) => *binding,
            Form::Bit(..) => Binding::Comparison,
            Form::Prefix(..) => Binding::Prefix,
            Form::Method(..) | Form::Call(..) | Form::Apply(..) | Form::Concat(..) => Binding::Suffix,
            Form::Cast(..) | Form::ShiftedCast(..) => Binding::Cast,
            Form::Overflow(..) | Form::Ite(..) => Binding::Whole,
        }
    }
}

#[derive(Clone, Copy)]
enum Infix {
    Plain(&'static str),
    /// Reads its operands as signed numbers.
    Signed(&'static str),
    /// Reads its operands as floats.
    Float(&'static str),
}

impl Infix {
    fn sign(self) -> &'static str {
        match self {
            Infix::Plain(sign) | Infix::Signed(sign) | Infix::Float(sign) => sign,
        }
    }
}

fn constant(value: u128, width: u32, style: Style) -> String {
    if width == 1 {
        return (value == 1).to_string();
    }
    let character = u32::try_from(value).ok().and_then(char::from_u32);
    match (style, character) {
        (Style::Float, _) if width == 32 => float(f32::from_bits(value as u32)),
        (Style::Float, _) if width == 64 => float(f64::from_bits(value as u64)),
        (Style::Signed, _) => concrete::signed(width, value).to_string(),
        (Style::Character, Some(character)) => format!("{character:?}"),
        _ => value.to_string(),
    }
}

/// Always with a point or an exponent, so that nobody takes it for an integer.
fn float(value: impl fmt::Debug) -> String {
    format!("{value:?}")
}

#[cfg(test)]
mod tests;
