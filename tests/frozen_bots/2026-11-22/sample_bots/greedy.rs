// Greedy: the play with most points; of equal ones the one with fewest tiles laid, then the smallest text.
// Build it with `rustc --edition 2021 -O sample_bots/greedy.rs -o greedy-rust`.
#[path = "../protocol/sdk/rust/toptile.rs"]
mod toptile;

use toptile::{Bot, Move};

fn main() {
    toptile::run(Bot::new("Greedy (Rust)", "Toptile"), |position| {
        position.plays().into_iter().next().unwrap_or_else(Move::pass)
    });
}
