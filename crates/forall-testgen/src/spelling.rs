//! Names as they have to be written.

/// All words that are, or may become, a part of the language in some edition.
const KEYWORDS: &str = "abstract as async await become box break const continue crate do dyn else enum extern false final fn for gen if impl in let loop macro match mod move mut override priv pub ref return self Self static struct super trait true try type typeof unsafe unsized use virtual where while yield";

/// What the standard library's names are called in a file of cases, whatever is in scope: nothing else can be
/// called so there.
const RESERVED: [&str; 28] = [
    "Box", "Err", "None", "Ok", "Option", "Result", "Some", "String", "Vec", "bool", "char", "f32", "f64",
    "forall", "i128", "i16", "i32", "i64", "i8", "isize", "std", "str", "u128", "u16", "u32", "u64", "u8",
    "usize",
];

pub fn is_keyword(name: &str) -> bool {
    KEYWORDS.split(' ').any(|keyword| keyword == name)
}

pub fn is_reserved(name: &str) -> bool {
    RESERVED.contains(&name)
}

/// Without the sign of raw names: `type` of `r#type`. Not every source of names has it.
pub fn plain(path: &str) -> String {
    path.replace("r#", "")
}

/// A plain name or path as code.
pub fn spelled(path: &str) -> String {
    let segment = |segment: &str| match segment {
        "crate" | "self" | "super" | "Self" => segment.to_owned(),
        _ if is_keyword(segment) => format!("r#{segment}"),
        _ => segment.to_owned(),
    };
    path.split("::").map(segment).collect::<Vec<_>>().join("::")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_are_spelled_raw() {
        assert_eq!(spelled("type"), "r#type");
        assert_eq!(spelled(&plain("crate::r#mod::Try::gen")), "crate::r#mod::Try::r#gen");
        assert_eq!(spelled("::other::super_::x"), "::other::super_::x");
    }
}
