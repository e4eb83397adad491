//! A ring of fixed capacity.

/// First in, first out, at most `N`.
#[derive(Debug, Clone)]
pub struct Ring<T, const N: usize> {
    items: [Option<T>; N],
    head: usize,
    len: usize,
}

impl<T: Copy, const N: usize> Ring<T, N> {
    pub fn new() -> Self {
        Ring { items: [None; N], head: 0, len: 0 }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds an item if there is room, or gives it back.
    pub fn push(&mut self, item: T) -> Result<(), T> {
        if self.len == N {
            return Err(item);
        }
        self.items[(self.head + self.len) % N] = Some(item);
        self.len += 1;
        Ok(())
    }

    /// Adds an item, in place of the oldest if there is no room.
    pub fn force_push(&mut self, item: T) {
        if self.push(item).is_err() {
            self.items[self.head] = Some(item);
            self.head += 1;
            if self.head > N {
                self.head = 0;
            }
        }
    }

    pub fn pop(&mut self) -> Option<T> {
        if self.len == 0 {
            return None;
        }
        let item = self.items[self.head].take();
        self.head = (self.head + 1) % N;
        self.len -= 1;
        item
    }

    /// The item that was pushed last.
    pub fn newest(&self) -> Option<T> {
        if self.len == 0 {
            return None;
        }
        self.items[(self.head + self.len - 1) % N]
    }
}

impl<T: Copy, const N: usize> Default for Ring<T, N> {
    fn default() -> Self {
        Ring::new()
    }
}

/// The same tests for each capacity.
#[cfg(test)]
macro_rules! ring_tests {
    ($($name:ident: $capacity:literal),* $(,)?) => {
        $(
            mod $name {
                use crate::ring::Ring;
                use forall::forall;

                const CAPACITY: usize = $capacity;

                #[forall]
                fn never_longer_than_its_capacity(values: Vec<u8>) {
                    let mut ring = Ring::<u8, $capacity>::new();
                    for value in &values {
                        let _ = ring.push(*value);
                    }
                    assert_eq!(ring.len(), values.len().min(CAPACITY));
                }

                #[forall]
                fn first_in_first_out(values: Vec<i16>) {
                    let mut ring = Ring::<i16, $capacity>::new();
                    let room = values.iter().take_while(|value| ring.push(**value).is_ok()).count();
                    for value in &values[..room] {
                        assert_eq!(ring.pop(), Some(*value));
                    }
                    assert!(ring.is_empty());
                }

                #[forall]
                fn the_newest_is_kept(values: Vec<u8>) {
                    let mut ring = Ring::<u8, $capacity>::new();
                    for value in &values {
                        ring.force_push(*value);
                    }
                    assert_eq!(ring.newest(), values.last().copied());
                }
            }
        )*
    };
}

#[cfg(test)]
ring_tests! {
    of_one: 1,
    of_three: 3,
    of_five: 5,
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::forall;

    #[forall]
    fn an_array_fits(values: [u8; 4]) {
        let mut ring: Ring<u8, 4> = Ring::default();
        for value in values {
            ring.push(value).unwrap();
        }
        assert!(ring.push(0).is_err());
        let back: Vec<u8> = std::iter::from_fn(|| ring.pop()).collect();
        assert_eq!(back, values);
    }
}
