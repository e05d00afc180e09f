//! A program as a player: `cmd:PROGRAM ARGS`.
//!
//! One line of JSON with the position goes to the program's standard input, one line with a number comes back.
//! A program that is slow, ends, or answers with something else than a legal move forfeits the round; it never
//! holds up the match.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use divvy_match::{Chooser, Forfeit, Match, Seat, is_unprintable};
use divvy_rules::{Number, Record};
use divvy_wire::{Announcement, Question};

use crate::Settings;

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

/// How long a program that has ended is given to have its last words read.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// The lines that a program writes, until it closes its end of the pipe. A line that is too long counts as several.
fn lines(pipe: impl Read) -> impl Iterator<Item = String> {
    let mut reader = BufReader::new(pipe);
    std::iter::from_fn(move || {
        let mut line = Vec::new();
        let read = reader.by_ref().take(LONGEST_ANSWER).read_until(b'\n', &mut line);
        let text = || String::from_utf8_lossy(&line).trim().to_owned();
        read.is_ok_and(|length| length > 0).then(text)
    })
}

/// Reads a program's standard error to its end, and then tells the last line.
fn listen(stderr: ChildStderr) -> Receiver<String> {
    let (tell, told) = mpsc::channel();
    std::thread::spawn(move || {
        let printable = lines(stderr).map(|line| printable(&line, 200));
        // The receiver may be gone.
        let _ = tell.send(printable.filter(|line| !line.is_empty()).last().unwrap_or_default());
    });
    told
}

/// The beginning of a text that a program chose, without what would disturb the text around it.
fn printable(text: &str, longest: usize) -> String {
    text.chars().filter(|&c| !is_unprintable(c)).take(longest).collect()
}

/// A running program.
#[derive(Debug)]
pub struct Program {
    child: Child,
    questions: Sender<String>,
    answers: Receiver<String>,
    limit: Duration,
    /// For the answer to the first question: it may still be starting up.
    first_limit: Duration,
    /// When it was started, until it has given its first answer.
    started: Option<Instant>,
    start_time: Option<Duration>,
    events: bool,
    refused: Vec<String>,
    /// What a quiet one wrote to its standard error last, once that is closed.
    last_words: Option<Receiver<String>>,
}

impl Program {
    /// Starts a program. The command line is split as a shell would. Of what a quiet one writes to its standard error
    /// only the last line is kept.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(command: &str, settings: Settings) -> Result<Self, Forfeit> {
        let mut child = spawn(command, settings.quiet)?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Forfeit::NotStarted("no pipes".to_owned()));
        };
        let last_words = child.stderr.take().map(listen);
        let Settings { move_time, start_time, events, .. } = settings;
        Ok(Self {
            child,
            questions: write_questions(stdin),
            answers: read_answers(stdout),
            limit: move_time,
            first_limit: start_time.max(move_time),
            started: Some(Instant::now()),
            start_time: None,
            events,
            refused: Vec::new(),
            last_words,
        })
    }

    fn ask(&mut self, question: String) -> Result<String, Forfeit> {
        // What it said before it was asked is not an answer to this question. A program that never stops talking
        // gets the first line that is left as its answer.
        self.answers.try_iter().take(2 * AHEAD).for_each(drop);
        let limit = std::mem::replace(&mut self.first_limit, self.limit);
        let answer = match self.questions.send(question) {
            Ok(()) => self.answers.recv_timeout(limit),
            Err(_) => Err(RecvTimeoutError::Disconnected),
        };
        if let Some(started) = self.started.take() {
            self.start_time = Some(started.elapsed());
        }
        answer.map_err(|error| match error {
            RecvTimeoutError::Timeout => Forfeit::TooSlow(limit),
            RecvTimeoutError::Disconnected => Forfeit::Ended(self.last_words()),
        })
    }

    /// Tells something that takes no answer, if it is to be told at all.
    fn tell(&self, told: &Announcement) {
        if let (true, Ok(line)) = (self.events, serde_json::to_string(told)) {
            // A program that has ended is found out when it is asked.
            let _ = self.questions.send(line + "\n");
        }
    }

    /// A process that it started may keep the standard error open, so the wait is short.
    fn last_words(&self) -> Option<String> {
        let words = self.last_words.as_ref()?.recv_timeout(LAST_WORDS).ok()?;
        Some(words).filter(|words| !words.is_empty())
    }
}

impl Chooser for Program {
    fn choose(&mut self, game: &Match) -> Result<Number, Forfeit> {
        let record = game.round().record();
        let mut problem: Option<String> = None;
        self.refused.clear();
        for _ in 0..TRIES {
            let question = Question::new(record, game.move_seed(), problem.as_deref());
            let question = serde_json::to_string(&question).map_err(|_| Forfeit::Ended(None))?;
            match understand(record, &self.ask(question + "\n")?) {
                Ok(number) => return Ok(number),
                Err(why) => {
                    self.refused.push(why.clone());
                    problem = Some(why);
                }
            }
        }
        Err(Forfeit::Illegal { tries: TRIES, problem: problem.unwrap_or_default() })
    }

    fn begin(&mut self, game: &Match, seat: Seat, number: u64) {
        let record = game.round().record();
        let player = game.round().player_at(seat);
        self.tell(&Announcement::begin(record, player, number, game.move_seed()));
    }

    fn end(&mut self, game: &Match, seat: Seat) {
        let round = game.round();
        let winner = round.winner().map(|winner| round.player_at(winner));
        let record = round.record();
        self.tell(&Announcement::end(record, round.player_at(seat), winner));
    }

    fn take_start(&mut self) -> Option<Duration> {
        self.start_time.take()
    }

    fn take_refused(&mut self) -> Vec<String> {
        std::mem::take(&mut self.refused)
    }
}

impl Drop for Program {
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
        .and_then(|number| record.check(number).map(|()| number))
        .map_err(|refusal| format!("its answer {value} is {refusal}"))
}

/// Starts the process, in a group of its own, so that all it starts in turn can be ended with it.
fn spawn(command: &str, quiet: bool) -> Result<Child, Forfeit> {
    let not_started = |why: &str| Forfeit::NotStarted(why.to_owned());
    let words = shlex::split(command).ok_or_else(|| not_started("a quote is not closed"))?;
    let (program, args) = words.split_first().ok_or_else(|| not_started("no program named"))?;
    let mut command = Command::new(program);
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped());
    if quiet {
        command.stderr(Stdio::piped());
    }
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        command.process_group(0);
    }
    let child = command.spawn().map_err(|error| match error.kind() {
        ErrorKind::NotFound => not_started("there is no such program"),
        kind => Forfeit::NotStarted(kind.to_string()),
    })?;
    if let Ok(mut running) = RUNNING.lock() {
        running.push(child.id());
    }
    if ENDED.load(Ordering::SeqCst) {
        end(child.id());
    }
    Ok(child)
}

/// Passes questions on in a thread of its own, so that a program that does not read holds up nothing. The thread ends
/// with the program.
fn write_questions(mut stdin: ChildStdin) -> Sender<String> {
    let (questions, asked) = mpsc::channel::<String>();
    std::thread::spawn(move || {
        while let Ok(line) = asked.recv() {
            if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                break;
            }
        }
    });
    questions
}

/// Reads answers in a thread of its own, which ends with the program.
fn read_answers(stdout: ChildStdout) -> Receiver<String> {
    let (answered, answers) = mpsc::sync_channel(AHEAD);
    std::thread::spawn(move || {
        let _ = lines(stdout).try_for_each(|line| answered.send(line));
    });
    answers
}
