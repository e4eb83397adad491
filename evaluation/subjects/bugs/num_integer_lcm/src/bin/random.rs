fn main() {
    race::random::until_failure(|(a, b)| num_integer_lcm::put(a, b));
}
