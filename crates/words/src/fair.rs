//! What is said about a board that is proposed for a fair game.

use divvy_rules::{Family, Memory, One, Opening, Relation, Rules};

/// `Multiple Madness on 1-24, the first number even: 5 of 12 first moves win; best play lasts 15 moves.`
pub fn fair_board(rules: Rules, openings: u32, winning: u32, moves: u32, exact: bool) -> String {
    format!("{}: {}", described(rules), fairness(rules, openings, winning, moves, exact))
}

/// `5 of 12 first moves win; best play lasts 15 moves.` A number of moves that is not exact has "about" before it. In a race:
/// `2 of 4 first moves keep the shortest way; it takes 4 turns.`
pub fn fairness(rules: Rules, openings: u32, winning: u32, moves: u32, exact: bool) -> String {
    if let (Family::Race(_), 1..) = (rules.family(), winning) {
        let keep = if winning == 1 { "keeps" } else { "keep" };
        let turns = crate::advice::turns(moves.div_ceil(2));
        return format!(
            "{winning} of {openings} first moves {keep} the shortest way; it takes {turns}."
        );
    }
    let winning = match winning {
        0 => format!("none of the {openings} first moves wins, so the second player can"),
        1 => format!("1 of {openings} first moves wins"),
        winning if winning == openings => format!("all {openings} first moves win"),
        winning => format!("{winning} of {openings} first moves win"),
    };
    let moves = crate::moves(moves as usize);
    let about = if exact { "" } else { "about " };
    format!("{winning}; best play lasts {about}{moves}.")
}

/// `Of rules of thumb “largest” gets furthest: it wins 15 of 100 games from the winning seat.`
pub fn rule_of_thumb(rule: &str, share: f64) -> String {
    let games = (share * 100.0).round();
    match games > 0.0 {
        true => format!(
            "Of rules of thumb “{rule}” gets furthest: it wins {games} of 100 games from the winning seat."
        ),
        false => "No rule of thumb wins 1 game in 100 from the winning seat.".to_owned(),
    }
}

/// The game, its board and its options.
fn described(rules: Rules) -> String {
    let name = crate::name(rules.game());
    let board = rules.board();
    let options = match rules.family() {
        Family::Removal(removal) => {
            let opening = match removal.opening() {
                Opening::Any => "",
                Opening::Even => ", the first number even",
                Opening::EvenBelowHalf => ", the first number even and below half",
            };
            let free = removal.relation() == Relation::Unrelated(One::Free);
            let struck = removal.struck().map(|number| format!(", {number} struck already"));
            let struck = struck.unwrap_or_default();
            let free = if free { ", 1 never a trap" } else { "" };
            let memory = match removal.memory() {
                Memory::One => "",
                Memory::Two => ", traps for two turns",
            };
            format!("{opening}{free}{memory}{struck}")
        }
        Family::Race(race) => {
            let blocked = if race.block() { ", with blocking" } else { "" };
            format!(" from {} to {}{blocked}", race.start_node(), race.target())
        }
    };
    format!("{name} on {board}{options}")
}
