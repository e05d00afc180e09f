//! How rounds and matches end: beside a board with the reason, and elsewhere in the words of the specs.

use divvy_match::{Ending, Match, MatchResult, Plan, Round};
use divvy_rules::{Number, PlayEnding, Position, Record, Relation, RemovalPosition};

use crate::aim::MOST_NUMBERS;
use crate::sentence::say;
use crate::{Audience, Headline, Sentence, list};

impl Audience<'_> {
    /// Who won, and why, as the headline of a board.
    pub(crate) fn ended(self, round: &Round, ending: &Ending<'_>) -> Headline {
        let turn = match (self.you, round.winner()) {
            (Some(you), Some(winner)) if you == winner => "You win!".into(),
            (Some(_), Some(_)) => "You lose.".into(),
            (None, Some(winner)) => say![self.name(winner), " wins!"],
            (_, None) => "No one wins.".into(),
        };
        let task = match ending {
            Ending::Play(PlayEnding::Stuck { loser }) => {
                let stuck = self.does(round.seat_of(*loser), ["are stuck: ", "is stuck: "]);
                say![stuck, stuck_because(round.record()), "."]
            }
            Ending::Play(PlayEnding::Reached { winner, target }) => {
                say![self.who(round.seat_of(*winner)), " reached ", *target, "."]
            }
            Ending::Play(PlayEnding::Abandoned { turns }) => {
                format!("The game was abandoned after {turns} turns.").into()
            }
            Ending::Resigned { by } => say![self.who(*by), " resigned."],
            Ending::Forfeited { by, reason } => {
                say![self.who(*by), " forfeited the game: ", *reason, "."]
            }
        };
        Headline { turn, task }
    }

    /// How the round at hand ended, if it has: who won, and why, in a sentence or two: `Ada wins: Ben has no move left.`
    pub fn ending(self, game: &Match) -> Option<Sentence> {
        let round = game.round();
        let (by, did) = match round.ending()? {
            Ending::Play(PlayEnding::Stuck { loser }) => {
                (round.seat_of(loser), ["have no move left", "has no move left"])
            }
            Ending::Play(PlayEnding::Reached { winner, target }) => {
                let reaches = self.does(round.seat_of(winner), ["reach ", "reaches "]);
                let wins = if self.you == Some(round.seat_of(winner)) { "win" } else { "wins" };
                return Some(say![reaches, target, " and ", wins, "."]);
            }
            Ending::Play(PlayEnding::Abandoned { turns }) => {
                let why = format!("The game is abandoned after {turns} turns, without a winner.");
                return Some(why.into());
            }
            Ending::Resigned { by } if self.you.is_none() => {
                return Some(say![self.name(by), " resigns. ", self.name(by.other()), " wins!"]);
            }
            Ending::Resigned { by } => (by, ["resigned", "resigned"]),
            Ending::Forfeited { by, reason } => {
                let forfeits = self.does(by, ["forfeit", "forfeits"]);
                let wins = self.does(by.other(), ["win", "wins"]);
                return Some(say![forfeits, " the game: ", reason, ".\n", wins, "!"]);
            }
        };
        let wins = self.does(by.other(), ["win: ", "wins: "]);
        Some(match self.you == Some(by) {
            true => say![wins, "you ", did[0], "."],
            false => say![wins, self.name(by), " ", did[1], "."],
        })
    }

    /// How a series ended, if it has: `Ada wins the match, 2 to 1.`
    pub fn standing(self, game: &Match) -> Option<Sentence> {
        let standing = game.standing().filter(|_| game.plan() != Plan::Single)?;
        let [one, two] = game.score();
        Some(match standing {
            MatchResult::Champion(seat) => {
                let score = format!(" the match, {} to {}.", one.max(two), one.min(two));
                say![self.does(seat, ["win", "wins"]), score]
            }
            MatchResult::Tied => format!("The match is tied, {one} to {two}.").into(),
        })
    }

    /// How the round at hand ended, and the series with it, if they have.
    pub fn result(self, game: &Match) -> Option<Sentence> {
        Some(Sentence::joined([self.ending(game)?].into_iter().chain(self.standing(game))))
    }
}

/// Why the player to move cannot take anything: it completes "You are stuck: …".
fn stuck_because(record: &Record) -> String {
    let board = record.rules().board();
    let Some(last) = record.last() else {
        return "no number may come first".to_owned();
    };
    if let Position::Removal(position) = record.position()
        && let Relation::Unrelated(_) = position.rules().relation()
    {
        let left: Vec<Number> = position.free().iter().collect();
        return match left.as_slice() {
            [] => "every number is taken".to_owned(),
            [only] => format!("only {only} is left, and {only} is {}", barred(&left, position)),
            some if some.len() <= MOST_NUMBERS => {
                format!("every number left is {} ({})", barred(some, position), list::listed(some))
            }
            many => format!("every number left is {}", barred(many, position)),
        };
    }
    let related: Vec<Number> =
        board.factors(last).into_iter().chain(board.multiples(last)).collect();
    match related.as_slice() {
        [] => format!("no number here is a factor or multiple of {last}"),
        [only] => format!("{last} only goes with {only}, and {only} is gone"),
        some if some.len() <= MOST_NUMBERS => {
            format!("every factor and multiple of {last} is gone ({})", list::listed(some))
        }
        _ => format!("every factor and multiple of {last} is gone"),
    }
}

/// What all of these numbers are to those that set traps: `a multiple of 9`, `a factor or multiple of 4 or 9`.
fn barred(numbers: &[Number], position: &RemovalPosition) -> String {
    let all = |test: &dyn Fn(u32, u32) -> bool| {
        let of = |setter: &Number| numbers.iter().all(|number| test(number.get(), setter.get()));
        position.setters().find(of)
    };
    match (all(&|number, setter| number % setter == 0), all(&|number, setter| setter % number == 0))
    {
        (Some(setter), _) => format!("a multiple of {setter}"),
        (None, Some(setter)) => format!("a factor of {setter}"),
        (None, None) => format!("a factor or multiple of {}", list::or_of(position.setters())),
    }
}
