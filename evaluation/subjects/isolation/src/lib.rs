//! What made a paper on isolating units for test generation begin (listing 2 there): permissions that follow from what is in a
//! file, and from what another module says of it. Both are behind traits here, so that a test can put anything in their place.

/// Where content comes from.
pub trait File {
    /// How many bytes were read.
    fn read(&mut self, content: &mut [u8]) -> usize;
}

/// What another module knows of content.
pub trait ContentAnalyzer {
    /// Notes in `file` what it finds out about it.
    fn analyze(&self, content: &[u8], file: &mut FileData) -> Option<FileContentData>;
}

#[derive(Clone, Copy, Debug, Default)]
pub struct FileData {
    pub is_readable: bool,
}

#[derive(Clone, Copy, Debug)]
#[cfg_attr(test, derive(forall::Input))]
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
    use forall::{assume, choose_as, forall};

    struct AnyFile;

    impl File for AnyFile {
        fn read(&mut self, content: &mut [u8]) -> usize {
            for byte in content.iter_mut() {
                *byte = choose_as("byte");
            }
            content.len()
        }
    }

    struct AnyAnalyzer;

    impl ContentAnalyzer for AnyAnalyzer {
        fn analyze(&self, _: &[u8], file: &mut FileData) -> Option<FileContentData> {
            file.is_readable = choose_as("is_readable");
            choose_as("content_data")
        }
    }

    #[forall(may_panic = "can be analyzed")]
    fn permissions_follow_from_file_and_content(file_length: usize, indicator: u8) -> i32 {
        assume!((1..=2).contains(&file_length));
        permissions(&mut AnyFile, &AnyAnalyzer, file_length, indicator)
    }
}
