//! Hash maps with the standard library's random keys: its own, and those of packages that are known.
//!
//! No solver sees through the real hash function, and no run could be repeated with really random keys. But a
//! hash map only needs equal keys to have equal hashes. So while a key is hashed for a map, what it feeds to
//! the hasher is recorded instead, and the runtime makes up a hash: the same for the same data, another for
//! other data, which is a decision where the data is symbolic. All that follows from it is concrete.
//!
//! What is left to chance is told: the order of iteration, and hashes that are seen by others than a map.
//! Where the compiler has inlined what is recognised here, it is told without looking closer.
//!
//! See docs/decisions/modelled-hashes.md.

use crate::llvm::{Block, Builder, Cast, Context, Module, Opcode, Predicate, Scope, Type, TypeKind, Value};
use crate::origin::file_of_std;
use crate::reach::{Elsewhere, Facts};
use std::cell::LazyCell;
use std::collections::{BTreeMap, HashMap};

/// Puts calls of the hooks into a module, before it is brought into any other form.
pub fn watch(program: Module, facts: Facts, elsewhere: &BTreeMap<String, Elsewhere>) {
    if !facts.random_keys {
        return;
    }
    let keys = program.functions().into_iter().find(|f| is_source_of_keys(&f.name()));
    if keys.is_some_and(|keys| !fix_keys(program, keys)) {
        return;
    }
    let mut watch = Watch {
        program,
        elsewhere,
        builder: Builder::new(program.context),
        roles: HashMap::new(),
        foreign_keys: facts.foreign_keys,
        drops_are_seen: facts.drops_are_seen,
    };
    for function in program.functions().into_iter().filter(|f| !f.is_declaration()) {
        watch.function(function);
    }
}

/// The keys are the same in every run. Yields whether they are asked for in the way that is known here.
fn fix_keys(program: Module, function: Value) -> bool {
    let builder = Builder::new(program.context);
    let word = builder.int_type(64);
    let pair = builder.const_struct(&[builder.null(word), builder.null(word)]);
    let calls = function.users();
    let known = |call: &Value| {
        call.is_instruction() && call.opcode() == Opcode::Call && call.type_of() == pair.type_of()
    };
    if !calls.iter().all(known) {
        return false;
    }
    for call in calls {
        builder.before(call);
        call_hook(program, &builder, "__forall_random_keys", None, &[]);
        call.replace_all_uses_with(pair);
        call.erase();
    }
    true
}

/// What a function does with hashes: those of the standard library are recognised.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum HashRole {
    /// `BuildHasher::hash_one` of `RandomState`.
    HashOne,
    /// `RandomState::build_hasher`.
    BuildHasher,
    /// `DefaultHasher::write`, `write_str`.
    Write,
    WriteText,
    /// `DefaultHasher::finish`.
    Finish,
    /// Where a map asks for a hash, and keeps it to itself.
    Map,
    /// Takes hashes from its caller, or changes keys that are in a map.
    ByHand,
    /// Beginning to go from element to element.
    Start,
    /// Going from element to element.
    Iteration,
    /// Takes one out of the elements that lie in a group, or of the places that are looked at.
    Choice,
    /// Goes over the elements in whatever order, to the same effect.
    AnyOrder,
    /// How much room there is depends on where removed elements were.
    Capacity,
    #[default]
    Other,
}

forall_protocol::list_variants!(
    HashRole:
    HashOne, BuildHasher, Write, WriteText, Finish, Map, ByHand, Start, Iteration, Choice, AnyOrder, Capacity,
    Other,
);

impl HashRole {
    pub fn of_function(context: Context, function: Value) -> HashRole {
        Scope::of_function(function).map_or(HashRole::Other, |scope| role(context, scope, true))
    }

    pub fn from_number(number: u32) -> Option<HashRole> {
        HashRole::ALL.get(number as usize).copied()
    }
}

struct Watch<'a> {
    program: Module,
    elsewhere: &'a BTreeMap<String, Elsewhere>,
    builder: Builder,
    roles: HashMap<Scope, HashRole>,
    /// It is not known when random keys are asked for.
    foreign_keys: bool,
    /// There are destructors whose order a test could observe.
    drops_are_seen: bool,
}

impl Watch<'_> {
    fn function(&mut self, function: Value) {
        let role = Scope::of_function(function).map_or(HashRole::Other, |scope| self.role(scope));
        match role {
            HashRole::HashOne => return self.hash_one(function),
            HashRole::Write => return self.write(function, 0),
            HashRole::WriteText => return self.write(function, 0xFF),
            HashRole::BuildHasher | HashRole::Finish => return,
            HashRole::ByHand => return self.at_entry(function, "__forall_hash_seen", &[]),
            HashRole::Start => return self.start(function),
            HashRole::Iteration => return self.iteration(function),
            HashRole::Capacity => return self.capacity(function),
            HashRole::AnyOrder => self.any_order(function),
            HashRole::Map | HashRole::Choice | HashRole::Other => {}
        }
        for block in function.blocks() {
            let (mut seen, mut unordered) = (None, None);
            for instruction in block.instructions() {
                let scopes: Vec<HashRole> = Scope::of_instruction(self.program.context, instruction)
                    .into_iter()
                    .map(|scope| self.role(scope))
                    .collect();
                let inlined = |role: HashRole| scopes.contains(&role);
                let called = self.called(instruction);
                let asked_by_map = scopes.first() == Some(&HashRole::Map) || role == HashRole::Map;
                if inlined(HashRole::HashOne)
                    || inlined(HashRole::BuildHasher)
                    || inlined(HashRole::ByHand)
                    || called == HashRole::BuildHasher
                    || (called == HashRole::HashOne && !asked_by_map)
                {
                    seen.get_or_insert(instruction);
                }
                let is_any =
                    inlined(HashRole::Iteration) || inlined(HashRole::Start) || inlined(HashRole::Capacity);
                if is_any && role != HashRole::AnyOrder {
                    unordered.get_or_insert(instruction);
                }
            }
            if let Some(instruction) = seen {
                self.builder.beside(outside_phis(block, instruction));
                self.call("__forall_hash_seen", None, &[]);
            }
            if let Some(instruction) = unordered {
                self.builder.beside(outside_phis(block, instruction));
                self.call("__forall_unordered", None, &[self.builder.int(32, 1)]);
            }
        }
    }

    /// A key is hashed: from the hasher's making to its end.
    fn hash_one(&mut self, function: Value) {
        let mut calls = |role: HashRole| -> Vec<Value> {
            let instructions = function.blocks().into_iter().flat_map(|block| block.instructions());
            instructions.filter(|instruction| self.called(*instruction) == role).collect()
        };
        let (made, finished) = (calls(HashRole::BuildHasher), calls(HashRole::Finish));
        let users = finished.iter().flat_map(|call| call.users()).collect::<Vec<Value>>();
        if let ([made], [finished]) = (&made[..], &finished[..])
            && let (Some(begun), Some(ended)) = (successor(*made), successor(*finished))
            && let [hasher] = finished.arguments()[..]
            && hasher.is_instruction()
            && hasher.opcode() == Opcode::Alloca
            && users.iter().all(|user| user.opcode() != Opcode::Phi)
        {
            self.builder.before(begun);
            self.call("__forall_hash_begin", None, &[function.parameters()[0], hasher]);
            self.builder.before(ended);
            let word = self.builder.int_type(64);
            let hash = self.call("__forall_hash_finish", Some(word), &[hasher]);
            users.iter().for_each(|user| user.replace_operand(*finished, hash));
        } else {
            self.at_entry(function, "__forall_hash_seen", &[]);
        }
    }

    /// What is recorded need not be hashed: then the length is zero as far as the function is concerned.
    fn write(&mut self, function: Value, ends_in: u64) {
        let [hasher, bytes, length] = function.parameters()[..] else { return };
        let users = length.users();
        let b = &self.builder;
        b.before(function.blocks()[0].insertion_point());
        let arguments = [hasher, bytes, length, b.int(32, ends_in)];
        let recorded = self.call("__forall_hash_write", Some(b.int_type(32)), &arguments);
        let recorded = b.compare(Predicate::Ne, recorded, b.int(32, 0));
        let rest = b.select(recorded, b.int(64, 0), length);
        for user in users {
            user.replace_operand(length, rest);
        }
    }

    /// In a table of several groups, which group has any elements is chance, too.
    fn start(&mut self, function: Value) {
        let b = &self.builder;
        b.before(function.blocks()[0].insertion_point());
        let buckets = function.parameters().last().copied().filter(|buckets| is_count(*buckets));
        let several = match buckets {
            Some(buckets) => {
                let several = b.compare(Predicate::Ugt, buckets, b.int(64, GROUP));
                b.cast(Cast::ZExt, several, b.int_type(32))
            }
            None => b.int(32, 1),
        };
        self.call("__forall_unordered", None, &[several]);
    }

    /// Only in a table of several groups places of removed elements may stay taken.
    fn capacity(&mut self, function: Value) {
        for block in function.blocks() {
            let end = block.terminator();
            if end.opcode() == Opcode::Ret && is_count(end.operand(0)) {
                let b = &self.builder;
                b.before(end);
                let several = ROOM_IN_GROUP.into_iter().fold(b.int(32, 1), |several, room| {
                    let is_one = b.compare(Predicate::Eq, end.operand(0), b.int(64, room));
                    b.select(is_one, b.int(32, 0), several)
                });
                self.call("__forall_unordered", None, &[several]);
            }
        }
    }

    /// Whatever is stored in the iterator's mask of remaining elements is a choice of the next one, unless it
    /// is nothing. Where the function does not choose by itself (in packages that are not optimised), it is
    /// not known what remains.
    fn iteration(&mut self, function: Value) {
        let is_mask = |store: &Value| {
            let (mask, to) = (store.operand(0), store.operand(1));
            let is_variable = to.is_instruction() && to.opcode() == Opcode::Alloca;
            mask.type_of().kind() == TypeKind::Integer(16) && !is_variable
        };
        let instructions: Vec<Value> =
            function.blocks().into_iter().flat_map(|block| block.instructions()).collect();
        let stores = instructions.iter().filter(|instruction| instruction.opcode() == Opcode::Store);
        let masks: Vec<&Value> = stores.filter(|store| is_mask(store)).collect();
        let chooses = instructions.iter().all(|instruction| self.called(*instruction) != HashRole::Choice);
        for store in &masks {
            self.builder.before(**store);
            let mask = self.builder.cast(Cast::ZExt, store.operand(0), self.builder.int_type(32));
            self.call("__forall_unordered", None, &[mask]);
        }
        if masks.is_empty() || !chooses {
            self.at_entry(function, "__forall_unordered", &[self.builder.int(32, 1)]);
        }
    }

    fn any_order(&mut self, function: Value) {
        let say = |ignored: u64| {
            self.call("__forall_order_ignored", None, &[self.builder.int(32, ignored)]);
        };
        for block in function.blocks() {
            if block.terminator().opcode() == Opcode::Ret {
                self.builder.before(block.terminator());
                say(0);
            }
        }
        self.builder.before(function.blocks()[0].insertion_point());
        say(1);
    }

    fn at_entry(&self, function: Value, hook: &str, arguments: &[Value]) {
        self.builder.before(function.blocks()[0].insertion_point());
        self.call(hook, None, arguments);
    }

    /// The role of what an instruction calls.
    fn called(&mut self, instruction: Value) -> HashRole {
        if !matches!(instruction.opcode(), Opcode::Call | Opcode::Invoke) {
            return HashRole::Other;
        }
        let callee = instruction.callee();
        if !callee.is_function() {
            return HashRole::Other;
        }
        match self.elsewhere.get(&callee.name()) {
            Some(elsewhere) => elsewhere.hashing,
            None => Scope::of_function(callee).map_or(HashRole::Other, |scope| self.role(scope)),
        }
    }

    fn role(&mut self, scope: Scope) -> HashRole {
        let context = self.program.context;
        let drops_are_seen = self.drops_are_seen;
        *self.roles.entry(scope).or_insert_with(|| role(context, scope, drops_are_seen))
    }

    /// Calls a hook by its name.
    fn call(&self, name: &str, result: Option<Type>, arguments: &[Value]) -> Value {
        if self.foreign_keys && name == "__forall_unordered" {
            call_hook(self.program, &self.builder, "__forall_random_keys", None, &[]);
        }
        call_hook(self.program, &self.builder, name, result, arguments)
    }
}

fn call_hook(
    program: Module,
    builder: &Builder,
    name: &str,
    result: Option<Type>,
    arguments: &[Value],
) -> Value {
    let parameters: Vec<Type> = arguments.iter().map(|argument| argument.type_of()).collect();
    let ty = Type::function(result.unwrap_or(Type::void(program.context)), &parameters);
    let function = program.function(name).unwrap_or_else(|| program.add_function(name, ty));
    builder.call(ty, function, arguments)
}

/// The instruction, or where code may be put after it.
fn outside_phis(block: Block, instruction: Value) -> Value {
    match instruction.opcode() {
        Opcode::Phi | Opcode::LandingPad => block.insertion_point(),
        _ => instruction,
    }
}

fn is_count(value: Value) -> bool {
    value.type_of().kind() == TypeKind::Integer(64)
}

/// The instruction after a call.
fn successor(call: Value) -> Option<Value> {
    match call.opcode() {
        Opcode::Invoke => Some(call.normal_destination().insertion_point()),
        _ => call.next(),
    }
}

fn role(context: Context, scope: Scope, drops_are_seen: bool) -> HashRole {
    role_of(&scope.name(context), &scope.linkage_name(context), &scope.file(), drops_are_seen)
}

/// By the name of a function, with its generic arguments, its symbol, and the file it stands in.
fn role_of(name: &str, symbol: &str, file: &str, drops_are_seen: bool) -> HashRole {
    let path = LazyCell::new(|| format!("{:#}", rustc_demangle::demangle(symbol)));
    // Up to generic arguments, which only one of the ways to spell symbols tells.
    let of = |text: &str| path.trim_start_matches('<').split('<').next().is_some_and(|of| of.contains(text));
    let implements = |name: &str| path.contains(&format!(" as {name}>"));
    let is = |text: &str| name == text || name.strip_prefix(text).is_some_and(|rest| rest.starts_with('<'));
    let in_a_known_table = || is_known_table(file);
    let in_std = |place: &str| file_of_std(file).is_some_and(|file| file.starts_with(place));
    let in_keys = || in_std("std/src/hash/random.rs");
    let in_a_map = || in_a_known_table() || in_std("std/src/collections/hash/");
    let in_indexmap = || file.contains("/indexmap-2.");
    match () {
        () if name.starts_with("hash_one<std::hash::random::RandomState") => HashRole::HashOne,
        () if of("RandomState") && is("build_hasher") && in_keys() => HashRole::BuildHasher,
        () if of("DefaultHasher") && is("write") && in_keys() => HashRole::Write,
        () if of("DefaultHasher") && is("write_str") && in_keys() => HashRole::WriteText,
        () if of("DefaultHasher") && is("finish") && in_keys() => HashRole::Finish,
        () if is("make_hash") && of("hashbrown") && in_a_known_table() => HashRole::Map,
        () if is("hash") && of("::IndexMap") && in_indexmap() => HashRole::Map,
        () if in_indexmap()
            && ["raw_entry_v1.rs", "mutable.rs"].into_iter().any(|end| file.ends_with(end)) =>
        {
            HashRole::ByHand
        }
        () if in_a_known_table() && file.ends_with("raw_entry.rs") => HashRole::ByHand,
        () if of("RawIterRange") && is("new") && in_a_known_table() => HashRole::Start,
        () if is("capacity") && (of("::HashMap") || of("::HashSet")) && in_a_map() => HashRole::Capacity,
        () if is("capacity") && of("::IndexMap") && in_indexmap() => HashRole::Capacity,
        () if of("RawIterRange") && (is("next_impl") || is("fold_impl")) && in_a_known_table() => {
            HashRole::Iteration
        }
        () if of("BitMaskIter") && is("next") && in_a_known_table() => HashRole::Choice,
        // Its own order is that of insertion; where it goes over the table, it does the same to each position.
        () if ["decrement_indices", "increment_indices", "erase_indices"].into_iter().any(is)
            && of("indexmap")
            && in_indexmap() =>
        {
            HashRole::AnyOrder
        }
        () if of("hashbrown::raw::")
            && implements("core::ops::drop::Drop")
            && is("drop")
            && in_a_known_table()
            && !(drops_are_seen && names_packages(name)) =>
        {
            HashRole::AnyOrder
        }
        () if of("hashbrown::raw::RawTable") && is("clone") && in_a_known_table() => HashRole::AnyOrder,
        () if is("eq")
            && implements("core::cmp::PartialEq")
            && (of("::HashMap") || of("::HashSet"))
            && in_a_map() =>
        {
            HashRole::AnyOrder
        }
        () => HashRole::Other,
    }
}

/// Elements of a table lie in groups of so many, and so many elements fit into a table of one group at most.
const GROUP: u64 = 16;
const ROOM_IN_GROUP: [u64; 4] = [0, 3, 7, 14];

/// Is this a source file of the table behind hash maps, the standard library's own or a package in which
/// iteration is recognised?
fn is_known_table(file: &str) -> bool {
    let Some((before, after)) = file.rsplit_once("/hashbrown-") else { return false };
    let minor = after.strip_prefix("0.").and_then(|rest| rest.split('.').next()?.parse::<u32>().ok());
    before == "/rust/deps" || minor.is_some_and(|minor| minor >= 13)
}

/// Does a name with generic arguments mention types from outside the standard library?
fn names_packages(name: &str) -> bool {
    let paths = name.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'));
    // What is behind `dyn` may be anything.
    name.contains("dyn ")
        || paths.filter_map(|path| path.split_once("::")).any(|(package, _)| !OF_STD.contains(&package))
}

/// Is it the function that makes up the keys of hash maps?
pub fn is_source_of_keys(name: &str) -> bool {
    name.contains("hashmap_random_keys")
}

/// Does a function with this name tell that there are random keys? Some packages make them of addresses, and
/// inline what does.
pub fn are_keys_random(name: &str) -> bool {
    is_source_of_keys(name) || ["RandomState", "gen_per_hasher_seed"].into_iter().any(|of| name.contains(of))
}

/// Of such a function, is it the standard library's own, or an instance of generic code for its keys?
pub fn are_keys_of_std(name: &str) -> bool {
    is_source_of_keys(name) || ["4hash6random", "std..hash..random"].into_iter().any(|of| name.contains(of))
}

/// Is it `Drop::drop` of a type from outside the standard library?
pub fn is_drop_of_a_package(name: &str) -> bool {
    if !name.contains("ops..drop..Drop$GT$4drop") && !name.contains("ops4drop4Drop4drop") {
        return false;
    }
    let path = format!("{:#}", rustc_demangle::demangle(name));
    let is_std = |path: &str| OF_STD.iter().any(|of| path.starts_with(&format!("{of}::")));
    let Some(of_type) = path.strip_prefix('<') else { return false };
    // A guard in a method: `<<Type as Trait>::method::Guard as Drop>::drop`.
    match of_type.strip_prefix('<') {
        None => !is_std(of_type),
        Some(of_guard) => {
            let of_trait = of_guard.split_once(" as ").map(|(_, of_trait)| of_trait);
            !(is_std(of_guard) && of_trait.is_some_and(is_std))
        }
    }
}

/// The crates of the standard library, and the one it has its hash maps from.
const OF_STD: [&str; 4] = ["alloc", "core", "std", "hashbrown"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_are_known_in_either_way_to_spell_symbols() {
        let (map, table) =
            ("/rustc/01/library/std/src/collections/hash/map.rs", "/rust/deps/hashbrown-0.16.1/src/raw.rs");
        let generic = "u8, u8, std::hash::random::RandomState, alloc::alloc::Global";
        for (name, file, symbols, expected) in [
            (
                "capacity",
                map,
                [
                    "_ZN3std11collections4hash3map28HashMap$LT$K$C$V$C$S$C$A$GT$8capacity17hdcecefcdb35c5d90E",
                    "_RNvMs1_NtNtNtCsjrHSEGnQ3l9_3std11collections4hash3mapINtB5_7HashMaphhE8capacityCsjMaewn57Afh_1t",
                ],
                HashRole::Capacity,
            ),
            (
                "drop",
                table,
                [
                    "_ZN79_$LT$hashbrown..raw..RawTable$LT$T$C$A$GT$$u20$as$u20$core..ops..drop..Drop$GT$4drop17hd94529a71b4c2063E",
                    "_RNvXsg_NtCsgvbsrvnw3yD_9hashbrown3rawINtB5_8RawTableThuEENtNtNtCsgEmfK2I1SDS_4core3ops4drop4Drop4dropCsjMaewn57Afh_1t",
                ],
                HashRole::AnyOrder,
            ),
            (
                "drop",
                table,
                [
                    "_ZN9hashbrown3raw15Bucket$LT$T$GT$4drop17h645e74c9f4404dcaE",
                    "_RNvMs4_NtCsgvbsrvnw3yD_9hashbrown3rawINtB5_6BucketThuEE4dropCsjMaewn57Afh_1t",
                ],
                HashRole::Other,
            ),
            (
                "clone",
                table,
                [
                    "_ZN76_$LT$hashbrown..raw..RawTable$LT$T$C$A$GT$$u20$as$u20$core..clone..Clone$GT$5clone17h6c52e5b44982ea32E",
                    "_RNvXsb_NtCsgvbsrvnw3yD_9hashbrown3rawINtB5_8RawTableThhEENtNtCsgEmfK2I1SDS_4core5clone5Clone5cloneCsjMaewn57Afh_1t",
                ],
                HashRole::AnyOrder,
            ),
        ] {
            for symbol in symbols {
                assert_eq!(role_of(&format!("{name}<{generic}>"), symbol, file, true), expected, "{symbol}");
            }
        }
        // A package's own type with such a table in it.
        let wrapper = "_RNvXs_Cs5678_4mineINtB4_3BagINtNtCsgvbsrvnw3yD_9hashbrown3raw8RawTablehEENtNtNtCsgEmfK2I1SDS_4core3ops4drop4Drop4drop";
        assert_eq!(role_of("drop<u8>", wrapper, "/home/me/mine/src/lib.rs", false), HashRole::Other);
    }

    #[test]
    fn tables_are_known_by_their_version() {
        assert!(is_known_table("/rust/deps/hashbrown-0.16.1/src/raw.rs"));
        assert!(is_known_table("/home/me/.cargo/registry/src/index-1/hashbrown-0.15.5/src/raw/mod.rs"));
        assert!(!is_known_table("/home/me/.cargo/registry/src/index-1/hashbrown-0.9.1/src/raw/mod.rs"));
        assert!(!is_known_table("/home/me/hashbrown/src/raw.rs"));
    }

    #[test]
    fn keys_of_others_are_told_from_those_of_the_standard_library() {
        for (name, of_std) in [
            ("_RNvMNtNtCsjrHSEGnQ3l9_3std4hash6randomNtB2_11RandomState3new", true),
            ("_ZN3std4hash6random11RandomState3new17hff981fc5b9791e94E", true),
            (
                "_ZN78_$LT$std..hash..random..RandomState$u20$as$u20$core..default..Default$GT$7default17hE",
                true,
            ),
            ("_ZN3std3sys6random5linux19hashmap_random_keys17hE", true),
            ("_ZN8foldhash4fast11RandomState7default17hE", false),
            ("_ZN8foldhash4seed19gen_per_hasher_seed17hE", false),
        ] {
            assert!(are_keys_random(name), "{name}");
            assert_eq!(are_keys_of_std(name), of_std, "{name}");
        }
    }

    #[test]
    fn destructors_of_packages_are_told_from_those_of_the_standard_library() {
        for (name, of_package) in [
            (
                "_ZN66_$LT$alloc..vec..Vec$LT$T$GT$$u20$as$u20$core..ops..drop..Drop$GT$4drop17h0123456789abcdefE",
                false,
            ),
            (
                "_ZN149_$LT$$LT$alloc..vec..into_iter..IntoIter$LT$T$GT$$u20$as$u20$core..ops..drop..Drop$GT$..drop..DropGuard$LT$T$GT$$u20$as$u20$core..ops..drop..Drop$GT$4drop17h0123456789abcdefE",
                false,
            ),
            (
                "_ZN107_$LT$$LT$alloc..vec..Vec$LT$T$GT$$u20$as$u20$bank..Pay$GT$..pay..Guard$u20$as$u20$core..ops..drop..Drop$GT$4drop17h0123456789abcdefE",
                true,
            ),
            (
                "_ZN78_$LT$bank..Account$LT$alloc..vec..Vec$GT$$u20$as$u20$core..ops..drop..Drop$GT$4drop17h0123456789abcdefE",
                true,
            ),
            ("_ZN4bank4drop17h0123456789abcdefE", false),
            ("_RNvXs_Cs5678_4bankNtB4_7AccountNtNtNtCsgEmfK2I1SDS_4core3ops4drop4Drop4drop", true),
            (
                "_RNvXsg_NtCsgvbsrvnw3yD_9hashbrown3rawINtB5_8RawTableThuEENtNtNtCsgEmfK2I1SDS_4core3ops4drop4Drop4dropCs5678_4bank",
                false,
            ),
        ] {
            assert_eq!(is_drop_of_a_package(name), of_package, "{name}");
        }
    }

    #[test]
    fn types_of_packages_are_told_from_those_of_the_standard_library() {
        let map = "drop<(alloc::vec::Vec<u8, alloc::alloc::Global>, i32), alloc::alloc::Global>";
        assert!(!names_packages(map));
        assert!(!names_packages("drop<(u8, &str), alloc::alloc::Global>"));
        assert!(names_packages("drop<(u8, alloc::boxed::Box<dyn core::any::Any, alloc::alloc::Global>)>"));
        assert!(names_packages("drop<(alloc::string::String, bank::Account), alloc::alloc::Global>"));
    }
}
