//! What the types and functions of the user are called in the file.
//!
//! See docs/decisions/standard-names-in-case-files.md.

use crate::spelling::{is_reserved, plain, spelled};
use crate::standard;
use crate::{TestCase, TestTarget, types};
use forall_protocol::replay::RecordedReturn;
use forall_protocol::value::{Built, Form, Reach, Value};
use std::collections::{BTreeMap, BTreeSet};

/// How each path is written.
#[derive(Clone, Debug, Default)]
pub struct Paths {
    /// The module of the test; empty where nobody cares.
    module: String,
    written: BTreeMap<String, String>,
    /// The paths that are imported at the top of the file.
    pub imports: BTreeSet<String>,
    /// [`TestTarget::characters`].
    pub characters: Vec<u8>,
}

impl Paths {
    /// Where all that matters is that it can be read.
    pub fn anywhere(target: &TestTarget) -> Paths {
        Paths { characters: target.characters.clone(), ..Paths::default() }
    }

    /// For all that occurs in the cases. Where the parameters name a type it is called as it is there; other
    /// things are imported, unless two share a name, or the name means something else in every file.
    pub fn of(target: &TestTarget, cases: &[TestCase]) -> Paths {
        let mut paths = Paths { module: plain(&target.module), ..Paths::anywhere(target) };
        let mut all = BTreeSet::new();
        for case in cases {
            case.arguments.iter().for_each(|(_, value)| paths.collect(value, &mut all));
            for choice in &case.choices {
                paths.collect(&choice.value, &mut all);
                all.extend(types::users(&choice.type_name));
            }
            if let Some(RecordedReturn::Value(value, _)) = &case.told {
                paths.collect(value, &mut all);
            }
        }
        let public: BTreeMap<String, &String> =
            target.public.iter().map(|(path, public)| (plain(path), public)).collect();
        for path in &all {
            let name = last(path);
            let is_only = all.iter().filter(|other| last(other) == name).count() == 1;
            let is_free = is_only && !is_reserved(name) && name != plain(&target.function);
            let mut named = target.types.iter().filter(|mentioned| last(&plain(mentioned)) == name);
            let from_here = match public.get(path) {
                Some(public) => from(&paths.module, &plain(public)),
                None => from(&paths.module, path),
            };
            let in_scope = format!("{}::{name}", target.up());
            let written = match named.next().map(|mentioned| plain(mentioned)) {
                // A mere name may mean something else here than it means to the test.
                Some(mentioned) if is_only && mentioned == name && !is_free => in_scope,
                Some(mentioned) if is_only => mentioned,
                None if parent(path) == paths.module && !is_free => in_scope,
                None if parent(path) == paths.module => name.to_owned(),
                None if is_free => {
                    paths.imports.insert(spelled(&from_here));
                    name.to_owned()
                }
                _ => from_here,
            };
            paths.written.insert(path.clone(), spelled(&written));
        }
        paths
    }

    fn collect(&self, value: &Value, found: &mut BTreeSet<String>) {
        match value {
            Value::Leaf { .. } => {}
            Value::Node { parts, .. } => parts.iter().for_each(|part| self.collect(part, found)),
            Value::Built(built) if standard::utf8(built).is_some() => {}
            Value::Built(built) => {
                let path = path_and_item(built).0;
                if built.form != Form::Source && !path.starts_with("std::") && self.reaches(built) {
                    found.insert(path);
                }
                built.parts.iter().for_each(|(_, part)| self.collect(part, found));
            }
        }
    }

    /// Can the parts be named here?
    pub fn reaches(&self, built: &Built) -> bool {
        let is_struct = matches!(built.form, Form::Braces | Form::Parentheses) && built.item.is_empty();
        let path = plain(&built.path);
        let type_module = parent(&path);
        let below = |inner: &str| {
            inner.strip_prefix(type_module).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
        };
        match built.reach {
            _ if !is_struct || self.module.is_empty() => true,
            Reach::Everywhere => true,
            Reach::Crate => first(&self.module) == first(&path),
            Reach::Module => below(&self.module),
        }
    }

    /// The path of a type, as code.
    pub fn of_type(&self, path: &str) -> String {
        let path = plain(path);
        self.written.get(&path).cloned().unwrap_or_else(|| spelled(last(&path)))
    }

    /// The path of something that is built, as code. What is not known is called by its name alone.
    pub fn written(&self, built: &Built) -> String {
        let (path, item) = path_and_item(built);
        let written = if path.starts_with("std::") { path } else { self.of_type(&path) };
        if item.is_empty() { written } else { format!("{written}::{}", spelled(&item)) }
    }
}

/// The type or free function, and what of the type is meant, as plain names. An associated function may be
/// told as one path.
pub fn path_and_item(built: &Built) -> (String, String) {
    let path = plain(&without_generics(&built.path));
    if built.item.is_empty()
        && matches!(built.form, Form::Parentheses | Form::Unwrapped)
        && let Some((type_path, function)) = path.rsplit_once("::")
        && last(type_path).starts_with(char::is_uppercase)
        && !function.starts_with(char::is_uppercase)
    {
        return (type_path.into(), function.into());
    }
    (path, plain(&built.item))
}

/// The path as it is reached from a module: of the same crate or of another.
fn from(module: &str, path: &str) -> String {
    let own = first(module);
    match path.strip_prefix(own).and_then(|rest| rest.strip_prefix("::")) {
        Some(rest) => format!("crate::{rest}"),
        // It has its name in every file, whatever the package calls it.
        None if first(path) == "forall" => path.to_owned(),
        // Whatever else is called so.
        None => format!("::{path}"),
    }
}

fn first(path: &str) -> &str {
    path.split("::").next().unwrap_or(path)
}

fn last(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or(path)
}

fn parent(path: &str) -> &str {
    path.rsplit_once("::").map_or("", |(parent, _)| parent)
}

/// `a::Stack::new` of `a::Stack<u8>::new`.
fn without_generics(path: &str) -> String {
    let mut depth = 0;
    let mut plain = String::new();
    for c in path.chars() {
        match c {
            '<' => depth += 1,
            '>' => depth -= 1,
            _ if depth == 0 => plain.push(c),
            _ => {}
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CaseEnding, expression::samples};

    fn paths(types: &[&str], built: &[&str]) -> Paths {
        let target = TestTarget {
            types: types.iter().map(ToString::to_string).collect(),
            module: "krate::shop::tests".into(),
            ..TestTarget::sample("put")
        };
        let value = |path: &&str| ("x".into(), samples::built(Form::Bare, path, "", &[]));
        Paths::of(
            &target,
            &[TestCase {
                arguments: built.iter().map(value).collect(),
                ending: CaseEnding::Returns,
                ..TestCase::default()
            }],
        )
    }

    #[track_caller]
    fn check(types: &[&str], path: &str, written: &str, imports: &[&str]) {
        let paths = paths(types, &[path]);
        assert_eq!(paths.of_type(path), written);
        assert_eq!(paths.imports.iter().map(String::as_str).collect::<Vec<_>>(), imports);
    }

    #[test]
    fn what_the_parameters_name_is_called_so() {
        check(&["Order"], "krate::shop::Order", "Order", &[]);
        check(&["Vec", "super::shop::Order"], "krate::shop::Order", "super::shop::Order", &[]);
    }

    #[test]
    fn other_things_are_imported() {
        check(&["Order"], "krate::people::Customer", "Customer", &["crate::people::Customer"]);
        check(&["Order"], "other::Customer", "Customer", &["::other::Customer"]);
        check(&[], "forall::Sampler", "Sampler", &["forall::Sampler"]);
        check(&[], "krate::shop::tests::customer", "customer", &[]);
        check(&[], "krate::put", "crate::put", &[]);
    }

    #[test]
    fn what_is_called_like_something_of_the_standard_library_is_called_by_its_path() {
        check(&["String"], "krate::json::String", "super::String", &[]);
        check(&["json::String"], "krate::json::String", "json::String", &[]);
        check(&[], "krate::json::String", "crate::json::String", &[]);
        check(&[], "krate::shop::tests::Box", "super::Box", &[]);
        check(&["Option"], "krate::shop::Option", "super::Option", &[]);
        check(&[], "krate::shop::tests::put", "super::put", &[]);
    }

    #[test]
    fn raw_names_are_spelled_so_wherever_they_come_from() {
        check(&["r#Try"], "krate::mod::Try", "Try", &[]);
        check(&["r#type::Order"], "krate::r#type::Order", "r#type::Order", &[]);
        let paths = paths(&[], &["krate::r#mod::r#match", "other::r#type::Order"]);
        assert_eq!(
            paths.imports,
            BTreeSet::from(["::other::r#type::Order".into(), "crate::r#mod::r#match".into()])
        );
        assert_eq!(paths.of_type("krate::mod::match"), "r#match");
    }

    #[test]
    fn what_is_re_exported_is_imported_from_there() {
        let target = TestTarget {
            public: BTreeMap::from([("other::hidden::Part".into(), "other::Part".into())]),
            ..TestTarget::sample("put")
        };
        let arguments = vec![("x".into(), samples::built(Form::Bare, "other::hidden::Part", "", &[]))];
        let paths = Paths::of(&target, &[TestCase { arguments, ..TestCase::default() }]);
        assert_eq!(paths.imports, BTreeSet::from(["::other::Part".to_owned()]));
        assert_eq!(paths.written["other::hidden::Part"], "Part");
    }

    #[test]
    fn things_that_share_their_name_are_called_by_their_path() {
        let paths = paths(&["Node"], &["krate::a::Node", "krate::b::Node"]);
        assert_eq!(paths.written["krate::a::Node"], "crate::a::Node");
        assert_eq!(paths.written["krate::b::Node"], "crate::b::Node");
        assert!(paths.imports.is_empty());
    }

    #[test]
    fn private_fields_are_named_only_in_their_module() {
        let here = paths(&[], &[]);
        let reaches = |path: &str, reach| match samples::built(Form::Braces, path, "", &[]) {
            Value::Built(built) => here.reaches(&Built { reach, ..built }),
            _ => unreachable!("it is built"),
        };
        assert!(reaches("krate::shop::Order", Reach::Module));
        assert!(reaches("krate::Order", Reach::Module));
        assert!(!reaches("krate::shopping::Order", Reach::Module));
        assert!(reaches("krate::shopping::Order", Reach::Crate));
        assert!(!reaches("other::Order", Reach::Crate));
        assert!(reaches("other::Order", Reach::Everywhere));
    }

    #[test]
    fn associated_functions_belong_to_their_type() {
        let new = |path: &str| match samples::built(Form::Parentheses, path, "", &[]) {
            Value::Built(built) => path_and_item(&built),
            _ => unreachable!("it is built"),
        };
        assert_eq!(new("krate::Stack<alloc::vec::Vec<u8>>::new"), ("krate::Stack".into(), "new".into()));
        assert_eq!(new("krate::stack"), ("krate::stack".into(), String::new()));
        assert_eq!(new("krate::Stack"), ("krate::Stack".into(), String::new()));
    }
}
