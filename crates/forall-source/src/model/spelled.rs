//! Types as a program writes them.

use super::definition::{Definition, OF_RUST};
use super::types::{Argument, Object, Type};
use crate::exports;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// What it takes to write down a path in a crate.
#[derive(Debug, Default)]
pub struct Scope {
    pub edition: u32,
    /// The crate's first source file.
    pub root: PathBuf,
    /// The names of other crates.
    pub crates: BTreeSet<String>,
    /// The paths of the functions of the crate itself, without numbers: what is declared in one has no path outside of it.
    pub functions: BTreeSet<String>,
    /// How what stands in a private module is reached, as far as it has been asked for.
    pub exported: RefCell<BTreeMap<String, String>>,
}

/// Names that need no path.
const PRELUDE: [&str; 5] =
    ["std::vec::Vec", "std::string::String", "std::option::Option", "std::result::Result", "std::boxed::Box"];

impl Scope {
    /// As source text that means this type anywhere in the crate, or in the function that declares it; nothing if no text does. Lifetimes are left
    /// out, and so is what std's collections are by default.
    pub fn spelled(&self, ty: &Type) -> Option<String> {
        Some(match ty {
            Type::Primitive(name) | Type::Parameter(name) => name.clone(),
            Type::Named { path, arguments } => self.named(path, arguments)?,
            Type::Reference { mutable, to } => {
                format!("&{}{}", if *mutable { "mut " } else { "" }, self.pointee(to)?)
            }
            Type::Pointer { mutable, to } => {
                format!("*{} {}", if *mutable { "mut" } else { "const" }, self.pointee(to)?)
            }
            Type::Slice(element) => format!("[{}]", self.spelled(element)?),
            Type::Array(element, length) => format!("[{}; {length}]", self.spelled(element)?),
            Type::Tuple(parts) => match &self.all(parts)?[..] {
                [only] => format!("({only},)"),
                parts => format!("({})", parts.join(", ")),
            },
            Type::Function { parameters, result } => {
                format!("fn({}){}", self.all(parameters)?.join(", "), self.result(result)?)
            }
            Type::Object(object) => self.object(object)?,
            Type::Projection { definition, arguments } => self.projection(definition, arguments)?,
            Type::Item(_) | Type::Closure(_) | Type::Other(_) => return None,
        })
    }

    fn all(&self, types: &[Type]) -> Option<Vec<String>> {
        types.iter().map(|ty| self.spelled(ty)).collect()
    }

    fn result(&self, result: &Type) -> Option<String> {
        match result {
            Type::Tuple(parts) if parts.is_empty() => Some(String::new()),
            other => self.spelled(other).map(|result| format!(" -> {result}")),
        }
    }

    fn pointee(&self, to: &Type) -> Option<String> {
        let spelled = self.spelled(to)?;
        let is_sum = matches!(to, Type::Object(_)) && spelled.contains(" + ");
        Some(if is_sum { format!("({spelled})") } else { spelled })
    }

    fn named(&self, path: &str, arguments: &[Argument]) -> Option<String> {
        let is_default = |argument: &Argument| match argument {
            Argument::Type(Type::Named { path: own, .. }) => {
                own == "std::alloc::Global"
                    || (own == "std::hash::RandomState" && path.starts_with("std::collections::"))
            }
            _ => false,
        };
        let kept = arguments.iter().rposition(|argument| !is_default(argument)).map_or(0, |last| last + 1);
        let arguments = self.arguments(arguments.get(..kept)?)?;
        let path = self.path(path)?;
        Some(if arguments.is_empty() { path } else { format!("{path}<{}>", arguments.join(", ")) })
    }

    fn arguments(&self, arguments: &[Argument]) -> Option<Vec<String>> {
        let spelled = arguments.iter().filter_map(|argument| match argument {
            Argument::Lifetime => None,
            Argument::Type(ty) => Some(self.spelled(ty)),
            Argument::Constant(value) => Some(Some(value.clone())),
        });
        spelled.collect()
    }

    fn path(&self, path: &str) -> Option<String> {
        if PRELUDE.contains(&path) {
            return path.rsplit("::").next().map(str::to_owned);
        }
        let first = path.split("::").next()?;
        let rooted = |path: &str| match self.edition {
            2015 => format!("::{path}"),
            _ => path.to_owned(),
        };
        if !self.is_in_crate(path) && (OF_RUST.contains(&first) || self.crates.contains(first)) {
            return Some(rooted(path));
        }
        let inside = self.after_function(path);
        match inside {
            _ if inside.unwrap_or(path).contains(['{', '#']) => None,
            Some(inside) => Some(inside.to_owned()),
            None if self.edition == 2015 => Some(rooted(&self.exported(path))),
            None => Some(format!("crate::{}", self.exported(path))),
        }
    }

    /// Where it is re-exported, if the module in which it stands is private.
    fn exported(&self, path: &str) -> String {
        if !path.contains("::") {
            return path.to_owned();
        }
        if let Some(known) = self.exported.borrow().get(path) {
            return known.clone();
        }
        let exported = exports::shared_within(path, &self.root).unwrap_or_else(|| path.to_owned());
        self.exported.borrow_mut().insert(path.to_owned(), exported.clone());
        exported
    }

    /// Does the crate itself have a module of that name? Then it hides a crate of the same name.
    fn is_in_crate(&self, path: &str) -> bool {
        let Some((first, _)) = path.split_once("::") else { return true };
        let start = format!("{first}::");
        self.functions.iter().any(|function| function.starts_with(&start))
    }

    /// What follows the function in which it is declared.
    fn after_function<'p>(&self, path: &'p str) -> Option<&'p str> {
        let ends = path.match_indices("::").map(|(at, _)| at);
        let inside = ends.filter(|at| self.functions.contains(&path[..*at])).last();
        inside.map(|at| &path[at + 2..])
    }

    fn object(&self, object: &Object) -> Option<String> {
        let mut bounds = Vec::new();
        if let Some((path, arguments)) = &object.principal {
            bounds.push(self.bound(path, arguments, &object.associated)?);
        }
        for automatic in &object.automatic {
            bounds.push(match (automatic.krate.as_str(), automatic.path.as_str()) {
                ("core", "marker::Send" | "marker::Sync" | "marker::Unpin") => automatic.name().to_owned(),
                ("core", path) => self.path(&format!("std::{path}"))?,
                _ => self.definition(automatic)?,
            });
        }
        Some(format!("dyn {}", bounds.join(" + ")))
    }

    /// A trait with its arguments; those of functions have a notation of their own.
    fn bound(&self, path: &str, arguments: &[Argument], associated: &[(String, Type)]) -> Option<String> {
        let function =
            path.strip_prefix("std::ops::").filter(|name| ["Fn", "FnMut", "FnOnce"].contains(name));
        if let (Some(name), [Argument::Type(Type::Tuple(parameters))]) = (function, arguments) {
            let result = associated.iter().find(|(name, _)| name == "Output");
            let result = result.map_or(Some(String::new()), |(_, result)| self.result(result))?;
            return Some(format!("{name}({}){result}", self.all(parameters)?.join(", ")));
        }
        let mut all = self.arguments(arguments)?;
        for (name, ty) in associated {
            all.push(format!("{name} = {}", self.spelled(ty)?));
        }
        let path = self.path(path)?;
        Some(if all.is_empty() { path } else { format!("{path}<{}>", all.join(", ")) })
    }

    fn projection(&self, definition: &Definition, arguments: &[Argument]) -> Option<String> {
        let Some((Argument::Type(of), others)) = arguments.split_first() else { return None };
        let of = self.spelled(of)?;
        let name = definition.name();
        // Where a trait of another crate is found is not where it is defined.
        if !definition.is_local {
            return Some(format!("{of}::{name}"));
        }
        let (owner, _) = definition.path.rsplit_once("::")?;
        Some(format!("<{of} as {}>::{name}", self.bound(owner, others, &[])?))
    }

    fn definition(&self, definition: &Definition) -> Option<String> {
        match definition.is_local {
            true => self.path(&definition.path),
            false => self.path(&format!("{}::{}", definition.krate, definition.path)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scope(edition: u32) -> Scope {
        let crates = ["rand", "shapes"].map(str::to_owned).into();
        let functions = ["tests::works", "shapes::area"].map(str::to_owned).into();
        Scope { edition, crates, functions, ..Scope::default() }
    }

    fn spelled(text: &str) -> Option<String> {
        scope(2021).spelled(&Type::parse(text))
    }

    #[test]
    fn types_are_written_as_people_do() {
        for (text, expected) in [
            ("&'{erased} mut [u8; 3_usize]", "&mut [u8; 3]"),
            ("std::vec::Vec<(u8,), std::alloc::Global>", "Vec<(u8,)>"),
            (
                "std::collections::HashMap<std::string::String, (), std::hash::RandomState, std::alloc::Global>",
                "std::collections::HashMap<String, ()>",
            ),
            ("std::borrow::Cow<'{erased}, str>", "std::borrow::Cow<str>"),
            ("std::fmt::Formatter<'{erased}>", "std::fmt::Formatter"),
            ("Stack<T/#0>", "crate::Stack<T>"),
            ("inner::Deep", "crate::inner::Deep"),
            ("rand::rngs::StdRng", "rand::rngs::StdRng"),
            ("tests::works::Local<2_usize>", "Local<2>"),
            ("Binder { value: fn(u8), bound_vars: [] }", "fn(u8)"),
            ("!", "!"),
        ] {
            assert_eq!(spelled(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn a_module_of_the_crate_hides_a_crate_of_its_name() {
        assert_eq!(spelled("shapes::Circle").as_deref(), Some("crate::shapes::Circle"));
    }

    #[test]
    fn what_stands_in_a_private_module_is_named_as_it_is_exported() {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path().join("lib.rs");
        let source = "mod style { mod column { pub struct Width; pub struct Hidden; } pub(crate) use self::column::Width; }";
        std::fs::write(&root, source).unwrap();
        let scope = Scope { root, ..scope(2021) };
        for (text, expected) in [
            ("style::column::Width", "crate::style::Width"),
            ("style::column::Hidden", "crate::style::column::Hidden"),
        ] {
            assert_eq!(scope.spelled(&Type::parse(text)).as_deref(), Some(expected));
        }
    }

    #[test]
    fn paths_follow_the_edition() {
        let older = scope(2015);
        assert_eq!(older.spelled(&Type::parse("inner::Deep")).as_deref(), Some("::inner::Deep"));
        assert_eq!(
            older.spelled(&Type::parse("std::rc::Rc<u8, std::alloc::Global>")).as_deref(),
            Some("::std::rc::Rc<u8>")
        );
    }

    #[test]
    fn trait_objects_have_their_notation() {
        let function = "dyn [Binder { value: Trait(std::ops::FnMut<(u8,)>), bound_vars: [] }, Binder { value: Projection(ExistentialProjection { def_id: DefId(2:4305 ~ core[c1f1]::ops::function::FnOnce::Output), args: [(u8,)], term: Term::Ty(usize), .. }), bound_vars: [] }] + '{erased}";
        assert_eq!(spelled(function).as_deref(), Some("dyn FnMut(u8) -> usize"));
        let send = "&'{erased} dyn [Binder { value: Trait(std::fmt::Debug), bound_vars: [] }, Binder { value: AutoTrait(DefId(2:39391 ~ core[c1f1]::marker::Send)), bound_vars: [] }] + '{erased}";
        assert_eq!(spelled(send).as_deref(), Some("&(dyn std::fmt::Debug + Send)"));
    }

    #[test]
    fn projections_name_their_trait_where_it_is_known() {
        let own =
            "Alias(Projection, AliasTy { args: [T/#0], def_id: DefId(0:10 ~ b[de7b]::inner::Tr::Out), .. })";
        assert_eq!(spelled(own).as_deref(), Some("<T as crate::inner::Tr>::Out"));
        let other = "Alias(Projection, AliasTy { args: [T/#0], def_id: DefId(2:10 ~ core[de7b]::iter::traits::iterator::Iterator::Item), .. })";
        assert_eq!(spelled(other).as_deref(), Some("T::Item"));
    }

    #[test]
    fn what_has_no_name_is_not_made_up() {
        for text in [
            "Closure(DefId(0:23 ~ a[4c2f]::tests::works::{closure#0}), [])",
            "FnDef(DefId(0:23 ~ a[4c2f]::f), [])",
            "(u8, Alias(Opaque, AliasTy { args: [], def_id: DefId(0:25 ~ b[de7b]::later::{opaque#0}), .. }))",
            "outer::{closure#0}::Local",
        ] {
            assert_eq!(spelled(text), None, "{text}");
        }
    }
}
