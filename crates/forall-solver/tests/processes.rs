//! Other solvers, as processes: scripts that misbehave, and z3 where it is installed.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use forall_solver::{Answer, Binary, Embedded, Limit, Process, Referee, Solver, Term, Terms, Unknown};

/// A script in a directory of its own that stands in for a solver.
struct Fake {
    directory: tempfile::TempDir,
}

impl Fake {
    fn new(script: &str) -> Fake {
        let fake = Fake { directory: tempfile::tempdir().unwrap() };
        fs::write(fake.path(), format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(fake.path(), fs::Permissions::from_mode(0o755)).unwrap();
        fake
    }

    fn path(&self) -> PathBuf {
        self.directory.path().join("solver")
    }

    fn start(&self) -> Process {
        // Another test that starts a program at this moment may have inherited the script, still open for writing.
        let started = std::iter::repeat_with(|| Process::start(self.path())).take(100);
        started.filter_map(Result::ok).next().expect("a script can be started")
    }
}

const LIMIT: Limit = Limit::of_time(Duration::from_secs(20));

fn query(terms: &mut Terms, value: u128) -> Term {
    let x = terms.variable("x", 8);
    let value = terms.constant(8, value);
    terms.binary(Binary::Eq, x, value)
}

fn answers(script: &str, expected: &Answer) {
    let mut terms = Terms::new();
    let condition = query(&mut terms, 5);
    let fake = Fake::new(script);
    assert_eq!(fake.start().check(&mut terms, &[condition], LIMIT), *expected, "{script}");
}

#[track_caller]
fn fails(script: &str, message: &str) {
    let mut terms = Terms::new();
    let condition = query(&mut terms, 5);
    let fake = Fake::new(script);
    match fake.start().check(&mut terms, &[condition], LIMIT) {
        Answer::Unknown(Unknown::Failed(why)) => assert!(why.contains(message), "{why}"),
        answer => panic!("{script}: {answer:?}"),
    }
}

#[test]
fn a_missing_program_is_an_error_that_names_it() {
    let error = Process::start("no-such-solver").err().expect("it does not exist").to_string();
    assert!(error.starts_with("cannot start the solver `no-such-solver`: "), "{error}");
}

#[test]
fn replies_are_understood() {
    let mut model = forall_solver::Model::new();
    let mut terms = Terms::new();
    model.set(terms.variable("x", 8), 5);
    answers("echo sat; echo '((|x:8|'; echo; echo ' #x05))'; cat >/dev/null", &Answer::Sat(model));
    answers("echo unsat; cat >/dev/null", &Answer::Unsat);
    answers("echo unknown; cat >/dev/null", &Answer::Unknown(Unknown::Timeout));
}

#[test]
fn a_program_that_dies_is_a_failure_with_its_last_words() {
    fails("echo 'out of luck' >&2; exit 3", "it ended (exit status: 3): out of luck");
    fails("kill -9 $$", "signal: 9");
    fails("echo sat; exit 0", "it ended (exit status: 0)");
}

#[test]
fn a_program_that_talks_nonsense_is_a_failure() {
    fails("echo '(error \"line 3: unknown logic\")'; cat >/dev/null", "unknown logic");
    fails("echo sat; echo '((x maybe))'; cat >/dev/null", "it gave no values");
}

#[test]
fn a_model_that_does_not_fit_is_no_answer() {
    let mut terms = Terms::new();
    let condition = query(&mut terms, 5);
    let fake = Fake::new("echo sat; echo '((x #x06))'; cat >/dev/null");
    let answer = fake.start().check(&mut terms, &[condition], LIMIT);
    assert!(matches!(answer, Answer::Unknown(Unknown::Contradicted(_))), "{answer:?}");
}

#[test]
fn a_program_that_hangs_is_stopped_in_time_and_started_again() {
    let fake = Fake::new(
        "d=$(dirname \"$0\"); if [ -e $d/second ]; then echo unsat; fi; touch $d/second; exec sleep 1000",
    );
    let mut solver = fake.start();
    let mut terms = Terms::new();
    let condition = query(&mut terms, 5);
    let started = Instant::now();
    let short = Limit::of_time(Duration::from_millis(100));
    assert_eq!(solver.check(&mut terms, &[condition], short), Answer::Unknown(Unknown::Timeout));
    assert!(started.elapsed() < Duration::from_secs(5));
    assert_eq!(solver.check(&mut terms, &[condition], LIMIT), Answer::Unsat);
}

#[test]
fn a_program_that_reads_nothing_does_not_stop_us() {
    let mut terms = Terms::new();
    let conditions: Vec<Term> = (0..20_000)
        .map(|i| {
            let x = terms.variable(&format!("variable number {i}"), 32);
            let one = terms.constant(32, 1);
            terms.binary(Binary::ULt, one, x)
        })
        .collect();
    let fake = Fake::new("exec sleep 1000");
    let mut solver = fake.start();
    let short = Limit::of_time(Duration::from_millis(100));
    assert_eq!(solver.check(&mut terms, &conditions, short), Answer::Unknown(Unknown::Timeout));
}

#[test]
fn a_program_that_keeps_dying_is_not_started_for_ever() {
    let fake = Fake::new("echo x >> \"$(dirname \"$0\")\"/starts; exit 1");
    let mut solver = fake.start();
    let mut terms = Terms::new();
    let condition = query(&mut terms, 5);
    for _ in 0..10 {
        let answer = solver.check(&mut terms, &[condition], LIMIT);
        assert!(matches!(answer, Answer::Unknown(Unknown::Failed(_))), "{answer:?}");
    }
    let starts = fs::read_to_string(fake.directory.path().join("starts")).unwrap();
    assert_eq!(starts.lines().count(), 3);
}

#[test]
fn a_referee_that_disagrees_turns_an_answer_into_a_question() {
    let mut terms = Terms::new();
    let (five, six) = (query(&mut terms, 5), query(&mut terms, 6));
    let lying = Fake::new("echo unsat; cat >/dev/null");
    let mut solver = Referee::new(Embedded::new(), lying.start());
    let answer = solver.check(&mut terms, &[five], LIMIT);
    assert!(matches!(answer, Answer::Unknown(Unknown::Contradicted(_))), "{answer:?}");
    let mut solver = Referee::new(Embedded::new(), lying.start());
    assert_eq!(solver.check(&mut terms, &[five, six], LIMIT), Answer::Unsat);
    let dying = Fake::new("exit 1");
    let mut solver = Referee::new(Embedded::new(), dying.start());
    let answer = solver.check(&mut terms, &[five], LIMIT);
    assert!(matches!(answer, Answer::Unknown(Unknown::Failed(_))), "{answer:?}");
    let undecided = Fake::new("echo unknown; cat >/dev/null");
    let mut solver = Referee::new(Embedded::new(), undecided.start());
    assert!(matches!(solver.check(&mut terms, &[five], LIMIT), Answer::Sat(_)));
}

#[test]
fn a_real_solver_answers_many_queries() {
    for name in ["z3", "cvc5", "bitwuzla", "yices-smt2"] {
        let Ok(mut solver) = Process::start(name) else {
            eprintln!("NOTICE: {name} is not installed and was not tried");
            continue;
        };
        let mut terms = Terms::new();
        for value in 0..20 {
            let condition = query(&mut terms, value);
            let other = query(&mut terms, value + 1);
            let x = terms.variable("x", 8);
            match solver.check(&mut terms, &[condition], LIMIT) {
                Answer::Sat(model) => assert_eq!(model.get(x), value),
                answer => panic!("{name}: {answer:?}"),
            }
            assert_eq!(solver.check(&mut terms, &[condition, other], LIMIT), Answer::Unsat, "{name}");
        }
    }
}
