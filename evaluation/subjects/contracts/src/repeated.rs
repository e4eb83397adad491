//! Tests that do so much work that its time can be measured.

/// Does the work of a test once, or `ROUNDS` times.
pub fn repeated(work: impl Fn()) {
    let rounds = std::env::var("ROUNDS").map_or(1, |rounds| rounds.parse().expect("a number"));
    for _ in 0..rounds {
        work();
    }
}
