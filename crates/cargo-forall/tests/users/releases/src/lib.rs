//! Releases of a program: which version comes next, which fits, and how the list is written.
#![deny(warnings)]
#![forbid(unsafe_code)]

use indexmap::IndexMap;
use semver::Version;
use serde_json::{Value, json};

/// How large a change is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(test, derive(forall::Input))]
pub enum Change {
    /// Something was repaired.
    Fix,
    /// Something is new.
    Feature,
    /// Something is different.
    Breaking,
}

/// The version after a change.
#[must_use]
pub fn next(version: &Version, change: Change) -> Version {
    match change {
        Change::Fix => Version::new(version.major, version.minor, version.patch + 1),
        Change::Feature => Version::new(version.major, version.minor + 1, 0),
        Change::Breaking if version.major == 0 => Version::new(0, version.minor + 1, 0),
        Change::Breaking => Version::new(version.major + 1, 0, 0),
    }
}

/// Whether the second can be used where the first is asked for.
#[must_use]
pub fn fits(asked: &Version, have: &Version) -> bool {
    asked.major == have.major && (asked.minor, asked.patch) <= (have.minor, have.patch)
}

/// The changes since a version: names and how large, in the order in which they came.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Changes {
    entries: IndexMap<u8, Change>,
}

impl Changes {
    /// Adds a change; the larger one counts.
    pub fn add(&mut self, name: u8, change: Change) {
        let entry = self.entries.entry(name).or_insert(change);
        *entry = change;
    }

    /// The largest of all.
    #[must_use]
    pub fn largest(&self) -> Option<Change> {
        self.entries.values().copied().max()
    }

    /// As it is published.
    #[must_use]
    pub fn to_json(&self) -> Value {
        self.entries.iter().map(|(name, change)| json!({ "name": name, "change": format!("{change:?}") })).collect()
    }
}

/// The version in a line such as `v1.2.3`.
#[must_use]
pub fn version_in(line: &str) -> Option<Version> {
    Version::parse(line.trim().trim_start_matches('v')).ok()
}

#[cfg(test)]
mod tests {
    use super::{Change, Changes, fits, next, version_in};
    use forall::{assume, factory, forall};
    use pretty_assertions::{assert_eq, assert_ne};
    use semver::Version;

    #[factory]
    fn version(major: u8, minor: u16, patch: u64) -> Version {
        Version::new(major.into(), minor.into(), patch)
    }

    #[forall]
    fn the_next_version_is_newer(version: Version, change: Change) {
        assume!(version.patch < 1 << 40);
        assert!(next(&version, change) > version);
    }

    #[forall]
    fn every_version_has_a_next(version: Version) {
        assert_ne!(next(&version, Change::Fix), version);
    }

    #[forall]
    fn fixes_fit(version: Version) {
        assume!(version.patch < u64::MAX);
        assert!(fits(&version, &next(&version, Change::Fix)));
    }

    #[forall]
    fn breaking_changes_do_not_fit(version: Version) {
        assert!(!fits(&version, &next(&version, Change::Breaking)));
    }

    #[forall]
    fn fitting_is_transitive(a: Version, b: Version, c: Version) {
        assume!(fits(&a, &b) && fits(&b, &c));
        assert!(fits(&a, &c));
    }

    #[forall]
    fn larger_changes_make_later_versions(version: Version, a: Change, b: Change) {
        assume!(version.patch < 100 && a < b);
        assert!(next(&version, a) < next(&version, b));
    }

    #[forall(max_len = 3)]
    fn the_largest_is_among_them(list: Vec<(u8, Change)>) {
        let mut changes = Changes::default();
        for (name, change) in &list {
            changes.add(*name, *change);
        }
        assert_eq!(changes.largest(), list.iter().map(|(_, change)| *change).max());
    }

    #[forall(max_len = 3)]
    fn names_keep_their_order(names: Vec<u8>) {
        let mut changes = Changes::default();
        for name in &names {
            changes.add(*name, Change::Fix);
        }
        assert_eq!(changes.entries.first().map(|(name, _)| name), names.first());
        assert!(changes.entries.len() <= names.len());
    }

    /// What is published now.
    #[forall]
    fn published(change: Change) -> String {
        let mut changes = Changes::default();
        changes.add(7, change);
        changes.to_json().to_string()
    }

    #[forall]
    fn numbers_of_json_are_read_back(n: u8, flag: Option<bool>) -> Result<(), serde_json::Error> {
        let text = serde_json::to_string(&(n, flag))?;
        assert_eq!(serde_json::from_str::<(u8, Option<bool>)>(&text)?, (n, flag));
        Ok(())
    }

    #[forall]
    fn texts_of_json_are_read_or_refused(text: &str) {
        assert!(serde_json::from_str::<u16>(text).is_ok() || text.parse::<u16>().is_err());
    }

    #[forall(max_len = 6)]
    fn lines_are_read_or_refused(line: &str) {
        if let Some(version) = version_in(line) {
            assert!(line.contains(&version.major.to_string()));
        }
    }
}
