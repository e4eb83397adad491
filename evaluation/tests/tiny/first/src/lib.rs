//! A subject of the study that takes seconds.

pub fn larger(a: u8, b: u8) -> u8 {
    if a > b { a } else { b }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_one_of_them() {
        let (one, other) = (3, 7);
        let found = larger(one, other);
        assert!(found >= one && found >= other);
    }

    #[test]
    fn it_is_the_second() {
        assert_eq!(larger(2, 9), 9);
    }

    macro_rules! made {
        ($name:ident) => {
            #[test]
            fn $name() {
                assert_eq!(larger(1, 2), 2);
            }
        };
    }
    made!(by_macro);
}
