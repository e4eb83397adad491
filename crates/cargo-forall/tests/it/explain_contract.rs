//! `cargo forall explain --contract`, in a package with modules in files. Nothing is built, so nothing here compiles.

use std::path::Path;
use std::process::Command;

fn package() -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    let write = |file: &str, text: &str| {
        let file = directory.path().join(file);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
    };
    write(
        "Cargo.toml",
        "[package]\nname = \"subject\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[workspace]\n",
    );
    write(
        "src/lib.rs",
        "mod stack;
use stack::Stack;
#[forall_spec::contract]
#[requires(stack.size() >= 2 && is_round(stack.size()))]
#[ensures(|_| stack.size() == 1)]
pub fn sum_up(stack: &mut Stack) {}
",
    );
    write(
        "src/stack.rs",
        "pub struct Stack { items: Vec<u8> }
#[forall_spec::contract]
impl Stack {
    #[modifies(self.size())]
    #[panics(self.size() == 9, \"full\")]
    #[ensures(|_| self.size() == old(self.size()) + 1)]
    pub fn push(&mut self, item: u8) {}
    #[pure] pub fn size(&self) -> usize {}
    #[pure] pub fn limit(&self) -> usize {}
}
",
    );
    directory
}

/// The exit code, what is said, and what is complained about.
fn explain(directory: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-forall"));
    command.args(["forall", "explain"]).args(arguments).current_dir(directory);
    let output = command.env_remove("CARGO_TARGET_DIR").output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn what_a_contract_means_is_shown_with_its_places() {
    let package = package();
    let (code, page, _) = explain(package.path(), &["--contract", "Stack::push"]);
    assert_eq!(code, Some(0));
    assert_eq!(
        page,
        "what the contract of `Stack::push` means (src/stack.rs:7)
  fn push(&mut self, item: u8)

what can be observed
  of `self`, a `Stack` that is lent to be changed
    self.size(): usize
    self.limit(): usize

when it returns
  said of panics (src/stack.rs:5)
    self.size() != 9
  ensured (src/stack.rs:6)
    self.size()' == self.size() + 1
  unchanged
    self.limit()

when it panics with \"full\"
  said of panics (src/stack.rs:5)
    self.size() == 9
  unchanged
    self.limit()

reads       self.size()
writes      self.size()
may change  self.size()

`x'` is `x` after the call
"
    );
    let (_, page, _) = explain(package.path(), &["--contract", "sum_up"]);
    assert!(
        page.contains("  of `stack`, a `Stack` that is lent to be changed\n    stack.size(): usize\n"),
        "{page}"
    );
    let unclear = "not understood, and not in the relation
  is_round(stack.size()) (src/lib.rs:4)
    a call of `is_round`, which has no contract here
";
    assert!(page.contains(unclear), "{page}");
}

#[test]
fn a_bad_name_is_answered_with_near_ones() {
    let package = package();
    let (code, page, said) = explain(package.path(), &["--contract", "Stack::pusch"]);
    assert_eq!((code, page.as_str()), (Some(3), ""));
    assert!(said.contains("no function with a contract is called `Stack::pusch`"), "{said}");
    assert!(said.contains("help: did you mean stack::Stack::push"), "{said}");
    let (code, _, said) = explain(package.path(), &["--contract", "push", "--all"]);
    assert_eq!(code, Some(5), "{said}");
    let (code, _, said) = explain(package.path(), &[]);
    assert_eq!(code, Some(5), "{said}");
    std::fs::write(package.path().join("src/stack.rs"), "pub struct Stack {\n").unwrap();
    let (code, _, said) = explain(package.path(), &["--contract", "push"]);
    assert_eq!(code, Some(5));
    assert!(said.contains("src/stack.rs:"), "{said}");
}
