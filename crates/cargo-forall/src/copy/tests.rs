use super::*;
use crate::patch::tests::workspace;
use std::process::Command;
use tempfile::TempDir;

const PACKAGE: &str = "[package]\nname = \"a\"\nversion = \"0.1.0\"\nedition = \"2021\"\n";

fn git(directory: &Path, arguments: &[&str]) {
    let output = Command::new("git").args(arguments).current_dir(directory).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn opened(root: &Path) -> (Selection, Workspace, Copy) {
    let selection = Selection {
        manifest_path: Some(root.join("Cargo.toml")),
        target_dir: Some(root.join("target")),
        offline: true,
        ..Selection::default()
    };
    let workspace = Workspace::load(&selection).unwrap_or_else(|stop| panic!("{}", stop.cause));
    let copy = Copy::new(&workspace, "try");
    (selection, workspace, copy)
}

fn files(copy: &Copy) -> Vec<String> {
    let files = files::below(copy.root(), Path::new("")).unwrap();
    files.iter().map(|file| file.display().to_string()).collect()
}

fn text(copy: &Copy, file: &str) -> String {
    std::fs::read_to_string(copy.root().join(file)).unwrap()
}

fn package() -> TempDir {
    workspace(&[("Cargo.toml", PACKAGE), ("src/lib.rs", "mod target;\n"), ("src/target/mod.rs", "")])
}

#[test]
fn everything_is_copied_but_what_is_built() {
    let root = package();
    std::fs::create_dir_all(root.path().join("target/debug")).unwrap();
    std::fs::write(root.path().join("target/debug/built"), "").unwrap();
    let (_, _, copy) = opened(root.path());
    copy.update(&BTreeMap::new()).unwrap();
    assert_eq!(files(&copy), ["Cargo.toml", "src/lib.rs", "src/target/mod.rs"]);
}

#[test]
fn what_git_ignores_is_not_copied_but_for_the_lock_file() {
    let root = package();
    git(root.path(), &["init", "-q"]);
    for (file, text) in
        [(".gitignore", "Cargo.lock\n*.log\n"), ("a.log", ""), ("Cargo.lock", "version = 4\n")]
    {
        std::fs::write(root.path().join(file), text).unwrap();
    }
    git(root.path(), &["add", "."]);
    std::fs::write(root.path().join("new.rs"), "").unwrap();
    std::fs::remove_file(root.path().join("src/target/mod.rs")).unwrap();
    let (_, _, copy) = opened(root.path());
    for _ in 0..2 {
        copy.update(&BTreeMap::new()).unwrap();
        assert_eq!(files(&copy), [".gitignore", "Cargo.lock", "Cargo.toml", "new.rs", "src/lib.rs"]);
    }
}

#[test]
fn only_what_differs_is_touched() {
    let root = package();
    let (_, _, copy) = opened(root.path());
    assert_eq!(copy.update(&BTreeMap::new()).unwrap().len(), 3);
    let modified = || copy.root().join("Cargo.toml").metadata().unwrap().modified().unwrap();
    let before = modified();
    let candidate: BTreeMap<PathBuf, String> =
        [("src/lib.rs".into(), "fn new() {}\n".into()), ("tests/new.rs".into(), String::new())].into();
    let both = ["src/lib.rs", "tests/new.rs"].map(PathBuf::from);
    assert_eq!(copy.update(&candidate).unwrap(), both);
    assert_eq!(text(&copy, "src/lib.rs"), "fn new() {}\n");
    assert!(copy.update(&candidate).unwrap().is_empty());
    assert_eq!(copy.update(&BTreeMap::new()).unwrap(), both);
    assert_eq!(files(&copy), ["Cargo.toml", "src/lib.rs", "src/target/mod.rs"]);
    assert_eq!(modified(), before);
}

#[test]
fn paths_to_what_is_not_copied_are_absolute() {
    let manifest = format!(
        "{PACKAGE}# kept\n[dependencies]\npath = \"1\" # a crate\nx = {{ path = '../x' }}\n[target.'cfg(unix)'.dependencies.y]\npath = \"in/y\"\n[workspace.dependencies]\nz = {{ path = \"in/../../x\" }}\n[patch.crates-io]\nx = {{ path = \"../x\" }}\n"
    );
    let config = "[source.v]\ndirectory = \"../x\"\n[env]\nA = { value = \"../x\", relative = true }\nB = { value = \"../x\" }\n";
    let all = workspace(&[("w/Cargo.toml", &manifest), ("w/in/y/Cargo.toml", ""), ("x/Cargo.toml", "")]);
    let root = all.path().join("w");
    let files: BTreeSet<PathBuf> = ["Cargo.toml", "in/y/Cargo.toml"].map(PathBuf::from).into();
    let moved = |text: &str, kind, file: &str| {
        let place = manifest::Place { root: &root, file: Path::new(file), files: &files };
        manifest::moved(text, kind, &place).unwrap()
    };
    let x = all.path().join("x").canonicalize().unwrap();
    let x = format!("\"{}\"", x.display());
    let expected = manifest.replace("'../x'", &x).replace("\"../x\"", &x).replace("\"in/../../x\"", &x);
    assert_eq!(moved(&manifest, manifest::FileKind::Manifest, "Cargo.toml"), expected);
    let expected = config.replacen("\"../x\"", &x, 2);
    assert_eq!(moved(config, manifest::FileKind::Configuration, ".cargo/config.toml"), expected);
    assert_eq!(moved("no = [", manifest::FileKind::Manifest, "in/Cargo.toml"), "no = [");
}

#[test]
fn a_member_outside_is_refused() {
    let files = BTreeSet::new();
    let place = manifest::Place { root: Path::new("/w"), file: Path::new("Cargo.toml"), files: &files };
    let text = "[workspace]\nmembers = [\"a\", \"../b\"]\n";
    let error = manifest::moved(text, manifest::FileKind::Manifest, &place).unwrap_err().to_string();
    assert!(error.contains("`../b`"), "{error}");
}

/// With a dependency outside, one inside, and the manifest of another workspace above it.
#[test]
fn a_copy_is_a_workspace_that_builds_by_itself() {
    let manifest = format!("{PACKAGE}[dependencies]\nx = {{ path = \"../x\" }}\ny = {{ path = \"y\" }}\n");
    let of = |name: &str| PACKAGE.replace("\"a\"", &format!("\"{name}\""));
    let all = workspace(&[
        ("Cargo.toml", "[workspace]\nexclude = [\"w\", \"x\"]\n"),
        ("w/Cargo.toml", &manifest),
        ("w/src/lib.rs", "pub use x::one;\npub use y::two;\n"),
        ("w/y/Cargo.toml", &of("y")),
        ("w/y/src/lib.rs", "pub fn two() {}\n"),
        ("x/Cargo.toml", &of("x")),
        ("x/src/lib.rs", "pub fn one() {}\n"),
    ]);
    let root = all.path().join("w");
    let (selection, workspace, copy) = opened(&root);
    copy.update(&BTreeMap::new()).unwrap();
    let (selection, copied) = copy.open(&selection).unwrap_or_else(|stop| panic!("{}", stop.cause));
    assert_eq!(copied.root, copy.root());
    assert!(copied.target_directory.starts_with(workspace.target_directory.join("forall/copy")));
    let names: Vec<&str> =
        copied.selected(&selection).unwrap().iter().map(|package| package.name.as_str()).collect();
    assert_eq!(names, ["a"]);
    let check = Command::new(crate::workspace::cargo())
        .args(["check", "--quiet", "--target-dir"])
        .arg(&copied.target_directory)
        .args(crate::workspace::manifest_flags(&selection))
        .output()
        .unwrap();
    assert!(check.status.success(), "{}", String::from_utf8_lossy(&check.stderr));
    assert!(copy.update(&BTreeMap::new()).unwrap().is_empty());
    assert!(!root.join("Cargo.lock").exists());
}

#[test]
fn workspaces_that_share_a_target_directory_have_copies_of_their_own() {
    let (one, other) = (package(), package());
    let target = tempfile::tempdir().unwrap();
    let copy = |root: &Path| {
        let selection = Selection {
            manifest_path: Some(root.join("Cargo.toml")),
            target_dir: Some(target.path().to_owned()),
            offline: true,
            ..Selection::default()
        };
        let workspace = Workspace::load(&selection).unwrap_or_else(|stop| panic!("{}", stop.cause));
        Copy::new(&workspace, "try")
    };
    assert_ne!(copy(one.path()).root(), copy(other.path()).root());
    assert_eq!(copy(one.path()).root(), copy(one.path()).root());
}
