//! The values in a reply to `(get-value …)`.

/// The values of `((name value) …)`, in the order in which they were asked for.
pub(super) fn parse(reply: &str, expected: usize) -> Option<Vec<u128>> {
    let mut values = Vec::new();
    let mut rest = reply.trim().strip_prefix('(')?.strip_suffix(')')?.trim();
    while !rest.is_empty() {
        rest = rest.strip_prefix('(')?.trim_start();
        rest = after_symbol(rest)?.trim_start();
        let (value, after) = value(rest)?;
        values.push(value);
        rest = after.trim_start().strip_prefix(')')?.trim_start();
    }
    (values.len() == expected).then_some(values)
}

/// Names are always quoted here, but a solver may leave out quotes that are not needed.
fn after_symbol(text: &str) -> Option<&str> {
    match text.strip_prefix('|') {
        Some(quoted) => quoted.split_once('|').map(|(_, rest)| rest),
        None => text.find(char::is_whitespace).map(|end| &text[end..]),
    }
}

/// `#b101`, `#x0f` or `(_ bv5 3)`.
fn value(text: &str) -> Option<(u128, &str)> {
    if let Some(decimal) = text.strip_prefix("(_ bv") {
        let (inside, rest) = decimal.split_once(')')?;
        return Some((inside.split_whitespace().next()?.parse().ok()?, rest));
    }
    let end = text.find(|c: char| c.is_whitespace() || c == ')')?;
    let (digits, rest) = text.split_at(end);
    let value = match (digits.strip_prefix("#x"), digits.strip_prefix("#b")) {
        (Some(hexadecimal), _) => u128::from_str_radix(hexadecimal, 16),
        (_, Some(binary)) => u128::from_str_radix(binary, 2),
        _ => return None,
    };
    Some((value.ok()?, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_in_all_notations() {
        let reply = "((|a b:8| #x0f) (x #b101) (|y:3| (_ bv5 3)))";
        assert_eq!(parse(reply, 3), Some(vec![15, 5, 5]));
        assert_eq!(parse("((|(:1| #b1))", 1), Some(vec![1]));
    }

    #[test]
    fn what_is_no_value_is_refused() {
        for reply in ["", "sat", "((x #b1)", "((x 1))", "((x #xg))", "(error \"no\")", "((x #b1) (y #b0))"] {
            assert_eq!(parse(reply, 1), None, "{reply}");
        }
    }
}
