//! The parameters of a function that differ from case to case.

use super::{Case, Cell, Inputs, Made, Parameter};
use crate::column::Column;
use crate::constant::Value;
use crate::literal::whole;
use crate::types::{is_copied, is_drawn};
use syn::spanned::Spanned;
use syn::{Expr, Pat};

/// A parameter of the function that differs from case to case.
pub struct Input {
    pub column: OwnColumn,
    copied: bool,
    /// As written, with its `mut`, and its type.
    pub pattern: String,
    pub declared: String,
}

pub struct OwnColumn {
    pub name: syn::Ident,
    pub rows: Vec<(String, Value)>,
    pub ty: Option<String>,
}

impl Input {
    pub fn of_cases(&self, cases: &[usize]) -> Column<'_> {
        let OwnColumn { name, rows, ty } = &self.column;
        let rows = cases.iter().map(|number| rows[*number].clone()).collect();
        Column { name, rows, ty: ty.clone(), copied: self.copied }
    }
}

impl Made<'_> {
    pub fn columns(&self, inputs: &Inputs) -> Vec<Input> {
        let body = self.subject.model.body(self.subject.summary).ok();
        let mut columns = Vec::new();
        for (number, argument) in self.function.sig.inputs.iter().enumerate() {
            let syn::FnArg::Typed(argument) = argument else { continue };
            let Some(Parameter::Cell(cell)) = inputs.parameters.get(number) else { continue };
            let ty = body.as_ref().and_then(|body| body.ty(body.parameters.get(number)?.ty).cloned());
            let drawn = ty.filter(is_drawn);
            let spelled = drawn.as_ref().and_then(|ty| self.subject.model.spelled(ty));
            let text = |case: &Case| self.cell(&case.cells[*cell], spelled.as_deref(), &argument.ty);
            let rows: Vec<(String, Value)> = inputs.cases.iter().map(text).collect();
            // Elsewhere it would not be known what it is made into.
            let is_known = !rows.iter().any(|(text, _)| text.contains(".into()"));
            let name = match &*argument.pat {
                Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => name.ident.clone(),
                _ => syn::Ident::new(&format!("input_{}", number + 1), proc_macro2::Span::call_site()),
            };
            columns.push(Input {
                column: OwnColumn { name, rows, ty: spelled.filter(|_| is_known) },
                copied: drawn.as_ref().is_some_and(is_copied),
                pattern: self.text(argument.pat.span().byte_range()).to_owned(),
                declared: self.declared(&argument.ty),
            });
        }
        columns
    }

    /// Its type as declared, if that means something in another function.
    fn declared(&self, ty: &syn::Type) -> String {
        let text = self.text(ty.span().byte_range());
        let is_free = self.function.sig.generics.params.is_empty() && !text.contains("impl ");
        if is_free { format!(": {text}") } else { String::new() }
    }

    /// As the new test writes it.
    fn cell(&self, cell: &Cell, ty: Option<&str>, declared: &syn::Type) -> (String, Value) {
        let text = self.text(cell.value.span().byte_range()).to_owned();
        let value = whole(&cell.value).unwrap_or(Value::Other);
        let is_text = matches!(&cell.value, Expr::Lit(own) if matches!(own.lit, syn::Lit::Str(_)));
        let is_reference = matches!(declared, syn::Type::Reference(_));
        let text = match (ty, &cell.value) {
            (Some("String"), _) if is_text => format!("String::from({text})"),
            (Some("String"), Expr::MethodCall(call)) if matches!(value, Value::Sized(_)) => {
                format!("String::from({})", self.text(call.receiver.span().byte_range()))
            }
            _ if is_text && cell.parses && !is_reference => {
                format!("{text}.parse::<{}>().unwrap()", self.text(declared.span().byte_range()))
            }
            _ => text,
        };
        (text, value)
    }
}
