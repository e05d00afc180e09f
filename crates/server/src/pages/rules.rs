//! The rules of a game as a page. The text is that of `divvy rules`, whose structure is in its indents. Options have the
//! labels of the form instead of the spelling of the command line.

use askama::Template;
use divvy_play::words;
use divvy_rules::{Board, Game, One, Opening, RuleOption};

#[derive(Template)]
#[template(path = "rules.html")]
pub(super) struct RulesPage {
    game: Game,
    blocks: Vec<Block>,
}

#[derive(Debug, PartialEq, Eq)]
enum Block {
    Title(String),
    Heading(String),
    Paragraph(String),
    List(Vec<String>),
    Options(Vec<OptionText>),
}

#[derive(Debug, PartialEq, Eq)]
struct OptionText {
    label: String,
    text: String,
}

impl RulesPage {
    /// `max_size` is the largest board of this server.
    pub(super) fn new(game: Game, max_size: u32) -> Self {
        let mut blocks = parse(words::rules(game));
        for block in &mut blocks {
            match block {
                Block::Heading(text) => *text = words::capitalized(&text.to_lowercase()),
                Block::Options(options) => {
                    for option in options {
                        option.label = label(&option.label);
                        let (any, here) = (Board::MAX_SIZE.to_string(), max_size.to_string());
                        option.text = option.text.replace(&any, &here);
                    }
                }
                _ => {}
            }
        }
        Self { game, blocks }
    }
}

/// The label of an option in the form: `--opening even` is `The first number is even`.
fn label(typed: &str) -> String {
    let mut words = typed.trim_start_matches('-').split(' ');
    let name = words.next().unwrap_or_default();
    let Some(option) = RuleOption::ALL.into_iter().find(|option| option.name() == name) else {
        return typed.to_owned();
    };
    // A letter stands for any number.
    let value = words.next().and_then(|value| match option {
        RuleOption::Opening => {
            Opening::ALL.iter().find(|one| one.word() == value).map(|one| words::opening(*one))
        }
        RuleOption::One => {
            One::ALL.iter().find(|one| one.word() == value).map(|one| words::one(*one))
        }
        _ => Some(value),
    });
    [Some(words::option(option)), value].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

fn parse(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut after_empty_line = true;
    for line in text.lines() {
        let content = line.trim();
        let indent = line.len() - line.trim_start().len();
        if content.is_empty() {
            after_empty_line = true;
            continue;
        }
        if blocks.is_empty() {
            blocks.push(Block::Title(content.to_owned()));
        } else if indent == 0 {
            blocks.push(Block::Heading(content.to_owned()));
        } else if let Some(item) = content.strip_prefix("- ") {
            match blocks.last_mut() {
                Some(Block::List(items)) => items.push(item.to_owned()),
                _ => blocks.push(Block::List(vec![item.to_owned()])),
            }
        } else if indent == 2 && content.starts_with("--") {
            let (label, text) = content.split_once("  ").unwrap_or((content, ""));
            let option = OptionText { label: label.to_owned(), text: text.trim().to_owned() };
            match blocks.last_mut() {
                Some(Block::Options(options)) => options.push(option),
                _ => blocks.push(Block::Options(vec![option])),
            }
        } else if let Some(last) = blocks.last_mut().filter(|_| !after_empty_line).and_then(open) {
            if !last.is_empty() {
                last.push(' ');
            }
            last.push_str(content);
        } else {
            blocks.push(Block::Paragraph(content.to_owned()));
        }
        after_empty_line = false;
    }
    blocks
}

/// The text that the next line continues.
fn open(block: &mut Block) -> Option<&mut String> {
    match block {
        Block::Paragraph(text) => Some(text),
        Block::List(items) => items.last_mut(),
        Block::Options(options) => options.last_mut().map(|option| &mut option.text),
        Block::Title(_) | Block::Heading(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_the_rules_is_on_the_page() {
        let page = |game, max_size| RulesPage::new(game, max_size).render().unwrap_or_default();
        for game in Game::ALL {
            let page = page(game, Board::MAX_SIZE).replace("&#39;", "'").replace("&#34;", "\"");
            let typed = |line: &&str| !line.trim_start().starts_with("--");
            for line in words::rules(game).lines().filter(typed) {
                for word in line.split_whitespace().filter(|word| *word != "-") {
                    let shown = page.to_lowercase().contains(&word.to_lowercase());
                    assert!(shown, "{game}: {word}");
                }
            }
            for option in game.options() {
                assert!(page.contains(words::option(*option)), "{game}: {option}");
            }
            assert!(!page.contains("--"), "{game}: nothing is typed here");
            assert_eq!(page.matches("<h2>").count(), 4, "{game}");
        }
        for game in Game::ALL {
            assert!(page(game, 4321).contains("up to 4321"), "{game}");
        }
    }

    #[test]
    fn lines_are_joined_and_options_told_from_their_meaning() {
        let text =
            "Name\n\nOPTIONS\n  --a even   first\n             second\n  --long\n        third\n";
        let option =
            |label: &str, text: &str| OptionText { label: label.to_owned(), text: text.to_owned() };
        let options = vec![option("--a even", "first second"), option("--long", "third")];
        assert_eq!(parse(text)[2..], [Block::Options(options)]);
    }
}
