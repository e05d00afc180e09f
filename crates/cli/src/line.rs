//! Line mode: what is printed, what is asked, and what is done with the answer.
//!
//! The texts of a game are its voice (`voice.rs`); everything here is the same for all five.

mod entry;
mod input;
mod list;
mod paint;

use std::io::{self, Write};
use std::time::Duration;

use divvy_play::{
    Advice, Choice, Occupant, Others, Plan, PlayError, SaveError, Session, Standing, expanded,
    words,
};
use divvy_rules::Number;
use divvy_solver::TooLarge;

use self::entry::{Entry, Word};
pub(crate) use self::entry::{quoted, shown};
pub use self::input::{Input, Line, Piped};
pub(crate) use self::list::{ranged, ranged_numbers, spaced, wrapped};
pub(crate) use self::paint::{LAST, LEGAL, TRAP, painted};
use crate::voice::{Voice, voice};

/// How line mode came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The match is over.
    Finished,
    /// Somebody typed `quit`.
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
    #[error("cannot write the output ({0}); to go on: divvy play --resume")]
    Output(#[from] io::Error),
    /// The input is gone.
    #[error("cannot read the input ({0}); to go on: divvy play --resume")]
    Input(io::Error),
    /// A bot that plays perfectly cannot on this board.
    #[error("a bot cannot play this: {0}; random and greedy can")]
    TooLarge(#[from] TooLarge),
    /// The last move could not be saved, and so does not count.
    #[error("{0}; everything before the last move is safe")]
    Save(#[from] SaveError),
}

/// Plays a match from where it stands to its end, or until somebody leaves. Programs have `move_time` for
/// each move.
///
/// # Errors
/// When reading, writing or saving fails, or a bot cannot solve the board.
pub fn play(
    session: &mut Session,
    input: &mut dyn Input,
    out: &mut dyn Write,
    move_time: Duration,
) -> Result<Ending, LineError> {
    let voice = voice(session.game().rules().game());
    Table { session, input, out, voice, others: Others::new(move_time) }.play()
}

struct Table<'a> {
    session: &'a mut Session,
    input: &'a mut dyn Input,
    out: &'a mut dyn Write,
    voice: &'static dyn Voice,
    /// Thinks for the seats without a person, and about hints.
    others: Others,
}

impl Table<'_> {
    fn play(&mut self) -> Result<Ending, LineError> {
        self.open_round()?;
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

    /// What stands before the first turn, or before the next one in a game taken up again.
    fn open_round(&mut self) -> Result<(), LineError> {
        let game = self.session.game();
        let fresh = game.round().record().moves().is_empty();
        if game.plan() != Plan::Single {
            let (round, rounds) = (game.round_number(), game.plan().rounds());
            let first = game.name(game.round().first());
            writeln!(self.out, "Round {round} of {rounds}. {first} begins.\n")?;
        }
        if fresh {
            write!(self.out, "{}", self.voice.welcome(game))?;
        } else {
            let moves: Vec<String> =
                game.round().record().moves().iter().map(ToString::to_string).collect();
            writeln!(self.out, "Going on after {}.\n", list::shortened(&moves, " "))?;
        }
        self.show()
    }

    /// The score after a round, then the next round or the end of the match.
    fn close_round(&mut self) -> Result<Option<Ending>, LineError> {
        let game = self.session.game();
        if game.plan() != Plan::Single {
            let [one, two] = divvy_play::Seat::BOTH.map(|seat| game.name(seat));
            let [won, lost] = game.score();
            let (round, rounds) = (game.round_number(), game.plan().rounds());
            writeln!(
                self.out,
                "\nScore after round {round} of {rounds}: {one}: {won}, {two}: {lost}"
            )?;
            match game.standing() {
                Some(Standing::Champion(seat)) => {
                    let (more, less) = (won.max(lost), won.min(lost));
                    writeln!(self.out, "{} is the champion, {more} to {less}.", game.name(seat))?;
                }
                Some(Standing::Tied) => {
                    writeln!(self.out, "The match is tied, {won} to {lost}.")?;
                }
                None => writeln!(self.out)?,
            }
        }
        if !self.session.next_round()? {
            return Ok(Some(Ending::Finished));
        }
        self.open_round()?;
        Ok(None)
    }

    /// Where the game stands: whose turn it is, or how it ended.
    fn show(&mut self) -> Result<(), LineError> {
        let game = self.session.game();
        let round = game.round();
        let text = match (round.given_up(), round.winner()) {
            (None, Some(winner)) => self.voice.end(game, winner),
            _ => match words::ending(game) {
                Some(ending) => ending + "\n",
                None => self.voice.turn(game),
            },
        };
        Ok(write!(self.out, "{text}")?)
    }

    /// Lets whoever is to move act once.
    fn turn(&mut self) -> Result<Option<Ending>, LineError> {
        let game = self.session.game();
        if *game.player(game.round().to_move()) == Occupant::Human {
            return self.ask();
        }
        match self.others.choose(game)? {
            Choice::Number(number) => self.announce(number)?,
            Choice::Forfeit(reason) => {
                self.session.forfeit(reason.to_string())?;
                writeln!(self.out)?;
                self.show()?;
            }
            Choice::None => {}
        }
        Ok(None)
    }

    /// Makes the move of a player who is not a person, as if it had been typed.
    fn announce(&mut self, number: Number) -> Result<(), LineError> {
        let prompt = self.voice.prompt(self.session.game());
        writeln!(self.out, "{prompt}{number}")?;
        self.choose(number.get(), &number.to_string())
    }

    /// Asks a person once and does what the answer says.
    fn ask(&mut self) -> Result<Option<Ending>, LineError> {
        let prompt = self.voice.prompt(self.session.game());
        let line = match self.input.read(&prompt, self.out)? {
            Line::Text(line) => line,
            Line::End => return Ok(Some(Ending::InputEnded)),
            Line::Interrupted => return Ok(Some(Ending::Interrupted)),
        };
        match Entry::parse(&line) {
            Entry::Number { value, typed } => self.choose(value, &typed)?,
            Entry::NotANumber { typed } => {
                writeln!(self.out, "Invalid choice: {typed} is not a number")?;
            }
            Entry::Word(Word::Quit) => return Ok(Some(Ending::Quit)),
            Entry::Word(Word::Help) => self.help()?,
            Entry::Word(Word::Hint { whole }) => self.hint(whole)?,
            Entry::Word(Word::Undo) => self.undo()?,
            Entry::Word(Word::Resign) => {
                self.session.resign()?;
                writeln!(self.out)?;
                self.show()?;
            }
            Entry::Word(Word::Save(file)) => self.save(&file)?,
        }
        Ok(None)
    }

    fn choose(&mut self, value: u32, typed: &str) -> Result<(), LineError> {
        let game = self.session.game();
        let by = game.round().to_move();
        let number = game.rules().board().number(value);
        let played = number
            .map_err(PlayError::from)
            .and_then(|number| self.session.play(number).map(|skips| (number, skips)));
        match played {
            Ok((number, skips)) => {
                let moved = self.voice.moved(self.session.game(), by, number, skips);
                write!(self.out, "\n{moved}")?;
                self.show()
            }
            Err(PlayError::Refused(refusal)) => {
                Ok(writeln!(self.out, "{}", words::refused(typed, refusal))?)
            }
            Err(PlayError::NotSaved(error)) => Err(error.into()),
        }
    }

    fn undo(&mut self) -> Result<(), LineError> {
        let undone: Vec<String> = self.session.undo()?.iter().map(ToString::to_string).collect();
        if undone.is_empty() {
            return Ok(writeln!(self.out, "There is no move to take back.")?);
        }
        writeln!(self.out, "Taken back: {}.\n", undone.join(", "))?;
        self.show()
    }

    /// Whether the position is won or lost, and on request what to do about it.
    fn hint(&mut self, whole: bool) -> Result<(), LineError> {
        let record = self.session.game().round().record();
        let solver = match self.others.computer.solver(record) {
            Ok(solver) => solver,
            Err(error) => return Ok(writeln!(self.out, "No hint: {error}.")?),
        };
        writeln!(self.out, "{}", words::verdict(solver.outcome()))?;
        if whole {
            writeln!(self.out, "{}", wrapped(&Advice::of(solver).text("your opponent")))?;
        }
        Ok(())
    }

    fn save(&mut self, file: &str) -> Result<(), LineError> {
        if file.is_empty() {
            writeln!(self.out, "save takes a file name, for example: save game.divvy")?;
            return Ok(());
        }
        let path = expanded(file);
        // A copy that fails costs nothing: the game itself is on disk elsewhere.
        match self.session.save_copy(&path) {
            Ok(()) => {
                let file = entry::quoted(&path);
                writeln!(self.out, "Saved. To go on from there: divvy play --resume {file}")?;
            }
            Err(error) => writeln!(self.out, "Not saved: {}", entry::echoed(&error.to_string()))?,
        }
        Ok(())
    }

    fn help(&mut self) -> Result<(), LineError> {
        let game = self.session.game().rules().game();
        writeln!(self.out, "{}\n", words::brief(game))?;
        writeln!(self.out, "Type a number, or one of these words:")?;
        for (word, meaning) in Word::ALL {
            writeln!(self.out, "  {word:<11}{meaning}")?;
        }
        Ok(writeln!(self.out, "All the rules: divvy rules {game}")?)
    }
}
