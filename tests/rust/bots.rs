//! Bots for the tests of the Rust kit: the first argument names one.

#[path = "../../protocol/sdk/rust/toptile.rs"]
mod toptile;

use std::cell::Cell;
use std::time::Duration;
use toptile::{Board, Bot, Info, Move, Position};

fn main() {
    let which = std::env::args().nth(1).expect("the name of a bot is expected");
    match which.as_str() {
        "listening" => toptile::run(Bot::new("Slow", ""), listen),
        "looking once" => toptile::run(Bot::new("Once", ""), look_once),
        "deaf" => toptile::run(Bot::new("Deaf", ""), sleep),
        "clock" => toptile::run(Bot::new("Clock", ""), tell_clock),
        "plays" => toptile::run(Bot::new("Plays", ""), list_plays),
        "options" => have_options(),
        "challenging" => toptile::run(Bot::new("Own", "").challenge(decide), |_| "pass"),
        "info" => toptile::run(Bot::new("Info", ""), inform),
        "random" => toptile::run(Bot::new("Random", ""), draw),
        "result" => hear_results(),
        "best of each" => toptile::run(Bot::new("Each", "").games(64), best),
        "best of all" => toptile::run_many(Bot::new("All", ""), |all| all.iter().map(best).collect()),
        "random of each" => toptile::run(Bot::new("Each", "").games(64), draw),
        "random of all" => toptile::run_many(Bot::new("All", ""), |all| all.iter().map(draw).collect()),
        "one at a time" => toptile::run_many(Bot::new("One", "").games(1), |_| vec![Move::pass()]),
        "no games" => toptile::run(Bot::new("None", "").games(0), best),
        "waiting" => toptile::run_many(Bot::new("Waiting", ""), wait),
        "games" => tell_games(),
        "parts of time" => {
            let doubt = |position: &Position, _: &Move| {
                tell_part(position);
                false
            };
            toptile::run(Bot::new("Parts", "").games(64).challenge(doubt), tell_part)
        }
        "games one by one" => tell_each(),
        "shared time" => toptile::run_many(Bot::new("Shared", ""), tell_shared),
        "shorter" => toptile::run_many(Bot::new("Shorter", ""), |all| vec!["pass"; all.len() - 1]),
        "longer" => toptile::run_many(Bot::new("Longer", ""), |all| vec!["pass"; all.len() + 1]),
        "info of none" => toptile::run_many(Bot::new("Info", ""), |_| -> Vec<Move> {
            tell("of which game?");
            Vec::new()
        }),
        "panic" => toptile::run(Bot::new("Panic", ""), |_| -> Move { panic!("my mistake") }),
        _ => panic!("there is no bot {which}"),
    }
}

fn tell(string: &str) {
    Info { string, ..Info::default() }.send();
}

fn listen(position: &Position) -> &'static str {
    tell("begun");
    while !position.should_stop() {
        std::thread::sleep(Duration::from_millis(1));
    }
    "5d.MOOD"
}

/// Looks when the gate, a FIFO, is opened.
fn look_once(position: &Position) -> &'static str {
    tell("begun");
    let gate = std::env::var("TOPTILE_GATE").expect("the gate is expected");
    std::fs::File::open(gate).expect("the gate opens");
    if position.should_stop() {
        "5d.MOOD"
    } else {
        "pass"
    }
}

fn sleep(_: &Position) -> Move {
    tell("begun");
    loop {
        std::thread::sleep(Duration::from_secs(3600));
    }
}

fn tell_clock(position: &Position) -> Move {
    let clock = &position.clock;
    let remaining = clock.remaining().expect("there is a limit").as_secs_f64() + 0.5;
    let increment = clock.increment.as_secs_f64();
    let pair = |times: &[Duration]| match times {
        [first, second] => format!("{:?}", (first.as_secs_f64(), second.as_secs_f64())),
        _ => "()".to_string(),
    };
    let (seats, bank, banks) = (pair(&clock.seats), clock.bank.as_secs_f64(), pair(&clock.banks));
    let nodes = clock.nodes.map_or("None".to_string(), |nodes| nodes.to_string());
    tell(&format!("{} {increment:.1} {seats} {bank:.1} {banks} {nodes}", remaining as u32));
    Move::pass()
}

/// Tells an `info` for every play, after asking the kit for the same plays in other ways.
fn list_plays(position: &Position) -> Move {
    for play in position.plays() {
        assert_eq!(position.play(&play.text).as_ref(), Some(&play));
        assert_eq!(position.laid_by(&play.text).expect("it is a play").0, play.laid);
        if position.board.is_empty() {
            assert_eq!(position.after(&play).last_play(), Ok(Some(play.clone())));
        }
        let tiles: String = play.laid.iter().map(|tile| tile.symbol).collect();
        tell(&format!("{} {} {} {tiles}", play.text, play.points, play.words.join(",")));
    }
    Move::pass()
}

fn have_options() {
    let pressed = Cell::new(0);
    let bot = Bot::new("Options", "Me")
        .check("Fast", true)
        .spin("Search depth", 3, 1, 9)
        .combo("Style", "calm", &["calm", "wild"])
        .string("Book", "")
        .string("Log", "a b")
        .button("Clear", || pressed.set(pressed.get() + 1));
    toptile::run(bot, |position| {
        let (fast, depth) = (position.check("Fast"), position.spin("Search depth"));
        let texts = ["Style", "Book", "Log"].map(|name| position.text(name));
        tell(&format!("{fast} {depth} {texts:?} pressed {}", pressed.get()));
        Move::pass()
    });
}

fn decide(position: &Position, play: &Move) -> bool {
    let has_on = play.words.iter().any(|word| word == "ON");
    play.points == 10 && has_on && position.board.top(5, 5) == Some('N')
}

fn inform(position: &Position) -> Move {
    let best = position.plays().remove(0);
    let pv = [best.clone(), Move::pass()];
    Info {
        depth: Some(2),
        nodes: Some(0),
        time: Some(Duration::from_micros(15_999)),
        score: Some(8.5),
        pv: &pv,
        string: "two\nlines",
    }
    .send();
    eprintln!("said aside");
    best
}

fn draw(position: &Position) -> Move {
    position.random().choice(&position.plays()).cloned().unwrap_or_else(Move::pass)
}

fn hear_results() {
    let bot = Bot::new("Result", "").game_over(|game, result| {
        let (scores, ranks) = (&result.scores, &result.ranks);
        tell(&format!("{} {} {scores:?} {ranks:?} {}", game.id, game.seed, result.reason));
    });
    toptile::run(bot, |position| {
        assert_eq!(position.board, Board::new(position.board.size()));
        Move::pass()
    });
}

fn best(position: &Position) -> Move {
    position.plays().into_iter().next().unwrap_or_else(Move::pass)
}

fn tell_about(position: &Position, string: &str) {
    Info { string, ..Info::default() }.send_about(position);
}

/// Waits until one of the games is stopped, and passes in those that are not. It tells each change of
/// the first clock's sharers.
fn wait(positions: &[Position]) -> Vec<&'static str> {
    let mut told = 0;
    while !positions.iter().any(Position::should_stop) {
        let shared = positions[0].clock.shared();
        if shared != told {
            tell_about(&positions[0], &format!("shared {shared}"));
        }
        told = shared;
        std::thread::sleep(Duration::from_millis(1));
    }
    positions.iter().map(|position| if position.should_stop() { "5d.MOOD" } else { "pass" }).collect()
}

fn tell_games() {
    let bot = Bot::new("Games", "")
        .spin("Depth", 1, 1, 9)
        .challenge(|_, play| {
            tell(&format!("doubts {}", play.text));
            true
        })
        .game_over(|game, result| tell(&format!("{} ended {:?}", game.id, result.scores)));
    toptile::run_many(bot, |positions| {
        for position in positions {
            let game = &position.game;
            let depth = position.spin("Depth");
            let facts = format!("{} {} {} {depth} {}", game.id, game.seat, game.seed, position.rack);
            tell_about(&position.after(&Move::pass()).holding("A", 1), &facts);
        }
        positions.iter().map(|position| format!("ex.{}", position.rack)).collect()
    });
}

fn tell_each() {
    let bot = Bot::new("Each", "").games(64).challenge(|_, play| {
        tell(&format!("doubts {}", play.text));
        true
    });
    toptile::run(bot, |position| {
        tell(&position.rack);
        Move::pass()
    });
}

fn tell_part(position: &Position) -> Move {
    let clock = &position.clock;
    let thousands = clock.remaining().map(|left| (left.as_secs_f64() / 1000.0).ceil());
    tell(&format!("{} {thousands:?}", clock.shared()));
    Move::pass()
}

fn tell_shared(positions: &[Position]) -> Vec<Move> {
    for position in positions {
        let clock = &position.clock;
        let (limit, shared) = (clock.limit.expect("there is a limit"), clock.shared());
        let before = clock.elapsed() / shared;
        let left = clock.remaining().expect("there is a limit");
        let after = clock.elapsed() / shared;
        let is_between = limit - after <= left && left <= limit - before;
        tell_about(&positions[0], &format!("{} {shared} {is_between}", limit.as_secs()));
    }
    positions.iter().map(|_| Move::pass()).collect()
}
