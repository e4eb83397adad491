//! The program: counts what comes in.

use std::io::Read;

mod count;

fn main() -> std::io::Result<()> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text)?;
    println!("{}", summary(&text));
    Ok(())
}

fn summary(text: &str) -> String {
    let counts = count::Counts::of(text);
    format!("{} {} {}", counts.lines, counts.words, counts.chars)
}

#[cfg(test)]
mod tests {
    use super::summary;
    use forall::forall;

    /// Three numbers, whatever comes in.
    #[forall]
    fn a_summary_is_three_numbers(text: &str) {
        assert_eq!(summary(text).split(' ').filter(|n| n.parse::<usize>().is_ok()).count(), 3);
    }
}
