//! How `cargo forall` ends: every exit code, and which one wins when several apply.

use schemars::{JsonSchema, Schema, json_schema};
use serde::{Deserialize, Serialize};

/// Makes the enum, and what is known of each variant: none of them can be forgotten.
macro_rules! exits {
    ($($variant:ident = $code:literal, $meaning:literal;)*) => {
        /// The exit codes. Of several that apply to the same run, the one that comes last here is taken.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
        #[serde(try_from = "u8", into = "u8")]
        #[schemars(transform = name_codes)]
        pub enum Exit { $(#[doc = $meaning] $variant,)* }

        impl Exit {
            /// All of them, the strongest last.
            pub const ALL: &[Exit] = &[$(Exit::$variant,)*];

            pub const fn code(self) -> u8 {
                match self { $(Exit::$variant => $code,)* }
            }

            /// What `--help` says of it.
            pub const fn meaning(self) -> &'static str {
                match self { $(Exit::$variant => $meaning,)* }
            }
        }
    };
}

exits! {
    Held = 0, "every test holds, as far as it was explored";
    NotProved = 2, "a test is not proved, or not covered, as --require demands";
    Stale = 7, "committed cases are stale, under --check";
    CannotWrite = 8, "cases cannot be written";
    Failed = 1, "a test fails";
    NothingSelected = 3, "nothing is selected: no test matches, or no package depends on forall";
    Build = 4, "the tests do not build";
    Usage = 5, "the command line or the package cannot be used as it is";
    Internal = 6, "internal error: forall contradicts itself";
    Interrupted = 130, "interrupted";
}

impl Exit {
    pub fn and(self, other: Exit) -> Exit {
        self.max(other)
    }
}

impl From<Exit> for u8 {
    fn from(exit: Exit) -> u8 {
        exit.code()
    }
}

impl TryFrom<u8> for Exit {
    type Error = String;

    fn try_from(code: u8) -> Result<Exit, String> {
        let exit = Exit::ALL.iter().copied().find(|exit| exit.code() == code);
        exit.ok_or_else(|| format!("there is no exit code {code}"))
    }
}

/// Says in the schema what each code means.
fn name_codes(schema: &mut Schema) {
    let code = |exit: &Exit| json_schema!({ "const": exit.code(), "description": exit.meaning() });
    let codes: Vec<Schema> = Exit::ALL.iter().map(code).collect();
    *schema = json_schema!({ "description": "How the run ends: the exit code.", "oneOf": codes });
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_worse_ending_wins() {
        assert_eq!(Exit::Held.and(Exit::NotProved), Exit::NotProved);
        assert_eq!(Exit::Failed.and(Exit::Stale), Exit::Failed);
        assert_eq!(Exit::Failed.and(Exit::Internal), Exit::Internal);
        assert_eq!(Exit::Interrupted.and(Exit::Failed), Exit::Interrupted);
    }

    #[test]
    fn no_two_endings_have_one_code() {
        let codes: BTreeSet<u8> = Exit::ALL.iter().map(|exit| exit.code()).collect();
        assert_eq!(codes.len(), Exit::ALL.len());
        for exit in Exit::ALL {
            assert_eq!(Exit::try_from(exit.code()), Ok(*exit));
        }
        assert!(Exit::try_from(9).is_err());
    }
}
