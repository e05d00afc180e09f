//! Programs of other people at the table: `cmd:PROGRAM ARGS`.
//!
//! One line of JSON with the state goes to the program's standard input, one line with a number comes back.
//! A program that is slow, ends, or answers with something else than a legal move forfeits the round; it never
//! holds up the match.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

use divvy_rules::{Game, Number, Options, Record};
use serde::Serialize;

use crate::words;

/// How long a program may think about one move, unless something else is asked for.
pub const TIME_LIMIT: Duration = Duration::from_secs(10);

/// How many answers a program may give to one question.
pub const TRIES: u32 = 3;

/// Answers that a program may be ahead of the questions; beyond that it waits.
const AHEAD: usize = 16;

/// The programs that are running, by their process group, so that they can be ended when this one is.
static RUNNING: Mutex<Vec<u32>> = Mutex::new(Vec::new());

/// Whether all of them were ended, and none is to be started any more.
static ENDED: AtomicBool = AtomicBool::new(false);

/// Ends every running program with all it has started, and any that is just being started. For a program that is about to
/// end itself.
pub fn end_all() {
    ENDED.store(true, Ordering::SeqCst);
    if let Ok(running) = RUNNING.lock() {
        running.iter().for_each(|&group| end(group));
    }
}

#[cfg(unix)]
fn end(group: u32) {
    use nix::sys::signal::{Signal, killpg};
    if let Ok(group) = i32::try_from(group) {
        // It may have ended by itself.
        let _ = killpg(nix::unistd::Pid::from_raw(group), Signal::SIGKILL);
    }
}

#[cfg(not(unix))]
fn end(_group: u32) {}

/// The longest answer that is looked at.
const LONGEST_ANSWER: u64 = 1_000;

/// So many wrong answers are remembered, if nobody asks for them.
const MOST_REFUSED: usize = 1_000;

/// How long a program that has ended is given to have its last words read.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// Reads a program's standard error to its end, and then tells the last line.
fn listen(stderr: ChildStderr) -> Receiver<String> {
    let (tell, told) = mpsc::channel();
    std::thread::spawn(move || {
        let mut reader = BufReader::new(stderr);
        let mut last = String::new();
        let mut line = Vec::new();
        while reader
            .by_ref()
            .take(LONGEST_ANSWER)
            .read_until(b'\n', &mut line)
            .is_ok_and(|length| length > 0)
        {
            let text = printable(String::from_utf8_lossy(&line).trim(), 200);
            if !text.is_empty() {
                last = text;
            }
            line.clear();
        }
        // Nobody may want to know.
        let _ = tell.send(last);
    });
    told
}

/// The beginning of a text that somebody else chose, without what would disturb the text around it.
fn printable(text: &str, longest: usize) -> String {
    text.chars().filter(|&c| !words::is_unprintable(c)).take(longest).collect()
}

/// What a program is told.
#[derive(Serialize)]
struct State<'a> {
    game: Game,
    options: Options,
    /// The whole game in notation.
    position: String,
    moves: &'a [Number],
    /// 1 for the player with the first move of the round, 2 for the other: the one who is asked.
    to_move: u8,
    legal: Vec<Number>,
    /// What was wrong with the answer before.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// Why a program lost the round.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Forfeit {
    /// It could not be started.
    #[error("it did not start ({0})")]
    NotStarted(String),
    /// It thought for too long.
    #[error("it gave no answer within {} s", .0.as_secs_f64())]
    TooSlow(Duration),
    /// It ended, or closed its output. What it wrote to its standard error last, if that was kept.
    #[error("it ended without an answer{}", .0.as_ref().map_or_else(String::new, |words| format!("; its last words: {words}")))]
    Ended(Option<String>),
    /// It gave too many answers that are no legal moves.
    #[error("after {TRIES} tries, {0}")]
    Illegal(String),
}

/// A running program.
#[derive(Debug)]
pub struct External {
    child: Child,
    questions: Sender<String>,
    answers: Receiver<String>,
    limit: Duration,
    /// For the answer to the first question: it may still be starting up.
    first_limit: Duration,
    refused: Vec<String>,
    /// What a quiet one wrote to its standard error last, once that is closed.
    last_words: Option<Receiver<String>>,
}

impl External {
    /// Starts a program. The command line is split at spaces; quotes keep spaces together. Of what a quiet one
    /// writes to its standard error only the last line is kept.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(command: &str, limit: Duration, quiet: bool) -> Result<Self, Forfeit> {
        let words = split(command);
        let (program, args) = words
            .split_first()
            .ok_or_else(|| Forfeit::NotStarted("no program named".to_owned()))?;
        let mut command = Command::new(program);
        command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped());
        if quiet {
            command.stderr(Stdio::piped());
        }
        #[cfg(unix)]
        {
            // A group of its own, so that whatever it starts in turn can be ended with it.
            use std::os::unix::process::CommandExt;
            command.process_group(0);
        }
        let mut child = command.spawn().map_err(|error| Forfeit::NotStarted(error.to_string()))?;
        if let Ok(mut running) = RUNNING.lock() {
            running.push(child.id());
        }
        if ENDED.load(Ordering::SeqCst) {
            end(child.id());
        }
        let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Forfeit::NotStarted("no pipes".to_owned()));
        };
        // Both directions have a thread of their own: a program that neither reads nor writes holds up
        // nobody. They end when the program does.
        let (questions, asked) = mpsc::channel::<String>();
        std::thread::spawn(move || {
            while let Ok(line) = asked.recv() {
                if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                    break;
                }
            }
        });
        let (answered, answers) = mpsc::sync_channel(AHEAD);
        std::thread::spawn(move || {
            let mut reader = BufReader::new(stdout);
            loop {
                let mut line = Vec::new();
                let read = reader.by_ref().take(LONGEST_ANSWER).read_until(b'\n', &mut line);
                let text = String::from_utf8_lossy(&line).trim().to_owned();
                if !read.is_ok_and(|length| length > 0) || answered.send(text).is_err() {
                    break;
                }
            }
        });
        let last_words = child.stderr.take().map(listen);
        let refused = Vec::new();
        Ok(Self { child, questions, answers, limit, first_limit: limit, refused, last_words })
    }

    /// The same program, with so much time for its first answer, but not less than for the others.
    #[must_use]
    pub fn patient(mut self, first: Duration) -> Self {
        self.first_limit = first.max(self.limit);
        self
    }

    /// Asks for a move.
    ///
    /// # Errors
    /// When the program forfeits.
    pub fn choose(&mut self, record: &Record) -> Result<Number, Forfeit> {
        let mut error = None;
        for _ in 0..TRIES {
            let position = record.position();
            let state = State {
                game: record.rules().game(),
                options: record.rules().options(),
                position: record.to_string(),
                moves: record.moves(),
                to_move: position.to_move().number(),
                legal: position.legal().iter().collect(),
                error: error.take(),
            };
            let question = serde_json::to_string(&state).map_err(|_| Forfeit::Ended(None))?;
            let answer = self.ask(question + "\n")?;
            match understand(record, &answer) {
                Ok(number) => return Ok(number),
                Err(why) => {
                    if self.refused.len() < MOST_REFUSED {
                        self.refused.push(why.clone());
                    }
                    error = Some(why);
                }
            }
        }
        Err(Forfeit::Illegal(error.unwrap_or_default()))
    }

    /// What was wrong with its answers that were no legal moves, since this was last asked.
    pub fn take_refused(&mut self) -> Vec<String> {
        std::mem::take(&mut self.refused)
    }

    fn ask(&mut self, question: String) -> Result<String, Forfeit> {
        // What it said without being asked is no answer to this question. One that never stops talking is
        // taken at its word.
        self.answers.try_iter().take(2 * AHEAD).for_each(drop);
        let limit = std::mem::replace(&mut self.first_limit, self.limit);
        let answer = match self.questions.send(question) {
            Ok(()) => self.answers.recv_timeout(limit),
            Err(_) => Err(RecvTimeoutError::Disconnected),
        };
        answer.map_err(|error| match error {
            RecvTimeoutError::Timeout => Forfeit::TooSlow(limit),
            RecvTimeoutError::Disconnected => Forfeit::Ended(self.last_words()),
        })
    }

    /// Something that it started may keep the standard error open, so nobody waits for long.
    fn last_words(&self) -> Option<String> {
        let words = self.last_words.as_ref()?.recv_timeout(LAST_WORDS).ok()?;
        Some(words).filter(|words| !words.is_empty())
    }
}

impl Drop for External {
    fn drop(&mut self) {
        // Either it has ended already or it has to.
        end(self.child.id());
        if let Ok(mut running) = RUNNING.lock() {
            running.retain(|&group| group != self.child.id());
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The number in an answer, if it is a legal move.
fn understand(record: &Record, answer: &str) -> Result<Number, String> {
    let shown = printable(answer, 40);
    let value: u32 =
        answer.parse().map_err(|_| format!("its answer \"{shown}\" is not a number"))?;
    let number = record.rules().board().number(value);
    number
        .and_then(|number| record.position().check(number).map(|()| number))
        .map_err(|refusal| format!("its answer {value} is {refusal}"))
}

/// Words of a command line: split at white space, except inside single or double quotes.
fn split(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in command.chars() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => word.get_or_insert_default().push(c),
            None if c == '\'' || c == '"' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_lines_are_split_as_in_a_shell() {
        assert_eq!(split("python3  bot.py"), ["python3", "bot.py"]);
        assert_eq!(split("sh -c 'echo 1; cat' \"a b\"''"), ["sh", "-c", "echo 1; cat", "a b"]);
        assert_eq!(split(" "), Vec::<String>::new());
    }
}
