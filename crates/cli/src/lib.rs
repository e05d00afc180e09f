//! The `divvy` program: arguments, line mode with one voice for each spec, and the small commands.
//!
//! [`run`] is the whole program. [`mod@line`] is public so that it can be driven without a process.

mod args;
mod command;
mod database;
mod failure;
mod file;
pub mod line;
mod log;
mod menu;
mod output;
mod part;
mod progress;
mod setup;
mod table;
mod terminal;
mod usage;
mod voice;

use std::io::{BufWriter, Write, stdin};
use std::process::ExitCode;

use crate::args::{Command, TuiArgs};
use crate::failure::Failure;

/// Runs the program with the arguments of this process, and says how it ended.
pub fn run() -> ExitCode {
    let arguments = usage::without_help_of_help(std::env::args_os().collect());
    args::color_of(&arguments).write_global();
    let mut program = args::program();
    program.build();
    let (command, name) = usage::command_of(&program, &arguments);
    failure::speak_as(name);
    // Not locked: a panic in another thread has to be able to put the terminal right.
    let mut out = anstream::stdout();
    let result = match args::parse(&arguments) {
        Ok(args) => dispatch(args.command, &mut out),
        // Help that was asked for is no failure.
        Err(error) if error.exit_code() == 0 => error.print().map_err(Failure::from),
        Err(error) => Err(Failure::Usage(usage::sentence(&error, &command))),
    };
    let Err(failure) = result.and(out.flush().map_err(Failure::from)) else {
        return ExitCode::SUCCESS;
    };
    if let Some(message) = failure.message() {
        output::complain(&message);
    }
    ExitCode::from(failure.exit_code())
}

fn dispatch(command: Option<Command>, out: &mut dyn Write) -> Result<(), Failure> {
    match command {
        Some(Command::Play(play)) => command::play::run(&play, out),
        Some(Command::Tui(tui)) => command::tui::run(&tui, out),
        Some(Command::Games { json }) => command::games::run(json, out),
        Some(Command::Rules(rules)) => command::rules::run(&rules, out),
        Some(Command::Learn { lesson }) => command::learn::run(lesson.as_deref(), out),
        Some(Command::Solve(solve)) => command::solve::run(&solve, out),
        Some(Command::Verify { file }) => command::verify::run(&file, out),
        Some(Command::Review(review)) => command::review::run(&review, out),
        Some(Command::Serve(serve)) => command::serve::run(&serve, out),
        Some(Command::Admin(admin)) => command::admin::run(&admin, out),
        Some(Command::Census(census)) => command::census::run(&census, out),
        Some(Command::Count(count)) => command::count::run(&count, out),
        Some(Command::Longest(longest)) => command::longest::run(&longest, out),
        Some(Command::Join { files }) => command::join::run(&files, out),
        Some(Command::Fair(fair)) => command::fair::run(&fair, out),
        Some(Command::Puzzle(puzzle)) => command::puzzle::run(&puzzle, out),
        Some(Command::Arena(arena)) => command::arena::run(&arena, out),
        Some(Command::Bench(bench)) => command::bench::run(&bench, out),
        Some(Command::Engine) => Ok(divvy_lab::engine::run(stdin().lock(), BufWriter::new(out))?),
        Some(Command::Mcp(mcp)) => command::mcp::run(&mcp, out),
        Some(Command::Saved(saved)) => command::saved::run(&saved, out),
        Some(Command::Completions { shell }) => command::manual::completions(shell, out),
        Some(Command::Man { out: Some(folder), .. }) => command::manual::write_pages(&folder),
        Some(Command::Man { command, .. }) => command::manual::man(command.as_deref(), out),
        None if !terminal::is_one() => {
            output::remark(
                "the full-screen board needs a terminal; this is what divvy can do without",
            );
            let help = args::program().render_help();
            write!(anstream::stderr(), "{}", help.ansi())?;
            Err(Failure::Exit(failure::USAGE))
        }
        // A terminal that cannot place text still has lines.
        None if terminal::is_dumb() => menu::run(out),
        None => command::tui::run(&TuiArgs::default(), out),
    }
}
