//! ipnetwork 0.20.0: the size of the whole network overflows.

use ipnetwork::Ipv4Network;
pub fn put(a: u32, prefix: u8) {
    let Ok(n) = Ipv4Network::new(a.into(), prefix) else { return };
    assert_eq!(n.size() as u64, (1u64 << (32 - prefix)).min(u32::MAX as u64));
}

#[cfg(test)]
mod tests {
    #[forall::forall]
    fn put_holds(a: u32, prefix: u8) {
        super::put(a, prefix);
    }
}
