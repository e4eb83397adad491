//! Tests that end in every way.

use forall::{assume, forall};

mod inner {
    use super::*;

    #[forall]
    fn ends_in_many_ways(way: u8, x: i32) -> Result<(), (u8, i32)> {
        assume!(way != 1);
        match way {
            2 => panic!("x is {x}"),
            3 => Err((way, x)),
            4 => std::process::abort(),
            5 => panics_elsewhere(),
            6 => std::process::exit(7),
            7 => std::panic::panic_any(x),
            8 => {
                let _ = std::panic::catch_unwind(|| panic!("caught"));
                Ok(())
            }
            9 => {
                println!("printed");
                assert_eq!(std::thread::current().name(), Some("replayed::inner::ends_in_many_ways"));
                Ok(())
            }
            10 => std::process::exit(0),
            _ => Ok(()),
        }
    }

    fn panics_elsewhere() -> Result<(), (u8, i32)> {
        let joined = std::thread::spawn(|| panic!("on another thread")).join();
        joined.unwrap_or_else(|payload| std::panic::resume_unwind(payload));
        Ok(())
    }
}

#[forall]
fn letters_are_valid(c: char, n: usize) {
    assert!(c != 'é' || n != usize::MAX, "this one");
}

#[forall]
fn structures_are_drawn(names: Vec<String>, limit: Option<(u8, f64)>, bytes: &mut [u8]) {
    assert!(names.len() <= 8 && limit.is_none_or(|(least, _)| bytes.len() >= usize::from(least)) || bytes.is_empty());
}

/// Whether it has been there before, by what it left then.
#[forall]
fn leaves_things_behind(kind: u8) -> bool {
    static SEEN: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(false);
    thread_local! {
        static HERE: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
    }
    let file = std::env::temp_dir().join("left");
    match kind {
        0 => SEEN.swap(true, std::sync::atomic::Ordering::Relaxed),
        1 => {
            let before = std::env::var("LEFT_BEHIND").is_ok();
            // SAFETY: no other thread is there.
            unsafe { std::env::set_var("LEFT_BEHIND", "1") };
            before
        }
        2 => {
            let before = std::env::current_dir().is_ok_and(|directory| directory.as_os_str() == "/");
            std::env::set_current_dir("/").is_ok() && before
        }
        3 => {
            let before = file.exists();
            std::fs::write(file, "").is_ok() && before
        }
        _ => HERE.replace(true),
    }
}

#[test]
fn main_is_reached() {
    println!("libtest runs");
}
