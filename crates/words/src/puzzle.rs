//! What is said about a puzzle: the position and the question.

use divvy_rules::{
    Board, Family, Memory, Number, NumberSet, One, Opening, Player, Position, RacePosition, Record,
    Relation, Rules,
};

use crate::list;

/// What the grades are called, the easiest first.
pub const GRADES: [&str; 5] = ["very easy", "easy", "medium", "hard", "very hard"];

/// What a player without a name is called.
pub fn player(player: Player) -> String {
    format!("Player {}", player.number())
}

/// The position and the question, in lines; the last line asks.
pub fn question(record: &Record) -> String {
    let rules = record.rules();
    let mut lines = vec![format!("{} on {}", crate::name(rules.game()), rules.board())];
    lines.extend(known(record));
    let what = match record.position() {
        Position::Removal(_) => "number",
        Position::Race(_) => "step",
    };
    lines.push(format!("{} to move. Which {what} wins?", player(record.to_move())));
    lines.join("\n")
}

/// What there is to know about a position, in lines.
fn known(record: &Record) -> Vec<String> {
    let position = record.position();
    let board = position.board();
    let notes = rule_note(record.rules()).into_iter().chain(opening_note(record));
    let mut lines: Vec<String> = notes.map(str::to_owned).collect();
    match position {
        Position::Removal(removal) => {
            // A number that is struck before the first move is gone like those that were taken.
            let taken = removal.rules().struck().into_iter().chain(record.moves().iter().copied());
            lines.push(format!("Taken, in order: {}", in_order(board, taken)));
            lines.push(format!("Left: {}", ranged(board, removal.free())));
            let last = in_order(board, removal.previous());
            let s = if removal.previous().count() > 1 { "s" } else { "" };
            lines.push(format!("Last number{s}: {last}"));
            lines.push(format!("May be taken now: {}", ranged(board, &position.legal())));
        }
        Position::Race(race) => {
            lines.push(format!("Target: {}", race.rules().target()));
            lines.extend(Player::BOTH.map(|player| token(race, player)));
            lines.push(format!("Open now: {}", ranged(board, &position.legal())));
        }
    }
    lines
}

/// What is not as usual in these rules. What the board itself shows is left out.
fn rule_note(rules: Rules) -> Option<&'static str> {
    match rules.family() {
        Family::Removal(rules) => match (rules.relation(), rules.memory()) {
            (Relation::Unrelated(One::Free), Memory::One) => {
                Some("Here 1 is never a trap and never sets one.")
            }
            (Relation::Unrelated(One::Free), Memory::Two) => {
                Some("Here traps last two turns, and 1 is never a trap and never sets one.")
            }
            (_, Memory::Two) => Some("Here traps last two turns."),
            (_, Memory::One) => None,
        },
        Family::Race(rules) => rules
            .block()
            .then_some("Here a player may not enter the node that the opponent stands on."),
    }
}

/// What the first move must be, where it has not been made.
fn opening_note(record: &Record) -> Option<&'static str> {
    match record.rules().family() {
        Family::Removal(rules) if record.moves().is_empty() => match rules.opening() {
            Opening::Any => None,
            Opening::Even => Some("The first number must be even."),
            Opening::EvenBelowHalf => {
                Some("The first number must be even and less than half the size.")
            }
        },
        Family::Removal(_) | Family::Race(_) => None,
    }
}

/// `Player 1 on 6, not back to 12`
fn token(race: &RacePosition, who: Player) -> String {
    let token = race.token(who);
    let back = token.banned.map_or_else(String::new, |node| format!(", not back to {node}"));
    format!("{} on {}{back}", player(who), token.at)
}

/// Of a long list, how many parts stand before and after the gap.
const SHOWN: (usize, usize) = (24, 12);

/// `2-6, 8, 10-17, 19, 20`, or `none`: runs of three or more become ranges (ruling T5).
fn ranged(board: Board, numbers: &NumberSet) -> String {
    let parts: Vec<String> = numbers.runs().flat_map(list::run).collect();
    shortened(board, &parts)
}

/// The numbers in the order in which they were played, or `none`.
fn in_order(board: Board, numbers: impl Iterator<Item = Number>) -> String {
    let parts: Vec<String> = numbers.map(|number| number.to_string()).collect();
    shortened(board, &parts)
}

/// The parts, on large boards without those in the middle where there are too many to read.
fn shortened(board: Board, parts: &[String]) -> String {
    match parts {
        [] => "none".to_owned(),
        parts if board.size() <= list::LARGEST_LISTED_BOARD => parts.join(", "),
        parts => list::shortened(parts, ", ", SHOWN),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_of_a_board_is_taken_or_left() {
        let record: Record = "multiple-madness;size=8;from=6:3,1".parse().unwrap();
        let known = known(&record);
        assert_eq!(known[0], "Taken, in order: 6, 3, 1");
        assert_eq!(known[1], "Left: 2, 4, 5, 7, 8");
    }
}
