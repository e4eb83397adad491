//! Pieces of memory that are watched together.

use crate::llvm::{Builder, Module, Opcode, TypeKind, Value};
use forall_protocol::hooks::TAG_GRANULE;

/// Some bytes at a distance from an address that others may be near, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region<A = Value> {
    base: A,
    offset: u64,
    pub size: u64,
    /// Of its first byte.
    pub alignment: u64,
}

/// Two tags, which are read at once, are enough for so many bytes wherever they begin.
const LONGEST: u64 = (1 << TAG_GRANULE) + 1;

impl Region {
    /// Fields of one structure have one base.
    pub fn new(address: Value, size: u64, alignment: u64) -> Region {
        let (base, offset) = constant_distance(address).unwrap_or((address, 0));
        Region { base, offset, size, alignment }
    }

    pub fn address(self, builder: &Builder) -> Value {
        builder.offset(self.base, self.offset)
    }
}

impl<A: Copy + Eq> Region<A> {
    /// One region that contains both, if no more tags need to be read for it than for one that lies anywhere.
    pub fn with(self, other: Region<A>) -> Option<Region<A>> {
        let end = (self.offset + self.size).max(other.offset + other.size);
        let first = if self.offset <= other.offset { self } else { other };
        let size = end - first.offset;
        (self.base == other.base && size <= LONGEST).then_some(Region { size, ..first })
    }
}

/// What an instruction reads or changes.
pub fn accessed(module: Module, access: Value) -> Region {
    let is_load = access.opcode() == Opcode::Load;
    let ty = if is_load { access.type_of() } else { access.operand(1).type_of() };
    let alignment = if is_load { access.alignment() } else { 1 };
    Region::new(access.operand(0), module.store_size_of(ty), alignment)
}

/// Fewer regions that contain them all.
pub fn join<A: Copy + Eq>(regions: &[Region<A>]) -> Vec<Region<A>> {
    let mut joined: Vec<Region<A>> = Vec::new();
    for &region in regions {
        let both = joined.iter().enumerate().find_map(|(index, one)| Some((index, one.with(region)?)));
        match both {
            Some((index, both)) => joined[index] = both,
            None => joined.push(region),
        }
    }
    joined
}

fn constant_distance(address: Value) -> Option<(Value, u64)> {
    if !address.is_instruction() || address.opcode() != Opcode::GetElementPtr {
        return None;
    }
    let is_bytes = address.source_element_type().kind() == TypeKind::Integer(8);
    match address.operands()[..] {
        [base, index] if is_bytes => {
            let offset = index.as_const_int().filter(|&offset| offset < 1 << 32)?;
            Some((base, offset))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_watched_as_one() {
        let at = |base: char, offset, size| Region { base, offset, size, alignment: 8 };
        let regions = [at('v', 16, 8), at('w', 0, 8), at('v', 8, 8), at('v', 8, 8), at('v', 64, 8)];
        assert_eq!(join(&regions), [at('v', 8, 16), at('w', 0, 8), at('v', 64, 8)]);
    }

    #[test]
    fn what_lies_further_apart_stays_apart() {
        let at = |offset, size| Region { base: (), offset, size, alignment: 4 };
        assert_eq!(join(&[at(0, 8), at(16, 4)]), [at(0, 8), at(16, 4)]);
        assert_eq!(join(&[at(0, 16), at(4, 4)]), [at(0, 16)]);
        assert_eq!(join(&[at(0, 200), at(190, 30)]), [at(0, 200), at(190, 30)]);
    }
}
