//! The form of the JSON report.

use crate::VERSION;
use crate::event::Event;
use schemars::generate::SchemaSettings;

/// The JSON Schema of a line of the report.
pub fn schema() -> String {
    let mut schema = SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<Event>();
    schema
        .insert("title".into(), format!("A line of `cargo forall --format json`, version {VERSION}").into());
    serde_json::to_string_pretty(&schema).expect("a schema can be written as JSON") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;
    use std::path::Path;

    /// `BLESS=1` renews the file.
    #[test]
    fn the_schema_in_the_documentation_is_that_of_the_types() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/report.schema.json");
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&file, schema()).unwrap();
        }
        let committed = std::fs::read_to_string(&file).unwrap();
        // The order of fields depends on the features of others.
        let [committed, made] =
            [committed, schema()].map(|text| serde_json::from_str::<Value>(&text).unwrap());
        assert!(committed == made, "docs/report.schema.json is stale: run this test with BLESS=1");
    }
}
