//! How rounds and matches end: beside a board with the reason, and elsewhere in the words of the specs.

use divvy_match::{Ending, Match, MatchResult, Plan, Round};
use divvy_rules::{Number, PlayEnding, Position, Record, Relation};

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

    /// How the round at hand ended, if it has: why, and who won, in one or two sentences. To a player: `You win! Ben has no
    /// valid moves.`
    pub fn ending(self, game: &Match) -> Option<Sentence> {
        let round = game.round();
        let (by, has, what, and) = match round.ending()? {
            Ending::Play(PlayEnding::Stuck { loser }) => {
                (round.seat_of(loser), ["have", "has"], " no valid moves".to_owned(), ". ")
            }
            Ending::Play(PlayEnding::Reached { winner, target }) => {
                let what = format!(" reached node {target}");
                (round.seat_of(winner), ["have", "has"], what, " and wins!")
            }
            Ending::Play(PlayEnding::Abandoned { turns }) => {
                let why = format!("The game is abandoned after {turns} turns, without a winner.");
                return Some(why.into());
            }
            Ending::Resigned { by } => (by, ["have resigned", "resigns"], String::new(), ". "),
            Ending::Forfeited { by, reason } => {
                (by, ["forfeit", "forfeits"], format!(" the game: {reason}"), ".\n")
            }
        };
        let winner = round.winner()?;
        Some(match self.you {
            Some(you) if you == winner => say!["You win! ", self.does(by, has), what, "."],
            Some(you) if you == by => say!["You lose: you ", has[0], what, "."],
            Some(_) => say!["You lose: ", self.does(by, has), what, "."],
            None if by == winner => say![self.does(by, has), what, and],
            None => say![self.does(by, has), what, and, self.name(winner), " wins!"],
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
        return "no number may be taken first".to_owned();
    };
    if let Position::Removal(position) = record.position()
        && let Relation::Unrelated(_) = position.rules().relation()
    {
        let (left, setters) = (position.free(), list::or_of(position.setters()));
        return match left.len() as usize {
            0 => "every number is taken".to_owned(),
            1 => {
                let only = list::or_of(left.iter());
                format!("only {only} is left, a factor or multiple of {setters}")
            }
            count if count > MOST_NUMBERS => {
                format!("all {count} numbers left are factors or multiples of {setters}")
            }
            _ => format!(
                "all numbers left, {}, are factors or multiples of {setters}",
                list::and_of(left.iter())
            ),
        };
    }
    let related: Vec<Number> =
        board.factors(last).into_iter().chain(board.multiples(last)).collect();
    match related.as_slice() {
        [] => format!("no number here is a factor or multiple of {last}"),
        [only] => format!("only {only} goes with {last} here, and it is taken"),
        some if some.len() <= MOST_NUMBERS => {
            let some = list::and_of(some.iter().copied());
            format!("the factors and multiples of {last} are taken, {some}")
        }
        many => format!("all {} factors and multiples of {last} are taken", many.len()),
    }
}
