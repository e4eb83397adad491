//! The parameters of the new test: constants of one value and role are one.

use crate::constant::{Constant, Value};
use std::collections::BTreeSet;

/// A parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    pub name: String,
    pub ty: String,
    /// What it was in the closed test, as written there.
    pub original: String,
    pub value: Value,
    pub copied: bool,
    /// The numbers of the constants that it stands for.
    pub constants: Vec<usize>,
    /// What it was in each row of the closed test, as written there; the first is the original.
    pub rows: Vec<String>,
}

impl Parameter {
    /// Is it the same in all rows?
    pub fn is_even(&self) -> bool {
        self.rows.iter().all(|row| *row == self.original)
    }
}

/// The parameters, in the order in which they first occur. `names` are the names in the test's block.
pub fn parameters(constants: &[Constant], names: &BTreeSet<String>) -> Vec<Parameter> {
    let mut parameters: Vec<Parameter> = Vec::new();
    for (number, constant) in constants.iter().enumerate().filter(|(_, constant)| !constant.expected) {
        let is_same = |own: &&mut Parameter| {
            own.ty == constant.ty && own.constants.iter().all(|other| is_one(&constants[*other], constant))
        };
        match parameters.iter_mut().find(is_same) {
            Some(own) => own.constants.push(number),
            None => parameters.push(Parameter {
                name: String::new(),
                ty: constant.ty.clone(),
                original: constant.text.clone(),
                value: constant.greatest(),
                copied: constant.copied,
                constants: vec![number],
                rows: constant.rows.iter().map(|(text, _)| text.clone()).collect(),
            }),
        }
    }
    name(&mut parameters, constants, names);
    parameters
}

/// The arguments of `examples(…)`: for each row of the closed test what the parameters were in it.
/// The last one may be given.
pub fn examples(parameters: &[&Parameter], last: Option<&str>) -> Vec<String> {
    let rows = parameters.iter().map(|own| own.rows.len()).max().unwrap_or_default();
    let mut examples: Vec<String> = Vec::new();
    for row in 0..rows {
        let values: Vec<&str> = parameters.iter().map(|own| own.rows[row].as_str()).chain(last).collect();
        let comma = if values.len() == 1 { "," } else { "" };
        let example = format!("({}{comma})", values.join(", "));
        if !examples.contains(&example) {
            examples.push(example);
        }
    }
    examples
}

fn name(parameters: &mut [Parameter], constants: &[Constant], names: &BTreeSet<String>) {
    let mut taken = BTreeSet::new();
    for parameter in parameters {
        let own = parameter.constants.iter().map(|number| &constants[*number]);
        let bound = own.clone().find(|constant| constant.bound).and_then(|constant| constant.role.clone());
        let role = own.clone().find_map(|constant| constant.role.clone());
        let base = bound.clone().or(role).unwrap_or_else(|| by_type(&parameter.ty).to_owned());
        let mut name = base.clone();
        let mut count = 1;
        while (names.contains(&name) && bound.as_ref() != Some(&name)) || !taken.insert(name.clone()) {
            count += 1;
            name = format!("{base}_{count}");
        }
        parameter.name = name;
    }
}

/// Are two constants one parameter?
fn is_one(one: &Constant, other: &Constant) -> bool {
    let is_alone = |constant: &Constant| constant.bound && !(constant.copied && constant.named.is_some());
    let is_apart = side_by_side(one, other) || is_alone(one) || is_alone(other) || one.bound && other.bound;
    // It is used up.
    let is_receiver = |constant: &Constant| matches!(constant.value, Value::Receiver { .. });
    !is_receiver(one) && !is_receiver(other) && one.rows == other.rows && one.role == other.role && !is_apart
}

/// Are both arguments of one call?
fn side_by_side(one: &Constant, other: &Constant) -> bool {
    one.call.is_some() && one.call == other.call
}

fn by_type(ty: &str) -> &'static str {
    match ty {
        "&str" | "String" => "text",
        "bool" => "flag",
        "char" => "character",
        "f32" | "f64" => "x",
        _ if ty.contains("&str") && (ty.contains('[') || ty.starts_with("Vec")) => "texts",
        _ if ty.contains('[') || ty.starts_with("Vec") => "items",
        _ => "n",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn constant(text: &str, role: Option<&str>, call: usize) -> Constant {
        Constant {
            range: 0..0,
            text: text.into(),
            value: Value::Other,
            ty: "u8".into(),
            copied: true,
            role: role.map(str::to_owned),
            call: (call > 0).then_some(call..call),
            named: None,
            bound: false,
            expected: false,
            rows: vec![(text.into(), Value::Other)],
        }
    }

    fn named(constants: &[Constant], names: &[&str]) -> Vec<(String, Vec<usize>)> {
        let names = names.iter().map(|name| (*name).to_owned()).collect();
        let all = parameters(constants, &names).into_iter();
        all.map(|own| (own.name, own.constants)).collect()
    }

    #[test]
    fn equal_values_in_one_role_are_one_parameter_but_not_side_by_side() {
        let constants = [
            constant("1", Some("key"), 1),
            constant("1", Some("value"), 1),
            constant("1", Some("key"), 2),
            constant("1", None, 0),
            constant("2", Some("key"), 3),
        ];
        let expected = [("key", vec![0, 2]), ("value", vec![1]), ("n", vec![3]), ("key_2", vec![4])];
        assert_eq!(named(&constants, &[]), expected.map(|(name, own)| (name.to_owned(), own)));
    }

    #[test]
    fn a_parameter_has_the_name_of_its_variable_and_of_no_other() {
        let variable = Constant { bound: true, ..constant("1", Some("key"), 0) };
        let constants = [constant("3", Some("key"), 1), variable.clone(), constant("1", Some("key"), 1)];
        let names = |constants: &[Constant]| -> Vec<(String, usize)> {
            named(constants, &["key"]).into_iter().map(|own| (own.0, own.1.len())).collect()
        };
        let separate = [("key_2".to_owned(), 1), ("key".to_owned(), 1), ("key_3".to_owned(), 1)];
        assert_eq!(names(&constants), separate);
        // With a `let` that goes, the variable is the parameter wherever it is used.
        let gone = [constants[0].clone(), Constant { named: Some(0..1), ..variable }, constants[2].clone()];
        assert_eq!(names(&gone), [("key_2".to_owned(), 1), ("key".to_owned(), 2)]);
    }
}
