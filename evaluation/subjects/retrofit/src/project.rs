//! Figure 7: a project that is saved as XML, to a writer that can be mocked.

/// Writes XML, in the real world to a file.
pub trait XmlWriter {
    fn start_element(&mut self, name: &str);
    fn attribute(&mut self, name: &str, value: &str);
    fn end_element(&mut self);
}

#[derive(Clone, Debug)]
#[cfg_attr(test, derive(forall::Input))]
pub struct Project {
    pub active: Option<String>,
    pub configurations: Vec<String>,
}

impl Project {
    pub fn save(&self, writer: &mut dyn XmlWriter) {
        writer.start_element("Project");
        if let Some(active) = &self.active {
            writer.attribute("active", active);
        }
        for name in &self.configurations {
            writer.start_element("Config");
            writer.attribute("name", name);
            writer.end_element();
        }
        writer.end_element();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::forall;

    /// Keeps the text, and the elements that are open.
    #[derive(Default)]
    struct MockWriter {
        xml: String,
        open: usize,
    }

    impl XmlWriter for MockWriter {
        fn start_element(&mut self, name: &str) {
            self.open += 1;
            self.xml += name;
        }

        fn attribute(&mut self, name: &str, value: &str) {
            assert!(self.open > 0, "an attribute belongs to an element");
            self.xml = format!("{} {name}={value}", self.xml);
        }

        fn end_element(&mut self) {
            self.open -= 1;
            self.xml += ";";
        }
    }

    #[forall(max_len = 2)]
    fn all_configurations_are_saved(project: Project) {
        let mut writer = MockWriter::default();
        project.save(&mut writer);
        assert_eq!(writer.open, 0);
        for name in &project.configurations {
            assert!(writer.xml.contains(&format!("Config name={name};")));
        }
    }
}
