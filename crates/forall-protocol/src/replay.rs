//! Repeating single inputs on the plain build of the tests, without any instrumentation.
//!
//! The host starts the plain test binary with [`PUT`] (the test's full name), [`REQUEST`] (a file with a
//! [`Request`]) and [`REPORT`] (a file to append to) in its environment. Before libtest begins, the process
//! forks a child for each [`Life`] of the request in turn, starting at [`FIRST`], and exits. So every life
//! begins as a process begins, and what one leaves in its memory does not reach the next. A child runs the
//! test on the cases of its life, one after the other, and appends what happened: that a case `started`, the
//! values that it was `given` if it is a boundary input, the arguments that were `drawn` before the test
//! began, what was `chosen` by `forall::choose`, how it `ended`, if it returned a value, what that was `told`
//! to be, and, if that is asked for, what it `left` behind. Then its parent appends how the child was `over`.
//! A child that dies in the middle leaves a `started` without an `ended` behind.

use crate::inputs::{Input, InputKind};
use crate::shared::Ending;
use crate::value::Value;
use crate::wire::{Malformed, Reader, Writer};

/// Environment variables.
pub const PUT: &str = "FORALL_REPLAY_PUT";
pub const REQUEST: &str = "FORALL_REPLAY_REQUEST";
pub const REPORT: &str = "FORALL_REPLAY_REPORT";
pub const FIRST: &str = "FORALL_REPLAY_FIRST";

/// How a replay begins to say of a panic, on a line of its own of standard error; place and message follow.
pub const PANICKED_AT: &str = "forall: panicked at ";
/// What the threads on which cases run are called, instead of being called like the test; then they run
/// further down the stack, too.
pub const THREAD: &str = "FORALL_REPLAY_THREAD";

/// The directory in which confined tests may leave files, if they are: it is emptied before each life.
pub const SCRATCH: &str = "FORALL_REPLAY_SCRATCH";

/// A confined process may not start others. The third argument of the `clone` by which it begins a life,
/// where it means nothing else, tells that call from all that a test could make.
pub const FORK: u32 = 0x6c69_6665;

/// Values by name for one run; what is not named is 0.
pub type Values = Vec<(Input, u128)>;

/// What to run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    pub cases: Vec<Values>,
    /// Numbers in lives that are not those of cases, are of boundary inputs: those that follow.
    pub lives: Vec<Life>,
}

/// The name of what says in the place of arguments, among the values of a case, which example they are; they
/// are counted from 0. No parameter can be called so.
pub const EXAMPLE: &str = "#example";

/// How many boundary inputs there are in a round. One round is enough for who draws a single value.
pub const ROUND: u32 = 9;
/// How many rounds there are.
pub const ROUNDS: u32 = 3;

/// A process that begins afresh.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Life {
    /// What runs in it, one after the other, by the numbers of the cases.
    pub cases: Vec<u32>,
    /// Whether to tell what each of them leaves behind.
    pub traces: bool,
}

impl Request {
    pub fn encode(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        writer.u32(crate::VERSION).u32(self.cases.len() as u32);
        for case in &self.cases {
            encode_values(case, &mut writer);
        }
        writer.u32(self.lives.len() as u32);
        for life in &self.lives {
            writer.u32(life.traces.into()).u32(life.cases.len() as u32);
            for case in &life.cases {
                writer.u32(*case);
            }
        }
        writer.into_bytes()
    }

    pub fn decode(bytes: &[u8]) -> Result<Request, Malformed> {
        let mut reader = Reader(bytes);
        if reader.u32()? != crate::VERSION {
            return Err(Malformed);
        }
        let cases = reader.list(decode_values)?;
        let lives = reader.list(|r| Ok(Life { traces: r.u32()? != 0, cases: r.list(Reader::u32)? }))?;
        Ok(Request { cases, lives })
    }
}

fn encode_values(values: &Values, writer: &mut Writer) {
    writer.u32(values.len() as u32);
    for (input, value) in values {
        writer.text(&input.name).u32(input.kind as u32).u128(*value);
    }
}

fn decode_values(reader: &mut Reader<'_>) -> Result<Values, Malformed> {
    reader.list(|r| {
        let name = r.text()?;
        let kind = InputKind::from_code(r.u32()?).ok_or(Malformed)?;
        Ok((Input { name, kind }, r.u128()?))
    })
}

/// What a case leaves behind for whatever runs after it in the same process.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Trace {
    /// Statics were written, from this place in the program's file on, as it is loaded, to that one.
    Statics(u64, u64),
    /// An environment variable has another value.
    Variable(String),
    /// The current directory is another one.
    Directory,
    /// A file in the directory for temporary files was made or removed.
    File(String),
}

/// What happened on one input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observation {
    /// `Returned`, `Err`, `Panicked` or `Meaningless`.
    pub ending: Ending,
    /// The panic's message, or `Debug` of the error.
    pub message: String,
    /// `file:line:column` of the panic.
    pub location: String,
}

/// A value that `forall::choose` gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What the choice is called: `reply#1`, `choice@src/mock.rs:7:9#2`.
    pub name: String,
    /// The type, as `std::any::type_name` gives it.
    pub type_name: String,
    pub value: Value,
    /// The call that it answers, if a fake does.
    pub call: Option<Call>,
}

/// A call of a fake.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Call {
    /// What the fake is called: `storage`.
    pub fake: String,
    pub method: String,
    /// The arguments, as `Debug` shows them: `"a", 3`.
    pub arguments: String,
    /// The arguments that decide the answer, where equal ones have equal answers.
    pub key: Option<Vec<Value>>,
}

/// What a test returned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordedReturn {
    /// And its `Debug`.
    Value(Value, String),
    /// Its `Debug`.
    Text(String),
    /// It cannot be compared with anything.
    Unknown,
    /// It is another one each time.
    Varies,
}

/// One entry of the report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    Started(u32),
    /// The values of a boundary input so far; repeated as a case, they make the same arguments.
    Given(u32, Values),
    /// The arguments, in the order of the parameters. Missing when drawing them did not come to an end.
    Drawn(u32, Vec<Value>),
    /// Making this value panicked; no arguments are drawn then.
    Broken(u32, Value),
    /// In the order of choosing.
    Chosen(u32, Choice),
    Ended(u32, Observation),
    /// After the end.
    RecordedReturn(u32, RecordedReturn),
    /// After that.
    Left(u32, Vec<Trace>),
    /// The life of this number ended with this status, as `waitpid` gives it.
    Over(u32, i32),
}

const STARTED: u32 = 0;
const ENDED: u32 = 1;
const DRAWN: u32 = 2;
const CHOSEN: u32 = 3;
const TOLD_VALUE: u32 = 4;
const TOLD_TEXT: u32 = 5;
const TOLD_UNKNOWN: u32 = 6;
const TOLD_VARIES: u32 = 7;
const BROKEN: u32 = 8;
const LEFT: u32 = 9;
const OVER: u32 = 10;
const GIVEN: u32 = 11;

impl Entry {
    pub fn encode(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        match self {
            Entry::Started(case) => {
                writer.u32(STARTED).u32(*case);
            }
            Entry::Given(case, values) => encode_values(values, writer.u32(GIVEN).u32(*case)),
            Entry::Drawn(case, arguments) => {
                writer.u32(DRAWN).u32(*case).u32(arguments.len() as u32);
                arguments.iter().for_each(|argument| argument.encode(&mut writer));
            }
            Entry::Broken(case, value) => value.encode(writer.u32(BROKEN).u32(*case)),
            Entry::Chosen(case, Choice { name, type_name, value, call }) => {
                value.encode(writer.u32(CHOSEN).u32(*case).text(name).text(type_name));
                writer.u32(call.is_some().into());
                if let Some(call) = call {
                    call.encode(&mut writer);
                }
            }
            Entry::RecordedReturn(case, told) => {
                match told {
                    RecordedReturn::Value(value, text) => {
                        value.encode(writer.u32(TOLD_VALUE).u32(*case).text(text))
                    }
                    RecordedReturn::Text(text) => drop(writer.u32(TOLD_TEXT).u32(*case).text(text)),
                    RecordedReturn::Unknown => drop(writer.u32(TOLD_UNKNOWN).u32(*case)),
                    RecordedReturn::Varies => drop(writer.u32(TOLD_VARIES).u32(*case)),
                };
            }
            Entry::Left(case, traces) => {
                writer.u32(LEFT).u32(*case).u32(traces.len() as u32);
                traces.iter().for_each(|trace| trace.encode(&mut writer));
            }
            Entry::Over(life, status) => {
                writer.u32(OVER).u32(*life).u32(status.cast_unsigned());
            }
            Entry::Ended(case, observation) => {
                writer
                    .u32(ENDED)
                    .u32(*case)
                    .u32(observation.ending as u32)
                    .text(&observation.message)
                    .text(&observation.location);
            }
        }
        writer.into_bytes()
    }

    /// All complete entries of a report; a torn last one is left out.
    pub fn decode_all(bytes: &[u8]) -> Vec<Entry> {
        let mut reader = Reader(bytes);
        std::iter::from_fn(|| Entry::decode(&mut reader).ok()).collect()
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Entry, Malformed> {
        match reader.u32()? {
            STARTED => Ok(Entry::Started(reader.u32()?)),
            GIVEN => Ok(Entry::Given(reader.u32()?, decode_values(reader)?)),
            DRAWN => Ok(Entry::Drawn(reader.u32()?, reader.list(Value::decode)?)),
            BROKEN => Ok(Entry::Broken(reader.u32()?, Value::decode(reader)?)),
            CHOSEN => {
                let case = reader.u32()?;
                let (name, type_name) = (reader.text()?, reader.text()?);
                let value = Value::decode(reader)?;
                let call = if reader.u32()? != 0 { Some(Call::decode(reader)?) } else { None };
                Ok(Entry::Chosen(case, Choice { name, type_name, value, call }))
            }
            TOLD_VALUE => {
                let (case, text) = (reader.u32()?, reader.text()?);
                Ok(Entry::RecordedReturn(case, RecordedReturn::Value(Value::decode(reader)?, text)))
            }
            TOLD_TEXT => Ok(Entry::RecordedReturn(reader.u32()?, RecordedReturn::Text(reader.text()?))),
            TOLD_UNKNOWN => Ok(Entry::RecordedReturn(reader.u32()?, RecordedReturn::Unknown)),
            TOLD_VARIES => Ok(Entry::RecordedReturn(reader.u32()?, RecordedReturn::Varies)),
            LEFT => Ok(Entry::Left(reader.u32()?, reader.list(Trace::decode)?)),
            OVER => Ok(Entry::Over(reader.u32()?, reader.u32()?.cast_signed())),
            ENDED => {
                let case = reader.u32()?;
                let ending = Ending::from_code(reader.u32()?).ok_or(Malformed)?;
                Ok(Entry::Ended(
                    case,
                    Observation { ending, message: reader.text()?, location: reader.text()? },
                ))
            }
            _ => Err(Malformed),
        }
    }
}

impl Call {
    fn encode(&self, writer: &mut Writer) {
        writer.text(&self.fake).text(&self.method).text(&self.arguments);
        // One more than there are; none where there is no key.
        let length = self.key.as_ref().map_or(0, |key| key.len() as u32 + 1);
        writer.u32(length);
        self.key.iter().flatten().for_each(|value| value.encode(writer));
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Call, Malformed> {
        let (fake, method, arguments) = (reader.text()?, reader.text()?, reader.text()?);
        let key = match reader.u32()? {
            0 => None,
            length => Some((1..length).map(|_| Value::decode(reader)).collect::<Result<_, _>>()?),
        };
        Ok(Call { fake, method, arguments, key })
    }
}

impl Trace {
    fn encode(&self, writer: &mut Writer) {
        match self {
            Trace::Statics(from, to) => drop(writer.u32(0).u128((*from).into()).u128((*to).into())),
            Trace::Variable(name) => drop(writer.u32(1).text(name)),
            Trace::Directory => drop(writer.u32(2)),
            Trace::File(name) => drop(writer.u32(3).text(name)),
        }
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Trace, Malformed> {
        let place = |reader: &mut Reader<'_>| u64::try_from(reader.u128()?).map_err(|_| Malformed);
        match reader.u32()? {
            0 => Ok(Trace::Statics(place(reader)?, place(reader)?)),
            1 => Ok(Trace::Variable(reader.text()?)),
            2 => Ok(Trace::Directory),
            3 => Ok(Trace::File(reader.text()?)),
            _ => Err(Malformed),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_survive_the_wire() {
        let x = Input { name: "x".into(), kind: InputKind::I128 };
        let lives = vec![Life { cases: vec![1, 0, 1], traces: true }, Life { cases: vec![0], traces: false }];
        let request = Request { cases: vec![vec![(x, u128::MAX)], vec![]], lives };
        assert_eq!(Request::decode(&request.encode()), Ok(request));
    }

    #[test]
    fn a_report_torn_by_a_crash_keeps_its_complete_entries() {
        let ended = Entry::Ended(
            0,
            Observation {
                ending: Ending::Panicked,
                message: "boom".into(),
                location: "src/lib.rs:1:2".into(),
            },
        );
        let drawn = Entry::Drawn(0, vec![Value::Leaf { kind: InputKind::U8, bits: 7 }]);
        let value = Value::Leaf { kind: InputKind::U8, bits: 7 };
        let choice =
            Choice { name: "reply#1".into(), type_name: "u8".into(), value: value.clone(), call: None };
        let [all, some] = [Some(vec![value.clone(), value.clone()]), None].map(|key| Choice {
            call: Some(Call { fake: "f".into(), method: "get".into(), arguments: "7, 7".into(), key }),
            ..choice.clone()
        });
        let entries = vec![
            Entry::Started(0),
            Entry::Given(0, vec![(Input { name: "x".into(), kind: InputKind::U8 }, 7)]),
            drawn,
            Entry::Broken(0, value.clone()),
            Entry::Chosen(0, choice),
            Entry::Chosen(0, all),
            Entry::Chosen(0, some),
            ended,
            Entry::RecordedReturn(0, RecordedReturn::Value(value, "7".into())),
            Entry::RecordedReturn(0, RecordedReturn::Text("Seven".into())),
            Entry::RecordedReturn(0, RecordedReturn::Unknown),
            Entry::RecordedReturn(0, RecordedReturn::Varies),
            Entry::Left(0, vec![Trace::Statics(8, u64::MAX), Trace::Variable("HOME".into())]),
            Entry::Left(0, vec![Trace::Directory, Trace::File("log".into())]),
            Entry::Over(0, 134),
            Entry::Started(1),
        ];
        let mut bytes: Vec<u8> = entries.iter().flat_map(Entry::encode).collect();
        assert_eq!(Entry::decode_all(&bytes), entries);
        bytes.truncate(bytes.len() - 1);
        assert_eq!(Entry::decode_all(&bytes), entries[..entries.len() - 1]);
    }
}
