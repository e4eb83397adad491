//! From items of a source to what contracts speak of.

use super::names::segments;
use super::{Field, Function, Placed, Source, Specification, Subject, SubjectKind};
use crate::clause::{self, Clause, Contract};
use crate::constraint::OfTrait;
use crate::foreign::Foreign;
use crate::problems::Problems;
use crate::spelled::spelled;
use quote::ToTokens;
use std::path::Path;
use std::sync::Arc;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Attribute, Fields, FnArg, ImplItem, Item, ItemImpl, Token, TraitItem, Type, Visibility};

impl Specification {
    /// Reads all of it. What is wrong with an attribute is the compiler's to say: it has seen it, too.
    pub fn of(sources: &[Source]) -> (Specification, Problems) {
        let mut reading = Reading::default();
        for source in sources {
            let file: Arc<Path> = source.path.as_path().into();
            reading.specification.names.declare(&source.items, &source.modules);
            reading.items(&source.items, &source.modules, &file, Pass::Types);
        }
        for source in sources {
            let file: Arc<Path> = source.path.as_path().into();
            reading.items(&source.items, &source.modules, &file, Pass::Functions);
        }
        let Reading { mut specification, problems } = reading;
        let all = std::mem::take(&mut specification.subjects);
        (specification.subjects, specification.plain) = all.into_iter().partition(|it| it.has_contract);
        let Specification { subjects, names, .. } = &mut specification;
        // What only a block speaks of is a type, too: a macro may have written it.
        subjects.iter().for_each(|subject| names.declare_type(&subject.module, &subject.name));
        inherit_purity(&mut specification);
        (specification, problems)
    }
}

/// What is pure in a trait is pure in its implementations.
fn inherit_purity(specification: &mut Specification) {
    let mut found = Vec::new();
    for (of, subject) in specification.subjects.iter().enumerate() {
        for (at, function) in subject.functions.iter().enumerate() {
            let pure = specification.inherited(function).and_then(|of_trait| of_trait.contract.pure);
            found.extend(pure.map(|pure| (of, at, pure)));
        }
    }
    for (of, at, pure) in found {
        specification.subjects[of].functions[at].contract.pure = Some(pure);
    }
}

/// `#[constraint(self.size() >= old(self.size()))]`
fn constraints(attributes: &[Attribute]) -> Vec<Clause> {
    let is_constraint = |attribute: &&Attribute| {
        attribute.path().segments.last().is_some_and(|last| last.ident == "constraint")
    };
    let written = attributes.iter().filter(is_constraint).filter_map(|it| it.parse_args::<syn::Expr>().ok());
    let clause = |written: syn::Expr| Clause {
        text: crate::text::text(&written),
        span: written.span(),
        written,
        conjuncts: Vec::new(),
    };
    written.map(clause).collect()
}

/// `#[keeps(Trait)]`
fn keeps(attributes: &[Attribute]) -> Vec<syn::Path> {
    let is_it =
        |attribute: &&Attribute| attribute.path().segments.last().is_some_and(|last| last.ident == "keeps");
    let named = attributes.iter().filter(is_it).filter_map(|attribute| {
        attribute.parse_args_with(Punctuated::<syn::Path, Token![,]>::parse_terminated).ok()
    });
    named.flatten().collect()
}

#[derive(Clone, Copy, PartialEq)]
enum Pass {
    Types,
    Functions,
}

#[derive(Default)]
struct Reading {
    specification: Specification,
    problems: Problems,
}

fn has_contract(attributes: &[Attribute]) -> bool {
    attributes
        .iter()
        .any(|attribute| attribute.path().segments.last().is_some_and(|last| last.ident == "contract"))
}

impl Reading {
    fn items(&mut self, items: &[Item], module: &[String], file: &Arc<Path>, pass: Pass) {
        for item in items {
            match (item, pass) {
                (Item::Mod(inner), _) => {
                    let Some((_, items)) = &inner.content else { continue };
                    let mut module = module.to_vec();
                    module.push(inner.ident.to_string());
                    self.items(items, &module, file, pass);
                }
                (Item::Struct(item), Pass::Types) => {
                    let subject = self.subject(&item.ident, module, SubjectKind::Struct);
                    subject.describe(&item.generics, &item.attrs);
                    subject.fields = fields(&item.fields, module);
                    self.invariants(&item.attrs, &item.ident, module, file);
                }
                (Item::Enum(item), Pass::Types) => {
                    let subject = self.subject(&item.ident, module, SubjectKind::Enum);
                    subject.describe(&item.generics, &item.attrs);
                    self.invariants(&item.attrs, &item.ident, module, file);
                }
                (Item::Trait(item), Pass::Functions) if has_contract(&item.attrs) => {
                    self.of_trait(item, module, file);
                }
                (Item::Impl(block), Pass::Functions) if has_contract(&block.attrs) => {
                    self.block(block, module, file);
                }
                (Item::Macro(item), Pass::Functions) if is_foreign(item) => self.foreign(item, module, file),
                (Item::Impl(block), Pass::Functions) if is_impl_of(block, "Copy") => {
                    if let Some(subject) = self.owner(&block.self_ty, module) {
                        subject.is_copy = true;
                    }
                }
                (Item::Fn(item), Pass::Functions) if has_contract(&item.attrs) => {
                    let mut attributes = item.attrs.clone();
                    let contract = Contract::taken_from(&mut attributes, &mut self.problems);
                    self.specification.functions.push(Function {
                        name: item.sig.ident.to_string(),
                        module: module.to_vec(),
                        signature: item.sig.clone(),
                        contract,
                        is_public: !matches!(item.vis, Visibility::Inherited),
                        of_trait: None,
                        keeps: Vec::new(),
                        file: Some(file.clone()),
                    });
                }
                _ => {}
            }
        }
    }

    /// The subject of this name in the module, or else in another, or else a new one.
    fn subject(&mut self, name: &dyn ToString, module: &[String], kind: SubjectKind) -> &mut Subject {
        let name = name.to_string();
        let subjects = &mut self.specification.subjects;
        let here = subjects.iter().position(|subject| subject.name == name && subject.module == module);
        let number = here.unwrap_or_else(|| {
            subjects.push(Subject {
                name,
                module: module.to_vec(),
                kind,
                generics: String::new(),
                parameters: Vec::new(),
                is_copy: false,
                fields: Vec::new(),
                model: Vec::new(),
                invariants: Vec::new(),
                constraints: Vec::new(),
                keeps: Vec::new(),
                functions: Vec::new(),
                has_contract: false,
            });
            subjects.len() - 1
        });
        &mut subjects[number]
    }

    /// What a block in the module is for: the type may stand in another one.
    fn owner(&mut self, ty: &Type, module: &[String]) -> Option<&mut Subject> {
        let path = segments(ty)?;
        let name = path.last()?.clone();
        let found = self.specification.names.resolved(&path, module);
        let (module, name) = found.unwrap_or_else(|| (module.to_vec(), name));
        Some(self.subject(&name, &module, SubjectKind::Struct))
    }

    fn invariants(
        &mut self,
        attributes: &[Attribute],
        name: &dyn ToString,
        module: &[String],
        file: &Arc<Path>,
    ) {
        if !has_contract(attributes) {
            return;
        }
        let mut attributes = attributes.to_vec();
        let found = clause::invariants(&mut attributes, &mut self.problems);
        let subject = self.subject(name, module, SubjectKind::Struct);
        subject.has_contract = true;
        subject.model.extend(model(&attributes, module));
        subject.invariants.extend(found.into_iter().map(|it| Placed { it, file: Some(file.clone()) }));
    }

    fn block(&mut self, block: &ItemImpl, module: &[String], file: &Arc<Path>) {
        let mut attributes = block.attrs.clone();
        let keeps = keeps(&block.attrs);
        let invariants = clause::invariants(&mut attributes, &mut self.problems);
        let mut functions = Vec::new();
        for item in &block.items {
            let ImplItem::Fn(item) = item else { continue };
            let mut attributes = item.attrs.clone();
            functions.push(Function {
                name: item.sig.ident.to_string(),
                module: module.to_vec(),
                signature: item.sig.clone(),
                contract: Contract::taken_from(&mut attributes, &mut self.problems),
                is_public: block.trait_.is_some() || !matches!(item.vis, Visibility::Inherited),
                of_trait: block.trait_.as_ref().map(|(path, _)| path.clone()),
                keeps: keeps.clone(),
                file: Some(file.clone()),
            });
        }
        let model = model(&block.attrs, module);
        let Some(subject) = self.owner(&block.self_ty, module) else { return };
        subject.has_contract = true;
        subject.model.extend(model);
        subject.invariants.extend(invariants.into_iter().map(|it| Placed { it, file: Some(file.clone()) }));
        subject.functions.extend(functions);
        subject.keeps.extend(keeps);
    }

    fn of_trait(&mut self, item: &syn::ItemTrait, module: &[String], file: &Arc<Path>) {
        let mut functions = Vec::new();
        for inner in &item.items {
            let TraitItem::Fn(inner) = inner else { continue };
            let mut attributes = inner.attrs.clone();
            functions.push(Function {
                name: inner.sig.ident.to_string(),
                module: module.to_vec(),
                signature: inner.sig.clone(),
                contract: Contract::taken_from(&mut attributes, &mut self.problems),
                is_public: true,
                of_trait: None,
                keeps: Vec::new(),
                file: Some(file.clone()),
            });
        }
        let mut attributes = item.attrs.clone();
        let OfTrait { invariants, .. } = OfTrait::taken_from(&mut attributes, &mut self.problems);
        let subject = self.subject(&item.ident, module, SubjectKind::Trait);
        subject.model.extend(model(&item.attrs, module));
        subject.describe(&item.generics, &[]);
        subject
            .constraints
            .extend(constraints(&item.attrs).into_iter().map(|it| Placed { it, file: Some(file.clone()) }));
        subject.has_contract = true;
        subject.invariants.extend(invariants.into_iter().map(|it| Placed { it, file: Some(file.clone()) }));
        subject.functions.extend(functions);
    }
}

/// `contract_for! { … }`
fn is_foreign(item: &syn::ItemMacro) -> bool {
    item.mac.path.segments.last().is_some_and(|last| last.ident == "contract_for")
}

impl Reading {
    /// Types and functions of others. What cannot be read is the macro's to say.
    fn foreign(&mut self, item: &syn::ItemMacro, module: &[String], file: &Arc<Path>) {
        let Ok(foreign) = item.mac.parse_body::<Foreign>() else { return };
        let mut function = |declared: &syn::TraitItemFn| Function {
            name: declared.sig.ident.to_string(),
            module: module.to_vec(),
            signature: declared.sig.clone(),
            contract: Contract::taken_from(&mut declared.attrs.clone(), &mut self.problems),
            is_public: true,
            of_trait: None,
            keeps: Vec::new(),
            file: Some(file.clone()),
        };
        let functions: Vec<Function> =
            foreign.functions.iter().map(|foreign| function(&foreign.declared)).collect();
        let types: Vec<(&Type, Vec<Function>)> =
            foreign.types.iter().map(|of| (&of.ty, of.methods.iter().map(&mut function).collect())).collect();
        for function in &functions {
            self.specification.names.declare_function(module, &function.name);
        }
        self.specification.functions.extend(functions);
        for (ty, functions) in types {
            let Some(subject) = self.owner(ty, module) else { continue };
            subject.has_contract = true;
            subject.functions.extend(functions);
        }
    }
}

impl Subject {
    fn describe(&mut self, generics: &syn::Generics, attributes: &[Attribute]) {
        self.generics = spelled(&generics.to_token_stream());
        self.parameters = generics.type_params().map(|parameter| parameter.ident.to_string()).collect();
        let derives = attributes.iter().filter(|attribute| attribute.path().is_ident("derive"));
        let named = derives.filter_map(|attribute| {
            attribute.parse_args_with(Punctuated::<syn::Path, Token![,]>::parse_terminated).ok()
        });
        let is_copy = |path: &syn::Path| path.segments.last().is_some_and(|last| last.ident == "Copy");
        self.is_copy |= named.flatten().any(|path| is_copy(&path));
    }
}

fn is_impl_of(block: &ItemImpl, name: &str) -> bool {
    let last = block.trait_.as_ref().and_then(|(path, _)| path.segments.last());
    last.is_some_and(|last| last.ident == name)
}

/// `#[model(items: Vec<i64>)]`
fn model(attributes: &[Attribute], module: &[String]) -> Vec<Field> {
    let is_model = |attribute: &&Attribute| attribute.path().is_ident("model");
    let declared = attributes.iter().filter(is_model).filter_map(|attribute| {
        attribute.parse_args_with(Punctuated::<syn::FnArg, Token![,]>::parse_terminated).ok()
    });
    let field = |argument: syn::FnArg| match argument {
        FnArg::Typed(typed) => {
            let name = typed.pat.to_token_stream().to_string();
            Some(Field { name, ty: *typed.ty, is_public: true, module: module.to_vec() })
        }
        FnArg::Receiver(_) => None,
    };
    declared.flatten().filter_map(field).collect()
}

fn fields(fields: &Fields, module: &[String]) -> Vec<Field> {
    let named = fields.iter().enumerate().map(|(number, field)| Field {
        name: field.ident.as_ref().map_or_else(|| number.to_string(), ToString::to_string),
        ty: field.ty.clone(),
        is_public: !matches!(field.vis, Visibility::Inherited),
        module: module.to_vec(),
    });
    named.collect()
}
