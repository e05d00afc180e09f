//! The page in a real Chromium, driven as people drive it: by pressing, typing and looking.

#![allow(clippy::unwrap_used, missing_docs)]

mod driver;
mod friends;
mod looks;
mod site;
mod solo;
mod table;

use driver::{Driver, Session};
use site::Site;

/// Runs a test with a server and as many browsers as it asks for, all of them strangers to each other.
fn with_browsers<const N: usize>(test: impl FnOnce(&Site, [Session; N])) {
    if !driver::is_there() {
        return;
    }
    let site = Site::start();
    let driver = Driver::start();
    test(&site, std::array::from_fn(|_| driver.session()));
}
