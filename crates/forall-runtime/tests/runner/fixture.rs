//! A library like those the instrumenter makes, written by hand: tests that call the hooks themselves.
//! Compiled by the integration test.
//!
//! The protocol is included as source, so that the fixture cannot disagree with it.

#![allow(dead_code)]

#[path = "../../../forall-protocol/src/hooks.rs"]
pub mod hooks;
#[path = "../../../forall-protocol/src/inputs.rs"]
pub mod inputs;
#[path = "../../../forall-protocol/src/put.rs"]
pub mod put;
#[path = "../../../forall-protocol/src/shared.rs"]
pub mod shared;
#[path = "../../../forall-protocol/src/terms.rs"]
pub mod terms;
#[path = "../../../forall-protocol/src/variants.rs"]
mod variants;

use hooks::{Hooks, SwitchCase, SwitchTable, TAG_COUNT};
use inputs::InputKind;
use put::{Expectation, Put, Returns, Text};
use shared::Ending;
use std::cell::{Cell, RefCell};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use terms::{Op, TermId};
use std::sync::atomic::AtomicU8;

/// That of the protocol, told by whoever compiles this.
pub const VERSION: u32 = match u32::from_str_radix(env!("FORALL_PROTOCOL_VERSION"), 10) {
    Ok(version) => version,
    Err(_) => panic!("not a number"),
};
const PUT_VERSION: u32 = if cfg!(another_version) { 77 } else { VERSION };

#[repr(C)]
pub struct Counted<T> {
    length: i64,
    items: T,
}

#[unsafe(export_name = "__forall_hooks")]
static mut TABLE: std::mem::MaybeUninit<Hooks> = std::mem::MaybeUninit::uninit();

#[unsafe(export_name = "__forall_place")]
static mut PLACE: i32 = 0;

const NOT_COUNTED: u32 = u32::MAX;

#[unsafe(export_name = "__forall_tags")]
static TAGS: [AtomicU8; TAG_COUNT] = [const { AtomicU8::new(0) }; TAG_COUNT];

#[unsafe(export_name = "__forall_coverage")]
static mut COVERAGE: *mut u8 = std::ptr::null_mut();

#[unsafe(export_name = "__forall_constants")]
static CONSTANTS: i64 = 0;

#[unsafe(export_name = "__forall_early_keys")]
static EARLY_KEYS: i64 = 0;

/// Sites 0 (a branch), 1 (a switch with three outcomes) and 2 (not counted); texts `file` and `func`; nothing
/// about the tests' code.
#[unsafe(export_name = "__forall_manifest")]
static MANIFEST: Counted<[u32; 33]> = Counted {
    length: 33 * 4,
    #[rustfmt::skip]
    items: [
        VERSION, 5, 3,
        0, 10, 1, 1, 0, 2, 0, 1,
        0, 20, 1, 1, 2, 3, 0, 1,
        0, 30, 1, 1, NOT_COUNTED, 2, 0, 0,
        2, 4, u32::from_le_bytes(*b"file"), 4, u32::from_le_bytes(*b"func"),
        0,
    ],
};

macro_rules! tests {
    ($($name:ident),* $(,)?) => {
        #[unsafe(export_name = "__forall_puts")]
        static PUTS: Counted<[&Put; [$(stringify!($name)),*].len()]> = Counted {
            length: [$(stringify!($name)),*].len() as i64,
            items: [$( { static PUT: Put = described(stringify!($name), $name); &PUT } ),*],
        };
    };
}

tests![
    trivial,
    returns,
    panics,
    fails,
    discards,
    comes_back,
    loops,
    aborts,
    exits,
    faults,
    overflows_its_stack,
    decides_forever,
    asks_for_too_much,
    recovers_from_a_panic,
    starts_a_thread,
    starts_followed_threads,
    leaves,
    allocates,
    reallocates,
    copies_over_an_input,
    subtracts,
    draws_twice,
    catches_while_it_panics,
    fixes_at_its_end,
    switches,
    compares,
    reads_at_an_input,
    chooses,
    connects,
    starts_processes,
    deletes_outside,
    writes_to_scratch,
    signals_its_parent,
    allocates_a_lot,
    lives_with_less,
    closes_everything,
    writes_garbage,
    blocks_all_signals,
    tells_its_state,
    goes_deep,
    ends_as_told,
];

const fn described(name: &'static str, run: extern "C" fn()) -> Put {
    Put {
        version: PUT_VERSION,
        line: 1,
        expectation: Expectation::Returns,
        returns: Returns::Unit,
        path: Text::new(name),
        module: Text::new(""),
        file: Text::new("tests/fixture.rs"),
        function: Text::new(name),
        cases: Text::new("forall/fixture.rs"),
        parameters: Text::new("x"),
        expected: Text::new(""),
        types: Text::new(""),
        bounds: Text::new(""),
        contract: Text::new(""),
        wanted: Text::new(""),
        missing: 0,
        examples: 0,
        run,
    }
}

fn table() -> &'static Hooks {
    // SAFETY: the runner fills the table before the first run.
    unsafe { (*(&raw const TABLE)).assume_init_ref() }
}

macro_rules! hook {
    ($name:ident($($argument:expr),*)) => {
        // SAFETY: the arguments are what the protocol asks for.
        unsafe { (table().$name)($($argument),*) }
    };
}

/// A variable that holds an input.
#[repr(align(16))]
struct Leaf([u8; 16]);

impl Leaf {
    /// On the heap: nothing here tells the runtime when a variable moves.
    fn draw(name: &str, kind: InputKind) -> Box<Leaf> {
        let mut leaf = Box::new(Leaf([0xEE; 16]));
        hook!(draw(name.as_ptr().cast_mut(), name.len() as u64, kind as u32, leaf.0.as_mut_ptr()));
        leaf
    }

    fn value(&self) -> u128 {
        u128::from_le_bytes(self.0)
    }

    fn term(&self, width: u32) -> TermId {
        hook!(load(self.0.as_ptr().cast_mut(), 0, width, 2))
    }
}

fn draw_byte(name: &str) -> (u8, TermId) {
    let leaf = Leaf::draw(name, InputKind::U8);
    (leaf.value() as u8, leaf.term(8))
}

fn op(op: Op, width: u32) -> u32 {
    op as u32 | width << 8
}

/// `if x < limit` on a byte.
fn less(site: u32, (x, term): (u8, TermId), limit: u8) -> bool {
    let condition = hook!(binary(op(Op::ULt, 8), term, 0, x.into(), limit.into()));
    hook!(branch(site, condition, u32::from(x < limit)));
    x < limit
}

fn finish(ending: Ending, message: &str) {
    hook!(finish(ending as u32, message.as_ptr().cast_mut(), message.len() as u64));
}

fn at_place(site: i32) {
    // SAFETY: one thread writes it.
    unsafe { PLACE = site };
}

extern "C" fn trivial() {
    less(0, draw_byte("x"), 10);
    finish(Ending::Returned, "");
}

extern "C" fn returns() {
    at_place(2);
    let x = draw_byte("x");
    less(0, x, 10);
    less(0, x, 10);
    let wide = Leaf::draw("wide", InputKind::I128);
    let negative = hook!(binary_wide(op(Op::SLt, 128), wide.term(128), 0, wide.value(), 0));
    hook!(branch(2, negative, u32::from((wide.value() as i128) < 0)));
    finish(Ending::Returned, "");
}

extern "C" fn panics() {
    let x = draw_byte("x");
    hook!(mute());
    less(0, x, 99);
    hook!(leave(0, 1));
    at_place(1);
    let (message, file) = ("boom \u{1F4A5}", "src/lib.rs");
    hook!(panicked(
        message.as_ptr().cast_mut(),
        message.len() as u64,
        file.as_ptr().cast_mut(),
        file.len() as u64,
        12,
        5
    ));
    at_place(2);
    finish(Ending::Panicked, "");
}

extern "C" fn recovers_from_a_panic() {
    let x = draw_byte("x");
    hook!(mute());
    less(0, x, 99);
    let message = "caught";
    hook!(panicked(message.as_ptr().cast_mut(), message.len() as u64, message.as_ptr().cast_mut(), 3, 1, 1));
    less(0, x, 10);
    finish(Ending::Returned, "");
}

extern "C" fn fails() {
    finish(Ending::Err, "NotFound");
}

extern "C" fn discards() {
    less(0, draw_byte("x"), 10);
    hook!(discard());
}

extern "C" fn comes_back() {}

static mut STATIC: u64 = 7;
static COUNTER: AtomicU64 = AtomicU64::new(0);
static LIST: Mutex<Vec<String>> = Mutex::new(Vec::new());
/// Zero, and on pages that nothing else uses.
static LARGE: Mutex<[u8; 40_000]> = Mutex::new([0; 40_000]);

thread_local! {
    static LOCAL: Cell<u64> = const { Cell::new(3) };
    static LAZY: RefCell<Vec<u64>> = RefCell::new(vec![1, 2, 3]);
}

/// Tells what an earlier run could have changed, as a message; then changes it, and does one more thing as
/// `x` says.
extern "C" fn tells_its_state() {
    let (x, _) = draw_byte("x");
    // SAFETY: asks for the end of the heap.
    let heap_end = unsafe { sbrk(0) };
    let local = Box::new(0_u8);
    let far_up_the_stack = deep(100);
    // More than the heap has to begin with; the allocator relies on what is new being zero.
    let mut fresh = vec![0_u8; 3 << 20];
    let not_fresh = fresh.iter().filter(|byte| **byte != 0).count();
    let large = LARGE.lock().unwrap().iter().map(|byte| u64::from(*byte)).sum::<u64>();
    // SAFETY: one thread uses it.
    let value = unsafe { STATIC };
    let state = format!(
        "{value} {COUNTER:?} {:?} {large} {} {:?} {:p} {:p} {far_up_the_stack:x} {not_fresh} {:?} {:?} {} {}",
        LIST.lock().unwrap(),
        LOCAL.get(),
        LAZY.with_borrow(Clone::clone),
        local,
        &raw const local,
        std::env::var_os("FORALL_TEST_LEFT_BEHIND"),
        std::env::current_dir().unwrap(),
        signal_mask(),
        heap_end as usize,
    );
    let state = match x {
        100 => {
            let threads = std::fs::read_dir("/proc/self/task").unwrap().count();
            format!("{state} {threads} {} {}", lowest_free_descriptor(), is_open(1))
        }
        _ => state,
    };
    // On the stack: one of the changes below takes the end of the heap away, whatever lies there.
    let mut told = [0; 1024];
    told[..state.len()].copy_from_slice(state.as_bytes());
    let told = std::str::from_utf8(&told[..state.len()]).unwrap();
    std::mem::forget(state);
    // SAFETY: one thread uses it, and the environment.
    unsafe {
        STATIC += 1;
        std::env::set_var("FORALL_TEST_LEFT_BEHIND", "1");
    }
    COUNTER.fetch_add(1, Ordering::Relaxed);
    LIST.lock().unwrap().push("left behind".into());
    LARGE.lock().unwrap().fill(9);
    LOCAL.set(77);
    LAZY.with_borrow_mut(|list| list.push(4));
    fresh.fill(5);
    std::mem::forget(fresh);
    std::mem::forget((0..1000).map(|n| Box::new([n; 10])).collect::<Vec<_>>());
    drop(local);
    // SAFETY: none of this does harm to anybody else.
    match x {
        1 => std::env::set_current_dir("/").unwrap(),
        2 => std::mem::forget(std::fs::File::open("/dev/null").unwrap()),
        3 => {
            let stays = || loop {
                std::thread::park();
            };
            drop(std::thread::spawn(stays));
        }
        4 => unsafe {
            sigprocmask(0, [1 << 9; 16].as_ptr(), std::ptr::null_mut());
        },
        5 => unsafe {
            close(1);
        },
        6 => unsafe {
            mmap(std::ptr::null_mut(), 4096, 3, 0x22, -1, 0);
        },
        7 => unsafe {
            // Below where the heap ended before the run, and back. Nothing is allocated any more.
            let by = sbrk(0).offset_from(heap_end) + 4096;
            sbrk(-by);
            sbrk(by);
        },
        8 => std::process::abort(),
        9 => hook!(discard()),
        _ => {}
    }
    finish(Ending::Err, told);
}

/// Returns, unless `x` says otherwise.
extern "C" fn ends_as_told() {
    let (x, term) = draw_byte("x");
    less(0, (x, term), 10);
    COUNTER.fetch_add(1, Ordering::Relaxed);
    match x {
        200 => std::process::abort(),
        201 => loop {
            std::hint::spin_loop();
        },
        202 => std::mem::forget(std::fs::File::open("/dev/null").unwrap()),
        203 => {
            let begin = std::time::Instant::now();
            while begin.elapsed() < std::time::Duration::from_millis(150) {}
        }
        204 => hook!(discard()),
        // More than fits with others into what is noted down.
        205 => (0..900).for_each(|n| {
            less(0, draw_byte(&format!("x{n}")), 10);
        }),
        _ => {}
    }
    let found = COUNTER.load(Ordering::Relaxed);
    if found == 1 { finish(Ending::Returned, "") } else { finish(Ending::Err, "another run left something") }
}

extern "C" fn goes_deep() {
    std::hint::black_box(deep(4000));
    finish(Ending::Returned, "");
}

/// Where the stack is, after using a good part of it.
#[inline(never)]
fn deep(levels: u32) -> usize {
    let frame = std::hint::black_box([levels; 200]);
    let here = (&raw const frame).addr();
    if levels == 0 { here } else { deep(levels - 1) ^ std::hint::black_box(frame)[7] as usize }
}

fn lowest_free_descriptor() -> i32 {
    let file = std::fs::File::open("/dev/null").unwrap();
    std::os::fd::AsRawFd::as_raw_fd(&file)
}

fn is_open(fd: i32) -> bool {
    // SAFETY: the byte is there.
    unsafe { write(fd, [0].as_ptr(), 1) == 1 }
}

fn signal_mask() -> u64 {
    let mut mask = [0_u64; 16];
    // SAFETY: the mask has the length that the C library expects.
    unsafe { sigprocmask(0, std::ptr::null(), mask.as_mut_ptr()) };
    mask[0]
}


/// The last word of the program's name for a listener, a directory or the like, handed over in the
/// environment of the runner.
fn handed_over(name: &str) -> String {
    std::env::var(name).unwrap()
}

extern "C" fn connects() {
    at_place(1);
    let stream = std::net::TcpStream::connect(handed_over("FORALL_TEST_LISTENER"));
    finish(Ending::Returned, if stream.is_ok() { "connected" } else { "not connected" });
}

extern "C" fn starts_processes() {
    at_place(1);
    let seconds = std::env::var("FORALL_TEST_SECONDS").unwrap_or("1000".into());
    for _ in 0..50 {
        let _ = std::process::Command::new("sleep").arg(&seconds).spawn();
    }
    finish(Ending::Returned, "");
}

extern "C" fn deletes_outside() {
    at_place(1);
    let _ = std::fs::remove_dir_all(handed_over("FORALL_TEST_BAIT"));
    finish(Ending::Returned, "");
}

extern "C" fn writes_to_scratch() {
    let file = std::env::temp_dir().join(format!("written-by-{}", std::process::id()));
    std::fs::write(&file, "hello").unwrap();
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "hello");
    std::fs::remove_file(&file).unwrap();
    std::fs::write("/dev/null", "hello").unwrap();
    finish(Ending::Returned, "");
}

extern "C" fn signals_its_parent() {
    at_place(1);
    // SAFETY: what it is for is to be refused.
    unsafe { kill(getppid(), 9) };
    finish(Ending::Returned, "");
}

extern "C" fn allocates_a_lot() {
    at_place(1);
    std::hint::black_box(vec![1_u8; 100 << 30]);
    finish(Ending::Returned, "");
}

extern "C" fn lives_with_less() {
    let mut bytes = Vec::<u8>::new();
    assert!(bytes.try_reserve(100 << 30).is_err());
    finish(Ending::Returned, "");
}

extern "C" fn closes_everything() {
    for fd in 0..2000 {
        // SAFETY: none; other code suffers from it.
        unsafe { close(fd) };
    }
    less(0, draw_byte("x"), 10);
    finish(Ending::Returned, "");
}

extern "C" fn writes_garbage() {
    use std::io::Write;
    for fd in 0..2000 {
        // SAFETY: the bytes are there; nobody should mind.
        unsafe { write(fd, [0xFF_u8; 64].as_ptr(), 64) };
    }
    std::io::stdout().write_all(&[0; 10_000]).unwrap();
    finish(Ending::Returned, "");
}

extern "C" fn blocks_all_signals() {
    let all = [u64::MAX; 16];
    // SAFETY: the mask has the length that the C library expects.
    unsafe { sigprocmask(0, all.as_ptr(), std::ptr::null_mut()) };
    assert!(std::fs::metadata("/").is_ok() && std::fs::File::open("/dev/null").is_ok());
    finish(Ending::Returned, "");
}

unsafe extern "C" {
    fn sbrk(by: isize) -> *mut u8;
    fn mmap(at: *mut u8, length: usize, protection: i32, flags: i32, fd: i32, offset: i64) -> *mut u8;
    fn kill(process: i32, signal: i32) -> i32;
    fn getppid() -> i32;
    fn close(fd: i32) -> i32;
    fn write(fd: i32, bytes: *const u8, length: usize) -> isize;
    fn sigprocmask(how: i32, new: *const u64, old: *mut u64) -> i32;
}


extern "C" fn loops() {
    at_place(1);
    less(0, draw_byte("x"), 10);
    loop {
        std::hint::spin_loop();
    }
}

extern "C" fn aborts() {
    at_place(1);
    std::process::abort();
}

extern "C" fn exits() {
    at_place(1);
    std::process::exit(3);
}

extern "C" fn faults() {
    at_place(1);
    let nowhere = std::hint::black_box(16) as *const u8;
    // SAFETY: there is none; it faults, which is what this is for.
    std::hint::black_box(unsafe { nowhere.read_volatile() });
}

extern "C" fn overflows_its_stack() {
    at_place(1);
    deeper(0);
}

#[allow(unconditional_recursion)]
#[inline(never)]
fn deeper(depth: u64) -> u64 {
    let frame = std::hint::black_box([depth; 64]);
    deeper(depth + 1) + frame[(depth % 64) as usize]
}

extern "C" fn decides_forever() {
    let x = draw_byte("x");
    for limit in (0..=255).cycle() {
        less(0, x, limit);
    }
}

extern "C" fn asks_for_too_much() {
    for number in 0_u64.. {
        Leaf::draw(&number.to_string(), InputKind::Bool);
    }
}

extern "C" fn starts_a_thread() {
    let mut x = Leaf::draw("x", InputKind::U8);
    let mut y = Leaf::draw("y", InputKind::U8);
    let (x_address, y_address) = (x.0.as_mut_ptr() as usize, y.0.as_mut_ptr() as usize);
    let seen = std::thread::spawn(move || {
        // Reads what is symbolic, and overwrites it with something concrete.
        let term = hook!(load(x_address as *mut u8, 0, 8, 2));
        hook!(store(y_address as *mut u8, 0, 0, 8, 2));
        hook!(branch(0, 0, 1));
        hook!(mute());
        term
    });
    let seen = seen.join().unwrap();
    hook!(branch(2, seen, 0));
    hook!(branch(2, y.term(8), 0));
    less(2, (x.value() as u8, x.term(8)), 10);
    finish(Ending::Returned, "");
}

/// Threads that decide on inputs: one that ends, one that waits for what comes after it.
extern "C" fn starts_followed_threads() {
    let x = Leaf::draw("x", InputKind::U8);
    let gate = Gate { x: x.0.as_ptr() as usize, open: std::sync::atomic::AtomicU32::new(0) };
    let argument = (&raw const gate).cast_mut().cast::<u8>();
    let mut threads = [0_u64; 2];
    for (thread, start) in threads.iter_mut().zip([decides as *mut u8, waits as *mut u8]) {
        let code = hook!(spawn((&raw mut *thread).cast(), std::ptr::null_mut(), start, argument));
        assert_eq!(code, 0);
    }
    gate.open.store(1, std::sync::atomic::Ordering::Release);
    for thread in threads {
        assert_eq!(hook!(join(thread, std::ptr::null_mut())), 0);
    }
    less(2, (x.value() as u8, x.term(8)), 10);
    finish(Ending::Returned, "");
}

struct Gate {
    x: usize,
    open: std::sync::atomic::AtomicU32,
}

extern "C" fn decides(gate: *mut Gate) -> *mut u8 {
    // SAFETY: the test waits for its threads.
    let x = unsafe { (*gate).x } as *mut u8;
    let term = hook!(load(x, 0, 8, 2));
    // SAFETY: as above.
    less(0, (unsafe { x.read() }, term), 100);
    std::ptr::null_mut()
}

extern "C" fn waits(gate: *mut Gate) -> *mut u8 {
    const FUTEX: u64 = 202;
    hook!(system(FUTEX, 128)); // a private FUTEX_WAIT
    // SAFETY: the test waits for its threads.
    while unsafe { (*gate).open.load(std::sync::atomic::Ordering::Acquire) } == 0 {
        std::thread::yield_now();
    }
    decides(gate) // not followed any more
}

extern "C" fn leaves() {
    let x = Leaf::draw("x", InputKind::U8);
    hook!(leave(0, 1));
    hook!(leave(0, 1));
    hook!(unsupported(1, 1, 0));
    hook!(unsupported(2, 1, x.term(8)));
    let start = x.0.as_ptr().cast_mut();
    hook!(unsupported_read(0, 0, start.wrapping_add(1), 15));
    hook!(unsupported_read(1, 0, start, 16));
    finish(Ending::Returned, "");
}

/// Asks for an input that depends on another one, so that some runs add inputs and others do not; then says
/// where it got memory.
extern "C" fn allocates() {
    let (x, _) = draw_byte("x");
    for n in 0..x {
        Leaf::draw(&format!("input number {x}.{n}"), InputKind::U64);
    }
    let blocks: Vec<Box<[u8; 40]>> = (0..5).map(|n| Box::new([n; 40])).collect();
    for block in &blocks {
        let address = block.as_ptr() as usize;
        hook!(leave(address as u32, (address >> 32) as u32));
    }
    finish(Ending::Returned, "");
}

extern "C" fn reallocates() {
    let x = Leaf::draw("x", InputKind::U32);
    // SAFETY: a heap block that is used within its bounds; what is read at last is freed memory's shadow only.
    unsafe {
        let old: *mut u8 = malloc(40).cast();
        hook!(clear(old, 40));
        hook!(copy(old.add(34), 0, x.0.as_ptr().cast_mut(), 0, 4, 0, 2));
        std::ptr::copy_nonoverlapping(x.0.as_ptr(), old.add(34), 4);
        let new = hook!(reallocate(old, 100_000));
        let moved = hook!(load(new.add(34), 0, 32, 2));
        let equal = hook!(binary(op(Op::Eq, 32), moved, 0, x.value() as u64, 7));
        hook!(branch(0, equal, u32::from(x.value() == 7)));
        hook!(release(new));
        hook!(branch(2, hook!(load(new.add(34), 0, 32, 2)), 1));
        hook!(branch(2, hook!(load(old.add(34), 0, 32, 2)), 1));
    }
    finish(Ending::Returned, "");
}

/// What is concrete takes the place of an input.
extern "C" fn copies_over_an_input() {
    let mut x = Leaf::draw("x", InputKind::U32);
    let constant = Box::new([7_u8; 2]);
    hook!(copy(x.0.as_mut_ptr(), 0, constant.as_ptr().cast_mut(), 0, 2, 0, 2));
    x.0[..2].copy_from_slice(&*constant);
    let low = hook!(load(x.0.as_mut_ptr(), 0, 16, 2));
    hook!(branch(2, low, 1)); // no decision
    let high = hook!(load(x.0.as_mut_ptr().wrapping_add(2), 0, 16, 2));
    let set = hook!(binary(op(Op::Ne, 16), high, 0, (x.value() >> 16) as u64, 0));
    hook!(branch(0, set, u32::from(x.value() >> 16 != 0)));
    finish(Ending::Returned, "");
}

/// From two constants.
extern "C" fn subtracts() {
    let (x, term) = draw_byte("x");
    for constant in [5_u8, 6] {
        let rest = hook!(binary(op(Op::Sub, 8), 0, term, constant.into(), x.into()));
        less(2, (constant.wrapping_sub(x), rest), 3);
    }
    finish(Ending::Returned, "");
}

/// As the forall crate does it, for a message whose length depends on the input.
extern "C" fn fixes_at_its_end() {
    let (x, term) = draw_byte("x");
    let mut destructor = [0_usize; 2];
    hook!(fix(term, 8, x.into(), 1));
    let (y, length) = draw_byte("y");
    assert_eq!(hook!(next_destructor(destructor.as_mut_ptr().cast())), 0);
    hook!(fix(length, 8, y.into(), 2));
    finish(Ending::Panicked, "boom");
}

/// A destructor catches another panic.
extern "C" fn catches_while_it_panics() {
    for (site, message, line) in [(1, "outer", 3), (2, "inner", 9)] {
        at_place(site);
        let (start, file) = (message.as_ptr().cast_mut(), "src/lib.rs");
        hook!(mute());
        hook!(panicked(start, message.len() as u64, file.as_ptr().cast_mut(), file.len() as u64, line, 5));
    }
    finish(Ending::Panicked, "outer");
}

extern "C" fn draws_twice() {
    draw_byte("x");
    draw_byte("y");
    draw_byte("x");
    finish(Ending::Returned, "");
}

unsafe extern "C" {
    fn malloc(size: usize) -> *mut std::ffi::c_void;
}

#[repr(C)]
struct ThreeWays(SwitchTable, [SwitchCase; 2]);

static THREE_WAYS: ThreeWays = ThreeWays(
    SwitchTable { width: 8, groups: 2, has_default: 1, cases: 2 },
    [SwitchCase { low: 1, high: 0, group: 0 }, SwitchCase { low: 2, high: 0, group: 1 }],
);

extern "C" fn switches() {
    let (x, term) = draw_byte("x");
    let table = (&raw const THREE_WAYS).cast_mut().cast();
    hook!(switch(1, term, x.into(), table));
    hook!(switch(2, 0, 1, table));
    finish(Ending::Returned, "");
}

extern "C" fn compares() {
    let x = Leaf::draw("x", InputKind::U32);
    let start = x.0.as_ptr().cast_mut();
    let word = *b"abcd";
    let order = hook!(compare(start, 0, word.as_ptr().cast_mut(), 0, 4, 0, 2));
    let term = hook!(result());
    let equal = hook!(binary(op(Op::Eq, 32), term, 0, order.into(), 0));
    hook!(branch(0, equal, u32::from(order == 0)));
    let same = hook!(compare(word.as_ptr().cast_mut(), 0, word.as_ptr().cast_mut(), 0, 4, 0, 2));
    hook!(branch(2, hook!(result()), same));
    finish(Ending::Returned, "");
}

extern "C" fn reads_at_an_input() {
    let table = [1_u8; 256]; // too many to choose from
    let (x, term) = draw_byte("x");
    let offset = hook!(resize(Op::ZExt as u32 | 8 << 8 | 64 << 16, term));
    let base = table.as_ptr() as u64;
    let address = hook!(binary(op(Op::Add, 64), offset, 0, x.into(), base));
    let here = (base + u64::from(x)) as *mut u8;
    hook!(load(here, address, 8, 2));
    hook!(load(here, address, 8, 2));
    finish(Ending::Returned, "");
}

extern "C" fn chooses() {
    let (x, term) = draw_byte("x");
    let small = hook!(binary(op(Op::ULt, 8), term, 0, x.into(), 10));
    let chosen = hook!(select(8, small, 0, term, u32::from(x < 10), 0, x.into()));
    let wide = hook!(select_wide(128, small, 0, 0, u32::from(x < 10), 1 << 100, 5));
    let picked = if x < 10 { 0 } else { x };
    less(2, (picked, chosen), 100);
    let picked = if x < 10 { 1_u128 << 100 } else { 5 };
    let equal = hook!(binary_wide(op(Op::Eq, 128), wide, 0, picked, 5));
    hook!(branch(2, equal, u32::from(picked == 5)));
    let ones = hook!(unary(op(Op::CtPop, 8), term));
    less(2, (x.count_ones() as u8, ones), 3);
    finish(Ending::Returned, "");
}
