//! How rounds and matches end.

use divvy_match::{Ending, Match, Plan, Seat, Standing, TURN_LIMIT};

use crate::Audience;

impl Audience<'_> {
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
