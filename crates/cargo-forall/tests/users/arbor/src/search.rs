//! A tree for searching.

/// A tree of keys, smaller ones to the left.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(test, derive(forall::Input))]
pub enum Tree<K> {
    Leaf,
    Node(Box<Tree<K>>, K, Box<Tree<K>>),
}

impl<K: Ord> Tree<K> {
    pub fn new() -> Self {
        Tree::Leaf
    }

    pub fn insert(self, key: K) -> Self {
        match self {
            Tree::Leaf => Tree::Node(Box::new(Tree::Leaf), key, Box::new(Tree::Leaf)),
            Tree::Node(left, here, right) if key < here => Tree::Node(Box::new(left.insert(key)), here, right),
            Tree::Node(left, here, right) => Tree::Node(left, here, Box::new(right.insert(key))),
        }
    }

    pub fn contains(&self, key: &K) -> bool {
        match self {
            Tree::Leaf => false,
            Tree::Node(left, here, right) => {
                if key == here {
                    true
                } else if key < here {
                    left.contains(key)
                } else {
                    right.contains(key)
                }
            }
        }
    }

    pub fn height(&self) -> usize {
        match self {
            Tree::Leaf => 0,
            Tree::Node(left, _, right) => 1 + left.height().max(right.height()),
        }
    }

    pub fn len(&self) -> usize {
        match self {
            Tree::Leaf => 0,
            Tree::Node(left, _, right) => left.len() + 1 + right.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        matches!(self, Tree::Leaf)
    }

    /// The keys in order.
    pub fn keys(&self) -> Vec<&K> {
        match self {
            Tree::Leaf => Vec::new(),
            Tree::Node(left, here, right) => {
                let mut keys = left.keys();
                keys.push(here);
                keys.extend(right.keys());
                keys
            }
        }
    }
}

impl<K: Ord> Default for Tree<K> {
    fn default() -> Self {
        Tree::new()
    }
}

impl<K: Ord> FromIterator<K> for Tree<K> {
    fn from_iter<I: IntoIterator<Item = K>>(keys: I) -> Self {
        keys.into_iter().fold(Tree::new(), Tree::insert)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::{assume, forall};

    #[forall(max_len = 4)]
    fn what_is_inserted_is_there(keys: Vec<u8>, key: u8) {
        let tree: Tree<u8> = keys.iter().copied().collect();
        assert_eq!(tree.contains(&key), keys.contains(&key));
    }

    #[forall(max_len = 4)]
    fn keys_are_in_order(keys: Vec<i32>) {
        let tree: Tree<i32> = keys.iter().copied().collect();
        assert!(tree.keys().is_sorted());
        assert_eq!(tree.len(), keys.len());
    }

    /// Any tree, in order or not.
    #[forall(max_depth = 3)]
    fn a_tree_is_at_least_as_long_as_high(tree: Tree<u8>) {
        assert!(tree.len() >= tree.height());
    }

    #[forall(max_depth = 4)]
    fn keys_are_found(tree: Tree<u8>) {
        for key in tree.keys() {
            assert!(tree.contains(key));
        }
    }

    #[forall(max_depth = 3)]
    fn keys_of_good_trees_are_found(tree: Tree<u8>) {
        assume!(tree.keys().is_sorted_by(|a, b| a < b));
        for key in tree.keys() {
            assert!(tree.contains(key));
        }
    }

    /// A tree is not much higher than it has to be.
    #[forall(max_len = 4)]
    fn trees_are_low(keys: Vec<u8>) {
        let tree: Tree<u8> = keys.into_iter().collect();
        assert!(tree.height() <= 3);
    }

    /// Keys that come in order make a long chain.
    #[forall]
    fn long_chains(length: u32) {
        assume!(length <= 1_000);
        let tree: Tree<u32> = (0..length).rev().collect();
        assert_eq!(tree.height(), length as usize);
    }
}
