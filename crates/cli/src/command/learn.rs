//! `divvy learn`

use std::io::Write;

use divvy_lab::lesson::{Kind, Place, Slip};
use divvy_rules::Position;
use divvy_words::lessons::{Lesson, Step, lessons};
use divvy_words::list;

use crate::failure::{Failure, INTERRUPTED};
use crate::line::{Input, Line, shown, wrapped, wrapped_after};
use crate::terminal;

pub(crate) fn run(wanted: Option<&str>, out: &mut dyn Write) -> Result<(), Failure> {
    let Some(wanted) = wanted else {
        for lesson in lessons() {
            let head = format!("{:<17}", lesson.id);
            writeln!(
                out,
                "{}",
                wrapped_after(&head, &format!("{}. {}", lesson.title, lesson.about))
            )?;
        }
        return Ok(writeln!(out, "\nBegin with: divvy learn {}", lessons()[0].id)?);
    };
    let lesson = lessons().iter().find(|lesson| lesson.id == wanted).ok_or_else(|| {
        let ids: Vec<&str> = lessons().iter().map(|lesson| lesson.id.as_str()).collect();
        Failure::Usage(format!(
            "\"{}\" is not a lesson: they are {}",
            shown(wanted),
            ids.join(", ")
        ))
    })?;
    let mut input = terminal::input()?;
    let Lesson { title, about, steps, .. } = lesson;
    writeln!(out, "{}", wrapped(&format!("{title}. {about}")))?;
    writeln!(out, "(Words: back, quit)")?;
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
    let next = lessons().iter().skip_while(|other| other.id != lesson.id).nth(1);
    next.map_or(Ok(()), |next| Ok(writeln!(out, "The next one: divvy learn {}", next.id)?))
}

/// Asks until the step is done; false if the learner leaves.
fn play(step: &Step, input: &mut dyn Input, out: &mut dyn Write) -> Result<bool, Failure> {
    let mut place = Place::new(step, &[]).map_err(Failure::running)?;
    let mut slip: Option<Slip> = None;
    describe(&place, out)?;
    loop {
        let text = match input.read("Your number: ", out)? {
            Line::Text(text) => text,
            Line::End => return Err(Failure::running("the input ended before the lesson did")),
            Line::Interrupted => return Err(Failure::Exit(INTERRUPTED)),
        };
        let text = text.trim().to_ascii_lowercase();
        let moves = match (&slip, text.as_str()) {
            (_, "quit" | "q" | "exit") => return Ok(false),
            (Some(slip), "back") => Some(&slip.moves[..]),
            (None, "back") => Some(&[][..]),
            _ => None,
        };
        if let Some(moves) = moves {
            let moves: Vec<u32> = moves.iter().map(|number| number.get()).collect();
            place = Place::new(step, &moves).map_err(Failure::running)?;
            slip = None;
            describe(&place, out)?;
            continue;
        }
        let Ok(number) = text.parse() else {
            writeln!(out, "Invalid choice: \"{}\" is not a number", shown(&text))?;
            continue;
        };
        let verdict = place.judge(number);
        slip = verdict.slip.or(slip);
        let said = match verdict.verdict {
            // The board says what has happened.
            Kind::GoesOn => String::new(),
            Kind::Right => format!("Right! {}", verdict.text),
            Kind::Slip | Kind::Lost => format!("{} To go back to that move: back", verdict.text),
            Kind::Won | Kind::Wrong | Kind::Refused => verdict.text,
        };
        if !said.is_empty() {
            writeln!(out, "{}", wrapped(&said))?;
        }
        match verdict.verdict {
            Kind::Right | Kind::Won => return Ok(true),
            Kind::Wrong | Kind::Refused => {}
            Kind::GoesOn | Kind::Slip | Kind::Lost => describe(&place, out)?,
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
        let letters = ('A'..='Z').zip(place.pairs());
        let letters = letters.filter(|(_, (one, two))| free.contains(*one) || free.contains(*two));
        let letters = letters.map(|(letter, (one, two))| format!("{letter} {one}-{two}"));
        let letters: Vec<String> = letters.collect();
        if !letters.is_empty() {
            writeln!(out, "{}", wrapped(&format!("Letters: {}", letters.join(", "))))?;
        }
    }
    writeln!(out, "{}", wrapped(&place.said()))?;
    writeln!(out, "{}", wrapped(place.step().task()))?;
    Ok(())
}
