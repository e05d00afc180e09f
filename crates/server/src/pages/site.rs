//! The pages and their files for a site without a server, as a server has them.

use divvy_rules::{Board, Game, Rules};
use divvy_words::name;

use super::{FIXED, Page, assets, rendered};

/// The pages, by their addresses. That of a game is the same for all games: its script fills it in.
pub fn pages() -> Vec<(String, String)> {
    let fixed = FIXED.iter().map(|(path, page)| ((*path).to_owned(), page.text()));
    let rules = Game::ALL.map(|game| {
        let page = Page::rules(game, None, None, None, Board::MAX_SIZE);
        (format!("/rules/{game}"), rendered(&page))
    });
    let (game, title) = (Rules::default().game(), "A game".to_owned());
    let (goal, about) = (String::new(), Vec::new());
    let game = Page::Game { game, title, goal, about, picture: None };
    let game = rendered(&game).replace(name(Rules::default().game()), "A game");
    fixed.chain(rules).chain([("/game".to_owned(), game)]).collect()
}

/// The files that the pages load, by their names below [`base`]; pictures of games are in the pages themselves.
pub fn assets() -> Vec<(&'static str, &'static [u8])> {
    let files = assets::all().map(|(name, content)| (name, content.bytes()));
    files.filter(|(name, _)| !name.contains('/')).collect()
}

/// A file as [`assets`] has them: without what is there for readers of the source only.
pub fn trimmed(text: &str) -> String {
    assets::trimmed(text)
}

/// Where the pages look for their files.
pub fn base() -> &'static str {
    assets::base()
}
