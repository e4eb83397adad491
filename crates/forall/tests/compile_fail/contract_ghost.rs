use forall::spec::{Ghost, contract};

pub struct Door {
    is_open: bool,
    opened: Ghost<u32>,
}

#[contract]
impl Door {
    #[updates]
    pub fn nothing(&mut self) {}

    #[updates(self.opened + 1)]
    pub fn not_assigned(&mut self) {}

    #[updates(opened = 1)]
    pub fn no_field(&mut self) {}

    #[updates(|ret| self.opened = old(*ret))]
    pub fn old_result(&mut self) -> u32 {
        0
    }

    #[pure]
    #[updates(self.opened = 1)]
    pub fn pure(&self) -> bool {
        self.is_open
    }

    #[updates(self.opened = 1)]
    pub fn lent(&mut self) -> &mut bool {
        &mut self.is_open
    }
}

#[contract]
#[updates(self.opened = 1)]
struct Type {
    opened: Ghost<u32>,
}

fn main() {}
