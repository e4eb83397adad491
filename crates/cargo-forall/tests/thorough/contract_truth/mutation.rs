//! What makes a true contract false: one text in the place of another.

use std::collections::BTreeMap;

/// A line `` file::part: `from` => `to` ``, and below it, indented, what is then false: `` contract of f: callee ensures f `x` ``.
#[derive(Debug)]
pub struct Mutation {
    /// The file, `sums`, and the module in it, `mean`.
    pub file: String,
    pub part: String,
    from: String,
    to: String,
    /// By the name of the test, who may be blamed for what. Every other test holds.
    pub blames: BTreeMap<String, Vec<String>>,
}

impl Mutation {
    pub fn all(text: &str) -> Vec<Mutation> {
        let mut all: Vec<Mutation> = Vec::new();
        for line in text.lines().filter(|line| !line.is_empty()) {
            let Some(blame) = line.strip_prefix("    ") else {
                all.push(Mutation::read(line).unwrap_or_else(|| panic!("not a mutation: {line}")));
                continue;
            };
            let (test, blame) = blame.split_once(": ").unwrap_or_else(|| panic!("not a blame: {line}"));
            let mutation = all.last_mut().expect("a mutation comes first");
            mutation.blames.entry(test.to_owned()).or_default().push(blame.to_owned());
        }
        all
    }

    fn read(line: &str) -> Option<Mutation> {
        let (place, rest) = line.split_once(": `")?;
        let (file, part) = place.split_once("::")?;
        let (from, to) = rest.strip_suffix('`')?.split_once("` => `")?;
        let text = |written: &str| written.replace("\\n", "\n");
        Some(Mutation {
            file: file.to_owned(),
            part: part.to_owned(),
            from: text(from),
            to: text(to),
            blames: BTreeMap::new(),
        })
    }

    /// As it stands in the list, without what is false.
    pub fn line(&self) -> String {
        let Mutation { file, part, from, to, .. } = self;
        let written = |text: &str| text.replace('\n', "\\n");
        format!("{file}::{part}: `{}` => `{}`\n", written(from), written(to))
    }

    /// The module as it then is.
    pub fn applied(&self, file: &str) -> String {
        let begin = format!("pub mod {} {{\n", self.part);
        let (_, rest) = file.split_once(&begin).unwrap_or_else(|| panic!("no {begin}"));
        let (module, _) = rest.split_once("\n}\n").expect("a module ends");
        let module = format!("{module}\n");
        assert_eq!(module.matches(&self.from).count(), 1, "{self:?} is not one place");
        module.replace(&self.from, &self.to)
    }
}

/// `mutated.rs`: a module for each file, and in that one for each mutation, `mean_1`, `mean_2`. Also their names.
pub fn mutated(mutations: &[Mutation], file: impl Fn(&str) -> String) -> (String, Vec<String>) {
    let mut files: BTreeMap<&str, String> = BTreeMap::new();
    let mut names: Vec<String> = Vec::new();
    for mutation in mutations {
        let Mutation { file: name, part, .. } = mutation;
        let begin = format!("mutated::{name}::{part}_");
        let number = names.iter().filter(|name| name.starts_with(&begin)).count() + 1;
        let module = mutation.applied(&file(name));
        *files.entry(name).or_default() += &format!("pub mod {part}_{number} {{\n{module}}}\n");
        names.push(format!("{begin}{number}"));
    }
    let modules = files.into_iter().map(|(name, modules)| {
        format!("pub mod {name} {{\n#[allow(unused_imports)]\nuse crate::{name}::*;\n{modules}}}\n")
    });
    (modules.collect(), names)
}
