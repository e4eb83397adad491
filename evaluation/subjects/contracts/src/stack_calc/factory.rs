//! Makes operators of their symbols.

use super::operators::*;
use forall_spec::{Input, contract};

/// Operators by their symbols. Some may be switched off.
#[derive(Clone, Debug, Default, Input)]
pub struct Factory {
    /// Without operators that throw values away.
    is_safe: bool,
}

const SYMBOLS: [&str; 19] = [
    "+", "-", "*", "/", "%", "neg", "abs", "sign", "square", "min", "max", "dup", "drop", "swap", "over",
    "rot", "sum", "size", "clear",
];

#[contract]
impl Factory {
    #[ensures(|ret| ret.knows("clear"))]
    pub fn new() -> Self {
        Factory { is_safe: false }
    }

    #[ensures(|ret| !ret.knows("clear") && !ret.knows("drop") && !ret.knows("sum"))]
    pub fn safe() -> Self {
        Factory { is_safe: true }
    }

    #[pure]
    pub fn knows(&self, symbol: &str) -> bool {
        SYMBOLS.contains(&symbol) && !(self.is_safe && matches!(symbol, "clear" | "drop" | "sum"))
    }

    #[pure]
    #[ensures(|ret| *ret == 19 || (self.is_safe && *ret == 16))]
    pub fn count(&self) -> usize {
        SYMBOLS.iter().filter(|symbol| self.knows(symbol)).count()
    }

    #[requires(self.knows(symbol))]
    #[ensures(|ret| ret.symbol() == symbol && ret.takes() <= 3)]
    pub fn create(&self, symbol: &str) -> Box<dyn Operator> {
        match symbol {
            "+" => Box::new(Add),
            "-" => Box::new(Subtract),
            "*" => Box::new(Multiply),
            "/" => Box::new(Divide),
            "%" => Box::new(Remainder),
            "neg" => Box::new(Negate),
            "abs" => Box::new(Absolute),
            "sign" => Box::new(Sign),
            "square" => Box::new(Square),
            "min" => Box::new(Minimum),
            "max" => Box::new(Maximum),
            "dup" => Box::new(Duplicate),
            "drop" => Box::new(Discard),
            "swap" => Box::new(Swap),
            "over" => Box::new(Over),
            "rot" => Box::new(Rotate),
            "sum" => Box::new(SumUp),
            "size" => Box::new(Size),
            "clear" => Box::new(Clear),
            _ => unreachable!("{symbol} is not known"),
        }
    }
}
