//! What made a paper on isolating units for test generation begin (listing 2 there): permissions that follow from what is in a
//! file, and from what another module says of it. Both are behind traits here, so that a test can put anything in their place.

/// Where content comes from.
#[forall_spec::fake]
pub trait File {
    /// How many bytes were read.
    fn read(&mut self, content: &mut [u8]) -> usize;
}

/// What another module knows of content.
#[forall_spec::fake]
pub trait ContentAnalyzer {
    /// Notes in `file` what it finds out about it.
    fn analyze(&self, content: &[u8], file: &mut FileData) -> Option<FileContentData>;
}

#[derive(Clone, Copy, Debug, Default, forall_spec::Input)]
pub struct FileData {
    pub is_readable: bool,
}

#[derive(Clone, Copy, Debug, forall_spec::Input)]
pub struct FileContentData {
    pub is_secret: bool,
}

/// -1: none, 0: it may be listed, 1: it may be read.
pub fn permissions(
    file: &mut dyn File,
    analyzer: &dyn ContentAnalyzer,
    file_length: usize,
    indicator: u8,
) -> i32 {
    let mut content = vec![0; file_length];
    file.read(&mut content);
    if content[0] < indicator {
        return -1;
    }
    let mut data = FileData::default();
    let content_data = analyzer.analyze(&content, &mut data);
    if data.is_readable && !content_data.expect("readable content can be analyzed").is_secret {
        return 1;
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::{assume, forall};

    #[forall(may_panic = "can be analyzed")]
    fn permissions_follow_from_file_and_content(
        file: &mut dyn File,
        analyzer: &dyn ContentAnalyzer,
        file_length: usize,
        indicator: u8,
    ) -> i32 {
        assume!((1..=2).contains(&file_length));
        permissions(file, analyzer, file_length, indicator)
    }
}
