//! What a macro was given as `$x:expr` or `$t:ty` comes in an invisible group.

use syn::{Expr, Type};

pub fn expression(expression: Expr) -> Expr {
    match expression {
        Expr::Group(group) => self::expression(*group.expr),
        expression => expression,
    }
}

pub fn ty(ty: Type) -> Type {
    match ty {
        Type::Group(group) => self::ty(*group.elem),
        Type::Reference(mut reference) => {
            *reference.elem = self::ty((*reference.elem).clone());
            Type::Reference(reference)
        }
        ty => ty,
    }
}
