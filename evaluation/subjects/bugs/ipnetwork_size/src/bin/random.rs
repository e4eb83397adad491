fn main() {
    race::random::until_failure(|(a, prefix)| ipnetwork_size::put(a, prefix));
}
