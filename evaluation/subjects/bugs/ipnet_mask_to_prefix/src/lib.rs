//! ipnet 2.7.0: the mask of all ones shifts too far.

pub fn put(mask: u32) {
    let ones = mask.leading_ones();
    let valid = ones == 32 || mask << ones == 0;
    let r = ipnet::ipv4_mask_to_prefix(mask.into()).ok();
    assert_eq!(r, if valid { Some(ones as u8) } else { None });
}

#[cfg(test)]
mod tests {
    #[forall::forall]
    fn put_holds(mask: u32) {
        super::put(mask);
    }
}
