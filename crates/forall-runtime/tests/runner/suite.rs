//! What the host sees of runs that end in every possible way.

use crate::fixture_build::{library, library_of_another_version};
use forall_protocol::inputs::InputKind;
use forall_protocol::manifest::{ANOTHER_THREAD, DRAWN_TWICE, THREAD_ORDER, WAITING_THREAD};
use forall_protocol::shared::{Ending, NoteKind, NoteRecord};
use forall_protocol::terms::{Op, TermRecord};
use forall_runtime::confine::Limits;
use forall_runtime::host::{HostError, RawRun, Runner};
use std::io::{BufRead, BufReader};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

macro_rules! tests {
    ($($name:ident)*) => {
        pub const TESTS: &[(&str, fn())] = &[$((stringify!($name), $name)),*];
    };
}
pub(crate) use tests;

tests! {
    the_runner_introduces_the_library
    inputs_terms_and_decisions_are_seen_once
    a_panic_is_told_with_message_and_places
    the_panic_that_ends_a_run_need_not_be_the_last
    what_happens_between_panic_and_hook_is_not_part_of_the_path
    errors_assumptions_and_plain_returns_end_a_run
    an_endless_loop_is_killed_and_exploration_goes_on
    death_by_signal_or_exit_is_told_with_its_place
    a_full_stack_is_told_from_other_faults
    much_use_of_the_stack_is_told
    bounds_and_capacities_end_a_run
    a_thread_is_followed_until_it_waits
    another_thread_is_concrete_and_noted
    departures_are_noted
    heap_addresses_do_not_depend_on_earlier_runs
    terms_move_with_reallocated_memory
    what_is_copied_over_is_gone
    constants_are_told_apart
    an_input_that_is_asked_for_twice_is_noted
    what_is_said_at_the_end_is_not_part_of_the_path
    switches_decide_group_by_group
    comparisons_of_memory_are_terms
    a_symbolic_address_is_fixed_once
    choices_become_terms
    a_reset_forgets_inputs_and_terms
    impossible_requests_are_refused
    a_runner_that_cannot_start_says_why
    a_dead_runner_is_an_error
    nothing_outlives_the_runner
    nothing_outlives_the_host
}

pub const LIMIT: Duration = Duration::from_secs(20);

pub fn runner() -> Runner {
    Runner::spawn(&std::env::current_exe().unwrap(), library(), &confined()).unwrap()
}

pub fn confined() -> Limits {
    Limits { scratch: Some(scratch()), ..Limits::default() }
}

pub fn scratch() -> PathBuf {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("scratch");
    std::fs::create_dir_all(&scratch).unwrap();
    scratch
}

/// Runs a test of the fixture by name.
pub fn run(runner: &mut Runner, name: &str, values: &[u128]) -> RawRun {
    runner.run(number(runner, name), values, 1000, LIMIT).unwrap()
}

pub fn number(runner: &Runner, name: &str) -> u32 {
    let puts = &runner.hello().puts;
    puts.iter().position(|put| put.name == name).unwrap_or_else(|| panic!("no test {name}")) as u32
}

/// One test in a runner of its own.
fn run_once(name: &str, values: &[u128]) -> RawRun {
    run(&mut runner(), name, values)
}

/// Sites and senses.
fn path(run: &RawRun) -> Vec<(u32, bool)> {
    run.decisions.iter().map(|decision| (decision.site, decision.term_and_taken & 1 == 1)).collect()
}

fn the_runner_introduces_the_library() {
    let runner = runner();
    let hello = runner.hello();
    assert_eq!(hello.puts[0].name, "trivial");
    assert_eq!(hello.puts[0].parameters, ["x"]);
    assert_eq!(hello.manifest.place(1), "file:20:1");
    assert_eq!(hello.manifest.outcomes, 5);
}

fn inputs_terms_and_decisions_are_seen_once() {
    let mut runner = runner();
    let first = run(&mut runner, "returns", &[3, u128::MAX]);
    assert_eq!(first.ending, Ending::Returned);
    assert_eq!(first.status.code(), Some(0));
    assert_eq!(first.place, 2);
    let inputs: Vec<_> = first.inputs.iter().map(|input| (input.name.as_str(), input.kind)).collect();
    assert_eq!(inputs, [("x", InputKind::U8), ("wide", InputKind::I128)]);
    assert_eq!(first.drawn, [0, 1]);
    assert_eq!(first.terms[0], TermRecord::new(Op::Input, 8, 0, 0, 0));
    assert_eq!(first.terms[1], TermRecord::constant(8, 10));
    assert_eq!(first.terms[2], TermRecord::new(Op::ULt, 1, 1, 2, 0));
    assert_eq!(path(&first), [(0, true), (2, true)]);
    assert_eq!(first.decisions[0].term_and_taken >> 1, 3);
    assert_eq!(first.covered, [1]);

    let second = run(&mut runner, "returns", &[10]);
    assert_eq!(path(&second), [(0, false), (2, false)]);
    assert_eq!(second.covered, [0]);
    assert_eq!(second.drawn, [0, 1]);
    assert!(second.inputs.is_empty() && second.terms.is_empty(), "{second:?}");
    let terms = |run: &RawRun| run.decisions.iter().map(|d| d.term_and_taken >> 1).collect::<Vec<_>>();
    assert_eq!(terms(&first), terms(&second));
}

fn a_panic_is_told_with_message_and_places() {
    let run = run_once("panics", &[]);
    assert_eq!(run.ending, Ending::Panicked);
    assert_eq!(run.message, "boom \u{1F4A5}");
    assert_eq!(run.location, "src/lib.rs:12:5");
    assert_eq!(run.place, 1, "the place of the panic, not of what cleans up after it");
}

fn the_panic_that_ends_a_run_need_not_be_the_last() {
    let run = run_once("catches_while_it_panics", &[]);
    assert_eq!((run.message.as_str(), run.location.as_str(), run.place), ("outer", "src/lib.rs:3:5", 1));
}

fn what_happens_between_panic_and_hook_is_not_part_of_the_path() {
    let mut runner = runner();
    let panicked = run(&mut runner, "panics", &[]);
    assert!(panicked.decisions.is_empty() && panicked.covered.is_empty() && panicked.notes.is_empty());
    let recovered = run(&mut runner, "recovers_from_a_panic", &[50]);
    assert_eq!(recovered.ending, Ending::Returned);
    assert_eq!((path(&recovered), recovered.covered), (vec![(0, false)], vec![0]));
    assert_eq!((recovered.message.as_str(), recovered.location.as_str()), ("", ""));
}

fn errors_assumptions_and_plain_returns_end_a_run() {
    let mut runner = runner();
    let failed = run(&mut runner, "fails", &[]);
    assert_eq!((failed.ending, failed.message.as_str()), (Ending::Err, "NotFound"));
    let discarded = run(&mut runner, "discards", &[]);
    assert_eq!(discarded.ending, Ending::Meaningless);
    assert_eq!(path(&discarded), [(0, true)]);
    assert_eq!(run(&mut runner, "comes_back", &[]).ending, Ending::Returned);
}

fn an_endless_loop_is_killed_and_exploration_goes_on() {
    let mut runner = runner();
    let put = number(&runner, "loops");
    let started = Instant::now();
    let run = runner.run(put, &[], 10, Duration::from_millis(50)).unwrap();
    assert!(run.timed_out);
    assert!(started.elapsed() >= Duration::from_millis(50));
    assert_eq!((run.ending, run.status.signal(), run.place), (Ending::Died, Some(libc::SIGXCPU), 1));
    assert_eq!(path(&run), [(0, true)], "what it did before is known");
    let next = self::run(&mut runner, "trivial", &[200]);
    assert_eq!((next.ending, next.timed_out), (Ending::Returned, false));
}

fn death_by_signal_or_exit_is_told_with_its_place() {
    let mut runner = runner();
    for (name, signal, code) in [
        ("aborts", Some(libc::SIGABRT), None),
        ("faults", Some(libc::SIGSEGV), None),
        ("exits", None, Some(3)),
    ] {
        let run = run(&mut runner, name, &[]);
        assert_eq!((run.ending, run.place), (Ending::Died, 1), "{name}");
        assert_eq!((run.status.signal(), run.status.code()), (signal, code), "{name}");
    }
    assert_eq!(run(&mut runner, "trivial", &[]).ending, Ending::Returned);
}

fn a_full_stack_is_told_from_other_faults() {
    let run = run_once("overflows_its_stack", &[]);
    assert_eq!((run.ending, run.place), (Ending::StackOverflow, 1));
}

fn much_use_of_the_stack_is_told() {
    let mut runner = runner();
    for _ in 0..3 {
        assert_eq!(run(&mut runner, "trivial", &[]).stack, 0);
        let deep = run(&mut runner, "goes_deep", &[]).stack;
        assert!((3 << 20..8 << 20).contains(&deep), "{deep}");
    }
}

fn bounds_and_capacities_end_a_run() {
    let mut runner = runner();
    let put = number(&runner, "decides_forever");
    let run = runner.run(put, &[255], 20, LIMIT).unwrap();
    assert_eq!((run.ending, run.decisions.len()), (Ending::OutOfBounds, 20));
    let exhausted = self::run(&mut runner, "asks_for_too_much", &[]);
    assert_eq!(exhausted.ending, Ending::Exhausted);
    assert_eq!(exhausted.drawn.len(), forall_protocol::shared::MAX_INPUTS - 1, "`x` was there before");
}

fn another_thread_is_concrete_and_noted() {
    let run = run_once("starts_a_thread", &[50]);
    assert_eq!(run.ending, Ending::Returned);
    assert_eq!(path(&run), [(2, false)], "only what the test's own thread decides, and it is not muted");
    let note = NoteRecord { kind: NoteKind::NotFollowed as u32, site: u32::MAX, what: u32::MAX };
    assert_eq!(run.notes, [note]);
    assert_eq!(run.covered, [1]);
}

fn a_thread_is_followed_until_it_waits() {
    let run = run_once("starts_followed_threads", &[50]);
    assert_eq!(run.ending, Ending::Returned, "{}", run.message);
    assert_eq!(
        path(&run),
        [(0, true), (2, false)],
        "the one that ended decided, the one that waited did not"
    );
    let note = |kind: NoteKind, what| NoteRecord { kind: kind as u32, site: u32::MAX, what };
    let expected = [
        note(NoteKind::Concretized, THREAD_ORDER),
        note(NoteKind::NotFollowed, WAITING_THREAD),
        note(NoteKind::NotFollowed, ANOTHER_THREAD),
    ];
    assert_eq!(run.notes, expected);
}

fn departures_are_noted() {
    let run = run_once("leaves", &[]);
    let note = |kind: NoteKind, site, what| NoteRecord { kind: kind as u32, site, what };
    let expected = [
        note(NoteKind::NotFollowed, 0, 1),
        note(NoteKind::Unsupported, 2, 1),
        note(NoteKind::Unsupported, 1, 0),
    ];
    assert_eq!(run.notes, expected);
}

fn heap_addresses_do_not_depend_on_earlier_runs() {
    let mut runner = runner();
    let mut addresses = |x: u128| -> Vec<(u32, u32)> {
        run(&mut runner, "allocates", &[x]).notes.iter().map(|note| (note.site, note.what)).collect()
    };
    let (none, some) = (addresses(0), addresses(200));
    assert_eq!(none.len(), 5);
    assert_eq!(addresses(0), none);
    assert_eq!(addresses(200), some, "the second time no input is new");
    let mut other = self::runner();
    let again: Vec<_> =
        run(&mut other, "allocates", &[0]).notes.iter().map(|note| (note.site, note.what)).collect();
    assert_eq!(again, none, "another runner has the same addresses");
}

fn terms_move_with_reallocated_memory() {
    let run = run_once("reallocates", &[7]);
    assert_eq!(path(&run), [(0, true)]);
    let condition = run.terms[(run.decisions[0].term_and_taken >> 1) as usize - 1];
    assert_eq!((condition.op, condition.a), (Op::Eq as u8, 1), "the input came back whole");
}

fn what_is_copied_over_is_gone() {
    let run = run_once("copies_over_an_input", &[0x1_0000]);
    assert_eq!(path(&run), [(0, true)]);
}

fn constants_are_told_apart() {
    let run = run_once("subtracts", &[3]);
    assert_eq!(path(&run), [(2, true), (2, false)]);
    let subtractions = run.terms.iter().filter(|term| term.op == Op::Sub as u8);
    let constants: Vec<TermRecord> = subtractions.map(|term| run.terms[term.a as usize - 1]).collect();
    assert_eq!(constants, [5, 6].map(|value| TermRecord::constant(8, value)));
}

fn an_input_that_is_asked_for_twice_is_noted() {
    let run = run_once("draws_twice", &[1, 2]);
    let notes: Vec<(u32, u32)> = run.notes.iter().map(|note| (note.kind, note.what)).collect();
    assert_eq!(notes, [(NoteKind::Concretized as u32, DRAWN_TWICE)]);
}

fn what_is_said_at_the_end_is_not_part_of_the_path() {
    let run = run_once("fixes_at_its_end", &[1, 2]);
    assert_eq!((path(&run), run.notes), (vec![(1, true)], vec![]));
}

fn switches_decide_group_by_group() {
    let mut runner = runner();
    for (value, senses, outcome) in
        [(1, vec![(1, true)], 2), (2, vec![(1, false), (1, true)], 3), (9, vec![(1, false), (1, false)], 4)]
    {
        let run = run(&mut runner, "switches", &[value]);
        assert_eq!((path(&run), run.covered), (senses, vec![outcome]));
    }
}

fn comparisons_of_memory_are_terms() {
    let mut runner = runner();
    let different = run(&mut runner, "compares", &[0]);
    assert_eq!(path(&different), [(0, false)]);
    let equal = run(&mut runner, "compares", &[u128::from(u32::from_le_bytes(*b"abcd"))]);
    assert_eq!(path(&equal), [(0, true)]);
    assert!(equal.terms.is_empty(), "the same terms whatever the bytes");
}

fn a_symbolic_address_is_fixed_once() {
    let run = run_once("reads_at_an_input", &[6]);
    assert_eq!(path(&run), [(2, true)]);
}

fn choices_become_terms() {
    let run = run_once("chooses", &[4]);
    assert_eq!(path(&run), [(2, true), (2, false), (2, true)]);
    let ops: Vec<u8> = run.terms.iter().map(|term| term.op).collect();
    for op in [Op::Ite, Op::CtPop, Op::Concat] {
        assert!(ops.contains(&(op as u8)), "{op:?}");
    }
}

fn a_reset_forgets_inputs_and_terms() {
    let mut runner = runner();
    let before = run(&mut runner, "returns", &[]);
    run(&mut runner, "compares", &[]);
    runner.reset().unwrap();
    let after = run(&mut runner, "compares", &[]);
    assert_eq!(after.inputs.len(), 1);
    assert_eq!(after.inputs[0].kind, InputKind::U32);
    assert_eq!(after.terms[0], TermRecord::new(Op::Input, 32, 0, 0, 0));
    runner.reset().unwrap();
    let again = run(&mut runner, "returns", &[]);
    assert_eq!(again, before);
}

fn impossible_requests_are_refused() {
    let mut runner = runner();
    assert!(matches!(runner.run(999, &[], 1, LIMIT), Err(HostError::NoSuchPut { put: 999 })));
    let values = vec![0; forall_protocol::shared::MAX_INPUTS + 1];
    assert!(matches!(runner.run(0, &values, 1, LIMIT), Err(HostError::TooManyValues { .. })));
    assert_eq!(run(&mut runner, "trivial", &[]).ending, Ending::Returned);
}

fn a_runner_that_cannot_start_says_why() {
    let this = std::env::current_exe().unwrap();
    let error = |library: &Path| match Runner::spawn(&this, library, &confined()) {
        Err(HostError::RunnerEnded { status, stderr }) => {
            assert_eq!(status.code(), Some(1));
            stderr
        }
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("{} was loaded", library.display()),
    };
    assert!(error(Path::new("no/such/library.so")).contains("cannot load no/such/library.so: "));
    let text = error(&library_of_another_version());
    assert!(text.contains("version 77") && text.contains("`forall` crate"), "{text}");
    assert!(matches!(
        Runner::spawn(Path::new("/no/such/program"), library(), &confined()),
        Err(HostError::Start(_))
    ));
    // A program that does not serve at all.
    let missing = Runner::spawn(Path::new("/bin/true"), library(), &confined());
    assert!(matches!(missing, Err(HostError::RunnerEnded { .. })));
}

fn a_dead_runner_is_an_error() {
    let mut runner = runner();
    run(&mut runner, "trivial", &[]);
    // SAFETY: the process was started above and has not been waited for.
    unsafe { libc::kill(runner.process_id() as i32, libc::SIGKILL) };
    // Its child dies with it, but may answer once more before the kernel gets to that.
    let deadline = Instant::now() + LIMIT;
    while runner.run(0, &[], 1, LIMIT).is_ok() {
        assert!(Instant::now() < deadline, "the child lives on");
    }
    for _ in 0..2 {
        match runner.run(0, &[], 1, LIMIT) {
            Err(HostError::RunnerEnded { status, .. }) => assert_eq!(status.signal(), Some(libc::SIGKILL)),
            other => panic!("{other:?}"),
        }
    }
}

fn nothing_outlives_the_runner() {
    let mut runner = runner();
    let process = runner.process_id();
    let put = number(&runner, "loops");
    let (sender, receiver) = std::sync::mpsc::channel();
    // The host's thread is in the middle of a run when the runner dies.
    let host = std::thread::spawn(move || {
        let result = runner.run(put, &[], 10, LIMIT);
        sender.send(()).unwrap();
        result.map(|_| ())
    });
    let child = wait_for(|| children(process).first().copied());
    // SAFETY: the process was started above and has not been waited for.
    unsafe { libc::kill(process as i32, libc::SIGKILL) };
    receiver.recv_timeout(LIMIT).expect("the host notices");
    assert!(matches!(host.join().unwrap(), Err(HostError::RunnerEnded { .. })));
    wait_for(|| (!is_alive(child)).then_some(()));
}

fn nothing_outlives_the_host() {
    library();
    let mut host = Command::new(std::env::current_exe().unwrap())
        .env(HOST_VARIABLE, "1")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(host.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let runner = line.trim().parse().unwrap();
    let child = wait_for(|| children(runner).first().copied());
    host.kill().unwrap();
    host.wait().unwrap();
    wait_for(|| (!is_alive(runner) && !is_alive(child)).then_some(()));
}

/// Set in a process that is to be a host which dies in the middle of a run.
pub const HOST_VARIABLE: &str = "FORALL_TEST_HOST";

pub fn act_as_host() -> ! {
    let mut runner = runner();
    println!("{}", runner.process_id());
    let put = number(&runner, "loops");
    let run = runner.run(put, &[], 10, LIMIT);
    panic!("outlived the test: {run:?}");
}

pub fn wait_for<T>(mut condition: impl FnMut() -> Option<T>) -> T {
    let started = Instant::now();
    loop {
        if let Some(value) = condition() {
            return value;
        }
        assert!(started.elapsed() < LIMIT, "waited in vain");
        std::thread::sleep(Duration::from_millis(5));
    }
}

pub fn children(process: u32) -> Vec<u32> {
    let tasks = std::fs::read_dir(format!("/proc/{process}/task")).unwrap();
    let files = tasks.map(|task| task.unwrap().path().join("children"));
    let lists: Vec<String> = files.map(|file| std::fs::read_to_string(file).unwrap_or_default()).collect();
    lists.iter().flat_map(|list| list.split_whitespace()).map(|id| id.parse().unwrap()).collect()
}

fn is_alive(process: u32) -> bool {
    match std::fs::read_to_string(format!("/proc/{process}/stat")) {
        Ok(stat) => !stat.contains(") Z "),
        Err(_) => false,
    }
}
