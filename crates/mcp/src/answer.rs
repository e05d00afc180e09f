//! What tools answer: text that a model reads well. The same as data is in `handler.rs`.

use divvy_analysis::{Advice, Review};
use divvy_rules::{Game as GameName, Position, Rules};
use divvy_solver::{Outcome, Solver};
use divvy_words::{self as words, Audience, Block, ReviewAudience, Section, list};

use crate::Settings;
use crate::games::Game;

/// The games in a list.
pub(crate) fn games(games: &[GameName]) -> String {
    let line = |game: &GameName| {
        format!("{} ({}): {}", game.id(), words::name(*game), words::summary(*game))
    };
    games.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The rules in full; what they imply only where hints are allowed, and the options only where they can be chosen.
pub(crate) fn rules(rules: Rules, settings: &Settings) -> String {
    let text = words::rule_text(rules, settings.limits.size);
    let mut lines = vec![words::titled(rules)];
    let told = |section: &Section| {
        let has_options = section.blocks.iter().any(|block| matches!(block, Block::Options(_)));
        (settings.hints || !section.is_spoiler()) && (settings.rules.is_none() || !has_options)
    };
    for section in text.sections.into_iter().filter(told) {
        lines.push(format!("\n{}", section.heading));
        for block in section.blocks {
            match block {
                Block::Paragraph(text) => lines.push(text),
                Block::List(items) => {
                    lines.extend(items.into_iter().map(|item| format!("- {item}")))
                }
                Block::Options(options) => lines.extend(options.into_iter().map(|option| {
                    format!("- {} {}: {}", option.option.key(), option.value, option.text)
                })),
            }
        }
    }
    lines.join("\n")
}

/// A position: what to do, what happened, what is left.
pub(crate) fn position(id: &str, game: &Game, settings: &Settings) -> String {
    let audience = Audience { names: game.match_.names(), you: Some(game.seat) };
    let round = game.match_.round();
    let mut lines = vec![
        format!(
            "{}; game_id {id}; you play against {}.",
            words::titled(game.match_.rules()),
            game.bot
        ),
        audience.headline(game.match_.round()).to_string(),
    ];
    let happened = match settings.legal {
        true => audience.so_far(game.match_.round()),
        false => audience.happened(game.match_.round()),
    };
    lines.extend((!happened.is_empty()).then_some(happened));
    if let (Position::Removal(removal), false) = (round.record().position(), round.is_over()) {
        let left: Vec<String> = removal.free().runs().flat_map(list::run).collect();
        lines.push(format!("Numbers left: {}.", left.join(", ")));
    }
    lines.join("\n")
}

/// What to do, and why.
pub(crate) fn hint(game: &Game) -> Result<String, String> {
    let mut solver = solver(game)?;
    let advice = Advice::of(&mut solver);
    let opponent = game.match_.name(game.seat.other());
    Ok(format!("{} {}", words::verdict(advice.outcome), words::advice(&advice, opponent)))
}

/// Who wins with best play, and by which moves.
pub(crate) fn solution(game: &Game) -> Result<(Outcome, Vec<u32>, String), String> {
    let solver = solver(game)?;
    let (outcome, winning) = (solver.outcome(), solver.winning());
    let by = match winning.is_empty() {
        true => "No move wins.".to_owned(),
        false => format!("Moves that win: {}.", list::either(&winning)),
    };
    let winning = winning.into_iter().map(|number| number.get()).collect();
    Ok((outcome, winning, format!("{} {by}", words::verdict(outcome))))
}

fn solver(game: &Game) -> Result<Solver, String> {
    if game.match_.round().is_over() {
        return Err(words::denied(divvy_match::Denied::RoundOver).to_owned());
    }
    Solver::new(game.match_.round().record().clone()).map_err(|error| error.to_string())
}

/// The game move by move.
pub(crate) fn review(game: &Game) -> Result<(Review, String), String> {
    let record = game.match_.round().record();
    let review = Review::of(record).map_err(|error| error.to_string())?;
    let audience = ReviewAudience::to(&game.match_, Some(game.seat));
    let mut lines = vec![audience.start(&review)];
    let moves = review.moves.iter();
    lines.extend(moves.map(|m| format!("{}. {}", m.ply, audience.reviewed(m, &review))));
    lines.push(audience.summary(&review));
    Ok((review, lines.join("\n")))
}
