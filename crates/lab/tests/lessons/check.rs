//! Whether a lesson is true: every claim of every step, by the solver.

use divvy_rules::{Family, Number, Position, Record, Relation};
use divvy_solver::Solver;
use divvy_words::lessons::{Entry, Lesson, Right, Step, numbers};
use divvy_words::list;

use divvy_lab::lesson::right_numbers;

/// What is wrong first, with its line and what would be right.
pub(crate) fn check(lesson: &Lesson) -> Result<(), String> {
    let at = |line, why| format!("{}.txt, line {line}: {why}", lesson.id);
    let mut before = None;
    for step in &lesson.steps {
        let in_line = |key: &'static str| move |why: String| at(line_of(step, key), why);
        check_position(step, before).map_err(in_line("position"))?;
        check_right(step).map_err(in_line("right"))?;
        check_answers(step).map_err(in_line("answer"))?;
        check_pairs(step).map_err(in_line("pairs"))?;
        for Entry { line, key, text } in &step.entries {
            let checked = match key.as_str() {
                "check" => check_claim(step, text).map_err(|why| format!("\"{text}\": {why}")),
                "pairs" | "position" | "right" => Ok(()),
                _ => check_text(step, text),
            };
            checked.map_err(|why| at(*line, why))?;
        }
        before = Some(step);
    }
    match before {
        Some(step) if step.right == Right::Game => Ok(()),
        last => Err(at(
            last.map_or(1, |step| line_of(step, "right")),
            "the last step of a lesson is a game (right: game)".to_owned(),
        )),
    }
}

/// The first line of a step whose key begins so; otherwise the first of all.
fn line_of(step: &Step, key: &str) -> usize {
    let found = step.entries.iter().find(|entry| entry.key.starts_with(key));
    found.unwrap_or(&step.entries[0]).line
}

fn solver(record: &Record) -> Result<Solver, String> {
    Solver::new(record.clone()).map_err(|error| error.to_string())
}

fn listed(numbers: &[Number]) -> String {
    if numbers.is_empty() { "none".to_owned() } else { list::either(numbers) }
}

/// A step that goes on follows from the right number of the one before.
fn check_position(step: &Step, before: Option<&Step>) -> Result<(), String> {
    let goes_on = step.all("position").any(|text| text.starts_with("then "));
    let Some(before) = before.filter(|_| goes_on) else { return Ok(()) };
    let after = step.position.moves()[before.position.moves().len()];
    let right = right_numbers(before, &solver(&before.position)?);
    match right == [after] {
        true => Ok(()),
        false => Err(format!(
            "the step before must have {after} as its only right number, and has {}",
            listed(&right)
        )),
    }
}

fn check_right(step: &Step) -> Result<(), String> {
    let solver = solver(&step.position)?;
    let winning = solver.winning();
    if right_numbers(step, &solver).is_empty() {
        let legal: Vec<Number> = step.position.legal().iter().collect();
        let [legal, winning] = [&legal, &winning].map(|numbers| listed(numbers));
        return Err(format!("no number is right here: of {legal} those that win are {winning}"));
    }
    let Right::These(numbers) = &step.right else { return Ok(()) };
    let losing = numbers.iter().find(|number| !winning.contains(number));
    losing.map_or(Ok(()), |number| {
        Err(format!("{number} does not win here: those that do are {}", listed(&winning)))
    })
}

/// Answers are to legal numbers that are wrong, and those that win all the same have one.
fn check_answers(step: &Step) -> Result<(), String> {
    let solver = solver(&step.position)?;
    let right = right_numbers(step, &solver);
    let is_wrong = |number| step.position.check(number).is_ok() && !right.contains(&number);
    if let Some((number, _)) = step.answers.iter().find(|(number, _)| !is_wrong(*number)) {
        return Err(format!("{number} needs no answer: it is right, or the rules refuse it"));
    }
    let unanswered = |&number: &Number| is_wrong(number) && step.answer(number).is_none();
    match solver.winning().into_iter().find(unanswered) {
        Some(number) => {
            Err(format!("{number} wins, too, and is not right: answer {number}: must say why"))
        }
        None => Ok(()),
    }
}

fn check_pairs(step: &Step) -> Result<(), String> {
    let position = &step.position;
    let there = |number| is_free(position, number) || position.last() == Some(number);
    for (index, &(one, two)) in step.pairs.iter().enumerate() {
        // A whole pair may be gone: it keeps its letter for the others.
        if !are_partners(position, one, two) || there(one) != there(two) {
            let why = "partners go together and are there, or both gone";
            return Err(format!("{one}-{two} is no pair here: {why}"));
        }
        let taken = |number: &Number| [one, two].contains(number);
        let mut before = step.pairs[..index].iter().flat_map(|&(one, two)| [one, two]);
        if let Some(twice) = before.find(taken) {
            return Err(format!("{twice} is in two pairs"));
        }
    }
    Ok(())
}

/// What is written like a pair is one, and what is written like a board is the one at hand.
fn check_text(step: &Step, text: &str) -> Result<(), String> {
    let board = step.position.rules().board();
    for (one, two) in pairs_in(text) {
        let pair = [one, two].map(|value| board.number(value));
        if !matches!(pair, [Ok(one), Ok(two)] if are_partners(&step.position, one, two)) {
            return Err(format!("{one}-{two} is written like a pair, and is none here"));
        }
    }
    let range = (board.first(), board.size());
    match boards_in(text).into_iter().find(|named| *named != range) {
        Some((from, to)) => Err(format!("a text says {from} to {to}, and the board is {board}")),
        None => Ok(()),
    }
}

/// A line `check:`. Its forms are in `docs/lessons.md`.
fn check_claim(step: &Step, claim: &str) -> Result<(), String> {
    let position = &step.position;
    let (kind, rest) = claim.split_once(' ').unwrap_or((claim, ""));
    let same = |found: Vec<Number>, said: &str| {
        let mut said = numbers(said, position)?;
        said.sort_unstable();
        if said == found { Ok(()) } else { Err(format!("right would be {}", listed(&found))) }
    };
    match kind {
        "can" => same(position.legal().iter().collect(), rest),
        "after" => {
            let (moves, said) =
                rest.split_once(" can ").ok_or("it is after NUMBERS can NUMBERS")?;
            let mut record = position.clone();
            play(&mut record, moves)?;
            same(record.legal().iter().collect(), said)
        }
        "win" => same(solver(position)?.winning(), rest),
        "lose" => {
            let winning = solver(position)?.winning();
            same(position.legal().iter().filter(|number| !winning.contains(number)).collect(), rest)
        }
        "fit" => {
            let (number, said) = rest.split_once(' ').ok_or("it is fit NUMBER NUMBERS")?;
            let number = numbers(number, position)?[0];
            let all = position.rules().board().numbers();
            let fits =
                |&other: &Number| are_partners(position, number, other) && is_free(position, other);
            same(all.filter(fits).collect(), said)
        }
        "openings" => {
            let start = solver(&Record::new(position.rules()))?;
            let found = format!("{} of {}", start.winning().len(), start.record().legal().len());
            if rest == found { Ok(()) } else { Err(format!("right would be {found}")) }
        }
        "turns" => {
            let turns = solver(position)?.turns().ok_or("only a race has turns")?;
            let found = turns.map(|turns| turns.to_string()).join(" ");
            if rest == found { Ok(()) } else { Err(format!("right would be {found}")) }
        }
        "pairs" => {
            let number = rest.strip_prefix("prove ").ok_or("it is pairs prove NUMBER")?;
            let mut record = position.clone();
            play(&mut record, number)?;
            prove(&record, &step.pairs)
        }
        _ => {
            Err("a check begins with can, after, win, lose, fit, openings, turns or pairs"
                .to_owned())
        }
    }
}

fn play(record: &mut Record, moves: &str) -> Result<(), String> {
    for number in numbers(moves, record)? {
        record.play(number).map_err(|refusal| format!("{number} is {refusal}"))?;
    }
    Ok(())
}

/// Whether partners answer whatever the player to move does, to the end.
fn prove(record: &Record, pairs: &[(Number, Number)]) -> Result<(), String> {
    for number in record.legal().iter() {
        let partner = pairs.iter().find_map(|&(one, two)| match number {
            number if number == one => Some(two),
            number if number == two => Some(one),
            _ => None,
        });
        let partner = partner.ok_or(format!("{number} can be next and has no partner"))?;
        let mut next = record.clone();
        let played = next.play(number).and_then(|()| next.play(partner));
        played.map_err(|refusal| format!("{partner}, the partner of {number}, is {refusal}"))?;
        prove(&next, pairs)?;
    }
    Ok(())
}

fn is_free(record: &Record, number: Number) -> bool {
    match record.position() {
        Position::Removal(position) => position.free().contains(number),
        Position::Race(_) => true,
    }
}

/// Whether one of two numbers may follow the other; in a race, whether a step leads from one to the other.
fn are_partners(record: &Record, one: Number, two: Number) -> bool {
    let relation = match record.rules().family() {
        Family::Removal(rules) => rules.relation(),
        Family::Race(_) => Relation::Related,
    };
    relation.allows(one, two)
}

/// The numbers in a text that are written like a pair: `4-8`.
fn pairs_in(text: &str) -> Vec<(u32, u32)> {
    let words = text.split(|c: char| !c.is_ascii_digit() && c != '-');
    let pair = |word: &str| {
        let (one, two) = word.split_once('-')?;
        Some((one.parse().ok()?, two.parse().ok()?))
    };
    words.filter_map(pair).collect()
}

/// The boards that a text names: `1 to 20`.
fn boards_in(text: &str) -> Vec<(u32, u32)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let number = |word: &str| word.trim_end_matches(['.', ',', ':', '?']).parse().ok();
    let named = |words: &[&str]| Some((number(words[0])?, number(words[2])?));
    words.windows(3).filter(|words| words[1] == "to").filter_map(named).collect()
}
