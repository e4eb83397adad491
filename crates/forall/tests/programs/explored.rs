//! Answers the hooks as an exploration does: says what was called, and gives the values it was told.
//!
//! `FORALL_EXPLORED` is the name of a test; `FORALL_VALUES` are values by name: `x=1,b=0`.

use forall::__private::Put;
use forall::{assume, forall};
use std::io::Write;

#[forall]
fn abs_is_not_negative(x: i64, strict: bool) {
    assume!(x != 1, "{x} is not meant");
    assert!(x.abs() >= 0 || !strict);
}

#[forall(may_panic = "never")]
fn letters(letter: char) -> Result<u128, Letter> {
    if letter == 'x' { Err(Letter(letter)) } else { Ok(letter.into()) }
}

#[derive(Debug)]
#[allow(dead_code)]
struct Letter(char);

#[test]
fn explore() {
    let wanted = std::env::var("FORALL_EXPLORED").expect("a test to run");
    let put = puts().iter().find(|put| put.path.as_str() == wanted).expect("it is registered");
    (put.run)();
}

#[test]
fn describe() {
    let mut descriptions: Vec<String> = puts().iter().map(|put| format!("{:?}", put.describe())).collect();
    descriptions.sort();
    say(&descriptions.join("\n"));
}

fn puts() -> &'static [Put] {
    unsafe extern "C" {
        static __start_forall_puts: Put;
        static __stop_forall_puts: Put;
    }
    let (start, stop) = (&raw const __start_forall_puts, &raw const __stop_forall_puts);
    // SAFETY: the linker puts these around the section, which holds nothing but tests.
    unsafe { std::slice::from_raw_parts(start, stop.offset_from(start).cast_unsigned()) }
}

/// Past libtest, which would keep it to itself.
fn say(line: &str) {
    writeln!(std::io::stderr(), "{line}").expect("it can be written");
}

fn text(start: *const u8, length: u64) -> &'static str {
    // SAFETY: that is how the hooks are called.
    let bytes = unsafe { std::slice::from_raw_parts(start, length as usize) };
    std::str::from_utf8(bytes).expect("texts are UTF-8")
}

#[unsafe(no_mangle)]
extern "C" fn __forall_draw(name: *const u8, name_length: u64, kind: u32, to: *mut u8) {
    let name = text(name, name_length);
    assert!(to.addr().is_multiple_of(16));
    let values = std::env::var("FORALL_VALUES").unwrap_or_default();
    let given = values.split(',').find_map(|value| value.strip_prefix(name)?.strip_prefix('='));
    let value: u128 = given.map_or(0, |value| value.parse().expect("a number"));
    say(&format!("draw {name} kind {kind}"));
    // SAFETY: sixteen bytes are there to be written.
    unsafe { to.cast::<[u8; 16]>().write(value.to_le_bytes()) };
}

#[unsafe(no_mangle)]
extern "C" fn __forall_discard() -> ! {
    say("discard");
    std::process::exit(0)
}

#[unsafe(no_mangle)]
extern "C" fn __forall_returned(_: *const u8, length: u64) {
    say(&format!("returned {length} bytes"));
}

#[unsafe(no_mangle)]
extern "C" fn __forall_mute() {
    say("mute");
}

#[unsafe(no_mangle)]
extern "C" fn __forall_panicked(
    message: *const u8,
    message_length: u64,
    file: *const u8,
    file_length: u64,
    line: u32,
    column: u32,
) {
    let (message, file) = (text(message, message_length), text(file, file_length));
    let file = file.rsplit('/').next().unwrap_or(file);
    say(&format!("panicked {message:?} {file} {}", line > 0 && column > 0));
}

/// There is one destructor.
#[unsafe(no_mangle)]
extern "C" fn __forall_next_destructor(to: *mut u8) -> u32 {
    static TOLD: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(false);
    extern "C" fn destroy(argument: usize) {
        say(&format!("destroy {argument}"));
    }
    if TOLD.swap(true, std::sync::atomic::Ordering::Relaxed) {
        return 0;
    }
    // SAFETY: two addresses are there to be written.
    unsafe { to.cast::<[usize; 2]>().write([destroy as usize, 7]) };
    1
}

#[unsafe(no_mangle)]
extern "C" fn __forall_finish(ending: u32, message: *const u8, message_length: u64) -> ! {
    say(&format!("finish {ending} {:?}", text(message, message_length)));
    std::process::exit(0)
}
