//! A proposal in words and as a setup: what the players are called, who plays, and why a match cannot begin.

use divvy_analysis::ProposalError;
use divvy_match::{First, Names, Occupant, Plan, Proposal, Seat, Setup};
use divvy_rules::Rules;
use divvy_words::{Spelling, option_error, too_large_for_bots};

use crate::component::sentence;

pub(crate) fn problem(error: &ProposalError) -> String {
    sentence(&match error {
        ProposalError::Rules(error) => option_error(error, Spelling::Title),
        ProposalError::TooLarge(error) => too_large_for_bots(error),
        ProposalError::NoRandomness(error) => error.to_string(),
    })
}

/// The setup of a proposal, with the players named.
///
/// # Errors
/// When the match cannot begin.
pub fn begin(proposal: &Proposal, seed: Option<u64>) -> Result<Setup, ProposalError> {
    let names = named(proposal);
    divvy_analysis::begin(&Proposal { names, ..proposal.clone() }, seed)
}

/// The names of the players. A bot or program against a person is called the computer, unless it was given a name.
pub(crate) fn named(proposal: &Proposal) -> Names {
    let names = &proposal.names;
    let is_bot = |seat: Seat| proposal.players[seat.index()] != Occupant::Human;
    let is_computer = |seat: &Seat| {
        is_bot(*seat) && !is_bot(seat.other()) && names.of(*seat) == Names::default().of(*seat)
    };
    let Some(bot) = Seat::BOTH.into_iter().find(is_computer) else { return names.clone() };
    let person = names.of(bot.other());
    // Two players of one name could not be told apart.
    let taken = person.eq_ignore_ascii_case("computer");
    let computer = if taken { "The computer" } else { "Computer" };
    let [one, two] = Seat::BOTH.map(|seat| if seat == bot { computer } else { person });
    Names::new(one, two).unwrap_or_else(|_| names.clone())
}

/// Who would play, in a line: the players, who begins, and the rounds of a series.
pub(crate) fn summary(proposal: &Proposal) -> String {
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

pub(crate) fn rounds(plan: Plan) -> String {
    match plan {
        Plan::Single => "one game".to_owned(),
        Plan::Rounds(length) => format!("all of {}", u32::from(length)),
        Plan::BestOf(length) => format!("best of {}", u32::from(length)),
    }
}

/// A game, its board and its options.
pub(crate) fn title(rules: Rules, joint: &str) -> String {
    let mut title = vec![divvy_words::name(rules.game()).to_owned()];
    title.extend(divvy_words::in_short(rules));
    title.join(joint)
}

/// Who sits there, in a word.
pub(crate) const fn occupant(occupant: &Occupant) -> &'static str {
    match occupant {
        Occupant::Human => "person",
        Occupant::Bot(bot) => bot.name(),
        Occupant::Program(_) => "program",
    }
}

/// Who sits there in full, and what to know about that player.
pub(crate) fn about(occupant: &Occupant) -> [String; 2] {
    match occupant {
        Occupant::Human => ["person".into(), "A person at this keyboard.".into()],
        Occupant::Bot(bot) => {
            [format!("computer, {}", bot.name()), divvy_words::about(*bot).into()]
        }
        Occupant::Program(command) => ["program".into(), format!("The program {command}.")],
    }
}
