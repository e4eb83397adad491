//! What the instrumented code of all modules shares with each other and with the runtime.

use super::{MAX_WORDS, copies, detours, idle};
use crate::llvm::{Builder, Linkage, Module, Type, Value};
use forall_protocol::hooks::{self, SIGNATURES, TAG_COUNT};

/// Every module has tables under these names, followed by its own: the whole program's numbers of its sites,
/// of their first outcomes, of its texts.
pub const NUMBERS: [&str; 3] = ["forall.sites", "forall.outcomes", "forall.texts"];

/// Several tags may be read at once, from the last one on, too: behind it are some that are always set, so
/// that the runtime is asked.
const TAGS_BEHIND: usize = 8;

pub struct Words {
    /// The table of hooks.
    pub table: Value,
    /// Of the innermost call of the package's own code.
    pub place: Value,
    /// The table of tags, and a pointer to the map of coverage.
    pub tags: Value,
    pub coverage: Value,
    /// How many random keys hash maps have had before the runtime was there.
    pub early_keys: Value,
    /// Thread-local: which function the arguments are meant for, their shadows; whether the last result is
    /// symbolic (then not 0), its shadows.
    pub callee: Value,
    pub arguments: Value,
    pub returned: Value,
    pub results: Value,
    /// Thread-local: which function the copied arguments are meant for, and where they come from.
    pub copied_for: Value,
    pub copied_from: Value,
}

impl Words {
    /// In a module that uses them.
    pub fn declare(module: Module, builder: &Builder) -> Words {
        let hidden = |name: &str, ty: Type| {
            let global = module.add_global(name, ty);
            global.hide();
            global
        };
        let thread_local = |name: &str, ty: Type| {
            let global = hidden(name, ty);
            global.set_thread_local();
            global
        };
        let pointer = Type::pointer(module.context);
        let shadows = Type::array(builder.int_type(32), MAX_WORDS as u64);
        Words {
            table: hidden("forall.table", Type::array(pointer, SIGNATURES.len() as u64)),
            place: hidden("forall.place", builder.int_type(32)),
            tags: hidden("forall.tags", Type::array(builder.int_type(8), (TAG_COUNT + TAGS_BEHIND) as u64)),
            coverage: hidden("forall.coverage", pointer),
            early_keys: hidden("forall.early_keys", builder.int_type(64)),
            callee: thread_local("forall.callee", pointer),
            arguments: thread_local("forall.arguments", shadows),
            returned: thread_local("forall.returned", builder.int_type(32)),
            results: thread_local("forall.results", shadows),
            copied_for: thread_local("forall.copied_for", pointer),
            copied_from: thread_local("forall.copied_from", Type::array(pointer, copies::MAX_COPIES as u64)),
        }
    }

    /// In the one module that has them. Code that runs before the runtime is there finds hooks that do
    /// nothing, and a map of coverage of the given length that nobody reads.
    pub fn define(module: Module, builder: &Builder, outcomes: u32) {
        let words = Words::declare(module, builder);
        let zeros = [
            words.early_keys,
            words.callee,
            words.arguments,
            words.returned,
            words.results,
            words.copied_for,
            words.copied_from,
        ];
        for word in zeros {
            word.set_initializer(builder.null(word.global_type()));
        }
        let mut tags = [0; TAG_COUNT + TAGS_BEHIND];
        tags[TAG_COUNT..].fill(1);
        words.tags.set_initializer(builder.const_bytes(&tags));
        words.table.set_initializer(idle::table(module, builder, words.early_keys));
        detours::define(module, builder, words.table);
        words.place.set_initializer(builder.ones(32)); // no call yet
        let nowhere = Type::array(builder.int_type(8), u64::from(outcomes));
        let map = module.add_global("forall.nowhere", nowhere);
        map.set_initializer(builder.null(nowhere));
        map.set_linkage(Linkage::Internal);
        words.coverage.set_initializer(map);
        let exported = [
            (hooks::TABLE, words.table),
            (hooks::PLACE, words.place),
            (hooks::TAGS, words.tags),
            (hooks::COVERAGE, words.coverage),
            (hooks::EARLY_KEYS, words.early_keys),
        ];
        for (name, word) in exported {
            module.add_alias(name, word);
        }
    }
}
