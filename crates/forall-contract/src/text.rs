//! Conditions as a person would write them.

use crate::spelled::spelled;
use quote::ToTokens;
use syn::Expr;

/// In one line. In messages, conditions stand between such signs as are replaced.
pub fn text(condition: &Expr) -> String {
    written(condition).replace('`', "'")
}

/// Tokens alone do not tell a comparison from the brackets of a generic type.
fn written(expression: &Expr) -> String {
    let all = |expressions: &mut dyn Iterator<Item = &Expr>| {
        expressions.map(written).collect::<Vec<_>>().join(", ")
    };
    match expression {
        Expr::Binary(binary) => {
            let sign = spelled(&binary.op.to_token_stream()).replace(' ', "");
            format!("{} {sign} {}", written(&binary.left), written(&binary.right))
        }
        Expr::Unary(unary) => {
            format!("{}{}", spelled(&unary.op.to_token_stream()).trim(), written(&unary.expr))
        }
        Expr::Paren(inner) => format!("({})", written(&inner.expr)),
        Expr::Group(inner) => written(&inner.expr),
        Expr::Reference(reference) => {
            let mutable = if reference.mutability.is_some() { "mut " } else { "" };
            format!("&{mutable}{}", written(&reference.expr))
        }
        Expr::Field(field) => {
            format!("{}.{}", written(&field.base), spelled(&field.member.to_token_stream()))
        }
        Expr::Index(index) => format!("{}[{}]", written(&index.expr), written(&index.index)),
        Expr::Cast(cast) => format!("{} as {}", written(&cast.expr), spelled(&cast.ty.to_token_stream())),
        Expr::Call(call) => format!("{}({})", written(&call.func), all(&mut call.args.iter())),
        Expr::MethodCall(call) => {
            let types = call.turbofish.as_ref().map(|types| spelled(&types.to_token_stream()));
            let receiver = written(&call.receiver);
            format!("{receiver}.{}{}({})", call.method, types.unwrap_or_default(), all(&mut call.args.iter()))
        }
        Expr::Closure(closure) => {
            let parameters: Vec<String> =
                closure.inputs.iter().map(|parameter| spelled(&parameter.to_token_stream())).collect();
            format!("|{}| {}", parameters.join(", "), written(&closure.body))
        }
        other => spelled(&other.to_token_stream()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_read_as_they_were_written() {
        for condition in [
            "self.size() == old(self.size()) - 1",
            "n < 1000 && -1 > *x",
            "a <= b || !(c && d >= e)",
            "self.items[index - 1] > 0",
            "(x as usize) < self.items.len()",
            "self.items.iter().all(|item| *item < limit)",
            "Vec::<u8>::new().len() != size_of::<Option<u8>>()",
            "self.parse::<u8>().is_ok()",
            "matches!(ret, Some(x))",
            "&self.name == \"a b\"",
        ] {
            assert_eq!(text(&syn::parse_str(condition).unwrap()), condition);
        }
        assert_eq!(text(&syn::parse_str("c == '`'").unwrap()), "c == '''");
    }
}
