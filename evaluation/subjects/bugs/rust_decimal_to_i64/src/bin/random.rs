fn main() {
    race::random::until_failure(rust_decimal_to_i64::put);
}
