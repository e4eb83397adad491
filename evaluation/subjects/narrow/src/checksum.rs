//! Frames of a length, a payload and Fletcher's checksum. What a frame with the right checksum says is believed.

use crate::branch;

pub const BRANCHES: usize = 6;

pub fn put(frame: &[u8]) {
    if let Some(payload) = payload(frame) {
        // The first byte says where the name in the rest begins.
        if branch!(4, !payload.is_empty()) {
            let at = usize::from(payload[0]);
            assert!(branch!(5, at < payload.len()), "a name outside of the payload");
        }
    }
}

fn payload(frame: &[u8]) -> Option<&[u8]> {
    if branch!(0, frame.len() < 3) {
        return None;
    }
    let (length, rest) = (usize::from(frame[0]), &frame[1..]);
    if branch!(1, length + 2 != rest.len()) {
        return None;
    }
    let (payload, sum) = rest.split_at(length);
    let (mut low, mut high) = (1u16, 0u16);
    let mut at = 0;
    while branch!(2, at < payload.len()) {
        low = (low + u16::from(payload[at])) % 255;
        high = (high + low) % 255;
        at += 1;
    }
    if branch!(3, u16::from(sum[0]) == high && u16::from(sum[1]) == low) { Some(payload) } else { None }
}

#[cfg(test)]
mod tests {
    #[forall::forall]
    fn frames_are_read_or_refused(frame: &[u8]) {
        super::put(frame);
    }
}
