// Uses all of the Rust kit. What the kit says is summed up in a number, and the number chooses the play.
mod toptile;

use std::cell::Cell;
use std::sync::Arc;
use std::time::Duration;
use toptile::{Board, Bot, Clock, Game, GameResult, Info, Laid, Lexicon, Move, Position, Random, Ruleset, Unreadable};

fn facts_of_rules(ruleset: &Ruleset) -> String {
    format!(
        "{} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {:?} {:?} {} {:?} {:?} {} {} {}",
        ruleset.name,
        ruleset.plural,
        ruleset.end,
        ruleset.lexicon_mode,
        ruleset.size,
        ruleset.rack_size,
        ruleset.max_height,
        ruleset.flat,
        ruleset.stacked,
        ruleset.qu_bonus,
        ruleset.all_tiles_bonus,
        ruleset.left_over,
        ruleset.pass_rounds,
        ruleset.scoreless_rounds,
        ruleset.free_exchanges,
        ruleset.tiles,
        ruleset.faces,
        ruleset.spelled("QIT"),
        ruleset.symbols_of("QUIT"),
        ruleset.symbols_of("Q"),
        ruleset.word_points(3, 3, true),
        ruleset.word_points(3, 5, false),
        ruleset.all_tiles_points(7),
    )
}

fn facts_of_words(lexicon: &Lexicon, ruleset: &Ruleset) -> String {
    let own = Lexicon::new("CAT\nDOG\nQUIT\n", Arc::new(ruleset.clone()));
    let missing = Lexicon::load("/nonexistent/words", Arc::new(Ruleset::default())).is_err();
    format!(
        "{} {} {} {} {} {} {} {} {}",
        lexicon.is_empty(),
        lexicon.len(),
        lexicon.contains("QUIT"),
        lexicon.has("QIT"),
        lexicon.has("XXX"),
        own.len(),
        own.contains("DOG"),
        own.has("QIT"),
        missing,
    )
}

fn facts_of_position(position: &Position) -> String {
    let (board, game) = (&position.board, &position.game);
    let same = Board::parse(&board.to_string(), board.size()).map_or(false, |again| again == *board);
    let column: Vec<_> = (0..board.size()).map(|row| (board.top(row, 4), board.height(row, 4))).collect();
    let exchanges: Vec<String> = position.exchanges().into_iter().map(|exchange| exchange.text).collect();
    let mut facts = format!("{board} {} {same} {column:?} {exchanges:?}", board.is_empty());
    facts += &format!(
        " {} {} {:?} {:?} {:?} {} {:?} {} {} {} {} {:?}",
        position.rack,
        position.seat,
        position.scores,
        position.racks,
        position.bag,
        position.unseen,
        position.moves,
        game.id.is_empty(),
        game.players,
        game.seat,
        game.seed != 0,
        position.exchange('E').map(|exchange| exchange.text),
    );
    if let Ok(Some(play)) = position.last_play() {
        let Laid { row, column, symbol } = play.laid[0];
        let unknown = toptile::has_unknown_word(position, &play);
        let runs = (board.run(row, column, true), board.run(row, column, false));
        facts += &format!(" {} {} {:?} {symbol} {unknown} {runs:?}", play.text, play.points, play.words);
    }
    let Unreadable(why) = Board::parse("nonsense", board.size()).unwrap_err();
    facts + &format!(" {}", !why.is_empty())
}

fn facts_of_play(position: &Position, play: &Move) -> String {
    let laid = position.laid_by(&play.text).map(|(laid, word)| (laid == play.laid, word)).ok();
    let named = position.play(&play.text).map(|named| named.text);
    let after = position.after(play);
    let mut facts = format!("{} {} {:?} {:?} {}", play.text, play.points, play.words, play.laid, play.tiles_laid());
    facts += &format!(" {laid:?} {named:?} {:?}", position.play("1a.NONSENSE"));
    facts += &format!(" {} {:?} {:?} {:?} {}", after.rack, after.scores, after.racks, after.moves.last(), after.board);
    if position.unseen.chars().count() >= 7 {
        let rack: String = position.unseen.chars().take(7).collect();
        let other = after.holding(&rack, (position.seat + 1) % 2);
        let answers: Vec<String> = other.plays().into_iter().take(3).map(|answer| answer.text).collect();
        facts += &format!(" {} {} {} {answers:?}", other.rack, other.seat, other.unseen);
    }
    facts
}

fn facts_of_tools(lexicon: &Arc<Lexicon>) -> String {
    let clock = Clock::default();
    let game = Arc::new(Game::new(lexicon.clone(), 1, 5));
    let size = game.ruleset.size;
    let empty = Position::new(game.clone(), Board::new(size), "CATSDOG");
    let points = |position: &Position| position.plays().iter().take(5).map(|play| play.points).collect::<Vec<_>>();
    let line = format!("board {} rack CATSDOG scores 3,4 bag 70 unseen - moves -", empty.board);
    let again = Position::parse(&line, game).expect("the position is right");
    let laid = Laid { row: 4, column: 4, symbol: 'Z' };
    let random = Random::new(7);
    let mut shuffled = [1, 2, 3, 4, 5];
    random.shuffle(&mut shuffled);
    let texts = (Move::pass().text, Move::from("5d.MOOD").text, Move::from(String::from("ex.J")).text);
    format!(
        "{} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {shuffled:?} {} {} {} {:?} {texts:?} {:?}",
        clock.is_stopped(),
        clock.limit,
        clock.nodes,
        clock.remaining(),
        (clock.increment, &clock.seats, clock.bank, &clock.banks),
        points(&empty),
        points(&again),
        again.scores,
        again.board.after(&[laid]).top(4, 4),
        random.next(),
        random.fraction(),
        random.below(100),
        random.choice(&[1, 2, 3]),
        Ruleset::parse("name x size 9 rack 6").map(|ruleset| ruleset.size),
    )
}

fn digest(facts: &[String]) -> usize {
    let sum = |number: u32, byte: u8| number.wrapping_mul(31).wrapping_add(u32::from(byte));
    facts.iter().flat_map(|text| text.bytes()).fold(17, sum) as usize
}

fn choose(position: &Position, pressed: u32) -> Move {
    let plays = position.plays();
    if position.should_stop() || plays.is_empty() {
        return position.exchanges().into_iter().next().unwrap_or_else(Move::pass);
    }
    let clock = &position.clock;
    let options = format!("{} {} {}", position.check("Bold"), position.spin("Plays"), position.text("Motto"));
    let mut number = digest(&[facts_of_position(position), facts_of_play(position, &plays[0]), options]);
    if position.moves.len() < 2 {
        let words = facts_of_words(position.lexicon(), position.ruleset());
        number += digest(&[facts_of_rules(position.ruleset()), words, facts_of_tools(&position.game.lexicon)]);
    }
    number += clock.seats.len() + pressed as usize + usize::from(clock.elapsed() > Duration::from_secs(86_400));
    let info = Info {
        depth: Some(1),
        nodes: Some(plays.len() as u64),
        time: Some(clock.elapsed()),
        score: Some(f64::from(plays[0].points)),
        pv: &plays[..plays.len().min(2)],
        string: "on and on",
    };
    info.send();
    Info { depth: Some(2), ..Default::default() }.send();
    let most = if position.check("Bold") { position.spin("Plays") as usize } else { 1 };
    let few = &plays[..plays.len().min(most)];
    let chosen = &few[(number + position.random().below(3)) % few.len()];
    match position.text("Style") {
        "text" => chosen.text.as_str().into(),
        _ => chosen.clone(),
    }
}

fn main() {
    let pressed = Cell::new(0);
    let bot = Bot::new("Everything (Rust)", "Ann")
        .check("Bold", true)
        .spin("Plays", 3, 1, 9)
        .combo("Style", "move", &["move", "text"])
        .string("Motto", "on and on")
        .button("Press", || pressed.set(pressed.get() + 1))
        .challenge(|position, play| toptile::has_unknown_word(position, play) && position.moves.len() % 4 != 3)
        .game_over(|game: &Game, result: &GameResult| {
            let own = (result.scores[game.seat], result.ranks[game.seat]);
            eprintln!("game {} ended: {} {own:?}", game.id, result.reason);
        });
    toptile::run(bot, |position| choose(position, pressed.get()));
}
