fn main() {
    race::random::until_failure(|(y, m, d)| jiff_date_new::put(y, m, d));
}
