//! Mathematics: the result depends on the arguments alone, and no memory is touched.

use super::{ExternalCall, Model, report_symbolic};
use crate::shadow::function::FunctionShadow;

pub fn model(name: &str) -> Option<Model> {
    is_math(name).then_some(Model::beside(compute))
}

/// Makes a term where an operation says what the function computes; else symbolic arguments are reported.
fn compute(shadow: &mut FunctionShadow<'_>, of: &ExternalCall<'_>) {
    if !shadow.float_function(of.call, of.name.strip_suffix('f').unwrap_or(of.name)) {
        report_symbolic(shadow, of);
    }
}

/// Functions of the C mathematics library, in double and single precision.
pub fn is_math(name: &str) -> bool {
    const NAMES: [&str; 36] = [
        "acos",
        "acosh",
        "asin",
        "asinh",
        "atan",
        "atan2",
        "atanh",
        "cbrt",
        "ceil",
        "cos",
        "cosh",
        "erf",
        "erfc",
        "exp",
        "exp2",
        "expm1",
        "fdim",
        "floor",
        "fma",
        "fmod",
        "hypot",
        "log",
        "log10",
        "log1p",
        "log2",
        "nearbyint",
        "pow",
        "rint",
        "round",
        "roundeven",
        "sin",
        "sinh",
        "sqrt",
        "tan",
        "tanh",
        "trunc",
    ];
    NAMES.contains(&name) || name.strip_suffix('f').is_some_and(|double| NAMES.contains(&double))
}
