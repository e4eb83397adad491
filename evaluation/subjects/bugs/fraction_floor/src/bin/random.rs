fn main() {
    race::random::until_failure(|(n, d)| fraction_floor::put(n, d));
}
