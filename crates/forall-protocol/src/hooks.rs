//! The functions an instrumented program calls.
//!
//! The program holds a table of pointers ([`TABLE`]) which the runtime fills before the first run. Arguments
//! called `*_term` and results of type `Term` are [`crate::terms::TermId`]s. A `site` is an index into the
//! sites of the manifest.
//!
//! See docs/decisions/shared-library-without-runtime-crate.md.

/// Names of the globals an instrumented library exports.
pub const TABLE: &str = "__forall_hooks";
/// An `i32`: the site of the call that the tested package's own code is in.
pub const PLACE: &str = "__forall_place";
/// The encoded [`crate::manifest::Manifest`], preceded by its length as an `i64`.
pub const MANIFEST: &str = "__forall_manifest";
/// Pointers to the [`crate::put::Put`]s, preceded by their number as an `i64`.
pub const PUTS: &str = "__forall_puts";

/// [`TAG_COUNT`] bytes: the tags of shadow memory. The tag of an address is that of number `address >> TAG_GRANULE`, modulo their count. Where it is
/// 0, nothing symbolic is stored.
pub const TAGS: &str = "__forall_tags";
/// Few enough to stay in the processor's cache, and to be made present in a child at little cost.
pub const TAG_COUNT: usize = 1 << 15;
pub const TAG_GRANULE: u32 = 4;

/// A pointer to the map of coverage, in which the program marks the outcomes it sees.
pub const COVERAGE: &str = "__forall_coverage";

/// An `i64`: the first of the two random keys of hash maps is below it wherever they were asked for before
/// the runtime filled in the hooks. While the library is being loaded, whatever is hashed with them gets the
/// hash 0.
pub const EARLY_KEYS: &str = "__forall_early_keys";

/// A [`ConstantList`] for every module of the program, preceded by their number as an `i64`.
pub const CONSTANTS: &str = "__forall_constants";

/// Memory of the program that never changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Constant {
    pub start: u64,
    pub length: u64,
}

/// Constants of one module of the program.
#[derive(Debug)]
#[repr(C)]
pub struct ConstantList {
    pub first: *const Constant,
    pub length: usize,
}

/// What may cross a hook, in LLVM's and in Rust's terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HookType {
    I32,
    I64,
    I128,
    Pointer,
}

/// How a hook is called.
#[derive(Debug)]
pub struct Signature {
    pub name: &'static str,
    pub parameters: &'static [HookType],
    pub result: Option<HookType>,
}

macro_rules! hook_type {
    (u32) => {
        HookType::I32
    };
    (u64) => {
        HookType::I64
    };
    (u128) => {
        HookType::I128
    };
    (Address) => {
        HookType::Pointer
    };
    (Term) => {
        HookType::I32
    };
}

/// An address in the explored program.
pub type Address = *mut u8;
type Term = crate::terms::TermId;

/// One list gives both sides of the contract: the typed table for the runtime, the signatures for the instrumenter.
macro_rules! hooks {
    ($( $(#[$doc:meta])* $name:ident / $variant:ident ( $($parameter:ident : $type:ident),* ) $(-> $result:ident)? ;)*) => {
        /// The table of hooks, in the layout the program reads.
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct Hooks {
            $( $(#[$doc])* pub $name: unsafe extern "C" fn($($parameter: $type),*) $(-> $result)?, )*
        }

        /// Index of a hook in the table.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(usize)]
        pub enum Hook { $( $(#[$doc])* $variant, )* }

        /// Signatures by index.
        pub const SIGNATURES: &[Signature] = &[
            $( Signature {
                name: stringify!($name),
                parameters: &[$(hook_type!($type)),*],
                result: { #[allow(unused_mut, unused_assignments)] let mut result = None; $( result = Some(hook_type!($result)); )? result },
            }, )*
        ];
    };
}

hooks! {
    /// Term of a binary operation on operands of at most 64 bits. `op` is `Op | operand width << 8`. A
    /// concrete operand (term 0) is given by its value. Yields 0 when both are concrete. With [`ELSEWHERE`]
    /// set in `op`, it is of a package that the tested one depends on.
    binary / Binary (op: u32, left_term: Term, right_term: Term, left: u64, right: u64) -> Term;
    /// The same for operands of 65 to 128 bits.
    binary_wide / BinaryWide (op: u32, left_term: Term, right_term: Term, left: u128, right: u128) -> Term;
    /// Term of `FFma`; `op` is `Op | width << 8`.
    ternary / Ternary (op: u32, first_term: Term, second_term: Term, third_term: Term, first: u64, second: u64, third: u64) -> Term;
    /// Term of `CtPop`, `CtLz`, `CtTz`, `BSwap`, `BitReverse`, `FSqrt`, `FRound`; `op` is `Op | width << 8`,
    /// for `FRound` `| Rounding << 16`.
    unary / Unary (op: u32, operand_term: Term) -> Term;
    /// Term of `Concat`; `widths` is that of the high operand `| that of the low one << 8`.
    concat / Concat (widths: u32, high_term: Term, low_term: Term, high: u64, low: u128) -> Term;
    /// Term of `ZExt`, `SExt`, `Extract` and of conversions from and to floats; `op` is
    /// `Op | from width << 8 | to width << 16`, for `Extract` `| first bit << 24`.
    resize / Resize (op: u32, operand_term: Term) -> Term;
    /// Term of a float that an operation yielded, whose operands are of term `term` or concrete: it has one
    /// in any case if it is a NaN, whose bits the compiler leaves open.
    yielded / Yielded (width: u32, term: Term, bits: u64) -> Term;
    /// Term of what `llvm.minnum` (`op` is 0) or `llvm.maxnum` (1) yields; `op` has `width << 8` besides. The
    /// compiler may take either of a zero and a negative zero, and either of two NaNs: so those have a term
    /// even where both are concrete.
    extreme / Extreme (op: u32, left_term: Term, right_term: Term, left: u64, right: u64) -> Term;
    /// Term of `if condition { left } else { right }`, operands of at most 64 bits. With a concrete condition
    /// it is the chosen operand's term.
    select / Select (width: u32, condition_term: Term, left_term: Term, right_term: Term, condition: u32, left: u64, right: u64) -> Term;
    /// The same for operands of 65 to 128 bits.
    select_wide / SelectWide (width: u32, condition_term: Term, left_term: Term, right_term: Term, condition: u32, left: u128, right: u128) -> Term;
    /// A conditional branch is about to be taken (1) or not (0).
    branch / Branch (site: u32, condition_term: Term, taken: u32);
    /// A switch is about to choose; `table` is a [`SwitchTable`].
    switch / Switch (site: u32, value_term: Term, value: u128, table: Address);
    /// Term of the `width` bits at `address`; with [`POINTER`] set in `width`, they are one.
    load / Load (address: Address, address_term: Term, width: u32, site: u32) -> Term;
    /// Does the memory hold anything symbolic (1) or not (0)?
    holds / Holds (address: Address, length: u64) -> u32;
    /// A value of `width` bits goes to `address`; called before the memory itself is written.
    store / Store (address: Address, address_term: Term, value_term: Term, width: u32, site: u32);
    /// The same for a value of at most 64 bits, at an address that is perhaps symbolic.
    store_at / StoreAt (address: Address, address_term: Term, value_term: Term, value: u64, width: u32, site: u32);
    /// `length` bytes are about to be copied; the regions may overlap.
    copy / Copy (to: Address, to_term: Term, from: Address, from_term: Term, length: u64, length_term: Term, site: u32);
    /// `length` bytes are about to be set to one byte.
    fill / Fill (to: Address, to_term: Term, byte_term: Term, length: u64, length_term: Term, site: u32);
    /// Does the work of `memcmp` and `bcmp` and yields -1, 0 or 1 (as `u32`); the term of that is then to be
    /// had from `result`.
    compare / Compare (left: Address, left_term: Term, right: Address, right_term: Term, length: u64, length_term: Term, site: u32) -> u32;
    /// Term of what the hook called just before has yielded.
    result / Result () -> Term;
    /// The program goes on with the concrete value of a term: a decision `term == value` that can be flipped.
    fix / Fix (term: Term, width: u32, value: u64, site: u32);
    /// Memory holds nothing symbolic from here on: a new stack slot, or to be overwritten.
    clear / Clear (address: Address, length: u64);
    /// The same for a block (or null) that is fresh from the allocator.
    allocated / Allocated (address: Address, length: u64);
    /// A heap block (or null) is about to be freed.
    release / Release (address: Address);
    /// Does the work of `realloc`.
    reallocate / Reallocate (address: Address, size: u64) -> Address;
    /// Does the work of `pthread_create`. The new thread runs alone, to its end or until it waits for something.
    spawn / Spawn (thread: Address, attributes: Address, start: Address, argument: Address) -> u32;
    /// Does the work of `pthread_join`.
    join / Join (thread: u64, result: Address) -> u32;
    /// Does the work of `pthread_detach`.
    detach / Detach (thread: u64) -> u32;
    /// Does the work of `__cxa_thread_atexit_impl`: a destructor of something thread-local, and what it takes.
    at_thread_exit / AtThreadExit (destructor: Address, argument: Address, library: Address) -> u32;
    /// A call of the kernel is about to be made; `detail` is its second argument.
    system / System (number: u64, detail: u64);
    /// Control leaves for a function that is not modelled; `what` is an index into the manifest's texts.
    leave / Leave (site: u32, what: u32);
    /// An instruction that is not modelled runs; a note is made when `terms` (its operands' terms, or-ed) is not 0.
    unsupported / Unsupported (site: u32, what: u32, terms: Term);
    /// An instruction that is not modelled reads memory; a note is made when anything in it is symbolic.
    unsupported_read / UnsupportedRead (site: u32, what: u32, address: Address, length: u64);
    /// The address of something becomes a number: its term. What is computed together with `beside`, in the
    /// same object or null, does not tell where that object lies.
    address / Address (address: Address, address_term: Term, beside: Address) -> Term;
    /// A number becomes a pointer: its term. An address that was told is no longer one.
    pointer / Pointer (number_term: Term) -> Term;
    /// A panic begins, or the error that a test returned is about to be formatted: until `panicked` or
    /// `finish`, nothing that happens is part of the path.
    mute / Mute ();
    /// Random keys for hash maps are asked for.
    random_keys / RandomKeys ();
    /// A hasher with the random keys of `state` begins to hash a key for a hash map.
    hash_begin / HashBegin (state: Address, hasher: Address);
    /// Bytes go to a hasher; yields 1 if they are for a hash map, and so need not really be hashed. A text
    /// ends in `ends_in`, if that is not 0.
    hash_write / HashWrite (hasher: Address, bytes: Address, length: u64, ends_in: u32) -> u32;
    /// Stands for the hash of what went to the hasher.
    hash_finish / HashFinish (hasher: Address) -> u64;
    /// The value of a hash made with random keys is about to be seen by others than a hash map.
    hash_seen / HashSeen ();
    /// A hash map is iterated over; `remaining` is not 0 if there is a choice of what comes next.
    unordered / Unordered (remaining: u32);
    /// From here on (1) until further notice (0), the order of iteration makes no difference.
    order_ignored / OrderIgnored (ignored: u32);
    /// Called by the `forall` crate: writes the value of an input (16 bytes, little endian) to `to` and makes
    /// its low bits symbolic.
    draw / Draw (name: Address, name_length: u64, kind: u32, to: Address);
    /// Called by the `forall` crate: what the test returns, before it is dropped.
    returned / Returned (value: Address, length: u64);
    /// Called by the `forall` crate: an assumption does not hold. Does not return.
    discard / Discard ();
    /// Called by the `forall` crate's panic hook.
    panicked / Panicked (message: Address, message_length: u64, file: Address, file_length: u64, line: u32, column: u32);
    /// Called by the `forall` crate when the test has come back: writes the address of the next destructor of
    /// the thread and what it takes (8 bytes each) to `to`, and yields 1; or 0 if there is none.
    next_destructor / NextDestructor (to: Address) -> u32;
    /// Called by the `forall` crate when the test is over; `ending` is a [`crate::shared::Ending`]. Does not
    /// return.
    finish / Finish (ending: u32, message: Address, message_length: u64);
}

/// The C names of the hooks that are called like functions: by the `forall` crate, and by what the
/// instrumenter puts into the standard library.
pub const CALLED_BY_NAME: [(&str, Hook); 14] = [
    ("__forall_draw", Hook::Draw),
    ("__forall_returned", Hook::Returned),
    ("__forall_discard", Hook::Discard),
    ("__forall_mute", Hook::Mute),
    ("__forall_panicked", Hook::Panicked),
    ("__forall_next_destructor", Hook::NextDestructor),
    ("__forall_finish", Hook::Finish),
    ("__forall_random_keys", Hook::RandomKeys),
    ("__forall_hash_begin", Hook::HashBegin),
    ("__forall_hash_write", Hook::HashWrite),
    ("__forall_hash_finish", Hook::HashFinish),
    ("__forall_hash_seen", Hook::HashSeen),
    ("__forall_unordered", Hook::Unordered),
    ("__forall_order_ignored", Hook::OrderIgnored),
];

/// Set in the `op` of what is written neither in the tested package nor in the standard library, or is the
/// compiler's own question after an alignment.
pub const ELSEWHERE: u32 = 1 << 24;

/// Nothing lies below this address: such a number is null, or stands for nothing.
pub const LOWEST_ADDRESS: u64 = 1 << 12;

/// Set in the width of what is loaded: it is a pointer.
pub const POINTER: u32 = 1 << 16;

/// What a switch distinguishes. Cases with one destination form a group; groups are numbered by their first
/// case. Outcome `g < groups` of the site is group `g`, outcome `groups` is the default. Lies constant in the
/// program.
#[repr(C)]
pub struct SwitchTable {
    /// Width of the value in bits.
    pub width: u32,
    /// Number of groups, without the default.
    pub groups: u32,
    /// 0 when the default cannot be reached by what the compiler knows.
    pub has_default: u32,
    /// Number of [`SwitchCase`]s that follow, ordered by group.
    pub cases: u32,
}

/// One value of a switch.
#[repr(C)]
pub struct SwitchCase {
    pub low: u64,
    pub high: u64,
    pub group: u64,
}
