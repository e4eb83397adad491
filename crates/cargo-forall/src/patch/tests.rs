use super::apply::Stale;
use super::*;
use forall_source::edit::Source;
use std::process::{Command, Stdio};
use tempfile::TempDir;

const LIB: &str = "fn a() {}\n\nfn b() {}\n\nfn c() {}\n\nfn d() {}\n";

pub fn workspace(files: &[(&str, &str)]) -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    for (file, text) in files {
        let file = directory.path().join(file);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
    }
    directory
}

fn text(root: &TempDir, file: &str) -> String {
    std::fs::read_to_string(root.path().join(file)).unwrap()
}

fn hunk(name: &str, changes: Vec<Change>, needs: Vec<Shared>) -> Hunk {
    Hunk {
        name: name.into(),
        headline: "made general".into(),
        explanation: vec!["because".into()],
        changes,
        needs,
    }
}

/// Three hunks: one replaces `a`, one inserts at the end and needs a new file and a line at the start, one changes another file.
pub fn sample(root: &Path) -> Patch {
    let mut patch = Patch::new();
    let lib = patch.source(root, Path::new("src/lib.rs")).unwrap().to_owned();
    let source = Source::new(&lib);
    patch.source(root, Path::new("src/other.rs")).unwrap();
    assert_eq!(patch.source(root, Path::new("tests/new/made.rs")).unwrap(), "");
    let shared = patch
        .share(
            "a factory",
            vec![
                Change::new("tests/new/made.rs", Edit::insert(0, "fn made() {}\n")),
                Change::new("src/lib.rs", Edit::insert(0, "use x;\n")),
            ],
        )
        .unwrap();
    patch.add(hunk("a", vec![Change::new("src/lib.rs", Edit::replace(0..9, "fn aa() {}"))], vec![])).unwrap();
    patch.add(hunk("d", vec![Change::new("src/lib.rs", source.at_end("fn e() {}"))], vec![shared])).unwrap();
    patch
        .add(hunk("o", vec![Change::new("src/other.rs", Edit::insert(0, "fn p() {}\r\n"))], vec![]))
        .unwrap();
    patch
}

pub fn sample_workspace() -> TempDir {
    workspace(&[("src/lib.rs", LIB), ("src/other.rs", "fn o() {}\r\n// no end")])
}

#[test]
fn a_patch_is_applied_as_a_whole() {
    let root = sample_workspace();
    let applied = sample(root.path()).apply(root.path()).unwrap();
    assert_eq!(applied.hunks, ["a", "d", "o"]);
    assert_eq!(applied.files.len(), 3);
    assert_eq!(applied.stale, []);
    assert_eq!(text(&root, "src/lib.rs"), format!("use x;\n{}\nfn e() {{}}\n", LIB.replace("fn a", "fn aa")));
    assert_eq!(text(&root, "src/other.rs"), "fn p() {}\r\nfn o() {}\r\n// no end");
    assert_eq!(text(&root, "tests/new/made.rs"), "fn made() {}\n");
    assert_eq!(std::fs::read_dir(root.path().join("src")).unwrap().count(), 2);
}

#[test]
fn what_is_shared_goes_with_the_last_hunk_that_needs_it() {
    let root = sample_workspace();
    let mut patch = sample(root.path());
    patch.reject(1);
    assert_eq!(patch.apply(root.path()).unwrap().hunks, ["a", "o"]);
    assert_eq!(text(&root, "src/lib.rs"), LIB.replace("fn a", "fn aa"));
    assert!(!root.path().join("tests").exists());
}

#[test]
fn a_hunk_without_its_source_is_named_and_left_out() {
    let root = sample_workspace();
    let patch = sample(root.path());
    std::fs::create_dir_all(root.path().join("tests/new")).unwrap();
    std::fs::write(root.path().join("tests/new/made.rs"), "// mine\n").unwrap();
    std::fs::remove_file(root.path().join("src/other.rs")).unwrap();
    let applied = patch.apply(root.path()).unwrap();
    assert_eq!(applied.hunks, ["a"]);
    let stale = |name: &str, file: &str| Stale { name: name.into(), file: file.into() };
    assert_eq!(applied.stale, [stale("d", "tests/new/made.rs"), stale("o", "src/other.rs")]);
    assert_eq!(text(&root, "src/lib.rs"), LIB.replace("fn a", "fn aa"));
    assert_eq!(text(&root, "tests/new/made.rs"), "// mine\n");
}

#[test]
fn hunks_that_change_the_same_are_refused() {
    let root = sample_workspace();
    let mut patch = sample(root.path());
    let twice = hunk("twice", vec![Change::new("src/lib.rs", Edit::delete(3..5))], vec![]);
    let error = format!("{:#}", patch.add(twice).unwrap_err());
    assert!(error.contains("twice") && error.contains("src/lib.rs"), "{error}");
    assert!(patch.add(hunk("unread", vec![Change::new("x.rs", Edit::insert(0, ""))], vec![])).is_err());
    assert!(patch.add(hunk("lost", vec![], vec![Shared(7)])).is_err());
    assert_eq!(patch.hunks().len(), 3);
}

#[test]
fn equal_changes_are_shared_once() {
    let root = sample_workspace();
    let mut patch = sample(root.path());
    let change = || vec![Change::new("src/lib.rs", Edit::insert(11, "// once\n"))];
    assert_eq!(patch.share("one", change()).unwrap(), patch.share("two", change()).unwrap());
}

#[test]
fn an_inserted_text_can_be_another() {
    let root = sample_workspace();
    let mut patch = sample(root.path());
    assert_eq!(patch.inserted(0), [(0, "fn aa() {}")]);
    patch.reword(0, 0, "fn mine() {}");
    assert!(patch.contents().unwrap()[Path::new("src/lib.rs")].contains("\nfn mine() {}\n"));
    (0..3).for_each(|hunk| patch.reject(hunk));
    assert!(patch.is_empty() && patch.contents().unwrap().is_empty());
    assert_eq!(patch.render().unwrap(), "");
}

fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

#[test]
fn a_hunk_is_shown_below_its_explanation() {
    let root = sample_workspace();
    let patch = sample(root.path());
    assert_eq!(
        plain(&patch.render_hunk(0).unwrap()),
        "a: made general\n  because\n--- a/src/lib.rs\n+++ b/src/lib.rs\n@@ -1,4 +1,4 @@\n-fn a() {}\n+fn aa() {}\n \n fn b() {}\n \n"
    );
    assert!(patch.render_hunk(0).unwrap().contains("\u{1b}[32m+fn aa() {}\u{1b}[0m\n"));
    let all = plain(&patch.render().unwrap());
    assert!(all.starts_with("a factory\n--- a/src/lib.rs\n") && all.contains("--- /dev/null\n"), "{all}");
}

/// Git reads what is shown, and does the same.
#[test]
fn what_is_shown_is_what_is_applied() {
    for rejected in 0..8 {
        let (root, other) = (sample_workspace(), sample_workspace());
        let mut patch = sample(root.path());
        (0..3).filter(|hunk| rejected >> hunk & 1 == 1).for_each(|hunk| patch.reject(hunk));
        patch.apply(root.path()).unwrap();
        if patch.is_empty() {
            continue;
        }
        let shown = other.path().join("shown.diff");
        std::fs::write(&shown, plain(&patch.render().unwrap())).unwrap();
        let git = Command::new("git")
            .args(["apply", "--whitespace=nowarn", "shown.diff"])
            .current_dir(other.path())
            .stderr(Stdio::piped())
            .output()
            .unwrap();
        assert!(git.status.success(), "{}", String::from_utf8_lossy(&git.stderr));
        for file in patch.contents().unwrap().keys() {
            let file = file.to_str().unwrap();
            assert_eq!(text(&root, file), text(&other, file), "{file}, {rejected}");
        }
    }
}
