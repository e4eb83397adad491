//! Removal: a subtree that loses a black node is mended on the way up.

use super::{Node, Tree, balanced, black, blackened, is_red, red};

/// If the root was black, every path in the result has one black node less than before.
pub fn removed(tree: Tree, key: i32) -> Tree {
    let node = tree?;
    let Node { left, key: own, right, .. } = *node;
    if key < own {
        let loses = is_black(&left);
        let left = removed(left, key);
        if loses { left_mended(left, own, right) } else { red(left, own, right) }
    } else if key > own {
        let loses = is_black(&right);
        let right = removed(right, key);
        if loses { right_mended(left, own, right) } else { red(left, own, right) }
    } else {
        joined(left, right)
    }
}

/// Of two subtrees of a removed node, one tree.
fn joined(left: Tree, right: Tree) -> Tree {
    let (left, right) = match (left, right) {
        (Some(left), Some(right)) => (*left, *right),
        (left, right) => return left.or(right),
    };
    match (left.red, right.red) {
        (false, true) => red(joined(Some(Box::new(left)), right.left), right.key, right.right),
        (true, false) => red(left.left, left.key, joined(left.right, Some(Box::new(right)))),
        (true, true) => match joined(left.right, right.left) {
            Some(middle) if middle.red => red(
                red(left.left, left.key, middle.left),
                middle.key,
                red(middle.right, right.key, right.right),
            ),
            middle => red(left.left, left.key, red(middle, right.key, right.right)),
        },
        (false, false) => match joined(left.right, right.left) {
            Some(middle) if middle.red => {
                let left = black(left.left, left.key, middle.left);
                red(left, middle.key, black(middle.right, right.key, right.right))
            }
            middle => left_mended(left.left, left.key, black(middle, right.key, right.right)),
        },
    }
}

/// The left one lacks a black node.
fn left_mended(left: Tree, key: i32, right: Tree) -> Tree {
    if is_red(&left) {
        return red(blackened(left), key, right);
    }
    let right = *right.expect("it has more black nodes than the left one");
    match right.red {
        false => balanced(left, key, red(right.left, right.key, right.right)),
        true => {
            let middle = right.left.expect("it has as many black nodes as its parent");
            let right = balanced(middle.right, right.key, reddened(right.right));
            red(black(left, key, middle.left), middle.key, right)
        }
    }
}

/// The right one lacks a black node.
fn right_mended(left: Tree, key: i32, right: Tree) -> Tree {
    if is_red(&right) {
        return red(left, key, blackened(right));
    }
    let left = *left.expect("it has more black nodes than the right one");
    match left.red {
        false => balanced(red(left.left, left.key, left.right), key, right),
        true => {
            let middle = left.right.expect("it has as many black nodes as its parent");
            let left = balanced(reddened(left.left), left.key, middle.left);
            red(left, middle.key, black(middle.right, key, right))
        }
    }
}

fn is_black(tree: &Tree) -> bool {
    tree.is_some() && !is_red(tree)
}

/// A black tree, in red.
fn reddened(tree: Tree) -> Tree {
    tree.map(|node| Box::new(Node { red: true, ..*node }))
}
