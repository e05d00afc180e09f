//! The loop on a real terminal: events in, screens out, and the terminal as it was found on every way out.

use std::io::{self, Stdout};
use std::mem::ManuallyDrop;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Once};
use std::time::Duration;

use crossterm::cursor::Show;
use crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event, KeyEventKind};
use crossterm::execute;
use crossterm::style::force_color_output;
use crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode,
    enable_raw_mode, size,
};
use ratatui::backend::CrosstermBackend;
use ratatui::layout::{Rect, Size};
use ratatui::{Terminal, TerminalOptions, Viewport};

use crate::app::{App, Departure, draw};
use crate::component::Input;
use crate::keys::Key;
use crate::work::{Job, Thinker};

/// How often the screen shows that time passes while something is awaited.
const TICK: Duration = Duration::from_millis(120);

/// How long the program may take to end by itself once the system asks it to.
const GRACE: Duration = Duration::from_secs(2);

enum Happening {
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
    let (sender, happenings) = mpsc::channel();
    let ended = listen_for_signals(&sender)?;
    restore_on_panic();
    // What is asked for here counts, whatever the library reads from the environment.
    force_color_output(app.look().colours);
    let mut screen = Window::open()?;
    app.apply(Input::Resize(Window::size()?));
    read_events(sender.clone());
    let mut worker = JobThread::new(sender);
    let result = until_departure(&mut app, &mut screen, &happenings, &mut worker);
    // On a closed terminal there is nothing to restore.
    let restored = give_back();
    drop(ended);
    divvy_programs::end_all();
    let departure = result?;
    if departure == Departure::Quit {
        restored?;
    }
    Ok(Exit { departure, kept_a_game: app.has_kept_a_game() })
}

fn until_departure(
    app: &mut App,
    screen: &mut Window,
    happenings: &Receiver<Happening>,
    worker: &mut JobThread,
) -> io::Result<Departure> {
    let mut resized = false;
    loop {
        while let Some(job) = app.take_job() {
            worker.hand(job);
        }
        let size = Window::size()?;
        // A window that was smaller for a moment has lost what stood outside, even if its size is what it was.
        if size != app.size() || std::mem::take(&mut resized) {
            app.apply(Input::Resize(size));
            screen.begin_anew(size)?;
        }
        screen.terminal.draw(|frame| draw(frame, app))?;
        let wait = if app.wants_ticks() { TICK } else { Duration::MAX };
        let first = match happenings.recv_timeout(wait) {
            Ok(happening) => happening,
            Err(RecvTimeoutError::Timeout) => Happening::Input(Input::Tick),
            Err(RecvTimeoutError::Disconnected) => return Ok(Departure::InputEnded),
        };
        // All that has happened in the meantime is drawn at once.
        for happening in std::iter::once(first).chain(happenings.try_iter().take(MOST_AT_ONCE)) {
            let input = match happening {
                Happening::Input(input) => {
                    worker.done(&input);
                    Some(input)
                }
                Happening::Event(Event::Key(key)) if key.kind != KeyEventKind::Release => {
                    app.key(Key::from(key))
                }
                Happening::Event(Event::Mouse(mouse)) => app.mouse(mouse),
                Happening::Event(Event::Resize(..)) => {
                    resized = true;
                    None
                }
                Happening::Event(_) => None,
            };
            if let Some(input) = input {
                app.apply(input);
            }
            if let Some(departure) = app.departure() {
                return Ok(departure);
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
    fn open() -> io::Result<Self> {
        take_over()?;
        let terminal = Self::size().and_then(fresh);
        match terminal {
            Ok(terminal) => Ok(Self { terminal: ManuallyDrop::new(terminal) }),
            Err(error) => {
                let _ = give_back();
                Err(error)
            }
        }
    }

    fn size() -> io::Result<Size> {
        let (width, height) = size()?;
        Ok(Size { width, height })
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

impl Drop for Window {
    fn drop(&mut self) {
        // Closed before on all usual ways; twice does no harm.
        let _ = give_back();
    }
}

fn fresh(size: Size) -> io::Result<Terminal<CrosstermBackend<Stdout>>> {
    let viewport = Viewport::Fixed(Rect { x: 0, y: 0, width: size.width, height: size.height });
    Terminal::with_options(CrosstermBackend::new(io::stdout()), TerminalOptions { viewport })
}

/// Whether the terminal is ours. It is given back once: the second time would disturb what was printed since.
static OURS: AtomicBool = AtomicBool::new(false);

fn take_over() -> io::Result<()> {
    enable_raw_mode()?;
    OURS.store(true, Ordering::SeqCst);
    execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture).inspect_err(|_| {
        let _ = give_back();
    })
}

fn give_back() -> io::Result<()> {
    if !OURS.swap(false, Ordering::SeqCst) {
        return Ok(());
    }
    let written = execute!(io::stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
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
fn read_events(sender: Sender<Happening>) {
    std::thread::spawn(move || {
        // The loop has ended, or the terminal is gone.
        let _ = pass_events_on(&sender);
        let _ = sender.send(Happening::Input(Input::InputEnded));
    });
}

fn pass_events_on(sender: &Sender<Happening>) -> io::Result<()> {
    loop {
        wait_for_input()?;
        // The library looks at keys that it has read already only while some of this time is left.
        while event::poll(Duration::from_millis(250))? {
            if sender.send(Happening::Event(event::read()?)).is_err() {
                return Ok(());
            }
        }
    }
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
fn listen_for_signals(sender: &Sender<Happening>) -> io::Result<Sender<()>> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGWINCH};
    use signal_hook::iterator::Signals;

    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP, SIGWINCH])?;
    let sender = sender.clone();
    let (end, ended) = mpsc::channel();
    std::thread::spawn(move || {
        for signal in signals.forever() {
            if signal == SIGWINCH {
                // The loop looks up the size itself.
                let _ = sender.send(Happening::Event(Event::Resize(0, 0)));
                continue;
            }
            let _ = sender.send(Happening::Input(Input::Stop(signal)));
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
fn listen_for_signals(_sender: &Sender<Happening>) -> io::Result<Sender<()>> {
    Ok(mpsc::channel().0)
}

/// A thread that works on jobs. One that is busy with a job whose result is not awaited any more is left to itself, and
/// another takes its place.
struct JobThread {
    results: Sender<Happening>,
    jobs: Sender<Job>,
    /// What it is working on.
    busy: Option<u64>,
    /// The job whose result is awaited; a thread that works on another may stop.
    awaited: Arc<AtomicU64>,
}

impl JobThread {
    fn new(results: Sender<Happening>) -> Self {
        let awaited = Arc::new(AtomicU64::new(0));
        let jobs = Self::start(results.clone(), Arc::clone(&awaited));
        Self { results, jobs, busy: None, awaited }
    }

    fn start(results: Sender<Happening>, awaited: Arc<AtomicU64>) -> Sender<Job> {
        let (jobs, todo) = mpsc::channel::<Job>();
        std::thread::spawn(move || {
            let mut thinker = Thinker::default();
            while let Ok(job) = todo.recv() {
                let ticket = job.ticket;
                let tell = |done| {
                    let input = Input::Progress { ticket, done };
                    let told = results.send(Happening::Input(input)).is_ok();
                    told && awaited.load(Ordering::Relaxed) == ticket
                };
                if let Some(result) = thinker.work(job, tell) {
                    let input = Input::Done { ticket, result };
                    if results.send(Happening::Input(input)).is_err() {
                        return;
                    }
                }
            }
        });
        jobs
    }

    fn hand(&mut self, job: Job) {
        if self.busy.is_some() {
            self.jobs = Self::start(self.results.clone(), Arc::clone(&self.awaited));
        }
        self.awaited.store(job.ticket, Ordering::Relaxed);
        self.busy = Some(job.ticket);
        // A thread that has ended is one that panicked; the screen says so by waiting.
        let _ = self.jobs.send(job);
    }

    fn done(&mut self, input: &Input) {
        if let Input::Done { ticket, .. } = input
            && self.busy == Some(*ticket)
        {
            self.busy = None;
        }
    }
}
