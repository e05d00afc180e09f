//! Line mode: what is printed, what is asked, and what is done with the answer.
//!
//! The texts of a game are its voice (`voice.rs`); everything here is the same for all five.

mod entry;
mod input;
mod list;
mod person;

use std::io::{self, Write};

use divvy_analysis::{Advice, Computer};
use divvy_match::{
    Action, Change, Choice, Event, EventError, MatchResult, Occupant, Plan, Players, Seat,
};
use divvy_programs::Settings;
use divvy_store::{SaveError, Session, SessionError, expanded, plain};
use divvy_words::{self as words, Audience};

use self::entry::Entry;
pub(crate) use self::entry::{quoted, shown};
pub use self::input::{Input, Line, Piped};
pub(crate) use self::list::{
    LAST, LEGAL, TRAP, fitted, painted, placed, ranged, ranged_numbers, spaced, wrapped,
    wrapped_after, wrapped_to,
};
use crate::setup::command_line;
use crate::{terminal, voice};

/// How line mode came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// The match is over.
    Finished,
    /// The player typed `quit`.
    Quit,
    /// There is no more input.
    InputEnded,
    /// Ctrl-C on the terminal.
    Interrupted,
}

/// Why line mode could not go on. The match is on disk as far as it was accepted.
#[derive(Debug, thiserror::Error)]
pub enum LineError {
    /// The output is gone.
    #[error("cannot write the output: {}; to go on: divvy play --resume", plain(.0))]
    Output(#[from] io::Error),
    /// The input is gone.
    #[error("cannot read the input: {}; to go on: divvy play --resume", plain(.0))]
    Input(io::Error),
    /// The last move could not be saved, and so does not count.
    #[error("{0}; everything before the last move is safe")]
    Save(#[from] SaveError),
}

/// Plays a match from where it stands to its end, or until a player leaves.
///
/// # Errors
/// When reading, writing or saving fails.
pub fn play(
    session: &mut Session,
    input: &mut dyn Input,
    out: &mut dyn Write,
    programs: Settings,
) -> Result<Exit, LineError> {
    let players = Players::new(divvy_programs::player_maker(programs));
    let (computer, is_person) = (Computer::default(), terminal::is_one());
    LineMode { session, input, out, players, programs, computer, is_person, hints: 0 }.play()
}

/// Writes text whose lines may be too long for the window: broken between words, so that no number is cut in two.
fn say(out: &mut dyn Write, text: &str) -> io::Result<()> {
    write!(out, "{}", fitted(text))
}

struct LineMode<'a> {
    session: &'a mut Session,
    input: &'a mut dyn Input,
    out: &'a mut dyn Write,
    players: Players,
    programs: Settings,
    /// For hints.
    computer: Computer,
    /// Whether a person reads what is printed, and not a pipe.
    is_person: bool,
    /// How many hints were asked for in this position.
    hints: usize,
}

impl LineMode<'_> {
    fn play(&mut self) -> Result<Exit, LineError> {
        self.open_match()?;
        loop {
            let ending = if self.session.game().round().is_over() {
                self.close_round()?
            } else {
                self.turn()?
            };
            if let Some(ending) = ending {
                self.out.flush()?;
                return Ok(ending);
            }
        }
    }

    fn open_match(&mut self) -> Result<(), LineError> {
        if self.is_person {
            write!(self.out, "{}", person::introduction(self.session.game()))?;
        }
        self.open_round()
    }

    /// The only person, if one reads what is printed.
    fn you(&self) -> Option<Seat> {
        self.session.game().only_person().filter(|_| self.is_person)
    }

    /// What stands before the first turn, or before the next one in a game taken up again.
    fn open_round(&mut self) -> Result<(), LineError> {
        let game = self.session.game();
        let fresh = game.round().record().moves().is_empty();
        if game.plan() != Plan::Single {
            let (round, rounds) = (game.round_number(), game.plan().rounds());
            let first = game.name(game.round().first());
            say(self.out, &format!("Round {round} of {rounds}. {first} begins.\n\n"))?;
        }
        if fresh {
            say(self.out, &voice::welcome(game))?;
        } else {
            let moves: Vec<String> =
                game.round().record().moves().iter().map(ToString::to_string).collect();
            say(self.out, &format!("Going on after {}.\n\n", list::shortened(&moves, " ")))?;
        }
        self.show()
    }

    /// The score after a round, then the next round or the end of the match.
    fn close_round(&mut self) -> Result<Option<Exit>, LineError> {
        let game = self.session.game();
        if game.plan() != Plan::Single {
            let [one, two] = Seat::BOTH.map(|seat| game.name(seat));
            let [won, lost] = game.score();
            let (round, rounds) = (game.round_number(), game.plan().rounds());
            let standing = match game.standing() {
                Some(MatchResult::Champion(seat)) => {
                    let (more, less) = (won.max(lost), won.min(lost));
                    format!("{} is the champion, {more} to {less}.", game.name(seat))
                }
                Some(MatchResult::Tied) => format!("The match is tied, {won} to {lost}."),
                None => String::new(),
            };
            let score = format!("{one}: {won}, {two}: {lost}\n{standing}\n");
            say(self.out, &format!("\nScore after round {round} of {rounds}: {score}"))?;
        }
        if game.may(Action::NextRound, game.round().to_move()).is_err() {
            if self.is_person {
                write!(self.out, "\n{}", person::afterwards(game))?;
            }
            return Ok(Some(Exit::Finished));
        }
        self.change(Event::NextRound)?;
        self.open_round()?;
        Ok(None)
    }

    /// Where the game stands: whose turn it is, or how it ended.
    fn show(&mut self) -> Result<(), LineError> {
        let game = self.session.game();
        let round = game.round();
        let you = self.you();
        if you.is_some_and(|you| !round.is_over() && round.to_move() != you) {
            return Ok(());
        }
        let text = match (round.given_up(), round.winner(), Audience::everybody(game).ending(game))
        {
            (None, Some(_), _) if you.is_some() => format!("{}\n", person::ending(game)),
            (None, Some(winner), _) if self.is_person => {
                format!("{}\n{}\n", voice::end(game, winner), person::ending(game))
            }
            (None, Some(winner), _) => voice::end(game, winner),
            (_, _, Some(ending)) => format!("{ending}\n"),
            (_, _, None) => voice::turn(game, you),
        };
        Ok(say(self.out, &text)?)
    }

    /// Lets the player to move act once.
    fn turn(&mut self) -> Result<Option<Exit>, LineError> {
        let game = self.session.game();
        if *game.occupant(game.round().to_move()) == Occupant::Human {
            return self.ask();
        }
        match self.players.choose(game) {
            Choice::Number(number) => {
                match self.is_person {
                    true => write!(self.out, "{}", person::move_of_computer(game, number))?,
                    // As if it had been typed.
                    false => writeln!(self.out, "{}{number}", voice::prompt(game, None))?,
                }
                self.choose(number.get(), &number.to_string())?;
            }
            Choice::Forfeit(why) => self.give_up(Event::Forfeited { reason: why.to_string() })?,
            Choice::None => {}
        }
        Ok(None)
    }

    /// Asks a person once and does what the answer says.
    fn ask(&mut self) -> Result<Option<Exit>, LineError> {
        let prompt = voice::prompt(self.session.game(), self.you());
        let line = match self.input.read(&prompt, self.out)? {
            Line::Text(line) => line,
            Line::End => return Ok(Some(Exit::InputEnded)),
            Line::Interrupted => return Ok(Some(Exit::Interrupted)),
        };
        match Entry::parse(&line, self.is_person) {
            Entry::Number { value, typed } => self.choose(value, &typed)?,
            Entry::NotANumber { typed } => {
                let word = entry::meant(&typed);
                let word = word.map(|word| format!("; did you mean {word}?"));
                let word = word.or_else(|| self.is_person.then(|| "; type ? for help".to_owned()));
                let word = word.unwrap_or_default();
                say(self.out, &format!("Invalid choice: {typed} is not a number{word}\n"))?;
            }
            Entry::Quit => return Ok(Some(Exit::Quit)),
            Entry::Help => self.help()?,
            Entry::Hint { with_move } => self.hint(with_move)?,
            Entry::Undo => self.undo()?,
            Entry::Resign => self.give_up(Event::Resigned { by: None })?,
            Entry::Save(file) => self.save(&file)?,
            Entry::Recommended => self.recommended()?,
        }
        Ok(None)
    }

    /// Lets an event happen, if the match allows it.
    fn apply(&mut self, event: Event) -> Result<Result<Change, EventError>, LineError> {
        match self.session.apply(event) {
            Ok(change) => {
                self.hints = 0;
                Ok(Ok(change))
            }
            Err(SessionError::Refused(refused)) => Ok(Err(refused)),
            Err(SessionError::NotSaved(error)) => Err(error.into()),
        }
    }

    /// Lets an event happen that the match allows.
    fn change(&mut self, event: Event) -> Result<(), LineError> {
        if let Err(refused) = self.apply(event)? {
            say(self.out, &format!("{}\n", words::capitalized(&words::refused(refused))))?;
        }
        Ok(())
    }

    /// Ends the round without a last move.
    fn give_up(&mut self, event: Event) -> Result<(), LineError> {
        self.change(event)?;
        writeln!(self.out)?;
        self.show()
    }

    fn choose(&mut self, value: u32, typed: &str) -> Result<(), LineError> {
        match self.apply(Event::Moved { number: value })? {
            Ok(Change::Moved { seat, number }) => {
                let game = self.session.game();
                let moved = match self.you() {
                    Some(_) => person::skipped(game),
                    None => voice::moved(game, seat, number),
                };
                say(self.out, &format!("\n{moved}"))?;
                self.show()
            }
            Err(EventError::IllegalMove { refusal, .. }) => {
                Ok(say(self.out, &format!("{}\n", words::illegal(typed, refusal)))?)
            }
            Ok(_) | Err(EventError::Denied(_)) => Ok(()),
        }
    }

    /// Begins anew on the proposed board, as long as no person has moved.
    fn recommended(&mut self) -> Result<(), LineError> {
        let rules = match person::recommended(self.session.game()) {
            Ok(rules) => rules,
            Err(why) => return Ok(say(self.out, &format!("{why}\n"))?),
        };
        self.session.begin_anew(rules)?;
        self.players = Players::new(divvy_programs::player_maker(self.programs));
        (self.computer, self.hints) = (Computer::default(), 0);
        writeln!(self.out)?;
        self.open_match()
    }

    fn undo(&mut self) -> Result<(), LineError> {
        let Ok(change) = self.apply(Event::Undone { plies: None })? else {
            return Ok(writeln!(self.out, "There is no move to take back.")?);
        };
        let game = self.session.game();
        say(self.out, &format!("{}\n\n", Audience::everybody(game).change(game, &change)))?;
        self.show()
    }

    /// Whether the position is won or lost, and on request what to do about it; to a person in steps.
    fn hint(&mut self, with_move: bool) -> Result<(), LineError> {
        let game = self.session.game();
        let solver = match self.computer.solver(game.round().record()) {
            Ok(solver) => solver,
            Err(error) => return Ok(say(self.out, &format!("No hint: {error}.\n"))?),
        };
        if self.is_person && !with_move {
            writeln!(self.out, "{}\n", person::hint(game, &Advice::of(solver), self.hints))?;
            self.hints += 1;
            return Ok(());
        }
        say(self.out, &format!("{}\n", words::verdict(solver.outcome())))?;
        if with_move {
            let advice = Advice::of(solver);
            let advice = match self.is_person {
                true => words::advice(&advice, &person::opponent(game)),
                false => words::advice_in_pipe(&advice, "your opponent"),
            };
            writeln!(self.out, "{}", wrapped(&advice))?;
        }
        Ok(())
    }

    fn save(&mut self, file: &str) -> Result<(), LineError> {
        if file.is_empty() {
            let text = "save takes a file name, for example: save game.divvy\n";
            return Ok(say(self.out, text)?);
        }
        let path = expanded(file);
        // A copy that fails costs nothing: the game itself is on disk elsewhere.
        match self.session.save_copy(&path) {
            Ok(()) => {
                let file = entry::quoted(&path);
                let is_finished = self.session.game().is_finished();
                say(self.out, &format!("{}\n", words::copy_is_saved(is_finished, &file)))?;
            }
            Err(error) => {
                let why = entry::echoed(&error.to_string());
                say(self.out, &format!("Not saved: {why}\n"))?;
            }
        }
        Ok(())
    }

    fn help(&mut self) -> Result<(), LineError> {
        let game = self.session.game();
        let rules = game.rules();
        let recommended = self.is_person && person::recommended(game).is_ok();
        let recommended = recommended.then_some(("r", "begin on the recommended board"));
        let (board, brief) = (words::board_in_words(rules), words::brief(rules));
        let words = "Type a number, or one of these words:";
        say(self.out, &format!("{board}\n{brief}\n\n{words}\n"))?;
        let (width, gap) = if self.is_person { (12, "\n") } else { (11, "") };
        for (word, meaning) in entry::explained(self.is_person).into_iter().chain(recommended) {
            writeln!(self.out, "{}", wrapped_after(&format!("  {word:<width$}"), meaning))?;
        }
        let all = command_line("rules", rules);
        Ok(say(self.out, &format!("All the rules: {all}\n{gap}"))?)
    }
}
