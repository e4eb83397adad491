//! Types as `std::any::type_name` gives them, as code.

use crate::paths::Paths;

/// The type, with the paths that it has in the file.
pub fn written(type_name: &str, paths: &Paths) -> String {
    let mut code = String::new();
    let mut path = String::new();
    for c in type_name.chars() {
        if c.is_alphanumeric() || c == '_' || c == ':' {
            path.push(c);
        } else {
            code.push_str(&of_path(&path, paths));
            path.clear();
            code.push(c);
        }
    }
    code + &of_path(&path, paths)
}

/// All paths in a type that are the user's own.
pub fn users(type_name: &str) -> Vec<String> {
    let is_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let paths = type_name.split(|c: char| !is_path(c)).filter(|path| path.contains("::"));
    paths.filter(|path| !is_standard(path)).map(str::to_owned).collect()
}

fn is_standard(path: &str) -> bool {
    ["std", "core", "alloc"].contains(&path.split("::").next().unwrap_or(path))
}

fn of_path(path: &str, paths: &Paths) -> String {
    if !path.contains("::") || !is_standard(path) {
        return paths.of_type(path);
    }
    let name = path.rsplit("::").next().unwrap_or(path);
    match name {
        "Option" | "Result" | "String" | "Vec" | "Box" => name.into(),
        "VecDeque" | "BTreeMap" | "BTreeSet" | "HashMap" | "HashSet" | "BinaryHeap" | "LinkedList" => {
            format!("std::collections::{name}")
        }
        "Rc" => "std::rc::Rc".into(),
        "Arc" => "std::sync::Arc".into(),
        "Duration" => "std::time::Duration".into(),
        "Range" | "RangeInclusive" | "RangeFrom" | "RangeTo" | "RangeToInclusive" | "RangeFull" | "Bound" => {
            format!("std::ops::{name}")
        }
        "PathBuf" | "Path" => format!("std::path::{name}"),
        "OsString" | "OsStr" => format!("std::ffi::{name}"),
        "Ipv4Addr" | "Ipv6Addr" | "IpAddr" | "SocketAddr" | "SocketAddrV4" | "SocketAddrV6" => {
            format!("std::net::{name}")
        }
        "NonZero" | "Wrapping" | "Saturating" => format!("std::num::{name}"),
        "Cow" => "std::borrow::Cow".into(),
        "Cell" | "RefCell" => format!("std::cell::{name}"),
        "PhantomData" => "std::marker::PhantomData".into(),
        "Error" | "ErrorKind" if path.starts_with("std::io::") => format!("std::io::{name}"),
        _ => match path.split_once("::") {
            Some((_, rest)) => format!("std::{rest}"),
            None => path.into(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_written_by_their_public_paths() {
        let check = |name: &str, expected: &str| assert_eq!(written(name, &Paths::default()), expected);
        check("u8", "u8");
        check("core::result::Result<usize, std::io::error::Error>", "Result<usize, std::io::Error>");
        check(
            "(alloc::vec::Vec<u8>, [core::option::Option<alloc::string::String>; 2])",
            "(Vec<u8>, [Option<String>; 2])",
        );
        check("alloc::collections::btree::map::BTreeMap<u8, ()>", "std::collections::BTreeMap<u8, ()>");
        check("core::num::error::ParseIntError", "std::num::error::ParseIntError");
        check("krate::mock::Reply", "Reply");
        assert_eq!(users("core::option::Option<(krate::mock::Reply, u8)>"), ["krate::mock::Reply"]);
    }
}
