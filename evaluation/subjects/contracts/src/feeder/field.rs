//! What an event carries.

use forall_spec::{Input, contract};

#[derive(Clone, Debug, PartialEq, Eq, Input)]
pub enum Value {
    Flag(bool),
    Number(i32),
    Text(String),
}

#[derive(Clone, Debug, PartialEq, Eq, Input)]
pub struct Field {
    #[forall(range = 1..=40)]
    key: u8,
    value: Value,
}

#[contract]
#[invariant(1 <= self.key && self.key <= 40)]
impl Field {
    #[requires(1 <= key && key <= 40)]
    #[ensures(|ret| ret.key() == key && ret.is_flag())]
    pub fn flag(key: u8, value: bool) -> Self {
        Field { key, value: Value::Flag(value) }
    }

    #[requires(1 <= key && key <= 40)]
    #[ensures(|ret| ret.key() == key && ret.number() == value)]
    pub fn of_number(key: u8, value: i32) -> Self {
        Field { key, value: Value::Number(value) }
    }

    #[requires(1 <= key && key <= 40)]
    #[requires(text.len() <= 20)]
    #[ensures(|ret| ret.key() == key && matches!(&ret.value, Value::Text(own) if own == text))]
    pub fn of_text(key: u8, text: &str) -> Self {
        Field { key, value: Value::Text(text.to_owned()) }
    }

    #[pure]
    #[ensures(|ret| *ret > 0)]
    pub fn key(&self) -> u8 {
        self.key
    }

    #[pure]
    #[ensures(|ret| *ret == matches!(self.value, Value::Flag(_)))]
    pub fn is_flag(&self) -> bool {
        matches!(self.value, Value::Flag(_))
    }

    #[pure]
    #[ensures(|ret| *ret == matches!(self.value, Value::Number(_)))]
    pub fn is_number(&self) -> bool {
        matches!(self.value, Value::Number(_))
    }

    #[pure]
    #[requires(self.is_number())]
    #[ensures(|ret| self.value == Value::Number(*ret))]
    pub fn number(&self) -> i32 {
        match self.value {
            Value::Number(number) => number,
            _ => unreachable!("no number"),
        }
    }

    #[pure]
    #[ensures(|ret| *ret >= 1)]
    pub fn size(&self) -> usize {
        match &self.value {
            Value::Flag(_) => 1,
            Value::Number(_) => 4,
            Value::Text(text) => text.len() + 1,
        }
    }
}
