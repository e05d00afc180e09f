//! The questions of the benchmark: a position in the words of its game, or in words that belong to none.

use divvy_rules::{
    Family, Game, Memory, Number, One, Opening, Player, Position, RacePosition, RaceRules, Record,
    Relation, RemovalPosition, RemovalRules,
};

use crate::list::listed;
use crate::rules::rules_to_be_tested_by;

/// The last lines of every question.
const TASK: &str = "It is your turn. At least one of your choices wins, whatever your opponent does afterwards. Find one. You have one try: \
a choice that is not allowed is wrong. Think as long as you like, and end with a line of this form:\nAnswer: NUMBER";

/// A question in the words of the game.
pub fn question(record: &Record) -> String {
    let rules = record.rules();
    let position = match record.position() {
        Position::Removal(removal) => {
            removal_in_its_words(rules.game(), removal, record.moves().is_empty())
        }
        Position::Race(race) => {
            let [me, other] =
                [race.to_move(), race.to_move().other()].map(|who| stands_on(race, who));
            format!("Your Current Node: {me}\nYour opponent's Current Node: {other}")
        }
    };
    let text = rules_to_be_tested_by(rules).join("\n");
    format!("{}\n\n{text}\n\nNow:\n{position}\n\n{TASK}", crate::name(rules.game()))
}

fn removal_in_its_words(game: Game, position: &RemovalPosition, is_first: bool) -> String {
    let free: Vec<Number> = position.free().iter().collect();
    let spaced = free.iter().map(Number::to_string).collect::<Vec<_>>().join(" ");
    let last: Vec<Number> = position.previous().collect();
    let (s, last) = (if last.len() > 1 { "s" } else { "" }, listed(&last));
    let or_none = if last.is_empty() { "None" } else { &last };
    match game {
        Game::TrapAvoidance => {
            format!("Previous Number{s}: {or_none}\nNumbers not taken: {}", listed(&free))
        }
        Game::ChainReaction => {
            format!("Current Number: {or_none}\nAvailable Numbers: {spaced}")
        }
        Game::SequenceDuel => {
            format!("Remaining numbers: {spaced}\nLast number removed: {or_none}")
        }
        Game::MultipleMadness | Game::NumberMaze => {
            let by = if is_first { "" } else { " by opponent" };
            format!("Numbers available: {spaced}\nLast number removed{by}: {or_none}")
        }
    }
}

/// Where a player stands: `6 (not back to 30)`.
fn stands_on(race: &RacePosition, player: Player) -> String {
    let token = race.token(player);
    let back = token.banned.map_or_else(String::new, |node| format!(" (not back to {node})"));
    format!("{}{back}", token.at)
}

/// The same question in words that belong to no game: numbers are named, or counters move.
pub fn neutral_question(record: &Record) -> String {
    let (rules, position) = match (record.rules().family(), record.position()) {
        (Family::Removal(rules), Position::Removal(position)) => {
            let named: Vec<Number> =
                rules.struck().into_iter().chain(record.moves().iter().copied()).collect();
            let named = if named.is_empty() { "none".to_owned() } else { listed(&named) };
            let left: Vec<Number> = position.free().iter().collect();
            let position =
                format!("Named so far, in order: {named}\nNot named yet: {}", listed(&left));
            (neutral_removal(rules), position)
        }
        (Family::Race(rules), Position::Race(race)) => {
            let [me, other] =
                [race.to_move(), race.to_move().other()].map(|who| stands_on(race, who));
            let position = format!("Your counter: {me}\nYour opponent's counter: {other}");
            (neutral_race(rules), position)
        }
        _ => unreachable!("a record has a position of its rules"),
    };
    format!("{rules}\n\nNow:\n{position}\n\n{TASK}")
}

fn neutral_removal(rules: RemovalRules) -> String {
    let board = rules.board();
    let first = match (rules.struck(), rules.opening()) {
        (Some(struck), _) => format!("The number {struck} counts as named before the first turn."),
        (None, Opening::Any) => "The first number may be any of them.".to_owned(),
        (None, Opening::Even) => "The first number must be even.".to_owned(),
        (None, Opening::EvenBelowHalf) => {
            format!("The first number must be even and less than half of {}.", board.size())
        }
    };
    let before = match rules.memory() {
        Memory::One => "the number named just before it",
        Memory::Two => "either of the two numbers named just before it",
    };
    let later = match rules.relation() {
        Relation::Related => format!("must be a factor or a multiple of {before}"),
        Relation::Unrelated(_) => format!("must be neither a factor nor a multiple of {before}"),
    };
    let one = match rules.relation() {
        Relation::Unrelated(One::Free) if board.has_one() => {
            " The number 1 is an exception: it may follow every number, and every number may follow it."
        }
        _ => "",
    };
    format!(
        "Two players take turns naming a whole number from {} to {}. No number is named twice. {first} Every later number \
         {later}.{one} A player who cannot name a number loses.",
        board.first(),
        board.size()
    )
}

fn neutral_race(rules: RaceRules) -> String {
    let (board, target) = (rules.board(), rules.target());
    let block = match rules.block() {
        true => " A counter may not move to the number that the other one is on.",
        false => "",
    };
    format!(
        "Two players each have a counter on one of the whole numbers from {} to {}. Both counters begin on {}. The players take \
         turns. On a turn a player moves the own counter to a number that is a factor or a multiple of the one it is on, but not \
         back to the number that it was on before the player's last turn.{block} A player who cannot move skips the turn, and may \
         move back on the next one. The player whose counter is the first on {target} wins.",
        board.first(),
        board.size(),
        rules.start_node()
    )
}
