//! Functions that call themselves, and what has to decrease so that they end.

use super::Function;
use super::call::Call;
use super::met::{Clause, Unmet};
use forall_protocol::contract::Rule;
use std::cell::RefCell;

#[diagnostic::on_unimplemented(
    message = "`{Self}` is no measure: it may decrease for ever",
    note = "a measure is an integer of at most 64 bits, or an `i128`, or several of them: `#[decreases(rows, columns)]`"
)]
/// What can decrease, and only so often: a number that is not negative, or several, of which the first ones count most.
pub trait Measure {
    fn numbers(&self) -> Vec<i128>;
}

macro_rules! numbers {
    ($($number:ty)*) => {
        $(impl Measure for $number {
            #[allow(clippy::unnecessary_cast, clippy::cast_lossless)]
            fn numbers(&self) -> Vec<i128> {
                vec![*self as i128]
            }
        })*
    };
}

numbers!(u8 u16 u32 u64 usize i8 i16 i32 i64 i128 isize);

macro_rules! tuples {
    ($(($($name:ident)*))*) => {
        $(impl<$($name: Measure),*> Measure for ($($name,)*) {
            #[allow(non_snake_case)]
            fn numbers(&self) -> Vec<i128> {
                let ($($name,)*) = self;
                [$($name.numbers()),*].concat()
            }
        })*
    };
}

tuples!((A) (A B) (A B C) (A B C D));

impl<M: Measure + ?Sized> Measure for &M {
    fn numbers(&self) -> Vec<i128> {
        (**self).numbers()
    }
}

thread_local! {
    /// The calls that have not ended, with their measures.
    static MEASURES: RefCell<Vec<(&'static Function, Vec<i128>)>> = const { RefCell::new(Vec::new()) };
}

/// A call with its measure, until it ends.
pub struct Measured(bool);

impl Drop for Measured {
    fn drop(&mut self) {
        if self.0 {
            MEASURES.with_borrow_mut(Vec::pop);
        }
    }
}

impl Call {
    /// Has it come closer to an end since the function was called last? The place of the call is that of the measure.
    #[track_caller]
    pub fn decreases<M: Measure>(&self, clause: &'static Clause, measure: impl Fn() -> M) -> Measured {
        if !self.is_checked() {
            return Measured(false);
        }
        let now = self.evaluated(clause, false, || measure().numbers());
        let function = self.function();
        let is_it = |other: &Function| other.name == function.name && other.module == function.module;
        let before = MEASURES.with_borrow(|all| {
            let last = all.iter().rev().find(|(other, _)| is_it(other));
            last.map(|(_, measure)| measure.clone())
        });
        if let Some(before) = before {
            let is_bounded = before.iter().all(|number| *number >= 0);
            if !is_bounded || now >= before {
                let values = format!("it is {}, and was {}", text(&now), text(&before));
                self.violated(Rule::Decreases, Unmet { clause: Some(clause), conjunct: "", values });
            }
        }
        MEASURES.with_borrow_mut(|all| all.push((function, now)));
        Measured(true)
    }
}

fn text(measure: &[i128]) -> String {
    match measure {
        [only] => only.to_string(),
        several => {
            let all: Vec<String> = several.iter().map(i128::to_string).collect();
            format!("({})", all.join(", "))
        }
    }
}
