//! Kinds of fields.

pub mod text {
    //! Fields with text.

    pub mod mail {
        //! Addresses.

        /// Whether it could be an address.
        pub fn is_address(text: &str) -> bool {
            match text.split_once('@') {
                Some((name, host)) => !name.is_empty() && host.contains('.') && !host.starts_with('.') && !host.ends_with('.'),
                None => false,
            }
        }

        /// The address with hidden name, for messages.
        pub fn hidden(address: &str) -> String {
            let at = address.find('@').unwrap_or(address.len());
            format!("{}***{}", &address[..1], &address[at..])
        }

        #[cfg(test)]
        mod tests {
            use super::*;
            use forall::{assume, forall};

            #[forall(max_len = 6)]
            fn addresses_have_one_at_sign(text: &str) {
                assume!(is_address(text));
                assert_eq!(text.matches('@').count(), 1);
            }

            #[forall(max_len = 6)]
            fn addresses_have_five_characters(text: &str) {
                assume!(is_address(text));
                assert!(text.len() >= 5);
            }

            #[forall(max_len = 6)]
            fn hidden_addresses_end_alike(text: &str) {
                assume!(is_address(text));
                assert!(hidden(text).ends_with(text.rsplit('@').next().unwrap_or_default()));
            }
        }
    }

    /// A name that is not empty, with at most six characters of ASCII.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct UserName(String);

    impl TryFrom<&str> for UserName {
        type Error = &'static str;

        fn try_from(text: &str) -> Result<UserName, &'static str> {
            if text.trim().is_empty() {
                Err("a name is needed")
            } else if text.len() > 6 {
                Err("the name is too long")
            } else if !text.is_ascii() {
                Err("strange letters")
            } else {
                Ok(UserName(text.to_lowercase()))
            }
        }
    }

    impl AsRef<str> for UserName {
        fn as_ref(&self) -> &str {
            &self.0
        }
    }

    #[cfg(test)]
    #[forall::factory]
    pub(crate) fn user_name(text: String) -> Result<UserName, &'static str> {
        UserName::try_from(text.as_str())
    }

    #[cfg(test)]
    mod tests {
        use super::UserName;
        use forall::forall;

        #[forall]
        fn names_are_short(name: UserName) {
            assert!((1..=6).contains(&name.as_ref().len()));
        }

        #[forall]
        fn names_are_names(name: UserName) -> Result<(), &'static str> {
            assert_eq!(UserName::try_from(name.as_ref())?, name);
            Ok(())
        }

        #[forall]
        fn names_have_no_spaces(name: UserName) {
            assert!(!name.as_ref().contains(' '));
        }
    }
}
