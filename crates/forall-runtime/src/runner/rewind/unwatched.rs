//! Pages that were written once and are not watched any more.
//!
//! A run that met no fault wrote to these alone: every other page would have had to be made writable first.
//! Then nobody needs to be asked.

/// With more of them it is better to watch again: each costs its restoration after every run.
pub const MOST: usize = 1 << 8;

pub struct Unwatched {
    /// By address.
    pages: [Page; MOST],
    count: usize,
    /// There are no others.
    are_all: bool,
}

#[derive(Clone, Copy)]
pub struct Page {
    pub address: usize,
    /// Where its contents are, counted from 1.
    contents: u32,
}

impl Page {
    /// Where its contents are; it is zero if they are nowhere.
    pub fn contents(&self) -> Option<usize> {
        self.contents.checked_sub(1).map(|position| position as usize)
    }
}

impl Default for Unwatched {
    fn default() -> Unwatched {
        Unwatched { pages: [Page { address: 0, contents: 0 }; MOST], count: 0, are_all: true }
    }
}

impl Unwatched {
    /// All of them, if they are known.
    pub fn all(&self) -> Option<&[Page]> {
        self.are_all.then(|| &self.pages[..self.count])
    }

    pub fn add(&mut self, address: usize, contents: Option<usize>) {
        let known = &self.pages[..self.count];
        let Err(place) = known.binary_search_by_key(&address, |page| page.address) else { return };
        if self.count == MOST {
            self.lose_track();
            return;
        }
        self.pages.copy_within(place..self.count, place + 1);
        self.pages[place] = Page { address, contents: contents.map_or(0, |position| position as u32 + 1) };
        self.count += 1;
    }

    /// From here on it is not known which they are.
    pub fn lose_track(&mut self) {
        self.are_all = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_kept_once_and_by_address() {
        let mut unwatched = Unwatched::default();
        assert!(unwatched.all().is_some_and(<[Page]>::is_empty));
        for (address, contents) in [(7, None), (3, Some(0)), (9, Some(5)), (3, Some(0))] {
            unwatched.add(address, contents);
        }
        let all: Vec<_> = unwatched.all().unwrap().iter().map(|p| (p.address, p.contents())).collect();
        assert_eq!(all, [(3, Some(0)), (7, None), (9, Some(5))]);
    }

    #[test]
    fn too_many_are_not_known() {
        let mut unwatched = Unwatched::default();
        (0..MOST).rev().for_each(|page| unwatched.add(page, None));
        assert_eq!(unwatched.all().map(<[Page]>::len), Some(MOST));
        unwatched.add(MOST, None);
        assert!(unwatched.all().is_none());
    }
}
