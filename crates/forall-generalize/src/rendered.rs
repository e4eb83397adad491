//! Expected texts in which parameters are rendered: `"3 of 5"` for `n = 3` and `all = 5`.

use crate::parameter::Parameter;

/// Texts of parameters that are shorter than this are found anywhere by chance.
const SHORTEST: usize = 2;

/// The expression that renders the parameters where they stand in a text. Nothing, if none does, or if one is all of it.
pub fn rendered(text: &str, parameters: &[Parameter]) -> Option<String> {
    let mut shown: Vec<(String, &str)> =
        parameters.iter().filter_map(|own| Some((shown(own)?, own.name.as_str()))).collect();
    // The longest first: one may stand inside of another.
    shown.sort_by_key(|(text, _)| std::cmp::Reverse(text.len()));
    let mut format = String::new();
    let mut arguments = Vec::new();
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        match shown.iter().find(|(own, _)| rest.starts_with(own.as_str())) {
            Some((own, name)) => {
                format.push_str("{}");
                arguments.push(*name);
                rest = &rest[own.len()..];
            }
            None => {
                match next {
                    '{' => format.push_str("{{"),
                    '}' => format.push_str("}}"),
                    other => format.push(other),
                }
                rest = &rest[next.len_utf8()..];
            }
        }
    }
    let is_all = format == "{}";
    (!arguments.is_empty() && !is_all).then(|| format!("format!({format:?}, {})", arguments.join(", ")))
}

/// What `{}` makes of the value that it had.
fn shown(parameter: &Parameter) -> Option<String> {
    if !parameter.is_even() {
        return None;
    }
    let text = match syn::parse_str(&parameter.original).ok()? {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => text.value(),
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(number), .. }) => {
            number.base10_parse::<i128>().ok()?.to_string()
        }
        _ => return None,
    };
    let is_number = text.starts_with(|first: char| first.is_ascii_digit());
    (is_number || text.len() >= SHORTEST).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constant::Value;

    #[test]
    fn parameters_are_rendered_where_they_stand() {
        let parameter = |name: &str, original: &str| Parameter {
            name: name.into(),
            ty: String::new(),
            original: original.into(),
            value: Value::Other,
            copied: true,
            constants: Vec::new(),
            rows: vec![original.into()],
        };
        let parameters = [parameter("n", "3"), parameter("all", "35"), parameter("key", "\"ab\"")];
        let text = |text| rendered(text, &parameters);
        assert_eq!(text("3 of 35").as_deref(), Some("format!(\"{} of {}\", n, all)"));
        assert_eq!(text("{ab}\n").as_deref(), Some("format!(\"{{{}}}\\n\", key)"));
        assert_eq!(text("ab"), None);
        assert_eq!(text("nothing"), None);
    }
}
