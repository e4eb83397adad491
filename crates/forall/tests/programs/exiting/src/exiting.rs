//! Tests that end the process, some of them with cases.

use forall::forall;

#[forall]
fn without_cases(x: u8) {
    exit_beyond(7, x);
}

#[forall]
fn with_cases(x: u8) {
    exit_beyond(7, x);
}

#[forall(panics = "small")]
fn should_panic(x: u8) {
    exit_beyond(7, x);
    panic!("small");
}

#[forall]
fn on_another_thread(x: u8) {
    let exits = std::thread::spawn(move || exit_beyond(7, x));
    exits.join().expect("it does not panic");
}

#[forall]
fn forks(x: u8) {
    unsafe extern "C" {
        fn fork() -> i32;
        fn waitpid(process: i32, status: *mut i32, options: i32) -> i32;
    }
    let mut status = 0;
    // SAFETY: the child ends at once, and `status` is writable.
    unsafe {
        let child = fork();
        if child == 0 {
            std::process::exit(x.into());
        }
        assert_eq!(waitpid(child, &mut status, 0), child);
    }
    assert_eq!(status >> 8, x.into());
}

fn exit_beyond(most: u8, x: u8) {
    if x > most {
        std::process::exit(0);
    }
}
