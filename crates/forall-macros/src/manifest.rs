//! The few things a macro has to know of the package's Cargo.toml.
//!
//! It is read by lines: keys and tables stand at their beginning, however they are laid out. Nothing here is more than a guess that the
//! compiler would refute.

use std::path::{Path, PathBuf};

#[derive(Debug, Default)]
pub struct Manifest {
    lines: Vec<Line>,
}

/// `key = value`, with the table it stands in: `a.b.c` in `[a]` is the key `c` in the table `a.b`.
#[derive(Debug)]
struct Line {
    table: Vec<String>,
    /// How many tables of that name there are before.
    number: usize,
    key: String,
    value: String,
}

impl Manifest {
    pub fn of(package: &Path) -> Manifest {
        std::fs::read_to_string(package.join("Cargo.toml"))
            .map_or_else(|_| Manifest::default(), |text| Manifest::parse(&text))
    }

    pub fn parse(text: &str) -> Manifest {
        let mut lines = Vec::new();
        let mut table = Vec::new();
        let mut number = 0;
        for line in statements(text) {
            if let Some(header) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                table = keys(header.trim_start_matches('[').trim_end_matches(']'));
                number += 1;
            } else if let Some((key, value)) = line.split_once('=') {
                let mut path = table.clone();
                path.extend(keys(key));
                let Some(key) = path.pop() else { continue };
                lines.push(Line { table: path, number, key, value: value.trim().to_owned() });
            }
        }
        Manifest { lines }
    }

    /// What the package calls a dependency, as the name of a crate; `None` if it does not have it.
    pub fn crate_name(&self, dependency: &str, workspace: impl Fn() -> Option<Manifest>) -> Option<String> {
        let names = self.lines.iter().find_map(|line| line.names(dependency, &workspace));
        names.map(|name| name.replace('-', "_"))
    }

    /// Is a target of this kind listed, with this name or in this file?
    pub fn has_target(&self, kind: &str, name: &str, file: &Path) -> bool {
        let is_it = |line: &Line| {
            let value = text(&line.value);
            line.key == "path" && Path::new(value) == file
                || line.key == "name" && value == name && !self.has_path(kind, line.number)
        };
        self.lines.iter().any(|line| line.table == [kind] && is_it(line))
    }

    fn has_path(&self, kind: &str, number: usize) -> bool {
        self.lines.iter().any(|line| line.table == [kind] && line.number == number && line.key == "path")
    }

    pub fn package_name(&self) -> Option<&str> {
        let is_it = |line: &&Line| line.table == ["package"] && line.key == "name";
        self.lines.iter().find(is_it).map(|line| text(&line.value))
    }

    /// The dependencies of the workspace, as if they were the package's.
    fn renames_for_all(&self, name: &str, dependency: &str) -> bool {
        self.lines.iter().any(|line| match line.dependency() {
            Some((listed, value)) => {
                listed == name && line.is_in_workspace() && renamed(&value).is_some_and(|it| it == dependency)
            }
            None => false,
        })
    }
}

impl Line {
    fn is_in_workspace(&self) -> bool {
        self.table.first().is_some_and(|first| first == "workspace")
    }

    /// The dependency of which this line says something: `name = { .. }`, or a line of `[dependencies.name]`.
    fn dependency(&self) -> Option<(&str, String)> {
        let is_list = |table: &String| {
            matches!(
                table.as_str(),
                "dependencies" | "dev-dependencies" | "dev_dependencies" | "build-dependencies"
            )
        };
        let list = self.table.iter().position(is_list)?;
        match &self.table[list + 1..] {
            [] => Some((&self.key, self.value.clone())),
            [name] => Some((name, format!("{{ {} = {} }}", self.key, self.value))),
            _ => None,
        }
    }

    /// What the package calls the dependency, if this line lists it.
    fn names(&self, dependency: &str, workspace: &impl Fn() -> Option<Manifest>) -> Option<String> {
        let (name, value) = self.dependency().filter(|_| !self.is_in_workspace())?;
        let is_it = match renamed(&value) {
            Some(package) => package == dependency,
            None if is_inherited(&value) => {
                let by_another_name = || workspace().is_some_and(|all| all.renames_for_all(name, dependency));
                name == dependency || by_another_name()
            }
            // A line of `[dependencies.name]` says nothing of the others.
            None => name == dependency,
        };
        is_it.then(|| name.to_owned())
    }
}

/// The manifest of the workspace that a package is in.
pub fn workspace(package: &Path) -> Option<Manifest> {
    let has_workspace = |manifest: &Manifest| manifest.lines.iter().any(Line::is_in_workspace);
    let above: Vec<PathBuf> = package.ancestors().map(PathBuf::from).collect();
    above.iter().map(|directory| Manifest::of(directory)).find(has_workspace)
}

/// The package of `{ package = "forall", .. }`.
fn renamed(value: &str) -> Option<String> {
    let flat: String = value.split_whitespace().collect::<String>().replace('\'', "\"");
    let (_, package) = ["{package=\"", ",package=\""].iter().find_map(|key| flat.split_once(key))?;
    package.split('"').next().map(str::to_owned)
}

fn is_inherited(value: &str) -> bool {
    value.split_whitespace().collect::<String>().contains("workspace=true")
}

/// The lines without comments; what goes over several lines is made one.
fn statements(text: &str) -> Vec<String> {
    let mut statements = Vec::new();
    let mut statement = String::new();
    for line in text.lines() {
        statement.push_str(without_comment(line).trim());
        let count = |wanted: char| unquoted(&statement).filter(|(_, c)| *c == wanted).count();
        if count('{') > count('}') || count('[') > count(']') {
            statement.push(' ');
            continue;
        }
        statements.push(std::mem::take(&mut statement));
    }
    statements
}

fn without_comment(line: &str) -> &str {
    let comment = unquoted(line).find(|(_, c)| *c == '#');
    comment.map_or(line, |(at, _)| &line[..at])
}

/// The characters outside of strings.
fn unquoted(line: &str) -> impl Iterator<Item = (usize, char)> {
    let mut quote = None;
    line.char_indices().filter(move |(_, c)| match (quote, *c) {
        (None, '"' | '\'') => {
            quote = Some(*c);
            false
        }
        (Some(open), c) if open == c => {
            quote = None;
            false
        }
        (open, _) => open.is_none(),
    })
}

/// `a."b.c".d`
fn keys(dotted: &str) -> Vec<String> {
    let mut keys = vec![String::new()];
    let mut quote = None;
    for c in dotted.trim().chars() {
        match (quote, c) {
            (None, '.') => keys.push(String::new()),
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), _) if open == c => quote = None,
            (None, ' ') => {}
            _ => keys.last_mut().into_iter().for_each(|key| key.push(c)),
        }
    }
    keys
}

/// A string without its quotes.
fn text(value: &str) -> &str {
    value.trim_matches(['"', '\''])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_crate_is_called_as_the_package_calls_it() {
        let check = |manifest: &str, workspace: &str, expected: &str| {
            let name = Manifest::parse(manifest).crate_name("forall", || Some(Manifest::parse(workspace)));
            assert_eq!(name.as_deref().unwrap_or("none"), expected, "{manifest}");
        };
        check("", "", "none");
        check("[dependencies]\nforall-spec = '1'", "", "none");
        check("[dependencies.forall]\nversion = '1'", "", "forall");
        check("[dev-dependencies]\nforall = '1'\nfast = { package = \"fast-all\" }", "", "forall");
        check("[dev-dependencies]\nfa = { package = \"forall\", path = '..' } # renamed", "", "fa");
        check("[dependencies]\nfor-all = { path = \"..\",\n  package = 'forall' }", "", "for_all");
        check("[dev-dependencies.fa]\nversion = '1'\npackage = \"forall\"", "", "fa");
        check("[dev-dependencies]\nfa.package = 'forall'", "", "fa");
        check("[target.'cfg(unix)'.dev-dependencies]\nfa = { package = 'forall' }", "", "fa");
        check("[target.'cfg(unix)'.dev-dependencies.fa]\npackage = 'forall'", "", "fa");
        check("[workspace.dependencies]\nfa = { package = 'forall' }", "", "none");
        let workspace = "[workspace.dependencies]\nfa = { package = 'forall' }\nother = '1'";
        check("[dev-dependencies]\nfa = { workspace = true }\nother.workspace = true", workspace, "fa");
        check("[dev-dependencies]\nother.workspace = true\nfa.workspace = true", workspace, "fa");
        check("[dev-dependencies]\nfa = '1'", workspace, "none");
        check("[package]\ndescription = \"a [b\"\n[dev-dependencies]\nfa = { package = 'forall' }", "", "fa");
        check("# [dev-dependencies]\n# fa = { package = 'forall' }", "", "none");
    }

    #[test]
    fn listed_targets_are_found_by_name_and_file() {
        let manifest = Manifest::parse(
            "[package]\nname = \"a\" # or b\n[[test]]\nname = 'one'\n[[test]]\nname = 'two'\npath = 'x/y.rs'\n[[bench]]\nname = 'three'",
        );
        let has = |kind, name, file: &str| manifest.has_target(kind, name, Path::new(file));
        assert!(has("test", "one", "tests/one.rs") && has("test", "no", "x/y.rs"));
        assert!(
            !has("test", "two", "tests/two.rs") && !has("test", "three", "") && has("bench", "three", "")
        );
        assert_eq!(manifest.package_name(), Some("a"));
    }
}
