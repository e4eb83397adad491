//! Kinds of tokens.

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(test, derive(forall::Input))]
pub enum Kind {
    Word,
    Number,
    r#Sign,
}

/// A token, and to what it refers.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(test, derive(forall::Input))]
pub struct Token {
    pub r#type: Kind,
    pub r#ref: Option<u8>,
    pub r#in: (bool, bool),
}

impl Token {
    /// A token in one number.
    pub fn code(&self) -> u16 {
        let kind = match self.r#type {
            Kind::Word => 0,
            Kind::Number => 1,
            Kind::r#Sign => 2,
        };
        let place = u16::from(self.r#in.0) << 1 | u16::from(self.r#in.1);
        kind << 8 | place << 6 | u16::from(self.r#ref.map_or(0, |r| r + 1))
    }
}

/// How many steps it takes from a number to 1: halve it, or three times and one more.
pub fn r#loop(mut r#while: u32) -> u32 {
    let mut steps = 0;
    while r#while != 1 {
        r#while = if r#while % 2 == 0 { r#while / 2 } else { 3 * r#while + 1 };
        steps += 1;
    }
    steps
}

pub mod r#async {
    pub mod r#await {
        /// Bits of a mask.
        pub fn r#match(r#match: u8, r#in: u8) -> u8 {
            r#match & r#in
        }

        #[cfg(test)]
        mod tests {
            use forall::forall;

            #[forall]
            fn r#match(r#match: u8, r#in: u8) {
                assert_eq!(super::r#match(r#match, r#in) | super::r#match(r#match, !r#in), r#match);
            }

            #[forall]
            fn r#move(r#box: Box<u8>, r#dyn: std::rc::Rc<u8>) -> u8 {
                super::r#match(*r#box, *r#dyn)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::forall;

    /// Codes are different for different tokens.
    #[forall]
    fn r#struct(r#type: Token, r#ref: Token) {
        forall::assume!(r#type != r#ref);
        assert_ne!(r#type.code(), r#ref.code());
    }

    /// There is a code for each token.
    #[forall]
    fn r#enum(token: Token) {
        assert!(token.code() < 0x300);
    }

    #[forall]
    fn r#loop(r#while: u8) {
        assert!(super::r#loop(r#while.into()) < 200);
    }

    /// A larger number is safe from overflow, I hope.
    #[forall]
    fn r#for(r#break: u16) {
        forall::assume!(r#break > 0 && r#break < 1000);
        assert!(super::r#loop(r#break.into()) <= 178);
    }

    #[forall]
    fn r#union(r#continue: Option<Kind>) -> bool {
        r#continue == Some(Kind::r#Sign)
    }
}
