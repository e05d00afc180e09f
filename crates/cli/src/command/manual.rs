//! `divvy completions` and `divvy man`

use std::io::Write;
use std::process::ExitCode;

use clap::CommandFactory;

use crate::args::{Args, CompletionsArgs, ManArgs};
use crate::failure::Failure;

pub(crate) fn completions(
    args: &CompletionsArgs,
    out: &mut dyn Write,
) -> Result<ExitCode, Failure> {
    // The generator panics when its output fails, so it gets one that cannot.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "divvy", &mut script);
    out.write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn man(args: &ManArgs, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    let mut program = Args::command();
    // Fills in what only the whole program knows: names of commands, global options.
    program.build();
    let page = match &args.command {
        None => program,
        Some(name) => match program.find_subcommand(name) {
            Some(command) => command.clone(),
            None => {
                let names: Vec<&str> = program.get_subcommands().map(|c| c.get_name()).collect();
                let message = format!("man takes one of {}, not '{name}'", names.join(", "));
                return Err(Failure::Usage(message));
            }
        },
    };
    clap_mangen::Man::new(page).render(&mut *out)?;
    Ok(ExitCode::SUCCESS)
}
