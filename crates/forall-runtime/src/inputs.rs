//! The inputs of an exploration, found again by name and kind.

use crate::arena::Arena;
use crate::ending::Report;
use crate::mapping::Zeroed;
use forall_protocol::inputs::InputKind;
use forall_protocol::shared::{Ending, InputRecord, MAX_INPUTS, MAX_NAME_BYTES, NO_ROOM_FOR_INPUTS, Shared};
use std::cell::Cell;
use std::io;
use std::ops::Range;
use std::sync::Arc;

pub struct Inputs {
    shared: Shared,
    report: Report,
    /// What is found again, from run to run.
    table: Zeroed<InputTable>,
    /// A bit each: has this run asked for it?
    drawn: *const [Cell<u64>; MAX_INPUTS / 64],
    _arena: Arc<Arena>,
}

/// What a run gets when it asks for an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawn {
    pub index: u32,
    pub value: u128,
    /// It did not ask for this one before.
    pub is_new: bool,
}

struct InputTable {
    /// Open addressing: index of the input plus one; 0 is a free slot.
    slots: [Cell<u32>; SLOTS],
    /// How many of the inputs in shared memory the slots know, of which epoch.
    known: Cell<u32>,
    epoch: Cell<u32>,
}

const SLOTS: usize = 2 * MAX_INPUTS;

impl Inputs {
    pub fn new(shared: Shared, report: Report, arena: Arc<Arena>) -> io::Result<Inputs> {
        // SAFETY: an integer may be zero.
        let table = unsafe { Zeroed::new() }?;
        // SAFETY: the same holds here; the arena is kept.
        let drawn = unsafe { arena.take(1) };
        Ok(Inputs { shared, report, table, drawn, _arena: arena })
    }

    /// The memory in which inputs are found again. It says nothing that is not in shared memory, and outlives
    /// a run.
    pub fn memory(&self) -> Range<usize> {
        self.table.range()
    }

    /// Learns of the inputs that earlier runs asked for, or that all are forgotten.
    pub fn refresh(&mut self) -> io::Result<()> {
        // SAFETY: the header lies in the mapping; between runs nobody writes it.
        let (count, epoch) = unsafe { ((*self.shared.header()).inputs, (*self.shared.header()).epoch) };
        if epoch != self.table.epoch.get() {
            self.table.reset()?;
            self.table.epoch.set(epoch);
        }
        for index in self.table.known.get()..count.min(MAX_INPUTS as u32) {
            let record = self.record(index);
            if let Err(slot) = self.find(record.kind, self.name(record)) {
                self.table.slots[slot].set(index + 1);
            }
            self.table.known.set(index + 1);
        }
        Ok(())
    }

    /// An input in this run. Ends the run when there are too many.
    pub fn draw(&self, name: &[u8], kind: InputKind) -> Drawn {
        let index = match self.find(kind as u32, name) {
            Ok(index) => index,
            Err(slot) => {
                let index = self.append(name, kind);
                self.table.slots[slot].set(index + 1);
                index
            }
        };
        let is_new = self.mark_drawn(index);
        let value = value(self.shared, index);
        let value = if kind.width() == 128 { value } else { value & ((1 << kind.width()) - 1) };
        Drawn { index, value, is_new }
    }

    /// How often a fake answers.
    pub fn max_answers(&self) -> u32 {
        // SAFETY: the header lies in the mapping; the host wrote it before the run.
        unsafe { (*self.shared.header()).max_answers }
    }

    /// The index of an input, or the slot where it belongs.
    fn find(&self, kind: u32, name: &[u8]) -> Result<u32, usize> {
        let mut slot = hash(kind, name) as usize % SLOTS;
        loop {
            let Some(index) = self.table.slots[slot].get().checked_sub(1) else {
                return Err(slot);
            };
            let record = self.record(index);
            if record.kind == kind && self.name(record) == name {
                return Ok(index);
            }
            slot = (slot + 1) % SLOTS;
        }
    }

    fn append(&self, name: &[u8], kind: InputKind) -> u32 {
        // SAFETY: the header lies in the mapping; only the process that runs appends inputs.
        let header = unsafe { &mut *self.shared.header() };
        let (index, start) = (header.inputs, header.name_bytes);
        if index as usize >= MAX_INPUTS || start as usize + name.len() > MAX_NAME_BYTES {
            self.report.message(NO_ROOM_FOR_INPUTS.as_bytes());
            self.report.end(Ending::Exhausted);
        }
        let record = InputRecord { kind: kind as u32, name_start: start, name_length: name.len() as u32 };
        // SAFETY: there is room for name and record, as just checked.
        unsafe {
            self.shared.names().add(start as usize).copy_from_nonoverlapping(name.as_ptr(), name.len());
            self.shared.inputs().add(index as usize).write(record);
        }
        header.name_bytes = start + name.len() as u32;
        header.inputs = index + 1;
        index
    }

    /// Is this the first time that the run asks for it?
    fn mark_drawn(&self, index: u32) -> bool {
        // SAFETY: the bits lie in the arena, which lives as long as `self`.
        let word = unsafe { &(*self.drawn)[index as usize / 64] };
        let bit = 1 << (index % 64);
        if word.replace(word.get() | bit) & bit != 0 {
            return false;
        }
        // SAFETY: the header lies in the mapping; each input is marked once a run, so there is room.
        unsafe {
            let count = &mut (*self.shared.header()).drawn;
            self.shared.drawn().add(*count as usize).write(index);
            *count += 1;
        }
        true
    }

    fn record(&self, index: u32) -> InputRecord {
        // SAFETY: indices are below `MAX_INPUTS`.
        unsafe { self.shared.inputs().add(index as usize).read() }
    }

    fn name(&self, record: InputRecord) -> &[u8] {
        let start = (record.name_start as usize).min(MAX_NAME_BYTES);
        let length = (record.name_length as usize).min(MAX_NAME_BYTES - start);
        // SAFETY: inside the table of names, as just made sure; names are never changed.
        unsafe { std::slice::from_raw_parts(self.shared.names().add(start), length) }
    }
}

/// The value that an input is given in this run.
pub fn value(shared: Shared, index: u32) -> u128 {
    // SAFETY: the header lies in the mapping, and there is room for the value of each input.
    unsafe { if index < (*shared.header()).values { shared.values().add(index as usize).read() } else { 0 } }
}

fn hash(kind: u32, name: &[u8]) -> u64 {
    let start = 0xCBF2_9CE4_8422_2325 ^ u64::from(kind);
    let hash = name.iter().fold(start, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3));
    hash ^ (hash >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Memory;

    fn inputs(memory: &Memory) -> Inputs {
        let mut inputs = Inputs::new(memory.shared(), memory.report(), memory.arena()).unwrap();
        inputs.refresh().unwrap();
        inputs
    }

    fn drawn(memory: &Memory) -> Vec<u32> {
        let shared = memory.shared();
        // SAFETY: the header lies in the mapping and counts written indices.
        unsafe { std::slice::from_raw_parts(shared.drawn(), (*shared.header()).drawn as usize) }.to_vec()
    }

    #[test]
    fn an_input_is_its_name_and_kind_in_every_run() {
        let memory = Memory::new();
        let first = inputs(&memory);
        let drawn_first = |name: &[u8], kind: InputKind| {
            let Drawn { index, is_new, .. } = first.draw(name, kind);
            (index, is_new)
        };
        assert_eq!(drawn_first(b"x", InputKind::U8), (0, true));
        assert_eq!(drawn_first(b"y", InputKind::U8), (1, true));
        assert_eq!(drawn_first(b"x", InputKind::I64), (2, true));
        assert_eq!(drawn_first(b"x", InputKind::U8), (0, false));
        assert_eq!(drawn(&memory), [0, 1, 2]);
        let second = inputs(&memory);
        assert_eq!(second.draw(b"y", InputKind::U8).index, 1);
        assert_eq!(second.draw(b"v.len", InputKind::Usize).index, 3);
        assert_eq!(memory.shared().input(3).unwrap().name, "v.len");
    }

    #[test]
    fn values_past_the_given_ones_are_zero_and_all_fit_their_kind() {
        let memory = Memory::new();
        // SAFETY: header and values lie in the mapping.
        unsafe {
            (*memory.shared().header()).values = 2;
            memory.shared().values().write(0x1FF);
            memory.shared().values().add(1).write(u128::MAX);
            memory.shared().values().add(2).write(9);
        }
        let inputs = inputs(&memory);
        assert_eq!(inputs.draw(b"a", InputKind::U8), Drawn { index: 0, value: 0xFF, is_new: true });
        assert_eq!(inputs.draw(b"b", InputKind::I128), Drawn { index: 1, value: u128::MAX, is_new: true });
        assert_eq!(inputs.draw(b"c", InputKind::U8), Drawn { index: 2, value: 0, is_new: true });
    }

    #[test]
    fn a_new_epoch_knows_no_inputs() {
        let memory = Memory::new();
        let mut inputs = inputs(&memory);
        inputs.draw(b"x", InputKind::U8);
        inputs.draw(b"y", InputKind::U8);
        // SAFETY: the header lies in the mapping.
        unsafe {
            let header = &mut *memory.shared().header();
            (header.inputs, header.name_bytes, header.epoch) = (0, 0, 1);
        }
        inputs.refresh().unwrap();
        assert_eq!(inputs.draw(b"y", InputKind::U8).index, 0);
        assert_eq!(memory.shared().input(0).unwrap().name, "y");
    }

    #[test]
    fn many_inputs_are_told_apart() {
        let memory = Memory::new();
        let first = inputs(&memory);
        for n in 0..5000_u32 {
            assert_eq!(first.draw(format!("v[{n}]").as_bytes(), InputKind::U8).index, n);
        }
        let second = inputs(&memory);
        for n in (0..5000_u32).rev() {
            assert_eq!(second.draw(format!("v[{n}]").as_bytes(), InputKind::U8).index, n);
        }
    }
}
