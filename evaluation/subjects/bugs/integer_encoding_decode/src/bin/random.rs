fn main() {
    race::random::until_failure(|b: Vec<u8>| integer_encoding_decode::put(&b));
}
