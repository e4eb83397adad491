use super::*;

struct Fixture {
    terms: Terms,
}

impl Fixture {
    fn new() -> Self {
        Fixture { terms: Terms::new() }
    }

    fn variable(&mut self, name: &str, width: u32, style: Style) -> Term {
        let variable = self.terms.variable(name, width);
        self.terms.set_style(variable, style);
        variable
    }

    fn number(&mut self, width: u32, value: i128) -> Term {
        self.terms.constant(width, value as u128)
    }

    #[track_caller]
    fn reads(&self, t: Term, expected: &str) {
        assert_eq!(self.terms.display(t).to_string(), expected);
    }
}

#[test]
fn conditions_read_like_rust() {
    let mut f = Fixture::new();
    let [a, b, c] = ["a", "b", "c"].map(|name| f.variable(name, 32, Style::Unsigned));
    let sum = f.terms.binary(Binary::Add, a, b);
    let product = f.terms.binary(Binary::Mul, sum, c);
    let at_most = f.terms.binary(Binary::ULe, sum, c);
    f.reads(at_most, "a + b <= c");
    f.reads(product, "c * (a + b)");
    let seven = f.number(32, 7);
    let is_seven = f.terms.binary(Binary::Eq, a, seven);
    let not_seven = f.terms.not(is_seven);
    f.reads(is_seven, "a == 7");
    f.reads(not_seven, "a != 7");
    let both = f.terms.binary(Binary::And, not_seven, at_most);
    f.reads(both, "a + b <= c && a != 7");
    let neither = f.terms.not(both);
    f.reads(neither, "!(a + b <= c && a != 7)");
    let less = f.terms.binary(Binary::Sub, a, seven);
    f.reads(less, "a - 7");
    let difference = f.terms.binary(Binary::Sub, a, b);
    let nested = f.terms.binary(Binary::Sub, c, difference);
    f.reads(nested, "b + c - a");
}

#[test]
fn constants_are_written_in_the_style_of_the_variable_they_meet() {
    let mut f = Fixture::new();
    let x = f.variable("x", 32, Style::Signed);
    let c = f.variable("s[0]", 32, Style::Character);
    let minus_five = f.number(32, -5);
    let letter = f.number(32, 97);
    let t = f.terms.binary(Binary::Eq, x, minus_five);
    f.reads(t, "x == -5");
    let t = f.terms.binary(Binary::SLt, x, minus_five);
    f.reads(t, "x < -5");
    let t = f.terms.binary(Binary::Eq, c, letter);
    f.reads(t, "s[0] == 'a'");
    let flag = f.variable("flag", 1, Style::Unsigned);
    let t = f.terms.not(flag);
    f.reads(t, "!flag");
}

#[test]
fn shifts_masks_and_bits_are_recognised() {
    let mut f = Fixture::new();
    let x = f.variable("x", 32, Style::Unsigned);
    let three = f.number(32, 3);
    let t = f.terms.binary(Binary::LShr, x, three);
    f.reads(t, "x >> 3");
    let t = f.terms.binary(Binary::Shl, x, three);
    f.reads(t, "x << 3");
    let t = f.terms.binary(Binary::And, x, three);
    f.reads(t, "x & 0x3");
    let eight = f.number(32, 8);
    let zero = f.number(32, 0);
    let masked = f.terms.binary(Binary::And, x, eight);
    let t = f.terms.binary(Binary::Eq, masked, zero);
    f.reads(t, "x & 0x8 == 0");
    let t = f.terms.extract(x, 0, 8);
    f.reads(t, "x as u8");
    let t = f.terms.extract(x, 8, 8);
    f.reads(t, "(x >> 8) as u8");
}

#[test]
fn overflow_and_counts_are_named() {
    let mut f = Fixture::new();
    let [a, b] = ["a", "b"].map(|name| f.variable(name, 32, Style::Signed));
    let t = f.terms.binary(Binary::SAddOverflow, a, b);
    f.reads(t, "a + b overflows");
    let t = f.terms.not(t);
    f.reads(t, "!(a + b overflows)");
    let t = f.terms.unary(Unary::CtPop, a);
    f.reads(t, "a.count_ones()");
    let smaller = f.terms.binary(Binary::SLt, a, b);
    let t = f.terms.ite(smaller, b, a);
    f.reads(t, "if a < b { b } else { a }");
}

#[test]
fn deep_terms_are_cut() {
    let mut f = Fixture::new();
    let mut t = f.variable("x", 32, Style::Unsigned);
    let y = f.variable("y", 32, Style::Unsigned);
    for _ in 0..100_000 {
        let product = f.terms.binary(Binary::Mul, t, y);
        t = f.terms.binary(Binary::Xor, product, y);
    }
    assert!(f.terms.display(t).to_string().contains('…'));
}

#[test]
fn floats_are_written_as_floats() {
    let mut f = Fixture::new();
    let [x, y] = ["x", "y"].map(|name| f.variable(name, 64, Style::Float));
    let half = f.number(64, i128::from(0.5f64.to_bits()));
    let sum = f.terms.float(Float::Add, &[x, half], 64);
    let less = f.terms.float(Float::Lt, &[sum, y], 1);
    f.reads(less, "x + 0.5 < y");
    let not_less = f.terms.not(less);
    // With a NaN neither holds, so this is not the same as "at least".
    f.reads(not_less, "!(x + 0.5 < y)");
    let fused = f.terms.float(Float::Fma, &[x, y, half], 64);
    let root = f.terms.float(Float::Sqrt, &[fused], 64);
    let narrow = f.terms.float(Float::ToF, &[root], 32);
    f.reads(narrow, "x.mul_add(y, 0.5).sqrt() as f32");
    let floor = f.terms.float(Float::Round(Rounding::Floor), &[x], 64);
    let whole = f.terms.float(Float::ToS, &[floor], 32);
    let three = f.number(32, -3);
    let is_three = f.terms.binary(Binary::Eq, whole, three);
    f.reads(is_three, "x.floor() as i32 == -3");
    let same = f.terms.binary(Binary::Eq, x, half);
    f.reads(same, "x == 0.5");
}
