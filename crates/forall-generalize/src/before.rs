//! What an object said of itself before the test changed it, as what is expected afterwards: `count_before + 1`.

use crate::closed::Closed;
use crate::constant::{Constant, Value};
use crate::oracle::Candidate;
use crate::parameter::Parameter;
use std::ops::Range;
use syn::Expr;

/// The object's own number before the test, and as many more as the closed test expects. It can be asked for only if the object is a parameter.
pub fn candidate(
    closed: &Closed,
    actual: &Range<usize>,
    expected: &Constant,
    parameters: &[Parameter],
) -> Option<Candidate> {
    let Value::Integer(number) = expected.value else { return None };
    let text = closed.text(actual);
    let Ok(Expr::MethodCall(call)) = syn::parse_str::<Expr>(text) else { return None };
    let Expr::Path(receiver) = &*call.receiver else { return None };
    let receiver = receiver.path.get_ident()?.to_string();
    let parameter = parameters.iter().find(|own| own.name == receiver)?;
    let is_receiver = matches!(parameter.value, Value::Receiver { .. });
    let object = closed.objects.iter().find(|own| own.making.variable.as_ref() == Some(&receiver))?;
    let method = call.method.to_string();
    let changes = object.making.calls.iter().any(|own| own.name == method);
    if !is_receiver || changes || !call.args.is_empty() {
        return None;
    }
    // What a list fills is not empty from the start.
    let filled = object.making.holes.iter().find_map(|hole| match hole.value {
        Value::Sized(length) => i128::try_from(length).ok(),
        _ => None,
    });
    let more = number - filled.unwrap_or(0);
    let before = format!("{method}_before");
    if more < 0 || closed.names.contains(&before) {
        return None;
    }
    let (expectation, why) = match more {
        0 => (before.clone(), format!("`{text}` as before")),
        more => (format!("{before} + {more}"), format!("`{text}` before, and {more} more")),
    };
    let start = closed.block.start + 1;
    let edits =
        vec![(start..start, format!(" let {before} = {text};")), (expected.range.clone(), expectation)];
    Some(Candidate { why, edits })
}
