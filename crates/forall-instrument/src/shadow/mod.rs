//! Gives every value of the program a shadow: the term it stands for, or 0.
//!
//! The program keeps computing concrete values exactly as before; beside each instruction that could touch
//! symbolic data, a hook computes the term of its result. For `%c = add i32 %a, %b` with shadows `%sa` and
//! `%sb`:
//!
//! ```text
//! %va = zext i32 %a to i64
//! %vb = zext i32 %b to i64
//! %sc = call i32 @binary(i32 <Add, 32 bits>, i32 %sa, i32 %sb, i64 %va, i64 %vb)
//! %c  = add i32 %a, %b
//! ```
//!
//! That is the *slow* copy of a function. Most data is concrete, though, so there also is a *fast* one
//! ([`fast`]) that computes no shadows and hands over to the slow one as soon as symbolic data comes in
//! ([`plan`]).
//!
//! Values that cannot depend on an input ([`symbolic`]) have the constant shadow 0 and cost nothing. Memory
//! is shadowed by the runtime. Shadows of arguments and results cross calls in thread-local arrays
//! ([`calls`]), so that functions keep their signatures and machine code that knows nothing of shadows can be
//! called and can call.

mod alignment;
mod atomics;
mod calls;
mod census;
mod choices;
mod copies;
mod defined;
mod detours;
mod externals;
mod fast;
mod floats;
mod function;
mod idle;
mod intrinsics;
mod leaves;
mod live;
mod machine;
mod memory;
mod operations;
mod plan;
mod private;
mod regions;
mod slow;
#[cfg(test)]
mod snapshots;
mod symbolic;
mod unwinding;
mod vectors;
mod words;

use crate::llvm::{Block, Builder, Cast, Context, Linkage, Module, Predicate, Scope, Type, TypeKind, Value};
use crate::origin::Origins;
use crate::outline;
use crate::reach::Elsewhere;
use crate::sites::{Listed, Sites, function_name};
pub use census::Census;
pub use floats::yields_float;
use forall_protocol::hooks::{CALLED_BY_NAME, Hook, HookType, SIGNATURES};
use forall_protocol::manifest::GENERATED;
pub use plan::is_fixed_slot;
use std::collections::{BTreeMap, HashMap, HashSet};
pub use words::{NUMBERS, Words};

/// How many words of arguments and results carry shadows.
pub const MAX_WORDS: usize = 64;

/// The section of instrumented code; its name lets the linker define symbols for its bounds.
const CODE: &str = "forall_code";

/// What all functions of a module share.
struct Shadowing {
    module: Module,
    builder: Builder,
    sites: Sites,
    /// The functions of the module.
    functions: Vec<Value>,
    words: Words,
    /// What the numbers of sites, their first outcomes and the numbers of texts are in the whole program.
    numbers: [Value; 3],
    /// Bounds of the section with all instrumented code.
    code_start: Value,
    code_end: Value,
    /// Names that other modules of the program define.
    elsewhere: BTreeMap<String, Elsewhere>,
    /// Functions that are not instrumented although they are of the program.
    native: HashSet<Value>,
    /// Of those, what the `forall` crate calls.
    forall_functions: HashSet<Value>,
    /// Texts with the names of functions of the source, and whether a macro of forall has written them.
    scopes: HashMap<Scope, (u32, bool)>,
    origins: Origins,
    /// What was done about what, if anybody asks.
    census: Option<Census>,
}

/// Instruments every function of a module of the given name, which no other module has. What was listed says
/// what the numbers mean.
pub fn instrument(
    module: Module,
    name: &str,
    elsewhere: BTreeMap<String, Elsewhere>,
    sites: Sites,
    census: Option<&mut Census>,
) -> Listed {
    let mut shadowing = Shadowing::new(module, name, elsewhere, sites);
    shadowing.census = census.is_some().then(Census::default);
    shadowing.define_forall_functions();
    for function in shadowing.functions.clone() {
        if !function.is_declaration() && !shadowing.native.contains(&function) {
            function.set_section(CODE);
            function::instrument(&mut shadowing, function);
        }
    }
    if let (Some(census), Some(taken)) = (census, shadowing.census.take()) {
        *census = taken;
    }
    shadowing.sites.into_listed()
}

/// Is it the function through which every panic of `std` goes before its message is formatted?
pub fn is_panic_entry(name: &str) -> bool {
    name.contains("panic_with_hook")
}

impl Shadowing {
    fn new(module: Module, name: &str, elsewhere: BTreeMap<String, Elsewhere>, sites: Sites) -> Shadowing {
        let builder = Builder::new(module.context);
        let hidden = |name: &str, ty: Type| {
            let global = module.add_global(name, ty);
            global.hide();
            global
        };
        let functions = module.functions();
        let words = Words::declare(module, &builder);
        let numbers = NUMBERS.map(|of| {
            let numbers = hidden(&format!("{of}.{name}"), Type::array(builder.int_type(32), 0));
            numbers.set_constant();
            numbers
        });
        let byte = builder.int_type(8);
        let (code_start, code_end) =
            (hidden(&format!("__start_{CODE}"), byte), hidden(&format!("__stop_{CODE}"), byte));
        let is_native = |f: &Value| match elsewhere.get(&f.name()) {
            Some(elsewhere) => elsewhere.is_native,
            None => outline::is_native(*f),
        };
        let native = functions.iter().copied().filter(is_native).collect();
        Shadowing {
            module,
            builder,
            sites,
            functions,
            words,
            numbers,
            code_start,
            code_end,
            elsewhere,
            native,
            forall_functions: HashSet::new(),
            scopes: HashMap::new(),
            origins: Origins::default(),
            census: None,
        }
    }

    /// Gives bodies to what is declared under the names of hooks: they go there.
    fn define_forall_functions(&mut self) {
        for (name, hook) in CALLED_BY_NAME {
            let Some(function) = self.module.function(name) else { continue };
            let block = Block::append(self.module.context, function, "entry");
            self.builder.at_end(block);
            let arguments = function.parameters();
            let result = self.hook(hook, &arguments);
            self.builder.ret(SIGNATURES[hook as usize].result.map(|_| result));
            function.set_linkage(Linkage::Internal);
            self.native.insert(function);
            self.forall_functions.insert(function);
        }
    }

    /// Calls a hook at the builder's position.
    fn hook(&self, hook: Hook, arguments: &[Value]) -> Value {
        if let Some(census) = &self.census {
            census.note_hook(hook);
        }
        let signature = &SIGNATURES[hook as usize];
        debug_assert_eq!(signature.parameters.len(), arguments.len(), "{}", signature.name);
        let b = &self.builder;
        let context = self.module.context;
        let parameters: Vec<Type> = signature.parameters.iter().map(|&k| llvm_type(context, k)).collect();
        let result = signature.result.map_or(Type::void(context), |k| llvm_type(context, k));
        let entry = b.offset(self.words.table, 8 * hook as u64);
        let target = b.load(Type::pointer(self.module.context), entry);
        b.call(Type::function(result, &parameters), target, arguments)
    }

    /// One bit: has the caller given shadows of arguments to this function?
    fn is_meant_for(&self, function: Value) -> Value {
        let b = &self.builder;
        let meant = b.load(Type::pointer(self.module.context), self.words.callee);
        b.compare(Predicate::Eq, meant, function)
    }

    fn forget_callee(&self) {
        self.builder.store(self.builder.null(Type::pointer(self.module.context)), self.words.callee);
    }

    /// May a call return something symbolic that somebody uses?
    fn is_watched(&self, call: Value) -> bool {
        let callee = call.callee();
        if call.users().is_empty() || callee.assembly().is_some() {
            return false;
        }
        if !callee.is_function() {
            return true;
        }
        if callee.is_intrinsic() || self.native.contains(&callee) || self.forall_functions.contains(&callee) {
            return false;
        }
        self.is_followed(callee) || externals::model(&callee.name()).is_some_and(|model| model.yields_terms)
    }

    /// Is the function of the program, here or elsewhere?
    fn is_followed(&self, function: Value) -> bool {
        !function.is_declaration() || self.elsewhere.contains_key(&function.name())
    }

    /// The name of a function of the source, as a text, and whether a macro of forall has written it.
    fn described(&mut self, scope: Scope) -> (u32, bool) {
        let Shadowing { module, sites, .. } = self;
        *self.scopes.entry(scope).or_insert_with(|| {
            let name = sites.text(&function_name(&scope.linkage_name(module.context)));
            (name, scope.is_below(module.context, GENERATED))
        })
    }

    /// The number of a site in the whole program.
    fn site(&self, site: u32) -> Value {
        self.number(0, site)
    }

    /// The place of its first outcome in the map of coverage.
    fn first_outcome(&self, site: u32) -> Value {
        self.number(1, site)
    }

    fn text(&mut self, text: &str) -> Value {
        let text = self.sites.text(text);
        self.number(2, text)
    }

    fn number(&self, of: usize, index: u32) -> Value {
        let b = &self.builder;
        b.load_fixed(b.int_type(32), b.offset(self.numbers[of], 4 * u64::from(index)))
    }

    fn zero(&self) -> Value {
        self.builder.int(32, 0)
    }

    fn word(&self, value: u32) -> Value {
        self.builder.int(32, u64::from(value))
    }

    /// The bits of a scalar as an integer of the given, no smaller, width.
    fn bits(&self, value: Value, width: u32) -> Value {
        let b = &self.builder;
        let ty = b.int_type(width);
        match value.type_of().kind() {
            TypeKind::Pointer => b.cast(Cast::ZExt, b.cast(Cast::PtrToInt, value, b.int_type(64)), ty),
            TypeKind::Float(bits) => b.cast(Cast::ZExt, b.cast(Cast::Bits, value, b.int_type(bits)), ty),
            _ => b.cast(Cast::ZExt, value, ty),
        }
    }
}

fn llvm_type(context: Context, of: HookType) -> Type {
    match of {
        HookType::I32 => Type::int(context, 32),
        HookType::I64 => Type::int(context, 64),
        HookType::I128 => Type::int(context, 128),
        HookType::Pointer => Type::pointer(context),
    }
}
