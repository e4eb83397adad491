//! Hashes for hash maps with random keys, made up: equal data has equal hashes, other data other ones.
//!
//! What is fed to a hasher is recorded. When it ends, the data is held against all that was hashed with the
//! same keys before; where it is symbolic, that is a decision for each. So the hash itself is a plain number.
//!
//! See docs/decisions/modelled-hashes.md.

use crate::arena::Arena;
use crate::lock::Lock;
use crate::shadow::Shadow;
use crate::terms::Terms;
use forall_protocol::terms::{CONCRETE, Op, TermId};
use std::cell::Cell;
use std::ptr::null_mut;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

pub struct Hashes {
    arena: Arc<Arena>,
    lock: Lock,
    /// The innermost hasher that is recorded.
    hashers: Cell<*mut Hasher>,
    maps: Cell<*mut Keys>,
    /// Somebody asked for random keys. As long as nobody does, all hashes are what they always are.
    random: AtomicBool,
    /// Data that is hashed with a lower first key has the hash 0: there are maps that were filled before
    /// anything was recorded.
    early_keys: Cell<u64>,
    /// How many places ignore the order of iteration.
    order_ignored: Cell<u32>,
}

// SAFETY: everything is used under the lock only, but for `random`, which is atomic, `early_keys`, which is
// set before there are runs, and `order_ignored`, which belongs to the thread that runs the test.
unsafe impl Sync for Hashes {}

/// A hasher at work.
struct Hasher {
    address: usize,
    keys: [u64; 2],
    data: *mut u8,
    length: usize,
    capacity: usize,
    outer: *mut Hasher,
}

/// What was hashed with the same keys.
struct Keys {
    keys: [u64; 2],
    count: u64,
    first: *mut Hashed,
    last: *mut Hashed,
    /// Concrete data by its digest; a power of two many lists.
    lists: *mut *mut Hashed,
    list_count: usize,
    next: *mut Keys,
}

/// Data that was hashed, different from all other.
struct Hashed {
    data: *mut u8,
    length: usize,
    digest: u64,
    symbolic: bool,
    hash: u64,
    next: *mut Hashed,
    next_in_list: *mut Hashed,
}

const FIRST_CAPACITY: usize = 64;
const FIRST_LISTS: usize = 64;
/// Data is compared in pieces of so many bytes.
const PIECE: usize = 8;

impl Hashes {
    pub fn new(arena: Arc<Arena>) -> Hashes {
        Hashes {
            arena,
            lock: Lock::default(),
            hashers: Cell::new(null_mut()),
            maps: Cell::new(null_mut()),
            random: AtomicBool::new(false),
            early_keys: Cell::new(0),
            order_ignored: Cell::new(0),
        }
    }

    /// Some keys were in use before the first run.
    pub fn begin_after(&self, early_keys: u64) {
        self.early_keys.set(early_keys);
        self.random.store(early_keys > 0, Ordering::Relaxed);
    }

    pub fn ask_for_keys(&self) {
        self.random.store(true, Ordering::Relaxed);
    }

    pub fn are_random(&self) -> bool {
        self.random.load(Ordering::Relaxed)
    }

    pub fn begin(&self, keys: [u64; 2], address: usize) {
        self.lock.hold(|| {
            let outer = self.hashers.get();
            // SAFETY: a hasher may be zero, and is written at once.
            let hasher: *mut Hasher = unsafe { self.arena.take(1) };
            // SAFETY: integers may be zero.
            let data = unsafe { self.arena.take(FIRST_CAPACITY) };
            let begun = Hasher { address, keys, data, length: 0, capacity: FIRST_CAPACITY, outer };
            // SAFETY: just taken.
            unsafe { hasher.write(begun) };
            self.hashers.set(hasher);
        });
    }

    /// Yields whether the hasher is recorded. Without a shadow the bytes are concrete.
    ///
    /// # Safety
    /// There are `length` bytes at `bytes`.
    pub unsafe fn write(
        &self,
        shadow: Option<&Shadow>,
        address: usize,
        bytes: *const u8,
        length: usize,
    ) -> bool {
        self.lock.hold(|| {
            let Some(hasher) = self.hasher(address) else { return false };
            if hasher.length + length > hasher.capacity {
                let capacity = (hasher.length + length).next_power_of_two();
                // SAFETY: integers may be zero.
                let data: *mut u8 = unsafe { self.arena.take(capacity) };
                // SAFETY: both have room for what was written so far.
                unsafe { data.copy_from_nonoverlapping(hasher.data, hasher.length) };
                if let Some(shadow) = shadow {
                    shadow.copy(data.addr(), hasher.data.addr(), hasher.length);
                }
                (hasher.data, hasher.capacity) = (data, capacity);
            }
            // SAFETY: there is room now; the caller promises the bytes.
            unsafe { hasher.data.add(hasher.length).copy_from_nonoverlapping(bytes, length) };
            if let Some(shadow) = shadow {
                shadow.copy(hasher.data.addr() + hasher.length, bytes.addr(), length);
            }
            hasher.length += length;
            true
        })
    }

    /// The hash of what was recorded; `None` if nothing was. Data is compared by `decide`, which is told the
    /// condition that the two are the same (or that it is certain) and whether they are in this run. To a
    /// thread that is not followed, and has no terms, all data is concrete.
    pub fn finish(
        &self,
        followed: Option<(&Terms, &Shadow)>,
        address: usize,
        decide: impl FnMut(TermId, bool),
    ) -> Option<u64> {
        self.lock.hold(|| {
            let Hasher { keys, data, length, outer, .. } = *self.hasher(address)?;
            self.hashers.set(outer);
            if keys[0] < self.early_keys.get() {
                return Some(0);
            }
            let keys = self.keys(keys);
            let symbolic = followed.is_some_and(|(_, shadow)| shadow.holds(data.addr(), length));
            // SAFETY: so many bytes were recorded there.
            let digest = digest(unsafe { std::slice::from_raw_parts(data, length) });
            let new = Hashed {
                data,
                length,
                digest,
                symbolic,
                hash: 0,
                next: null_mut(),
                next_in_list: null_mut(),
            };
            let known = match followed {
                Some((terms, shadow)) => keys.find(terms, shadow, &new, decide),
                None => keys.all().find(|known| known.bytes() == new.bytes()),
            };
            if let Some(known) = known {
                return Some(known.hash);
            }
            let hash = hash(keys.count);
            keys.add(&self.arena, Hashed { hash, ..new });
            Some(hash)
        })
    }

    /// A panic begins: the hashers of the calls that it ends end with them.
    pub fn forget_hashers(&self) {
        self.lock.hold(|| self.hashers.set(null_mut()));
        self.order_ignored.set(0);
    }

    pub fn ignore_order(&self, ignored: bool) {
        let places = self.order_ignored.get();
        self.order_ignored.set(if ignored { places + 1 } else { places.saturating_sub(1) });
    }

    pub fn is_order_ignored(&self) -> bool {
        self.order_ignored.get() > 0
    }

    /// The hasher at an address, if it is the innermost that is recorded.
    #[expect(clippy::mut_from_ref, reason = "used under the lock")]
    fn hasher(&self, address: usize) -> Option<&mut Hasher> {
        // SAFETY: null, or a hasher that lives as long as the arena.
        unsafe { self.hashers.get().as_mut() }.filter(|hasher| hasher.address == address)
    }

    #[expect(clippy::mut_from_ref, reason = "used under the lock")]
    fn keys(&self, keys: [u64; 2]) -> &mut Keys {
        let mut next = self.maps.get();
        // SAFETY: null, or what lives as long as the arena.
        while let Some(known) = unsafe { next.as_mut() } {
            if known.keys == keys {
                return known;
            }
            next = known.next;
        }
        // SAFETY: pointers may be null; written at once.
        let (new, lists): (*mut Keys, _) = unsafe { (self.arena.take(1), self.arena.take(FIRST_LISTS)) };
        let (first, last) = (null_mut(), null_mut());
        let next = self.maps.get();
        // SAFETY: just taken.
        unsafe { new.write(Keys { keys, count: 0, first, last, lists, list_count: FIRST_LISTS, next }) };
        self.maps.set(new);
        // SAFETY: just written.
        unsafe { &mut *new }
    }
}

impl Keys {
    /// The same data, if it was hashed before. What is symbolic is held against one after the other, so that
    /// every run does so in the same order.
    fn find(
        &self,
        terms: &Terms,
        shadow: &Shadow,
        new: &Hashed,
        mut decide: impl FnMut(TermId, bool),
    ) -> Option<&Hashed> {
        if new.symbolic
            && let Some(known) = self.all().find(|known| known.is_certainly(terms, shadow, new))
        {
            return Some(known);
        }
        let possible = |known: &&Hashed| known.length == new.length && (known.symbolic || new.symbolic);
        for known in self.all().filter(possible) {
            let Some(condition) = known.is(terms, shadow, new) else { continue };
            let same = known.bytes() == new.bytes();
            decide(condition, same);
            if same {
                return Some(known);
            }
        }
        self.list(new.digest).find(|known| !new.symbolic && !known.symbolic && known.bytes() == new.bytes())
    }

    fn add(&mut self, arena: &Arena, new: Hashed) {
        if self.count as usize >= self.list_count {
            self.list_count *= 4;
            // SAFETY: pointers may be null.
            self.lists = unsafe { arena.take(self.list_count) };
            let mut next = self.first;
            // SAFETY: null, or what lives as long as the arena.
            while let Some(known) = unsafe { next.as_mut() } {
                self.enlist(known);
                next = known.next;
            }
        }
        // SAFETY: written at once.
        let added: *mut Hashed = unsafe { arena.take(1) };
        // SAFETY: just taken.
        unsafe { added.write(new) };
        // SAFETY: just written.
        self.enlist(unsafe { &mut *added });
        // SAFETY: null, or what lives as long as the arena.
        match unsafe { self.last.as_mut() } {
            Some(last) => last.next = added,
            None => self.first = added,
        }
        self.last = added;
        self.count += 1;
    }

    fn enlist(&mut self, hashed: &mut Hashed) {
        // SAFETY: the index is below the number of lists.
        let list = unsafe { &mut *self.lists.add(hashed.digest as usize & (self.list_count - 1)) };
        hashed.next_in_list = *list;
        *list = hashed;
    }

    fn all(&self) -> impl Iterator<Item = &Hashed> {
        // SAFETY: null, or what lives as long as the arena.
        std::iter::successors(unsafe { self.first.as_ref() }, |hashed| unsafe { hashed.next.as_ref() })
    }

    fn list(&self, digest: u64) -> impl Iterator<Item = &Hashed> {
        // SAFETY: the index is below the number of lists.
        let first = unsafe { *self.lists.add(digest as usize & (self.list_count - 1)) };
        // SAFETY: null, or what lives as long as the arena.
        std::iter::successors(unsafe { first.as_ref() }, |hashed| unsafe { hashed.next_in_list.as_ref() })
    }
}

impl Hashed {
    fn bytes(&self) -> &[u8] {
        // SAFETY: so many bytes were recorded there.
        unsafe { std::slice::from_raw_parts(self.data, self.length) }
    }

    /// The term or constant of a piece.
    fn piece(&self, terms: &Terms, shadow: &Shadow, at: usize, length: usize) -> TermId {
        let width = 8 * length as u32;
        // SAFETY: inside of what was recorded.
        let term = unsafe { shadow.load(terms, self.data.addr() + at, width) };
        if term != CONCRETE {
            return term;
        }
        let value =
            self.bytes()[at..at + length].iter().rev().fold(0, |value, byte| value << 8 | u128::from(*byte));
        terms.constant(width, value)
    }

    fn pieces(&self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.length).step_by(PIECE).map(|at| (at, PIECE.min(self.length - at)))
    }

    /// Are the two made of the same terms?
    fn is_certainly(&self, terms: &Terms, shadow: &Shadow, other: &Hashed) -> bool {
        self.length == other.length
            && self.bytes() == other.bytes()
            && self.pieces().all(|(at, length)| {
                self.piece(terms, shadow, at, length) == other.piece(terms, shadow, at, length)
            })
    }

    /// The condition that the two are the same; `None` where they cannot be.
    fn is(&self, terms: &Terms, shadow: &Shadow, other: &Hashed) -> Option<TermId> {
        let mut all = CONCRETE;
        for (at, length) in self.pieces() {
            let [a, b] = [self, other].map(|hashed| hashed.piece(terms, shadow, at, length));
            if a == b {
                continue;
            }
            if terms.is_constant(a) && terms.is_constant(b) {
                return None;
            }
            let equal = terms.binary(Op::Eq, 8 * length as u32, a, b);
            all = if all == CONCRETE { equal } else { terms.binary(Op::And, 1, all, equal) };
        }
        Some(all)
    }
}

/// The hash of the data that was the `count`th to be hashed. A map looks at the highest seven bits to tell
/// keys apart without comparing them.
fn hash(count: u64) -> u64 {
    count << 57 | (count + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 7
}

fn digest(bytes: &[u8]) -> u64 {
    bytes.iter().fold(bytes.len() as u64, |digest, byte| {
        (digest ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3).rotate_left(17)
    })
}

#[cfg(test)]
mod tests;
