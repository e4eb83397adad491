//! Values that are equal only where they have to be.

mod reference;

use forall_solver::{Answer, Binary, Embedded, Limit, Model, Preference, Solver, Style, Term, Terms};
use forall_solver::{simplest, told_apart};
use reference::{Random, name, ones};

struct Fixture {
    terms: Terms,
    assertions: Vec<Term>,
    preferences: Vec<Preference>,
}

impl Fixture {
    /// Variables of these styles and widths, of which nothing is said yet.
    fn of(variables: &[(Style, u32)]) -> Self {
        let mut terms = Terms::new();
        let preferences = (0..).zip(variables).map(|(number, &(style, width))| Preference {
            variable: terms.variable(&name(number), width),
            style,
            best: None,
        });
        let preferences = preferences.collect();
        Fixture { terms, assertions: Vec::new(), preferences }
    }

    fn variable(&self, number: usize) -> Term {
        self.preferences[number].variable
    }

    fn assert(&mut self, op: Binary, left: Term, right: Term) {
        let condition = self.terms.binary(op, left, right);
        self.assertions.push(condition);
    }

    fn constant(&mut self, number: usize, value: i128) -> Term {
        self.terms.constant(self.terms.width(self.variable(number)), value as u128)
    }

    fn simplest(&mut self) -> Vec<u128> {
        let mut solver = Embedded::new();
        let Answer::Sat(model) = solver.check(&mut self.terms, &self.assertions, Limit::default()) else {
            panic!()
        };
        let (terms, limit) = (&mut self.terms, Limit::default());
        let model = simplest(&mut solver, terms, &self.assertions, model, &self.preferences, limit);
        self.preferences.iter().map(|preference| model.get(preference.variable)).collect()
    }

    fn apart_from(&mut self, values: &[u128]) -> Vec<u128> {
        let mut model = Model::new();
        for (preference, value) in self.preferences.iter().zip(values) {
            model.set(preference.variable, *value);
        }
        let (terms, limit) = (&mut self.terms, Limit::default());
        let model = told_apart(terms, &self.assertions, model, &self.preferences, limit);
        self.preferences.iter().map(|preference| model.get(preference.variable)).collect()
    }

    fn apart(&mut self) -> Vec<u128> {
        let simple = self.simplest();
        self.apart_from(&simple)
    }
}

#[test]
fn free_values_are_all_different() {
    let free = |style, width, count| Fixture::of(&vec![(style, width); count]).apart();
    assert_eq!(free(Style::Unsigned, 8, 8), [0, 1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(free(Style::Signed, 32, 3), [0, 1, 2]);
    assert_eq!(free(Style::Character, 32, 4), ['a', 'b', 'c', 'd'].map(u128::from));
    assert_eq!(free(Style::Float, 64, 3), [0.0f64, 1.0, 2.0].map(|x| x.to_bits().into()));
    assert_eq!(free(Style::Float, 32, 3), [0.0f32, 1.0, 2.0].map(|x| x.to_bits().into()));
    assert_eq!(free(Style::Unsigned, 2, 6), [0, 1, 2, 3, 0, 0], "there are no more");
    assert_eq!(free(Style::Signed, 2, 3), [0, 1, 0], "not negative to be different");
}

#[test]
fn long_rows_stay_equal() {
    let different: Vec<u128> = (0..26).collect();
    assert_eq!(Fixture::of(&[(Style::Unsigned, 64); 26]).apart(), different);
    assert_eq!(Fixture::of(&[(Style::Unsigned, 64); 27]).apart(), [0; 27]);
}

#[test]
fn only_variables_of_one_style_and_width_are_told_apart() {
    let (byte, word, signed) = ((Style::Unsigned, 8), (Style::Unsigned, 16), (Style::Signed, 8));
    assert_eq!(Fixture::of(&[byte, word, signed, byte]).apart(), [0, 0, 0, 1]);
}

#[test]
fn values_are_equal_where_they_have_to_be() {
    let mut f = Fixture::of(&[(Style::Unsigned, 32); 4]);
    f.assert(Binary::Eq, f.variable(0), f.variable(2));
    let one = f.constant(3, 1);
    f.assert(Binary::ULt, f.variable(3), one);
    // The last one can only be 0, so those that have to be equal are not.
    assert_eq!(f.apart(), [2, 1, 2, 0]);
}

#[test]
fn values_that_others_need_are_left_to_them() {
    let mut f = Fixture::of(&[(Style::Unsigned, 32); 3]);
    let one = f.constant(2, 1);
    f.assert(Binary::Eq, f.variable(2), one);
    assert_eq!(f.apart(), [0, 2, 1]);
}

#[test]
fn what_can_ascend_ascends() {
    let mut f = Fixture::of(&[(Style::Unsigned, 32); 4]);
    let one = f.constant(3, 1);
    f.assert(Binary::ULt, f.variable(3), one);
    assert_eq!(f.apart(), [1, 2, 3, 0]);
}

#[test]
fn values_do_not_go_far_to_be_different() {
    for (step, expected) in [(1, [0, 1, 2]), (2, [0, 2, 4]), (4, [0, 4, 0]), (8, [0, 0, 0])] {
        let mut f = Fixture::of(&[(Style::Unsigned, 32); 3]);
        for number in 0..3 {
            let (divisor, zero) = (f.constant(number, step), f.constant(number, 0));
            let rest = f.terms.binary(Binary::URem, f.variable(number), divisor);
            f.assert(Binary::Eq, rest, zero);
        }
        assert_eq!(f.apart(), expected);
    }
}

#[test]
fn what_must_not_descend_ascends_and_the_other_way_round() {
    for (descends, expected) in [(false, [0, 1, 2, 3]), (true, [3, 2, 1, 0])] {
        let mut f = Fixture::of(&[(Style::Signed, 32); 4]);
        for first in 0..3 {
            let (low, high) = if descends { (first + 1, first) } else { (first, first + 1) };
            f.assert(Binary::SLe, f.variable(low), f.variable(high));
        }
        assert_eq!(f.apart(), expected);
    }
}

#[test]
fn applications_of_a_function_stay_consistent() {
    let mut f = Fixture::of(&[(Style::Unsigned, 8); 2]);
    let function = f.terms.function("f", &[8], 8);
    let results = [0, 1].map(|number| f.terms.apply(function, &[f.variable(number)]));
    f.assert(Binary::Ne, results[0], results[1]);
    let values = f.apart();
    assert_ne!(values[0], values[1]);
    let mut f = Fixture::of(&[(Style::Unsigned, 8); 2]);
    let function = f.terms.function("f", &[8], 8);
    let zero = f.constant(0, 0);
    let results = [0, 1].map(|number| f.terms.apply(function, &[f.variable(number)]));
    f.assert(Binary::Eq, results[0], zero);
    f.assert(Binary::Eq, results[1], zero);
    assert_eq!(f.apart(), [0, 1]);
}

#[test]
fn numbers_move_away_from_zero() {
    let minus = |value: i128| value as u128 & ones(16);
    let mut f = Fixture::of(&[(Style::Signed, 16); 3]);
    let (least, greatest) = (minus(i16::MIN.into()), i16::MAX as u128);
    assert_eq!(f.apart_from(&[minus(-6), minus(-6), minus(-6)]), [minus(-6), minus(-7), minus(-8)]);
    assert_eq!(f.apart_from(&[100, 0, 100]), [100, 0, 101]);
    assert_eq!(f.apart_from(&[least, least, 0]), [least, least, 0]);
    assert_eq!(f.apart_from(&[greatest, greatest, 0]), [greatest, greatest, 0]);
    let mut f = Fixture::of(&[(Style::Unsigned, 128); 2]);
    assert_eq!(f.apart_from(&[u128::MAX - 1, u128::MAX - 1]), [u128::MAX - 1, u128::MAX]);
    assert_eq!(f.apart_from(&[u128::MAX, u128::MAX]), [u128::MAX; 2]);
}

#[test]
fn floats_stay_short() {
    let mut f = Fixture::of(&[(Style::Float, 64); 3]);
    let mut apart = |values: [f64; 3]| {
        let found = f.apart_from(&values.map(|value| value.to_bits().into()));
        let found: Vec<f64> = found.into_iter().map(|bits| f64::from_bits(bits as u64)).collect();
        format!("{found:?}")
    };
    assert_eq!(apart([1.5, 1.5, 1.5]), "[1.5, 2.5, 3.5]");
    assert_eq!(apart([-1.0, -1.0, -1.0]), "[-1.0, -2.0, -3.0]");
    assert_eq!(apart([1e300, 1e300, 0.0]), "[1e300, 1e300, 0.0]");
    assert_eq!(apart([f64::NAN, f64::NAN, f64::NAN]), "[NaN, NaN, NaN]");
    assert_eq!(apart([f64::INFINITY, f64::INFINITY, 0.0]), "[inf, inf, 0.0]");
}

#[test]
fn characters_stay_of_their_kind_and_are_written_as_they_are() {
    for (equal, expected) in [
        ("zzz", "zzz"),
        ("888", "898"),
        ("YYY", "YZY"),
        ("!!!", "!#$"),
        ("&&&", "&()"),
        ("///", "/:;"),
        ("[[[", "[]^"),
        ("\n\n\n", "\n\n\n"),
        ("\0\0\0", "\0\0\0"),
        ("ééé", "éêë"),
        ("\u{D7FF}\u{D7FF}\u{D7FF}", "\u{D7FF}\u{E000}\u{E001}"),
    ] {
        let mut f = Fixture::of(&[(Style::Character, 32); 3]);
        let values: Vec<u128> = equal.chars().map(u128::from).collect();
        let found = f.apart_from(&values);
        let found: String = found.into_iter().filter_map(|c| char::from_u32(c as u32)).collect();
        assert_eq!(found, expected);
    }
}

#[test]
fn a_limit_that_has_passed_changes_nothing() {
    let mut f = Fixture::of(&[(Style::Unsigned, 8); 2]);
    let limit = Limit::of_time(std::time::Duration::ZERO);
    let model = told_apart(&mut f.terms, &[], Model::new(), &f.preferences, limit);
    assert_eq!([0, 1].map(|number| model.get(f.variable(number))), [0, 0]);
}

/// Random conditions over three variables of four bits: all that is claimed, checked by enumeration.
#[test]
fn what_is_equal_under_random_conditions_cannot_be_changed_alone() {
    let mut random = Random::new(12);
    let (mut satisfiable, mut changed, mut kept) = (0, 0, 0);
    for _ in 0..600 {
        let widths = [4; 3];
        let style = random.pick(&[Style::Unsigned, Style::Signed]);
        let conditions: Vec<_> = (0..2).map(|_| random.expr(1, 3, &widths)).collect();
        let mut f = Fixture::of(&[(style, 4); 3]);
        f.assertions = conditions.iter().map(|condition| condition.build(&mut f.terms)).collect();
        let allowed = |values: &[u128]| conditions.iter().all(|condition| condition.value(values) == 1);
        let possible = (0..1 << 12).any(|bits: u128| allowed(&[bits & 15, bits >> 4 & 15, bits >> 8]));
        if !possible {
            continue;
        }
        satisfiable += 1;
        let simple = f.simplest();
        let found = f.apart_from(&simple);
        let context = format!("{style:?} {conditions:?} {simple:?} {found:?}");
        assert!(allowed(&found), "{context}");
        let is_equal = |values: &[u128], place: usize| {
            (0..3).any(|other| other != place && values[other] == values[place])
        };
        for place in 0..3 {
            let is_negative = |value: u128| style == Style::Signed && value > 7;
            assert_eq!(is_negative(found[place]), is_negative(simple[place]), "{context}");
            if !is_equal(&found, place) {
                continue;
            }
            kept += 1;
            for value in 0..16 {
                let further = match is_negative(found[place]) {
                    true => value < found[place] && is_negative(value),
                    false => value > found[place] && !is_negative(value),
                };
                let mut other = found.clone();
                other[place] = value;
                let is_better = further && !is_equal(&other, place) && allowed(&other);
                // Only the next few values are tried.
                let tried = value.abs_diff(found[place]) < 6;
                assert!(!(is_better && tried), "{value} at {place}: {context}");
            }
        }
        if !(0..3).any(|place| is_equal(&simple, place)) {
            assert_eq!(found, simple, "{context}");
        }
        changed += usize::from(found != simple);
    }
    assert!(satisfiable > 200 && changed > 50 && kept > 10, "{satisfiable} {changed} {kept}");
}
