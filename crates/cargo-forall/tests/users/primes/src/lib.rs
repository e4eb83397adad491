//! Numbers and what is known of them.

use std::sync::Mutex;

/// Whether it is a prime number.
pub fn is_prime(n: u32) -> bool {
    if n < 2 {
        return false;
    }
    let mut d = 2;
    while d * d <= n {
        if n % d == 0 {
            return false;
        }
        d += 1;
    }
    true
}

/// All primes below a limit, by the sieve.
pub fn sieve(limit: usize) -> Vec<usize> {
    let mut composite = vec![false; limit];
    let mut primes = Vec::new();
    for n in 2..limit {
        if !composite[n] {
            primes.push(n);
            for multiple in (n * n..limit).step_by(n) {
                composite[multiple] = true;
            }
        }
    }
    primes
}

/// The greatest common divisor.
pub fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 {
        a
    } else {
        gcd(b, a % b)
    }
}

/// The least common multiple.
pub fn lcm(a: u64, b: u64) -> u64 {
    a * b / gcd(a, b)
}

/// A power, modulo something.
pub fn power(base: u64, mut exponent: u32, modulus: u64) -> u64 {
    let mut result = 1;
    let mut square = base % modulus;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result * square % modulus;
        }
        square = square * square % modulus;
        exponent >>= 1;
    }
    result
}

/// The function of Ackermann, which grows.
pub fn ackermann(m: u8, n: u64) -> u64 {
    match (m, n) {
        (0, n) => n + 1,
        (m, 0) => ackermann(m - 1, 1),
        (m, n) => ackermann(m - 1, ackermann(m, n - 1)),
    }
}

/// The steps from a number to one: halve it, or three times and one more.
pub fn collatz(n: u64) -> u32 {
    let (mut n, mut steps) = (n, 0);
    while n > 1 {
        n = if n % 2 == 0 { n / 2 } else { 3 * n + 1 };
        steps += 1;
    }
    steps
}

/// Numbers of Fibonacci, remembered.
pub fn fibonacci(n: usize) -> u64 {
    static KNOWN: Mutex<Vec<u64>> = Mutex::new(Vec::new());
    let mut known = KNOWN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    while known.len() <= n {
        let next = match known.as_slice() {
            [] => 0,
            [_] => 1,
            [.., a, b] => a + b,
        };
        known.push(next);
    }
    known[n]
}

/// How many ways there are to climb stairs by one or two steps.
pub fn stairs(n: u32) -> u64 {
    if n < 2 {
        1
    } else {
        stairs(n - 1) + stairs(n - 2)
    }
}

/// The digital root.
pub fn digital_root(mut n: u64) -> u64 {
    while n > 9 {
        let mut sum = 0;
        while n > 0 {
            sum += n % 10;
            n /= 10;
        }
        n = sum;
    }
    n
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::{assume, forall};

    /// Both ways to find them agree.
    #[forall]
    fn sieve_and_division_agree(n: u8) {
        let primes = sieve(256);
        assert_eq!(primes.contains(&n.into()), is_prime(n.into()));
    }

    #[forall]
    fn primes_are_odd(n: u16) {
        assume!(n > 2 && is_prime(n.into()));
        assert_eq!(n % 2, 1);
    }

    #[forall]
    fn every_number_is_prime_or_not(n: u32) {
        is_prime(n);
    }

    /// Euler's formula, which is not right for ever.
    #[forall]
    fn eulers_polynomial(n: u8) {
        assume!(n < 45);
        let n = u32::from(n);
        assert!(is_prime(n * n + n + 41));
    }

    #[forall]
    fn divisors_divide(a: u64, b: u64) {
        assume!(a > 0);
        assert_eq!(a % gcd(a, b), 0);
    }

    #[forall]
    fn small_divisors_divide(a: u8, b: u8) {
        assume!(a > 0 && b > 0);
        let gcd = gcd(a.into(), b.into());
        assert!(u64::from(a) % gcd == 0 && u64::from(b) % gcd == 0);
    }

    #[forall]
    fn multiples_are_multiples(a: u64, b: u64) {
        assume!(a > 0 && b > 0);
        assert_eq!(lcm(a, b) % a, 0);
    }

    #[forall]
    fn every_pair_has_a_multiple(a: u16, b: u16) {
        assert!(lcm(a.into(), b.into()) <= u64::from(a) * u64::from(b));
    }

    /// Fermat's little theorem.
    #[forall]
    fn fermat(base: u16) {
        assume!(base % 251 != 0);
        assert_eq!(power(base.into(), 250, 251), 1);
    }

    #[forall]
    fn powers_are_below_the_modulus(base: u64, exponent: u8, modulus: u64) {
        assume!(modulus > 0);
        assert!(power(base, exponent.into(), modulus) < modulus);
    }

    /// With a modulus for which all products fit.
    #[forall]
    fn small_powers_are_below_the_modulus(base: u64, exponent: u8, modulus: u32) {
        assume!(modulus > 1);
        assert!(power(base, exponent.into(), modulus.into()) < modulus.into());
    }

    #[forall]
    fn ackermann_is_larger(m: u8, n: u8) {
        assume!(m < 4 && n < 4);
        assert!(ackermann(m, n.into()) > n.into());
    }

    /// One more cannot matter much.
    #[forall]
    fn ackermann_ends(m: u8) {
        assume!(m < 6);
        assert!(ackermann(m, 1) > 0);
    }

    #[forall]
    fn collatz_ends_early(n: u16) {
        assert!(collatz(n.into()) <= 350);
    }

    /// Nobody knows.
    #[forall]
    fn collatz_ends(n: u64) {
        assume!(n < 1 << 40);
        assert!(collatz(n) < 10_000);
    }

    #[forall]
    fn fibonacci_grows(n: u8) {
        assert!(fibonacci(usize::from(n) + 1) >= fibonacci(n.into()));
    }

    #[forall]
    fn fibonacci_grows_at_first(n: u8) {
        assume!(n < 90);
        assert!(fibonacci(usize::from(n) + 1) >= fibonacci(n.into()));
    }

    #[forall]
    fn stairs_are_fibonacci(n: u8) {
        assume!(n < 12);
        assert_eq!(stairs(n.into()), fibonacci(usize::from(n) + 1));
    }

    /// Some stairs are long.
    #[forall]
    fn long_stairs(n: u32) {
        assume!(n < 1000);
        assert!(stairs(n) > 0);
    }

    #[forall]
    fn digital_roots_are_remainders(n: u16) {
        assume!(n > 0);
        assert_eq!(digital_root(n.into()), (u64::from(n) - 1) % 9 + 1);
    }

    /// Goldbach.
    #[forall]
    fn even_numbers_are_sums_of_two_primes(half: u8) {
        assume!(half >= 2);
        let n = u32::from(half) * 2;
        assert!((2..n).any(|p| is_prime(p) && is_prime(n - p)));
    }

    /// A sum of many small things.
    #[forall]
    fn a_sum_by_counting(n: u32) {
        assume!(n <= 2_000_000);
        let sum: u64 = (1..=u64::from(n)).sum();
        assert_eq!(sum, u64::from(n) * (u64::from(n) + 1) / 2);
    }

    /// Factors of a large number.
    #[forall]
    fn the_number_has_no_factors(a: u32, b: u32) {
        assume!(a > 1 && b > 1);
        assert_ne!(u64::from(a) * u64::from(b), 1_000_036_000_099);
    }
}
