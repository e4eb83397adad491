//! How far an exploration goes.
//!
//! See docs/decisions/count-work-instead-of-time.md.

use forall_protocol::inputs::{Input, InputKind};
use forall_solver::Limit;
use std::collections::BTreeMap;
use std::time::Duration;

/// Every bound that bites is named in the verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Length of each collection among the inputs.
    pub max_len: u64,
    /// Once all is explored within `max_len`, failures are looked for in collections up to this length, as
    /// long as that is greater.
    pub seek_len: u64,
    /// Bounds of single parameters, by name.
    pub parameters: BTreeMap<String, ParameterBounds>,
    /// Maximum depth of recursive types.
    pub max_depth: u64,
    /// How often a fake answers in one run.
    pub max_answers: u64,
    /// Runs of the test; without a limit unless told.
    pub max_runs: u64,
    /// Decisions in one run.
    pub max_branches: u32,
    /// Time for the whole exploration of one test.
    pub max_time: Duration,
    /// The same for one in which a loop or a recursion has gone round very often: it is likely to have no
    /// end.
    pub loop_time: Duration,
    /// Bytes for what is known of one test while it is explored.
    pub max_search_memory: u64,
    /// Work for one query, in millions of steps of the solver.
    pub solver_work: u64,
    /// Time for one query, however long these steps take.
    pub solver_time: Duration,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds {
            max_len: 8,
            seek_len: 16,
            parameters: BTreeMap::new(),
            max_depth: 3,
            max_answers: 16,
            max_runs: u64::MAX,
            max_branches: 20_000,
            max_time: Duration::from_secs(60),
            loop_time: Duration::from_secs(10),
            max_search_memory: 1 << 30,
            solver_work: Limit::WORK / MILLION,
            solver_time: Limit::TIME,
        }
    }
}

/// Bounds of what belongs to one parameter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ParameterBounds {
    /// Length of each collection in it, whatever holds for others. Nothing longer is looked for.
    pub max_len: Option<u64>,
    /// The greatest integer in it.
    pub max: Option<u64>,
}

const MILLION: u64 = 1_000_000;

impl Bounds {
    /// All collections may be so long and no longer: whoever says so means it.
    pub fn set_max_len(&mut self, max_len: u64) {
        (self.max_len, self.seek_len) = (max_len, 0);
        self.parameters.values_mut().for_each(|own| own.max_len = None);
    }

    /// How long a collection may be that its parameter has a bound for.
    pub fn own_max_len(&self, input: &Input) -> Option<u64> {
        self.parameters.get(input.parameter())?.max_len
    }

    /// How long a collection may be in what is proved.
    pub fn max_len_of(&self, input: &Input) -> u64 {
        self.own_max_len(input).unwrap_or(self.max_len)
    }

    /// The greatest value of an integer, if that is not the greatest of its type.
    pub fn max_of(&self, input: &Input) -> Option<u64> {
        let most = self.parameters.get(input.parameter())?.max?;
        let is_integer = (InputKind::U8..=InputKind::Isize).contains(&input.kind);
        let bits = input.kind.width() - u32::from(input.kind.is_signed());
        (is_integer && u128::from(most) < u128::MAX >> (128 - bits)).then_some(most)
    }

    /// The value, or the next one within the bounds.
    pub fn within(&self, input: &Input, value: u128) -> u128 {
        match input.kind {
            InputKind::Length => value.min(self.max_len_of(input).into()),
            InputKind::Depth => self.max_depth.into(),
            _ => self.max_of(input).map_or(value, |most| input.at_most(most, value)),
        }
    }

    /// Are all values within the bounds?
    pub fn hold(&self, values: &[(Input, u128)]) -> bool {
        values.iter().all(|(input, value)| self.within(input, *value) == *value)
    }

    /// What one query may cost.
    pub(crate) fn of_a_query(&self) -> Limit {
        Limit { work: self.solver_work.saturating_mul(MILLION), time: self.solver_time }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds() -> Bounds {
        let own = |max_len, max| ParameterBounds { max_len, max };
        let parameters = [("hex", own(Some(12), None)), ("n", own(None, Some(64)))];
        let parameters = parameters.map(|(name, bounds)| (name.into(), bounds)).into();
        Bounds { parameters, ..Bounds::default() }
    }

    fn input(name: &str, kind: InputKind) -> Input {
        Input { name: name.into(), kind }
    }

    #[test]
    fn a_parameter_has_bounds_of_its_own() {
        let bounds = bounds();
        for (name, most) in [("hex.len", 12), ("hex[3].0.len", 12), ("hexes.len", 8), ("n.len", 8)] {
            assert_eq!(bounds.max_len_of(&input(name, InputKind::Length)), most);
            assert_eq!(bounds.within(&input(name, InputKind::Length), 100), u128::from(most));
        }
        assert_eq!(bounds.own_max_len(&input("n.len", InputKind::Length)), None);
    }

    #[test]
    fn integers_are_bounded_from_above() {
        let bounds = bounds();
        assert_eq!(bounds.max_of(&input("n[1]", InputKind::Usize)), Some(64));
        assert_eq!(bounds.max_of(&input("n#2.0", InputKind::I8)), Some(64));
        let outside = [("n.len", InputKind::Length), ("n", InputKind::F64), ("m", InputKind::U8)];
        assert!(outside.iter().all(|(name, kind)| bounds.max_of(&input(name, *kind)).is_none()));
        let within = |value| bounds.within(&input("n", InputKind::I8), value);
        assert_eq!([3, 64, 65, 127, 128, 255].map(within), [3, 64, 64, 64, 128, 255]);
    }

    #[test]
    fn what_a_type_excludes_is_no_bound() {
        let wide = ParameterBounds { max_len: None, max: Some(127) };
        let bounds = Bounds { parameters: [("n".into(), wide)].into(), ..Bounds::default() };
        assert_eq!(bounds.max_of(&input("n", InputKind::I8)), None);
        assert_eq!(bounds.max_of(&input("n", InputKind::U8)), Some(127));
    }
}
