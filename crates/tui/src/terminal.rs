//! The loop on a real terminal: events in, screens out, and the terminal as it was found on every way out.

use std::io::{self, Stdout};
use std::mem::ManuallyDrop;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Once};
use std::time::Duration;

use crossterm::cursor::{MoveTo, Show};
use crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event, KeyEventKind};
use crossterm::execute;
use crossterm::style::force_color_output;
use crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode,
    enable_raw_mode, size,
};
use ratatui::backend::CrosstermBackend;
use ratatui::layout::{Position, Rect, Size};
use ratatui::{Terminal, TerminalOptions, Viewport};

use crate::app::{App, draw};
use crate::component::{Departure, Input};
use crate::keys::Key;
use crate::theme::Colours;
use crate::work::{Job, Thinker};

/// How often the screen shows that time passes while something is awaited.
pub(crate) const TICK: Duration = Duration::from_millis(120);

/// How long the program may take to end by itself once the system asks it to.
const GRACE: Duration = Duration::from_secs(2);

enum Message {
    Event(Event),
    Input(Input),
}

/// How the loop ended.
#[derive(Clone, Copy, Debug)]
pub struct Exit {
    /// How the program was left.
    pub departure: Departure,
    /// Whether a match was left that can be gone on with.
    pub kept_a_game: bool,
}

/// Plays on this terminal until the program is left.
///
/// # Errors
/// When the terminal refuses to be read or written. It is left as it was found all the same.
pub fn run(mut app: App) -> io::Result<Exit> {
    let (sender, messages) = mpsc::channel();
    let ended = listen_for_signals(&sender)?;
    restore_on_panic();
    // What is asked for here counts, whatever the library reads from the environment.
    force_color_output(app.view.look.colours > Colours::None);
    let size = Size::from(size()?);
    app.apply(Input::Resize(size));
    let mut screen = Window::open(size)?;
    read_events(sender.clone());
    let result = until_departure(&mut app, &mut screen, &messages, &Worker::new(sender));
    // On a closed terminal there is nothing to restore.
    let restored = give_back();
    drop(ended);
    divvy_programs::end_all();
    let exit = result?;
    if exit.departure == Departure::Quit {
        restored?;
    }
    Ok(exit)
}

fn until_departure(
    app: &mut App,
    screen: &mut Window,
    messages: &Receiver<Message>,
    worker: &Worker,
) -> io::Result<Exit> {
    let mut resized = false;
    loop {
        while let Some(job) = app.take_job() {
            worker.hand(job);
        }
        let size = Size::from(size()?);
        // A window that was smaller for a moment has lost what stood outside, even if its size is what it was.
        if size != app.size() || std::mem::take(&mut resized) {
            app.apply(Input::Resize(size));
            screen.begin_anew(size)?;
        }
        screen.terminal.draw(|frame| draw(frame, app))?;
        let wait = if app.wants_ticks() { TICK } else { Duration::MAX };
        let first = match messages.recv_timeout(wait) {
            Ok(message) => message,
            Err(RecvTimeoutError::Timeout) => Message::Input(Input::Tick),
            Err(RecvTimeoutError::Disconnected) => {
                Message::Input(Input::Depart(Departure::InputEnded))
            }
        };
        // All that has happened in the meantime is drawn at once.
        for message in std::iter::once(first).chain(messages.try_iter().take(MOST_AT_ONCE)) {
            let input = match message {
                Message::Input(input) => Some(input),
                Message::Event(Event::Key(key)) if key.kind != KeyEventKind::Release => {
                    let key = Key::from(key);
                    resized |= key.is_redraw();
                    app.key(key)
                }
                Message::Event(Event::Mouse(mouse)) => app.mouse(mouse),
                Message::Event(Event::Resize(..)) => {
                    resized = true;
                    None
                }
                Message::Event(_) => None,
            };
            if let Some(input) = input {
                app.apply(input);
            }
            if let Some(exit) = app.exit() {
                return Ok(exit);
            }
            if app.take_suspension() {
                screen.suspend()?;
                resized = true;
            }
        }
    }
}

const MOST_AT_ONCE: usize = 1_000;

struct Window {
    /// Its own way to be dropped complains on stderr, which may be gone with the terminal.
    terminal: ManuallyDrop<Terminal<CrosstermBackend<Stdout>>>,
}

impl Window {
    fn open(size: Size) -> io::Result<Self> {
        take_over()?;
        let terminal = fresh(size).inspect_err(|_| drop(give_back()))?;
        Ok(Self { terminal: ManuallyDrop::new(terminal) })
    }

    /// Begins with an empty window of this size. The library's own way asks the terminal where its cursor is, and
    /// takes keys for the answer.
    fn begin_anew(&mut self, size: Size) -> io::Result<()> {
        execute!(io::stdout(), Clear(ClearType::All))?;
        // With its cursor shown the old one has nothing to complain of.
        self.terminal.show_cursor()?;
        let fresh = ManuallyDrop::new(fresh(size)?);
        drop(ManuallyDrop::into_inner(std::mem::replace(&mut self.terminal, fresh)));
        Ok(())
    }

    /// Stops the program as a shell does with Ctrl-Z, until the shell lets it go on.
    #[cfg(unix)]
    fn suspend(&mut self) -> io::Result<()> {
        give_back()?;
        nix::sys::signal::raise(nix::sys::signal::Signal::SIGTSTP).map_err(io::Error::from)?;
        take_over()
    }

    #[cfg(not(unix))]
    fn suspend(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn fresh(size: Size) -> io::Result<Terminal<CrosstermBackend<Stdout>>> {
    let viewport = Viewport::Fixed(Rect::from((Position::ORIGIN, size)));
    Terminal::with_options(CrosstermBackend::new(io::stdout()), TerminalOptions { viewport })
}

/// Whether the terminal is ours. It is given back once: the second time would disturb what was printed since.
static OURS: AtomicBool = AtomicBool::new(false);

fn take_over() -> io::Result<()> {
    enable_raw_mode()?;
    OURS.store(true, Ordering::SeqCst);
    // A terminal without an alternate screen still shows what was printed before.
    execute!(io::stdout(), EnterAlternateScreen, Clear(ClearType::All), EnableMouseCapture)
        .inspect_err(|_| drop(give_back()))
}

fn give_back() -> io::Result<()> {
    if !OURS.swap(false, Ordering::SeqCst) {
        return Ok(());
    }
    // Without an alternate screen the shell goes on at the top of an empty one.
    let (empty, top) = (Clear(ClearType::All), MoveTo(0, 0));
    let written =
        execute!(io::stdout(), DisableMouseCapture, empty, top, LeaveAlternateScreen, Show);
    let cooked = disable_raw_mode();
    written.and(cooked)
}

/// A panic is a fault of ours; it must not cost the terminal as well.
fn restore_on_panic() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            let _ = give_back();
            before(info);
            // The loop would wait for ever for a result of this thread.
            if std::thread::current().name() != Some("main") {
                divvy_programs::end_all();
                std::process::exit(101);
            }
        }));
    });
}

/// Reads what is typed and pressed, in a thread of its own.
fn read_events(sender: Sender<Message>) {
    std::thread::spawn(move || {
        let pass_on = || -> io::Result<()> {
            wait_for_input()?;
            // The library looks at keys that it has read already only while some of this time is left.
            while event::poll(Duration::from_millis(250))? {
                let sent = sender.send(Message::Event(event::read()?));
                sent.map_err(|_| io::ErrorKind::BrokenPipe)?;
            }
            Ok(())
        };
        // Until the loop has ended, or the terminal is gone.
        while pass_on().is_ok() {}
        let _ = sender.send(Message::Input(Input::Depart(Departure::InputEnded)));
    });
}

/// Waits until something can be read. The library that reads would turn round for ever on a terminal that is gone, so
/// that is noticed here. (Its feature `use-dev-tty` asks the system anew each time; without it, keys beyond the first
/// thousand bytes of a paste would wait for the next key.)
#[cfg(unix)]
fn wait_for_input() -> io::Result<()> {
    use std::os::fd::AsFd;

    use nix::errno::Errno;
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

    let stdin = io::stdin();
    let mut wanted = [PollFd::new(stdin.as_fd(), PollFlags::POLLIN)];
    loop {
        // Not for ever: on a busy machine the library may have kept a key back.
        match poll(&mut wanted, PollTimeout::from(2_000_u16)) {
            Ok(0) => return Ok(()),
            Ok(_) => break,
            Err(Errno::EINTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
    let gone = PollFlags::POLLHUP | PollFlags::POLLERR | PollFlags::POLLNVAL;
    match wanted[0].revents() {
        Some(found) if !found.intersects(gone) => Ok(()),
        _ => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}

#[cfg(not(unix))]
fn wait_for_input() -> io::Result<()> {
    event::poll(Duration::from_secs(3_600)).map(drop)
}

/// Turns requests to stop into inputs. If the program does not end by itself in time, perhaps because the terminal
/// takes nothing any more, it is ended here; the match is on disk in any case. What is returned is dropped when
/// the program is about to end.
#[cfg(unix)]
fn listen_for_signals(sender: &Sender<Message>) -> io::Result<Sender<()>> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGWINCH};
    use signal_hook::iterator::Signals;

    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP, SIGWINCH])?;
    let sender = sender.clone();
    let (end, ended) = mpsc::channel();
    std::thread::spawn(move || {
        for signal in signals.forever() {
            if signal == SIGWINCH {
                // The loop looks up the size itself.
                let _ = sender.send(Message::Event(Event::Resize(0, 0)));
                continue;
            }
            let _ = sender.send(Message::Input(Input::Depart(Departure::Signal(signal))));
            if let Err(RecvTimeoutError::Timeout) = ended.recv_timeout(GRACE) {
                // Writing may wait for ever on a terminal that takes nothing.
                let (done, restored) = mpsc::channel::<()>();
                std::thread::spawn(move || {
                    let _ = give_back();
                    drop(done);
                });
                let _ = restored.recv_timeout(GRACE / 4);
                divvy_programs::end_all();
                std::process::exit(128 + signal);
            }
        }
    });
    Ok(end)
}

#[cfg(not(unix))]
fn listen_for_signals(_sender: &Sender<Message>) -> io::Result<Sender<()>> {
    Ok(mpsc::channel().0)
}

/// Works on jobs, each in a thread of its own. One that is busy with a job whose result is not awaited any more is left to
/// itself.
struct Worker {
    results: Sender<Message>,
    /// Where threads leave what helps with the next job.
    idle: (Sender<Thinker>, Receiver<Thinker>),
    /// The job whose result is awaited; a thread that works on another may stop.
    awaited: Arc<AtomicU64>,
}

impl Worker {
    fn new(results: Sender<Message>) -> Self {
        Self { results, idle: mpsc::channel(), awaited: Arc::default() }
    }

    fn hand(&self, job: Job) {
        let (ticket, results, idle) = (job.ticket, self.results.clone(), self.idle.0.clone());
        let thinkers: Vec<Thinker> = self.idle.1.try_iter().collect();
        let awaited = Arc::clone(&self.awaited);
        awaited.store(ticket, Ordering::Relaxed);
        std::thread::spawn(move || {
            // Programs of other matches end here, which may take a while.
            let own = thinkers.into_iter().rfind(|thinker| thinker.board == job.board);
            let mut thinker = own.unwrap_or_default();
            let tell = |done| {
                let told = results.send(Message::Input(Input::Progress { ticket, done }));
                told.is_ok() && awaited.load(Ordering::Relaxed) == ticket
            };
            let result = thinker.work(job, tell);
            // The loop may have ended.
            let _ = idle.send(thinker);
            if let Some(result) = result {
                let _ = results.send(Message::Input(Input::Done { ticket, result }));
            }
        });
    }
}
