//! The complete rules of each game as structure, which each surface lays out itself.

mod facts;

use divvy_rules::{Game, Rules};

use crate::list::wrapped;
use crate::options::{OptionRule, option_rules};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleText {
    pub title: &'static str,
    pub sections: Vec<Section>,
}

/// A part of the rules with a heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    pub heading: &'static str,
    pub blocks: Vec<Block>,
}

/// The heading of what tells how to win, and which games are one.
const IMPLIED: &str = "What the rules imply";

impl Section {
    /// Whether it tells how to win, which a reader should open on purpose.
    pub fn is_spoiler(&self) -> bool {
        self.heading == IMPLIED
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    Paragraph(String),
    List(Vec<String>),
    /// The options with what they do.
    Options(Vec<OptionRule>),
}

/// The complete rules, about the board that these make. `most` is the largest board that can be played on.
pub fn rule_text(rules: Rules, most: u32) -> RuleText {
    let game = rules.game();
    let sections = sections(rules).map(|mut section| {
        match section.heading {
            IMPLIED => {
                let same = crate::same_rules(game).map(|text| Block::Paragraph(text.to_owned()));
                section.blocks.extend(same);
            }
            "Options" => section.blocks.push(Block::Options(option_rules(game, most))),
            _ => {}
        }
        section
    });
    let sections = sections.filter(|section| !section.blocks.is_empty());
    RuleText { title: crate::name(game), sections: sections.collect() }
}

/// The rules for a player who is tested: no word on how to win, nor that another game is the same. A paragraph or an item of
/// a list each.
pub fn rules_to_be_tested_by(rules: Rules) -> Vec<String> {
    let blocks = sections(rules).filter(|section| !section.is_spoiler()).flat_map(|it| it.blocks);
    let texts = |block| match block {
        Block::Paragraph(text) => vec![text],
        Block::List(items) => items.into_iter().map(|item| format!("- {item}")).collect(),
        Block::Options(_) => Vec::new(),
    };
    blocks.flat_map(texts).collect()
}

/// The sections as they are written down.
fn sections(rules: Rules) -> impl Iterator<Item = Section> {
    source(rules.game()).split("# ").skip(1).map(move |section| {
        let (heading, text) = section.split_once('\n').unwrap_or((section, ""));
        let texts = text.split("\n\n").filter(|text| !text.trim().is_empty());
        Section { heading, blocks: texts.filter_map(|text| block(text, rules)).collect() }
    })
}

/// The rules in brief, for a player in the middle of a game.
pub fn brief(rules: Rules) -> String {
    facts::filled(crate::games::line(rules.game(), 2), rules).unwrap_or_default()
}

/// What is written about a game: a line each with its name, a summary and the rules in brief; then headings behind `# `,
/// paragraphs and lists between empty lines. `facts.rs` says what braces and brackets mean.
pub(crate) const fn source(game: Game) -> &'static str {
    match game {
        Game::TrapAvoidance => include_str!("rules/trap-avoidance.txt"),
        Game::MultipleMadness => include_str!("rules/multiple-madness.txt"),
        Game::ChainReaction => include_str!("rules/chain-reaction.txt"),
        Game::NumberMaze => include_str!("rules/number-maze.txt"),
        Game::SequenceDuel => include_str!("rules/sequence-duel.txt"),
    }
}

/// A paragraph or a list as far as it is about these rules.
fn block(text: &str, rules: Rules) -> Option<Block> {
    let filled = |text: &str| {
        let text = facts::filled(text, rules)?;
        Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    match text.trim().strip_prefix("- ") {
        Some(items) => {
            let items: Vec<String> = items.split("\n- ").filter_map(filled).collect();
            (!items.is_empty()).then_some(Block::List(items))
        }
        None => filled(text).map(Block::Paragraph),
    }
}

impl RuleText {
    /// The rules as plain text, headings in capitals, in lines of at most `width` columns. Options are spelled as
    /// `spell` says.
    pub fn lines(&self, width: usize, spell: impl Fn(&OptionRule) -> String) -> Vec<String> {
        let mut lines = vec![self.title.to_owned()];
        for section in &self.sections {
            lines.extend([String::new(), section.heading.to_uppercase()]);
            for (index, block) in section.blocks.iter().enumerate() {
                if index > 0 && matches!(block, Block::Paragraph(_)) {
                    lines.push(String::new());
                }
                match block {
                    Block::Paragraph(text) => hang(&mut lines, "  ", text, width),
                    Block::List(items) => {
                        items.iter().for_each(|text| hang(&mut lines, "  - ", text, width));
                    }
                    Block::Options(options) => {
                        for rule in options {
                            let spelled = format!("  {:<19} ", spell(rule));
                            hang(&mut lines, &spelled, &rule.text, width);
                        }
                    }
                }
            }
        }
        lines
    }
}

/// How far the meaning of an option is indented: in narrow lines it stands below the option.
const fn meaning(width: usize) -> usize {
    if width < 60 { 6 } else { 22 }
}

/// Wraps a text behind something, with the further lines below its beginning.
fn hang(lines: &mut Vec<String>, head: &str, text: &str, width: usize) {
    let indent = head.chars().count().min(meaning(width));
    let wrapped = wrapped(text, width.saturating_sub(indent).max(20));
    let fits = head.chars().count() <= meaning(width);
    if !fits {
        lines.push(head.trim_end().to_owned());
    }
    for (index, line) in wrapped.iter().enumerate() {
        match index == 0 && fits {
            true => lines.push(format!("{head}{line}")),
            false => lines.push(format!("{:indent$}{line}", "")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_section_of_each_game_tells_how_to_win() {
        for game in Game::ALL {
            let rules = Rules::new(game, &divvy_rules::Options::default()).unwrap();
            let sections = rule_text(rules, 100).sections;
            let spoilers = sections.iter().filter(|section| section.is_spoiler()).count();
            assert_eq!(spoilers, 1, "{game:?}");
        }
    }

    #[test]
    fn the_rules_in_brief_say_how_many_numbers_set_traps() {
        let brief = |notation: &str| brief(notation.parse::<Rules>().unwrap());
        assert!(brief("trap-avoidance").contains("nor a multiple of the last one. If"));
        assert!(
            brief("trap-avoidance;memory=2")
                .contains("nor a multiple of either of the last two. If")
        );
    }

    /// Half a million first steps lead on.
    #[test]
    fn a_dead_end_is_found_on_the_largest_board() {
        let rules = "number-maze;size=1000000;start=1;target=999983".parse::<Rules>().unwrap();
        let text = format!("{:?}", rule_text(rules, 100).sections);
        assert!(text.contains("500009"), "{text}");
    }
}
