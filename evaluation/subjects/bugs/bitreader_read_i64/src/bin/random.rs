fn main() {
    race::random::until_failure(|(bytes, n)| bitreader_read_i64::put(bytes, n));
}
