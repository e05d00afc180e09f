//! What a key press costs: the action, and the screen drawn anew.

fn main() {}
