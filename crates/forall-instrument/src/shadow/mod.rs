//! Gives every value of the program a shadow: the term it stands for, or 0.
//!
//! The program keeps computing concrete values exactly as before; beside each instruction that could touch symbolic data, a hook computes
//! the term of its result. For `%c = add i32 %a, %b` with shadows `%sa` and `%sb`:
//!
//! ```text
//! %va = zext i32 %a to i64
//! %vb = zext i32 %b to i64
//! %sc = call i32 @binary(i32 <Add, 32 bits>, i32 %sa, i32 %sb, i64 %va, i64 %vb)
//! %c  = add i32 %a, %b
//! ```
//!
//! That is the *slow* copy of a function. Most data is concrete, though, so there also is a *fast* one ([`fast`]) that computes no shadows and hands
//! over to the slow one as soon as symbolic data comes in ([`plan`]).
//!
//! Values that cannot depend on an input ([`symbolic`]) have the constant shadow 0 and cost nothing. Memory is shadowed by the runtime. Shadows of
//! arguments and results cross calls in thread-local arrays ([`calls`]), so that functions keep their signatures and machine code that
//! knows nothing of shadows can be called and can call.

mod atomics;
mod calls;
mod census;
mod choices;
mod copies;
mod externals;
mod fast;
mod floats;
mod function;
mod idle;
mod intrinsics;
mod leaves;
mod live;
mod memory;
mod operations;
mod plan;
mod slow;
mod symbolic;
mod vectors;

use crate::llvm::{Block, Builder, Cast, Context, Linkage, Module, Predicate, Type, TypeKind, Value};
use crate::sites::Sites;
pub use census::Census;
use externals::{External, classify};
use forall_protocol::hooks::{self, CALLED_BY_NAME, Hook, Kind, SIGNATURES, Signature};
use forall_protocol::manifest::Manifest;
use std::collections::HashSet;

/// How many words of arguments and results carry shadows.
pub const MAX_WORDS: usize = 64;

/// The section of instrumented code; its name lets the linker define symbols for its bounds.
const CODE: &str = "forall_code";

/// What all functions of the program share.
struct Shadowing {
    module: Module,
    builder: Builder,
    sites: Sites,
    /// The functions of the program.
    functions: Vec<Value>,
    /// The table of hooks.
    table: Value,
    /// Of the innermost call of the package's own code.
    place: Value,
    /// Thread-local: which function the arguments are meant for, their shadows; whether the last result is symbolic (then not 0), its shadows.
    callee: Value,
    arguments: Value,
    returned: Value,
    results: Value,
    /// Thread-local: which function the copied arguments are meant for, and where they come from.
    copied_for: Value,
    copied_from: Value,
    /// The table of tags, and a pointer to the map of coverage.
    tags: Value,
    coverage: Value,
    /// Bounds of the section with all instrumented code.
    code_start: Value,
    code_end: Value,
    /// Functions that are not instrumented although they have a body.
    native: HashSet<Value>,
    /// Of those, what the `forall` crate calls.
    forall_functions: HashSet<Value>,
    /// What was done about what, if anybody asks.
    census: Option<Census>,
}

/// Instruments every function; the manifest says what the hooks' numbers mean.
pub fn instrument(module: Module, sites: Sites, census: Option<&mut Census>) -> Manifest {
    let mut shadowing = Shadowing::new(module, sites);
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
    let (coverage, builder) = (shadowing.coverage, shadowing.builder);
    let manifest = shadowing.sites.into_manifest();
    // Code that runs before the runtime is there needs something to write to.
    let nowhere = Type::array(builder.int_type(8), u64::from(manifest.outcomes.max(1)));
    let map = module.add_global("forall.nowhere", nowhere);
    map.set_initializer(builder.null(nowhere));
    map.set_linkage(Linkage::Internal);
    coverage.set_initializer(map);
    manifest
}

/// Puts the encoded manifest into the program.
pub fn export_manifest(module: Module, manifest: &Manifest) {
    let builder = Builder::new(module.context);
    let bytes = manifest.encode();
    let contents = builder.const_struct(&[builder.int(64, bytes.len() as u64), builder.const_bytes(&bytes)]);
    let global = module.add_global(hooks::MANIFEST, contents.type_of());
    global.set_initializer(contents);
    global.set_constant();
}

impl Shadowing {
    fn new(module: Module, sites: Sites) -> Shadowing {
        let builder = Builder::new(module.context);
        let global = |name: &str, ty: Type| {
            let global = module.add_global(name, ty);
            global.set_initializer(builder.null(ty));
            global
        };
        let thread_local = |name: &str, ty: Type| {
            let global = global(name, ty);
            global.set_thread_local();
            global.set_linkage(Linkage::Internal);
            global
        };
        let pointer = Type::pointer(module.context);
        let words = Type::array(builder.int_type(32), MAX_WORDS as u64);
        let kinds = |index: usize| {
            let signature: &Signature = &SIGNATURES[index];
            let parameters = signature.parameters.iter().map(|&k| kind(module.context, k)).collect();
            (signature.result.map_or(Type::void(module.context), |k| kind(module.context, k)), parameters)
        };
        // Before the functions of the program are listed: these are not of it.
        let functions = module.functions();
        let idle = idle::table(module, &builder, kinds);
        let table = global(hooks::TABLE, idle.type_of());
        table.set_initializer(idle);
        let place = global(hooks::PLACE, builder.int_type(32));
        place.set_initializer(builder.ones(32)); // no call yet
        let callee = thread_local("forall.callee", pointer);
        let arguments = thread_local("forall.arguments", words);
        let returned = thread_local("forall.returned", builder.int_type(32));
        let copied_for = thread_local("forall.copied_for", pointer);
        let copied_from = thread_local("forall.copied_from", Type::array(pointer, copies::MAX_COPIES as u64));
        let results = thread_local("forall.results", words);
        let tags = global(hooks::TAGS, Type::array(builder.int_type(8), hooks::TAG_COUNT as u64));
        let coverage = global(hooks::COVERAGE, pointer);
        let bound = |name: String| {
            let bound = module.add_global(&name, builder.int_type(8));
            bound.hide(); // the system linker defines it
            bound
        };
        let (code_start, code_end) = (bound(format!("__start_{CODE}")), bound(format!("__stop_{CODE}")));
        // The personality is called by the unwinder for every frame and sees no data of the program. Naked functions are assembly.
        let native = functions
            .iter()
            .copied()
            .filter(|f| f.name().contains("rust_eh_personality") || f.has_function_attribute("naked"))
            .collect();
        Shadowing {
            module,
            builder,
            sites,
            functions,
            table,
            place,
            callee,
            arguments,
            returned,
            copied_for,
            copied_from,
            results,
            tags,
            coverage,
            code_start,
            code_end,
            native,
            forall_functions: HashSet::new(),
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
        let parameters: Vec<Type> = signature.parameters.iter().map(|&k| kind(context, k)).collect();
        let result = signature.result.map_or(Type::void(context), |k| kind(context, k));
        let entry = b.offset(self.table, 8 * hook as u64);
        let target = b.load(Type::pointer(self.module.context), entry);
        b.call(Type::function(result, &parameters), target, arguments)
    }

    /// One bit: has the caller given shadows of arguments to this function?
    fn is_meant_for(&self, function: Value) -> Value {
        let b = &self.builder;
        let meant = b.load(Type::pointer(self.module.context), self.callee);
        b.compare(Predicate::Eq, meant, function)
    }

    fn forget_callee(&self) {
        self.builder.store(self.builder.null(Type::pointer(self.module.context)), self.callee);
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
        !callee.is_declaration() || classify(&callee.name()) == External::Compare
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

fn kind(context: Context, kind: Kind) -> Type {
    match kind {
        Kind::I32 => Type::int(context, 32),
        Kind::I64 => Type::int(context, 64),
        Kind::I128 => Type::int(context, 128),
        Kind::Pointer => Type::pointer(context),
    }
}
