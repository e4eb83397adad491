//! What the author of a test can do about a reason.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Something that would help. Its text is an English clause without a full stop.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Remedy {
    Raise {
        setting: Setting,
    },
    Lower {
        setting: Setting,
    },
    /// To learn what happens then.
    RaiseToSee {
        setting: Setting,
    },
    /// With this value, what was seen beyond the bounds is within them.
    ExploreUpTo {
        setting: Setting,
        value: u64,
    },
    Allow {
        setting: Setting,
    },
    DoWithout {
        setting: Setting,
    },
    RunAgain,
    SeeOtherReasons,
    BoundLoop,
    BoundInputs,
    RuleInputsOut,
    WeakenAssumptions,
    /// What a contract requires, or what its inputs are made of.
    WeakenContract,
    /// Say how values of the types are made.
    MakeInput,
    DoLess,
    AllocateLess,
    ShortenArrays,
    RepeatElements,
    TestArithmeticAlone,
    TestSmallerUnit,
    TestThreadsAlone,
    Wrap {
        function: String,
    },
    Fake,
    KeepInputsOut,
    IgnoreInputs,
    Sort,
    UseOrderedCollections,
    CompareNumbers,
    AvoidAddresses {
        /// They may also be printed.
        printed: bool,
    },
    MakeRepeatable,
    PassRandomness,
    PassWhatItDependsOn,
    /// And as long as it is not, no case is written.
    PassSurroundings,
    /// And as long as it does not, no case is written.
    SetState,
    OrderThreads,
    CheckPointers,
    CheckSolver,
    /// Of what does not reproduce: if nothing outside the test explains it, forall is wrong.
    IsolateOrReport,
    /// Parts of forall contradict each other.
    ReportContradiction,
    /// forall could not go on.
    ReportBreakdown,
}

/// Makes the enum, and what is known of each variant: none of them can be forgotten.
macro_rules! settings {
    ($($variant:ident = $option:literal,)*) => {
        /// A setting of the exploration: an option of the command.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum Setting { $($variant,)* }

        impl Setting {
            pub const ALL: &[Setting] = &[$(Setting::$variant,)*];

            /// On the command line, without the dashes.
            pub fn option(self) -> &'static str {
                match self { $(Setting::$variant => $option,)* }
            }
        }
    };
}

settings! {
    MaxLen = "max-len",
    MaxRuns = "max-runs",
    MaxBranches = "max-branches",
    MaxTime = "max-time",
    MaxMemory = "max-memory",
    MaxSearchMemory = "max-search-memory",
    SolverWork = "solver-work",
    SolverTime = "solver-time",
    Solver = "solver",
    Unconfined = "unconfined",
}

/// As on the command line.
impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "--{}", self.option())
    }
}

/// In words. A table: one line a remedy.
impl fmt::Display for Remedy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Remedy::Raise { setting: setting @ Setting::SolverTime } => {
                return write!(
                    f,
                    "raise {setting}: a machine that is quicker or has less to do may find an answer"
                );
            }
            Remedy::Raise { setting } => return write!(f, "raise {setting}"),
            Remedy::Lower { setting } => return write!(f, "lower {setting}"),
            Remedy::RaiseToSee { setting } => return write!(f, "raise {setting} to see what comes then"),
            Remedy::ExploreUpTo { setting, value } => {
                return write!(f, "{setting} {value} explores up to there");
            }
            Remedy::Allow { setting } => return write!(f, "let it do so with {setting}"),
            Remedy::DoWithout { setting } => return write!(f, "do without {setting}"),
            Remedy::Wrap { function } => {
                return write!(f, "wrap {function} behind a trait the test can replace");
            }
            Remedy::RunAgain => "run it again to the end",
            Remedy::SeeOtherReasons => "see to the other reasons first",
            Remedy::BoundLoop => "bound the loop or recursion with assume!",
            Remedy::BoundInputs => "bound its inputs with assume!",
            Remedy::RuleInputsOut => "rule such inputs out with assume!",
            Remedy::WeakenAssumptions => "weaken the assumptions",
            Remedy::WeakenContract => "weaken what it requires, or let more inputs be made",
            Remedy::MakeInput => {
                "derive Input for it, say with a #[factory] how it is made, or test the contract with a #[forall] test of your own"
            }
            Remedy::DoLess => "make the test do less",
            Remedy::AllocateLess => "bound what is asked for",
            Remedy::ShortenArrays => "take shorter arrays",
            Remedy::RepeatElements => "let the elements that make no difference be the same",
            Remedy::TestArithmeticAlone => "test the arithmetic before this place on its own",
            Remedy::TestSmallerUnit => "test a smaller unit",
            Remedy::TestThreadsAlone => "test what each of them does by itself",
            Remedy::Fake => "replace this by a fake the test controls",
            Remedy::KeepInputsOut => "keep the inputs out of this operation",
            Remedy::IgnoreInputs => "make what happens here not depend on the inputs",
            Remedy::Sort => "sort before looking",
            Remedy::UseOrderedCollections => "use a BTreeMap or BTreeSet",
            Remedy::CompareNumbers => "look at the number, not at its bits",
            Remedy::AvoidAddresses { printed: false } => {
                "let nothing depend on addresses, be it as numbers, compared or hashed"
            }
            Remedy::AvoidAddresses { printed: true } => {
                "let nothing depend on addresses, be it as numbers, printed or hashed"
            }
            Remedy::MakeRepeatable => {
                "take time, randomness, threads and state kept between calls out of the test"
            }
            Remedy::PassRandomness => "let the test be given what is random, as a parameter or a fixed seed",
            Remedy::PassWhatItDependsOn => "let the test be given what it depends on, as a parameter",
            Remedy::PassSurroundings => {
                "let the test be given what it depends on; no case is written that holds in one process only"
            }
            Remedy::SetState => {
                "let the test set what it depends on; no case is written that is true in one order only"
            }
            Remedy::OrderThreads => "let the threads agree on an order",
            Remedy::CheckPointers => {
                "see that pointers and indices stay within their objects; `cargo miri test` tells where they do not"
            }
            Remedy::CheckSolver => "see whether this solver works and is the right one",
            Remedy::IsolateOrReport => {
                "take time, randomness and state outside the test out of it; if there is none, please report this as a bug of forall"
            }
            Remedy::ReportContradiction => "report this as a defect of forall",
            Remedy::ReportBreakdown => "please report this as a bug of forall",
        };
        f.write_str(text)
    }
}

/// What would help, each of them alone. In JSON, `help` has their words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(from = "Written", into = "Written")]
pub struct Remedies(pub Vec<Remedy>);

impl From<Remedy> for Remedies {
    fn from(remedy: Remedy) -> Remedies {
        Remedies(vec![remedy])
    }
}

impl<const N: usize> From<[Remedy; N]> for Remedies {
    fn from(remedies: [Remedy; N]) -> Remedies {
        Remedies(remedies.into())
    }
}

/// In words: `bound the loop or recursion with assume!, or raise --max-time`.
impl fmt::Display for Remedies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, remedy) in self.0.iter().enumerate() {
            let separator = if number == 0 { "" } else { ", or " };
            write!(f, "{separator}{remedy}")?;
        }
        Ok(())
    }
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Written {
    /// What would help, in words.
    help: String,
    /// What would help, each of them alone; left out when there is nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    remedies: Vec<Remedy>,
}

impl From<Remedies> for Written {
    fn from(remedies: Remedies) -> Written {
        Written { help: remedies.to_string(), remedies: remedies.0 }
    }
}

impl From<Written> for Remedies {
    fn from(written: Written) -> Remedies {
        Remedies(written.remedies)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remedies_are_alternatives() {
        let raise = Remedy::Raise { setting: Setting::MaxTime };
        assert_eq!(Remedies::from(raise.clone()).to_string(), "raise --max-time");
        let both = Remedies::from([Remedy::BoundLoop, raise]);
        assert_eq!(both.to_string(), "bound the loop or recursion with assume!, or raise --max-time");
        assert_eq!(Remedies::default().to_string(), "");
    }

    #[test]
    fn words_and_data_stand_beside_each_other_in_json() {
        let remedies = Remedies::from(Remedy::ExploreUpTo { setting: Setting::MaxLen, value: 12 });
        let json = serde_json::to_string(&remedies).unwrap();
        assert_eq!(
            json,
            r#"{"help":"--max-len 12 explores up to there","remedies":[{"kind":"explore_up_to","setting":"max_len","value":12}]}"#
        );
        assert_eq!(serde_json::from_str::<Remedies>(&json).unwrap(), remedies);
    }
}
