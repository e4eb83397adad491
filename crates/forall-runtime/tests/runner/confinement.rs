//! What explored code is refused, what it is granted, and that nothing it does disturbs other runs.

use crate::fixture_build::library;
use crate::suite::{children, run, runner, scratch, tests, wait_for};
use forall_protocol::shared::Ending;
use forall_runtime::confine::{self, Limits};
use forall_runtime::host::Runner;
use std::net::TcpListener;
use std::path::Path;

tests! {
    the_network_is_out_of_reach
    no_process_is_started
    files_elsewhere_are_out_of_reach
    other_processes_are_out_of_reach
    files_in_the_scratch_directory_are_its_own
    more_memory_than_allowed_is_told
    closed_descriptors_and_garbage_disturb_nothing
    signals_may_be_blocked
    without_confinement_everything_is_allowed
    without_confinement_processes_end_with_the_run
}

/// Where the kernel lacks what is tested here, there is nothing to test, and the user is told.
fn is_testable() -> bool {
    let missing = confine::missing();
    if !missing.is_empty() {
        eprintln!("NOTICE: not tested, because {}", missing.join("; "));
    }
    missing.is_empty()
}

/// The name must be that of no other test: all run in one process, one after the other.
fn hand_over(name: &str, value: &str) {
    // SAFETY: no other thread runs.
    unsafe { std::env::set_var(name, value) };
}

fn check_refused(test: &str, what: &str) {
    let mut runner = runner();
    let refused = run(&mut runner, test, &[]);
    assert_eq!(
        (refused.ending, refused.message.as_str(), refused.place),
        (Ending::Refused, what, 1),
        "{test}"
    );
    assert_eq!(run(&mut runner, "trivial", &[]).ending, Ending::Returned, "after {test}");
    assert!(
        children(runner.process_id()).len() <= 1,
        "only the process that waits for the next run, after {test}"
    );
}

fn the_network_is_out_of_reach() {
    if !is_testable() {
        return;
    }
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    hand_over("FORALL_TEST_LISTENER", &listener.local_addr().unwrap().to_string());
    check_refused("connects", "use the network");
    assert_eq!(listener.accept().unwrap_err().kind(), std::io::ErrorKind::WouldBlock);
}

fn no_process_is_started() {
    if is_testable() {
        check_refused("starts_processes", "start a process");
    }
}

fn files_elsewhere_are_out_of_reach() {
    if !is_testable() {
        return;
    }
    let bait = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bait");
    std::fs::create_dir_all(bait.join("inner")).unwrap();
    std::fs::write(bait.join("inner/file"), "keep me").unwrap();
    hand_over("FORALL_TEST_BAIT", bait.to_str().unwrap());
    check_refused("deletes_outside", "change a file outside the scratch directory");
    assert_eq!(std::fs::read_to_string(bait.join("inner/file")).unwrap(), "keep me");
}

fn other_processes_are_out_of_reach() {
    if is_testable() {
        check_refused("signals_its_parent", "send a signal to another process");
    }
}

fn files_in_the_scratch_directory_are_its_own() {
    let run = run(&mut runner(), "writes_to_scratch", &[]);
    assert_eq!(run.ending, Ending::Returned, "{}", run.message);
}

fn more_memory_than_allowed_is_told() {
    if !is_testable() {
        return;
    }
    let mut runner = runner();
    let died = run(&mut runner, "allocates_a_lot", &[]);
    assert_eq!((died.ending, died.place, died.memory_denied), (Ending::OutOfMemory, 1, true));
    let lived = run(&mut runner, "lives_with_less", &[]);
    assert_eq!((lived.ending, lived.memory_denied), (Ending::Returned, true));
    let next = run(&mut runner, "trivial", &[]);
    assert_eq!((next.ending, next.memory_denied), (Ending::Returned, false));
}

fn closed_descriptors_and_garbage_disturb_nothing() {
    let mut runner = runner();
    for test in ["closes_everything", "writes_garbage"] {
        for _ in 0..3 {
            assert_eq!(run(&mut runner, test, &[]).ending, Ending::Returned, "{test}");
            assert_eq!(run(&mut runner, "trivial", &[]).decisions.len(), 1, "after {test}");
        }
    }
}

fn signals_may_be_blocked() {
    assert_eq!(run(&mut runner(), "blocks_all_signals", &[]).ending, Ending::Returned);
}

fn without_confinement_processes_end_with_the_run() {
    let mut runner = Runner::spawn(&std::env::current_exe().unwrap(), library(), &Limits::default()).unwrap();
    // How long they sleep says that they are from here: another checkout may be tested at the same time.
    let seconds = (10_000_000 + std::process::id()).to_string();
    hand_over("FORALL_TEST_SECONDS", &seconds);
    assert_eq!(run(&mut runner, "starts_processes", &[]).ending, Ending::Returned);
    wait_for(|| (sleepers(&seconds) == 0).then_some(()));
}

/// Processes that were told to sleep for so long.
fn sleepers(seconds: &str) -> usize {
    let command = format!("sleep\0{seconds}\0");
    let processes = std::fs::read_dir("/proc").unwrap().filter_map(Result::ok);
    processes
        .filter(|process| {
            std::fs::read(process.path().join("cmdline")).is_ok_and(|line| line == command.as_bytes())
        })
        .count()
}

fn without_confinement_everything_is_allowed() {
    let limits = Limits::default();
    assert_eq!(limits.scratch, None);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    hand_over("FORALL_TEST_LISTENER", &listener.local_addr().unwrap().to_string());
    let mut runner = Runner::spawn(&std::env::current_exe().unwrap(), library(), &limits).unwrap();
    let connected = run(&mut runner, "connects", &[]);
    assert_eq!((connected.ending, connected.message.as_str()), (Ending::Returned, "connected"));
    assert!(scratch().is_dir());
}
