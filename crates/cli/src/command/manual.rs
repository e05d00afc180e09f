//! `divvy completions` and `divvy man`

use std::io::Write;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::Args;
use crate::failure::Failure;

pub(crate) fn completions(shell: Shell, out: &mut dyn Write) -> Result<(), Failure> {
    // The generator panics when its output fails, so it gets one that cannot.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "divvy", &mut script);
    Ok(out.write_all(&script)?)
}

pub(crate) fn man(command: Option<&str>, out: &mut dyn Write) -> Result<(), Failure> {
    let mut program = Args::command();
    // Fills in what only the whole program knows: names of commands, global options.
    program.build();
    if let Some(name) = command {
        program = program.find_subcommand(name).cloned().ok_or_else(|| {
            let names: Vec<&str> = program.get_subcommands().map(|c| c.get_name()).collect();
            Failure::Usage(format!("man takes one of {}, not '{name}'", names.join(", ")))
        })?;
    }
    Ok(clap_mangen::Man::new(program).render(&mut *out)?)
}
