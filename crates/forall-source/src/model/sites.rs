//! Where a function may panic, what must hold there, and which of its parameters decide.

use super::body::{BindingId, Body, Kind};
use super::definition::Origin;
use super::place::Range;
use super::stored::{Model, Summary};
use super::types::Type;
use super::written::{Form, arguments, expressions};
use crate::parsed;
use std::collections::BTreeSet;
use std::rc::Rc;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Expr, ExprIf};

/// A place in a function where it may panic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    pub hazard: Hazard,
    pub range: Range,
    /// What makes sure that it does not panic, where the source says it: what is asserted, or the condition of the branch that panics.
    pub condition: Option<Condition>,
    /// The parameters that stand in the condition, or in the operands.
    pub parameters: BTreeSet<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hazard {
    /// `assert!` and its kin
    Assertion,
    /// `panic!`, `unreachable!`, `todo!`, `unimplemented!`
    Panic,
    /// `unwrap`, `expect` and their kin, of `Option` and `Result`
    Unwrap,
    /// Of an array, a slice or a collection of std
    Index,
    /// By the compiler's name of the operator: `Add`, `DivAssign`, `Neg`
    Arithmetic(String),
}

/// In the words of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    Holds(Range),
    Fails(Range),
    Equal(Range, Range),
    Different(Range, Range),
}

/// All in the block of a function, its closures included, in the order of the source. Nothing if a macro makes the function.
pub fn sites(model: &Model, function: &Summary) -> std::io::Result<Vec<Site>> {
    let file = model.compiled.directory.join(&function.file);
    let source = parsed(&file);
    let mut search = Blocks { range: function.range(), found: None };
    search.visit_file(&source);
    let Some(found) = search.found else { return Ok(Vec::new()) };
    let closures = format!("{}::{{closure#", function.definition.path);
    let closures = model.bodies.iter().filter(|body| body.definition.path.starts_with(&closures));
    let bodies: Result<_, _> = [function].into_iter().chain(closures).map(|body| model.body(body)).collect();
    let mut search = Search::new(bodies?, &function.file);
    search.visit_block(found.block);
    Ok(search.found)
}

/// What the documentation of a function says under `# Panics`, or from `***Panics***` on.
pub fn documented_panics(model: &Model, function: &Summary) -> Option<String> {
    let source = parsed(&model.compiled.directory.join(&function.file));
    let mut search = Blocks { range: function.range(), found: None };
    search.visit_file(&source);
    let lines = search.found?.attributes.iter().filter_map(|attribute| match &attribute.meta {
        syn::Meta::NameValue(meta) if meta.path.is_ident("doc") => match &meta.value {
            Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => Some(text.value()),
            _ => None,
        },
        _ => None,
    });
    let text: Vec<String> =
        lines.flat_map(|text| text.lines().map(|line| line.trim().to_owned()).collect::<Vec<_>>()).collect();
    said_of_panics(&text)
}

fn said_of_panics(text: &[String]) -> Option<String> {
    let is_heading = |line: &String| line.trim_start_matches('#').trim() == "Panics" && line.starts_with('#');
    let is_emphasized =
        |line: &String| line.starts_with('*') && line.trim_start_matches('*').starts_with("Panics*");
    let Some(start) = text.iter().position(is_heading) else {
        let start = text.iter().position(is_emphasized)?;
        let said: Vec<&str> =
            text[start..].iter().map(String::as_str).take_while(|line| !line.is_empty()).collect();
        return Some(said.join("\n"));
    };
    let section: Vec<&str> =
        text[start + 1..].iter().take_while(|line| !line.starts_with('#')).map(String::as_str).collect();
    Some(section.join("\n").trim().to_owned())
}

/// The function with its block in a range.
struct Blocks<'ast> {
    range: Range,
    found: Option<FoundBlock<'ast>>,
}

struct FoundBlock<'ast> {
    block: &'ast syn::Block,
    attributes: &'ast [syn::Attribute],
}

impl<'ast> Blocks<'ast> {
    fn look(&mut self, block: &'ast syn::Block, attributes: &'ast [syn::Attribute]) {
        if Range::of(block.brace_token.span.join()) == self.range {
            self.found = Some(FoundBlock { block, attributes });
        }
    }
}

impl<'ast> Visit<'ast> for Blocks<'ast> {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.look(&item.block, &item.attrs);
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.look(&item.block, &item.attrs);
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if let Some(block) = &item.default {
            self.look(block, &item.attrs);
        }
        visit::visit_trait_item_fn(self, item);
    }
}

struct Search<'a> {
    bodies: Vec<Rc<Body>>,
    file: &'a str,
    /// Of the branches around, the innermost last; nothing where it is a pattern.
    conditions: Vec<Option<(Condition, BTreeSet<String>)>>,
    found: Vec<Site>,
    /// The range of the parentheses around the next expression.
    outer: Option<Range>,
}

impl<'a> Search<'a> {
    fn new(bodies: Vec<Rc<Body>>, file: &'a str) -> Search<'a> {
        Search { bodies, file, conditions: Vec::new(), found: Vec::new(), outer: None }
    }

    fn kind(&self, range: Range) -> Option<(&Body, &Kind)> {
        self.bodies.iter().find_map(|body| Some((&**body, &body.at(self.file, range)?.1.kind)))
    }

    /// The parameters of the function that are named in an expression.
    fn parameters(&self, expression: &Expr) -> BTreeSet<String> {
        let names = expressions(expression).into_iter().filter(|written| written.form == Form::Name);
        let locals = names.filter_map(|written| match self.kind(written.range)? {
            (_, Kind::Local(binding)) => Some(*binding),
            _ => None,
        });
        let locals: BTreeSet<BindingId> = locals.collect();
        let parameters = self.bodies.first().into_iter().flat_map(|body| &body.parameters);
        let named = parameters.filter(|own| own.binding.is_some_and(|binding| locals.contains(&binding)));
        named.filter_map(|parameter| parameter.name.clone()).collect()
    }

    fn add(&mut self, hazard: Hazard, range: Range, operands: &[&Expr]) {
        let parameters = operands.iter().flat_map(|operand| self.parameters(operand)).collect();
        self.found.push(Site { hazard, range, condition: None, parameters });
    }

    fn branch(&mut self, condition: Option<(Condition, &Expr)>, visit: impl FnOnce(&mut Self)) {
        let condition = condition.map(|(condition, of)| (condition, self.parameters(of)));
        self.conditions.push(condition);
        visit(self);
        self.conditions.pop();
    }

    fn called(&mut self, range: Range, name: &str, arguments: &[Expr]) {
        let at = |number: usize| arguments.get(number).map(|argument: &Expr| Range::of(argument.span()));
        let both = || Some((at(0)?, at(1)?));
        let (condition, count) = match name.trim_start_matches("debug_") {
            "assert" => (at(0).map(Condition::Holds), 1),
            "assert_eq" => (both().map(|(left, right)| Condition::Equal(left, right)), 2),
            "assert_ne" => (both().map(|(left, right)| Condition::Different(left, right)), 2),
            "panic" | "unreachable" | "todo" | "unimplemented" => {
                let known = self.conditions.last().cloned().flatten();
                let (condition, parameters) =
                    known.map_or((None, BTreeSet::new()), |(own, of)| (Some(own), of));
                self.found.push(Site { hazard: Hazard::Panic, range, condition, parameters });
                return;
            }
            _ => return,
        };
        let operands: Vec<&Expr> = arguments.iter().take(count).collect();
        self.add(Hazard::Assertion, range, &operands);
        if let Some(site) = self.found.last_mut() {
            site.condition = condition;
        }
    }

    fn is_checked(&self, range: Range) -> Option<Hazard> {
        let (body, kind) = self.kind(range)?;
        match kind {
            Kind::Index(_) => Some(Hazard::Index),
            Kind::Call { callee: Some(callee), written, .. } => {
                let function = &callee.function;
                let is_index = !written && ["index", "index_mut"].contains(&function.name());
                let is_unwrap = ["unwrap", "expect", "unwrap_err", "expect_err"].contains(&function.name())
                    && (function.path.starts_with("option::") || function.path.starts_with("result::"));
                let of_std = match callee.arguments.first() {
                    Some(super::types::Argument::Type(Type::Named { path, .. })) => path.starts_with("std::"),
                    _ => true,
                };
                match function.origin(None) {
                    Origin::Std if is_index && of_std => Some(Hazard::Index),
                    Origin::Std if is_unwrap => Some(Hazard::Unwrap),
                    _ => None,
                }
            }
            Kind::Operation { operator, operands } => {
                let operand = body.expression(*operands.first()?)?;
                let is_integer =
                    matches!(body.ty(operand.ty)?, Type::Primitive(name) if name.starts_with(['i', 'u']));
                let plain = operator.trim_end_matches("Assign");
                let may_fail = ["Add", "Sub", "Mul", "Div", "Rem", "Shl", "Shr", "Neg"].contains(&plain);
                (may_fail && is_integer).then(|| Hazard::Arithmetic(operator.clone()))
            }
            _ => None,
        }
    }
}

impl<'ast> Visit<'ast> for Search<'_> {
    fn visit_expr(&mut self, expression: &'ast Expr) {
        let range = self.outer.take().unwrap_or_else(|| Range::of(expression.span()));
        if let Expr::Paren(_) | Expr::Group(_) = expression {
            self.outer = Some(range);
            return visit::visit_expr(self, expression);
        }
        visit::visit_expr(self, expression);
        let operands: Vec<&Expr> = match expression {
            Expr::MethodCall(call) => vec![&call.receiver],
            Expr::Index(index) => vec![&index.expr, &index.index],
            Expr::Binary(binary) => vec![&binary.left, &binary.right],
            Expr::Unary(unary) => vec![&unary.expr],
            _ => return,
        };
        if let Some(hazard) = self.is_checked(range) {
            self.add(hazard, range, &operands);
        }
    }

    fn visit_expr_if(&mut self, branch: &'ast ExprIf) {
        self.visit_expr(&branch.cond);
        let range = Range::of(branch.cond.span());
        let is_plain = !matches!(&*branch.cond, Expr::Let(_));
        let known = |condition| is_plain.then_some((condition, &*branch.cond));
        self.branch(known(Condition::Fails(range)), |this| this.visit_block(&branch.then_branch));
        if let Some((_, otherwise)) = &branch.else_branch {
            self.branch(known(Condition::Holds(range)), |this| this.visit_expr(otherwise));
        }
    }

    fn visit_expr_match(&mut self, expression: &'ast syn::ExprMatch) {
        self.visit_expr(&expression.expr);
        self.branch(None, |this| expression.arms.iter().for_each(|arm| this.visit_arm(arm)));
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        let Some(init) = &local.init else { return };
        self.visit_expr(&init.expr);
        if let Some((_, otherwise)) = &init.diverge {
            self.branch(None, |this| this.visit_expr(otherwise));
        }
    }

    fn visit_expr_closure(&mut self, closure: &'ast syn::ExprClosure) {
        self.branch(None, |this| this.visit_expr(&closure.body));
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        let name = call.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
        let arguments = arguments(&name, &call.tokens);
        let mut inside = Search::new(self.bodies.clone(), self.file);
        arguments.iter().for_each(|argument| inside.visit_expr(argument));
        self.found.append(&mut inside.found);
        self.called(Range::of(call.span()), &name, &arguments);
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

#[cfg(test)]
mod tests {
    use super::said_of_panics;

    #[test]
    fn documentation_says_what_panics_in_a_section_or_in_emphasized_words() {
        let said = |text: &str| said_of_panics(&text.lines().map(str::to_owned).collect::<Vec<_>>());
        assert_eq!(said("Adds.\n\n# Panics\n\nIf full.\n\n# Examples\n").as_deref(), Some("If full."));
        assert_eq!(
            said("***Panics*** if out\nof bounds.\n\nMore.").as_deref(),
            Some("***Panics*** if out\nof bounds.")
        );
        assert_eq!(said("It never panics.\n* Panics are rare"), None);
    }
}
