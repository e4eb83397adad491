//! json 0.12.4: a number of `i64::MIN` overflows.

use json::number::Number;
pub fn put(x: i64) {
    let _ = Number::from(x); /* must not panic */
}

#[cfg(test)]
mod tests {
    #[forall::forall]
    fn put_holds(x: i64) {
        super::put(x);
    }
}
