//! How rounds and matches end: beside a board with the reason, and elsewhere in the words of the specs.

use divvy_match::{Ending, Match, Plan, Round, Seat, Standing, TURN_LIMIT};
use divvy_rules::{Number, Position, Relation, RemovalPosition};

use crate::aim::LISTED;
use crate::{Audience, Headline, list};

impl Audience<'_> {
    /// Who won, and why, as the headline of a board.
    pub(crate) fn ended(self, round: &Round, ending: &Ending<'_>) -> Headline {
        let turn = match (self.you, ending.winner()) {
            (Some(you), Some(winner)) if you == winner => "You win!".to_owned(),
            (Some(_), Some(_)) => "You lose.".to_owned(),
            (None, Some(winner)) => format!("{} wins!", self.names.of(winner)),
            (_, None) => "No one wins.".to_owned(),
        };
        Headline { turn, task: self.why(round, ending) }
    }

    /// Why a round ended, as one sentence.
    pub fn why(self, round: &Round, ending: &Ending<'_>) -> String {
        match ending {
            Ending::Stuck { loser, .. } => match round.record().position() {
                Position::Removal(position) if self.you == Some(*loser) => {
                    format!("You are stuck: {}.", stuck(position))
                }
                Position::Removal(position) => {
                    format!("{} is stuck: {}.", self.names.of(*loser), stuck(position))
                }
                Position::Race(_) => String::new(),
            },
            Ending::Reached { winner, target } => {
                format!("{} reached {target}.", self.who(*winner))
            }
            Ending::Resigned { by } => format!("{} resigned.", self.who(*by)),
            Ending::Forfeited { by, reason } => {
                format!("{} forfeited the game: {reason}.", self.who(*by))
            }
            Ending::Abandoned => {
                format!("The game was abandoned after {TURN_LIMIT} turns.")
            }
        }
    }

    /// How a round ended: why, and who won, in one or two sentences. To a player: `You win! Ben has no valid moves.`
    pub fn ending(self, ending: &Ending<'_>) -> String {
        let Some(winner) = ending.winner() else {
            return format!("The game is abandoned after {TURN_LIMIT} turns, without a winner.");
        };
        match self.you {
            Some(you) => self.ending_to(you, winner, ending),
            None => self.ending_of(winner, ending),
        }
    }

    fn ending_of(self, winner: Seat, ending: &Ending<'_>) -> String {
        let (winner, loser) = (self.names.of(winner), self.names.of(winner.other()));
        match ending {
            Ending::Resigned { .. } => format!("{loser} resigns. {winner} wins!"),
            Ending::Forfeited { reason, .. } => {
                format!("{loser} forfeits the game: {reason}.\n{winner} wins!")
            }
            Ending::Stuck { .. } => format!("{loser} has no valid moves. {winner} wins!"),
            Ending::Reached { target, .. } => {
                format!("{winner} has reached node {target} and wins!")
            }
            Ending::Abandoned => String::new(),
        }
    }

    fn ending_to(self, you: Seat, winner: Seat, ending: &Ending<'_>) -> String {
        let other = self.names.of(you.other());
        let won = you == winner;
        let why = match ending {
            Ending::Resigned { .. } if won => format!("{other} resigns."),
            Ending::Resigned { .. } => "you have resigned.".to_owned(),
            Ending::Forfeited { reason, .. } if won => {
                format!("{other} forfeits the game: {reason}.")
            }
            Ending::Forfeited { reason, .. } => format!("you forfeit the game: {reason}."),
            Ending::Stuck { .. } if won => format!("{other} has no valid moves."),
            Ending::Stuck { .. } => "you have no valid moves.".to_owned(),
            Ending::Reached { target, .. } if won => format!("You have reached node {target}."),
            Ending::Reached { target, .. } => format!("{other} has reached node {target}."),
            Ending::Abandoned => String::new(),
        };
        if won { format!("You win! {why}") } else { format!("You lose: {why}") }
    }

    /// How a series ended, if it has: `Ada wins the match, 2 to 1.`
    pub fn standing(self, game: &Match) -> Option<String> {
        let standing = game.standing().filter(|_| game.plan() != Plan::Single)?;
        let [one, two] = game.score();
        let (more, less) = (one.max(two), one.min(two));
        Some(match standing {
            Standing::Champion(seat) if self.you == Some(seat) => {
                format!("You win the match, {more} to {less}.")
            }
            Standing::Champion(seat) => {
                format!("{} wins the match, {more} to {less}.", self.names.of(seat))
            }
            Standing::Tied => format!("The match is tied, {one} to {two}."),
        })
    }

    /// How the round at hand ended, and the series with it, if they have.
    pub fn result(self, game: &Match) -> Option<String> {
        let ending = self.ending(&game.round().ending()?);
        Some(
            [Some(ending), self.standing(game)].into_iter().flatten().collect::<Vec<_>>().join(" "),
        )
    }
}

/// Why the player to move cannot take anything: it completes "You are stuck: …".
fn stuck(position: &RemovalPosition) -> String {
    let rules = position.rules();
    let board = rules.board();
    let Some(last) = position.last() else {
        return "no number may be taken first".to_owned();
    };
    if let Relation::Unrelated(_) = rules.relation() {
        let left = position.free();
        return match left.len() as usize {
            0 => "every number is taken".to_owned(),
            1 => {
                format!("only {} is left, a factor or multiple of {last}", list::or_of(left.iter()))
            }
            count if count > LISTED => {
                format!("all {count} numbers left are factors or multiples of {last}")
            }
            _ => format!(
                "all numbers left, {}, are factors or multiples of {last}",
                list::and_of(left.iter())
            ),
        };
    }
    let factors = board.factors(last).into_iter().filter(|&factor| factor != last);
    let multiples = board.multiples(last).filter(|&multiple| multiple != last);
    let related: Vec<Number> = factors.chain(multiples).collect();
    match related.as_slice() {
        [] => format!("no number here is a factor or multiple of {last}"),
        [only] => format!("only {only} goes with {last} here, and it is taken"),
        some if some.len() <= LISTED => {
            let some = list::and_of(some.iter().copied());
            format!("the factors and multiples of {last} are taken, {some}")
        }
        many => format!("all {} factors and multiples of {last} are taken", many.len()),
    }
}
