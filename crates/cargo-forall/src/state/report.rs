//! A whole report as bytes.

use super::Outcomes;
use forall_engine::{Case, End, Failure, Report};
use forall_protocol::inputs::{Input, InputKind};
use forall_protocol::shared::Ending;
use forall_protocol::wire::{Malformed, Reader, Writer};
use forall_report::Branches;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// `None` when it says something that cannot be told later.
pub fn encode(report: &Report, outcomes: &Outcomes) -> Option<Vec<u8>> {
    let mut writer = Writer::default();
    writer.u32(report.exhausted.into()).u128(report.paths.into()).u128(report.runs.into());
    json(&mut writer, &report.path_counts)?;
    writer.u32(report.cases.len() as u32);
    for case in &report.cases {
        writer.u32(case.arguments.len() as u32);
        for (input, value) in &case.arguments {
            writer.text(&input.name).u32(input.kind as u32).u128(*value);
        }
        match &case.end {
            End::Reported { ending, message, location } => {
                writer.u32(0).u32(*ending as u32).text(message).text(location)
            }
            End::Signal { signal, message, location } => {
                writer.u32(1).u32(signal.cast_unsigned()).text(message).text(location)
            }
            End::Exit(status) => writer.u32(2).u32(status.cast_unsigned()),
            End::TimedOut => writer.u32(3),
        };
        writer.u32(case.failure.map_or(u32::MAX, |failure| failure as u32)).u32(case.covered.len() as u32);
        for outcome in &case.covered {
            writer.u128(outcomes.key(*outcome)?);
        }
    }
    writer.u32(report.failures.len() as u32);
    for Failure { kind, message, location, callers, case, paths } in &report.failures {
        json(&mut writer, kind)?.text(message).text(location).u32(*case as u32);
        writer.u128(u128::from(*paths));
        writer.u32(callers.len() as u32);
        for caller in callers {
            writer.text(caller);
        }
    }
    json(&mut writer, &report.assumptions)?;
    json(&mut writer, &report.reasons)?;
    json(&mut writer, &report.remarks)?;
    json(&mut writer, &report.sites)?.u32(report.branches.beyond);
    Some(writer.into_bytes())
}

/// What a record says about the program as it is now.
pub enum Decoded {
    Report(Box<Report>),
    /// Of branches that no longer exist.
    Outdated,
    Damaged,
}

pub fn decode(bytes: &[u8], outcomes: &Outcomes) -> Decoded {
    let mut reader = Reader(bytes);
    let Ok((mut report, covered)) = report(&mut reader) else { return Decoded::Damaged };
    let consistent = report.failures.iter().all(|failure| failure.case < report.cases.len());
    if !consistent || !reader.0.is_empty() {
        return Decoded::Damaged;
    }
    for (case, kept) in report.cases.iter_mut().zip(covered) {
        let numbers: Option<Vec<u32>> = kept.into_iter().map(|kept| outcomes.number(kept)).collect();
        let Some(mut numbers) = numbers else { return Decoded::Outdated };
        numbers.sort_unstable();
        case.covered = numbers;
    }
    Decoded::Report(Box::new(report))
}

/// The report, and what each case of it covers.
fn report(r: &mut Reader<'_>) -> Result<(Report, Vec<Vec<u128>>), Malformed> {
    let exhausted = variant(&[false, true], r.u32()?)?;
    let (paths, runs) = (number(r)?, number(r)?);
    let path_counts = from_json(r)?;
    let (cases, covered) = r.list(case)?.into_iter().unzip();
    let mut report = Report {
        exhausted,
        paths,
        path_counts,
        runs,
        cases,
        failures: r.list(|r| {
            Ok(Failure {
                kind: from_json(r)?,
                message: r.text()?,
                location: r.text()?,
                case: r.u32()? as usize,
                paths: number(r)?,
                callers: r.list(Reader::text)?,
            })
        })?,
        assumptions: from_json(r)?,
        reasons: from_json(r)?,
        remarks: from_json(r)?,
        sites: from_json(r)?,
        branches: Branches { beyond: r.u32()?, ..Branches::default() },
    };
    report.branches = Branches { beyond: report.branches.beyond, ..Branches::of(&report.sites) };
    Ok((report, covered))
}

fn case(r: &mut Reader<'_>) -> Result<(Case, Vec<u128>), Malformed> {
    let arguments = r.list(|r| {
        let input = Input { name: r.text()?, kind: InputKind::from_code(r.u32()?).ok_or(Malformed)? };
        Ok((input, r.u128()?))
    })?;
    let end = match r.u32()? {
        0 => End::Reported {
            ending: Ending::from_code(r.u32()?).ok_or(Malformed)?,
            message: r.text()?,
            location: r.text()?,
        },
        1 => End::Signal { signal: r.u32()?.cast_signed(), message: r.text()?, location: r.text()? },
        2 => End::Exit(r.u32()?.cast_signed()),
        3 => End::TimedOut,
        _ => return Err(Malformed),
    };
    let failure = Some(r.u32()? as usize).filter(|failure| *failure != u32::MAX as usize);
    Ok((Case { arguments, end, failure, covered: Vec::new() }, r.list(Reader::u128)?))
}

fn number(r: &mut Reader<'_>) -> Result<u64, Malformed> {
    u64::try_from(r.u128()?).map_err(|_| Malformed)
}

fn variant<T: Copy>(all: &[T], code: u32) -> Result<T, Malformed> {
    all.get(code as usize).copied().ok_or(Malformed)
}

/// What is data of the report is written as there.
fn json<'w>(writer: &'w mut Writer, value: &impl Serialize) -> Option<&'w mut Writer> {
    Some(writer.text(&serde_json::to_string(value).ok()?))
}

fn from_json<T: DeserializeOwned>(r: &mut Reader<'_>) -> Result<T, Malformed> {
    serde_json::from_str(&r.text()?).map_err(|_| Malformed)
}
