//! Before and after: what the passes make of small functions, in `tests/passes`. `BLESS=1` renews what comes after.
//!
//! A file says in its first lines what it shows. Behind that come, for every function, the values that may be
//! symbolic ([`symbolic_values`]), the plan of its copies ([`Plan`]), and then the code, the fast copy and
//! the slow one, and the tables of switches.

use super::function::reverse_postorder;
use super::plan::{Plan, Source};
use super::symbolic::symbolic_values;
use super::{Shadowing, fast, instrument};
use crate::llvm::{Context, Module, Value};
use crate::sites::Sites;
use crate::{find_llvm, llvm, lower, sysroot};
use forall_protocol::hooks::{ELSEWHERE, SIGNATURES};
use forall_protocol::terms::Op;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// What rustc says of this machine.
const TARGET: &str = r#"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
"#;

#[test]
fn the_passes_do_what_the_snapshots_show() {
    llvm::load(&find_llvm(&sysroot().unwrap()).unwrap()).unwrap();
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/passes");
    let files = std::fs::read_dir(&directory).unwrap().map(|entry| entry.unwrap().path());
    let mut inputs: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|e| e == "ll")).collect();
    inputs.sort();
    let mut differ = Vec::new();
    for input in &inputs {
        let text = std::fs::read_to_string(input).unwrap();
        let found = snapshot(&text, &input.display().to_string());
        let path = input.with_extension("after");
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&path, &found).unwrap();
        }
        if std::fs::read_to_string(&path).unwrap_or_default() != found {
            differ.push(path);
        }
    }
    assert!(inputs.len() >= 10, "the snapshots are in {}", directory.display());
    assert!(differ.is_empty(), "BLESS=1 renews, and git shows, what differs: {differ:#?}");
}

fn snapshot(text: &str, name: &str) -> String {
    let shows: Vec<&str> = text.lines().take_while(|line| line.starts_with("; ")).collect();
    assert!(!shows.is_empty(), "{name} does not say what it shows");
    let mut out = shows.join("\n") + "\n";
    // The plan is made of a module of its own: it moves stack slots.
    let shadowing = Shadowing::new(parsed(text, name), "snapshot", BTreeMap::new(), Sites::new(package()));
    for function in shadowing.functions.iter().copied().filter(|f| !f.is_declaration()) {
        writeln!(out, "\n{}\n", plan(&shadowing, function)).unwrap();
    }
    let module = parsed(text, name);
    instrument(module, "snapshot", BTreeMap::new(), Sites::new(package()), None);
    module.verify().unwrap();
    for function in module.functions().into_iter().filter(|f| !f.is_declaration()) {
        out += &readable(&function.text());
    }
    for table in module.globals().into_iter().filter(|global| global.name().starts_with("forall.switch")) {
        writeln!(out, "{}", table.text()).unwrap();
    }
    out
}

fn parsed(text: &str, name: &str) -> Module {
    // To be in a package, a file has to be where a package is.
    let text = text.replace("/package", &package().display().to_string());
    let module = Context::new().parse_text(&format!("{TARGET}{text}"), name).unwrap();
    module.verify().unwrap();
    lower::lower(module);
    module
}

/// The tested package; most snapshots are not of it.
fn package() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn plan(shadowing: &Shadowing, function: Value) -> String {
    let mut out = format!("@{}\n", function.name());
    let symbolic = symbolic_values(function);
    let blocks = reverse_postorder(function);
    fast::forget_lifetimes(&blocks);
    let values = function.parameters().into_iter();
    let values = values.chain(blocks.iter().flat_map(|block| block.instructions()));
    writeln!(out, "symbolic: {}", names(values.filter(|value| symbolic.contains(value)))).unwrap();
    let is_watched = |call| shadowing.is_watched(call);
    let Some(plan) = Plan::new(shadowing.module, &shadowing.builder, function, blocks, is_watched) else {
        return out + "cannot be copied";
    };
    for (number, point) in plan.points.iter().enumerate() {
        let next = line(plan.code[point.block][point.index]);
        let live = names(point.live.iter().copied());
        writeln!(out, "point {number}: before `{next}`, with {live}").unwrap();
    }
    for instruction in plan.code.iter().flatten() {
        for watch in plan.watches.get(instruction).into_iter().flatten() {
            let what = match &watch.source {
                Source::Memory(accesses) => format!("memory of {}", names(accesses.iter().copied())),
                Source::Floats(floats) => format!("floats {}", names(floats.iter().copied())),
                Source::Result => "the result of the call".to_owned(),
            };
            writeln!(out, "watched before `{}`: {what}; to point {}", line(*instruction), watch.point)
                .unwrap();
        }
    }
    out.trim_end().to_owned()
}

fn names(values: impl Iterator<Item = Value>) -> String {
    let name = |value: Value| match value.name() {
        name if name.is_empty() => format!("`{}`", line(value)),
        name => format!("%{name}"),
    };
    let names: Vec<String> = values.map(name).collect();
    if names.is_empty() { "nothing".to_owned() } else { names.join(", ") }
}

/// An instruction, as it stands in its function.
fn line(instruction: Value) -> String {
    let text = instruction.text();
    let first = text.trim().lines().next().unwrap_or_default();
    first.split(", !").next().unwrap_or_default().to_owned()
}

/// Hooks and operations by name, without the numbers of attributes and metadata.
fn readable(function: &str) -> String {
    let mut hooks: HashMap<&str, &str> = HashMap::new();
    let mut out = String::from("\n");
    for line in function.lines() {
        let line = line.split(", !").next().unwrap_or_default();
        let entry = line.split_once(" = load ptr, ptr ").filter(|(_, from)| from.contains("@forall.table"));
        if let Some((entry, from)) = entry {
            hooks.insert(entry.trim(), hook_name(from));
            continue;
        }
        let called = line.split_once('(').and_then(|(before, arguments)| {
            let (before, callee) = before.rsplit_once(' ')?;
            let hook = hooks.get(callee)?;
            Some(format!("{before} @{hook}({}", with_operation(hook, arguments)))
        });
        let line = called.as_deref().unwrap_or(line);
        let is_noise = |word: &&str| {
            let number = word.strip_prefix(['#', '!']).unwrap_or("no");
            *word == "!dbg" || number.bytes().all(|c| c.is_ascii_digit())
        };
        let words: Vec<&str> = line.split(' ').filter(|word| word.is_empty() || !is_noise(word)).collect();
        out += &(words.join(" ") + "\n");
    }
    out
}

/// The hook whose entry is read from the table.
fn hook_name(from: &str) -> &'static str {
    let offset = from.split_once("i64 ").map_or("0", |(_, offset)| offset);
    let offset: usize = offset.split(|c: char| !c.is_ascii_digit()).next().unwrap().parse().unwrap();
    SIGNATURES[offset / 8].name
}

/// The first argument of these hooks says which operation, of what width; and to which, or that it is of
/// another package.
fn with_operation(hook: &str, arguments: &str) -> String {
    let code = arguments.strip_prefix("i32 ").and_then(|rest| rest.split_once(','));
    match (hook, code) {
        ("binary" | "binary_wide" | "ternary" | "unary" | "resize", Some((code, rest))) => {
            let code: u32 = code.parse().unwrap();
            let [op, width, to, more] = code.to_le_bytes();
            let mut text = format!("i32 <{:?}, {width}", Op::from_code(op).unwrap());
            match hook {
                "resize" => write!(text, ", {to}, {more}>").unwrap(),
                _ if code & ELSEWHERE != 0 => text += ", elsewhere>",
                _ => text += ">",
            }
            format!("{text},{rest}")
        }
        _ => arguments.to_owned(),
    }
}
