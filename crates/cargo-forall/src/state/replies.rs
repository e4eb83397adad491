//! Answers of the solver as bytes.

use forall_engine::{Episode, Reply};
use forall_protocol::wire::{Malformed, Reader, Writer};
use forall_solver::Unknown;

pub fn encode(episode: Episode, replies: &[Reply]) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.u32(episode.part).u32(episode.number).u32(replies.len() as u32);
    for reply in replies {
        match reply {
            Reply::Infeasible => writer.u32(0),
            Reply::Unanswered(Unknown::Timeout) => writer.u32(1),
            Reply::Unanswered(Unknown::Internal) => writer.u32(2),
            Reply::Unanswered(Unknown::Failed(how)) => writer.u32(3).text(how),
            Reply::Unanswered(Unknown::Contradicted(how)) => writer.u32(4).text(how),
            Reply::Unanswered(Unknown::Memory) => writer.u32(6),
            Reply::Unanswered(Unknown::Cancelled) => writer.u32(7),
            Reply::Values(values) => {
                // Most inputs are 0.
                let set: Vec<(usize, u128)> =
                    values.iter().copied().enumerate().filter(|(_, value)| *value != 0).collect();
                writer.u32(5).u32(values.len() as u32).u32(set.len() as u32);
                for (index, value) in set {
                    writer.u32(index as u32).u128(value);
                }
                &mut writer
            }
        };
    }
    writer.into_bytes()
}

pub fn decode(bytes: &[u8]) -> Option<(Episode, Vec<Reply>)> {
    let mut reader = Reader(bytes);
    let episode = Episode { part: reader.u32().ok()?, number: reader.u32().ok()? };
    let replies = reader.list(reply).ok()?;
    reader.0.is_empty().then_some((episode, replies))
}

fn reply(reader: &mut Reader<'_>) -> Result<Reply, Malformed> {
    Ok(match reader.u32()? {
        0 => Reply::Infeasible,
        1 => Reply::Unanswered(Unknown::Timeout),
        2 => Reply::Unanswered(Unknown::Internal),
        3 => Reply::Unanswered(Unknown::Failed(reader.text()?)),
        4 => Reply::Unanswered(Unknown::Contradicted(reader.text()?)),
        5 => {
            let count = reader.u32()? as usize;
            let set = reader.list(|r| Ok((r.u32()? as usize, r.u128()?)))?;
            if count > forall_protocol::shared::MAX_INPUTS {
                return Err(Malformed);
            }
            let mut values = vec![0; count];
            for (index, value) in set {
                *values.get_mut(index).ok_or(Malformed)? = value;
            }
            Reply::Values(values)
        }
        6 => Reply::Unanswered(Unknown::Memory),
        7 => Reply::Unanswered(Unknown::Cancelled),
        _ => return Err(Malformed),
    })
}
