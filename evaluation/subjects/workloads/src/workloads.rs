//! Programs for which it is known how long KLEE takes on the same functions in C.

/// Sorts by putting everything below the last element before it.
pub fn quicksort(values: &mut [i32]) {
    let Some(last) = values.len().checked_sub(1).filter(|last| *last > 0) else { return };
    let mut below = 0;
    for at in 0..last {
        if values[at] < values[last] {
            values.swap(below, at);
            below += 1;
        }
    }
    values.swap(below, last);
    quicksort(&mut values[..below]);
    quicksort(&mut values[below + 1..]);
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Triangle {
    None,
    Equilateral,
    Isosceles,
    Scalene,
}

pub fn triangle(a: i32, b: i32, c: i32) -> Triangle {
    let (x, y, z) = (i64::from(a), i64::from(b), i64::from(c));
    if a <= 0 || b <= 0 || c <= 0 || x + y <= z || y + z <= x || z + x <= y {
        Triangle::None
    } else if a == b && b == c {
        Triangle::Equilateral
    } else if a == b || b == c || c == a {
        Triangle::Isosceles
    } else {
        Triangle::Scalene
    }
}

/// The same by another rule: the longest side against the others, and how many pairs are equal.
pub fn triangle_by_pairs(a: i32, b: i32, c: i32) -> Triangle {
    let longest = i64::from(a.max(b).max(c));
    let around = i64::from(a) + i64::from(b) + i64::from(c);
    if a.min(b).min(c) <= 0 || around - longest <= longest {
        return Triangle::None;
    }
    match u8::from(a == b) + u8::from(b == c) + u8::from(c == a) {
        3 => Triangle::Equilateral,
        1 => Triangle::Isosceles,
        _ => Triangle::Scalene,
    }
}

/// One input in many.
pub fn is_needle(x: u32, y: u32, text: &[u8]) -> bool {
    let cubic = x.wrapping_mul(x).wrapping_mul(x).wrapping_sub(x.wrapping_mul(7));
    cubic == 0x1b72_4ee4 && y == x ^ 0xdead_beef && text == b"forall!"
}

/// A search tree kept in balance by colours, after Okasaki; nodes in a vector, 0 is no node.
#[derive(Default)]
pub struct Tree {
    nodes: Vec<Node>,
    root: usize,
}

#[derive(Clone, Copy)]
struct Node {
    key: i32,
    red: bool,
    below: [usize; 2],
}

impl Tree {
    pub fn insert(&mut self, key: i32) {
        self.root = self.insert_at(self.root, key);
        self.node_mut(self.root).red = false;
    }

    fn insert_at(&mut self, at: usize, key: i32) -> usize {
        if at == 0 {
            self.nodes.push(Node { key, red: true, below: [0, 0] });
            return self.nodes.len();
        }
        let known = self.node(at).key;
        if key == known {
            return at;
        }
        let side = usize::from(key > known);
        let child = self.insert_at(self.node(at).below[side], key);
        self.node_mut(at).below[side] = child;
        self.balance(at, side)
    }

    /// A black node with two reds in a row on one side becomes a red one with two black children.
    fn balance(&mut self, at: usize, side: usize) -> usize {
        let child = self.node(at).below[side];
        if self.node(at).red || !self.is_red(child) {
            return at;
        }
        let (outer, inner) = (self.node(child).below[side], self.node(child).below[1 - side]);
        let (top, low, middle) = if self.is_red(outer) {
            (child, outer, inner)
        } else if self.is_red(inner) {
            let [near, far] = [self.node(inner).below[side], self.node(inner).below[1 - side]];
            self.node_mut(child).below[1 - side] = near;
            (inner, child, far)
        } else {
            return at;
        };
        self.node_mut(at).below[side] = middle;
        self.node_mut(top).below[side] = low;
        self.node_mut(top).below[1 - side] = at;
        self.node_mut(low).red = false;
        self.node_mut(top).red = true;
        top
    }

    /// How many black nodes every way down has.
    pub fn checked_height(&self) -> u32 {
        assert!(!self.is_red(self.root));
        self.height(self.root)
    }

    fn height(&self, at: usize) -> u32 {
        if at == 0 {
            return 1;
        }
        let node = self.node(at);
        assert!(!node.red || node.below.iter().all(|child| !self.is_red(*child)));
        for (side, child) in node.below.into_iter().enumerate().filter(|(_, child)| *child != 0) {
            assert!(if side == 0 { self.node(child).key < node.key } else { self.node(child).key > node.key });
        }
        let [left, right] = node.below.map(|child| self.height(child));
        assert_eq!(left, right);
        left + u32::from(!node.red)
    }

    fn is_red(&self, at: usize) -> bool {
        at != 0 && self.node(at).red
    }

    fn node(&self, at: usize) -> Node {
        self.nodes[at - 1]
    }

    fn node_mut(&mut self, at: usize) -> &mut Node {
        &mut self.nodes[at - 1]
    }
}

/// Finds a multiple of 3; the middle overflows.
pub fn careless_search(length: i8, value: i32) -> Option<i8> {
    let (mut low, mut high) = (0, length - 1);
    while low <= high {
        let middle = low.wrapping_add(high) / 2;
        assert!(low <= middle && middle <= high);
        match (3 * i32::from(middle)).cmp(&value) {
            std::cmp::Ordering::Equal => return Some(middle),
            std::cmp::Ordering::Less => low = middle + 1,
            std::cmp::Ordering::Greater => high = middle - 1,
        }
    }
    None
}

/// Sums and products of numbers in parentheses.
pub struct Calculator<'a> {
    text: &'a [u8],
}

impl Calculator<'_> {
    pub fn value_of(text: &[u8]) -> Option<i32> {
        let mut calculator = Calculator { text };
        let value = calculator.sum()?;
        calculator.text.is_empty().then_some(value)
    }

    fn next_is(&mut self, wanted: u8) -> bool {
        match self.text {
            [first, rest @ ..] if *first == wanted => {
                self.text = rest;
                true
            }
            _ => false,
        }
    }

    fn sum(&mut self) -> Option<i32> {
        let mut sum = self.product()?;
        loop {
            if self.next_is(b'+') {
                sum = sum.wrapping_add(self.product()?);
            } else if self.next_is(b'-') {
                sum = sum.wrapping_sub(self.product()?);
            } else {
                return Some(sum);
            }
        }
    }

    fn product(&mut self) -> Option<i32> {
        let mut product = self.atom()?;
        while self.next_is(b'*') {
            product = product.wrapping_mul(self.atom()?);
        }
        Some(product)
    }

    fn atom(&mut self) -> Option<i32> {
        if self.next_is(b'(') {
            let value = self.sum()?;
            return self.next_is(b')').then_some(value);
        }
        if self.next_is(b'-') {
            return self.atom().map(i32::wrapping_neg);
        }
        let mut value = None;
        while let [digit @ b'0'..=b'9', rest @ ..] = self.text {
            value = Some(value.unwrap_or(0i32).wrapping_mul(10).wrapping_add(i32::from(digit - b'0')));
            self.text = rest;
        }
        value
    }
}

/// What has a value has as many parentheses opened as closed.
fn check_parentheses(text: &[u8]) {
    if Calculator::value_of(text).is_some() {
        let mut open = 0;
        for byte in text {
            open += i32::from(*byte == b'(') - i32::from(*byte == b')');
            assert!(open >= 0);
        }
        assert_eq!(open, 0);
    }
}

pub fn check_tree(keys: &[i32]) {
    let mut tree = Tree::default();
    for key in keys {
        tree.insert(*key);
        tree.checked_height();
    }
}

pub fn check_sorting(values: &mut [i32]) {
    quicksort(values);
    assert!(values.windows(2).all(|pair| pair[0] <= pair[1]));
}

#[cfg(test)]
mod puts {
    use super::*;
    use forall::forall;

    #[forall]
    fn quicksort_4(mut values: [i32; 4]) {
        check_sorting(&mut values);
    }

    #[forall]
    fn quicksort_5(mut values: [i32; 5]) {
        check_sorting(&mut values);
    }

    #[forall]
    fn quicksort_6(mut values: [i32; 6]) {
        check_sorting(&mut values);
    }

    #[forall]
    fn quicksort_7(mut values: [i32; 7]) {
        check_sorting(&mut values);
    }

    #[forall]
    fn triangle_rules_agree(a: i32, b: i32, c: i32) {
        assert_eq!(triangle(a, b, c), triangle_by_pairs(a, b, c));
    }

    #[forall]
    fn needle(x: u32, y: u32, text: [u8; 7]) {
        assert!(!is_needle(x, y, &text));
    }

    #[forall]
    fn red_black_3(keys: [i32; 3]) {
        check_tree(&keys);
    }

    #[forall]
    fn red_black_4(keys: [i32; 4]) {
        check_tree(&keys);
    }

    #[forall]
    fn red_black_5(keys: [i32; 5]) {
        check_tree(&keys);
    }

    #[forall]
    fn binary_search(length: i8, value: i32) {
        forall::assume!(length >= 0);
        careless_search(length, value);
    }

    #[forall]
    fn parser_5(text: [u8; 5]) {
        check_parentheses(&text);
    }

    #[forall]
    fn parser_6(text: [u8; 6]) {
        check_parentheses(&text);
    }
}
