//! What the player to move is to do, what has just happened, and what a number would do.

use divvy_match::{Round, Seat};
use divvy_rules::{
    Family, Number, NumberSet, One, Opening, Position, RacePosition, Relation, RemovalPosition,
    RemovalRules, Rules,
};

use crate::games::{opening, verb};
use crate::sentence::say;
use crate::{Audience, Sentence, capitalized, list, reason};

/// What the game is about, in a few words that stand beside every board: who wins.
pub fn goal(rules: Rules) -> String {
    match rules.family() {
        Family::Removal(_) => {
            format!("The player who cannot {} a number loses.", verb(rules.game()).play)
        }
        Family::Race(race) => format!("The first on {} wins.", race.target()),
    }
}

/// The headline of a board: whose turn it is and what to do, or who won and why.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Headline {
    /// `Your turn`, `Ada’s turn`, `You win!`
    pub turn: Sentence,
    /// `take a factor or multiple of 12`, `Ada is stuck: 13 only goes with 1, and 1 is gone.`
    pub task: Sentence,
}

impl Headline {
    /// Both in one line: `Your turn: take any number to begin`.
    pub fn joined(self) -> Sentence {
        let Headline { turn, task } = self;
        match (task.is_empty(), turn.to_string().ends_with(['!', '.'])) {
            (true, _) => turn,
            (false, true) => say![turn, " ", task],
            (false, false) => say![turn, ": ", task],
        }
    }
}

/// More numbers than this are counted in a sentence, not listed.
pub(crate) const MOST_NUMBERS: usize = 8;

impl Audience<'_> {
    /// What to do now, or how the round ended and why.
    pub fn headline(self, round: &Round) -> Headline {
        if let Some(ending) = round.ending() {
            return self.ended(round, &ending);
        }
        let task = match round.record().position() {
            Position::Removal(position) => taking(position, self.verb().play).into(),
            Position::Race(race) => self.racing(round, race),
        };
        Headline { turn: self.turn(round), task }
    }

    fn racing(self, round: &Round, race: &RacePosition) -> Sentence {
        let opponent = round.to_move().other();
        let (own, other) = (race.token(race.to_move()), race.token(race.to_move().other()));
        let (at, target) = (own.at, race.rules().target());
        let task = format!("reach {target} first. From {at} move to a factor or multiple");
        let back = own.banned.map(|node| format!(", but not back to {node}"));
        let task = say![task, back.clone().unwrap_or_default()];
        if !race.rules().block() || other.at == own.at {
            return task;
        }
        let barred =
            format!("{} to {}, where ", if back.is_some() { " or" } else { ", but not" }, other.at);
        match self.you == Some(opponent) {
            true => say![task, barred, "you are"],
            false => say![task, barred, self.name(opponent), " is"],
        }
    }

    /// The last turns, and what can be played now: `The computer removed 12. You can remove 1, 2 or 4.`
    pub fn so_far(self, round: &Round) -> Sentence {
        Sentence::joined([self.last_turns(round), self.playable(round)])
    }

    /// What can be played now: `You can remove 1, 2 or 4.` Nothing once the round is over.
    pub(crate) fn playable(self, round: &Round) -> Sentence {
        if round.is_over() {
            return Sentence::default();
        }
        if let Position::Removal(position) = round.record().position()
            && position.last().is_none()
            && round.legal().len() as usize > MOST_NUMBERS
        {
            return self.opening(round, position.rules());
        }
        let can = format!(" can {} {}.", self.verb().play, counted(&round.legal(), MOST_NUMBERS));
        say![self.who(round.to_move()), can]
    }

    /// What may be taken first: `Remove any even number.`
    fn opening(self, round: &Round, rules: RemovalRules) -> Sentence {
        let which = opening(rules);
        match self.you == Some(round.to_move()) {
            true => format!("{} any {which}.", capitalized(self.verb().play)).into(),
            false => {
                let can = format!(" can {} any {which}.", self.verb().play);
                say![self.name(round.to_move()), can]
            }
        }
    }

    /// The last move, with the turns skipped after it; also the move before it, if a turn was skipped in between.
    pub fn last_turns(self, round: &Round) -> Sentence {
        let moves = round.record().moves();
        let mut from = moves.len().saturating_sub(1);
        while from > 0 && round.record().skipped_after(from).next().is_some() {
            from -= 1;
        }
        let who = |player| self.who(round.seat_of(player));
        Sentence::joined(moves.iter().enumerate().skip(from).flat_map(|(ply, &number)| {
            let moved =
                say![who(round.record().mover(ply)), " ", self.verb().played, " ", number, "."];
            // Both players may be skipped, one after the other.
            let skipped = round.record().skipped_after(ply + 1).map(who);
            let skipped =
                skipped.reduce(|one, two| if one == two { one } else { say![one, " and ", two] });
            let skipped = skipped.map(|who| say![who, " had no move and skipped a turn."]);
            [moved].into_iter().chain(skipped)
        }))
    }
}

/// What a number would do, and how a series stands.
impl Audience<'_> {
    /// What would follow if the player to move played this number: `If you select 2, Ada can answer 4, 6 or 8.` Where there is
    /// little room answers are counted: `If you select 2, Ada has 3 answers.`
    pub fn if_played(self, round: &Round, number: Number, brief: bool) -> String {
        let record = round.record();
        let (seat, mover, position) = (round.to_move(), record.to_move(), record.position());
        if let Err(refusal) = round.check(number) {
            return format!("{number} is {}.", reason(refusal));
        }
        let mut next = record.clone();
        if next.play(number).is_err() {
            return String::new();
        }
        let replies = match position {
            Position::Removal(_) => "can answer ",
            Position::Race(_) if next.winner() == Some(mover) => {
                return format!("{number} is the target.");
            }
            Position::Race(_) => "can move to ",
        };
        let verb = self.verb();
        let does = |seat: Seat, verbs: [&str; 2]| match self.you == Some(seat) {
            true => format!("you {}", verbs[0]),
            false => format!("{} {}", self.called(seat), verbs[1]),
        };
        let answers = next.legal();
        let listed = if brief { 1 } else { MOST_NUMBERS };
        let many = matches!(position, Position::Removal(_)) && answers.len() as usize > listed;
        let opponent = match next.to_move() {
            _ if next.winner() == Some(mover) => {
                does(seat.other(), ["have no answer", "has no answer"])
            }
            _ if next.is_over() => "the game ends without a winner".to_owned(),
            next if next == mover => {
                does(seat.other(), ["have no move and skip a turn", "has no move and skips a turn"])
            }
            _ if many => {
                does(seat.other(), ["have ", "has "]) + &format!("{} answers", answers.len())
            }
            _ => does(seat.other(), [replies; 2]) + &counted(&answers, listed),
        };
        format!("If {} {number}, {opponent}.", does(seat, [verb.play, verb.plays]))
    }

    /// The games won so far, in the order of the seats: `Games: You 2, Ada 1.` Nothing while none has been won.
    pub fn score(self, won: [u32; 2]) -> Option<String> {
        let [one, two] = won.map(|games| format!(" {games}"));
        let score = say!["Games: ", self.who(Seat::One), one, ", ", self.who(Seat::Two), two, "."];
        (won != [0, 0]).then(|| score.to_string())
    }
}

/// `1, 2 or 4`, or `20 numbers` if they are too many to be listed.
fn counted(numbers: &NumberSet, listed: usize) -> String {
    match numbers.len() as usize {
        count if count > listed => format!("{count} numbers"),
        _ => list::or_of(numbers.iter()),
    }
}

/// What to do now, with the verb of the game: `strike a factor or multiple of 12`.
fn taking(position: &RemovalPosition, take: &str) -> String {
    let rules = position.rules();
    let setters = list::or_of(position.setters());
    match (position.last(), rules.relation()) {
        (None, _) => match rules.opening() {
            Opening::Any => format!("{take} any number to begin"),
            Opening::Even | Opening::EvenBelowHalf => format!("begin with an {}", opening(rules)),
        },
        (Some(last), Relation::Related) => format!("{take} a factor or multiple of {last}"),
        (Some(_), Relation::Unrelated(_)) if setters.is_empty() => {
            format!("{take} any number: 1 sets no trap")
        }
        (Some(_), Relation::Unrelated(one)) => {
            let free = match one == One::Free {
                true => "; 1 is never a trap",
                false => "",
            };
            format!("{take} a number that is no factor and no multiple of {setters}{free}")
        }
    }
}

#[cfg(test)]
mod tests {
    use divvy_match::{Bot, Event, Match, Occupant, Setup};
    use divvy_rules::{Record, TURN_LIMIT};

    use super::*;

    fn game(notation: &str) -> Match {
        Match::from_record(notation.parse::<Record>().unwrap())
    }

    fn told(notation: &str, you: Option<Seat>) -> (String, String) {
        let game = game(notation);
        let audience = Audience::of(&game, you);
        (
            audience.headline(game.round()).joined().to_string(),
            audience.so_far(game.round()).to_string(),
        )
    }

    #[test]
    fn a_headline_names_all_numbers_that_set_traps() {
        let task = |notation| told(notation, Some(Seat::One)).0;
        let no_factor = "Your turn: take a number that is no factor and no multiple of";
        assert_eq!(task("trap-avoidance;size=12;memory=2:7,9"), format!("{no_factor} 7 or 9"));
        let free = task("trap-avoidance;size=6;one=free;memory=2:4,1");
        assert_eq!(free, format!("{no_factor} 4; 1 is never a trap"));
    }

    #[test]
    fn a_headline_says_what_to_do() {
        for (notation, headline, so_far) in [
            (
                "multiple-madness;size=20:",
                "Your turn: remove any number to begin",
                "Remove any number.",
            ),
            (
                "chain-reaction;size=20;opening=even:",
                "Your turn: begin with an even number",
                "Select any even number.",
            ),
            (
                "chain-reaction;size=20:12,6",
                "Your turn: select a factor or multiple of 6",
                "Player 2 selected 6. You can select 1, 2, 3 or 18.",
            ),
            (
                "sequence-duel;size=20;from=14:",
                "Your turn: strike a factor or multiple of 14",
                "You can strike 1, 2 or 7.",
            ),
            (
                "trap-avoidance;size=6:4,5",
                "Your turn: take a number that is no factor and no multiple of 5",
                "Player 2 took 5. You can take 2, 3 or 6.",
            ),
            (
                "number-maze;size=20;without-one;start=14;target=15:2,7",
                "Your turn: reach 15 first. From 2 move to a factor or multiple, but not back to 14",
                "Player 2 moved to 7. You can move to 4, 6, 8, 10, 12, 16, 18 or 20.",
            ),
        ] {
            assert_eq!(
                told(notation, Some(Seat::One)),
                (headline.into(), so_far.into()),
                "{notation}"
            );
        }
        let (_, skipped) = told("number-maze;size=20:11,2,4", Some(Seat::One));
        assert_eq!(
            skipped,
            "Player 2 moved to 2. You had no move and skipped a turn. Player 2 moved to 4. You can \
             move to 1."
        );
        let (third, _) = told("number-maze;size=20;block:2,4", None);
        assert_eq!(
            third,
            "Player 1’s turn: reach 20 first. From 2 move to a factor or multiple, but not back to 1 or to 4, where Player 2 is"
        );
    }

    #[test]
    fn an_ending_says_why() {
        for (notation, won, lost) in [
            (
                "multiple-madness;size=20:11,1,13",
                "You win! Player 2 is stuck: 13 only goes with 1, and 1 is gone.",
                "You lose. You are stuck: 13 only goes with 1, and 1 is gone.",
            ),
            (
                "multiple-madness;size=20;without-one:13",
                "You win! Player 2 is stuck: no number here is a factor or multiple of 13.",
                "You lose. You are stuck: no number here is a factor or multiple of 13.",
            ),
            (
                "trap-avoidance;size=3:1",
                "You win! Player 2 is stuck: every number left is a multiple of 1 (2, 3).",
                "You lose. You are stuck: every number left is a multiple of 1 (2, 3).",
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
    fn a_preview_says_what_the_opponent_can_answer() {
        for (notation, number, yours, theirs) in [
            (
                "chain-reaction;size=20:12,6",
                2,
                "If you select 2, Player 2 can answer 1, 4, 8, 10, 14, 16, 18 or 20.",
                "If Player 1 selects 2, you can answer 1, 4, 8, 10, 14, 16, 18 or 20.",
            ),
            (
                "chain-reaction;size=20:12,6",
                5,
                "5 is not a factor or multiple of 6.",
                "5 is not a factor or multiple of 6.",
            ),
            (
                "multiple-madness;size=20:11,1",
                13,
                "If you remove 13, Player 2 has no answer.",
                "If Player 1 removes 13, you have no answer.",
            ),
            ("number-maze;size=20:5,2", 20, "20 is the target.", "20 is the target."),
        ] {
            let game = game(notation);
            let to = |you| Audience::of(&game, you);
            let number = game.rules().board().number(number).unwrap();
            assert_eq!(to(Some(Seat::One)).if_played(game.round(), number, false), yours);
            assert_eq!(to(Some(Seat::Two)).if_played(game.round(), number, false), theirs);
        }
    }

    #[test]
    fn at_the_turn_limit_no_answer_is_promised() {
        let players = [Occupant::Bot(Bot::Easy), Occupant::Human];
        let mut game = Match::new(Setup { players, ..Setup::new("number-maze".parse().unwrap()) });
        let moves = [2, 2, 4, 4, 1, 1].into_iter().cycle();
        for number in moves.take(TURN_LIMIT as usize - 1) {
            game.apply(Event::Moved { number }).unwrap();
        }
        let four = game.rules().board().number(4).unwrap();
        let preview = Audience::of(&game, Some(Seat::Two)).if_played(game.round(), four, false);
        assert_eq!(preview, "If you move to 4, the game ends without a winner.");
        game.apply(Event::Moved { number: 4 }).unwrap();
        assert_eq!(crate::describe(&game), "Number Maze, 1-20, 1000 moves, abandoned");
    }

    #[test]
    fn a_score_says_who_leads() {
        let game = game("multiple-madness;size=20:");
        let to = |you| Audience::of(&game, you);
        assert_eq!(to(None).score([0, 0]), None);
        assert_eq!(to(None).score([1, 1]).unwrap(), "Games: Player 1 1, Player 2 1.");
        assert_eq!(to(Some(Seat::One)).score([2, 1]).unwrap(), "Games: You 2, Player 2 1.");
        assert_eq!(to(Some(Seat::One)).score([0, 1]).unwrap(), "Games: You 0, Player 2 1.");
    }

    #[test]
    fn a_resignation_is_told_to_both() {
        let mut game = game("multiple-madness;size=20:12");
        game.apply(Event::Resigned { by: None }).unwrap();
        let to = |you| Audience::of(&game, you).headline(game.round()).joined().to_string();
        assert_eq!(to(Some(Seat::One)), "You win! Player 2 resigned.");
        assert_eq!(to(Some(Seat::Two)), "You lose. You resigned.");
        assert_eq!(to(None), "Player 1 wins! Player 2 resigned.");
    }
}
