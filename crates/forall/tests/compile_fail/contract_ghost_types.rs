use forall::spec::{Ghost, contract};

pub struct Door {
    is_open: bool,
    opened: Ghost<u32>,
}

impl Door {
    pub fn reads(&self) -> u32 {
        self.opened
    }

    pub fn compares(&self) -> bool {
        self.opened > 3
    }

    pub fn counts(&mut self) {
        self.opened += 1;
    }

    pub fn looks_inside(&mut self) {
        self.opened.value = 1;
    }

    pub fn asks(&self) -> u32 {
        ghost(self.opened)
    }
}

#[contract]
impl Door {
    #[updates(self.is_open = true)]
    pub fn no_ghost(&mut self) {}

    #[updates(self.opened = true)]
    pub fn other_type(&mut self) {}

    #[ensures(|_| ghost(self.is_open))]
    pub fn no_ghost_is_read(&mut self) {}
}

#[contract]
impl Door {
    #[updates(self.opened = 1)]
    pub fn lent(&self) {}

    #[updates(self.opened = { self.is_open = true; 1 })]
    pub fn impure(&mut self) {}
}

fn main() {}
