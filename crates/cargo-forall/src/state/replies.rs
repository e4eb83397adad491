//! Answers of the solver as bytes: few, because a large exploration has millions of them.
//!
//! See docs/decisions/journal-of-solver-answers.md.

use forall_engine::{Episode, Reply};
use forall_protocol::shared::MAX_INPUTS;
use forall_solver::Unknown;

pub fn encode(episode: Episode, replies: &[Reply]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for part in [episode.worker, episode.number] {
        number(&mut bytes, part.into());
    }
    for reply in replies {
        let (code, how) = match reply {
            Reply::Infeasible => (0, ""),
            Reply::Unanswered(Unknown::Timeout) => (1, ""),
            Reply::Unanswered(Unknown::Internal) => (2, ""),
            Reply::Unanswered(Unknown::Failed(how)) => (3, how.as_str()),
            Reply::Unanswered(Unknown::Contradicted(how)) => (4, how.as_str()),
            Reply::Values(_) => (5, ""),
            Reply::Unanswered(Unknown::Memory) => (6, ""),
            Reply::Unanswered(Unknown::Cancelled) => (7, ""),
            Reply::Unanswered(Unknown::Work) => (8, ""),
        };
        bytes.push(code);
        match reply {
            Reply::Values(values) => {
                number(&mut bytes, values.len() as u128);
                values.iter().for_each(|value| number(&mut bytes, *value));
            }
            _ if has_text(code) => {
                number(&mut bytes, how.len() as u128);
                bytes.extend(how.as_bytes());
            }
            _ => {}
        }
    }
    bytes
}

pub fn decode(bytes: &[u8]) -> Option<(Episode, Vec<Reply>)> {
    let mut rest = bytes;
    let episode =
        Episode { worker: take(&mut rest)?.try_into().ok()?, number: take(&mut rest)?.try_into().ok()? };
    let mut replies = Vec::new();
    while !rest.is_empty() {
        replies.push(reply(&mut rest)?);
    }
    Some((episode, replies))
}

fn reply(rest: &mut &[u8]) -> Option<Reply> {
    let (code, after) = rest.split_first()?;
    *rest = after;
    let mut how = String::new();
    if has_text(*code) {
        let length = usize::try_from(take(rest)?).ok()?;
        let (text, after) = rest.split_at_checked(length)?;
        how = String::from_utf8(text.to_vec()).ok()?;
        *rest = after;
    }
    Some(match code {
        0 => Reply::Infeasible,
        1 => Reply::Unanswered(Unknown::Timeout),
        2 => Reply::Unanswered(Unknown::Internal),
        3 => Reply::Unanswered(Unknown::Failed(how)),
        4 => Reply::Unanswered(Unknown::Contradicted(how)),
        5 => {
            let count = usize::try_from(take(rest)?).ok().filter(|count| *count <= MAX_INPUTS)?;
            Reply::Values((0..count).map(|_| take(rest)).collect::<Option<_>>()?)
        }
        6 => Reply::Unanswered(Unknown::Memory),
        7 => Reply::Unanswered(Unknown::Cancelled),
        8 => Reply::Unanswered(Unknown::Work),
        _ => return None,
    })
}

fn has_text(code: u8) -> bool {
    matches!(code, 3 | 4)
}

/// Seven bits a byte, the lowest first: most values are small.
fn number(bytes: &mut Vec<u8>, mut value: u128) {
    while value > 0x7F {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

fn take(rest: &mut &[u8]) -> Option<u128> {
    let (mut value, mut shift) = (0_u128, 0);
    loop {
        let (byte, after) = rest.split_first()?;
        *rest = after;
        let bits = u128::from(byte & 0x7F);
        if shift >= 128 || bits << shift >> shift != bits {
            return None;
        }
        value |= bits << shift;
        if *byte < 0x80 {
            return Some(value);
        }
        shift += 7;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_on_small_values_takes_few_bytes() {
        let replies = vec![Reply::Values(vec![8, 97, 0, 0, 98, 1, 0, 0, 120, 3, 0, 9]); 1000];
        let bytes = encode(Episode { worker: 3, number: 700 }, &replies);
        assert!(bytes.len() <= 14 * 1000 + 8, "{}", bytes.len());
        assert_eq!(decode(&bytes), Some((Episode { worker: 3, number: 700 }, replies)));
    }

    #[test]
    fn what_is_no_number_or_no_reply_is_refused() {
        let episode = [0, 0];
        for wrong in [&[9][..], &[5, 1], &[5, 1, 0x80], &[3, 9, b'x'], &[5, 0xFF, 0xFF, 0xFF, 1]] {
            assert_eq!(decode(&[&episode, wrong].concat()), None, "{wrong:?}");
        }
        let too_large = [&episode[..], &[5, 1], &[0xFF; 18], &[0x04]].concat();
        assert_eq!(decode(&too_large), None);
    }
}
