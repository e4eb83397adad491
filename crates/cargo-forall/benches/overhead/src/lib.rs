//! Work on data that no input reaches, as tests do most of the time. Each kind tells its best time.

#[cfg(test)]
mod work;

#[cfg(test)]
mod tests {
    use crate::work;
    use forall::forall;
    use std::hint::black_box;
    use std::time::{Duration, Instant};

    const TURNS: u32 = 7;

    fn tell(name: &str, work: impl Fn(u32) -> u64) {
        let time = |seed: u32| {
            let started = Instant::now();
            black_box(work(black_box(seed)));
            started.elapsed()
        };
        let best = (0..TURNS).map(time).min().unwrap_or(Duration::MAX);
        eprintln!("overhead {name} {}", best.as_nanos());
    }

    #[forall]
    fn all(_input: u8) {
        tell("mixing", work::mixing);
        tell("sorting", work::sorting);
        tell("text", work::text);
        tell("tree", work::tree);
        tell("matrix", work::matrix);
        tell("dispatch", work::dispatch);
    }
}
