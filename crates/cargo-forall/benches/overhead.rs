//! What instrumentation costs where nothing is symbolic: running, and building.
//!
//! `cargo bench -p cargo-forall --bench overhead` prints both as ratios, of figures taken in the same run. The package is `benches/overhead`,
//! built as tests are, and once more optimised.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

fn main() {
    let directory = tempfile::tempdir().expect("a directory for the package");
    copy_package(directory.path());
    for opt_level in ["0", "3"] {
        println!("opt-level {opt_level}");
        let package = Package { path: directory.path(), opt_level };
        package.compare_builds();
        package.compare_runs();
    }
}

fn show(what: &str, [plain, instrumented, whole]: [f64; 3]) {
    println!(
        "  {what}: plain {plain:.2} s, instrumented {instrumented:.2} s, ratio {:.2} (the whole command {whole:.2} s, {:.2})",
        instrumented / plain,
        whole / plain
    );
}

struct Package<'a> {
    path: &'a Path,
    opt_level: &'a str,
}

impl Package<'_> {
    fn compare_runs(&self) {
        let explored = times(&self.run(self.forall().env("FORALL_SHOW_OUTPUT", "1")));
        let plain = times(&self.run(self.cargo().args(["test", "--lib", "--", "--nocapture"])));
        println!("  {:<10} {:>12} {:>12} {:>6}", "work", "native ns", "explored ns", "ratio");
        for (name, native) in plain {
            let explored = explored.get(&name).copied().unwrap_or(f64::NAN);
            println!("  {name:<10} {native:>12.0} {explored:>12.0} {:>6.2}", explored / native);
        }
    }

    /// Everything from nothing, then after a change to a function that everything calls. The whole command looks after the plain build, too; without
    /// what that takes when there is nothing to do, it is the instrumented build.
    fn compare_builds(&self) {
        let time = |command: &mut Command| {
            let started = Instant::now();
            self.run(command);
            started.elapsed().as_secs_f64()
        };
        let build = || {
            let plain = time(self.cargo().args(["test", "--no-run"]));
            let whole = time(self.forall().arg("--list"));
            let idle = time(self.cargo().args(["test", "--no-run"]));
            [plain, whole - idle, whole]
        };
        show("build from nothing", build());
        let mut best = [f64::MAX; 3];
        for change in 0..5 {
            self.change(change);
            let times = build();
            best = std::array::from_fn(|i| best[i].min(times[i]));
        }
        show("build after a change", best);
    }

    fn change(&self, number: u32) {
        let source = self.path.join("src/work.rs");
        let text = fs::read_to_string(&source).expect("the source");
        let (before, after) = text.split_once("1_013_904_").expect("the constant to change");
        let changed = format!("{before}1_013_904_{}{}", 225 + 2 * number, &after[3..]);
        fs::write(&source, changed).expect("a changed source");
    }

    fn cargo(&self) -> Command {
        self.prepared(Command::new(env!("CARGO")))
    }

    fn forall(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-forall"));
        command.arg("forall");
        self.prepared(command)
    }

    fn prepared(&self, mut command: Command) -> Command {
        let target = self.path.join(format!("target-{}", self.opt_level));
        command.current_dir(self.path).env("CARGO_TARGET_DIR", target);
        command
            .env("CARGO_PROFILE_TEST_OPT_LEVEL", self.opt_level)
            .env("CARGO_PROFILE_DEV_OPT_LEVEL", self.opt_level);
        command.stdin(Stdio::null());
        command
    }

    /// What the command says; it may end with any verdict.
    fn run(&self, mut command: impl std::borrow::BorrowMut<Command>) -> String {
        let output = command.borrow_mut().output().expect("the command runs");
        let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        text.concat()
    }
}

/// `overhead <name> <nanoseconds>`, the best of each name.
fn times(output: &str) -> BTreeMap<String, f64> {
    let mut times: BTreeMap<String, f64> = BTreeMap::new();
    for line in output.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        if let ["overhead", name, time] = words[..]
            && let Ok(time) = time.parse::<f64>()
        {
            let best = times.entry(name.to_owned()).or_insert(time);
            *best = best.min(time);
        }
    }
    times
}

fn copy_package(to: &Path) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let repository = root.join("../..").canonicalize().expect("the repository");
    fs::create_dir(to.join("src")).expect("a directory for the source");
    for file in ["Cargo.toml", "src/lib.rs", "src/work.rs"] {
        let text = fs::read_to_string(root.join("benches/overhead").join(file)).expect("the package");
        fs::write(to.join(file), text.replace("FORALL", &repository.to_string_lossy())).expect("a copy");
    }
}
