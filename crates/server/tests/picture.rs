//! `docs/game.svg`: a whole game with a hint as the page shows it, step by step. `DIVVY_BLESS=1` writes it anew.

#![allow(clippy::unwrap_used, missing_docs, reason = "tests")]

use std::collections::HashMap;
use std::fmt::Write;
use std::path::Path;

use divvy_analysis::{Advice, contest};
use divvy_match::{Event, Match, Names, Seat, Setup};
use divvy_rules::{Game, Number, Position, Rules};
use divvy_solver::Solver;
use divvy_words::{self as words, Audience};

/// How long a step is shown, in tenths of a second.
const STEP: usize = 26;
const COLUMNS: u32 = 5;
const CELL: u32 = 118;
const GAP: u32 = 8;

/// What a step adds to the position.
enum Shown {
    Position,
    Verdict,
    Pairing,
}

fn advice(game: &Match) -> Advice {
    let mut solver = Solver::new(game.round().record().clone()).unwrap();
    Advice::of(&mut solver)
}

/// A text in lines of at most so many characters.
fn lines(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().unwrap();
        if !line.is_empty() && line.chars().count() + word.chars().count() >= width {
            lines.push(word.to_owned());
        } else {
            line.push_str(if line.is_empty() { "" } else { " " });
            line.push_str(word);
        }
    }
    lines
}

fn text(svg: &mut String, (x, y): (u32, u32), class: &str, text: &str) {
    writeln!(svg, "<text x=\"{x}\" y=\"{y}\" class=\"{class}\">{text}</text>").unwrap();
}

fn letters(advice: &Advice) -> HashMap<Number, char> {
    let pairs = advice.pairs().iter().zip('A'..='Z');
    pairs.flat_map(|((one, two), letter)| [(*one, letter), (*two, letter)]).collect()
}

/// How a number comes from the last one, as the page marks it.
fn relation(number: u32, last: u32) -> String {
    match number < last {
        true => format!("÷{}", last / number),
        false => format!("×{}", number / last),
    }
}

fn board(svg: &mut String, game: &Match, pairing: Option<&Advice>) {
    let round = game.round();
    let legal = round.legal();
    let owners: HashMap<Number, Seat> = round
        .record()
        .turns()
        .filter_map(|turn| Some((turn.number?, round.seat_of(turn.player))))
        .collect();
    let last = match round.record().position() {
        Position::Removal(position) => position.last(),
        Position::Race(_) => None,
    };
    let letters = pairing.map(letters).unwrap_or_default();
    for number in game.rules().board().numbers() {
        let index = number.get() - 1;
        let (x, y) = (24 + index % COLUMNS * (CELL + GAP), 150 + index / COLUMNS * (CELL + GAP));
        let seat = owners.get(&number).map(|seat| if *seat == Seat::One { "one" } else { "two" });
        let class = match seat {
            Some(seat) if last == Some(number) => format!("last {seat}"),
            Some(seat) => format!("gone {seat}"),
            None if legal.contains(number) && !round.is_over() => "legal".to_owned(),
            None => "free".to_owned(),
        };
        let best = pairing.is_some_and(|advice| advice.best == Some(number));
        let frame = if best { " best" } else { "" };
        writeln!(svg, "<g class=\"{class}{frame}\"><rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" rx=\"14\"/>").unwrap();
        text(svg, (x + CELL / 2, y + 74), "number", &number.to_string());
        if let Some(last) = last.filter(|_| class == "legal") {
            text(svg, (x + CELL - 12, y + CELL - 12), "mark", &relation(number.get(), last.get()));
        }
        if let Some(letter) = letters.get(&number) {
            text(svg, (x + CELL - 12, y + 26), "letter", &letter.to_string());
        }
        if best {
            text(svg, (x + 20, y + 28), "star", "★");
        }
        svg.push_str("</g>\n");
    }
}

fn side(svg: &mut String, game: &Match, shown: &Shown) {
    let round = game.round();
    text(svg, (672, 250), "label", "THE CHAIN");
    for (index, turn) in (0..).zip(round.record().turns()) {
        let seat = if round.seat_of(turn.player) == Seat::One { "one" } else { "two" };
        let (x, y) = (672 + index % 5 * 50, 264 + index / 5 * 42);
        writeln!(
            svg,
            "<rect class=\"link {seat}\" x=\"{x}\" y=\"{y}\" width=\"56\" height=\"32\" rx=\"16\"/>"
        )
        .unwrap();
        text(svg, (x + 28, y + 22), "linked", &turn.number.unwrap().to_string());
    }
    let advice = advice(game);
    let told = match shown {
        Shown::Position => return,
        Shown::Verdict => words::verdict(advice.outcome).to_owned(),
        Shown::Pairing => words::advice(&advice, game.name(Seat::Two)),
    };
    text(svg, (672, 400), "label", "HINT");
    for (line, y) in lines(&told, 34).iter().zip((424..).step_by(22)) {
        text(svg, (672, y), "told", line);
    }
}

fn step(game: &Match, shown: &Shown) -> String {
    let mut svg = String::new();
    let reader = Audience { names: game.names(), you: Some(Seat::One) };
    let over = if game.round().is_over() { " over" } else { "" };
    writeln!(
        svg,
        "<rect class=\"goal{over}\" x=\"24\" y=\"52\" width=\"622\" height=\"88\" rx=\"12\"/>"
    )
    .unwrap();
    let headline = lines(&reader.headline(game.round()).to_string(), 50);
    for (line, y) in headline.iter().zip((if headline.len() > 1 { 78 } else { 96 }..).step_by(27)) {
        text(&mut svg, (36, y), &format!("headline{over}"), line);
    }
    text(&mut svg, (36, 130), &format!("so-far{over}"), &reader.so_far(game.round()));
    for (seat, (class, sign)) in Seat::BOTH.into_iter().zip([("one", "●"), ("two", "◆")]) {
        let y = 52 + u32::from(seat == Seat::Two) * 72;
        let turn = !game.round().is_over() && game.round().to_move() == seat;
        let turn = if turn { " turn" } else { "" };
        writeln!(svg, "<rect class=\"player {class}{turn}\" x=\"664\" y=\"{y}\" width=\"272\" height=\"60\" rx=\"12\"/>").unwrap();
        text(&mut svg, (684, y + 37), &format!("sign {class}"), sign);
        text(&mut svg, (712, y + 37), "who", game.name(seat));
        if game.round().winner() == Some(seat) {
            text(&mut svg, (884, y + 37), "who", "won");
        }
    }
    let pairing = matches!(shown, Shown::Pairing).then(|| advice(game));
    board(&mut svg, game, pairing.as_ref());
    side(&mut svg, game, shown);
    svg
}

/// The hint's moves against an opponent who always takes the largest number.
fn steps() -> Vec<String> {
    let rules = Rules::new(Game::ChainReaction, &contest(Game::ChainReaction)).unwrap();
    let mut setup = Setup::new(rules);
    setup.names = Names::new("You", "Computer").unwrap();
    let mut game = Match::new(setup);
    let mut steps = vec![step(&game, &Shown::Position)];
    let mut hinted = false;
    while !game.round().is_over() {
        let mine = game.round().to_move() == Seat::One;
        let number = match mine {
            true if game.round().record().moves().is_empty() => 12,
            true => advice(&game).best.unwrap().get(),
            false => game.round().legal().iter().last().unwrap().get(),
        };
        if mine && !hinted && !game.round().record().moves().is_empty() {
            steps.extend([Shown::Verdict, Shown::Pairing].map(|shown| step(&game, &shown)));
            hinted = true;
        }
        game.apply(Event::Moved { number }).unwrap();
        steps.push(step(&game, &Shown::Position));
    }
    steps
}

fn picture() -> String {
    let steps = steps();
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"960\" height=\"664\" viewBox=\"0 0 960 664\" role=\"img\">\n\
         <title>A game of Chain Reaction with a hint, step by step</title>\n<style>\n{}\
         .step {{ opacity: 0; animation: step {}s step-end infinite; }}\n\
         @keyframes step {{ 0% {{ opacity: 1; }} {:.3}% {{ opacity: 0; }} }}\n\
         @media (prefers-reduced-motion: reduce) {{ .step {{ animation: none; }} .still {{ opacity: 1; }} }}\n",
        include_str!("picture.css"),
        (steps.len() * STEP) as f64 / 10.0,
        100.0 / steps.len() as f64,
    );
    for index in 0..steps.len() {
        writeln!(svg, ".s{index} {{ animation-delay: {}s; }}", (index * STEP) as f64 / 10.0)
            .unwrap();
    }
    svg.push_str("</style>\n<rect class=\"paper\" width=\"960\" height=\"664\" rx=\"12\"/>\n");
    text(&mut svg, (24, 34), "brand", "÷ divvy");
    text(&mut svg, (130, 34), "about", "Chain Reaction · 1–20 · the first number is even");
    for (index, step) in steps.iter().enumerate() {
        // The step with the pairing stands for the whole where nothing may move.
        let still = if step.contains("class=\"star\"") { " still" } else { "" };
        write!(svg, "<g class=\"step s{index}{still}\">\n{step}</g>\n").unwrap();
    }
    svg + "</svg>\n"
}

#[test]
fn the_picture_of_a_game_is_what_the_page_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/game.svg");
    let picture = picture();
    if std::env::var_os("DIVVY_BLESS").is_some() {
        std::fs::write(path, picture).unwrap();
    } else {
        assert!(std::fs::read_to_string(path).unwrap() == picture, "docs/game.svg is out of date");
    }
}
