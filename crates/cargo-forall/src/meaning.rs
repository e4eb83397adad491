//! What a contract means, as text: of the one function that is asked for.

use crate::exit::{Exit, OrStop, Stop};
use crate::workspace::{Package, Workspace};
use forall_contract::relation::{self, Place};
use forall_contract::specification::{Function, Source, Specification, Subject};
use forall_source::modules::module_files;
use std::collections::BTreeSet;
use std::path::Path;

/// A function with a contract.
struct Contracted<'s> {
    specification: &'s Specification,
    subject: Option<&'s Subject>,
    function: &'s Function,
    /// `stack::Stack::pop`
    path: String,
}

/// The page about the function of this name in the packages.
pub fn of_function(workspace: &Workspace, packages: &[&Package], name: &str) -> Result<String, Stop> {
    let mut specifications = Vec::new();
    for source in packages.iter().flat_map(|package| &package.targets) {
        if source.test || source.target.is_library() {
            specifications.push(specification(&source.src_path)?);
        }
    }
    let all: Vec<Contracted<'_>> = specifications.iter().flat_map(contracted).collect();
    let found = only(&all, name)?;
    Ok(page(found, &workspace.root))
}

fn page(found: &Contracted<'_>, root: &Path) -> String {
    let relation = relation::relation(found.specification, found.subject, found.function);
    let place = |place: &Place| {
        let file = place.file.as_deref().map(|file| shown(file, root)).unwrap_or_default();
        format!("{file}:{}", place.span.start().line)
    };
    relation::page(&relation, &place)
}

fn shown(file: &Path, root: &Path) -> String {
    file.strip_prefix(root).unwrap_or(file).display().to_string()
}

/// The contracts of the crate that begins with this file.
fn specification(root: &Path) -> Result<Specification, Stop> {
    let files = module_files(root).or_stop(Exit::Usage)?;
    let sources: Vec<Source> = files
        .into_iter()
        .map(|file| Source { path: file.path, modules: file.modules, items: file.items })
        .collect();
    // What is wrong with an attribute, the compiler says.
    Ok(Specification::of(&sources).0)
}

fn contracted(specification: &Specification) -> Vec<Contracted<'_>> {
    let path = |module: &[String], names: &[&str]| {
        module.iter().map(String::as_str).chain(names.iter().copied()).collect::<Vec<_>>().join("::")
    };
    let methods = specification.subjects.iter().flat_map(|subject| {
        subject.functions.iter().map(move |function| Contracted {
            specification,
            subject: Some(subject),
            function,
            path: path(&subject.module, &[&subject.name, &function.name]),
        })
    });
    let functions = specification.functions.iter().map(|function| Contracted {
        specification,
        subject: None,
        function,
        path: path(&function.module, &[&function.name]),
    });
    methods.chain(functions).collect()
}

/// The one whose path is the name, or ends with it.
fn only<'c, 's>(all: &'c [Contracted<'s>], name: &str) -> Result<&'c Contracted<'s>, Stop> {
    let ends = |path: &str| {
        path.strip_suffix(name).is_some_and(|before| before.is_empty() || before.ends_with("::"))
    };
    let exact = all.iter().find(|it| it.path == name);
    let found: Vec<&Contracted<'_>> = all.iter().filter(|it| ends(&it.path)).collect();
    let paths: BTreeSet<&str> = found.iter().map(|it| it.path.as_str()).collect();
    match (exact, found.as_slice()) {
        (Some(exact), _) => Ok(exact),
        (None, [first, ..]) if paths.len() == 1 => Ok(first),
        (None, []) => Err(Stop::new(Exit::NothingSelected, missing(all, name))),
        (None, _) => {
            let paths: Vec<&str> = paths.into_iter().collect();
            let message = format!(
                "{} functions with contracts are called `{name}`: {}\n  help: give more of the path of one",
                paths.len(),
                paths.join(", ")
            );
            Err(Stop::new(Exit::Usage, message))
        }
    }
}

/// So many names are suggested.
const SUGGESTED: usize = 5;
/// Names that are less alike are no help.
const ALIKE: f32 = 0.5;

fn missing(all: &[Contracted<'_>], name: &str) -> String {
    if all.is_empty() {
        return "no function here has a contract\n  help: put `#[contract]` on an `impl` block, a trait or a function, \
            and what it requires and ensures below it"
            .to_owned();
    }
    let mut paths: Vec<&str> = all.iter().map(|it| it.path.as_str()).collect();
    paths.sort_unstable();
    paths.dedup();
    // People know a function by its last names.
    let known_by = |path: &str| {
        let count = name.split("::").count();
        let names: Vec<&str> = path.split("::").collect();
        names[names.len().saturating_sub(count)..].join("::")
    };
    let last: Vec<String> = paths.iter().map(|path| known_by(path)).collect();
    let last_names: Vec<&str> = last.iter().map(String::as_str).collect();
    let mut alike = similar::get_close_matches(name, &last_names, SUGGESTED, ALIKE);
    alike.dedup();
    let mut near: Vec<&str> = Vec::new();
    for alike in alike {
        let called = paths.iter().zip(&last).filter(|(_, last)| *last == alike);
        near.extend(called.map(|(path, _)| *path));
    }
    near.truncate(SUGGESTED);
    let help = match (near.as_slice(), paths.len() <= SUGGESTED) {
        ([], true) => format!("these have contracts: {}", paths.join(", ")),
        ([], false) => {
            format!("{} functions have contracts, {} among them", paths.len(), paths[..SUGGESTED].join(", "))
        }
        (near, _) => format!("did you mean {}?", near.join(" or ")),
    };
    format!("no function with a contract is called `{name}`\n  help: {help}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "
        #[contract] impl Stack { #[pure] pub fn size(&self) -> u8 {} pub fn pop(&mut self) {} }
        pub struct Stack;
        mod queue { #[contract] impl Queue { pub fn pop(&mut self) {} } pub struct Queue; }
        #[contract] #[requires(n > 0)] fn half(n: u8) {}
    ";

    fn found(name: &str) -> Result<String, String> {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path().join("lib.rs");
        std::fs::write(&root, SOURCE).unwrap();
        let specification = specification(&root).map_err(|stop| stop.cause.to_string())?;
        let all = contracted(&specification);
        only(&all, name).map(|it| it.path.clone()).map_err(|stop| stop.cause.to_string())
    }

    /// The type in docs/contracts.md, and what the document shows of it. `BLESS=1` renews that.
    #[test]
    fn the_output_in_the_document_is_that_of_the_command() {
        let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/contracts.md");
        let text = std::fs::read_to_string(&document).unwrap();
        let between = |begin: &str, end: &str| {
            let start = text.find(begin).unwrap() + begin.len();
            let length = text[start..].find(end).unwrap();
            start..start + length
        };
        let source: Vec<&str> =
            text[between("```rust\n", "```")].lines().filter(|it| !it.starts_with("# ")).collect();
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path().join("src/lib.rs");
        std::fs::create_dir(directory.path().join("src")).unwrap();
        // What is called in the example stands in a function there.
        let items = source.join("\n").split("// The caller's fault.").next().unwrap().to_owned();
        std::fs::write(&root, items).unwrap();
        let specification = specification(&root).map_err(|stop| stop.cause).unwrap();
        let all = contracted(&specification);
        let found = only(&all, "Stack::pop").map_err(|stop| stop.cause).unwrap();
        let page = page(found, directory.path());
        let range = between("$ cargo forall explain --contract Stack::pop\n", "```");
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&document, [&text[..range.start], &page, &text[range.end..]].concat()).unwrap();
        } else {
            assert_eq!(page, text[range], "BLESS=1 renews docs/contracts.md");
        }
    }

    #[test]
    fn a_function_is_found_by_the_end_of_its_path() {
        for (name, path) in [
            ("size", "Stack::size"),
            ("Stack::pop", "Stack::pop"),
            ("Queue::pop", "queue::Queue::pop"),
            ("queue::Queue::pop", "queue::Queue::pop"),
            ("half", "half"),
        ] {
            assert_eq!(found(name).as_deref(), Ok(path));
        }
    }

    #[test]
    fn names_that_are_not_there_or_not_of_one_are_refused_with_what_there_is() {
        assert_eq!(
            found("pop").unwrap_err(),
            "2 functions with contracts are called `pop`: Stack::pop, queue::Queue::pop\n  help: give more of the path of one"
        );
        assert_eq!(
            found("Stack::sise").unwrap_err(),
            "no function with a contract is called `Stack::sise`\n  help: did you mean Stack::size or Stack::pop?"
        );
        assert_eq!(
            found("Queue::push").unwrap_err(),
            "no function with a contract is called `Queue::push`\n  help: did you mean queue::Queue::pop?"
        );
        assert_eq!(
            found("xyz").unwrap_err(),
            "no function with a contract is called `xyz`\n  help: these have contracts: Stack::pop, Stack::size, half, queue::Queue::pop"
        );
        assert!(
            missing(&[], "f").starts_with("no function here has a contract\n  help: put `#[contract]` on")
        );
    }
}
