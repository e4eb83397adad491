use forall::forall;

struct Account(u64);

impl Account {
    #[forall]
    fn deposits_add_up(&self, amount: u64) {
        assert!(self.0 + amount >= amount);
    }

    #[forall]
    fn new_accounts_are_empty(amount: u64) {
        assert_eq!(Account(amount).0, amount);
    }
}
