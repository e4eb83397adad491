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
}

/// The parameters, in the order in which they first occur. `names` are the names in the test's block.
pub fn parameters(constants: &[Constant], names: &BTreeSet<String>) -> Vec<Parameter> {
    let mut parameters: Vec<Parameter> = Vec::new();
    for (number, constant) in constants.iter().enumerate().filter(|(_, constant)| !constant.expected) {
        let is_same = |own: &&mut Parameter| {
            // A receiver is used up.
            !matches!(constant.value, Value::Receiver { .. })
                && own.ty == constant.ty
                && own.original == constant.text
                && own.constants.iter().all(|other| !side_by_side(&constants[*other], constant))
        };
        match parameters.iter_mut().find(is_same) {
            Some(own) => own.constants.push(number),
            None => parameters.push(Parameter {
                name: String::new(),
                ty: constant.ty.clone(),
                original: constant.text.clone(),
                value: constant.value.clone(),
                copied: constant.copied,
                constants: vec![number],
            }),
        }
    }
    let mut taken = BTreeSet::new();
    for parameter in &mut parameters {
        let own = parameter.constants.iter().map(|number| &constants[*number]);
        let role = own.clone().find_map(|constant| constant.role.clone());
        let is_named = own.clone().any(|constant| constant.named.is_some() && constant.role == role);
        let base = role.unwrap_or_else(|| by_type(&parameter.ty).to_owned());
        let mut name = base.clone();
        let mut count = 1;
        while !taken.insert(name.clone()) || (names.contains(&name) && !(is_named && name == base)) {
            count += 1;
            name = format!("{base}_{count}");
        }
        parameter.name = name;
    }
    parameters
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
        _ if ty.contains('[') || ty.starts_with("Vec") => "items",
        _ => "n",
    }
}
