//! What is always true of a red-black tree.

use super::{RedBlackTree, Tree, is_red};

impl RedBlackTree {
    /// The root is black, no red node has a red child, as many black nodes are on every path to a leaf, and keys are in order.
    pub fn is_valid(&self) -> bool {
        !is_red(&self.root) && black_height(&self.root).is_some() && is_ordered(&self.root, None, None)
    }

    pub fn len(&self) -> usize {
        count(&self.root)
    }

    pub fn is_empty(&self) -> bool {
        self.root.is_none()
    }
}

/// How many black nodes are on every path to a leaf, unless colors are wrong somewhere.
fn black_height(tree: &Tree) -> Option<usize> {
    let Some(node) = tree else { return Some(0) };
    let height = black_height(&node.left)?;
    if black_height(&node.right)? != height {
        return None;
    }
    match node.red {
        false => Some(height + 1),
        true if is_red(&node.left) || is_red(&node.right) => None,
        true => Some(height),
    }
}

fn is_ordered(tree: &Tree, above: Option<i32>, below: Option<i32>) -> bool {
    tree.as_ref().is_none_or(|node| {
        above.is_none_or(|above| above < node.key)
            && below.is_none_or(|below| node.key < below)
            && is_ordered(&node.left, above, Some(node.key))
            && is_ordered(&node.right, Some(node.key), below)
    })
}

fn count(tree: &Tree) -> usize {
    tree.as_ref().map_or(0, |node| 1 + count(&node.left) + count(&node.right))
}
