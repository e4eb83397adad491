//! Measures, loop invariants, what a body begins with, and how much is checked.

use forall::spec::{contract, loop_invariant};
use std::panic::{UnwindSafe, catch_unwind};
use std::process::Command;

#[contract]
#[decreases(n)]
fn descend(n: u8, by: u8) -> u8 {
    if n == 0 { 0 } else { descend(n.wrapping_sub(by), by) }
}

#[contract]
#[decreases(n)]
fn below_zero(n: i64) -> i64 {
    if n < -3 { n } else { below_zero(n - 1) }
}

/// Ackermann's function.
#[contract]
#[decreases(m, n)]
fn ackermann(m: u32, n: u32) -> u32 {
    match (m, n) {
        (0, n) => n + 1,
        (m, 0) => ackermann(m - 1, 1),
        (m, n) => ackermann(m - 1, ackermann(m, n - 1)),
    }
}

#[contract]
#[decreases(if is_even { 2 * n } else { 2 * n + 1 })]
fn alternate(n: u32, is_even: bool) -> u32 {
    match (n, is_even) {
        (0, true) => 0,
        (n, true) => alternate(n - 1, false),
        (n, false) => alternate(n, true),
    }
}

struct Sum(Vec<u8>);

#[contract]
impl Sum {
    pub fn of(&self, limit: u32) -> u32 {
        let mut sum = 0;
        for (number, item) in self.0.iter().enumerate() {
            loop_invariant!(sum <= 255 * number as u32 && sum < limit);
            sum += u32::from(*item);
        }
        sum
    }
}

fn counted(numbers: &[u8]) -> usize {
    let mut count = 0;
    while count < numbers.len() {
        loop_invariant!(for_all(0..count, |i| numbers[i] > 0));
        count += 1;
    }
    count
}

#[contract(infer)]
fn at(numbers: &[u8], index: usize) -> u8 {
    assert!(index < numbers.len(), "there is no number {index}");
    debug_assert_ne!(numbers[index], 7);
    if numbers.len() > 3 {
        panic!("too many");
    }
    let number = numbers[index];
    assert!(number != 9, "nine");
    number
}

/// What is said of a broken contract, without the places; nothing where none is broken.
fn broken<R>(run: impl FnOnce() -> R + UnwindSafe) -> String {
    match catch_unwind(run) {
        Ok(_) => String::new(),
        Err(payload) => match payload.downcast::<String>() {
            Ok(message) => message.split(" (written at ").next().unwrap().to_owned(),
            Err(payload) => (*payload.downcast_ref::<&str>().unwrap()).to_owned(),
        },
    }
}

#[test]
fn what_calls_itself_comes_closer_to_an_end() {
    assert_eq!((descend(7, 1), ackermann(2, 2), alternate(3, true)), (0, 7, 0));
    assert_eq!(
        broken(|| descend(7, 2)),
        "`descend` calls itself although this does not decrease: `n`: it is 255, and was 1"
    );
    assert_eq!(
        broken(|| descend(7, 0)),
        "`descend` calls itself although this does not decrease: `n`: it is 7, and was 7"
    );
    // After a panic, nothing is left of the calls that it ended.
    assert_eq!(descend(100, 1), 0);
    assert_eq!(broken(|| below_zero(-4)), "");
    assert!(broken(|| below_zero(0)).ends_with(": it is -2, and was -1"));
}

#[test]
fn an_invariant_of_a_loop_holds_in_each_iteration() {
    assert_eq!(Sum(vec![1, 2, 3]).of(7), 6);
    assert_eq!(
        broken(|| Sum(vec![1, 2, 3]).of(3)),
        "`Sum::of` breaks the invariant of its loop, `sum <= 255 * number as u32 && sum < limit`, \
         of which this is false: `sum < limit`: sum = 3, limit = 3"
    );
    assert_eq!(counted(&[1, 2]), 2);
    assert!(broken(|| counted(&[1, 0, 2])).starts_with("`counted` breaks the invariant of its loop, "));
    assert!(broken(|| counted(&[1, 0, 2])).ends_with(": i = 1, numbers[i] = 0"));
}

#[test]
fn what_a_body_begins_with_is_required() {
    assert_eq!(at(&[1, 2], 1), 2);
    assert_eq!(
        broken(|| at(&[1, 2], 2)),
        "`at` is called although it requires `index < numbers.len()`: index = 2, numbers.len() = 2"
    );
    assert!(broken(|| at(&[7], 0)).ends_with("`numbers[index] != 7`: numbers[index] = 7"));
    assert!(broken(|| at(&[1; 4], 0)).ends_with("`!(numbers.len() > 3)`"));
    assert_eq!(broken(|| at(&[9], 0)), "nine", "what comes later is no precondition");
}

#[contract]
#[requires(n < 100)]
#[ensures(|ret| *ret > n)]
fn wrong_next(n: u8) -> u8 {
    n
}

/// Run by the test below, with another level.
#[test]
fn level() {
    let said = |message: String| message.split(' ').nth(1).unwrap_or("nothing").to_owned();
    let expected = match std::env::var("FORALL_CONTRACTS").as_deref() {
        Ok("off") => ["nothing", "nothing", "nothing", "nothing"],
        Ok("requires") => ["is", "nothing", "nothing", "nothing"],
        _ => ["is", "does", "breaks", "calls"],
    };
    let found = [
        said(broken(|| wrong_next(100))),
        said(broken(|| wrong_next(1))),
        said(broken(|| counted(&[0, 0]))),
        said(broken(|| {
            if std::env::var("FORALL_CONTRACTS").is_err() {
                descend(7, 0);
            }
        })),
    ];
    assert_eq!(found, expected);
}

#[test]
fn how_much_is_checked_is_for_the_user_to_say() {
    let this = std::env::current_exe().unwrap();
    let run = |level: &str| {
        let mut command = Command::new(&this);
        let output = command.args(["--exact", "level"]).env("FORALL_CONTRACTS", level).output().unwrap();
        (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    for level in ["off", "requires"] {
        let (passed, output) = run(level);
        assert!(passed, "{level}\n{output}");
    }
    let (passed, output) = run("some");
    assert!(
        !passed && output.contains("FORALL_CONTRACTS is \"some\": it can be `all`, `requires` or `off`"),
        "{output}"
    );
}
