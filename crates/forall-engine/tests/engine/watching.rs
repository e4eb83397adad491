//! A watcher sees every path, every query, and what is left.

use crate::setup::{Exploration, Flow, Machine, site_place};
use forall_engine::{Condition, PathOutcome, Query, QueryAnswer, WatchedPath, Watcher};
use forall_report::Verdict;
use std::sync::Mutex;

#[derive(Default)]
struct Seen {
    paths: Mutex<Vec<WatchedPath>>,
    queries: Mutex<Vec<Query>>,
    open: Mutex<Vec<Vec<Condition>>>,
}

impl Watcher for Seen {
    fn path(&self, path: WatchedPath) {
        self.paths.lock().unwrap().push(path);
    }

    fn query(&self, query: Query) {
        self.queries.lock().unwrap().push(query);
    }

    fn open(&self, conditions: Vec<Condition>) {
        self.open.lock().unwrap().push(conditions);
    }
}

/// Fails for 7; what is 9 and below 5 does not exist.
fn program(m: &mut Machine) -> Flow {
    let x = m.u8("x");
    let small = m.below(x, 5);
    if m.branch(3, small)? {
        let nine = m.eq(x, 9);
        m.branch(4, nine)?;
        return Ok(());
    }
    let seven = m.eq(x, 7);
    let other = m.xor(seven, 1);
    m.assert(5, other)
}

fn texts(conditions: &[Condition]) -> Vec<&str> {
    conditions.iter().map(|condition| condition.text.as_str()).collect()
}

#[test]
fn paths_and_queries_are_shown_with_their_conditions() {
    let seen = Seen::default();
    let report = Exploration { watcher: Some(&seen), ..Exploration::new() }.of(program);
    assert_eq!((report.verdict(), report.paths), (Verdict::Failed, 3));
    let paths = seen.paths.into_inner().unwrap();
    let shown: Vec<_> = paths.iter().map(|path| (path.arguments[0].1, texts(&path.conditions))).collect();
    assert_eq!(shown[0], (0, vec!["x < 5", "x != 9"]));
    assert_eq!(paths[0].conditions[0].place, site_place(3));
    assert_eq!(paths[0].end, PathOutcome::Passes);
    let failing = paths.iter().find(|path| path.arguments[0].1 == 7).expect("seven was tried");
    assert_eq!(texts(&failing.conditions), ["x >= 5", "x == 7"]);
    assert!(matches!(failing.end, PathOutcome::Fails { .. }), "{failing:?}");

    let queries = seen.queries.into_inner().unwrap();
    let impossible = queries.iter().find(|query| texts(&query.conditions) == ["x < 5", "x == 9"]);
    assert_eq!(impossible.expect("it was asked").answer, QueryAnswer::Unsat);
    let possible = queries.iter().filter(|query| query.answer == QueryAnswer::Sat);
    assert_eq!(possible.count(), 2, "{queries:?}");
    assert!(seen.open.into_inner().unwrap().is_empty());
}

#[test]
fn what_was_not_tried_is_shown() {
    let seen = Seen::default();
    Exploration { watcher: Some(&seen), ..Exploration::new() }.max_runs(1).of(program);
    let open = seen.open.into_inner().unwrap();
    assert!(open.iter().any(|conditions| texts(conditions) == ["x >= 5"]), "{open:?}");
}
