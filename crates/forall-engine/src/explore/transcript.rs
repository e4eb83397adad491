//! A worker's journal: what became of its queries, episode by episode, so that an exploration that is begun
//! again need not ask them again.
//!
//! See docs/decisions/journal-of-solver-answers.md.

use crate::environment::{Episode, Journal, Reply};
use std::collections::VecDeque;

pub(super) struct Transcript<'a> {
    journal: &'a dyn Journal,
    /// The episode that began last.
    episode: Episode,
    /// What is known of it from an earlier exploration, and not asked for yet.
    recalled: VecDeque<Reply>,
    /// What became of its queries so far.
    replies: Vec<Reply>,
}

impl<'a> Transcript<'a> {
    pub fn new(journal: &'a dyn Journal, worker: u32) -> Transcript<'a> {
        // The first episode to begin has number 0.
        let episode = Episode { worker, number: u32::MAX };
        Transcript { journal, episode, recalled: VecDeque::new(), replies: Vec::new() }
    }

    /// From here on replies depend on nothing that was asked before.
    pub fn begin_episode(&mut self) {
        self.episode.number = self.episode.number.wrapping_add(1);
        self.recalled = self.journal.recall(self.episode).unwrap_or_default().into();
        self.replies.clear();
    }

    /// What became of the next query in an earlier exploration, if that is known.
    pub fn recall(&mut self) -> Option<Reply> {
        self.recalled.pop_front()
    }

    pub fn add(&mut self, reply: &Reply) {
        self.replies.push(reply.clone());
    }

    /// Keeps the episode. One that was broken off is not to be kept.
    pub fn end_episode(&mut self) {
        if !self.replies.is_empty() {
            self.journal.keep(self.episode, &self.replies);
        }
        self.recalled.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use std::sync::Mutex;

    #[derive(Default)]
    struct Memory(Mutex<BTreeMap<Episode, Vec<Reply>>>);

    impl Journal for Memory {
        fn recall(&self, episode: Episode) -> Option<Vec<Reply>> {
            self.0.lock().unwrap().get(&episode).cloned()
        }

        fn keep(&self, episode: Episode, replies: &[Reply]) {
            self.0.lock().unwrap().insert(episode, replies.to_vec());
        }
    }

    #[test]
    fn what_was_asked_in_an_episode_is_known_in_the_same_episode_of_the_same_worker() {
        let memory = Memory::default();
        let replies = [Reply::Values(vec![1, 2]), Reply::Infeasible];
        let mut first = Transcript::new(&memory, 3);
        for reply in &replies {
            first.begin_episode();
            assert_eq!(first.recall(), None);
            first.add(reply);
            first.end_episode();
        }
        first.begin_episode();
        first.end_episode();
        assert_eq!(memory.0.lock().unwrap().len(), 2, "an episode without queries is not kept");

        let mut again = Transcript::new(&memory, 3);
        for reply in replies {
            again.begin_episode();
            assert_eq!((again.recall(), again.recall()), (Some(reply), None));
        }
        let mut other = Transcript::new(&memory, 4);
        other.begin_episode();
        assert_eq!(other.recall(), None);
    }

    #[test]
    fn what_was_not_asked_for_in_an_episode_is_not_known_in_the_next() {
        let memory = Memory::default();
        memory.keep(Episode { worker: 0, number: 0 }, &[Reply::Infeasible]);
        let mut transcript = Transcript::new(&memory, 0);
        transcript.begin_episode();
        transcript.begin_episode();
        assert_eq!(transcript.recall(), None);
    }
}
