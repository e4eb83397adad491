//! What is known from an earlier time is not asked again, and makes no difference.

use crate::setup::{Counting, Exploration, Flow, Machine};
use forall_engine::{Episode, Journal, Reply};
use forall_report::Verdict;
use std::collections::BTreeMap;
use std::sync::Mutex;

/// Keeps everything, up to so many episodes.
struct Notebook {
    episodes: Mutex<BTreeMap<Episode, Vec<Reply>>>,
    capacity: usize,
}

impl Notebook {
    fn new(capacity: usize) -> Notebook {
        Notebook { episodes: Mutex::default(), capacity }
    }
}

impl Journal for Notebook {
    fn recall(&self, episode: Episode) -> Option<Vec<Reply>> {
        self.episodes.lock().unwrap().get(&episode).cloned()
    }

    fn keep(&self, episode: Episode, replies: &[Reply]) {
        let mut episodes = self.episodes.lock().unwrap();
        if episodes.len() < self.capacity {
            episodes.insert(episode, replies.to_vec());
        }
    }
}

/// Ten signs, and a comparison that makes one path in two fail.
fn program(m: &mut Machine) -> Flow {
    for n in 0..10 {
        let x = m.i32(&format!("x{n}"));
        let negative = m.less(x, 0);
        m.branch(n, negative)?;
    }
    let (x, y) = (m.i32("x0"), m.i32("x9"));
    let sum = m.add(x, y);
    let equal = m.eq(sum, 77);
    m.assert(12, equal)
}

#[test]
fn whenever_it_was_interrupted_the_report_is_the_same() {
    let uninterrupted = format!("{:#?}", Exploration::new().of_copies(program));
    for capacity in [3, 9, 1000] {
        let notebook = Notebook::new(capacity);
        let first = Exploration { journal: &notebook, ..Exploration::new() }.of_copies(program);
        assert_eq!(format!("{first:#?}"), uninterrupted);
        let again = Exploration { journal: &notebook, ..Exploration::new() }.of_copies(program);
        assert_eq!(format!("{again:#?}"), uninterrupted, "after {capacity} episodes");
    }
}

#[test]
fn what_is_known_is_not_asked_again() {
    let notebook = Notebook::new(1000);
    let queries = Mutex::default();
    let mut asked = Vec::new();
    for _ in 0..2 {
        let exploration = Exploration { journal: &notebook, ..Exploration::new() };
        let report = exploration.solver(Counting::new(&queries)).of(|m| {
            for n in 0..6 {
                let x = m.i32(&format!("x{n}"));
                let negative = m.less(x, 0);
                m.branch(n, negative)?;
            }
            Ok(())
        });
        assert_eq!((report.verdict(), report.paths), (Verdict::Proved, 64));
        asked.push(queries.lock().unwrap().len());
    }
    let for_cases = asked[1] - asked[0];
    assert!(asked[0] >= 63 && for_cases < 20, "{asked:?}");
}
