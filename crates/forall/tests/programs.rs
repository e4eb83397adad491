//! Whole test programs, built from `tests/programs`: what they report of failing tests, and how they repeat single inputs.

mod compiler;

use compiler::{both, build, directory, scratch};
use std::path::PathBuf;
use std::process::Command;

fn program(name: &str, used_for: &str) -> PathBuf {
    build(&directory("programs").join(format!("{name}.rs")), used_for)
}

#[test]
fn a_failing_boundary_input_is_reported_with_its_arguments() {
    let program = program("failing", "failing");
    let output = Command::new(program).env_remove("RUST_BACKTRACE").output().expect("it runs");
    let report = both(&output);
    assert_eq!(output.status.code(), Some(101), "{report}");
    for part in [
        "abs_is_not_negative(x = -9223372036854775808) failed: attempt to negate with overflow\n\
         help: `cargo forall abs_is_not_negative` finds out what else fails, and writes it down as tests",
        "sums_are_larger(flag = true, small = 127, letter = ' ', large = 340282366920938463463374607431768211455) \
         failed: not larger",
        "lists_are_short(list.len = 2, list[0] = 255, list[1] = 255, name.is_some = true, name.some.len = 2, name.some[0] = ' ', \
         name.some[1] = ' ') failed: too long",
        "division_panics(a = 1, b = 1) failed: it returned, and must panic with \"attempt to divide by zero\"",
        "division_panics_otherwise(a = 0) failed: 0 cannot be divided: \
         not the panic \"attempt to divide by zero\" that is expected",
        "slots_are_checked(slot = 18446744073709551615) failed: index out of bounds: the len is 3 but the index is \
         18446744073709551615: not the panic \"out of range\" that is expected",
        "seven_is_unlucky(7, \"seven\") failed: unlucky",
        "test seven_is_unlucky::example_1 ... ok",
        "test seven_is_unlucky::example_2 ... FAILED",
        "numbers_are_small(x = 65535) failed: it returned Err(\"65535 is large\")",
    ] {
        assert!(report.contains(part), "{part} is not in\n{report}");
    }
}

/// Be it a case or boundary inputs. A process that it starts may end as it likes.
#[cfg(target_os = "linux")]
#[test]
fn a_test_that_does_not_come_back_fails() {
    let package = directory("programs").join("exiting");
    let mut compiler = compiler::compiler(&compiler::rustc(), &package.join("src/exiting.rs"), "2024");
    compiler.env("CARGO_MANIFEST_DIR", &package);
    let program = scratch("exiting").join("exiting");
    let built = compiler.arg("-o").arg(&program).output().expect("rustc runs");
    assert!(built.status.success(), "{}", both(&built));
    let run = |test: &str| {
        let mut command = Command::new(&program);
        command.args(["--exact", test, "--test-threads=1"]).output().expect("it runs")
    };
    for (test, name) in [
        ("without_cases::boundary_inputs", "exiting::without_cases"),
        ("with_cases::eight", "exiting::with_cases"),
        ("on_another_thread::eight", "exiting::on_another_thread"),
        ("should_panic::eight", "exiting::should_panic"),
    ] {
        let output = run(test);
        let said = format!("the process is ended by {name}: a test that does not come back has failed");
        assert_eq!(output.status.code(), Some(101), "{test}: {}", both(&output));
        assert!(both(&output).contains(&said), "{test}: {}", both(&output));
    }
    for test in ["with_cases::seven", "on_another_thread::seven", "forks::eight"] {
        let output = run(test);
        assert_eq!(output.status.code(), Some(0), "{test}: {}", both(&output));
        assert!(both(&output).contains("1 passed"), "{test}: {}", both(&output));
    }
}

/// The package of a test that has cases is laid out like any other.
#[test]
fn cases_are_found_by_the_module_of_the_test() {
    let package = scratch("package");
    let source = package.join("src/num/wide.rs");
    let cases = package.join("forall/num/wide/tests/doubles.rs");
    for file in [&source, &cases] {
        std::fs::create_dir_all(file.parent().expect("it has one")).expect("the directory is writable");
    }
    std::fs::write(
        &source,
        "// mod hidden {\nmod tests { #[forall::forall] fn doubles(x: u64) { assert_eq!(x << 1, x * 2); } }\n",
    )
    .expect("the source is writable");
    let root = package.join("src/lib.rs");
    for (file, module) in [(&root, "mod num;"), (&package.join("src/num.rs"), "pub mod wide;")] {
        std::fs::write(file, module).expect("the source is writable");
    }
    std::fs::write(&cases, "#[test]\nfn seven() {\n    doubles(7);\n}\n").expect("the cases are writable");

    let mut command = compiler::compiler(&compiler::rustc(), &root, "2024");
    // Cargo starts the compiler in the workspace and names files from there.
    command.current_dir(package.parent().expect("it has one")).env("CARGO_MANIFEST_DIR", &package);
    let built = command.arg("-o").arg(package.join("wide")).output().expect("rustc runs");
    assert!(built.status.success(), "{}", both(&built));
    let listed = Command::new(package.join("wide")).arg("--list").output().expect("it runs");
    assert_eq!(both(&listed), "num::wide::tests::doubles::seven: test\n\n1 test, 0 benchmarks\n");
}

#[cfg(target_os = "linux")]
mod replay {
    use super::program;
    use crate::compiler::{both, scratch, text};
    use forall_protocol::inputs::{Input, InputKind};
    use forall_protocol::replay::{self, Entry, Life, Observation, RecordedReturn, Request, Trace, Values};
    use forall_protocol::shared::Ending;
    use forall_protocol::value::{Shape, Value};
    use std::path::Path;
    use std::process::{Command, Output};

    const WAYS: &str = "replayed::inner::ends_in_many_ways";

    /// Starts the program as the host does, with a life for each case.
    fn start(program: &Path, put: &str, cases: &[Values], first: usize) -> (Output, Vec<Entry>) {
        let life = |case| Life { cases: vec![case], traces: false };
        start_lives(program, put, cases, (0..).take(cases.len()).map(life).collect(), first)
    }

    fn start_lives(
        program: &Path,
        put: &str,
        cases: &[Values],
        lives: Vec<Life>,
        first: usize,
    ) -> (Output, Vec<Entry>) {
        let directory = program.parent().expect("it lies in a directory");
        let [request, report, scratch] = ["request", "report", "scratch"].map(|name| directory.join(name));
        let bytes = Request { cases: cases.to_vec(), lives }.encode();
        std::fs::write(&request, bytes).expect("the request is writable");
        std::fs::create_dir_all(&scratch).expect("the directory is writable");
        let _ = std::fs::remove_file(&report);
        let output = Command::new(program)
            .env(replay::PUT, put)
            .env(replay::REQUEST, &request)
            .env(replay::REPORT, &report)
            .env(replay::FIRST, first.to_string())
            .env(replay::SCRATCH, &scratch)
            .env("TMPDIR", &scratch)
            .output()
            .expect("it runs");
        (output, Entry::decode_all(&std::fs::read(&report).unwrap_or_default()))
    }

    fn value(name: &str, kind: InputKind, value: u128) -> (Input, u128) {
        (Input { name: name.into(), kind }, value)
    }

    fn way(way: u128, x: i32) -> Values {
        let x = u128::from(x.cast_unsigned());
        vec![value("way", InputKind::U8, way), value("x", InputKind::I32, x)]
    }

    fn drawn(case: u32, way: u128, x: i32) -> Entry {
        let leaf = |kind, bits| Value::Leaf { kind, bits };
        let x = leaf(InputKind::I32, x.cast_unsigned().into());
        Entry::Drawn(case, vec![leaf(InputKind::U8, way), x])
    }

    fn ended(case: u32, ending: Ending, message: &str, location: &str) -> Entry {
        Entry::Ended(case, Observation { ending, message: message.into(), location: location.into() })
    }

    /// `file:line:column` of the only place in the program with this code.
    fn place(code: &str) -> String {
        let file = crate::directory("programs").join("replayed.rs");
        let source = std::fs::read_to_string(&file).expect("it is there");
        let (before, _) = source.split_once(code).expect("the code is in it");
        let (line, column) = (before.lines().count(), before.lines().last().map_or(0, str::len) + 1);
        format!("{}:{line}:{column}", file.display())
    }

    #[test]
    fn every_ending_is_observed() {
        let program = program("replayed", "replay_endings");
        let cases =
            [way(0, 0), way(1, 0), way(2, -5), way(3, i32::MIN), way(5, 0), way(7, 0), way(8, 0), way(9, 0)];
        let (output, entries) = start(&program, WAYS, &cases, 0);
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(0), "printed\n".into()));
        // Whoever watches the replay learns which panic ended in an abort.
        assert!(text(&output.stderr).contains(&format!(
            "{}{}:\nx is -5\n",
            replay::PANICKED_AT,
            place("panic!(\"x is")
        )));
        let expected = [
            ended(0, Ending::Returned, "", ""),
            ended(1, Ending::Meaningless, "", ""),
            ended(2, Ending::Panicked, "x is -5", &place("panic!(\"x is")),
            ended(3, Ending::Err, "(3, -2147483648)", ""),
            ended(4, Ending::Panicked, "on another thread", &place("panic!(\"on another")),
            ended(5, Ending::Panicked, "Box<dyn Any>", &place("std::panic::panic_any")),
            ended(6, Ending::Returned, "", ""),
            ended(7, Ending::Returned, "", ""),
        ];
        let ways = [(0, 0), (1, 0), (2, -5), (3, i32::MIN), (5, 0), (7, 0), (8, 0), (9, 0)];
        let entries_of = |(case, ((way, x), ended))| {
            [Entry::Started(case), drawn(case, way, x), ended, Entry::Over(case, 0)]
        };
        let with_starts: Vec<Entry> =
            (0..).zip(ways.into_iter().zip(expected)).flat_map(entries_of).collect();
        assert_eq!(entries, with_starts);
    }

    #[test]
    fn what_kills_its_process_leaves_a_start_behind_and_the_others_alone() {
        let program = program("replayed", "replay_deaths");
        const SIGABRT: i32 = 6;
        for (death, status) in [(4, SIGABRT), (6, 7 << 8), (10, 0)] {
            let cases = [way(0, 0), way(death, 0), way(0, 0)];
            let (output, entries) = start(&program, WAYS, &cases, 0);
            assert_eq!(output.status.code(), Some(0), "{}", both(&output));
            let returned = |case| {
                [
                    Entry::Started(case),
                    drawn(case, 0, 0),
                    ended(case, Ending::Returned, "", ""),
                    Entry::Over(case, 0),
                ]
            };
            let died = [Entry::Started(1), drawn(1, death, 0), Entry::Over(1, status)];
            let with_core: Vec<Entry> = entries
                .into_iter()
                .map(|entry| match entry {
                    // Whether the memory was written to a file is none of our business.
                    Entry::Over(life, status) => Entry::Over(life, status & !0x80),
                    entry => entry,
                })
                .collect();
            assert_eq!(with_core, [&returned(0)[..], &died, &returned(2)].concat());

            let (output, entries) = start(&program, WAYS, &cases, 2);
            assert_eq!(output.status.code(), Some(0), "{}", both(&output));
            assert_eq!(entries, returned(2));
        }
    }

    const LEAVES: &str = "replayed::leaves_things_behind";

    /// The texts that the test returned, life by life.
    fn told(entries: &[Entry]) -> Vec<Vec<String>> {
        let mut told = vec![Vec::new()];
        for entry in entries {
            match entry {
                Entry::RecordedReturn(_, RecordedReturn::Value(_, text)) => {
                    told.last_mut().expect("never empty").push(text.clone())
                }
                Entry::Over(_, 0) => told.push(Vec::new()),
                Entry::Over(..) => panic!("{entries:?}"),
                _ => {}
            }
        }
        told.pop();
        told
    }

    /// What is kept in statics, in the environment, in the current directory and in files.
    fn kinds() -> Vec<Values> {
        (0..5).map(|kind| vec![value("kind", InputKind::U8, kind)]).collect()
    }

    #[test]
    fn nothing_reaches_from_one_life_to_another() {
        let program = program("replayed", "replay_lives");
        let lives = (0..5).flat_map(|case| [vec![case], vec![case, case], vec![case]]);
        let lives: Vec<Life> = lives.map(|cases| Life { cases, traces: false }).collect();
        let (output, entries) = start_lives(&program, LEAVES, &kinds(), lives, 0);
        assert_eq!(both(&output), "");
        for (kind, three) in told(&entries).chunks(3).enumerate() {
            let second = if kind == 4 { "false" } else { "true" };
            let expected = [vec!["false"], vec!["false", second], vec!["false"]];
            assert_eq!(three, expected, "kind {kind}");
        }
    }

    #[test]
    fn what_a_case_leaves_behind_is_told() {
        let program = program("replayed", "replay_traces");
        let lives = (0..5).map(|case| Life { cases: vec![case], traces: true }).collect();
        let (_, entries) = start_lives(&program, LEAVES, &kinds(), lives, 0);
        let left: Vec<Vec<Trace>> = entries
            .into_iter()
            .filter_map(|entry| match entry {
                Entry::Left(_, traces) => Some(traces),
                _ => None,
            })
            .collect();
        let apart = |traces: &Vec<Trace>| -> Vec<Trace> {
            traces.iter().filter(|trace| !matches!(trace, Trace::Statics(..))).cloned().collect()
        };
        let words = |traces: &Vec<Trace>| traces.len() - apart(traces).len();
        assert!(words(&left[0]) > 0, "{left:?}");
        assert_eq!(apart(&left[0]), []);
        assert_eq!(apart(&left[1]), [Trace::Variable("LEFT_BEHIND".into())]);
        assert_eq!(apart(&left[2]), [Trace::Directory]);
        assert_eq!(apart(&left[3]), [Trace::File("left".into())]);
        assert_eq!(apart(&left[4]), []);
    }

    #[test]
    fn values_are_found_by_name_and_kind() {
        let program = program("replayed", "replay_values");
        let cases = [
            vec![value("n", InputKind::Usize, u64::MAX.into()), value("c", InputKind::Char, 'é'.into())],
            vec![value("n", InputKind::U64, u64::MAX.into()), value("c", InputKind::Char, 'é'.into())],
            vec![value("c", InputKind::Char, 0xD800)],
            vec![],
        ];
        let (output, entries) = start(&program, "replayed::letters_are_valid", &cases, 0);
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(0), String::new()));
        let endings: Vec<Ending> = entries
            .into_iter()
            .filter_map(|entry| match entry {
                Entry::Ended(_, observation) => Some(observation.ending),
                _ => None,
            })
            .collect();
        assert_eq!(endings, [Ending::Panicked, Ending::Returned, Ending::Meaningless, Ending::Returned]);
    }

    #[test]
    fn arguments_are_told_as_trees() {
        let program = program("replayed", "replay_trees");
        let cases = [vec![
            value("names.len", InputKind::Length, 2),
            value("names[0].len", InputKind::Length, 2),
            value("names[0][0]", InputKind::Char, 'é'.into()),
            value("limit.is_some", InputKind::Bool, 1),
            value("limit.some.1", InputKind::F64, 7),
            value("bytes.len", InputKind::Length, 1),
            value("bytes[0]", InputKind::U8, 9),
        ]];
        let (output, entries) = start(&program, "replayed::structures_are_drawn", &cases, 0);
        assert_eq!((output.status.code(), both(&output)), (Some(0), String::new()));
        let leaf = |kind, bits| Value::Leaf { kind, bits };
        let node = |shape, parts: &[Value]| Value::Node { shape, parts: parts.to_vec() };
        let text = |parts: &[Value]| node(Shape::String, parts);
        let pair = node(Shape::Tuple, &[leaf(InputKind::U8, 0), leaf(InputKind::F64, 7)]);
        let arguments = vec![
            node(Shape::Vec, &[text(&[leaf(InputKind::Char, 'é'.into())]), text(&[])]),
            node(Shape::Some, &[pair]),
            node(Shape::MutableReference, &[node(Shape::Slice, &[leaf(InputKind::U8, 9)])]),
        ];
        let ended = ended(0, Ending::Returned, "", "");
        assert_eq!(entries, [Entry::Started(0), Entry::Drawn(0, arguments), ended, Entry::Over(0, 0)]);
    }

    #[test]
    fn other_tests_of_the_program_are_left_alone() {
        let program = program("replayed", "replay_others");
        let (output, entries) = start(&program, "replayed::no_such_test", &[vec![]], 0);
        assert!(entries.is_empty());
        assert!(both(&output).contains("main_is_reached"), "{}", both(&output));
    }

    #[test]
    fn an_unreadable_request_is_an_error() {
        let program = program("replayed", "replay_unreadable");
        let request = scratch("replay_request").join("request");
        let start = |request: &Path| {
            let mut command = Command::new(&program);
            command.env(replay::PUT, WAYS).env(replay::REQUEST, request).output().expect("it runs")
        };
        let missing = start(&request);
        assert_eq!(missing.status.code(), Some(1));
        assert!(
            both(&missing).contains("cannot replay replayed::inner::ends_in_many_ways: "),
            "{}",
            both(&missing)
        );
        std::fs::write(&request, "not a request").expect("it is writable");
        let malformed = start(&request);
        assert_eq!(malformed.status.code(), Some(1));
        assert!(both(&malformed).contains("malformed"), "{}", both(&malformed));
    }
}
