//! What an exploration did, path by path and query by query, for people.

use forall_engine::{Condition, PathOutcome, Query, QueryAnswer, Report, WatchedPath, Watcher};
use forall_protocol::inputs::InputKind;
use forall_report::Reason;
use std::fmt::Write;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// More would not fit into memory where paths are long.
const MOST: usize = 5_000;

/// Everything that was seen of an exploration.
#[derive(Default)]
pub struct Explanation {
    paths: List<WatchedPath>,
    queries: List<Query>,
    open: List<Vec<Condition>>,
}

/// The first ones, and how many there were.
struct List<T>(Mutex<(Vec<T>, usize)>);

impl<T> Default for List<T> {
    fn default() -> List<T> {
        List(Mutex::default())
    }
}

impl<T> List<T> {
    fn get(&self) -> MutexGuard<'_, (Vec<T>, usize)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, item: T) {
        let (items, count) = &mut *self.get();
        *count += 1;
        if items.len() < MOST {
            items.push(item);
        }
    }
}

impl Watcher for Explanation {
    fn path(&self, path: WatchedPath) {
        self.paths.add(path);
    }

    fn query(&self, query: Query) {
        self.queries.add(query);
    }

    fn open(&self, conditions: Vec<Condition>) {
        self.open.add(conditions);
    }
}

impl Explanation {
    /// The first paths, and what is open.
    pub fn overview(&self, most: usize, report: &Report) -> String {
        let mut text = String::new();
        let (paths, count) = &*self.paths.get();
        for (number, path) in paths.iter().enumerate().take(most) {
            text += &path_lines(number, path);
        }
        let shown = paths.len().min(most);
        if shown < *count {
            let how = if paths.len() > most { "--all shows more, --path N shows one" } else { "not kept" };
            let _ = writeln!(text, "and {} more paths ({how})\n", count - shown);
        }
        text += &self.open_lines(most);
        text += &reason_lines(&report.reasons);
        text
    }

    /// One path, by its number in the overview, and its queries.
    pub fn one_path(&self, number: usize) -> Result<String, String> {
        let (paths, count) = &*self.paths.get();
        let found = number.checked_sub(1).and_then(|index| Some((index, paths.get(index)?)));
        let Some((index, path)) = found else {
            return Err(match paths.len() < *count {
                true => format!("only the first {} of {count} paths are kept", paths.len()),
                false => format!("there is no path {number}, only 1 to {count}"),
            });
        };
        let mut text = path_lines(index, path);
        let (queries, _) = &*self.queries.get();
        let of_path: Vec<String> =
            queries.iter().filter_map(|query| query_line(query, &path.conditions)).collect();
        text += "queries:\n";
        if of_path.is_empty() {
            text += "    none: the first run took this path\n";
        }
        text.extend(of_path);
        Ok(text)
    }

    /// What was not tried, and what the solver did not answer.
    fn open_lines(&self, most: usize) -> String {
        let mut text = String::new();
        let (open, count) = &*self.open.get();
        if *count > 0 {
            let _ = writeln!(text, "not tried ({count}):");
        }
        for conditions in open.iter().take(most) {
            text += &side_line(conditions, "");
        }
        if *count > most {
            let _ = writeln!(text, "    and {} more", count - most.min(open.len()));
        }
        let (queries, _) = &*self.queries.get();
        let unanswered: Vec<&Query> =
            queries.iter().filter(|query| matches!(query.answer, QueryAnswer::Unknown(_))).collect();
        if !unanswered.is_empty() {
            let _ = writeln!(text, "without an answer ({}):", unanswered.len());
        }
        for query in unanswered {
            text += &side_line(&query.conditions, &format!(", {}", answer(query)));
        }
        text
    }
}

fn path_lines(index: usize, path: &WatchedPath) -> String {
    let end = match &path.end {
        PathOutcome::Passes => "passes".to_owned(),
        PathOutcome::Fails { message, location } => {
            format!("fails: {}, {location}", forall_testgen::one_line(message))
        }
        PathOutcome::Discarded => "discarded: an assumption does not hold".to_owned(),
        PathOutcome::CutOff(why) => format!("cut off: {why}"),
    };
    let inputs: Vec<String> = path
        .arguments
        .iter()
        // How often a fake answers is no input of the test.
        .filter(|(input, _)| input.kind != InputKind::Answers)
        .map(|(input, bits)| format!("{} = {}", input.name, forall_testgen::literal(input.kind, *bits)))
        .collect();
    let inputs = if inputs.is_empty() { "no inputs".into() } else { inputs.join(", ") };
    let mut text = format!("path {}: {end}\n  on {inputs}\n", index + 1);
    match path.conditions.is_empty() {
        true => text += "  whatever the inputs are\n",
        false => text += "  if\n",
    }
    let width = path.conditions.iter().map(|condition| condition.place.chars().count()).max().unwrap_or(0);
    for Condition { place, text: condition } in &path.conditions {
        let _ = writeln!(text, "    {place:<width$}  {condition}");
    }
    text + "\n"
}

/// The last of these conditions, which nobody was able to fulfil.
fn side_line(conditions: &[Condition], what: &str) -> String {
    let Some((last, before)) = conditions.split_last() else { return String::new() };
    let after = match before.len() {
        0 => String::new(),
        1 => " after 1 decision".into(),
        count => format!(" after {count} decisions"),
    };
    format!("    {}{after}: {}{what}\n", last.place, last.text)
}

/// A query that led to a path, or was asked from it. Others say nothing of it.
fn query_line(query: &Query, path: &[Condition]) -> Option<String> {
    let (last, before) = query.conditions.split_last()?;
    if !path.starts_with(before) {
        return None;
    }
    let decided = path.get(before.len())?;
    let role = match decided == last {
        true => "leads here",
        // At the same place, the other way.
        false if decided.place == last.place => "leads away",
        false => return None,
    };
    Some(format!("    {role}: {} at {}, {}\n", last.text, last.place, answer(query)))
}

fn answer(query: &Query) -> String {
    let said = match &query.answer {
        QueryAnswer::Sat => "sat".to_owned(),
        QueryAnswer::Unsat => "unsat".to_owned(),
        QueryAnswer::Unknown(why) => format!("unknown ({why:?})"),
    };
    format!("{said}, {}", milliseconds(query.time))
}

fn milliseconds(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1e3)
}

fn reason_lines(reasons: &[Reason]) -> String {
    let mut text = String::new();
    if !reasons.is_empty() {
        text += "reasons to say less than proved:\n";
    }
    for reason in reasons {
        let place = if reason.location.is_empty() { "" } else { ", " };
        let _ = writeln!(text, "    {}{place}{}", reason.detail, reason.location);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall_protocol::inputs::Input;

    fn conditions(texts: &[(&str, &str)]) -> Vec<Condition> {
        let condition =
            |(text, place): &(&str, &str)| Condition { place: (*place).into(), text: (*text).into() };
        texts.iter().map(condition).collect()
    }

    fn seen() -> Explanation {
        let explanation = Explanation::default();
        explanation.path(WatchedPath {
            arguments: vec![(Input { name: "x".into(), kind: InputKind::I8 }, 0)],
            conditions: conditions(&[("x < 5", "src/lib.rs:3:8"), ("x != 9", "src/lib.rs:4:8")]),
            end: PathOutcome::Passes,
        });
        explanation.path(WatchedPath {
            arguments: vec![(Input { name: "x".into(), kind: InputKind::I8 }, 7)],
            conditions: conditions(&[("x >= 5", "src/lib.rs:3:8")]),
            end: PathOutcome::Fails { message: "boom".into(), location: "src/lib.rs:9:1".into() },
        });
        let query = |texts: &[(&str, &str)], answer| Query {
            conditions: conditions(texts),
            answer,
            time: Duration::from_micros(120),
        };
        explanation.query(query(&[("x >= 5", "src/lib.rs:3:8")], QueryAnswer::Sat));
        let impossible = [("x < 5", "src/lib.rs:3:8"), ("x == 9", "src/lib.rs:4:8")];
        explanation.query(query(&impossible, QueryAnswer::Unsat));
        explanation
    }

    #[test]
    fn a_path_has_its_inputs_its_condition_and_its_queries() {
        let said = seen().one_path(1).expect("the first path");
        let condition = "    src/lib.rs:3:8  x < 5\n";
        assert!(said.starts_with(&format!("path 1: passes\n  on x = 0\n  if\n{condition}")), "{said}");
        assert!(said.contains("leads away: x >= 5 at src/lib.rs:3:8, sat, 0.12 ms"), "{said}");
        assert!(said.contains("leads away: x == 9 at src/lib.rs:4:8, unsat, 0.12 ms"), "{said}");
        let said = seen().one_path(2).expect("the second path");
        assert!(said.contains("path 2: fails: boom, src/lib.rs:9:1\n  on x = 7"), "{said}");
        assert!(
            said.contains("leads here: x >= 5 at src/lib.rs:3:8, sat") && !said.contains("unsat"),
            "{said}"
        );
        assert_eq!(seen().one_path(3), Err("there is no path 3, only 1 to 2".into()));
        assert!(seen().one_path(0).is_err());
    }
}
