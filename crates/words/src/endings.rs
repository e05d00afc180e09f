//! How rounds and matches end: beside a board with the reason, and elsewhere in the words of the specs.

use divvy_match::{Ending, Match, MatchResult, Plan, Round};
use divvy_rules::{Ending as Play, Number, Position, Relation, RemovalPosition};

use crate::aim::LISTED;
use crate::{Audience, Headline, list};

impl Audience<'_> {
    /// Who won, and why, as the headline of a board.
    pub(crate) fn ended(self, round: &Round, ending: &Ending<'_>) -> Headline {
        let turn = match (self.you, round.winner()) {
            (Some(you), Some(winner)) if you == winner => "You win!".to_owned(),
            (Some(_), Some(_)) => "You lose.".to_owned(),
            (None, Some(winner)) => format!("{} wins!", self.names.of(winner)),
            (_, None) => "No one wins.".to_owned(),
        };
        Headline { turn, task: self.why(round, ending) }
    }

    /// Why a round ended, as one sentence.
    fn why(self, round: &Round, ending: &Ending<'_>) -> String {
        match ending {
            Ending::Play(Play::Stuck { loser, .. }) => {
                let loser = round.seat_of(*loser);
                let is = if self.you == Some(loser) { "are" } else { "is" };
                match round.record().position() {
                    Position::Removal(removal) => {
                        format!("{} {is} stuck: {}.", self.who(loser), stuck(removal))
                    }
                    Position::Race(_) => String::new(),
                }
            }
            Ending::Play(Play::Reached { winner, target }) => {
                format!("{} reached {target}.", self.who(round.seat_of(*winner)))
            }
            Ending::Play(Play::Abandoned { turns }) => {
                format!("The game was abandoned after {turns} turns.")
            }
            Ending::Resigned { by } => format!("{} resigned.", self.who(*by)),
            Ending::Forfeited { by, reason } => {
                format!("{} forfeited the game: {reason}.", self.who(*by))
            }
        }
    }

    /// How the round at hand ended, if it has: why, and who won, in one or two sentences. To a player: `You win! Ben has no
    /// valid moves.`
    pub fn ending(self, game: &Match) -> Option<String> {
        let round = game.round();
        let (ending, winner) = (round.ending()?, round.winner());
        let won = self.you.map(|you| winner == Some(you));
        let name = |seat| self.names.of(seat);
        let (winner, loser) = winner.map_or(("", ""), |seat| (name(seat), name(seat.other())));
        Some(match (ending, won) {
            (Ending::Play(Play::Stuck { .. }), None) => {
                format!("{loser} has no valid moves. {winner} wins!")
            }
            (Ending::Play(Play::Stuck { .. }), Some(true)) => {
                format!("You win! {loser} has no valid moves.")
            }
            (Ending::Play(Play::Stuck { .. }), Some(false)) => {
                "You lose: you have no valid moves.".to_owned()
            }
            (Ending::Play(Play::Reached { target, .. }), None) => {
                format!("{winner} has reached node {target} and wins!")
            }
            (Ending::Play(Play::Reached { target, .. }), Some(true)) => {
                format!("You win! You have reached node {target}.")
            }
            (Ending::Play(Play::Reached { target, .. }), Some(false)) => {
                format!("You lose: {winner} has reached node {target}.")
            }
            (Ending::Play(Play::Abandoned { turns }), _) => {
                format!("The game is abandoned after {turns} turns, without a winner.")
            }
            (Ending::Resigned { .. }, None) => format!("{loser} resigns. {winner} wins!"),
            (Ending::Resigned { .. }, Some(true)) => format!("You win! {loser} resigns."),
            (Ending::Resigned { .. }, Some(false)) => "You lose: you have resigned.".to_owned(),
            (Ending::Forfeited { reason, .. }, None) => {
                format!("{loser} forfeits the game: {reason}.\n{winner} wins!")
            }
            (Ending::Forfeited { reason, .. }, Some(true)) => {
                format!("You win! {loser} forfeits the game: {reason}.")
            }
            (Ending::Forfeited { reason, .. }, Some(false)) => {
                format!("You lose: you forfeit the game: {reason}.")
            }
        })
    }

    /// How a series ended, if it has: `Ada wins the match, 2 to 1.`
    pub fn standing(self, game: &Match) -> Option<String> {
        let standing = game.standing().filter(|_| game.plan() != Plan::Single)?;
        let [one, two] = game.score();
        let (more, less) = (one.max(two), one.min(two));
        Some(match standing {
            MatchResult::Champion(seat) if self.you == Some(seat) => {
                format!("You win the match, {more} to {less}.")
            }
            MatchResult::Champion(seat) => {
                format!("{} wins the match, {more} to {less}.", self.names.of(seat))
            }
            MatchResult::Tied => format!("The match is tied, {one} to {two}."),
        })
    }

    /// How the round at hand ended, and the series with it, if they have.
    pub fn result(self, game: &Match) -> Option<String> {
        let ending = self.ending(game)?;
        Some(std::iter::once(ending).chain(self.standing(game)).collect::<Vec<_>>().join(" "))
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
