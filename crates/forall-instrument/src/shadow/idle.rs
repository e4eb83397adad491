//! What the hooks do before the runtime has filled in the table: code may run while the library is being loaded.

use super::llvm_type;
use crate::llvm::{BinOp, Block, Builder, Linkage, Module, Predicate, Type, Value};
use forall_protocol::hooks::{Hook, SIGNATURES};

/// Hooks with the parameters of the functions they stand for.
const THREADS: [(Hook, &str); 4] = [
    (Hook::Spawn, "pthread_create"),
    (Hook::Join, "pthread_join"),
    (Hook::Detach, "pthread_detach"),
    (Hook::AtThreadExit, "__cxa_thread_atexit_impl"),
];

/// Initial contents of the table: functions that find nothing symbolic, and do the work of those they stand for.
pub fn table(module: Module, builder: &Builder, early_keys: Value) -> Value {
    let pointer = Type::pointer(module.context);
    let mut functions = Vec::new();
    for (index, signature) in SIGNATURES.iter().enumerate() {
        let parameters: Vec<Type> =
            signature.parameters.iter().map(|&k| llvm_type(module.context, k)).collect();
        let result = signature.result.map_or(Type::void(module.context), |k| llvm_type(module.context, k));
        let function = module
            .add_function(&format!("forall.idle.{}", signature.name), Type::function(result, &parameters));
        function.set_linkage(Linkage::Internal);
        builder.at_end(Block::append(module.context, function, "entry"));
        let arguments = function.parameters();
        let external = |name: &str, parameters: &[Type]| {
            let ty = Type::function(result, parameters);
            (ty, module.function(name).unwrap_or_else(|| module.add_function(name, ty)))
        };
        let value = if index == Hook::Reallocate as usize {
            let (ty, realloc) = external("realloc", &parameters);
            Some(builder.call(ty, realloc, &arguments))
        } else if index == Hook::Compare as usize {
            let (ty, memcmp) = external("memcmp", &[pointer, pointer, builder.int_type(64)]);
            Some(builder.call(ty, memcmp, &[arguments[0], arguments[2], arguments[4]]))
        } else if let Some((_, name)) = THREADS.iter().find(|(hook, _)| index == *hook as usize) {
            let (ty, function) = external(name, &parameters);
            Some(builder.call(ty, function, &arguments))
        } else if index == Hook::RandomKeys as usize {
            count_keys(builder, early_keys, builder.int(64, 1));
            None
        } else if index == Hook::HashBegin as usize {
            let key = builder.load_unaligned(builder.int_type(64), arguments[0]);
            count_keys(builder, early_keys, builder.binary(BinOp::Add, key, builder.int(64, 1)));
            None
        } else {
            signature.result.map(|_| builder.null(result))
        };
        builder.ret(value);
        functions.push(function);
    }
    builder.const_array(pointer, &functions)
}

/// There are at least so many random keys now.
fn count_keys(builder: &Builder, early_keys: Value, keys: Value) {
    let before = builder.load(builder.int_type(64), early_keys);
    let more = builder.compare(Predicate::Ugt, keys, before);
    builder.store(builder.select(more, keys, before), early_keys);
}
