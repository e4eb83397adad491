fn main() {
    race::random::until_failure(|(a, b)| num_integer_is_multiple_of::put(a, b));
}
