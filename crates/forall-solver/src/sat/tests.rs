//! The search against another SAT solver, on circuits small enough to be random and queries many enough to
//! meet every path.

use std::time::Duration;

use batsat::{BasicSolver, Lit, SolverInterface, Var, lbool};

use super::{Budget, Sat, SatResult};
use crate::circuit::random::{Random, add_random_gate};
use crate::circuit::{Circuit, Literal};
use crate::meter::Meter;
use crate::solver::{Limit, Unknown};

/// The same circuit in the other solver.
struct Referee(BasicSolver);

impl Referee {
    fn new(circuit: &Circuit) -> Self {
        let mut solver = BasicSolver::default();
        for _ in 0..circuit.len() {
            solver.new_var_default();
        }
        let mut referee = Referee(solver);
        let mut clauses = vec![vec![Literal::TRUE]];
        for wire in 0..circuit.len() as u32 {
            circuit.gate(wire).clauses(Literal::of_wire(wire), |a, b, c| clauses.push(vec![a, b, c]));
        }
        for clause in clauses {
            let mut clause = clause.into_iter().map(Self::literal).collect();
            referee.0.add_clause_reuse(&mut clause);
        }
        referee
    }

    fn literal(literal: Literal) -> Lit {
        Lit::new(Var::unsafe_from_idx(literal.wire()), !literal.is_negated())
    }

    fn satisfiable(&mut self, assumptions: &[Literal]) -> bool {
        let assumptions: Vec<Lit> = assumptions.iter().map(|&l| Self::literal(l)).collect();
        self.0.solve_limited(&assumptions) == lbool::TRUE
    }
}

const MINUTE: Limit = Limit::of_time(Duration::from_secs(60));

fn within(meter: &Meter) -> Budget<'_> {
    Budget { meter, conflicts: u64::MAX, cancel: None }
}

fn check_against_referee(
    sat: &mut Sat,
    circuit: &Circuit,
    referee: &mut Referee,
    assumptions: &[Literal],
) -> bool {
    match sat.check(circuit, assumptions, within(&Meter::new(MINUTE))) {
        SatResult::Satisfiable => {
            assert!(referee.satisfiable(assumptions), "{assumptions:?}");
            assert!(assumptions.iter().all(|&l| sat.value(l) == Some(true)));
            true
        }
        SatResult::Contradiction => {
            assert!(!referee.satisfiable(assumptions), "{assumptions:?}");
            false
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn verdicts_on_growing_random_circuits_are_those_of_another_solver() {
    let mut satisfiable = [0, 0];
    for seed in 0..60 {
        let mut random = Random(seed);
        let (mut circuit, mut sat) = (Circuit::new(), Sat::new());
        let mut from: Vec<Literal> = (0..3 + random.below(6)).map(|_| circuit.input()).collect();
        for _ in 0..20 {
            for _ in 0..1 + random.below(20) {
                add_random_gate(&mut random, &mut circuit, &mut from);
            }
            let mut referee = Referee::new(&circuit);
            for _ in 0..8 {
                let assumptions: Vec<Literal> =
                    (0..1 + random.below(9)).map(|_| random.literal(&from)).collect();
                satisfiable
                    [usize::from(check_against_referee(&mut sat, &circuit, &mut referee, &assumptions))] += 1;
            }
        }
    }
    assert!(
        satisfiable.into_iter().all(|count| count > 1000),
        "both verdicts are met often: {satisfiable:?}"
    );
}

#[test]
fn queries_that_move_through_a_large_circuit_leave_most_of_it_behind() {
    let mut random = Random(7);
    let (mut circuit, mut sat) = (Circuit::new(), Sat::new());
    // Many circuits over common inputs.
    let inputs: Vec<Literal> = (0..24).map(|_| circuit.input()).collect();
    let regions: Vec<Vec<Literal>> = (0..40)
        .map(|_| {
            let mut from = inputs.clone();
            for _ in 0..400 {
                add_random_gate(&mut random, &mut circuit, &mut from);
            }
            from
        })
        .collect();
    let mut referee = Referee::new(&circuit);
    for _ in 0..300 {
        let region = &regions[random.below(regions.len())];
        let assumptions: Vec<Literal> = (0..3 + random.below(12)).map(|_| random.literal(region)).collect();
        check_against_referee(&mut sat, &circuit, &mut referee, &assumptions);
        assert!(sat.window.size() < circuit.len() / 2);
    }
}

#[test]
fn what_was_learned_about_gates_that_stay_is_kept_and_stays_true() {
    let mut random = Random(5);
    let (mut circuit, mut sat) = (Circuit::new(), Sat::new());
    let formula = add_random_formula(&mut random, &mut circuit, 60);
    let never = never_true(&mut circuit, &mut sat);
    let mut verdicts = [0, 0];
    for _ in 0..12 {
        // So large that the formula leaves the window unless it is needed, and one new gate makes it move.
        let mut elsewhere: Vec<Literal> = (0..50).map(|_| circuit.input()).collect();
        for _ in 0..6000 {
            add_random_gate(&mut random, &mut circuit, &mut elsewhere);
        }
        let fresh = circuit.input();
        let fresh = circuit.or(fresh, never);
        let mut referee = Referee::new(&circuit);
        let mut check = |sat: &mut Sat, assumptions: &[Literal]| {
            check_against_referee(sat, &circuit, &mut referee, assumptions)
        };
        check(&mut sat, &formula);
        check(&mut sat, &elsewhere);
        let mut most = vec![fresh];
        most.extend(formula.iter().copied().filter(|_| random.below(20) > 0));
        verdicts[usize::from(check(&mut sat, &most))] += 1;
        assert!(sat.search.learned.inherited > 0);
        assert!(sat.window.size() < 2000);
        for _ in 0..5 {
            most.truncate(1);
            most.extend(formula.iter().copied().filter(|_| random.below(20) > 0));
            verdicts[usize::from(check(&mut sat, &most))] += 1;
        }
    }
    assert!(verdicts.into_iter().all(|count| count > 10), "{verdicts:?}");
}

/// Adds a gate that is never true, which takes a conflict to find out, and has that found out.
fn never_true(circuit: &mut Circuit, sat: &mut Sat) -> Literal {
    let (a, b) = (circuit.input(), circuit.input());
    let both = circuit.and(a, b);
    let never = circuit.and(both, !a);
    let verdict = sat.check(circuit, &[never], within(&Meter::new(MINUTE)));
    assert_eq!(verdict, SatResult::Contradiction);
    never
}

#[test]
fn what_is_known_before_a_gate_is_met_holds_for_the_gate() {
    let (mut circuit, mut sat) = (Circuit::new(), Sat::new());
    let minute = Meter::new(MINUTE);
    let (x, y) = (never_true(&mut circuit, &mut sat), never_true(&mut circuit, &mut sat));
    let either = circuit.or(x, y);
    let one = circuit.xor(x, y);
    let differ = circuit.xor(either, one);
    assert_eq!(sat.check(&circuit, &[differ], within(&minute)), SatResult::Contradiction);
}

/// Random clauses of three literals near the density where half of the formulas are satisfiable.
fn add_random_formula(random: &mut Random, circuit: &mut Circuit, variables: usize) -> Vec<Literal> {
    let inputs: Vec<Literal> = (0..variables).map(|_| circuit.input()).collect();
    let clauses = (0..variables * 43 / 10).map(|_| {
        let [a, b, c] = [(); 3].map(|()| random.literal(&inputs));
        let either = circuit.or(a, b);
        circuit.or(either, c)
    });
    clauses.collect()
}

#[test]
fn hard_formulas_are_decided_as_by_another_solver_even_when_learned_clauses_are_forgotten() {
    let mut random = Random(11);
    let (mut circuit, mut sat) = (Circuit::new(), Sat::new());
    let mut satisfiable = [0, 0];
    for _ in 0..6 {
        let formula = add_random_formula(&mut random, &mut circuit, 170);
        let mut referee = Referee::new(&circuit);
        satisfiable[usize::from(check_against_referee(&mut sat, &circuit, &mut referee, &formula))] += 1;
    }
    assert!(satisfiable.into_iter().all(|count| count > 0), "{satisfiable:?}");
    assert!(sat.search.learned.times_forgotten > 0);
}

#[test]
fn a_search_that_spends_its_budget_says_so_and_the_next_one_is_not_disturbed() {
    let mut random = Random(3);
    let (mut circuit, mut sat) = (Circuit::new(), Sat::new());
    let hard = add_random_formula(&mut random, &mut circuit, 400);
    let too_late = Meter::new(Limit::of_time(Duration::ZERO));
    assert_eq!(sat.check(&circuit, &hard, within(&too_late)), SatResult::Undecided);
    assert_eq!(too_late.why(), Unknown::Timeout);
    let too_much = Meter::new(Limit { work: 20_000, ..MINUTE });
    assert_eq!(sat.check(&circuit, &hard, within(&too_much)), SatResult::Undecided);
    assert_eq!(too_much.why(), Unknown::Work);
    assert!((20_000..40_000).contains(&too_much.spent()), "{too_much:?}");
    let minute = Meter::new(MINUTE);
    assert_eq!(sat.check(&circuit, &hard, Budget { conflicts: 50, ..within(&minute) }), SatResult::Undecided);
    let input = circuit.input();
    assert_eq!(sat.check(&circuit, &[input], within(&minute)), SatResult::Satisfiable);
    assert_eq!(sat.check(&circuit, &[input, !input], within(&minute)), SatResult::Contradiction);
}
