//! Expressions with a meaning of their own: written from the documentation of the operations, sharing no code
//! with the crate.

#![allow(dead_code, reason = "each test uses a part")]

pub mod everywhere;
pub mod hardware;
pub mod watch;

use forall_solver::{Binary, Float, Model, Term, Terms, Unary};

#[derive(Clone, Debug)]
pub enum Expr {
    Constant(u32, u128),
    Variable(usize, u32),
    Unary(Unary, Box<Expr>),
    Binary(Binary, Box<Expr>, Box<Expr>),
    Extract(Box<Expr>, u32, u32),
    ZeroExtend(Box<Expr>, u32),
    SignExtend(Box<Expr>, u32),
    Ite(Box<Expr>, Box<Expr>, Box<Expr>),
    Float(Float, Vec<Expr>, u32),
    /// An uninterpreted function, its arguments and the width of its result.
    Apply(&'static str, Vec<Expr>, u32),
}

pub fn ones(width: u32) -> u128 {
    if width == 128 { u128::MAX } else { (1 << width) - 1 }
}

pub fn name(variable: usize) -> String {
    format!("v{variable}")
}

impl Expr {
    pub fn unary(op: Unary, a: Expr) -> Expr {
        Expr::Unary(op, Box::new(a))
    }

    pub fn binary(op: Binary, a: Expr, b: Expr) -> Expr {
        Expr::Binary(op, Box::new(a), Box::new(b))
    }

    pub fn width(&self) -> u32 {
        match self {
            Expr::Constant(width, _) | Expr::Variable(_, width) => *width,
            Expr::Extract(_, _, width) | Expr::ZeroExtend(_, width) | Expr::SignExtend(_, width) => *width,
            Expr::Unary(_, a) => a.width(),
            Expr::Binary(Binary::Concat, a, b) => a.width() + b.width(),
            Expr::Binary(op, a, _) => {
                if yields_bit(*op) {
                    1
                } else {
                    a.width()
                }
            }
            Expr::Ite(_, a, _) => a.width(),
            Expr::Float(_, _, width) | Expr::Apply(_, _, width) => *width,
        }
    }

    pub fn build(&self, terms: &mut Terms) -> Term {
        match self {
            Expr::Constant(width, value) => terms.constant(*width, *value),
            Expr::Variable(index, width) => terms.variable(&name(*index), *width),
            Expr::Unary(op, a) => {
                let a = a.build(terms);
                terms.unary(*op, a)
            }
            Expr::Binary(op, a, b) => {
                let (a, b) = (a.build(terms), b.build(terms));
                terms.binary(*op, a, b)
            }
            Expr::Extract(a, low, width) => {
                let a = a.build(terms);
                terms.extract(a, *low, *width)
            }
            Expr::ZeroExtend(a, width) => {
                let a = a.build(terms);
                terms.zero_extend(a, *width)
            }
            Expr::SignExtend(a, width) => {
                let a = a.build(terms);
                terms.sign_extend(a, *width)
            }
            Expr::Ite(c, a, b) => {
                let (c, a, b) = (c.build(terms), a.build(terms), b.build(terms));
                terms.ite(c, a, b)
            }
            Expr::Float(op, operands, width) => {
                let operands: Vec<Term> = operands.iter().map(|operand| operand.build(terms)).collect();
                terms.float(*op, &operands, *width)
            }
            Expr::Apply(name, arguments, width) => {
                let widths: Vec<u32> = arguments.iter().map(Expr::width).collect();
                let function = terms.function(name, &widths, *width);
                let arguments: Vec<Term> = arguments.iter().map(|argument| argument.build(terms)).collect();
                terms.apply(function, &arguments)
            }
        }
    }

    /// The values are those of the variables, by index.
    pub fn value(&self, values: &[u128]) -> u128 {
        match self {
            Expr::Constant(_, value) => *value,
            Expr::Variable(index, _) => values[*index],
            Expr::Unary(op, a) => unary(*op, a.width(), a.value(values)),
            Expr::Binary(Binary::Concat, a, b) => a.value(values) << b.width() | b.value(values),
            Expr::Binary(op, a, b) => binary(*op, a.width(), a.value(values), b.value(values)),
            Expr::Extract(a, low, width) => a.value(values) >> low & ones(*width),
            Expr::ZeroExtend(a, _) => a.value(values),
            Expr::SignExtend(a, width) => {
                let value = a.value(values);
                if negative(a.width(), value) { value | (ones(*width) & !ones(a.width())) } else { value }
            }
            Expr::Ite(c, a, b) => {
                if c.value(values) == 1 {
                    a.value(values)
                } else {
                    b.value(values)
                }
            }
            Expr::Float(op, operands, width) => {
                let of = operands[0].width();
                let operands: Vec<u128> = operands.iter().map(|operand| operand.value(values)).collect();
                hardware::float(*op, of, *width, &operands)
            }
            Expr::Apply(..) => unreachable!("nobody says what an uninterpreted function computes"),
        }
    }
}

pub fn model(terms: &mut Terms, widths: &[u32], values: &[u128]) -> Model {
    let mut model = Model::new();
    for (index, (&width, &value)) in widths.iter().zip(values).enumerate() {
        model.set(terms.variable(&name(index), width), value);
    }
    model
}

pub fn yields_bit(op: Binary) -> bool {
    use Binary::*;
    matches!(
        op,
        Eq | Ne
            | ULt
            | ULe
            | SLt
            | SLe
            | UAddOverflow
            | SAddOverflow
            | USubOverflow
            | SSubOverflow
            | UMulOverflow
            | SMulOverflow
    )
}

fn negative(width: u32, value: u128) -> bool {
    value >> (width - 1) & 1 == 1
}

/// The distance from zero.
fn magnitude(width: u32, value: u128) -> u128 {
    if negative(width, value) { value.wrapping_neg() & ones(width) } else { value }
}

fn bit(width: u32, value: u128, i: u32) -> u128 {
    if i < width { value >> i & 1 } else { 0 }
}

fn unary(op: Unary, width: u32, a: u128) -> u128 {
    let bits = || (0..width).map(|i| bit(width, a, i));
    let leading = |bits: &mut dyn Iterator<Item = u128>| bits.take_while(|&b| b == 0).count() as u128;
    match op {
        Unary::Not => ones(width) - a,
        Unary::Neg => {
            if a == 0 {
                0
            } else {
                ones(width) - a + 1
            }
        }
        Unary::CtPop => bits().sum(),
        Unary::CtLz => leading(&mut bits().rev()),
        Unary::CtTz => leading(&mut bits()),
        Unary::BSwap => (0..width / 8).fold(0, |all, i| all << 8 | (a >> (8 * i) & 255)),
        Unary::BitReverse => bits().fold(0, |all, b| all << 1 | b),
    }
}

/// The exact result as sign and magnitude, if the magnitude fits 128 bits.
type Exact = Option<(bool, u128)>;

fn fits_unsigned(width: u32, exact: Exact) -> bool {
    exact.is_some_and(|(negative, magnitude)| magnitude <= ones(width) && (!negative || magnitude == 0))
}

fn fits_signed(width: u32, exact: Exact) -> bool {
    let limit = 1u128 << (width - 1);
    exact.is_some_and(|(negative, magnitude)| if negative { magnitude <= limit } else { magnitude < limit })
}

fn add_exact((a_negative, a): (bool, u128), (b_negative, b): (bool, u128)) -> Exact {
    if a_negative == b_negative {
        return a.checked_add(b).map(|sum| (a_negative, sum));
    }
    Some(if a >= b { (a_negative, a - b) } else { (b_negative, b - a) })
}

fn binary(op: Binary, width: u32, a: u128, b: u128) -> u128 {
    let all = ones(width);
    let (na, nb) = (negative(width, a), negative(width, b));
    let (ma, mb) = (magnitude(width, a), magnitude(width, b));
    let negate_if = |flag: bool, value: u128| if flag { value.wrapping_neg() & all } else { value };
    // Flipping the sign bit turns the signed order into the unsigned one.
    let flip = 1u128 << (width - 1);
    let truth = u128::from;
    match op {
        Binary::Add => a.wrapping_add(b) & all,
        Binary::Sub => a.wrapping_add(!b).wrapping_add(1) & all,
        Binary::Mul => {
            (0..width).filter(|&i| b >> i & 1 == 1).fold(0u128, |sum, i| sum.wrapping_add(a << i)) & all
        }
        Binary::UDiv => a.checked_div(b).unwrap_or(all),
        Binary::URem => a.checked_rem(b).unwrap_or(a),
        Binary::SDiv => match (b, na) {
            (0, true) => 1,
            (0, false) => all,
            _ => negate_if(na != nb, ma / mb),
        },
        Binary::SRem => {
            if b == 0 {
                a
            } else {
                negate_if(na, ma % mb)
            }
        }
        Binary::Shl => {
            (0..width).filter(|&i| u128::from(i) >= b).map(|i| bit(width, a, i - b as u32) << i).sum()
        }
        Binary::LShr => {
            (0..width).filter(|&i| b < u128::from(width - i)).map(|i| bit(width, a, i + b as u32) << i).sum()
        }
        Binary::AShr => (0..width)
            .map(|i| {
                if b < u128::from(width - i) { bit(width, a, i + b as u32) << i } else { u128::from(na) << i }
            })
            .sum(),
        Binary::And => a & b,
        Binary::Or => a | b,
        Binary::Xor => (a | b) & !(a & b),
        Binary::Eq => truth(a == b),
        Binary::Ne => truth(a != b),
        Binary::ULt => truth(a < b),
        Binary::ULe => truth(a <= b),
        Binary::SLt => truth(a ^ flip < b ^ flip),
        Binary::SLe => truth(a ^ flip <= b ^ flip),
        Binary::UAddOverflow => truth(!fits_unsigned(width, add_exact((false, a), (false, b)))),
        Binary::USubOverflow => truth(!fits_unsigned(width, add_exact((false, a), (true, b)))),
        Binary::UMulOverflow => truth(!fits_unsigned(width, a.checked_mul(b).map(|m| (false, m)))),
        Binary::SAddOverflow => truth(!fits_signed(width, add_exact((na, ma), (nb, mb)))),
        Binary::SSubOverflow => truth(!fits_signed(width, add_exact((na, ma), (!nb, mb)))),
        Binary::SMulOverflow => truth(!fits_signed(width, ma.checked_mul(mb).map(|m| (na != nb, m)))),
        Binary::Concat => unreachable!("its operands have two widths"),
    }
}

/// Zeros, the least and greatest numbers, infinities, NaNs, ties, powers of two, and what is next to them.
pub fn float_edges(width: u32) -> Vec<u128> {
    let (stored, infinity) = if width == 32 { (23, 0x7f80_0000u128) } else { (52, 0x7ff0 << 48) };
    let quiet = infinity | 1 << (stored - 1);
    let mut values = vec![0, 1, 2, (1 << stored) - 1, 1 << stored, (1 << stored) + 1, infinity - 1, infinity];
    values.extend([infinity + 1, infinity + 5, quiet, quiet + 9, quiet - 1, ones(width - 1)]);
    let numbers = [0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 7.0, 10.0, 0.1, 1e-30, 1e30, 255.5];
    let powers = [7, 8, 15, 16, 22, 23, 24, 31, 32, 51, 52, 53, 63, 64, 126, 127];
    for number in numbers.into_iter().chain(powers.map(|power| 2f64.powi(power))) {
        let bits = match width {
            32 => u128::from((number as f32).to_bits()),
            _ => u128::from(number.to_bits()),
        };
        values.extend([bits - 1, bits, bits + 1]);
    }
    let negative: Vec<u128> = values.iter().map(|value| value | 1 << (width - 1)).collect();
    values.extend(negative);
    values
}

/// SplitMix64: small, fast, the same everywhere.
pub struct Random {
    state: u64,
    /// Are there uninterpreted functions in terms?
    pub functions: bool,
}

impl Random {
    pub fn new(seed: u64) -> Self {
        Random { state: seed, functions: false }
    }

    pub fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, end: u32) -> u32 {
        (self.next() % u64::from(end)) as u32
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u32) as usize]
    }

    /// Those that programs use, and others.
    pub fn width(&mut self) -> u32 {
        match self.below(3) {
            0 => self.pick(&[1, 8, 16, 32, 64, 128]),
            1 => 1 + self.below(12),
            _ => 1 + self.below(128),
        }
    }

    /// Values at the edges are more likely than others.
    pub fn value(&mut self, width: u32) -> u128 {
        let any = u128::from(self.next()) << 64 | u128::from(self.next());
        let value = match self.below(6) {
            0 => any & 3,
            1 => u128::MAX - (any & 3),
            2 => (1u128 << (width - 1)).wrapping_add(any & 3).wrapping_sub(2),
            3 => 1 << self.below(width),
            4 => any & 0xff,
            _ => any,
        };
        value & ones(width)
    }

    /// Any bits, exponents near each other, few digits, and special numbers.
    pub fn float(&mut self, width: u32) -> u128 {
        let (stored, bias) = if width == 32 { (23, 127) } else { (52, 1023) };
        let any = u128::from(self.next()) & ones(width);
        let fraction = any & ones(stored);
        let exponent = |exponent: u32| u128::from(exponent) << stored;
        let sign = u128::from(self.below(2)) << (width - 1);
        match self.below(7) {
            0 | 1 => any,
            2 => sign | exponent(bias - 2 + self.below(5)) | fraction,
            3 => sign | exponent(bias - 30 + self.below(100)) | fraction,
            4 => sign | exponent(self.below(3)) | fraction,
            5 => sign | exponent(bias - 8 + self.below(40)) | fraction >> (stored - 4) << (stored - 4),
            _ => self.pick(&float_edges(width)),
        }
    }

    /// A term of that width over variables, often with floats in it.
    pub fn float_expr(&mut self, width: u32, depth: u32, variables: &[u32]) -> Expr {
        if depth == 0 || self.below(4) == 0 {
            return match width {
                32 | 64 if depth == 0 && self.below(3) == 0 => Expr::Constant(width, self.float(width)),
                _ => self.expr(width, depth.min(2), variables),
            };
        }
        let candidates: Vec<(Float, u32)> = Float::ALL
            .into_iter()
            .flat_map(|op| [1, 8, 32, 64, 128].map(|operand| (op, operand)))
            .filter(|&(op, operand)| op.takes(operand, width))
            .collect();
        if candidates.is_empty() {
            return self.expr(width, depth, variables);
        }
        let (op, operand) = self.pick(&candidates);
        let operands = (0..op.arity()).map(|_| self.float_expr(operand, depth - 1, variables)).collect();
        Expr::Float(op, operands, width)
    }

    /// A term of that width over variables of the given widths.
    pub fn expr(&mut self, width: u32, depth: u32, variables: &[u32]) -> Expr {
        if depth == 0 || self.below(8) == 0 {
            let fitting: Vec<usize> = (0..variables.len()).filter(|&i| variables[i] == width).collect();
            if !fitting.is_empty() && self.below(4) != 0 {
                return Expr::Variable(self.pick(&fitting), width);
            }
            if depth == 0 || self.below(3) == 0 {
                return Expr::Constant(width, self.value(width));
            }
        }
        let depth = depth.saturating_sub(1);
        let sub = |random: &mut Random, width: u32| Box::new(random.expr(width, depth, variables));
        if self.functions && self.below(6) == 0 {
            let few = 1 + self.below(3.min(variables.len() as u32)) as usize;
            let arguments = variables[..few].iter().map(|&width| *sub(self, width)).collect();
            return Expr::Apply(self.pick(&["f", "g"]), arguments, width);
        }
        match self.below(10) {
            0 => {
                let ops: Vec<Unary> = Unary::ALL
                    .into_iter()
                    .filter(|&op| op != Unary::BSwap || width.is_multiple_of(8))
                    .collect();
                Expr::Unary(self.pick(&ops), sub(self, width))
            }
            1 if width > 1 => {
                let low = 1 + self.below(width - 1);
                Expr::Binary(Binary::Concat, sub(self, width - low), sub(self, low))
            }
            2 if width < 128 => {
                let from = self.wider(width, variables);
                let low = self.below(from - width + 1);
                Expr::Extract(sub(self, from), low, width)
            }
            3 if width > 1 => {
                let from = 1 + self.below(width - 1);
                let a = sub(self, from);
                if self.below(2) == 0 { Expr::ZeroExtend(a, width) } else { Expr::SignExtend(a, width) }
            }
            4 => Expr::Ite(sub(self, 1), sub(self, width), sub(self, width)),
            _ => {
                let ops: Vec<Binary> = Binary::ALL
                    .into_iter()
                    .filter(|&op| op != Binary::Concat && yields_bit(op) == (width == 1))
                    .collect();
                let op = if width == 1 && self.below(4) == 0 {
                    self.pick(&[Binary::And, Binary::Or, Binary::Xor, Binary::Add, Binary::Sub])
                } else {
                    self.pick(&ops)
                };
                let of = if yields_bit(op) { self.pick(variables) } else { width };
                let b = if self.below(3) == 0 {
                    Box::new(Expr::Constant(of, self.value(of)))
                } else {
                    sub(self, of)
                };
                Expr::Binary(op, sub(self, of), b)
            }
        }
    }

    /// A width that is greater, preferably one that a variable has.
    fn wider(&mut self, width: u32, variables: &[u32]) -> u32 {
        let known: Vec<u32> = variables.iter().copied().filter(|&w| w > width).collect();
        if known.is_empty() || self.below(4) == 0 {
            width + 1 + self.below((128 - width).min(16))
        } else {
            self.pick(&known)
        }
    }
}
