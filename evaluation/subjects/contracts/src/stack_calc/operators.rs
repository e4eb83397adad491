//! What can be done to a stack.

use super::Stack;
use forall_spec::{Input, contract};

/// What a calculator does when a symbol is entered.
pub trait Operator {
    fn symbol(&self) -> &'static str;

    /// So many values it takes from the stack.
    fn takes(&self) -> usize;

    /// There are as many values as it takes.
    fn perform(&self, stack: &mut Stack);

    /// May it be performed? There may be more to ask than the number of values.
    fn is_possible(&self, stack: &Stack) -> bool {
        stack.size() >= self.takes()
    }
}

macro_rules! operator {
    ($(#[$doc:meta])* $name:ident, $symbol:literal, $takes:literal $(, $possible:expr)?) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Input)]
        pub struct $name;

        impl Operator for $name {
            fn symbol(&self) -> &'static str {
                $symbol
            }

            fn takes(&self) -> usize {
                $takes
            }

            fn perform(&self, stack: &mut Stack) {
                self.apply(stack);
            }

            $(fn is_possible(&self, stack: &Stack) -> bool {
                let possible: fn(&Stack) -> bool = $possible;
                stack.size() >= $takes && possible(stack)
            })?
        }
    };
}

fn divides(stack: &Stack) -> bool {
    stack.peek() != 0 && !(stack.peek() == -1 && stack.below(1) == i64::MIN)
}

operator!(Add, "+", 2);
operator!(Subtract, "-", 2);
operator!(Multiply, "*", 2);
operator!(Divide, "/", 2, divides);
operator!(Remainder, "%", 2, divides);
operator!(Negate, "neg", 1);
operator!(Absolute, "abs", 1);
operator!(Sign, "sign", 1);
operator!(Square, "square", 1);
operator!(Minimum, "min", 2);
operator!(Maximum, "max", 2);
operator!(Duplicate, "dup", 1);
operator!(Discard, "drop", 1);
operator!(Swap, "swap", 2);
operator!(Over, "over", 2);
operator!(Rotate, "rot", 3);
operator!(
    /// Replaces all values by their sum.
    SumUp,
    "sum",
    2
);
operator!(Size, "size", 0);
operator!(Clear, "clear", 0);

#[contract]
impl Add {
    #[requires(stack.size() >= 2)]
    #[ensures(|_| stack.size() == old(stack.size()) - 1)]
    #[ensures(|_| stack.peek() == old(stack.below(1)).wrapping_add(old(stack.peek())))]
    pub fn apply(&self, stack: &mut Stack) {
        let (first, second) = stack.pop_two();
        stack.push(first.wrapping_add(second));
    }
}

#[contract]
impl Subtract {
    #[requires(stack.size() >= 2)]
    #[ensures(|_| stack.size() == old(stack.size()) - 1)]
    #[ensures(|_| stack.peek() == old(stack.below(1)).wrapping_sub(old(stack.peek())))]
    pub fn apply(&self, stack: &mut Stack) {
        let (first, second) = stack.pop_two();
        stack.push(first.wrapping_sub(second));
    }
}

#[contract]
impl Multiply {
    #[requires(stack.size() >= 2)]
    #[ensures(|_| stack.size() == old(stack.size()) - 1)]
    #[ensures(|_| stack.peek() == old(stack.below(1)).wrapping_mul(old(stack.peek())))]
    pub fn apply(&self, stack: &mut Stack) {
        let (first, second) = stack.pop_two();
        stack.push(first.wrapping_mul(second));
    }
}

#[contract]
impl Divide {
    #[requires(stack.size() >= 2)]
    #[requires(stack.peek() != 0)]
    #[ensures(|_| stack.size() == old(stack.size()) - 1)]
    #[ensures(|_| stack.peek() == old(stack.below(1) / stack.peek()))]
    pub fn apply(&self, stack: &mut Stack) {
        let (first, second) = stack.pop_two();
        stack.push(first / second);
    }
}

#[contract]
impl Remainder {
    #[requires(stack.size() >= 2)]
    #[requires(stack.peek() != 0)]
    #[ensures(|_| stack.size() == old(stack.size()) - 1)]
    #[ensures(|_| stack.peek() == old(stack.below(1).wrapping_rem(stack.peek())))]
    pub fn apply(&self, stack: &mut Stack) {
        let (first, second) = stack.pop_two();
        stack.push(first % second);
    }
}

#[contract]
impl Negate {
    #[requires(stack.size() >= 1)]
    #[ensures(|_| stack.size() == old(stack.size()))]
    #[ensures(|_| stack.peek().wrapping_add(old(stack.peek())) == 0)]
    pub fn apply(&self, stack: &mut Stack) {
        let value = stack.pop();
        stack.push(value.wrapping_neg());
    }
}

#[contract]
impl Absolute {
    #[requires(stack.size() >= 1)]
    #[ensures(|_| stack.peek() >= 0)]
    #[ensures(|_| stack.peek() == old(stack.peek()) || stack.peek() == old(stack.peek()).wrapping_neg())]
    pub fn apply(&self, stack: &mut Stack) {
        let value = stack.pop();
        stack.push(value.wrapping_abs());
    }
}

#[contract]
impl Sign {
    #[requires(stack.size() >= 1)]
    #[ensures(|_| stack.peek().abs() <= 1)]
    #[ensures(|_| (stack.peek() > 0) == (old(stack.peek()) > 0) && (stack.peek() < 0) == (old(stack.peek()) < 0))]
    pub fn apply(&self, stack: &mut Stack) {
        let value = stack.pop();
        stack.push(value.signum());
    }
}

#[contract]
impl Square {
    #[requires(stack.size() >= 1)]
    #[requires(stack.peek().unsigned_abs() <= 3_000_000_000)]
    #[ensures(|_| stack.peek() == old(stack.peek()).wrapping_mul(old(stack.peek())))]
    pub fn apply(&self, stack: &mut Stack) {
        let value = stack.pop();
        // It fits: that is required.
        stack.push(value.wrapping_mul(value));
    }
}

#[contract]
impl Minimum {
    #[requires(stack.size() >= 2)]
    #[ensures(|_| stack.peek() <= old(stack.peek()) && stack.peek() <= old(stack.below(1)))]
    pub fn apply(&self, stack: &mut Stack) {
        let (first, second) = stack.pop_two();
        stack.push(first.min(second));
    }
}

#[contract]
impl Maximum {
    #[requires(stack.size() >= 2)]
    #[ensures(|_| stack.peek() >= old(stack.peek()) && stack.peek() >= old(stack.below(1)))]
    pub fn apply(&self, stack: &mut Stack) {
        let (first, second) = stack.pop_two();
        stack.push(first.max(second));
    }
}

#[contract]
impl Duplicate {
    #[requires(stack.size() >= 1)]
    #[ensures(|_| stack.size() == old(stack.size()) + 1 && stack.peek() == stack.below(1))]
    pub fn apply(&self, stack: &mut Stack) {
        stack.push(stack.peek());
    }
}

#[contract]
impl Discard {
    #[requires(stack.size() >= 1)]
    #[ensures(|_| stack.size() == old(stack.size()) - 1)]
    pub fn apply(&self, stack: &mut Stack) {
        stack.pop();
    }
}

#[contract]
impl Swap {
    #[requires(stack.size() >= 2)]
    #[ensures(|_| stack.size() == old(stack.size()))]
    #[ensures(|_| stack.peek() == old(stack.below(1)) && stack.below(1) == old(stack.peek()))]
    pub fn apply(&self, stack: &mut Stack) {
        let (first, second) = stack.pop_two();
        stack.push(second);
        stack.push(first);
    }
}

#[contract]
impl Over {
    #[requires(stack.size() >= 2)]
    #[ensures(|_| stack.size() == old(stack.size()) + 1)]
    #[ensures(|_| stack.peek() == old(stack.below(1)))]
    pub fn apply(&self, stack: &mut Stack) {
        stack.push(stack.below(1));
    }
}

#[contract]
impl Rotate {
    #[requires(stack.size() >= 3)]
    #[ensures(|_| stack.size() == old(stack.size()))]
    #[ensures(|_| stack.peek() == old(stack.below(2)))]
    #[ensures(|_| stack.below(1) == old(stack.peek()) && stack.below(2) == old(stack.below(1)))]
    pub fn apply(&self, stack: &mut Stack) {
        let (second, third) = stack.pop_two();
        let first = stack.pop();
        stack.push(second);
        stack.push(third);
        stack.push(first);
    }
}

#[contract]
impl SumUp {
    #[requires(stack.size() >= 2)]
    #[ensures(|_| stack.size() == 1)]
    pub fn apply(&self, stack: &mut Stack) {
        let mut sum = 0i64;
        while !stack.is_empty() {
            sum = sum.wrapping_add(stack.pop());
        }
        stack.push(sum);
    }
}

#[contract]
impl Size {
    #[ensures(|_| stack.size() == old(stack.size()) + 1)]
    #[ensures(|_| stack.peek() == old(stack.size()) as i64)]
    pub fn apply(&self, stack: &mut Stack) {
        stack.push(stack.size() as i64);
    }
}

#[contract]
impl Clear {
    #[ensures(|_| stack.is_empty())]
    pub fn apply(&self, stack: &mut Stack) {
        stack.clear();
    }
}
