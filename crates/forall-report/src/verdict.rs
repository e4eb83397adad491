//! What may be said of a test.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The closed vocabulary of what may be said of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Every path was executed, every query answered, nothing was skipped except as the assumptions say.
    Proved,
    /// At least one failing input.
    Failed,
    /// Neither; the reasons say why.
    Incomplete,
}

/// What a verdict rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// There is a failing input.
    pub fails: bool,
    /// Every path was executed and every query answered.
    pub exhausted: bool,
    /// Something was skipped, or not followed, or not confirmed.
    pub has_reasons: bool,
}

impl Verdict {
    /// The only place that says `proved`.
    pub fn of(evidence: Evidence) -> Verdict {
        match evidence {
            Evidence { fails: true, .. } => Verdict::Failed,
            Evidence { exhausted: true, has_reasons: false, .. } => Verdict::Proved,
            _ => Verdict::Incomplete,
        }
    }

    /// As in the JSON report.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Proved => "proved",
            Verdict::Failed => "failed",
            Verdict::Incomplete => "incomplete",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_exhausted_search_without_failures_and_reasons_proves() {
        use Verdict::{Failed, Incomplete, Proved};
        for (fails, exhausted, has_reasons, verdict) in [
            (false, false, false, Incomplete),
            (false, false, true, Incomplete),
            (false, true, false, Proved),
            (false, true, true, Incomplete),
            (true, false, false, Failed),
            (true, false, true, Failed),
            (true, true, false, Failed),
            (true, true, true, Failed),
        ] {
            let evidence = Evidence { fails, exhausted, has_reasons };
            assert_eq!(Verdict::of(evidence), verdict, "{evidence:?}");
        }
    }

    #[test]
    fn the_word_is_that_of_the_json_report() {
        for verdict in [Verdict::Proved, Verdict::Failed, Verdict::Incomplete] {
            assert_eq!(serde_json::to_value(verdict).unwrap(), verdict.word());
        }
    }
}
