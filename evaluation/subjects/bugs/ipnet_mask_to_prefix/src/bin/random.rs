fn main() {
    race::random::until_failure(ipnet_mask_to_prefix::put);
}
