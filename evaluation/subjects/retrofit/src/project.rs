//! Figure 7: a project that is saved as XML, to a writer that can be mocked.

/// Writes XML, in the real world to a file.
#[forall_spec::fake]
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

    #[forall(max_len = 2)]
    fn all_configurations_are_saved(project: Project, mut writer: FakeXmlWriter) {
        project.save(&mut writer);
        let start = |name: &str| XmlWriterCall::StartElement { name: name.into() };
        let attribute = |name: &str, value| XmlWriterCall::Attribute { name: name.into(), value };
        let mut expected = vec![start("Project")];
        expected.extend(project.active.map(|active| attribute("active", active)));
        for name in project.configurations {
            expected.extend([start("Config"), attribute("name", name), XmlWriterCall::EndElement]);
        }
        expected.push(XmlWriterCall::EndElement);
        assert_eq!(writer.calls(), expected);
    }
}
