//! The rules of a game as a page. The text is the one that `divvy rules` prints; its indents say what is what. Options
//! are called as the form calls them, because nobody types them here.

use divvy_play::words;
use divvy_rules::{Board, Game, One, Opening, RuleOption};

use super::html::escaped;

/// What a stretch of lines is.
#[derive(Debug, PartialEq, Eq)]
enum Block {
    Title(String),
    Heading(String),
    Paragraph(String),
    Item(String),
    /// An option as it is typed, and what it does.
    Entry(String, String),
}

/// Where options are chosen.
const CHOSEN: &str = "<p>They are chosen under “Set up…” on the first page.</p>\n";

/// The page's main part; `most` is the largest board that this server has.
pub(super) fn html(game: Game, most: u32) -> String {
    let mut html = String::from("<article class=\"prose\">\n");
    let mut open = "";
    for block in blocks(words::rules(game)) {
        let list = match block {
            Block::Item(_) => "ul",
            Block::Entry(..) => "dl",
            _ => "",
        };
        if open != list {
            if !open.is_empty() {
                html += &format!("</{open}>\n");
            }
            if !list.is_empty() {
                html += &format!("<{list}>\n");
            }
            open = list;
        }
        html += &match block {
            Block::Title(text) => format!("<h1>{}</h1>\n", escaped(&text)),
            Block::Heading(text) => {
                let chosen = if text == "OPTIONS" { CHOSEN } else { "" };
                let text = words::capitalized(&text.to_lowercase());
                format!("<h2>{}</h2>\n{chosen}", escaped(&text))
            }
            Block::Paragraph(text) => format!("<p>{}</p>\n", escaped(&text)),
            Block::Item(text) => format!("<li>{}</li>\n", escaped(&text)),
            Block::Entry(option, text) => {
                let text = text.replace(&Board::MAX_SIZE.to_string(), &most.to_string());
                format!("<dt>{}</dt><dd>{}</dd>\n", escaped(&called(&option)), escaped(&text))
            }
        };
    }
    if !open.is_empty() {
        html += &format!("</{open}>\n");
    }
    html + &format!(
        "<p><a class=\"button primary\" href=\"/?play={}\">Play {}</a></p>\n</article>",
        game.id(),
        escaped(words::name(game))
    )
}

/// What the form calls an option that is typed elsewhere: `--opening even` is `The first number is even`.
fn called(typed: &str) -> String {
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

fn blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut fresh = true;
    for line in text.lines() {
        let content = line.trim();
        let indent = line.len() - line.trim_start().len();
        if content.is_empty() {
            fresh = true;
            continue;
        }
        match blocks.last_mut() {
            None => blocks.push(Block::Title(content.to_owned())),
            _ if indent == 0 => blocks.push(Block::Heading(content.to_owned())),
            _ if content.starts_with("- ") => blocks.push(Block::Item(content[2..].to_owned())),
            _ if indent == 2 && content.starts_with("--") => {
                let (option, meaning) = content.split_once("  ").unwrap_or((content, ""));
                blocks.push(Block::Entry(option.to_owned(), meaning.trim().to_owned()));
            }
            Some(Block::Paragraph(last) | Block::Item(last) | Block::Entry(_, last)) if !fresh => {
                if !last.is_empty() {
                    last.push(' ');
                }
                last.push_str(content);
            }
            _ => blocks.push(Block::Paragraph(content.to_owned())),
        }
        fresh = false;
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_the_rules_is_on_the_page() {
        for game in Game::ALL {
            let page = html(game, Board::MAX_SIZE);
            let typed = |line: &&str| !line.trim_start().starts_with("--");
            for line in words::rules(game).lines().filter(typed) {
                for word in line.split_whitespace().filter(|word| *word != "-") {
                    let shown = page.to_lowercase().contains(&escaped(word).to_lowercase());
                    assert!(shown, "{game}: {word}");
                }
            }
            for option in game.options() {
                assert!(page.contains(&escaped(words::option(*option))), "{game}: {option}");
            }
            assert!(!page.contains("--"), "{game}: nothing is typed here");
            assert!(html(game, 4321).contains("up to 4321"), "{game}");
            assert_eq!(page.matches("<h2>").count(), 4, "{game}");
            assert_eq!(page.matches("<ul>").count(), page.matches("</ul>").count(), "{game}");
        }
    }

    #[test]
    fn lines_are_joined_and_options_told_from_their_meaning() {
        let text =
            "Name\n\nOPTIONS\n  --a even   first\n             second\n  --long\n        third\n";
        let entry = |option: &str, text: &str| Block::Entry(option.to_owned(), text.to_owned());
        assert_eq!(
            blocks(text)[2..],
            [entry("--a even", "first second"), entry("--long", "third")]
        );
    }
}
