//! Boundary values where symbolic tracking stops: limits of types, small numbers, and some random ones.
//!
//! Past a call that is not followed, or a query that no solver answers, there may be paths that no path
//! condition leads to. A failure that is found here counts like any other, but nothing is proved by it.
//!
//! See docs/decisions/boundary-values-where-tracking-stops.md.

use super::worker::{Pause, Worker};
use super::{Exploration, Stop};
use crate::executor::{ExecutorError, Run};
use forall_protocol::inputs::{Input, InputKind};
use std::collections::HashSet;

/// How many runs are made on combinations of such values, and then on values from everywhere.
const AT_LIMITS: usize = 160;
const ANYWHERE: usize = 352;
/// Of one or two numbers, so many small ones are tried: all pairs up to a sum of 74.
const SMALL: usize = 75 * 76 / 2;

/// How many values there are of each kind.
const VALUES: usize = 9;

/// At first all inputs take the same place in their lists, later each is ahead of the one before it by so
/// much.
const SHIFTS: [usize; 4] = [0, 1, 4, 7];

impl Exploration<'_> {
    /// To be asked after every round; does something once, as soon as there is a reason for it. Of several
    /// workers the first one does it.
    pub(super) fn try_boundaries(&mut self, left: u64) -> Result<Option<Stop>, ExecutorError> {
        let is_needed = self.workers.iter().any(|worker| worker.findings.reasons.leave_inputs_out());
        if self.tried_boundaries || !is_needed {
            return Ok(None);
        }
        self.tried_boundaries = true;
        let is_alone = self.workers.len() == 1;
        match self.workers[0].run_boundaries(left, is_alone)? {
            Pause::Stop(stop) => Ok(Some(stop)),
            Pause::Done | Pause::NoRunsLeft => Ok(None),
        }
    }
}

impl Worker<'_> {
    /// A worker that is not alone tries no small numbers: a large search comes to these by itself.
    fn run_boundaries(&mut self, left: u64, is_alone: bool) -> Result<Pause, ExecutorError> {
        let mut seen = HashSet::new();
        let mut numbers = Numbers(0x9E37_79B9_7F4A_7C15);
        for attempt in 0..AT_LIMITS + ANYWHERE + if is_alone { SMALL } else { 0 } {
            let values: Vec<u128> = match attempt.checked_sub(AT_LIMITS + ANYWHERE) {
                Some(number) => small(number, self.search.program.inputs().all()),
                None => (0..)
                    .zip(self.search.program.inputs().all())
                    .map(|(index, input)| match input.kind {
                        kind if attempt < AT_LIMITS => boundaries(kind)[place(attempt, index)],
                        kind => numbers.any(kind),
                    })
                    .collect(),
            };
            let inputs = self.search.program.inputs().all().iter();
            let values: Vec<u128> = values
                .into_iter()
                .zip(inputs)
                .map(|(value, input)| self.within_bounds(input, value))
                .collect();
            // There may be nothing to be chosen, or too little.
            if values.is_empty() || !seen.insert(values.clone()) {
                continue;
            }
            if seen.len() as u64 > left {
                return Ok(Pause::NoRunsLeft);
            }
            if self.search.clock_is_up() {
                return Ok(Pause::Stop(Stop::MaxTime));
            }
            if (self.setting.environment.observer)(&self.progress()).is_break() {
                return Ok(Pause::Stop(Stop::Interrupted));
            }
            self.search.runs += 1;
            if self.observe_anywhere(&values)? {
                return Ok(Pause::Stop(Stop::Full));
            }
        }
        Ok(Pause::Done)
    }

    /// Runs the test on values that may lead to where another worker explores; there the run is the whole
    /// path and opens no side, and it does not count as a path, since the other worker finds it too. Tells
    /// whether there was no room for it.
    fn observe_anywhere(&mut self, values: &[u128]) -> Result<bool, ExecutorError> {
        let run = self.search.program.run(values)?;
        self.learn_anywhere(&run, values)
    }

    /// Likewise, from a run that was made already.
    pub(super) fn learn_anywhere(&mut self, run: &Run, values: &[u128]) -> Result<bool, ExecutorError> {
        let elsewhere = self.search.graft(run, values, &mut self.findings.reasons)?;
        let paths = self.findings.paths;
        let lesson = self.learn(run, values, elsewhere)?;
        if elsewhere.is_some() {
            self.findings.paths = paths;
        }
        Ok(lesson.end.full)
    }

    fn within_bounds(&self, input: &Input, value: u128) -> u128 {
        self.setting.options.bounds.within(input, value)
    }
}

/// Small numbers, if there are one or two to be chosen and nothing else: pairs in the order of their sums.
fn small(number: usize, inputs: &[Input]) -> Vec<u128> {
    let most = |input: &Input| u128::MAX >> (128 - input.kind.width());
    let is_number = |input: &Input| input.kind.is_number();
    match inputs {
        [one] if is_number(one) => vec![number as u128 & most(one)],
        [one, two] if is_number(one) && is_number(two) => {
            let (mut sum, mut first) = (0, number);
            while first > sum {
                sum += 1;
                first -= sum;
            }
            vec![first as u128 & most(one), (sum - first) as u128 & most(two)]
        }
        _ => Vec::new(),
    }
}

/// Which of its values an input takes: all in step, then one alone while the others stay at the first one, or
/// the second.
fn place(attempt: usize, input: usize) -> usize {
    let in_step = SHIFTS.len() * VALUES;
    if attempt < in_step {
        return (attempt % VALUES + input * SHIFTS[attempt / VALUES]) % VALUES;
    }
    let (round, value) = ((attempt - in_step) / VALUES, attempt % VALUES);
    if round / 2 == input { value } else { round % 2 }
}

/// The bits of values at the limits of a kind, and of some ordinary ones.
fn boundaries(kind: InputKind) -> [u128; VALUES] {
    let max = u128::MAX >> (128 - kind.width());
    let middle = max / 2;
    match kind {
        InputKind::Bool => [0, 1, 0, 1, 1, 0, 0, 1, 1],
        InputKind::Length => [0, 1, 2, 3, 0, 1, 2, 1, 4],
        InputKind::Depth | InputKind::Answers => [0; VALUES],
        InputKind::F32 => FLOATS.map(|float| (float as f32).to_bits().into()),
        InputKind::F64 => FLOATS.map(|float| float.to_bits().into()),
        InputKind::Char => ['\0', 'a', '0', ' ', 'Z', '\n', 'é', '😀', char::MAX].map(u128::from),
        // Those in the upper half are negative: the least, and minus one.
        _ if kind.is_signed() => [0, 1, middle, middle + 1, max, 2, 10, 42, 100],
        _ => [0, 1, max, middle, middle + 1, 2, 10, 42, 100],
    }
}

const FLOATS: [f64; VALUES] =
    [0.0, 1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0, f64::MAX, f64::MIN_POSITIVE, -1.5];

/// The same each time: an exploration can be repeated.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// Small ones more often than large ones: of each number of bits equally many.
    fn any(&mut self, kind: InputKind) -> u128 {
        let random = u128::from(self.next()) << 64 | u128::from(self.next());
        let choice = (self.next() >> 32) as usize;
        if choice.is_multiple_of(4) || matches!(kind, InputKind::Bool | InputKind::Length | InputKind::Char) {
            return boundaries(kind)[choice / 4 % VALUES];
        }
        let bits = (choice / 4) as u32 % kind.width() + 1;
        let value = random >> (128 - bits);
        match kind.is_signed() && (choice / 1024).is_multiple_of(2) {
            true => value.wrapping_neg() & u128::MAX >> (128 - kind.width()),
            false => value,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_one_of_its_kind() {
        let mut numbers = Numbers(1);
        for kind in InputKind::ALL {
            let fits = |value: u128| match kind {
                InputKind::Char => u32::try_from(value).is_ok_and(|value| char::from_u32(value).is_some()),
                kind => kind.width() == 128 || value >> kind.width() == 0,
            };
            assert!(boundaries(kind).into_iter().all(fits), "{kind:?}");
            assert!((0..1000).all(|_| fits(numbers.any(kind))), "{kind:?}");
        }
    }

    #[test]
    fn small_pairs_come_in_the_order_of_their_sums() {
        let input = |kind| Input { name: "x".into(), kind };
        let pairs: Vec<Vec<u128>> =
            (0..SMALL).map(|number| small(number, &[input(InputKind::U8), input(InputKind::I64)])).collect();
        assert_eq!(pairs[..6], [[0, 0], [0, 1], [1, 0], [0, 2], [1, 1], [2, 0]]);
        assert_eq!(pairs.last().unwrap(), &[74, 0]);
        assert_eq!(pairs.iter().collect::<HashSet<_>>().len(), SMALL);
        assert_eq!(small(300, &[input(InputKind::U8)]), [44]);
        assert!(small(3, &[input(InputKind::U8), input(InputKind::F64)]).is_empty());
    }

    #[test]
    fn two_inputs_meet_at_each_of_their_limits() {
        let met: HashSet<(usize, usize)> =
            (0..AT_LIMITS).map(|attempt| (place(attempt, 0), place(attempt, 1))).collect();
        for value in 0..VALUES {
            for pair in [(value, value), (value, 0), (0, value), (value, 1), (1, value)] {
                assert!(met.contains(&pair), "{pair:?}");
            }
        }
        assert!((0..AT_LIMITS).all(|attempt| place(attempt, 5) < VALUES));
    }
}
