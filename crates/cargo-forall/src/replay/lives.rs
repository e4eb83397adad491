//! Runs cases in processes of the plain test program that begin afresh.
//!
//! See docs/decisions/fork-per-replay-process.md.

use super::Replay;
use super::answers::with_answers;
use super::surroundings::Change;
use crate::process::own_scratch;
use crate::role;
use anyhow::Context;
use forall_engine::Case;
use forall_protocol::replay::{
    self, Choice, Entry, Life, Observation, RecordedReturn, Request, Trace, Values,
};
use forall_protocol::value::Value;
use forall_runtime::confine::{confine_command, end_group};
use forall_runtime::waiting::{End, OwnTime};
use signal_hook::consts::SIGXCPU;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// One case in the plain build.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repeated {
    /// The values of a boundary input, as far as they are known.
    pub given: Option<Values>,
    /// `None` when drawing them did not come to an end.
    pub arguments: Option<Vec<Value>>,
    /// What could not be made.
    pub broken: Option<Value>,
    pub choices: Vec<Choice>,
    pub told: Option<RecordedReturn>,
    /// What it left behind, where that was asked for.
    pub left: Vec<Trace>,
    pub end: ReplayEnd,
}

impl Repeated {
    /// Nothing is known of it.
    pub fn unknown() -> Repeated {
        Repeated {
            given: None,
            arguments: None,
            broken: None,
            choices: Vec::new(),
            told: None,
            left: Vec::new(),
            end: ReplayEnd::Unknown,
        }
    }

    /// The arguments, fakes among them with their answers.
    pub fn answered_arguments(&self) -> Option<Vec<Value>> {
        let arguments = self.arguments.clone()?.into_iter();
        Some(arguments.map(|argument| with_answers(argument, &self.choices)).collect())
    }
}

/// What the plain build does on one case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplayEnd {
    Observed(Observation),
    Died(ExitStatus),
    TimedOut,
    /// It was not seen to its end: the user stopped.
    Unknown,
}

/// The cases of a life by their numbers, as far as it got.
pub type Lived = Vec<(u32, Repeated)>;

/// The surroundings of the processes in which cases are repeated.
#[derive(Default)]
pub struct Setting<'a> {
    /// Where to write what they say; else it is not kept.
    pub stderr: Option<&'a Path>,
    /// What is otherwise than usual.
    pub changes: &'a [Change],
}

/// A life of a single case.
pub fn alone(case: u32) -> Life {
    Life { cases: vec![case], traces: false }
}

impl Replay<'_> {
    /// Lets the cases of the test called `put` live these lives, one after the other.
    pub(super) fn live(
        &self,
        put: &str,
        cases: &[Case],
        lives: Vec<Life>,
        setting: &Setting<'_>,
    ) -> anyhow::Result<Vec<Lived>> {
        let cases = cases.iter().map(|case| case.arguments.clone()).collect();
        self.live_all(put, &Request { cases, lives }, setting, None)
    }

    /// Lives all lives of a request; those that would begin after the deadline are left out.
    pub(super) fn live_all(
        &self,
        put: &str,
        request: &Request,
        setting: &Setting<'_>,
        deadline: Option<Instant>,
    ) -> anyhow::Result<Vec<Lived>> {
        let files = Messages::new(&self.sandbox.messages());
        std::fs::write(files.request.path(), request.encode()).context("cannot write the cases to replay")?;
        let mut lived = Vec::new();
        while lived.len() < request.lives.len() {
            // One process begins all lives: a new one is only needed after one that took too long.
            let before = lived.len();
            self.live_from(put, &request.lives, &files, setting, &mut lived)?;
            anyhow::ensure!(lived.len() > before, "the plain build does not replay {put}");
            if deadline.is_some_and(|deadline| Instant::now() > deadline) {
                break;
            }
        }
        Ok(lived)
    }

    /// Begins with the life of the number `lived.len()`, and goes on until the process ends.
    fn live_from(
        &self,
        put: &str,
        lives: &[Life],
        files: &Messages,
        setting: &Setting<'_>,
        lived: &mut Vec<Lived>,
    ) -> anyhow::Result<()> {
        std::fs::write(files.report.path(), []).context("cannot write the report of the replay")?;
        let mut limits = own_scratch(self.sandbox.limits())?;
        setting.changes.iter().try_for_each(|change| change.of_limits(&mut limits))?;
        let mut command = Command::new(self.executable);
        command
            .current_dir(self.directory)
            .envs(self.variables.iter().cloned())
            .env_remove(role::VARIABLE)
            .env_remove(forall_protocol::contract::LEVEL)
            .env(replay::PUT, put)
            .env(replay::REQUEST, files.request.path())
            .env(replay::REPORT, files.report.path())
            .env(replay::FIRST, lived.len().to_string())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(match setting.stderr {
                Some(path) => File::create(path).context("cannot write what the replay says")?.into(),
                None => Stdio::null(),
            })
            // All that it starts ends with it.
            .process_group(0);
        if let Some(scratch) = &limits.scratch {
            command.env(replay::SCRATCH, scratch);
        }
        setting.changes.iter().for_each(|change| change.of_command(&mut command));
        // Each case has its time, and the clock is watched; but should nobody be there to watch it, this ends as well.
        let longest = lives.iter().map(|life| life.cases.len()).max().unwrap_or(0);
        let time = self.time_limit.saturating_mul(longest.try_into().unwrap_or(u32::MAX));
        confine_command(&mut command, &limits, &[files.report.path().to_owned()], time)
            .context("cannot confine the replay")?;
        let mut child =
            command.spawn().with_context(|| format!("cannot run {}", self.executable.display()))?;
        let end = self.watch(&mut child, files.report.path())?;
        if let Some(scratch) = &limits.scratch {
            // It only wastes space.
            let _ = std::fs::remove_dir_all(scratch);
        }
        let report = std::fs::read(files.report.path()).context("cannot read the report of the replay")?;
        let torn = understand(Entry::decode_all(&report), lives, lived);
        match end {
            Watched::Interrupted => lived.resize(lives.len(), Vec::new()),
            Watched::TimedOut => lived.extend(cut_off(lives.get(lived.len()), torn)),
            Watched::Ended(_) => {}
        }
        Ok(())
    }

    /// Waits for the process; ends it when no case ends for too long.
    pub(super) fn watch(&self, child: &mut Child, report: &Path) -> anyhow::Result<Watched> {
        let mut since_change = OwnTime::of(child.id());
        let mut length = 0;
        let ended = End::of(child);
        loop {
            if let Some(status) = child.try_wait().context("cannot wait for the replay")? {
                end_group(child);
                return Ok(match status.signal() {
                    _ if self.interrupt.is_over() => Watched::Interrupted,
                    // It took too much of the processor.
                    Some(SIGXCPU) => Watched::TimedOut,
                    _ => Watched::Ended(status),
                });
            }
            let now = std::fs::metadata(report).map_or(0, |metadata| metadata.len());
            if now != length {
                length = now;
                since_change = OwnTime::of(child.id());
            }
            let timed_out = since_change.is_more_than(self.time_limit, child.id());
            if timed_out || self.interrupt.is_over() {
                end_group(child);
                child.wait().context("cannot wait for the replay")?;
                return Ok(if self.interrupt.is_over() { Watched::Interrupted } else { Watched::TimedOut });
            }
            ended.wait(BETWEEN_LOOKS);
        }
    }
}

pub enum Watched {
    Ended(ExitStatus),
    TimedOut,
    Interrupted,
}

/// Adds the lives that are over; what is left is that of the one under way.
fn understand(entries: Vec<Entry>, lives: &[Life], lived: &mut Vec<Lived>) -> Lived {
    let mut current = Lived::new();
    for entry in entries {
        let last = current.last_mut().map(|(_, repeated)| repeated);
        match (entry, last) {
            (Entry::Started(case), _) => current.push((case, Repeated::unknown())),
            (Entry::Given(_, values), Some(last)) => last.given = Some(values),
            (Entry::Drawn(_, drawn), Some(last)) => last.arguments = Some(drawn),
            (Entry::Broken(_, value), Some(last)) => last.broken = Some(value),
            (Entry::Chosen(_, choice), Some(last)) => last.choices.push(choice),
            (Entry::Ended(_, observation), Some(last)) => last.end = ReplayEnd::Observed(observation),
            (Entry::RecordedReturn(_, told), Some(last)) => last.told = Some(told),
            (Entry::Left(_, traces), Some(last)) => last.left = traces,
            (Entry::Over(life, status), last) => {
                let unfinished = last.is_some_and(|last| last.end == ReplayEnd::Unknown);
                let asked = lives.get(life as usize).map_or(0, |life| life.cases.len());
                // Also when its last case had ended: something that it left behind killed the process before the next began.
                if (unfinished || current.len() < asked)
                    && let Some((_, last)) = current.last_mut()
                {
                    last.end = death(ExitStatus::from_raw(status));
                }
                lived.push(std::mem::take(&mut current));
            }
            (_, None) => {}
        }
    }
    current
}

fn death(status: ExitStatus) -> ReplayEnd {
    if status.signal() == Some(SIGXCPU) { ReplayEnd::TimedOut } else { ReplayEnd::Died(status) }
}

/// A life that took too long, with what is known of it.
fn cut_off(life: Option<&Life>, mut lived: Lived) -> Option<Lived> {
    let first = life?.cases.first()?;
    match lived.last_mut() {
        Some((_, last)) => last.end = ReplayEnd::TimedOut,
        None => lived.push((*first, Repeated { end: ReplayEnd::TimedOut, ..Repeated::unknown() })),
    }
    Some(lived)
}

/// How often the clock and the interrupt are looked at.
const BETWEEN_LOOKS: Duration = Duration::from_millis(10);

/// The files through which the replay is told what to do, and tells what it did.
struct Messages {
    request: OwnFile,
    report: OwnFile,
}

impl Messages {
    fn new(directory: &Path) -> Messages {
        Messages { request: OwnFile::new(directory, "request"), report: OwnFile::new(directory, "report") }
    }
}

/// The name of a file that nobody else uses: several replays go on at once, in this process and in others. It is gone in the end.
pub struct OwnFile(PathBuf);

impl OwnFile {
    pub fn new(directory: &Path, name: &str) -> OwnFile {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        OwnFile(directory.join(format!("{name}-{}-{number}", std::process::id())))
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// What stands in it: only its end, if it is longer than anybody would read.
    pub fn text(&self) -> io::Result<String> {
        let mut file = File::open(&self.0)?;
        let length = file.metadata()?.len();
        file.seek(SeekFrom::Start(length.saturating_sub(MOST_READ)))?;
        let mut text = Vec::new();
        file.take(MOST_READ).read_to_end(&mut text)?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }
}

/// In bytes.
const MOST_READ: u64 = 1 << 20;

impl Drop for OwnFile {
    fn drop(&mut self) {
        // It only wastes space, and little of it.
        let _ = std::fs::remove_file(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall_protocol::shared::Ending;

    fn lives(cases: &[&[u32]]) -> Vec<Life> {
        cases.iter().map(|cases| Life { cases: cases.to_vec(), traces: false }).collect()
    }

    fn returned() -> Observation {
        Observation { ending: Ending::Returned, message: String::new(), location: String::new() }
    }

    fn whole(case: u32) -> [Entry; 2] {
        [Entry::Started(case), Entry::Ended(case, returned())]
    }

    fn ends(lived: &[Lived]) -> Vec<Vec<(u32, ReplayEnd)>> {
        lived.iter().map(|life| life.iter().map(|(case, one)| (*case, one.end.clone())).collect()).collect()
    }

    #[test]
    fn of_a_long_text_the_end_is_read() {
        let directory = tempfile::tempdir().unwrap();
        let file = OwnFile::new(directory.path(), "said");
        std::fs::write(file.path(), vec![b'x'; 3 << 20]).unwrap();
        assert_eq!(file.text().unwrap().len() as u64, MOST_READ);
        std::fs::write(file.path(), [vec![b'x'; 3 << 20], b"\xFFthe end".to_vec()].concat()).unwrap();
        assert!(file.text().unwrap().ends_with("\u{FFFD}the end"));
        drop(file);
        assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 0);
    }

    #[test]
    fn who_dies_is_the_case_that_ran_last() {
        let died = ReplayEnd::Died(ExitStatus::from_raw(6));
        let fine = ReplayEnd::Observed(returned());
        let lives = lives(&[&[0], &[1], &[0, 1, 2], &[2]]);
        let entries = [
            whole(0).to_vec(),
            vec![Entry::Over(0, 0), Entry::Started(1), Entry::Over(1, 6)],
            whole(0).to_vec(),
            whole(1).to_vec(),
            vec![Entry::Over(2, 6), Entry::Started(2)],
        ];
        let mut lived = Vec::new();
        let torn = understand(entries.concat(), &lives, &mut lived);
        let expected = [vec![(0, fine.clone())], vec![(1, died.clone())], vec![(0, fine), (1, died)]];
        assert_eq!(ends(&lived), expected);
        let cut_off = cut_off(lives.get(3), torn).unwrap();
        assert_eq!(ends(&[cut_off]), [[(2, ReplayEnd::TimedOut)]]);
    }

    #[test]
    fn whoever_takes_too_much_of_the_processor_took_too_long() {
        let mut lived = Vec::new();
        let entries = vec![Entry::Started(0), Entry::Over(0, SIGXCPU)];
        understand(entries, &lives(&[&[0]]), &mut lived);
        assert_eq!(ends(&lived), [[(0, ReplayEnd::TimedOut)]]);
        let hung = cut_off(lives(&[&[5]]).first(), Lived::new()).unwrap();
        assert_eq!(ends(&[hung]), [[(5, ReplayEnd::TimedOut)]]);
    }
}
