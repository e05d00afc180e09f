//! The rules of a game as a page. The text is the one that `divvy rules` prints; its indents say what is what.

use divvy_play::words;
use divvy_rules::Game;

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

pub(super) fn html(game: Game) -> String {
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
                format!("<h2>{}</h2>\n", escaped(&words::capitalized(&text.to_lowercase())))
            }
            Block::Paragraph(text) => format!("<p>{}</p>\n", escaped(&text)),
            Block::Item(text) => format!("<li>{}</li>\n", escaped(&text)),
            Block::Entry(option, text) => {
                format!("<dt><code>{}</code></dt><dd>{}</dd>\n", escaped(&option), escaped(&text))
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
            let page = html(game);
            for word in words::rules(game).split_whitespace().filter(|word| *word != "-") {
                let shown = page.to_lowercase().contains(&escaped(word).to_lowercase());
                assert!(shown, "{game}: {word}");
            }
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
