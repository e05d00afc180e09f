//! What the player to move is to do, what has just happened, and why a round ended.

use std::fmt;

use divvy_match::{Ending, Match, Seat};
use divvy_rules::{Number, One, Opening, Position, RacePosition, Relation, RemovalPosition};

use crate::{Audience, list};

/// The headline of a board: whose turn it is and what to do, or who won and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Headline {
    /// `Your turn`, `Ada’s turn`, `You win!`
    pub turn: String,
    /// `take a factor or multiple of 12`, `The only factor or multiple of 13 is 1, and it is taken.`
    pub task: String,
}

impl fmt::Display for Headline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Headline { turn, task } = self;
        match (task.is_empty(), turn.ends_with(['!', '.'])) {
            (true, _) => write!(f, "{turn}"),
            (false, true) => write!(f, "{turn} {task}"),
            (false, false) => write!(f, "{turn}: {task}"),
        }
    }
}

/// So many numbers are listed one by one.
const LISTED: usize = 8;

impl Audience<'_> {
    /// What to do now, or how the round ended and why.
    pub fn headline(self, game: &Match) -> Headline {
        match game.round().ending() {
            Some(ending) => self.ended(game, &ending),
            None => Headline { turn: self.status(game), task: self.task(game) },
        }
    }

    fn task(self, game: &Match) -> String {
        match game.round().record().position() {
            Position::Removal(position) => taking(position),
            Position::Race(race) => self.racing(game, race),
        }
    }

    fn racing(self, game: &Match, race: &RacePosition) -> String {
        let seat = game.round().to_move();
        let token = race.token(race.to_move());
        let stands = match self.you == Some(seat) {
            true => "You are".to_owned(),
            false => format!("{} is", self.names.of(seat)),
        };
        let opponent = race.token(race.to_move().other()).at;
        let blocked = race.rules().block() && opponent != token.at;
        let mut barred = Vec::new();
        barred.extend(token.banned.map(|node| format!("go back to {node}")));
        barred.extend(blocked.then(|| format!("enter {opponent}")));
        let barred = match barred.is_empty() {
            true => String::new(),
            false => format!(" and may not {}", list::or(&barred)),
        };
        format!("reach {}. {stands} on {}{barred}", race.rules().target(), token.at)
    }

    fn ended(self, game: &Match, ending: &Ending<'_>) -> Headline {
        let turn = match (self.you, ending.winner()) {
            (Some(you), Some(winner)) if you == winner => "You win!".to_owned(),
            (Some(_), Some(_)) => "You lose.".to_owned(),
            (None, Some(winner)) => format!("{} wins!", self.names.of(winner)),
            (_, None) => "No one wins.".to_owned(),
        };
        Headline { turn, task: self.why(game, ending) }
    }

    /// Why a round ended, as one sentence.
    pub fn why(self, game: &Match, ending: &Ending<'_>) -> String {
        match ending {
            Ending::Stuck { .. } => match game.round().record().position() {
                Position::Removal(position) => stuck(position),
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
                format!("The game was abandoned after {} turns.", divvy_match::TURN_LIMIT)
            }
        }
    }

    fn who(self, seat: Seat) -> String {
        match self.you == Some(seat) {
            true => "You".to_owned(),
            false => self.names.of(seat).to_owned(),
        }
    }

    /// The last turns, and what can be played now: `The computer took 12. You can take 1, 2 or 4.`
    pub fn so_far(self, game: &Match) -> String {
        let said = [self.last_turns(game), self.choices(game)];
        said.into_iter().filter(|said| !said.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// The last move and the turns skipped since: `The computer took 12.`
    pub fn last_turns(self, game: &Match) -> String {
        let round = game.round();
        let record = round.record();
        let did = match record.position() {
            Position::Removal(_) => "took",
            Position::Race(_) => "moved to",
        };
        let mut turns: Vec<_> = record.turns().collect();
        let last = turns.iter().rposition(|turn| turn.number.is_some()).unwrap_or(0);
        let told = turns.drain(last..).map(|turn| {
            let who = self.who(round.seat_of(turn.player));
            match turn.number {
                Some(number) => format!("{who} {did} {number}."),
                None => format!("{who} had no move and skipped a turn."),
            }
        });
        told.collect::<Vec<_>>().join(" ")
    }

    /// What can be played now: `You can take 1, 2 or 4.` Nothing once the round is over.
    pub fn choices(self, game: &Match) -> String {
        let round = game.round();
        if round.is_over() {
            return String::new();
        }
        let can = match round.record().position() {
            Position::Removal(_) => "take",
            Position::Race(_) => "move to",
        };
        let (who, legal) = (self.who(round.to_move()), round.legal());
        match legal.len() as usize {
            count if count > LISTED => format!("{who} can {can} {count} numbers."),
            _ => format!("{who} can {can} {}.", either(legal.iter())),
        }
    }
}

fn taking(position: &RemovalPosition) -> String {
    let rules = position.rules();
    match (position.last(), rules.relation()) {
        (None, _) => match rules.opening() {
            Opening::Any => "take any number to begin".to_owned(),
            Opening::Even => "begin with an even number".to_owned(),
            Opening::EvenBelowHalf => {
                format!("begin with an even number less than half of {}", rules.board().size())
            }
        },
        (Some(last), Relation::Related) => format!("take a factor or multiple of {last}"),
        (Some(last), Relation::Unrelated(One::Free)) if last.get() == 1 => {
            "take any number: 1 sets no trap".to_owned()
        }
        (Some(last), Relation::Unrelated(one)) => {
            let free = match one == One::Free {
                true => "; 1 is never a trap",
                false => "",
            };
            format!("take a number that is no factor and no multiple of {last}{free}")
        }
    }
}

/// Why the player to move cannot take anything.
fn stuck(position: &RemovalPosition) -> String {
    let rules = position.rules();
    let board = rules.board();
    let Some(last) = position.last() else {
        return "No number may be taken first.".to_owned();
    };
    if let Relation::Unrelated(_) = rules.relation() {
        let left = position.free();
        return match left.len() as usize {
            0 => "Every number is taken.".to_owned(),
            1 => format!(
                "The only number left, {}, is a trap after {last}: a factor or multiple.",
                either(left.iter())
            ),
            count if count > LISTED => {
                format!("All {count} numbers left are factors or multiples of {last}: traps.")
            }
            _ => format!(
                "The numbers left, {}, are factors or multiples of {last}: traps.",
                all(left.iter())
            ),
        };
    }
    let factors = board.factors(last).into_iter().filter(|&factor| factor != last);
    let multiples = board.multiples(last).filter(|&multiple| multiple != last);
    let related: Vec<Number> = factors.chain(multiples).collect();
    match related.as_slice() {
        [] => format!("No number on the board is a factor or multiple of {last}."),
        [only] => format!("The only factor or multiple of {last} is {only}, and it is taken."),
        some if some.len() <= LISTED => {
            format!(
                "The factors and multiples of {last} are all taken: {}.",
                all(some.iter().copied())
            )
        }
        many => format!("All {} factors and multiples of {last} are taken.", many.len()),
    }
}

fn either(numbers: impl Iterator<Item = Number>) -> String {
    list::or(&numbers.map(|number| number.to_string()).collect::<Vec<_>>())
}

fn all(numbers: impl Iterator<Item = Number>) -> String {
    list::and(&numbers.map(|number| number.to_string()).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use divvy_match::Event;
    use divvy_rules::Record;

    use super::*;

    fn game(notation: &str) -> Match {
        Match::from_record(notation.parse::<Record>().unwrap())
    }

    fn told(notation: &str, you: Option<Seat>) -> (String, String) {
        let game = game(notation);
        let audience = Audience { names: game.names(), you };
        (audience.headline(&game).to_string(), audience.so_far(&game))
    }

    #[test]
    fn a_headline_says_what_to_do() {
        for (notation, headline, so_far) in [
            (
                "multiple-madness;size=20:",
                "Your turn: take any number to begin",
                "You can take 20 numbers.",
            ),
            (
                "chain-reaction;size=20;opening=even:",
                "Your turn: begin with an even number",
                "You can take 10 numbers.",
            ),
            (
                "chain-reaction;size=20:12,6",
                "Your turn: take a factor or multiple of 6",
                "Player 2 took 6. You can take 1, 2, 3 or 18.",
            ),
            (
                "sequence-duel;size=20;from=14:",
                "Your turn: take a factor or multiple of 14",
                "You can take 1, 2 or 7.",
            ),
            (
                "trap-avoidance;size=6:4,5",
                "Your turn: take a number that is no factor and no multiple of 5",
                "Player 2 took 5. You can take 2, 3 or 6.",
            ),
            (
                "number-maze;size=20;without-one;start=14;target=15:2,7",
                "Your turn: reach 15. You are on 2 and may not go back to 14",
                "Player 2 moved to 7. You can move to 4, 6, 8, 10, 12, 16, 18 or 20.",
            ),
        ] {
            assert_eq!(
                told(notation, Some(Seat::One)),
                (headline.into(), so_far.into()),
                "{notation}"
            );
        }
        let (third, _) = told("number-maze;size=20;block:2,4", None);
        assert_eq!(
            third,
            "Player 1’s turn: reach 20. Player 1 is on 2 and may not go back to 1 or enter 4"
        );
    }

    #[test]
    fn an_ending_says_why() {
        for (notation, won, lost) in [
            (
                "multiple-madness;size=20:11,1,13",
                "You win! The only factor or multiple of 13 is 1, and it is taken.",
                "You lose. The only factor or multiple of 13 is 1, and it is taken.",
            ),
            (
                "multiple-madness;size=20;without-one:13",
                "You win! No number on the board is a factor or multiple of 13.",
                "You lose. No number on the board is a factor or multiple of 13.",
            ),
            (
                "trap-avoidance;size=3:1",
                "You win! The numbers left, 2 and 3, are factors or multiples of 1: traps.",
                "You lose. The numbers left, 2 and 3, are factors or multiples of 1: traps.",
            ),
            (
                "number-maze;size=20:20",
                "You win! You reached 20.",
                "You lose. Player 1 reached 20.",
            ),
        ] {
            assert_eq!(told(notation, Some(Seat::One)).0, won);
            assert_eq!(told(notation, Some(Seat::Two)).0, lost);
        }
    }

    #[test]
    fn a_resignation_is_told_to_both() {
        let mut game = game("multiple-madness;size=20:12");
        game.apply(Event::Resigned { by: None }).unwrap();
        let to = |you| Audience { names: game.names(), you }.headline(&game).to_string();
        assert_eq!(to(Some(Seat::One)), "You win! Player 2 resigned.");
        assert_eq!(to(Some(Seat::Two)), "You lose. You resigned.");
        assert_eq!(to(None), "Player 1 wins! Player 2 resigned.");
    }
}
