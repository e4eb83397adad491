//! The inputs a test is run on while it has no cases: ordinary ones and those at the limits of their types.

use super::attempt::{attempt, problem};
use super::comes_back::comes_back;
use super::locked;
use crate::test::Test;
use forall_protocol::inputs::{Input, InputKind};
use forall_protocol::put::own_bound;
use forall_protocol::replay::{ROUND, ROUNDS, Values};
use forall_spec::__private::{Leaf, Origin};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// Runs a test on all boundary inputs. Panics at the first it fails for.
#[track_caller]
pub fn boundary_inputs(test: &Test) {
    if test.missing != 0 {
        return; // `cargo forall` says what
    }
    for shift in SHIFTS {
        let mut most_drawn = 0;
        for turn in 0..VALUES {
            let inputs = Arc::new(BoundaryInputs::new(turn, shift, test.bounds));
            let (observation, _) = comes_back(test, || attempt(test, inputs.clone()));
            if let Some(problem) = problem(test, &observation) {
                fail(test, &inputs, &problem);
            }
            most_drawn = most_drawn.max(inputs.asked.load(Ordering::Relaxed));
            if most_drawn == 0 {
                return;
            }
        }
        // A single input has been given all its values in one round.
        if most_drawn == 1 {
            return;
        }
    }
}

#[track_caller]
fn fail(test: &Test, inputs: &BoundaryInputs, problem: &str) -> ! {
    let name = test.function;
    let arguments = inputs.arguments();
    panic!(
        "{name}({arguments}) failed: {problem}\n\
         help: `cargo forall {name}` finds out what else fails, and writes it down as tests"
    )
}

/// How many values there are of each kind.
const VALUES: usize = ROUND as usize;

/// In the first round all inputs take the same place in their lists, in later ones each is ahead of the one before it by so much.
const SHIFTS: [usize; ROUNDS as usize] = [0, 1, 4];

pub struct BoundaryInputs {
    turn: usize,
    shift: usize,
    /// Bounds of the test: `max.count=64`.
    bounds: &'static str,
    asked: AtomicUsize,
    /// The values, as they were made to fit where they did not.
    drawn: Mutex<Values>,
}

impl Origin for BoundaryInputs {
    fn is_exact(&self) -> bool {
        false
    }

    fn fill(&self, name: &str, kind: InputKind, leaf: &mut Leaf) {
        let place = self.turn + self.asked.fetch_add(1, Ordering::Relaxed) * self.shift;
        let input = Input { name: name.to_owned(), kind };
        let bound = if kind == InputKind::Length { "max_len" } else { "max" };
        let value = match (boundaries(kind)[place % VALUES], own_bound(self.bounds, bound, input.parameter()))
        {
            (value, Some(most)) => input.at_most(most, value),
            (value, None) => value,
        };
        locked(&self.drawn).push((input, value));
        leaf.0 = value.to_le_bytes();
    }

    fn instead(&self, name: &str, bits: u128) {
        let mut drawn = locked(&self.drawn);
        if let Some((_, value)) = drawn.iter_mut().rev().find(|(input, _)| input.name == name) {
            *value = bits;
        }
    }

    fn arrange(&self, name: &str, order: &[usize]) {
        // The index of an element, and what comes after it.
        let part = |input: &Input| -> Option<(usize, String)> {
            let (index, rest) = input.name.strip_prefix(name)?.strip_prefix('[')?.split_once(']')?;
            Some((index.parse().ok()?, rest.to_owned()))
        };
        let mut drawn = locked(&self.drawn);
        let Some(first) = drawn.iter().position(|(input, _)| part(input).is_some()) else { return };
        let (elements, mut others): (Values, Values) =
            drawn.drain(..).partition(|(input, _)| part(input).is_some());
        let mut arranged = Values::new();
        for (new, old) in order.iter().enumerate() {
            for (input, value) in &elements {
                if let Some((index, rest)) = part(input)
                    && index == *old
                {
                    arranged.push((Input { name: format!("{name}[{new}]{rest}"), kind: input.kind }, *value));
                }
            }
        }
        others.splice(first..first, arranged);
        *drawn = others;
    }
}

impl BoundaryInputs {
    fn new(turn: usize, shift: usize, bounds: &'static str) -> BoundaryInputs {
        BoundaryInputs { turn, shift, bounds, asked: AtomicUsize::new(0), drawn: Mutex::default() }
    }

    /// The input of this number, all rounds counted.
    #[cfg(target_os = "linux")]
    pub fn numbered(number: u32, bounds: &'static str) -> BoundaryInputs {
        let (round, turn) = (number / ROUND, number % ROUND);
        BoundaryInputs::new(turn as usize, SHIFTS[(round % ROUNDS) as usize], bounds)
    }

    /// What was drawn so far.
    #[cfg(target_os = "linux")]
    pub fn values(&self) -> Values {
        locked(&self.drawn).clone()
    }

    fn arguments(&self) -> String {
        let arguments: Vec<String> = locked(&self.drawn)
            .iter()
            // How often a fake answers is not the test's.
            .filter(|(input, _)| input.kind != InputKind::Answers)
            .map(|(input, value)| format!("{} = {}", input.name, spelled(input.kind, *value)))
            .collect();
        arguments.join(", ")
    }
}

/// The bits of the values a kind is tried with.
fn boundaries(kind: InputKind) -> [u128; VALUES] {
    let max = u128::MAX >> (128 - width(kind));
    let middle = max / 2;
    match kind {
        InputKind::Bool => [0, 1, 1, 0, 0, 1, 0, 1, 1],
        InputKind::Length => [0, 1, 2, 3, 0, 1, 2, 1, 4],
        InputKind::Depth => [2; VALUES],
        InputKind::Answers => [16; VALUES],
        InputKind::F32 => F32S.map(|value| value.to_bits().into()),
        InputKind::F64 => F64S.map(|value| value.to_bits().into()),
        InputKind::Char => ['a', '0', ' ', '\0', 'Z', '\n', 'é', '😀', char::MAX].map(|c| c.into()),
        // Those which are in the upper half are negative: the least, and minus one.
        _ if kind.is_signed() => [0, 1, middle, middle + 1, max, 2, 10, 42, 100],
        _ => [0, 1, max, middle, middle + 1, 2, 10, 42, 100],
    }
}

const F32S: [f32; VALUES] =
    [0.0, 1.0, f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -0.0, f32::MAX, f32::MIN_POSITIVE / 2.0, -1.5];
const F64S: [f64; VALUES] =
    [0.0, 1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0, f64::MAX, f64::MIN_POSITIVE / 2.0, -1.5];

/// Width on this machine.
fn width(kind: InputKind) -> u32 {
    match kind {
        InputKind::Usize | InputKind::Isize | InputKind::Length | InputKind::Depth | InputKind::Answers => {
            usize::BITS
        }
        _ => kind.width(),
    }
}

fn spelled(kind: InputKind, value: u128) -> String {
    match kind {
        InputKind::Bool => (value != 0).to_string(),
        InputKind::F32 => format!("{:?}", f32::from_bits(value as u32)),
        InputKind::F64 => format!("{:?}", f64::from_bits(value as u64)),
        InputKind::Char => match u32::try_from(value).ok().and_then(char::from_u32) {
            Some(c) => format!("{c:?}"),
            None => format!("{value:#x}"),
        },
        _ if kind.is_signed() => {
            let unused = 128 - width(kind);
            ((value << unused).cast_signed() >> unused).to_string()
        }
        _ => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall_spec::__private::{MakeInput, PatternState, Room, Text, within};
    use forall_spec::Source;
    use std::cmp::Ordering;
    use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
    use std::num::NonZero;
    use std::time::Duration;

    #[test]
    fn limits_are_among_the_values() {
        let has = |kind, value: &str| boundaries(kind).iter().any(|bits| spelled(kind, *bits) == value);
        for value in ["0", "1", "-1", "-9223372036854775808", "9223372036854775807"] {
            assert!(has(InputKind::I64, value), "{value}");
        }
        for value in ["-170141183460469231731687303715884105728", "170141183460469231731687303715884105727"] {
            assert!(has(InputKind::I128, value), "{value}");
        }
        for value in ["0", "1", "255"] {
            assert!(has(InputKind::U8, value), "{value}");
        }
        assert!(has(InputKind::Usize, &usize::MAX.to_string()));
        assert!(has(InputKind::Isize, &isize::MIN.to_string()));
        assert!(has(InputKind::Bool, "true") && has(InputKind::Bool, "false"));
        assert!(has(InputKind::Char, "'\\u{10ffff}'"));
        for value in ["-0.0", "NaN", "inf", "-inf", "5.877472e-39"] {
            assert!(has(InputKind::F32, value), "{value}");
        }
        assert!(has(InputKind::F64, "1.1125369292536007e-308"), "subnormal");
        assert!(has(InputKind::Length, "0") && has(InputKind::Length, "1") && has(InputKind::Length, "3"));
    }

    /// The values of a case, and nothing else.
    struct Exactly(Values);

    impl Origin for Exactly {
        fn fill(&self, name: &str, kind: InputKind, leaf: &mut Leaf) {
            let is_asked = |(input, _): &&(Input, u128)| input.name == name && input.kind == kind;
            leaf.0 = self.0.iter().find(is_asked).expect(name).1.to_le_bytes();
        }
    }

    fn made<T>(origin: &dyn Origin, make: impl Fn(&mut Source<'_>) -> T) -> T {
        make(&mut Source::new(&mut Room::default(), origin).part("x"))
    }

    /// Whatever boundary inputs make, their values make it again where they are meant as they are.
    #[track_caller]
    fn comes_again<T: PartialEq + std::fmt::Debug>(make: impl Fn(&mut Source<'_>) -> T) {
        for number in 0..ROUND * ROUNDS {
            let inputs = BoundaryInputs::numbered(number, "");
            let first = made(&inputs, &make);
            assert_eq!(made(&Exactly(inputs.values()), &make), first, "{}", inputs.arguments());
        }
    }

    #[test]
    fn bounds_of_parameters_are_kept() {
        for number in 0..ROUND * ROUNDS {
            let inputs = BoundaryInputs::numbered(number, "max.x=3,max_len.x=1");
            let (list, integer) = made(&inputs, <(Vec<i8>, u64)>::make);
            assert!(list.len() <= 1 && list.iter().all(|item| *item <= 3) && integer <= 3);
        }
    }

    #[test]
    fn values_are_told_as_they_were_made_to_fit() {
        comes_again(NonZero::<i16>::make);
        comes_again(Ordering::make);
        comes_again(std::io::ErrorKind::make);
        comes_again(<(Duration, String, u8)>::make);
        comes_again(<(BTreeSet<i8>, HashSet<String>, u8)>::make);
        comes_again(<(BTreeMap<i8, u8>, HashMap<u8, Vec<u8>>)>::make);
        comes_again(<Vec<BTreeMap<Duration, BTreeSet<NonZero<i8>>>>>::make);
        comes_again(|source| within::<i8, _>(source, -7..=-5));
        comes_again(|source| within::<f32, _>(source, 0.25..=0.75).to_bits());
        comes_again(|source| within::<char, _>(source, ..='9'));
        comes_again(|source| String::matching(source, &ENDING));
    }

    /// `[x-z](é|0)`.
    static ENDING: [PatternState; 3] = [
        PatternState { accepts: false, edges: &[(1, &[(0x78, 0x7a)])] },
        PatternState { accepts: false, edges: &[(2, &[(0x30, 0x30), (0xe9, 0xe9)])] },
        PatternState { accepts: true, edges: &[] },
    ];

    #[test]
    fn values_fit_their_kind() {
        for kind in InputKind::ALL {
            for value in boundaries(kind) {
                assert!(value <= u128::MAX >> (128 - kind.width()), "{value} as {kind:?}");
            }
        }
    }

    /// The pairs of places that two inputs take in all rounds.
    fn pairs(first: usize, second: usize) -> HashSet<(usize, usize)> {
        let place = |turn: usize, input: usize, shift: usize| (turn + input * shift) % VALUES;
        let turns =
            |shift| (0..VALUES).map(move |turn| (place(turn, first, shift), place(turn, second, shift)));
        SHIFTS.into_iter().flat_map(turns).collect()
    }

    #[test]
    fn inputs_vary_independently() {
        for (first, second) in [(0, 1), (0, 2), (1, 2), (0, 5), (3, 4)] {
            assert_eq!(pairs(first, second).len(), SHIFTS.len() * VALUES, "inputs {first} and {second}");
        }
    }
}
