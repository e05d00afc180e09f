//! What is said about a fair board.

use divvy_play::words;
use divvy_rules::{Family, Game, One, Opening, Options, Relation, Rules};
use serde::{Serialize, Serializer};

use super::FairBoard;

/// `Multiple Madness on 1-24, the first number even: 5 of 12 openings win; best play lasts 15 moves.`
pub(super) fn sentence(board: &FairBoard) -> String {
    let FairBoard { rules, openings, winning, moves, exact } = *board;
    let winning = match winning {
        0 => format!("none of the {openings} openings wins, so the second player can"),
        1 => format!("1 of {openings} openings wins"),
        winning if winning == openings => format!("all {openings} openings win"),
        winning => format!("{winning} of {openings} openings win"),
    };
    let moves = words::moves(moves as usize);
    let lasting = match exact {
        true => format!("best play lasts {moves}"),
        false => format!("two perfect players take {moves}"),
    };
    format!("{}: {winning}; {lasting}.", described(rules))
}

/// The game, its board and its options.
fn described(rules: Rules) -> String {
    let name = words::name(rules.game());
    let board = rules.board();
    let options = match rules.family() {
        Family::Removal(removal) => {
            let opening = match removal.opening() {
                Opening::Any => "",
                Opening::Even => ", the first number even",
                Opening::EvenBelowHalf => ", the first number even and below half",
            };
            let free = removal.relation() == Relation::Unrelated(One::Free);
            format!("{opening}{}", if free { ", 1 never a trap" } else { "" })
        }
        Family::Race(race) => {
            let blocked = if race.block() { ", with blocking" } else { "" };
            format!(" from {} to {}{blocked}", race.start_node(), race.target())
        }
    };
    format!("{name} on {board}{options}")
}

/// `divvy play multiple-madness --size 24 --opening even`
pub(super) fn command(rules: Rules) -> String {
    let Options { size, opening, without_one, one, start, target, block } = rules.options();
    let mut command = format!("divvy play {}", rules.game());
    let mut push = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            command.push_str(" --");
            command.push_str(name);
            if !value.is_empty() {
                command.push(' ');
                command.push_str(&value);
            }
        }
    };
    push("size", size.map(|size| size.to_string()));
    push("opening", opening.map(|opening| opening.to_string()));
    push("without-one", without_one.then(String::new));
    push("one", one.map(|one| one.to_string()));
    push("start", start.map(|start| start.to_string()));
    push("target", target.map(|target| target.to_string()));
    push("block", block.then(String::new));
    command
}

#[derive(Serialize)]
struct BoardData {
    game: Game,
    size: u32,
    options: Options,
    openings: u32,
    winning_openings: u32,
    moves: u32,
    exact: bool,
    evenness: f64,
    lasting: f64,
    score: f64,
    sentence: String,
    command: String,
}

impl Serialize for FairBoard {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let data = BoardData {
            game: self.rules.game(),
            size: self.rules.board().size(),
            options: self.rules.options(),
            openings: self.openings,
            winning_openings: self.winning,
            moves: self.moves,
            exact: self.exact,
            evenness: self.evenness(),
            lasting: self.lasting(),
            score: self.score(),
            sentence: self.sentence(),
            command: self.command(),
        };
        data.serialize(serializer)
    }
}
