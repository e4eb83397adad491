//! The memory of a process that can change without anybody else seeing it.

use std::io;
use std::ops::Range;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    pub range: Range<usize>,
    /// It shows a file where it was never written.
    pub is_of_file: bool,
}

/// All writable private memory of this process but `kept`, by address.
pub fn writable(kept: &[Range<usize>]) -> io::Result<Vec<Region>> {
    let maps = std::fs::read_to_string("/proc/self/maps")?;
    Ok(maps.lines().filter_map(parse).flat_map(|region| without(region, kept)).collect())
}

/// A line such as `7f0000000000-7f0000001000 rw-p 00000000 00:00 0    [heap]`.
fn parse(line: &str) -> Option<Region> {
    let mut fields = line.split_ascii_whitespace();
    let (start, end) = fields.next()?.split_once('-')?;
    let permissions = fields.next()?;
    let inode = fields.nth(2)?;
    let address = |text| usize::from_str_radix(text, 16).ok();
    let range = address(start)?..address(end)?;
    let is_private = permissions.starts_with("rw") && permissions.ends_with('p');
    is_private.then_some(Region { range, is_of_file: inode != "0" })
}

/// The kernel may have joined what we keep with what lies beside it.
fn without(region: Region, kept: &[Range<usize>]) -> Vec<Region> {
    let mut parts = vec![region.range];
    for kept in kept {
        let split =
            |part: Range<usize>| [part.start..part.end.min(kept.start), part.start.max(kept.end)..part.end];
        parts = parts.into_iter().flat_map(split).filter(|part| !part.is_empty()).collect();
    }
    parts.into_iter().map(|range| Region { range, is_of_file: region.is_of_file }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_private_writable_memory_counts() {
        let region = |start, end, is_of_file| Some(Region { range: start..end, is_of_file });
        assert_eq!(parse("1000-3000 rw-p 00000000 00:00 0  [heap]"), region(0x1000, 0x3000, false));
        assert_eq!(parse("1000-2000 rw-p 00000000 fe:00 77 /lib/x.so"), region(0x1000, 0x2000, true));
        assert_eq!(parse("1000-2000 rw-s 00000000 00:00 77 /memfd:x"), None);
        assert_eq!(parse("1000-2000 r--p 00000000 00:00 0"), None);
        assert_eq!(parse("1000-2000 ---p 00000000 00:00 0"), None);
    }

    #[test]
    fn what_is_kept_is_cut_out() {
        let cut = |kept: &[(usize, usize)]| -> Vec<(usize, usize)> {
            let kept: Vec<Range<usize>> = kept.iter().map(|(start, end)| *start..*end).collect();
            let region = Region { range: 10..20, is_of_file: false };
            without(region, &kept).into_iter().map(|region| (region.range.start, region.range.end)).collect()
        };
        assert_eq!(cut(&[]), [(10, 20)]);
        assert_eq!(cut(&[(0, 5), (20, 30)]), [(10, 20)]);
        assert_eq!(cut(&[(12, 14), (19, 25)]), [(10, 12), (14, 19)]);
        assert!(cut(&[(0, 100)]).is_empty());
    }

    #[test]
    fn the_stack_of_a_test_is_found() {
        let local = 0_u8;
        let address = (&raw const local).addr();
        let found = writable(&[]).unwrap();
        assert!(found.iter().any(|region| region.range.contains(&address)));
        assert!(found.is_sorted_by_key(|region| region.range.start));
    }
}
