//! Asks hunk by hunk.

use crate::patch::Patch;
use anyhow::{Context, bail};
use std::io::{BufRead, Write};
use std::process::Command;

/// Shows each hunk and does as the answer says: takes it, leaves it, or lets the text be edited and asks again. At the end of the answers all
/// that is left is left out.
pub fn ask(
    patch: &mut Patch,
    answers: &mut dyn BufRead,
    out: &mut dyn Write,
    edit: &dyn Fn(&str) -> anyhow::Result<String>,
) -> anyhow::Result<()> {
    let mut hunk = 0;
    let mut ended = false;
    while hunk < patch.hunks().len() {
        let mut answer = String::new();
        if !ended {
            write!(
                out,
                "{}\n{} of {}: take it? [y]es, [n]o, [e]dit, [q]uit: ",
                patch.render_hunk(hunk)?,
                hunk + 1,
                patch.hunks().len()
            )?;
            out.flush()?;
            ended = answers.read_line(&mut answer)? == 0;
        }
        match answer.trim() {
            "y" | "yes" => hunk += 1,
            "e" | "edit" => {
                let texts: Vec<(usize, String)> = patch
                    .inserted(hunk)
                    .into_iter()
                    .map(|(change, text)| (change, text.to_owned()))
                    .collect();
                for (change, text) in texts {
                    patch.reword(hunk, change, edit(&text)?);
                }
            }
            "n" | "no" => {
                patch.reject(hunk);
                hunk += 1;
            }
            "q" | "quit" => ended = true,
            _ if ended => {
                patch.reject(hunk);
                hunk += 1;
            }
            _ => {}
        }
    }
    Ok(())
}

/// Lets the user's editor have a text.
pub fn in_editor(text: &str) -> anyhow::Result<String> {
    let editor = ["VISUAL", "EDITOR"].into_iter().find_map(std::env::var_os);
    let editor = editor.context("no editor is known\n  help: set EDITOR")?;
    let mut file = tempfile::Builder::new().suffix(".rs").tempfile()?;
    file.write_all(text.as_bytes())?;
    let status = Command::new(&editor).arg(file.path()).status();
    let status = status.with_context(|| format!("cannot run {}", editor.display()))?;
    if !status.success() {
        bail!("{} ended with {status}", editor.display());
    }
    Ok(std::fs::read_to_string(file.path())?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::patch::{Change, Hunk};
    use forall_source::edit::Edit;
    use std::path::Path;

    fn patch(root: &Path) -> Patch {
        std::fs::write(root.join("a.rs"), "fn a() {}\n").unwrap();
        let mut patch = Patch::new();
        patch.source(root, Path::new("a.rs")).unwrap();
        for name in ["one", "two", "three"] {
            let changes = vec![Change::new("a.rs", Edit::insert(10, format!("fn {name}() {{}}\n")))];
            patch.add(Hunk { name: name.into(), changes, ..Hunk::default() }).unwrap();
        }
        patch
    }

    fn after(answers: &str) -> String {
        let root = tempfile::tempdir().unwrap();
        let mut patch = patch(root.path());
        let edit = |text: &str| Ok(text.replace("()", "(x: u8)"));
        ask(&mut patch, &mut answers.as_bytes(), &mut Vec::new(), &edit).unwrap();
        patch.apply(root.path()).unwrap();
        std::fs::read_to_string(root.path().join("a.rs")).unwrap()
    }

    #[test]
    fn each_hunk_is_taken_left_or_edited() {
        assert_eq!(after("y\nn\nyes\n"), "fn a() {}\nfn one() {}\nfn three() {}\n");
        assert_eq!(after("what?\nn\ne\ny\nn\n"), "fn a() {}\nfn two(x: u8) {}\n");
    }

    #[test]
    fn what_is_not_answered_is_left_out() {
        assert_eq!(after("y\nq\n"), "fn a() {}\nfn one() {}\n");
        assert_eq!(after(""), "fn a() {}\n");
    }
}
