//! Ordinary tests.

use super::*;
use crate::repeated::repeated;

fn stack(values: &[i64]) -> Stack {
    let mut stack = Stack::new();
    for value in values {
        stack.push(*value);
    }
    stack
}

fn check(operator: impl Operator, before: &[i64], after: &[i64]) {
    repeated(|| {
        let mut stack = stack(before);
        assert!(operator.is_possible(&stack));
        operator.perform(&mut stack);
        assert_eq!(stack.values(), after);
    });
}

/// Enters numbers and symbols as they stand in the text.
fn entered(text: &str) -> Controller {
    let mut controller = Controller::new(Factory::new());
    for word in text.split_whitespace() {
        match word.strip_prefix('_').unwrap_or(word).bytes().all(|byte| byte.is_ascii_digit()) {
            true => {
                word.bytes()
                    .filter(u8::is_ascii_digit)
                    .for_each(|digit| controller.digit(digit - b'0').unwrap());
                if word.starts_with('_') {
                    controller.change_sign();
                }
                controller.enter();
            }
            false => controller.operate(word).unwrap(),
        }
    }
    controller
}

#[test]
fn adds() {
    check(Add, &[2, 3], &[5]);
}

#[test]
fn adds_around_the_end() {
    check(Add, &[i64::MAX, 1], &[i64::MIN]);
}

#[test]
fn subtracts() {
    check(Subtract, &[2, 3], &[-1]);
}

#[test]
fn multiplies() {
    check(Multiply, &[4, 2, 3], &[4, 6]);
}

#[test]
fn divides() {
    check(Divide, &[7, -2], &[-3]);
}

#[test]
fn leaves_a_remainder() {
    check(Remainder, &[7, 4], &[3]);
}

#[test]
fn negates() {
    check(Negate, &[7], &[-7]);
}

#[test]
fn negates_the_smallest() {
    check(Negate, &[i64::MIN], &[i64::MIN]);
}

#[test]
fn takes_the_absolute_value() {
    check(Absolute, &[-7], &[7]);
}

#[test]
fn tells_the_sign() {
    check(Sign, &[-7], &[-1]);
}

#[test]
fn squares() {
    check(Square, &[-12], &[144]);
}

#[test]
fn takes_the_minimum() {
    check(Minimum, &[1, 2], &[1]);
}

#[test]
fn takes_the_maximum() {
    check(Maximum, &[1, 2], &[2]);
}

#[test]
fn duplicates() {
    check(Duplicate, &[1, 2], &[1, 2, 2]);
}

#[test]
fn discards() {
    check(Discard, &[1, 2], &[1]);
}

#[test]
fn swaps() {
    check(Swap, &[1, 2], &[2, 1]);
}

#[test]
fn copies_what_is_below() {
    check(Over, &[1, 2], &[1, 2, 1]);
}

#[test]
fn rotates() {
    check(Rotate, &[1, 2, 3], &[2, 3, 1]);
}

#[test]
fn sums_up() {
    check(SumUp, &[1, 2, 3, 4], &[10]);
}

#[test]
fn tells_the_size() {
    check(Size, &[5, 5], &[5, 5, 2]);
}

#[test]
fn clears() {
    check(Clear, &[5, 5], &[]);
}

#[test]
fn takes_no_more_than_there_is() {
    repeated(|| {
        assert!(!Add.is_possible(&stack(&[1])));
        assert!(!Divide.is_possible(&stack(&[1, 0])));
    });
}

#[test]
fn a_new_stack_is_empty() {
    repeated(|| {
        assert!(Stack::new().is_empty());
    });
}

#[test]
fn the_top_is_what_was_pushed() {
    repeated(|| {
        assert_eq!(stack(&[1, 2, 3]).peek(), 3);
    });
}

#[test]
fn the_lowest_is_what_was_pushed_first() {
    repeated(|| {
        assert_eq!(stack(&[1, 2, 3]).below(2), 1);
    });
}

#[test]
fn two_come_in_their_order() {
    repeated(|| {
        assert_eq!(stack(&[1, 2, 3]).pop_two(), (2, 3));
    });
}

#[test]
fn the_factory_knows_nineteen_operators() {
    repeated(|| {
        assert_eq!((Factory::new().count(), Factory::safe().count()), (19, 16));
    });
}

#[test]
fn a_safe_factory_throws_nothing_away() {
    repeated(|| {
        assert!(!Factory::safe().knows("drop") && Factory::new().knows("drop"));
    });
}

#[test]
fn operators_have_the_symbols_of_which_they_are_made() {
    repeated(|| {
        let factory = Factory::new();
        for symbol in ["+", "rot", "size", "clear"] {
            assert_eq!(factory.create(symbol).symbol(), symbol);
        }
    });
}

#[test]
fn a_number_grows_by_its_digits() {
    repeated(|| {
        let mut number = Number::starting_with(1);
        number.append(2);
        assert_eq!(number.value(), 12);
    });
}

#[test]
fn a_number_changes_its_sign() {
    repeated(|| {
        let mut number = Number::starting_with(7);
        number.change_sign();
        assert_eq!(number.value(), -7);
    });
}

#[test]
fn digits_are_erased() {
    repeated(|| {
        let mut number = Number::starting_with(7);
        number.append(1);
        number.erase();
        assert_eq!(number.value(), 7);
    });
}

#[test]
fn a_number_ends_somewhere() {
    repeated(|| {
        let mut controller = Controller::new(Factory::new());
        for _ in 0..12 {
            controller.digit(9).unwrap();
        }
        assert_eq!(controller.digit(9), Err(Problem::NumberTooLong));
    });
}

#[test]
fn a_formula_is_computed() {
    repeated(|| {
        assert_eq!(entered("2 3 + 4 *").stack().values(), [20]);
    });
}

#[test]
fn a_long_formula_is_computed() {
    repeated(|| {
        let text = "1 2 3 4 5 6 7 8 9 sum dup * _7 + 3 / abs 2 max 9 min neg sign";
        assert_eq!(entered(text).stack().values(), [-1]);
    });
}

#[test]
fn a_polynomial_is_computed() {
    repeated(|| {
        assert_eq!(entered("3 dup square 5 * swap 2 * + 7 + size").stack().values(), [58, 1]);
    });
}

#[test]
fn an_unknown_symbol_is_refused() {
    repeated(|| {
        assert_eq!(entered("1 2").operate("?"), Err(Problem::UnknownSymbol));
    });
}

#[test]
fn what_is_not_possible_is_refused() {
    repeated(|| {
        assert_eq!(entered("1").operate("+"), Err(Problem::NotPossible));
        assert_eq!(entered("1 0").operate("/"), Err(Problem::NotPossible));
    });
}

#[test]
fn the_square_of_much_is_refused() {
    repeated(|| {
        assert_eq!(entered("4000000000").operate("square"), Err(Problem::NotPossible));
    });
}

#[test]
fn what_is_done_is_undone() {
    repeated(|| {
        let mut controller = entered("1 2 +");
        controller.undo();
        assert_eq!(controller.stack().values(), [1, 2]);
    });
}

#[test]
fn what_is_undone_is_redone() {
    repeated(|| {
        let mut controller = entered("1 2 +");
        controller.undo();
        controller.redo();
        assert_eq!(controller.stack().values(), [3]);
    });
}

#[test]
fn a_new_number_forgets_what_was_undone() {
    repeated(|| {
        let mut controller = entered("1 2 +");
        controller.undo();
        controller.push(9);
        assert!(!controller.can_redo());
    });
}

#[test]
fn one_step_can_be_undone() {
    repeated(|| {
        let mut controller = entered("1 2 3 4 rot + swap - *");
        controller.undo();
        assert!(!controller.can_undo() && controller.stack().size() == 2);
    });
}

#[test]
fn erased_digits_are_not_entered() {
    repeated(|| {
        let mut controller = Controller::new(Factory::new());
        controller.digit(1).unwrap();
        controller.digit(2).unwrap();
        controller.erase();
        controller.enter();
        assert_eq!(controller.stack().values(), [1]);
    });
}

#[test]
fn a_new_console_is_blank() {
    repeated(|| {
        assert!(Console::new(3).is_blank());
    });
}

#[test]
fn the_last_lines_stay() {
    repeated(|| {
        let mut console = Console::new(2);
        for line in ["one", "two", "three"] {
            console.print(line);
        }
        assert_eq!(console.text(), "two\nthree");
    });
}

#[test]
fn a_console_is_cleared() {
    repeated(|| {
        let mut console = Console::new(2);
        console.print("one");
        console.clear();
        assert!(console.is_blank());
    });
}

#[test]
fn the_stack_is_shown() {
    repeated(|| {
        let mut console = Console::new(5);
        entered("1 22 333").show(&mut console);
        assert_eq!(console.text(), "stack\n  0: 333\n  1: 22\n  2: 1");
    });
}

#[test]
fn a_session_is_computed_and_shown() {
    repeated(|| {
        let mut controller = entered("10 20 30 rot rot + - 7 % 5 over min");
        let mut console = Console::new(5);
        controller.show(&mut console);
        controller.undo();
        controller.show(&mut console);
        assert_eq!(console.line_count(), controller.stack().size() + 1);
    });
}
