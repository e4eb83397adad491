fn main() {
    race::random::until_failure(|(a, b)| rangemap_partial_eq::put(a, b));
}
