//! Texts of a regular language, in conditions.

use crate::input::PatternState;

/// Does the whole text match? All states are followed at once: that it matches is one decision, however long it is.
pub fn matches(states: &[PatternState], text: impl AsRef<str>) -> bool {
    let mut reached: Vec<bool> = (0..states.len()).map(|state| state == 0).collect();
    for c in text.as_ref().chars().map(u32::from) {
        let mut next = vec![false; states.len()];
        for (state, was) in states.iter().zip(&reached) {
            for (to, ranges) in state.edges {
                next[*to] |= *was & is_among(c, ranges);
            }
        }
        reached = next;
    }
    let mut accepted = false;
    for (state, is_reached) in states.iter().zip(reached) {
        accepted |= is_reached & state.accepts;
    }
    accepted
}

fn is_among(c: u32, ranges: &[(u32, u32)]) -> bool {
    let mut among = false;
    for (low, high) in ranges {
        among |= (*low <= c) & (c <= *high);
    }
    among
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_text_has_to_match() {
        // `[a-z]+`
        let small: &[(u32, u32)] = &[(97, 122)];
        let edges: &[(usize, &[(u32, u32)])] = &[(1, small)];
        let edges: &'static [_] = Box::leak(edges.to_vec().into_boxed_slice());
        let states = [PatternState { accepts: false, edges }, PatternState { accepts: true, edges }];
        for (text, expected) in
            [("", false), ("a", true), ("az", true), ("aZ", false), ("1a", false), ("é", false)]
        {
            assert_eq!(matches(&states, text), expected, "{text}");
        }
    }
}
