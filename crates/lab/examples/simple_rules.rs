//! What rules of thumb win on boards given in notation.
use divvy_lab::simple::{GAMES, simple_rules};

#[allow(clippy::print_stdout, clippy::unwrap_used, reason = "an example")]
fn main() {
    for text in std::env::args().skip(1) {
        let shares = simple_rules(text.parse().unwrap(), GAMES, 1).unwrap();
        let shares: Vec<String> =
            shares.iter().map(|one| format!("{} {:.2}", one.rule, one.share)).collect();
        println!("{text}: {}", shares.join(", "));
    }
}
