//! Labels as the printer gets them.

use forall::{choose, forall};
use parcel_labels::{fit, label};

/// A printer that may run out of paper whenever it likes.
struct Printer {
    lines: Vec<String>,
}

impl Printer {
    fn print(&mut self, line: &str) -> Result<(), &'static str> {
        if choose::<bool>() {
            return Err("out of paper");
        }
        self.lines.push(line.to_owned());
        Ok(())
    }
}

/// Tries three times.
fn print(printer: &mut Printer, line: &str) -> Result<(), &'static str> {
    let mut last = Ok(());
    for _ in 0..3 {
        last = printer.print(line);
        if last.is_ok() {
            break;
        }
    }
    last
}

#[forall]
fn at_most_one_copy_is_printed(weight: u16) {
    let mut printer = Printer { lines: Vec::new() };
    let done = print(&mut printer, &label(7, weight.into()));
    assert_eq!(printer.lines.len(), usize::from(done.is_ok()));
}

#[forall]
fn everything_is_printed(short: bool) -> Result<(), &'static str> {
    let mut printer = Printer { lines: Vec::new() };
    print(&mut printer, if short { fit("a name", 3) } else { "a name" })
}
