//! Whether a run did what its test demands.
//!
//! See docs/decisions/engine-judges-runs.md.

use crate::bug::BOUNDS;
use crate::executor::{End, Run};
use crate::report::Failure;
use forall_protocol::manifest::{Manifest, NOT_COUNTED};
use forall_protocol::put::{Expectation, PutDescription, is_expected};
use forall_protocol::shared::{Ending, NO_ROOM_FOR_INPUTS};
use forall_report::FailureKind;
use std::collections::HashSet;
use std::sync::Arc;

/// What a run says about its test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    Passed,
    Failed(Blame),
    /// Its input does not satisfy the assumptions.
    Discarded,
    /// It was cut off after as many decisions as a run may make.
    OutOfBounds,
    /// It was cut off because there was no room to record it.
    Exhausted {
        /// It asked for more inputs, or for longer names, than there may be.
        of_inputs: bool,
    },
    /// It was cut off because it tried to do what it may not do when it is confined.
    Refused {
        what: String,
        location: String,
    },
}

impl Judgement {
    /// Does the run say anything about the test?
    pub fn is_meaningful(&self) -> bool {
        matches!(self, Judgement::Passed | Judgement::Failed(_))
    }
}

/// What went wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blame {
    pub kind: FailureKind,
    pub message: String,
    /// `file:line:column`.
    pub location: String,
    /// The place of the panic itself, where that is not in the package; else empty.
    pub panic: String,
    /// The message was made elsewhere: at the place of the panic it is only passed on.
    pub passed_on: bool,
    /// As in [`Run::callers`].
    pub callers: Arc<[String]>,
}

/// How a run fails that is no part of a search, if it does. Its case is the first.
pub fn failure(
    put: &PutDescription,
    manifest: &Manifest,
    passes_on: &(dyn Fn(&str) -> bool + Sync),
    run: &Run,
) -> Option<Failure> {
    match Judge::new(put, manifest, passes_on).judge(run) {
        Judgement::Failed(blame) => Some(Failure::of(blame, 0)),
        _ => None,
    }
}

pub struct Judge<'a> {
    put: &'a PutDescription,
    manifest: &'a Manifest,
    own_files: HashSet<&'a str>,
    passes_on: &'a (dyn Fn(&str) -> bool + Sync),
}

impl<'a> Judge<'a> {
    /// `passes_on` says of a place whether a panic there only passes on a message.
    pub fn new(
        put: &'a PutDescription,
        manifest: &'a Manifest,
        passes_on: &'a (dyn Fn(&str) -> bool + Sync),
    ) -> Judge<'a> {
        let counted = manifest.sites.iter().filter(|site| site.first_outcome != NOT_COUNTED);
        let mut own_files: HashSet<&str> = counted.map(|site| manifest.text(site.file)).collect();
        own_files.insert(&put.file);
        Judge { put, manifest, own_files, passes_on }
    }

    pub fn judge(&self, run: &Run) -> Judgement {
        match self.judge_end(run) {
            Judgement::Failed(blame) if run.memory_denied => {
                Judgement::Failed(Blame { kind: FailureKind::Memory, ..blame })
            }
            judgement => judgement,
        }
    }

    fn judge_end(&self, run: &Run) -> Judgement {
        let (ending, message, location) = match &run.end {
            End::Reported { ending, message, location } => (*ending, message.as_str(), location.as_str()),
            End::Signal { signal, message, location } => {
                return self.failed(run, FailureKind::Abort, &killed(*signal, message), location);
            }
            End::Exit(code) => {
                return self
                    .abort(run, format!("the process exited with code {code} in the middle of the test"));
            }
            End::TimedOut => return self.failed(run, FailureKind::Timeout, "did not end in time", ""),
        };
        match ending {
            Ending::Returned => self.returned(),
            Ending::Err => Judgement::Failed(Blame {
                kind: FailureKind::Error,
                message: message.to_owned(),
                location: if location.is_empty() { self.place_of_test() } else { self.blamed(run, location) },
                panic: String::new(),
                passed_on: false,
                callers: Arc::default(),
            }),
            Ending::Panicked => self.panicked(run, message, location),
            Ending::Meaningless => Judgement::Discarded,
            Ending::OutOfBounds => Judgement::OutOfBounds,
            Ending::Exhausted => Judgement::Exhausted { of_inputs: message == NO_ROOM_FOR_INPUTS },
            Ending::OutOfMemory => self.failed(run, FailureKind::Memory, "", ""),
            Ending::Refused => {
                Judgement::Refused { what: message.to_owned(), location: self.blamed(run, location) }
            }
            Ending::StackOverflow => self.abort(run, "stack overflow".into()),
            Ending::Died => self.abort(run, "the process died in the middle of the test".into()),
        }
    }

    /// `file:line` of the test itself.
    pub fn place_of_test(&self) -> String {
        format!("{}:{}", self.put.file, self.put.line)
    }

    fn returned(&self) -> Judgement {
        if self.put.expectation != Expectation::Panics {
            return Judgement::Passed;
        }
        Judgement::Failed(Blame {
            kind: FailureKind::Panic,
            message: format!("did not panic, expected a panic containing {:?}", self.put.expected),
            location: self.place_of_test(),
            panic: String::new(),
            passed_on: false,
            callers: Arc::default(),
        })
    }

    fn panicked(&self, run: &Run, message: &str, location: &str) -> Judgement {
        let kind = classify(message);
        match self.put.expectation {
            Expectation::Returns => self.failed(run, kind, message, location),
            _ if is_expected(&self.put.expected, message) => Judgement::Passed,
            Expectation::MayPanic => self.failed(run, kind, message, location),
            Expectation::Panics => {
                let message = format!("{message} (expected a panic containing {:?})", self.put.expected);
                self.failed(run, kind, &message, location)
            }
        }
    }

    fn abort(&self, run: &Run, message: String) -> Judgement {
        self.failed(run, FailureKind::Abort, &message, "")
    }

    fn failed(&self, run: &Run, kind: FailureKind, message: &str, location: &str) -> Judgement {
        let blamed = self.blamed(run, location);
        Judgement::Failed(Blame {
            kind,
            message: message.to_owned(),
            panic: if blamed == location { String::new() } else { location.to_owned() },
            passed_on: kind == FailureKind::Panic && (self.passes_on)(location),
            location: blamed,
            callers: Arc::clone(&run.callers),
        })
    }

    /// A place in the package when there is one: that is where its author can do something.
    fn blamed(&self, run: &Run, location: &str) -> String {
        if self.own_files.contains(file_of(location)) {
            location.to_owned()
        } else if (run.place as usize) < self.manifest.sites.len() {
            self.manifest.place(run.place)
        } else if location.is_empty() {
            self.place_of_test()
        } else {
            location.to_owned()
        }
    }
}

/// The file in `file:line:column`.
fn file_of(location: &str) -> &str {
    location.rsplitn(3, ':').nth(2).unwrap_or(location)
}

/// The standard library tells its panics apart by their wording alone.
fn classify(message: &str) -> FailureKind {
    if message.starts_with("attempt to ") && message.ends_with(" with overflow") {
        FailureKind::Overflow
    } else if BOUNDS.iter().any(|beginning| message.starts_with(beginning)) {
        FailureKind::Bounds
    } else if message.starts_with("assertion failed")
        || message.starts_with("assertion `") && message.contains("` failed")
    {
        FailureKind::Assertion
    } else {
        FailureKind::Panic
    }
}

/// What to say of a process that a signal killed, and why that is, if it is known.
pub fn killed(signal: i32, why: &str) -> String {
    // What the standard library says in its further paragraphs is about undefined behaviour as such.
    match why.split("\n\n").next().unwrap_or_default() {
        "" => format!("the process was killed by signal {}", describe_signal(signal)),
        why if signal == SIGABRT => format!("the process was aborted: {why}"),
        why => format!("the process was killed by signal {}: {why}", describe_signal(signal)),
    }
}

const SIGABRT: i32 = 6;

fn describe_signal(signal: i32) -> String {
    let name = match signal {
        4 => "SIGILL",
        5 => "SIGTRAP",
        6 => "SIGABRT",
        7 => "SIGBUS",
        8 => "SIGFPE",
        9 => "SIGKILL",
        11 => "SIGSEGV",
        13 => "SIGPIPE",
        14 => "SIGALRM",
        15 => "SIGTERM",
        24 => "SIGXCPU",
        25 => "SIGXFSZ",
        31 => "SIGSYS",
        _ => return signal.to_string(),
    };
    format!("{signal} ({name})")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panics_of_the_standard_library_are_told_apart() {
        for (message, kind) in [
            ("attempt to negate with overflow", FailureKind::Overflow),
            ("attempt to divide by zero", FailureKind::Panic),
            ("index out of bounds: the len is 3 but the index is 7", FailureKind::Bounds),
            ("range end index 9 out of range for slice of length 2", FailureKind::Bounds),
            ("slice index starts at 4 but ends at 2", FailureKind::Bounds),
            ("assertion failed: x > 0", FailureKind::Assertion),
            ("assertion `left == right` failed: sums\n  left: 1\n right: 2", FailureKind::Assertion),
            ("called `Option::unwrap()` on a `None` value", FailureKind::Panic),
            ("the temperature is out of bounds", FailureKind::Panic),
        ] {
            assert_eq!(classify(message), kind, "{message}");
        }
    }

    #[test]
    fn signals_have_names() {
        assert_eq!(describe_signal(6), "6 (SIGABRT)");
        assert_eq!(describe_signal(40), "40");
        assert_eq!(killed(11, ""), "the process was killed by signal 11 (SIGSEGV)");
        assert_eq!(killed(11, "invalid read"), "the process was killed by signal 11 (SIGSEGV): invalid read");
        assert_eq!(killed(6, "boom\n\nThis is a bug."), "the process was aborted: boom");
    }

    #[test]
    fn a_file_name_may_hold_a_colon() {
        assert_eq!(file_of("src/a:b.rs:10:4"), "src/a:b.rs");
        assert_eq!(file_of(""), "");
    }
}
