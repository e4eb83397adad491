//! The same test with more and more paths.

pub fn ones(bits: &[bool]) -> u32 {
    let mut ones = 0;
    for bit in bits {
        if *bit {
            ones += 1;
        }
    }
    ones
}

#[cfg(test)]
mod puts {
    use super::ones;
    use crate::workloads::{check_parser, check_sorting};
    use forall::forall;

    #[forall]
    fn paths_128(bits: [bool; 7]) {
        assert!(ones(&bits) <= 7);
    }

    #[forall]
    fn paths_1024(bits: [bool; 10]) {
        assert!(ones(&bits) <= 10);
    }

    #[forall]
    fn paths_8192(bits: [bool; 13]) {
        assert!(ones(&bits) <= 13);
    }

    #[forall]
    fn paths_131072(bits: [bool; 17]) {
        assert!(ones(&bits) <= 17);
    }

    #[forall]
    fn sorting_8(mut values: [i32; 8]) {
        check_sorting(&mut values);
    }

    #[forall]
    fn parser_10(text: [u8; 10]) {
        check_parser(&text);
    }
}
