//! `divvy learn`

use std::io::Write;

use divvy_lab::lesson::{Kind, Place};
use divvy_rules::{Number, Position};
use divvy_words::lessons::{Lesson, Step, lessons};
use divvy_words::list;

use crate::failure::{Failure, INTERRUPTED};
use crate::line::{Input, Line, shown, wrapped, wrapped_after};
use crate::terminal;

pub(crate) fn run(wanted: Option<&str>, out: &mut dyn Write) -> Result<(), Failure> {
    let Some(wanted) = wanted else {
        for Lesson { id, title, about, .. } in lessons() {
            writeln!(out, "{}", wrapped_after(&format!("{id:<17}"), &format!("{title}. {about}")))?;
        }
        return Ok(writeln!(out, "\nBegin with: divvy learn {}", lessons()[0].id)?);
    };
    let mut found = lessons().iter().skip_while(|lesson| lesson.id != wanted);
    let Lesson { title, about, steps, .. } = found.next().ok_or_else(|| {
        let ids: Vec<&str> = lessons().iter().map(|lesson| lesson.id.as_str()).collect();
        let (wanted, ids) = (shown(wanted), ids.join(", "));
        Failure::Usage(format!("\"{wanted}\" is not a lesson: they are {ids}"))
    })?;
    let mut input = terminal::input()?;
    writeln!(out, "{}\n(Words: back, quit)", wrapped(&format!("{title}. {about}")))?;
    for (index, step) in steps.iter().enumerate() {
        writeln!(out, "\nStep {} of {}", index + 1, steps.len())?;
        for text in step.all("text") {
            writeln!(out, "{}", wrapped(text))?;
        }
        if !play(step, &mut *input, out)? {
            return Ok(());
        }
    }
    writeln!(out, "\nThat was the last step of this lesson.")?;
    let next = found.next();
    next.map_or(Ok(()), |next| Ok(writeln!(out, "The next one: divvy learn {}", next.id)?))
}

/// Asks until the step is done; false if the learner leaves.
fn play(step: &Step, input: &mut dyn Input, out: &mut dyn Write) -> Result<bool, Failure> {
    let mut place = Place::new(step, &[]).map_err(Failure::running)?;
    // The moves of a game that the word back leads to.
    let mut back: Vec<u32> = Vec::new();
    describe(&place, out)?;
    loop {
        let text = match input.read("Your number: ", out)? {
            Line::Text(text) => text.trim().to_ascii_lowercase(),
            Line::End => return Err(Failure::running("the input ended before the lesson did")),
            Line::Interrupted => return Err(Failure::Exit(INTERRUPTED)),
        };
        match text.as_str() {
            "quit" | "q" | "exit" => return Ok(false),
            "back" => {
                place = Place::new(step, &back).map_err(Failure::running)?;
                describe(&place, out)?;
                continue;
            }
            _ => {}
        }
        let Ok(number) = text.parse() else {
            writeln!(out, "Invalid choice: \"{}\" is not a number", shown(&text))?;
            continue;
        };
        let verdict = place.judge(number);
        let text = wrapped(&verdict.text);
        match verdict.verdict {
            Kind::Right => writeln!(out, "Right! {text}")?,
            Kind::Won | Kind::Wrong | Kind::Refused => writeln!(out, "{text}")?,
            Kind::Slip | Kind::Lost => writeln!(out, "{text}\nTo go back to that move: back")?,
            // The board says what has happened.
            Kind::GoesOn => {}
        }
        match verdict.verdict {
            Kind::Right | Kind::Won => return Ok(true),
            Kind::Wrong | Kind::Refused => {}
            Kind::GoesOn | Kind::Slip | Kind::Lost => describe(&place, out)?,
        }
        if let Some(slip) = verdict.slip {
            back = slip.moves.iter().map(|number| number.get()).collect();
        }
    }
}

/// What there is to see on the board, and the task.
fn describe(place: &Place<'_>, out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(out)?;
    if let Position::Removal(position) = place.record().position() {
        let free = position.free();
        let left: Vec<String> = free.runs().flat_map(list::run).collect();
        writeln!(out, "{}", wrapped(&format!("Left: {}", left.join(", "))))?;
        let is_left = |(one, two): &(Number, Number)| free.contains(*one) || free.contains(*two);
        let letters = ('A'..='Z').zip(place.pairs()).filter(|(_, pair)| is_left(pair));
        let letters = letters.map(|(letter, (one, two))| format!("{letter} {one}-{two}"));
        let letters = letters.collect::<Vec<_>>().join(", ");
        if !letters.is_empty() {
            writeln!(out, "{}", wrapped(&format!("Letters: {letters}")))?;
        }
    }
    Ok(writeln!(out, "{}\n{}", wrapped(&place.said()), wrapped(place.step().task()))?)
}
