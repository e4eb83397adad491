//! A set of numbers in a red-black tree. Insertion is Okasaki's, removal Kahrs's.

mod invariant;
mod removal;

/// Numbers in their order, so that no path to a leaf is more than twice as long as another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RedBlackTree {
    root: Tree,
}

/// `None` is a leaf.
type Tree = Option<Box<Node>>;

#[derive(Clone, Debug, PartialEq, Eq)]
struct Node {
    /// Or else black.
    red: bool,
    left: Tree,
    key: i32,
    right: Tree,
}

impl RedBlackTree {
    pub fn contains(&self, key: i32) -> bool {
        let mut tree = &self.root;
        while let Some(node) = tree {
            if key == node.key {
                return true;
            }
            tree = if key < node.key { &node.left } else { &node.right };
        }
        false
    }

    pub fn insert(&mut self, key: i32) {
        self.root = blackened(inserted(self.root.take(), key));
    }

    pub fn remove(&mut self, key: i32) {
        self.root = blackened(removal::removed(self.root.take(), key));
    }
}

/// The root may be red with a red child afterwards; everything below is in order.
fn inserted(tree: Tree, key: i32) -> Tree {
    let Some(mut node) = tree else {
        return red(None, key, None);
    };
    if key == node.key {
        return Some(node);
    }
    if key < node.key {
        node.left = inserted(node.left, key);
    } else {
        node.right = inserted(node.right, key);
    }
    if node.red { Some(node) } else { balanced(node.left, node.key, node.right) }
}

/// A tree of two subtrees and a key between them that were below a black node; one of them may be red with a red child.
fn balanced(left: Tree, key: i32, right: Tree) -> Tree {
    match (left, right) {
        (left, right) if is_red(&left) && is_red(&right) => red(blackened(left), key, blackened(right)),
        (Some(left), right) if left.red && is_red(&left.left) => {
            red(blackened(left.left), left.key, black(left.right, key, right))
        }
        (Some(left), right) if left.red && is_red(&left.right) => {
            let middle = left.right.expect("it is red");
            red(black(left.left, left.key, middle.left), middle.key, black(middle.right, key, right))
        }
        (left, Some(right)) if right.red && is_red(&right.right) => {
            red(black(left, key, right.left), right.key, blackened(right.right))
        }
        (left, Some(right)) if right.red && is_red(&right.left) => {
            let middle = right.left.expect("it is red");
            red(black(left, key, middle.left), middle.key, black(middle.right, right.key, right.right))
        }
        (left, right) => black(left, key, right),
    }
}

fn is_red(tree: &Tree) -> bool {
    tree.as_ref().is_some_and(|node| node.red)
}

fn red(left: Tree, key: i32, right: Tree) -> Tree {
    Some(Box::new(Node { red: true, left, key, right }))
}

fn black(left: Tree, key: i32, right: Tree) -> Tree {
    Some(Box::new(Node { red: false, left, key, right }))
}

fn blackened(tree: Tree) -> Tree {
    tree.map(|node| Box::new(Node { red: false, ..*node }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::{assume, choose, factory, forall};

    /// Any valid tree of up to 8 nodes. Of all trees few are valid, so only such are drawn.
    #[factory]
    fn any_tree(black_height: u8) -> RedBlackTree {
        assume!(black_height <= 3);
        let mut drawn = Drawn { nodes_left: 8, last_key: None };
        RedBlackTree { root: drawn.subtree(black_height, false) }
    }

    struct Drawn {
        nodes_left: usize,
        last_key: Option<i32>,
    }

    impl Drawn {
        fn subtree(&mut self, black_height: u8, may_be_red: bool) -> Tree {
            let red = may_be_red && choose::<bool>();
            if black_height == 0 && !red {
                return None;
            }
            assume!(self.nodes_left > 0);
            self.nodes_left -= 1;
            let below = if red { black_height } else { black_height - 1 };
            let left = self.subtree(below, !red);
            let key = choose();
            assume!(self.last_key.is_none_or(|last| last < key));
            self.last_key = Some(key);
            let right = self.subtree(below, !red);
            Some(Box::new(Node { red, left, key, right }))
        }
    }

    #[forall]
    fn what_is_inserted_is_contained(mut tree: RedBlackTree, key: i32) {
        assume!(tree.len() < 8);
        tree.insert(key);
        assert!(tree.is_valid() && tree.contains(key));
    }

    #[forall]
    fn what_is_removed_is_gone(mut tree: RedBlackTree, key: i32) {
        tree.remove(key);
        assert!(tree.is_valid() && !tree.contains(key));
    }

    #[forall]
    fn what_was_inserted_can_be_removed(mut tree: RedBlackTree, key: i32) {
        assume!(tree.len() < 8);
        let count = tree.len() - usize::from(tree.contains(key));
        tree.insert(key);
        tree.remove(key);
        assert!(tree.is_valid() && tree.len() == count);
    }
}
