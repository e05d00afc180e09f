//! What tools answer: text that a model reads well. The same as data is in `handler.rs`.

use divvy_analysis::Review;
use divvy_rules::{Position, Rules};
use divvy_words::{self as words, Audience, Block, Section, list};

use crate::Settings;
use crate::play::Seen;

/// The rules in full; what they imply only where hints are allowed, and the options only where they can be chosen.
pub(crate) fn rules(rules: Rules, settings: &Settings) -> String {
    let text = words::rule_text(rules, settings.size);
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
pub(crate) fn position(seen: &Seen, settings: &Settings) -> String {
    let audience = Audience::of(&seen.game, Some(seen.seat));
    let (rules, round) = (seen.game.rules(), seen.game.round());
    let against = format!("game_id {}; you play against {}.", seen.id, seen.bot);
    let mut lines = vec![format!("{}; {against}", words::titled(rules))];
    lines.push(audience.headline(round).joined().to_string());
    let happened = match settings.legal {
        true => audience.so_far(round),
        false => audience.last_turns(round),
    };
    lines.extend((!happened.is_empty()).then(|| happened.to_string()));
    if let (Position::Removal(removal), false) = (round.record().position(), round.is_over()) {
        let left: Vec<String> = removal.free().runs().flat_map(list::run).collect();
        lines.push(format!("Numbers left: {}.", left.join(", ")));
    }
    if seen.waits {
        lines.push("The computer is still thinking; see shows its move.".to_owned());
    }
    lines.join("\n")
}

/// The game move by move.
pub(crate) fn review(review: &Review, seen: &Seen) -> String {
    let audience = Audience::of(&seen.game, Some(seen.seat));
    let mut lines = vec![audience.start(review).to_string()];
    let moves = review.moves.iter();
    lines.extend(moves.map(|m| format!("{}. {}", m.ply, audience.reviewed(m, review))));
    lines.push(audience.summary(review).to_string());
    lines.join("\n")
}
