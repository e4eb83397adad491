fn main() {
    race::random::until_failure(json_number_i64::put);
}
