//! A match that is proposed or unfinished, in words: what the players are called, who plays, who begins.

use std::time::SystemTime;

use divvy_analysis::ProposalError;
use divvy_match::{First, Match, Names, NamesError, Occupant, Plan, Proposal, Seat};
use divvy_rules::Rules;

use crate::{Spelling, ago, capitalized, in_short, moves, name, option_error, too_large_for_bots};

/// Why a match cannot begin.
pub fn problem(error: &ProposalError) -> String {
    let problem = match error {
        ProposalError::Rules(error) => option_error(error, Spelling::Title),
        ProposalError::TooLarge(error) => too_large_for_bots(error),
        ProposalError::NoRandomness(error) => error.to_string(),
    };
    capitalized(&problem) + "."
}

/// Why players cannot be called so; `one` is the first name.
pub fn names_problem(error: &NamesError, one: &str) -> String {
    match error {
        NamesError::Empty | NamesError::Count => "Both players need a name.".to_owned(),
        error => capitalized(&crate::web::names_error(error, one)) + ".",
    }
}

/// The names of the players. A bot or program against a person is called the computer, unless it was given a name.
pub fn named(proposal: &Proposal) -> Names {
    let names = &proposal.names;
    let is_bot = |seat: Seat| proposal.players[seat.index()] != Occupant::Human;
    let is_computer = |seat: &Seat| {
        is_bot(*seat) && !is_bot(seat.other()) && names.of(*seat) == Names::default().of(*seat)
    };
    let Some(bot) = Seat::BOTH.into_iter().find(is_computer) else { return names.clone() };
    let person = names.of(bot.other());
    let computer = computer_beside(person);
    let [one, two] = Seat::BOTH.map(|seat| if seat == bot { computer } else { person });
    Names::new(one, two).unwrap_or_else(|_| names.clone())
}

/// What the computer is called beside a person: two players of one name could not be told apart.
pub fn computer_beside(person: &str) -> &'static str {
    if person.trim().eq_ignore_ascii_case("computer") { "The computer" } else { "Computer" }
}

/// Who would play, in a line: the players, who begins, and the rounds of a series.
pub fn summary(proposal: &Proposal) -> String {
    let names = named(proposal);
    let people = proposal.players.iter().filter(|player| **player == Occupant::Human).count();
    let usual = Names::default();
    // The only person is the one who reads this.
    let you = |seat: Seat| {
        let person = proposal.players[seat.index()] == Occupant::Human;
        people == 1 && person && names.of(seat) == usual.of(seat)
    };
    let called = |seat: Seat| match names.of(seat) {
        "Computer" => "the computer",
        name => name,
    };
    let [one, two] = Seat::BOTH.map(|seat| match &proposal.players[seat.index()] {
        _ if you(seat) => "You".to_owned(),
        Occupant::Human => called(seat).to_owned(),
        other => format!("{} ({})", called(seat), occupant(other)),
    });
    let begins = |seat: Seat| match you(seat) {
        true => "you begin".to_owned(),
        false => format!("{} begins", called(seat)),
    };
    let first = match proposal.first {
        First::One => begins(Seat::One),
        First::Two => begins(Seat::Two),
        First::Random => "first move at random".to_owned(),
    };
    match proposal.plan {
        Plan::Single => format!("{one} against {two}; {first}."),
        plan => format!("{one} against {two}; {first}; {}.", rounds(plan)),
    }
}

pub fn rounds(plan: Plan) -> String {
    match plan {
        Plan::Single => "one game".to_owned(),
        Plan::Rounds(length) => format!("all of {}", u32::from(length)),
        Plan::BestOf(length) => format!("best of {}", u32::from(length)),
    }
}

/// The round at hand, before something else; nothing in a single game.
pub fn round(game: &Match) -> String {
    let number = game.round_number();
    match game.plan() {
        Plan::Single => String::new(),
        Plan::BestOf(length) => format!("Round {number}, best of {}   ", u32::from(length)),
        Plan::Rounds(length) => format!("Round {number} of {}   ", u32::from(length)),
    }
}

/// A game, its board and its options.
pub fn title(rules: Rules, joint: &str) -> String {
    let mut title = vec![name(rules.game()).to_owned()];
    title.extend(in_short(rules));
    title.join(joint)
}

/// Who sits there, in a word.
pub const fn occupant(occupant: &Occupant) -> &'static str {
    match occupant {
        Occupant::Human => "person",
        Occupant::Bot(bot) => bot.name(),
        Occupant::Program(_) => "program",
    }
}

/// Who sits there in full, and what to know about that player.
pub fn about(occupant: &Occupant) -> [String; 2] {
    match occupant {
        Occupant::Human => ["person".into(), "A person at this keyboard.".into()],
        Occupant::Bot(bot) => [format!("computer, {}", bot.name()), crate::about(*bot).into()],
        Occupant::Program(command) => ["program".into(), format!("The program {command}.")],
    }
}

/// An unfinished match: the game, the opponent and how long ago it was left, then what is known from its board.
pub fn unfinished(game: &Match, left: SystemTime) -> String {
    let rules = game.rules();
    let against = match Seat::BOTH.map(|seat| game.occupant(seat)) {
        [Occupant::Human, Occupant::Human] => "between two people".to_owned(),
        [Occupant::Human, other] | [other, Occupant::Human] => {
            format!("against {}", occupant(other))
        }
        [one, two] => format!("{} against {}", occupant(one), occupant(two)),
    };
    let age = ago(left.elapsed().unwrap_or_default());
    let moves = moves(game.round().record().moves().len());
    format!("{} {against}, {age}: {}, {moves}", name(rules.game()), rules.board())
}
