//! How much of the room that it is given a fake fills.

use crate::__private::discard;
use crate::source::Source;

impl Source<'_> {
    /// How many parts there are, where there is room for so many. Where there is little room each number is a way, so that all of them
    /// are explored, and no proof has to name a bound.
    pub(crate) fn count_within(&mut self, room: usize) -> usize {
        const LITTLE: usize = 8;
        if room <= LITTLE {
            return self.way(room + 1);
        }
        let count = self.count();
        if count > room {
            if self.is_exact() {
                discard();
            }
            self.instead(room as u128);
        }
        count.min(room)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{Leaf, Origin, Room};
    use forall_protocol::inputs::InputKind;
    use std::sync::Mutex;

    /// Gives a large number, and writes down what kind of one it is asked for.
    struct Large(Mutex<Vec<InputKind>>);

    impl Origin for Large {
        fn fill(&self, _: &str, kind: InputKind, leaf: &mut Leaf) {
            self.0.lock().unwrap().push(kind);
            leaf.0 = 4000_u128.to_le_bytes();
        }
    }

    #[test]
    fn where_there_is_little_room_each_count_is_a_way() {
        let large = Large(Mutex::default());
        let mut room = Room::default();
        let mut source = Source::new(&mut room, &large);
        assert_eq!([0, 2, 8, 5000].map(|room| source.count_within(room)), [0, 2, 8, 4000]);
        let asked = large.0.into_inner().unwrap();
        assert_eq!(asked, [InputKind::Way, InputKind::Way, InputKind::Length]);
    }
}
