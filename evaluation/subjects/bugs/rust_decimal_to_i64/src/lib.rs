//! rust_decimal 1.22.0: `i64::MIN` does not come back.

use rust_decimal::{Decimal, prelude::ToPrimitive};
pub fn put(x: i64) {
    assert_eq!(Decimal::from(x).to_i64(), Some(x));
}

#[cfg(test)]
mod tests {
    #[forall::forall]
    fn put_holds(x: i64) {
        super::put(x);
    }
}
