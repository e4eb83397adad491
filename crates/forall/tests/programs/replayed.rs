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
                print!("printed");
                assert_eq!(std::thread::current().name(), Some("replayed::inner::ends_in_many_ways"));
                Ok(())
            }
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

#[test]
fn main_is_reached() {
    println!("libtest runs");
}
