//! Programs on which other engines were measured, as C or Python ports of the same functions; a broken property panics.

/// Lomuto quicksort, property: sorted.
pub fn check_sorting(a: &mut [i32]) {
    quicksort(a);
    assert!(a.windows(2).all(|w| w[0] <= w[1]));
}
fn quicksort(a: &mut [i32]) {
    if a.len() < 2 {
        return;
    }
    let hi = a.len() - 1;
    let mut i = 0;
    for j in 0..hi {
        if a[j] < a[hi] {
            a.swap(i, j);
            i += 1;
        }
    }
    a.swap(i, hi);
    let (l, r) = a.split_at_mut(i);
    quicksort(l);
    quicksort(&mut r[1..]);
}

/// Triangle classification against an independent specification.
#[derive(PartialEq, Debug)]
pub enum Kind {
    Invalid,
    Equilateral,
    Isosceles,
    Scalene,
}
fn classify(a: i32, b: i32, c: i32) -> Kind {
    let (p, q, r) = (a as i64, b as i64, c as i64);
    if a <= 0 || b <= 0 || c <= 0 || p + q <= r || q + r <= p || p + r <= q {
        Kind::Invalid
    } else if a == b && b == c {
        Kind::Equilateral
    } else if a == b || b == c || a == c {
        Kind::Isosceles
    } else {
        Kind::Scalene
    }
}
fn spec(a: i32, b: i32, c: i32) -> Kind {
    let max = a.max(b).max(c) as i64;
    let sum = a as i64 + b as i64 + c as i64;
    if a.min(b).min(c) <= 0 || sum - max <= max {
        return Kind::Invalid;
    }
    match (a == b) as u8 + (b == c) as u8 + (a == c) as u8 {
        3 => Kind::Equilateral,
        1 => Kind::Isosceles,
        _ => Kind::Scalene,
    }
}
pub fn check_triangle(a: i32, b: i32, c: i32) {
    assert_eq!(classify(a, b, c), spec(a, b, c));
}

/// A needle: the cubic has exactly one 32-bit solution, 0x2a51f0c4.
pub fn look_for_needle(x: u32, y: u32, s: &[u8]) {
    let cubic = x.wrapping_mul(x).wrapping_mul(x).wrapping_sub(x.wrapping_mul(7));
    if cubic == 0x1b72_4ee4 && y == x ^ 0xdead_beef && s == b"forall!" {
        panic!("reached");
    }
}

/// Red-black tree set, invariants checked after every insertion.
#[derive(Clone, Copy, Default)]
struct Node {
    key: i32,
    left: usize,
    right: usize,
    parent: usize,
    red: bool,
}
struct Tree {
    n: Vec<Node>, // n[0] is the nil node
    root: usize,
}
impl Tree {
    fn rotate(&mut self, x: usize, left: bool) {
        let y = if left { self.n[x].right } else { self.n[x].left };
        let inner = if left { self.n[y].left } else { self.n[y].right };
        if left {
            self.n[x].right = inner
        } else {
            self.n[x].left = inner
        }
        if inner != 0 {
            self.n[inner].parent = x;
        }
        let p = self.n[x].parent;
        self.n[y].parent = p;
        if p == 0 {
            self.root = y;
        } else if self.n[p].left == x {
            self.n[p].left = y;
        } else {
            self.n[p].right = y;
        }
        if left {
            self.n[y].left = x
        } else {
            self.n[y].right = x
        }
        self.n[x].parent = y;
    }
    fn insert(&mut self, key: i32) {
        let (mut p, mut x) = (0, self.root);
        while x != 0 {
            p = x;
            x = if key < self.n[x].key {
                self.n[x].left
            } else if key > self.n[x].key {
                self.n[x].right
            } else {
                return;
            };
        }
        let mut z = self.n.len();
        self.n.push(Node { key, parent: p, red: true, ..Node::default() });
        if p == 0 {
            self.root = z;
        } else if key < self.n[p].key {
            self.n[p].left = z;
        } else {
            self.n[p].right = z;
        }
        while self.n[self.n[z].parent].red {
            let (mut p, mut g) = (self.n[z].parent, self.n[self.n[z].parent].parent);
            let left = p == self.n[g].left;
            let u = if left { self.n[g].right } else { self.n[g].left };
            if self.n[u].red {
                self.n[p].red = false;
                self.n[u].red = false;
                self.n[g].red = true;
                z = g;
                continue;
            }
            if z == (if left { self.n[p].right } else { self.n[p].left }) {
                z = p;
                self.rotate(z, left);
                p = self.n[z].parent;
                g = self.n[p].parent;
            }
            self.n[p].red = false;
            self.n[g].red = true;
            self.rotate(g, !left);
        }
        let r = self.root;
        self.n[r].red = false;
    }
    fn black_height(&self, x: usize) -> u32 {
        if x == 0 {
            return 1;
        }
        let Node { key, left, right, red, .. } = self.n[x];
        assert!(!red || (!self.n[left].red && !self.n[right].red));
        assert!(left == 0 || self.n[left].key < key);
        assert!(right == 0 || key < self.n[right].key);
        let (l, r) = (self.black_height(left), self.black_height(right));
        assert_eq!(l, r);
        l + !red as u32
    }
}
pub fn check_tree(keys: &[i32]) {
    let mut t = Tree { n: vec![Node::default()], root: 0 };
    for &k in keys {
        t.insert(k);
        assert!(!t.n[t.root].red);
        t.black_height(t.root);
    }
}

/// Binary search with an overflowing 8-bit midpoint.
pub fn check_search(n: i8, key: i32) {
    let a: [i32; 127] = std::array::from_fn(|i| 3 * i as i32);
    if n < 0 {
        return;
    }
    let (mut lo, mut hi) = (0i8, n - 1);
    while lo <= hi {
        let mid = lo.wrapping_add(hi) / 2; // the bug
        assert!(lo <= mid && mid <= hi);
        match a[mid as usize].cmp(&key) {
            std::cmp::Ordering::Equal => return,
            std::cmp::Ordering::Less => lo = mid + 1,
            std::cmp::Ordering::Greater => hi = mid - 1,
        }
    }
}

/// Recursive-descent parser and evaluator over a fixed byte string.
struct Parser<'a> {
    s: &'a [u8],
    pos: usize,
}
impl Parser<'_> {
    fn eat(&mut self, c: u8) -> bool {
        let hit = self.s.get(self.pos) == Some(&c);
        self.pos += hit as usize;
        hit
    }
    fn factor(&mut self) -> Option<i32> {
        if self.eat(b'(') {
            let v = self.expr()?;
            return self.eat(b')').then_some(v);
        }
        if self.eat(b'-') {
            return self.factor().map(i32::wrapping_neg);
        }
        let start = self.pos;
        let mut v = 0i32;
        while let Some(d @ b'0'..=b'9') = self.s.get(self.pos) {
            v = v.wrapping_mul(10).wrapping_add((d - b'0') as i32);
            self.pos += 1;
        }
        (self.pos > start).then_some(v)
    }
    fn term(&mut self) -> Option<i32> {
        let mut v = self.factor()?;
        while self.eat(b'*') {
            v = v.wrapping_mul(self.factor()?);
        }
        Some(v)
    }
    fn expr(&mut self) -> Option<i32> {
        let mut v = self.term()?;
        loop {
            if self.eat(b'+') {
                v = v.wrapping_add(self.term()?);
            } else if self.eat(b'-') {
                v = v.wrapping_sub(self.term()?);
            } else {
                return Some(v);
            }
        }
    }
}
pub fn check_parser(s: &[u8]) -> Option<i32> {
    let mut p = Parser { s, pos: 0 };
    let v = p.expr()?;
    if p.pos != s.len() {
        return None;
    }
    let mut d = 0;
    for &c in s {
        d += (c == b'(') as i32 - (c == b')') as i32;
        assert!(d >= 0);
    }
    assert_eq!(d, 0);
    Some(v)
}

/// SHA-256 compression over `mb` MiB of LCG bytes; nothing symbolic.
pub fn mix(mb: usize) -> u32 {
    let mut x = 12345u32;
    let mut next = move || {
        x = x.wrapping_mul(1664525).wrapping_add(1013904223);
        x
    };
    let k: [u32; 64] = std::array::from_fn(|_| next());
    let mut h: [u32; 8] = std::array::from_fn(|_| next());
    for _ in 0..mb * 1024 * 1024 / 64 {
        let b: [u8; 64] = std::array::from_fn(|_| (next() >> 24) as u8);
        let mut w = [0u32; 64];
        for i in 0..16 {
            w[i] = u32::from_be_bytes(b[4 * i..4 * i + 4].try_into().unwrap());
        }
        for i in 16..64 {
            let s0 = w[i - 15].rotate_right(7) ^ w[i - 15].rotate_right(18) ^ (w[i - 15] >> 3);
            let s1 = w[i - 2].rotate_right(17) ^ w[i - 2].rotate_right(19) ^ (w[i - 2] >> 10);
            w[i] = w[i - 16].wrapping_add(s0).wrapping_add(w[i - 7]).wrapping_add(s1);
        }
        let mut v = h;
        for i in 0..64 {
            let s1 = v[4].rotate_right(6) ^ v[4].rotate_right(11) ^ v[4].rotate_right(25);
            let ch = (v[4] & v[5]) ^ (!v[4] & v[6]);
            let t1 = v[7].wrapping_add(s1).wrapping_add(ch).wrapping_add(k[i]).wrapping_add(w[i]);
            let s0 = v[0].rotate_right(2) ^ v[0].rotate_right(13) ^ v[0].rotate_right(22);
            let maj = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
            v = [
                t1.wrapping_add(s0.wrapping_add(maj)),
                v[0],
                v[1],
                v[2],
                v[3].wrapping_add(t1),
                v[4],
                v[5],
                v[6],
            ];
        }
        for i in 0..8 {
            h[i] = h[i].wrapping_add(v[i]);
        }
    }
    h[0] ^ h[7]
}

#[cfg(test)]
mod puts {
    use super::*;
    use forall::forall;

    #[forall]
    fn quicksort_4(mut a: [i32; 4]) {
        check_sorting(&mut a);
    }
    #[forall]
    fn quicksort_5(mut a: [i32; 5]) {
        check_sorting(&mut a);
    }
    #[forall]
    fn quicksort_6(mut a: [i32; 6]) {
        check_sorting(&mut a);
    }
    #[forall]
    fn triangle(a: i32, b: i32, c: i32) {
        check_triangle(a, b, c);
    }
    #[forall]
    fn needle(x: u32, y: u32, s: [u8; 7]) {
        look_for_needle(x, y, &s);
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
    fn binary_search(n: i8, key: i32) {
        check_search(n, key);
    }
    #[forall]
    fn parser_5(s: [u8; 5]) {
        check_parser(&s);
    }
    #[forall]
    fn parser_6(s: [u8; 6]) {
        check_parser(&s);
    }
    #[forall]
    fn concrete_mixing(x: u8) {
        assert!(mix(4) != 0 || x == 0);
    }
}
