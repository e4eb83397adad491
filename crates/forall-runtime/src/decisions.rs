//! The decisions of a run: conditions on the inputs, in the order in which the program relied on them.

use crate::arena::Arena;
use crate::decided::Decided;
use crate::ending::Report;
use crate::ranges::{Comparison, Ranges};
use crate::terms::Terms;
use forall_protocol::hooks::{SwitchCase, SwitchTable};
use forall_protocol::shared::{DecisionRecord, Ending, MAX_DECISIONS, Shared};
use forall_protocol::terms::{Op, TermId};
use std::cell::Cell;
use std::sync::Arc;

pub struct Decisions {
    shared: Shared,
    report: Report,
    decided: Decided,
    ranges: Ranges,
    /// How many comparisons followed from others.
    follow: Cell<u32>,
}

/// So many comparisons of a run may follow from others; after that they count as decisions.
const MOST_FOLLOW: u32 = 1000;

impl Decisions {
    pub fn new(shared: Shared, report: Report, arena: Arc<Arena>) -> Decisions {
        let (decided, ranges) = (Decided::new(Arc::clone(&arena)), Ranges::new(arena));
        Decisions { shared, report, decided, ranges, follow: Cell::new(0) }
    }

    /// The program goes the way that it takes when `condition` is `holds`. What this run has decided before,
    /// or what follows from that, says nothing new. Ends the run when it makes more decisions than it may.
    pub fn decide(&self, terms: &Terms, site: u32, condition: TermId, holds: bool) {
        // A term decided both ways means that the terms do not describe the program: the contradiction is
        // recorded for the host.
        if self.decided.get(condition) == Some(holds) || terms.is_constant(condition) {
            return;
        }
        let comparison = Comparison::of(terms, condition);
        let follows = comparison.as_ref().is_some_and(|comparison| self.follows(comparison, holds));
        self.decided.set(condition, holds);
        // Under its other name, too: it is asked for far more often than decided.
        self.decided.set(terms.not(condition), !holds);
        if follows {
            return;
        }
        match comparison {
            Some(comparison) => self.ranges.learn(&comparison, holds),
            None => self.ranges.learn_wide(terms, condition, holds),
        }
        // SAFETY: the header lies in the mapping; only the process that runs writes the count during a run.
        let header = unsafe { &mut *self.shared.header() };
        let count = header.decisions;
        if count >= header.max_decisions {
            self.report.end(Ending::OutOfBounds);
        }
        if count as usize >= MAX_DECISIONS {
            self.report.end(Ending::Exhausted);
        }
        let record = DecisionRecord { site, term_and_taken: condition << 1 | u32::from(holds) };
        // SAFETY: the table has room for `MAX_DECISIONS` records.
        unsafe { self.shared.decisions().add(count as usize).write(record) };
        header.decisions = count + 1;
    }

    /// Has nothing been decided yet?
    pub fn is_empty(&self) -> bool {
        // SAFETY: the header lies in the mapping.
        unsafe { (*self.shared.header()).decisions == 0 }
    }

    /// Is there only one value that this term of several bits can have?
    pub fn is_found(&self, term: TermId) -> bool {
        self.ranges.is_found(term)
    }

    /// The greatest value of a term as an unsigned number, if anything is known of it.
    pub fn greatest(&self, terms: &Terms, term: TermId) -> Option<u64> {
        self.ranges.greatest(terms, term)
    }

    /// How a condition came out in this run.
    pub fn decided(&self, condition: TermId) -> Option<bool> {
        self.decided.get(condition)
    }

    /// Does it follow from how others came out that this comparison comes out so? In the long run that is not
    /// asked any more: a loop that goes on and on by such comparisons is to be noticed by their number.
    pub fn follows(&self, comparison: &Comparison, holds: bool) -> bool {
        let follow = self.follow.get();
        let follows = follow < MOST_FOLLOW && self.ranges.implied(comparison) == Some(holds);
        self.follow.set(follow + u32::from(follows));
        follows
    }

    /// The program goes on with the concrete value of a term.
    pub fn fix(&self, terms: &Terms, site: u32, term: TermId, width: u32, value: u128) {
        let equal = terms.binary(Op::Eq, width, term, terms.constant(width, value));
        self.decide(terms, site, equal, true);
    }

    /// The program goes to the given group of the switch, or to the default. It looks at the groups in order.
    pub fn switch(&self, terms: &Terms, site: u32, value: TermId, switch: &Switch, group: Option<u32>) {
        let last_is_certain = !switch.has_default;
        for candidate in 0..switch.groups {
            if last_is_certain && candidate + 1 == switch.groups {
                return;
            }
            let belongs = switch
                .group(candidate)
                .map(|case| {
                    terms.binary(Op::Eq, switch.width, value, terms.constant(switch.width, case.value()))
                })
                .reduce(|any, equal| terms.binary(Op::Or, 1, any, equal));
            let chosen = group == Some(candidate);
            if let Some(belongs) = belongs {
                self.decide(terms, site, belongs, chosen);
            }
            if chosen {
                return;
            }
        }
    }
}

/// A [`SwitchTable`] with its cases.
pub struct Switch<'a> {
    width: u32,
    pub groups: u32,
    pub has_default: bool,
    cases: &'a [SwitchCase],
}

impl<'a> Switch<'a> {
    /// # Safety
    /// `table` is followed by as many cases as it says, and all stay as they are for `'a`.
    pub unsafe fn new(table: *const SwitchTable) -> Switch<'a> {
        // SAFETY: the caller promises a table.
        let SwitchTable { width, groups, has_default, cases } = unsafe { table.read() };
        // SAFETY: the caller promises the cases.
        let cases = unsafe { std::slice::from_raw_parts(table.add(1).cast(), cases as usize) };
        Switch { width, groups, has_default: has_default != 0, cases }
    }

    /// The group that a value belongs to; `None` is the default.
    pub fn group_of(&self, value: u128) -> Option<u32> {
        let value = if self.width >= 128 { value } else { value & ((1 << self.width) - 1) };
        self.cases.iter().find(|case| case.value() == value).map(|case| case.group as u32)
    }

    fn group(&self, group: u32) -> impl Iterator<Item = &'a SwitchCase> {
        let first = self.cases.partition_point(|case| case.group < u64::from(group));
        self.cases[first..].iter().take_while(move |case| case.group == u64::from(group))
    }
}

trait CaseValue {
    fn value(&self) -> u128;
}

impl CaseValue for SwitchCase {
    fn value(&self) -> u128 {
        u128::from(self.low) | u128::from(self.high) << 64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Memory;
    use forall_protocol::terms::TermRecord;

    struct World {
        memory: Memory,
        terms: Terms,
        decisions: Decisions,
    }

    impl World {
        fn new() -> World {
            let memory = Memory::new();
            // SAFETY: the header lies in the mapping.
            unsafe { (*memory.shared().header()).max_decisions = 100 };
            let decisions = Decisions::new(memory.shared(), memory.report(), memory.arena());
            World { terms: memory.terms(), decisions, memory }
        }

        fn input(&self, width: u32) -> TermId {
            self.terms.intern(TermRecord::new(Op::Input, width, 0, 0, 0))
        }

        /// What was decided: site, term, sense.
        fn decided(&self) -> Vec<(u32, TermId, bool)> {
            let shared = self.memory.shared();
            // SAFETY: the header lies in the mapping and counts written records.
            let records = unsafe {
                std::slice::from_raw_parts(shared.decisions(), (*shared.header()).decisions as usize)
            };
            records
                .iter()
                .map(|record| (record.site, record.term_and_taken >> 1, record.term_and_taken & 1 == 1))
                .collect()
        }
    }

    #[test]
    fn a_condition_is_decided_once_under_whatever_name() {
        let world = World::new();
        let x = world.input(32);
        let seven = world.terms.constant(32, 7);
        let less = world.terms.binary(Op::SLt, 32, x, seven);
        world.decisions.decide(&world.terms, 1, less, true);
        world.decisions.decide(&world.terms, 2, less, true);
        let not_less = world.terms.binary(Op::SLe, 32, seven, x);
        world.decisions.decide(&world.terms, 3, not_less, false);
        assert_eq!(world.decided(), [(1, less, true)]);
        // Against all sense, but the host must hear of it.
        world.decisions.decide(&world.terms, 4, not_less, true);
        assert_eq!(world.decided(), [(1, less, true), (4, not_less, true)]);
    }

    #[test]
    fn a_bit_and_its_negation_are_one_decision() {
        let world = World::new();
        let bit = world.input(1);
        let not = world.terms.binary(Op::Eq, 1, bit, world.terms.constant(1, 0));
        world.decisions.decide(&world.terms, 5, not, true);
        world.decisions.decide(&world.terms, 6, bit, false);
        assert_eq!(world.decided(), [(5, not, true)]);
    }

    #[test]
    fn a_term_is_fixed_once_for_each_value() {
        let world = World::new();
        let x = world.input(64);
        world.decisions.fix(&world.terms, 9, x, 64, 4096);
        world.decisions.fix(&world.terms, 9, x, 64, 4096);
        let equal = world.terms.binary(Op::Eq, 64, x, world.terms.constant(64, 4096));
        assert_eq!(world.decided(), [(9, equal, true)]);
    }

    /// Cases 1 and 5 lead to group 0, 2 to group 1, 3 to group 2.
    #[repr(C)]
    struct Table(SwitchTable, [SwitchCase; 4]);

    fn table(has_default: u32) -> Table {
        let case = |low, group| SwitchCase { low, high: 0, group };
        Table(
            SwitchTable { width: 8, groups: 3, has_default, cases: 4 },
            [case(1, 0), case(5, 0), case(2, 1), case(3, 2)],
        )
    }

    fn senses(has_default: u32, value: u128) -> (Option<u32>, Vec<bool>) {
        let world = World::new();
        let table = table(has_default);
        // SAFETY: the cases follow the table.
        let switch = unsafe { Switch::new((&raw const table).cast()) };
        let group = switch.group_of(value);
        let x = world.input(8);
        world.decisions.switch(&world.terms, 0, x, &switch, group);
        (group, world.decided().iter().map(|&(.., holds)| holds).collect())
    }

    #[test]
    fn a_switch_asks_for_one_group_after_the_other() {
        assert_eq!(senses(1, 1), (Some(0), vec![true]));
        assert_eq!(senses(1, 5), (Some(0), vec![true]));
        assert_eq!(senses(1, 2), (Some(1), vec![false, true]));
        assert_eq!(senses(1, 3), (Some(2), vec![false, false, true]));
        assert_eq!(senses(1, 0x104), (None, vec![false, false, false]));
    }

    #[test]
    fn without_default_the_last_group_is_certain() {
        assert_eq!(senses(0, 2), (Some(1), vec![false, true]));
        assert_eq!(senses(0, 3), (Some(2), vec![false, false]));
    }

    #[test]
    fn a_group_of_several_values_is_one_condition() {
        let world = World::new();
        let table = table(1);
        // SAFETY: the cases follow the table.
        let switch = unsafe { Switch::new((&raw const table).cast()) };
        let x = world.input(8);
        world.decisions.switch(&world.terms, 0, x, &switch, Some(0));
        let is = |value| world.terms.binary(Op::Eq, 8, x, world.terms.constant(8, value));
        let either = world.terms.binary(Op::Or, 1, is(1), is(5));
        assert_eq!(world.decided(), [(0, either, true)]);
    }

    #[test]
    fn what_follows_is_no_decision_but_the_opposite_is_told() {
        let world = World::new();
        let (terms, decisions, x) = (&world.terms, &world.decisions, world.input(8));
        let below = |bound: u128| terms.binary(Op::ULt, 8, x, terms.constant(8, bound));
        // Built before anything was decided, as an index may be.
        let ten = below(10);
        decisions.decide(terms, 1, below(5), true);
        decisions.decide(terms, 2, ten, true);
        decisions.decide(terms, 3, terms.binary(Op::Eq, 8, x, terms.constant(8, 77)), false);
        assert_eq!(world.decided(), [(1, below(5), true)]);
        assert_eq!(decisions.decided(ten), Some(true), "it is known from there on");
        // That cannot be, and the host must learn of it.
        decisions.decide(terms, 4, below(7), false);
        assert_eq!(world.decided().last(), Some(&(4, below(7), false)));
    }

    #[test]
    fn a_loop_that_goes_on_by_what_follows_is_noticed() {
        let world = World::new();
        let (terms, decisions, x) = (&world.terms, &world.decisions, world.input(64));
        let above = |bound: u128| terms.binary(Op::ULt, 64, terms.constant(64, bound), x);
        decisions.decide(terms, 1, above(1 << 40), true);
        for round in 0..u128::from(MOST_FOLLOW) {
            decisions.decide(terms, 2, above(round), true);
        }
        assert_eq!(world.decided().len(), 1);
        for round in 0..50 {
            decisions.decide(terms, 2, above(u128::from(MOST_FOLLOW) + round), true);
        }
        assert_eq!(world.decided().len(), 51);
    }
}
