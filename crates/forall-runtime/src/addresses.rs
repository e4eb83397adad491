//! Addresses that have become numbers.
//!
//! Where something lies differs between the explored program and the plain one, and from one run of that to
//! the next. So an address is a term of its own, and whatever is computed from it tells of it, unless it says
//! the same wherever things lie: whether two addresses are the same, how far apart and in which order places
//! in one object are. Where one decides, that is noted; the run goes on with the address that it has.
//!
//! See docs/decisions/addresses-are-terms.md.

use crate::run_state::RunState;
use crate::terms::Terms;
use crate::terms::marks::{ADDRESSES, INPUTS_TOO};
use forall_protocol::hooks::{ELSEWHERE, LOWEST_ADDRESS as LOWEST};
use forall_protocol::manifest::ADDRESS_DECIDES;
use forall_protocol::shared::NoteKind;
use forall_protocol::terms::{CONCRETE, Op, TermId};

/// No address plus a smaller number leaves the range of addresses.
const FAR: u64 = 1 << 62;
/// How far a term is looked into for the address that it is.
const DEPTH: u32 = 8;

/// An operand as a hook is told of it.
#[derive(Clone, Copy)]
pub struct Operand {
    pub term: TermId,
    pub value: u128,
}

impl RunState {
    /// The term of an address, unless it is none.
    pub fn address(&self, pointer_term: TermId, address: u64) -> TermId {
        if address < LOWEST {
            return self.open(pointer_term);
        }
        let term = self.terms.address(address);
        if self.open(pointer_term) == CONCRETE {
            return self.unless_idle(term);
        }
        // The pointer depends on the inputs, as that to an element does.
        let distance = self.terms.binary(Op::Sub, 64, pointer_term, self.terms.constant(64, address.into()));
        self.unless_idle(self.terms.binary(Op::Add, 64, distance, term))
    }

    /// The term of a pointer that was a number: to follow it leads to what lies there, wherever that is.
    pub fn pointer(&self, term: TermId) -> TermId {
        match self.terms.mentions(term) {
            0 => term,
            _ if !is_place(&self.terms, term, DEPTH) => term,
            ADDRESSES => CONCRETE,
            _ => self.without_address(term),
        }
    }

    /// A place with the address as a plain number.
    fn without_address(&self, term: TermId) -> TermId {
        let (terms, record) = (&self.terms, self.terms.record(term));
        let Some(op) = terms.op(term).filter(|_| terms.mentions(term) != 0) else { return term };
        match op {
            Op::Address => terms.constant(64, u128::from(record.a) | u128::from(record.b) << 32),
            Op::Ite => {
                let [yes, no] = [record.b, record.c].map(|operand| self.without_address(operand));
                terms.choose(64, record.a, yes, no)
            }
            _ => terms.binary(op, 64, self.without_address(record.a), self.without_address(record.b)),
        }
    }

    /// Something depends on a term. Notes an address in it; yields the term if it depends on the inputs, too.
    pub fn observe(&self, site: u32, term: TermId) -> TermId {
        let mentions = self.terms.mentions(term);
        if mentions == 0 {
            return term;
        }
        self.note(NoteKind::Address, site, ADDRESS_DECIDES);
        if mentions & INPUTS_TOO == 0 { CONCRETE } else { term }
    }

    /// The same for the address of what is read, written or called: it makes no difference where that lies.
    pub fn observe_place(&self, site: u32, term: TermId) -> TermId {
        match self.terms.mentions(term) {
            0 => term,
            ADDRESSES if is_place(&self.terms, term, DEPTH) => CONCRETE,
            _ if is_place(&self.terms, term, DEPTH) => term,
            _ => self.observe(site, term),
        }
    }

    /// The same for the condition that keys of a hash map are equal: that two addresses are the same says
    /// nothing of where they are.
    pub fn observe_equality(&self, site: u32, condition: TermId) -> TermId {
        match self.terms.mentions(condition) {
            ADDRESSES if self.is_equality(condition) => CONCRETE,
            _ => self.observe(site, condition),
        }
    }

    fn is_equality(&self, condition: TermId) -> bool {
        let record = self.terms.record(condition);
        let is_no_place = |number: u128| number < LOWEST.into() || number >= FAR.into();
        let is_address = |term| match self.terms.constant_value(term) {
            Some(number) => is_no_place(number),
            None => self.terms.op(term) == Some(Op::Address),
        };
        match self.terms.op(condition) {
            Some(Op::And) => self.is_equality(record.a) && self.is_equality(record.b),
            Some(Op::Eq) => is_address(record.a) && is_address(record.b),
            _ => false,
        }
    }

    /// Does the result of an operation say nothing of where the things lie whose addresses are its operands?
    pub fn cancels_addresses(&self, op: u32, left: Operand, right: Operand) -> bool {
        let terms = &self.terms;
        if !terms.has_addresses() {
            return false;
        }
        let mentions = [left, right].map(|operand| terms.mentions(operand.term));
        let op_code = Op::from_code(op as u8);
        let trusted = op & ELSEWHERE != 0;
        match mentions {
            [ADDRESSES, ADDRESSES] => self.is_relation(op_code, trusted, left, right),
            [ADDRESSES, 0] if right.term == CONCRETE => {
                self.is_certain(op_code, trusted, left, right.value, true)
            }
            [0, ADDRESSES] if left.term == CONCRETE => {
                self.is_certain(op_code, trusted, right, left.value, false)
            }
            _ => false,
        }
    }

    fn is_relation(&self, op: Option<Op>, trusted: bool, left: Operand, right: Operand) -> bool {
        use Op::{Eq, Ne, SLe, SLt, SSubOverflow, Sub, ULe, ULt, USubOverflow};
        let terms = &self.terms;
        let are_addresses = [left, right].iter().all(|o| terms.op(o.term) == Some(Op::Address));
        let are_places = || [left, right].iter().all(|o| is_place(terms, o.term, DEPTH));
        match op {
            Some(Eq | Ne) if are_addresses => true,
            Some(Eq | Ne | ULt | ULe | SLt | SLe | Sub | USubOverflow | SSubOverflow) if trusted => {
                are_places()
            }
            Some(Eq | Ne | Sub) => self.are_related(left.term, right.term, false),
            Some(ULt | ULe | SLt | SLe | USubOverflow | SSubOverflow) => {
                self.are_related(left.term, right.term, true)
            }
            _ => false,
        }
    }

    /// Are both numbers as far apart wherever the object lies that both come from? Where their order matters,
    /// neither may wrap around.
    fn are_related(&self, left: TermId, right: TermId, in_order: bool) -> bool {
        let [Some(left), Some(right)] = [left, right].map(|term| Place::of(&self.terms, term)) else {
            return false;
        };
        left.is_exact
            && right.is_exact
            && self.are_in_one_object(left.address, right.address)
            && (!in_order || self.is_sum(&left) && self.is_sum(&right))
    }

    /// Is the number in the range of addresses, or near it, wherever the object lies?
    fn is_sum(&self, place: &Place) -> bool {
        let sum = place.address.wrapping_add_signed(place.distance);
        (-(LOWEST as i64)..(FAR / 2) as i64).contains(&place.distance)
            || self.are_in_one_object(place.address, sum)
    }

    /// The same for an address and a number.
    fn is_certain(
        &self,
        op: Option<Op>,
        trusted: bool,
        address: Operand,
        number: u128,
        is_left: bool,
    ) -> bool {
        use Op::{
            And, Eq, Ne, SAddOverflow, SLe, SLt, SSubOverflow, UAddOverflow, ULe, ULt, URem, USubOverflow,
        };
        let low = number < LOWEST.into();
        let is_place = || Place::of(&self.terms, address.term).is_some_and(|place| self.is_sum(&place));
        match op {
            // Also how the compiler asks whether an addition overflows.
            Some(Eq | Ne | ULt | ULe | SLt | SLe) => (low || number >= FAR.into()) && is_place(),
            Some(UAddOverflow | SAddOverflow) => number < FAR.into() && is_place(),
            Some(USubOverflow | SSubOverflow) => is_left && low && is_place(),
            // Packages ask so for the alignment, and do the same faster or slower.
            Some(And) => trusted && low,
            Some(URem) => trusted && is_left && number <= LOWEST.into(),
            _ => false,
        }
    }
}

/// An address with a number added.
struct Place {
    /// As the program was told it.
    address: u64,
    distance: i64,
    /// The lowest bits are those of the sum.
    is_exact: bool,
}

impl Place {
    fn of(terms: &Terms, mut term: TermId) -> Option<Place> {
        let (mut distance, mut is_exact) = (0_i64, true);
        for _ in 0..DEPTH {
            let record = terms.record(term);
            let op = terms.op(term)?;
            if op == Op::Address {
                let address = u64::from(record.a) | u64::from(record.b) << 32;
                return Some(Place { address, distance, is_exact });
            }
            let number = || terms.constant_value(record.b).map(|number| number as u64);
            match op {
                Op::Add => distance = distance.wrapping_add_unsigned(number()?),
                Op::Sub => distance = distance.wrapping_sub_unsigned(number()?),
                Op::And if !number()? < LOWEST => is_exact = false,
                Op::Or | Op::Xor if number()? < LOWEST => is_exact = false,
                _ => return None,
            }
            term = record.a;
        }
        None
    }
}

/// Is the value an address, perhaps with something added, or with marks in its lowest bits?
fn is_place(terms: &Terms, term: TermId, depth: u32) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    if term == CONCRETE || terms.mentions(term) == 0 {
        return false;
    }
    let record = terms.record(term);
    let place = |operand: TermId| is_place(terms, operand, depth);
    let without = |operand: TermId| terms.mentions(operand) == 0;
    let constant = |operand: TermId| terms.constant_value(operand);
    let is_low = |operand: TermId| constant(operand).is_some_and(|value| value < LOWEST.into());
    let is_mask = |operand: TermId| constant(operand).is_some_and(|value| !(value as u64) < LOWEST);
    match terms.op(term) {
        Some(Op::Address) => true,
        Some(Op::Add) => place(record.a) && without(record.b) || without(record.a) && place(record.b),
        Some(Op::Sub) => place(record.a) && without(record.b),
        Some(Op::And) => place(record.a) && is_mask(record.b),
        Some(Op::Or | Op::Xor) => place(record.a) && is_low(record.b),
        Some(Op::Ite) => {
            let either = |operand: TermId| without(operand) || place(operand);
            without(record.a) && either(record.b) && either(record.c)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Memory;
    use forall_protocol::terms::TermRecord;

    const HERE: u64 = 0x7000_0000_1230;
    const THERE: u64 = 0x7100_0000_4560;

    fn number(value: u128) -> Operand {
        Operand { term: CONCRETE, value }
    }

    struct World(RunState);

    impl World {
        fn at(&self, address: u64) -> Operand {
            Operand { term: self.0.address(CONCRETE, address), value: address.into() }
        }

        fn of(&self, op: Op, left: Operand, right: Operand, value: u64) -> Operand {
            let terms = &self.0.terms;
            let [left, right] = [left, right].map(|o| terms.operand(o.term, 64, o.value));
            Operand { term: terms.binary(op, 64, left, right), value: value.into() }
        }

        fn input(&self) -> Operand {
            Operand { term: self.0.terms.intern(TermRecord::new(Op::Input, 64, 0, 0, 0)), value: 0 }
        }

        fn cancels(&self, op: Op, left: Operand, right: Operand) -> bool {
            self.0.cancels_addresses(op as u32 | 64 << 8, left, right)
        }
    }

    #[test]
    fn terms_tell_of_the_addresses_in_them() {
        let memory = Memory::new();
        let world = World(memory.state());
        let terms = &world.0.terms;
        let before = world.of(Op::Add, world.input(), number(1), 0);
        assert_eq!(terms.mentions(before.term), 0);
        let here = world.at(HERE);
        assert_eq!(terms.mentions(here.term), ADDRESSES);
        let moved = world.of(Op::LShr, here, number(12), HERE >> 12);
        assert_eq!(terms.mentions(moved.term), ADDRESSES);
        assert_eq!(terms.mentions(terms.extract(moved.term, 0, 1)), ADDRESSES);
        let both = world.of(Op::Xor, here, before, 0);
        assert_eq!(terms.mentions(both.term), ADDRESSES | INPUTS_TOO);
        assert_eq!(terms.mentions(world.of(Op::Xor, before, number(7), 0).term), 0);
        assert_eq!(world.0.address(CONCRETE, 8), CONCRETE, "nothing lies there");
    }

    #[test]
    fn what_is_the_same_wherever_things_lie_tells_nothing() {
        let memory = Memory::new();
        let world = World(memory.state());
        let (here, there) = (world.at(HERE), world.at(THERE));
        assert!(world.cancels(Op::Eq, here, there));
        assert!(world.cancels(Op::Ne, here, number(0)));
        assert!(world.cancels(Op::ULt, number(0xFFFF_FFFF_FFFF_FFFD), here), "does adding 3 overflow?");
        assert!(world.cancels(Op::UAddOverflow, here, number(8)));
        assert!(!world.cancels(Op::Eq, here, number(0x1234_5678)));
        assert!(!world.cancels(Op::ULt, here, there));
        assert!(!world.cancels(Op::Sub, here, there));
        assert!(!world.cancels(Op::And, here, number(7)), "in the package's own code");
        assert!(world.0.cancels_addresses(Op::And as u32 | 64 << 8 | ELSEWHERE, here, number(7)));
        assert!(!world.0.cancels_addresses(Op::And as u32 | 64 << 8 | ELSEWHERE, here, number(4096)));
        let page = world.of(Op::LShr, here, number(12), HERE >> 12);
        assert!(!world.cancels(Op::Eq, page, number(0)));
        assert!(!world.cancels(Op::Eq, page, page), "of two things that may lie in one page");
        let start = world.of(Op::And, here, number(u128::from(!0xFFF_u64)), HERE & !0xFFF);
        assert!(!world.cancels(Op::Eq, start, start), "the same page, in other words");
        assert!(world.cancels(Op::Ne, start, number(0)));
    }

    #[test]
    fn numbers_that_happen_to_be_equal_tell_where_things_lie() {
        let memory = Memory::new();
        let world = World(memory.state());
        let (here, beside) = (world.at(HERE), world.at(HERE + 32));
        let moved = world.of(Op::Add, here, number(32), HERE + 32);
        for op in [Op::Eq, Op::Ne, Op::ULe, Op::Sub] {
            assert!(!world.cancels(op, moved, beside), "{op:?}");
        }
        world.0.objects.begins(HERE as usize, 64);
        assert!(world.cancels(Op::Eq, moved, beside), "in one block");
        let far = world.of(Op::Sub, here, number(0x1000_0000), HERE - 0x1000_0000);
        assert!(world.cancels(Op::Sub, far, beside) && !world.cancels(Op::ULt, far, beside));
    }

    #[test]
    fn pages_inside_of_a_block_tell_where_it_begins() {
        let memory = Memory::new();
        let world = World(memory.state());
        world.0.objects.begins(HERE as usize, 1 << 16);
        let page = |address: u64| {
            let page = address & !0xFFF;
            world.of(Op::And, world.at(address), number(u128::from(!0xFFF_u64)), page)
        };
        assert!(!world.cancels(Op::Eq, page(HERE + 0x2000), page(HERE + 0x2100)));
        assert!(!world.cancels(Op::Eq, page(HERE + 0x2000), world.at(HERE + 0x2100)));
    }

    #[test]
    fn a_number_taken_off_an_address_leaves_one_that_tells() {
        let memory = Memory::new();
        let world = World(memory.state());
        let (here, near) = (world.at(HERE), u128::from(HERE - 0x230));
        let rest = world.of(Op::Sub, here, number(near), 0x230);
        for (op, number) in [(Op::ULt, 1024), (Op::Eq, 0), (Op::UAddOverflow, 8), (Op::USubOverflow, 8)] {
            assert!(!world.cancels(op, rest, Operand { term: CONCRETE, value: number }), "{op:?}");
        }
        let header = world.of(Op::Sub, here, number(16), HERE - 16);
        assert!(world.cancels(Op::Ne, header, number(0)));
        world.0.objects.begins(HERE as usize - 0x10_0000, 0x20_0000);
        let start = world.of(Op::Sub, here, number(0x10_0000), HERE - 0x10_0000);
        assert!(world.cancels(Op::Ne, start, number(0)), "where a block begins is no null");
    }

    #[test]
    fn keys_that_are_equal_to_a_number_tell_where_they_lie() {
        let memory = Memory::new();
        let world = World(memory.state());
        let seen = |number: u128| {
            let (here, number) = (world.at(HERE).term, world.0.terms.constant(64, number));
            world.0.observe_equality(0, world.0.terms.binary(Op::Eq, 64, here, number));
            // SAFETY: the header lies in the mapping.
            unsafe { (*memory.shared().header()).notes }
        };
        assert_eq!([seen(0), seen(7), seen(HERE.into())], [0, 0, 1]);
    }

    #[test]
    fn an_address_that_is_moved_again_and_again_is_still_one() {
        let memory = Memory::new();
        let world = World(memory.state());
        let here = world.at(HERE);
        let step = |place: Operand, op| {
            let value = if op == Op::Add { place.value + 8 } else { place.value - 8 };
            world.of(op, place, number(8), value as u64)
        };
        let far = (0..100).fold(here, |place, _| step(place, Op::Add));
        assert_eq!(far.term, world.of(Op::Add, here, number(800), HERE + 800).term);
        assert_eq!(world.0.pointer(far.term), CONCRETE);
        assert_eq!((0..100).fold(far, |place, _| step(place, Op::Sub)).term, here.term);
    }

    #[test]
    fn places_in_one_block_have_an_order_and_a_distance() {
        let memory = Memory::new();
        let world = World(memory.state());
        let block = Box::new([0_u8; 100]);
        let start = block.as_ptr().expose_provenance();
        let (first, last) = (world.at(start as u64), world.at(start as u64 + 99));
        assert!(!world.cancels(Op::Sub, last, first), "nothing is known of the block");
        world.0.objects.begins(start, 100);
        assert!(world.cancels(Op::Sub, last, first) && world.cancels(Op::ULt, first, last));
        let beyond = world.at(start as u64 + 5000);
        assert!(!world.cancels(Op::ULt, first, beyond));
        world.0.objects.ends(start);
        assert!(!world.cancels(Op::ULt, first, last));
    }

    #[test]
    fn a_number_that_is_a_pointer_again_tells_nothing() {
        let memory = Memory::new();
        let world = World(memory.state());
        let here = world.at(HERE);
        let element = world.of(Op::Add, here, number(8), HERE + 8);
        let marked = world.of(Op::Or, here, number(1), HERE | 1);
        let unmarked = world.of(Op::And, marked, number(u128::from(!1_u64)), HERE);
        for place in [here, element, marked, unmarked] {
            assert_eq!(world.0.pointer(place.term), CONCRETE);
        }
        let index = world.of(Op::And, here, number(0xFF), HERE & 0xFF);
        assert_eq!(world.0.pointer(index.term), index.term);
        let chosen = world.of(Op::Add, here, world.input(), HERE);
        let pointer = world.0.pointer(chosen.term);
        assert_eq!(world.0.terms.mentions(pointer), 0);
        let plain = world.of(Op::Add, number(HERE.into()), world.input(), HERE);
        assert_eq!(pointer, plain.term);
    }
}
