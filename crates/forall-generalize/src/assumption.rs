//! Relations between parameters that hold in the closed test.

use crate::constant::Value;
use crate::parameter::Parameter;

/// More parameters of one type than this are not compared with each other.
const COMPARED: usize = 6;

/// What tells parameters of one type apart in the closed test, as conditions.
pub fn relations(parameters: &[Parameter]) -> Vec<String> {
    let mut relations = Vec::new();
    for (number, one) in parameters.iter().enumerate() {
        let others = parameters[number + 1..].iter().filter(|own| own.ty == one.ty).take(COMPARED);
        for other in others.filter(|own| is_compared(own) && own.original != one.original) {
            relations.push(format!("{} != {}", one.name, other.name));
        }
    }
    relations
}

/// Floats and truth values are left alone: of two different `bool`s one follows from the other.
fn is_compared(parameter: &Parameter) -> bool {
    !["bool", "f32", "f64"].contains(&parameter.ty.as_str())
        && matches!(parameter.value, Value::Integer(_) | Value::Sized(_) | Value::Other)
}
