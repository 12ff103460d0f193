//! Write a bot for Upwords in Rust: this one file is the whole kit (Rust 1.63 or later, no crates).
//!
//! A bot is one function that is given a [`Position`] and returns a move:
//!
//! ```ignore
//! mod toptile;
//!
//! fn choose(position: &toptile::Position) -> toptile::Move {
//!     position.plays().into_iter().next().unwrap_or_else(toptile::Move::pass)
//! }
//!
//! fn main() {
//!     toptile::run(toptile::Bot::new("My bot", "Me"), choose);
//! }
//! ```
//!
//! A bot for which many positions cost little more than one, such as a network, can play several
//! games at once: see [`run_many`].
//!
//! The kit speaks UWI 1.1 with the referee, keeps clock and options, knows the rules, and lists every
//! legal play with its points. It trusts the position it is sent and judges nothing but words.
//!
//! Words used: a *symbol* is the one character that stands for a tile on racks and boards (`Q` is
//! the Qu tile); a *word* is spelled out as people write it (`QUIT`). Rows and columns count from 0
//! at the top left. Standard output belongs to the protocol: a bot that wants to say something
//! uses `eprintln!`, never `println!`.

#![allow(dead_code)] // A bot uses only the parts of the kit that it needs.
#![allow(clippy::unnecessary_map_or)] // The shorter forms came after Rust 1.63.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;
use std::fs;
use std::io::{self, Read, Write};
use std::process;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{mpsc, Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

const KIT: &str = "toptile.rs 1.1"; // The number is the version of UWI.
const GAMES_OF_RUN_MANY: usize = 64;
const LONGEST_LINE_BYTES: usize = 64 * 1024;
const CLOCK_MARGIN: Duration = Duration::from_millis(30);
const GRACE: Duration = Duration::from_millis(500);
const MOST_SYMBOLS: usize = 32; // A set of symbols is the bits of one number.
const NO_CODE: u8 = MOST_SYMBOLS as u8; // The code of a symbol that the ruleset does not have.

/// An `isready` waits until these are done.
const SETTINGS: [&str; 5] = ["uwi", "setoption", "ruleset", "lexicon", "newgame"];

/// Only these lines, each about one game, may have the mark of a game.
const MARKED: [&str; 6] = ["newgame", "position", "go", "stop", "refused", "result"];

/// A line, board or move that does not follow the formats. The message says what and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable(pub String);

impl fmt::Display for Unreadable {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        to.write_str(&self.0)
    }
}

impl std::error::Error for Unreadable {}

fn unreadable<T>(message: String) -> Result<T, Unreadable> {
    Err(Unreadable(message))
}

// Rules, words and board --------------------------------------------------------------------------

const HASBRO_TILES: &str = "A7B3C4D5E8F3G3H3I7J1K2L5M5N5O7P3Q1R5S6T5U5V1W2X1Y2Z1";

/// The numbers of a game, as a `ruleset` line gives them. Those that it leaves out are as in
/// `hasbro`.
#[derive(Clone, Debug)]
pub struct Ruleset {
    pub name: String,
    /// The number of rows, and of columns, of the board.
    pub size: usize,
    /// The number of tiles on a full rack.
    pub rack_size: usize,
    pub max_height: usize,
    /// Points for a tile of a flat word, and for a tile of a word with a stack.
    pub flat: i32,
    pub stacked: i32,
    /// Additional points for Qu in a flat word.
    pub qu_bonus: i32,
    /// Points for a full rack laid in one turn.
    pub all_tiles_bonus: i32,
    /// Points lost for a tile left at the end.
    pub left_over: i32,
    /// Full rounds, of passes and without points, that end the game (`scoreless_rounds` 0: no
    /// limit).
    pub pass_rounds: u32,
    pub scoreless_rounds: u32,
    /// Free exchanges of each player in a game; 0 means that an exchange costs the turn.
    pub free_exchanges: u32,
    /// The texts of the line.
    pub plural: String,
    pub end: String,
    pub lexicon_mode: String,
    /// The number of tiles of each symbol.
    pub tiles: BTreeMap<char, u32>,
    /// The text that each symbol spells.
    pub faces: BTreeMap<char, String>,
    symbol_of_code: Vec<char>,
    face_of_code: Vec<String>,
    codes_by_first_byte: Vec<Vec<u8>>,
    qu_code: Option<u8>,
    /// The S that rule 7 forbids to add.
    plural_code: Option<u8>,
}

impl Default for Ruleset {
    fn default() -> Self {
        Self::parse("").expect("the defaults are a ruleset")
    }
}

impl Ruleset {
    /// Reads what follows the word `ruleset`. Unknown keys are ignored.
    pub fn parse(line: &str) -> Result<Self, Unreadable> {
        let pairs = pairs_of(line);
        let text = |key: &str, otherwise: &str| pairs.get(key).unwrap_or(&otherwise).to_string();
        let number = |key: &str, otherwise: &str, lowest, highest| {
            number_of(key, &text(key, otherwise), lowest, highest)
        };
        let tiles = tile_counts(&text("tiles", HASBRO_TILES))?;
        let mut faces: BTreeMap<_, _> = tiles.keys().map(|s| (*s, s.to_string())).collect();
        faces.extend(special_faces(&text("faces", "Q=QU"))?);
        let mut ruleset = Ruleset {
            name: text("name", "hasbro"),
            size: number("size", "10", 2, 26)? as usize,
            rack_size: number("rack", "7", 1, 99)? as usize,
            max_height: number("height", "5", 1, 9)? as usize,
            flat: number("flat", "2", 0, 9999)?,
            stacked: number("stacked", "1", 0, 9999)?,
            qu_bonus: number("qu", "2", 0, 9999)?,
            all_tiles_bonus: number("all", "20", 0, 9999)?,
            left_over: number("left", "5", 0, 9999)?,
            pass_rounds: number("passes", "1", 1, 9999)? as u32,
            scoreless_rounds: number("scoreless", "3", 0, 9999)? as u32,
            free_exchanges: number("exchanges", "0", 0, 9999)? as u32,
            plural: text("plural", "forbid"),
            end: text("end", "first_out"),
            lexicon_mode: text("lexicon", "void"),
            tiles,
            faces,
            symbol_of_code: Vec::new(),
            face_of_code: Vec::new(),
            codes_by_first_byte: vec![Vec::new(); 256],
            qu_code: None,
            plural_code: None,
        };
        ruleset.number_symbols()?;
        Ok(ruleset)
    }

    /// Codes follow the order of the faces. As no face begins another, words in byte order are in
    /// code order.
    fn number_symbols(&mut self) -> Result<(), Unreadable> {
        if self.tiles.len() > MOST_SYMBOLS {
            let symbols = self.tiles.len();
            return unreadable(format!("tiles: {symbols} symbols; at most {MOST_SYMBOLS} are allowed"));
        }
        self.symbol_of_code = self.tiles.keys().copied().collect();
        self.symbol_of_code.sort_by_key(|symbol| &self.faces[symbol]);
        self.face_of_code = self.symbol_of_code.iter().map(|symbol| self.faces[symbol].clone()).collect();
        for (code, face) in self.face_of_code.iter().enumerate() {
            self.codes_by_first_byte[usize::from(face.as_bytes()[0])].push(code as u8);
        }
        let code_of_face =
            |wanted: &str| self.face_of_code.iter().position(|face| face == wanted).map(|code| code as u8);
        self.qu_code = code_of_face("QU");
        self.plural_code = if self.plural == "forbid" { code_of_face("S") } else { None };
        Ok(())
    }

    fn code_of(&self, symbol: char) -> u8 {
        let found = self.symbol_of_code.iter().position(|known| *known == symbol);
        found.map_or(NO_CODE, |code| code as u8)
    }

    /// Appends the codes of the tiles that spell `word`. Returns false if no tiles do; some codes
    /// may be appended then.
    fn append_codes(&self, word: &[u8], codes: &mut Vec<u8>) -> bool {
        let mut rest = word;
        while let Some(first) = rest.first() {
            let mut known = self.codes_by_first_byte[usize::from(*first)].iter();
            let face_of = |code: u8| self.face_of_code[usize::from(code)].as_bytes();
            match known.find(|code| rest.starts_with(face_of(**code))) {
                Some(code) => {
                    codes.push(*code);
                    rest = &rest[face_of(*code).len()..];
                }
                None => return false,
            }
        }
        true
    }

    /// The tiles as people write them: `QIT` is `QUIT`.
    pub fn spelled(&self, symbols: &str) -> String {
        let mut word = String::new();
        for symbol in symbols.chars() {
            match self.faces.get(&symbol) {
                Some(face) => word.push_str(face),
                None => word.push(symbol),
            }
        }
        word
    }

    /// The tiles that spell `word`, or `None` when no tiles do.
    pub fn symbols_of(&self, word: &str) -> Option<String> {
        let mut codes = Vec::new();
        let is_spelled = self.append_codes(word.as_bytes(), &mut codes) && !codes.is_empty();
        is_spelled.then(|| codes.iter().map(|code| self.symbol_of_code[usize::from(*code)]).collect())
    }

    /// Points of a word of `letters` letters whose stacks hold `tiles` tiles in total. It is flat
    /// if that is one tile for each letter.
    pub fn word_points(&self, letters: usize, tiles: usize, has_qu: bool) -> i32 {
        if tiles > letters {
            self.stacked * tiles as i32
        } else {
            self.flat * tiles as i32 + if has_qu { self.qu_bonus } else { 0 }
        }
    }

    /// The bonus of a play that lays `laid` tiles.
    pub fn all_tiles_points(&self, laid: usize) -> i32 {
        if laid == self.rack_size {
            self.all_tiles_bonus
        } else {
            0
        }
    }
}

/// The words that one ruleset allows, without those that its tiles cannot spell or its board cannot
/// hold.
///
/// It is a trie. The children of a node lie side by side in the order of their codes, so that a bit
/// for each code and the place of the first child are all that a node needs.
pub struct Lexicon {
    ruleset: Arc<Ruleset>,
    nodes: Vec<Node>,
    words: usize,
}

#[derive(Clone, Copy)]
struct Node {
    children: u32,
    first: u32,
    is_word: bool,
}

impl Lexicon {
    /// `words` has one word on each line, in upper case and in any order.
    pub fn new(words: &str, ruleset: Arc<Ruleset>) -> Self {
        Self::of_bytes(words.as_bytes(), ruleset)
    }

    /// Reads a file of such words.
    pub fn load(path: &str, ruleset: Arc<Ruleset>) -> io::Result<Self> {
        Ok(Self::of_bytes(&fs::read(path)?, ruleset))
    }

    fn of_bytes(text: &[u8], ruleset: Arc<Ruleset>) -> Self {
        let words = WordCodes::of_bytes(text, &ruleset).sorted();
        Lexicon { ruleset, nodes: nodes_of(&words), words: words.len() }
    }

    pub fn len(&self) -> usize {
        self.words
    }

    pub fn is_empty(&self) -> bool {
        self.words == 0
    }

    /// Is this a word, as spelled (`QUIT`)?
    pub fn contains(&self, word: &str) -> bool {
        let mut codes = Vec::new();
        self.ruleset.append_codes(word.as_bytes(), &mut codes) && self.has_codes(&codes)
    }

    /// The same as [`Lexicon::contains`], for a word given in symbols (`QIT`).
    pub fn has(&self, symbols: &str) -> bool {
        let codes: Vec<u8> = symbols.chars().map(|symbol| self.ruleset.code_of(symbol)).collect();
        self.has_codes(&codes)
    }

    fn has_codes(&self, codes: &[u8]) -> bool {
        self.walk(0, codes).map_or(false, |node| self.nodes[node].is_word)
    }

    /// The node reached from another by these codes. The root is node 0.
    fn walk(&self, node: usize, codes: &[u8]) -> Option<usize> {
        codes.iter().try_fold(node, |at, code| self.child(at, *code))
    }

    fn child(&self, node: usize, code: u8) -> Option<usize> {
        if code == NO_CODE {
            return None;
        }
        let (node, bit) = (self.nodes[node], 1 << code);
        let before = (node.children & (bit - 1)).count_ones();
        (node.children & bit != 0).then(|| (node.first + before) as usize)
    }
}

/// Words as codes, each directly after the one before.
struct WordCodes {
    codes: Vec<u8>,
    /// The place where each word begins, and the one where the last ends.
    starts: Vec<usize>,
}

impl WordCodes {
    /// The words of two tiles or more that fit on the board.
    fn of_bytes(text: &[u8], ruleset: &Ruleset) -> Self {
        let mut words = WordCodes { codes: Vec::with_capacity(text.len()), starts: vec![0] };
        for line in text.split(|byte| *byte == b'\n' || *byte == b'\r') {
            let begin = words.codes.len();
            let is_spelled = ruleset.append_codes(line, &mut words.codes);
            let length = words.codes.len() - begin;
            if is_spelled && length >= 2 && length <= ruleset.size {
                words.starts.push(words.codes.len());
            } else {
                words.codes.truncate(begin);
            }
        }
        words
    }

    fn len(&self) -> usize {
        self.starts.len() - 1
    }

    fn word(&self, number: usize) -> &[u8] {
        &self.codes[self.starts[number]..self.starts[number + 1]]
    }

    /// The words in order, each once.
    fn sorted(self) -> Self {
        if (1..self.len()).all(|number| self.word(number - 1) < self.word(number)) {
            return self;
        }
        let mut order: Vec<&[u8]> = (0..self.len()).map(|number| self.word(number)).collect();
        order.sort_unstable();
        order.dedup();
        let mut sorted = WordCodes { codes: Vec::with_capacity(self.codes.len()), starts: vec![0] };
        for word in order {
            sorted.codes.extend_from_slice(word);
            sorted.starts.push(sorted.codes.len());
        }
        sorted
    }
}

/// Makes the nodes level by level. A node is a range of the sorted words: those that begin alike.
fn nodes_of(words: &WordCodes) -> Vec<Node> {
    let mut ranges = vec![(0, words.len())];
    let mut nodes: Vec<Node> = Vec::new();
    let (mut depth, mut level_end) = (0, 1);
    while nodes.len() < ranges.len() {
        if nodes.len() == level_end {
            depth += 1;
            level_end = ranges.len();
        }
        let (mut at, end) = ranges[nodes.len()];
        let mut node = Node { children: 0, first: ranges.len() as u32, is_word: false };
        if at < end && words.word(at).len() == depth {
            node.is_word = true;
            at += 1;
        }
        while at < end {
            let (begin, code) = (at, words.word(at)[depth]);
            while at < end && words.word(at)[depth] == code {
                at += 1;
            }
            ranges.push((begin, at));
            node.children |= 1 << code;
        }
        nodes.push(node);
    }
    nodes
}

/// A tile that a play lays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Laid {
    pub row: usize,
    pub column: usize,
    pub symbol: char,
}

/// A turn: a play, an exchange or a pass. A text is one, too: `"5d.MOOD".into()`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The text sent to the referee: `5d.MOOD`, `ex.J`, `pass`.
    pub text: String,
    pub points: i32,
    /// The words it forms, spelled; the word in the line of play is first.
    pub words: Vec<String>,
    /// The tiles it lays, from the left or the top.
    pub laid: Vec<Laid>,
}

impl Move {
    pub fn pass() -> Self {
        "pass".into()
    }

    pub fn tiles_laid(&self) -> usize {
        self.laid.len()
    }
}

impl From<String> for Move {
    fn from(text: String) -> Self {
        Move { text, points: 0, words: Vec::new(), laid: Vec::new() }
    }
}

impl From<&str> for Move {
    fn from(text: &str) -> Self {
        text.to_string().into()
    }
}

/// The stacks on the squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    size: usize,
    squares: Vec<Option<Stack>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stack {
    height: usize,
    top: char,
}

impl Board {
    /// An empty board.
    pub fn new(size: usize) -> Self {
        Board { size, squares: vec![None; size * size] }
    }

    /// Reads rows joined by `/`, with two characters for each square.
    pub fn parse(text: &str, size: usize) -> Result<Self, Unreadable> {
        let mut squares = Vec::with_capacity(size * size);
        for row in text.split('/') {
            let signs: Vec<char> = row.chars().collect();
            if signs.len() != 2 * size || squares.len() == size * size {
                squares.clear();
                break;
            }
            for square in signs.chunks(2) {
                squares.push(stack_of(square[0], square[1])?);
            }
        }
        if squares.len() != size * size {
            return unreadable(format!(
                "board: {size} rows of {size} squares, two characters each, are expected"
            ));
        }
        Ok(Board { size, squares })
    }

    pub fn size(&self) -> usize {
        self.size
    }

    pub fn is_empty(&self) -> bool {
        self.squares.iter().all(Option::is_none)
    }

    /// The symbol on top of a square's stack.
    pub fn top(&self, row: usize, column: usize) -> Option<char> {
        self.squares[row * self.size + column].map(|stack| stack.top)
    }

    /// How many tiles lie on a square.
    pub fn height(&self, row: usize, column: usize) -> usize {
        self.squares[row * self.size + column].map_or(0, |stack| stack.height)
    }

    /// The board with these tiles laid on it, whether or not that is legal.
    pub fn after(&self, laid: &[Laid]) -> Self {
        let mut board = self.clone();
        for tile in laid {
            let height = self.height(tile.row, tile.column) + 1;
            let stack = Stack { height, top: tile.symbol };
            board.squares[tile.row * self.size + tile.column] = Some(stack);
        }
        board
    }

    /// The squares (row, column) of the longest row of stacks through an occupied square. They are
    /// a word if there are two or more.
    pub fn run(&self, row: usize, column: usize, down: bool) -> Vec<(usize, usize)> {
        let square = |at: usize| if down { (at, column) } else { (row, at) };
        let is_occupied = |at: usize| self.top(square(at).0, square(at).1).is_some();
        let mut first = if down { row } else { column };
        let mut past = first + 1;
        while first > 0 && is_occupied(first - 1) {
            first -= 1;
        }
        while past < self.size && is_occupied(past) {
            past += 1;
        }
        (first..past).map(square).collect()
    }
}

fn stack_of(height: char, top: char) -> Result<Option<Stack>, Unreadable> {
    match (height, top) {
        ('.', '.') => Ok(None),
        ('1'..='9', top) if top != '.' => Ok(Some(Stack { height: height as usize - '0' as usize, top })),
        _ => unreadable("board: a square is a height of 1 to 9 and a symbol, or `..`".into()),
    }
}

impl fmt::Display for Board {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        for (at, square) in self.squares.iter().enumerate() {
            if at > 0 && at % self.size == 0 {
                to.write_str("/")?;
            }
            match square {
                Some(stack) => write!(to, "{}{}", stack.height, stack.top)?,
                None => to.write_str("..")?,
            }
        }
        Ok(())
    }
}

// A position and its legal plays ------------------------------------------------------------------

/// The time for one answer, counted from the moment the `go` line was read.
///
/// All questions of a batch are answered together. If their games have clocks, each pays the same
/// part of the time ([`Clock::shared`]). A limit for one move is not shared: it is for the whole
/// batch. Where a bot is asked about each position of a batch alone, as for a challenge,
/// [`Clock::remaining`] is what this position may take of the time that is left. It runs at the
/// usual speed, and `shared` is 1.
#[derive(Clone)]
pub struct Clock {
    started: Instant,
    /// The time to answer in, if there is a limit.
    pub limit: Option<Duration>,
    /// The time that the referee adds to this bot's clock after the move.
    pub increment: Duration,
    /// The time that every seat had left at the `go`, in seat order; zero in overtime.
    pub seats: Vec<Duration>,
    /// The time that this bot may take beyond its limits, in all moves of the game that are left.
    pub bank: Duration,
    /// The time in every seat's bank at the `go`, in seat order; empty without time banks.
    pub banks: Vec<Duration>,
    /// How many nodes to look at, as the bot counts them in its `info`, if there is a limit.
    pub nodes: Option<u64>,
    question: Arc<Question>,
    /// The questions that are asked together, with this one.
    batch: Arc<Vec<Arc<Question>>>,
    turn: Option<Turn>,
}

/// The part of a batch's time that one position may take.
#[derive(Clone)]
struct Turn {
    ends_at: Option<Instant>,
}

impl Default for Clock {
    /// A clock without a limit.
    fn default() -> Self {
        Clock::started(Instant::now(), Arc::default(), Arc::default())
    }
}

impl Clock {
    fn started(started: Instant, question: Arc<Question>, batch: Arc<Vec<Arc<Question>>>) -> Self {
        let (limit, increment, seats) = (None, Duration::ZERO, Vec::new());
        let (bank, banks) = (Duration::ZERO, Vec::new());
        Clock { started, limit, increment, seats, bank, banks, nodes: None, question, batch, turn: None }
    }

    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// The number of open questions that share the time. This clock runs at 1/`shared` of the usual
    /// speed, so `limit * shared` may pass until it runs out.
    pub fn shared(&self) -> u32 {
        if self.seats.is_empty() || self.turn.is_some() {
            return 1;
        }
        let is_open = |question: &&Arc<Question>| !question.is_over.load(Ordering::SeqCst);
        self.batch.iter().filter(is_open).count().max(1) as u32
    }

    /// The time left on this clock: `None` if there is no limit, zero if the time is over.
    pub fn remaining(&self) -> Option<Duration> {
        match &self.turn {
            Some(turn) => turn.ends_at.map(|end| end.saturating_duration_since(Instant::now())),
            None => self.limit.map(|limit| limit.saturating_sub(self.elapsed() / self.shared())),
        }
    }

    /// Has the referee asked for the answer?
    pub fn is_stopped(&self) -> bool {
        self.question.is_stopped.load(Ordering::SeqCst)
    }

    /// When this clock runs out if all questions that are open stay open.
    fn ends_at(&self) -> Option<Instant> {
        self.started.checked_add(self.limit?.checked_mul(self.shared())?)
    }

    /// Begins the turn of a position that is thought about alone, the first of `turns` that must share
    /// the time until the end of the batch. In its turn the clock runs at the usual speed, so that
    /// a bot that uses a part of the time that remains uses the same part as in a single game.
    fn begin_turn(&mut self, batch_ends_at: Option<Instant>, turns: u32) {
        let now = Instant::now();
        let part = batch_ends_at.map(|end| end.saturating_duration_since(now) / turns);
        let own = self.remaining().into_iter().chain(part).min();
        self.turn = Some(Turn { ends_at: own.and_then(|time| now.checked_add(time)) });
    }

    /// Takes `clock 10000,9000 inc 100,100`, `movetime 500`, `movetime 500 bank 3000,2000` or `infinite`, and
    /// `nodes 5000`, from a `go` line.
    fn read_limits(&mut self, line: &str, seat: usize) -> Result<(), Unreadable> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let after = |wanted: &str| words.windows(2).find(|pair| pair[0] == wanted).map(|pair| pair[1]);
        let milliseconds = |number: i128| Duration::from_millis(number.max(0) as u64);
        let own = |key: &str, seats: &[Duration]| match seats.get(seat) {
            Some(left) => Ok(*left),
            None => unreadable(format!("go: {key} has no time for seat {seat}")),
        };
        if let Some(text) = after("nodes") {
            self.nodes = Some(number_of("nodes", text, 0, MOST_MILLISECONDS)? as u64);
        }
        if let Some(text) = after("movetime") {
            self.limit = Some(milliseconds(number_of("movetime", text, 0, MOST_MILLISECONDS)?));
            if let Some(text) = after("bank") {
                let lefts = numbers_of("bank", text, 0, MOST_MILLISECONDS)?;
                self.banks = lefts.into_iter().map(milliseconds).collect();
                self.bank = own("bank", &self.banks)?;
            }
        } else if let Some(text) = after("clock") {
            let lefts = numbers_of("clock", text, -MOST_MILLISECONDS, MOST_MILLISECONDS)?;
            let increments = numbers_of("inc", after("inc").unwrap_or("-"), 0, MOST_MILLISECONDS)?;
            self.seats = lefts.into_iter().map(milliseconds).collect();
            self.limit = Some(own("clock", &self.seats)?);
            self.increment = increments.get(seat).copied().map_or(Duration::ZERO, milliseconds);
        }
        Ok(())
    }
}

const MOST_MILLISECONDS: i128 = u64::MAX as i128;

/// Chance that follows from a seed: splitmix64. A bot's threads may share it.
pub struct Random(AtomicU64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(AtomicU64::new(seed))
    }

    /// Any number of 64 bits.
    pub fn next(&self) -> u64 {
        const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
        let mut mixed = self.0.fetch_add(STEP, Ordering::Relaxed).wrapping_add(STEP);
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number that is at least 0 and less than 1.
    pub fn fraction(&self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A whole number from 0 to `n` - 1; 0 when `n` is 0.
    pub fn below(&self, n: usize) -> usize {
        ((u128::from(self.next()) * n as u128) >> 64) as usize
    }

    /// One of the items; `None` when there are none.
    pub fn choice<'a, T>(&self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }

    /// Puts the items into a random order.
    pub fn shuffle<T>(&self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

impl Clone for Random {
    fn clone(&self) -> Self {
        Random::new(self.0.load(Ordering::Relaxed))
    }
}

/// All that stays the same from `newgame` to `result`.
#[derive(Clone)]
pub struct Game {
    pub ruleset: Arc<Ruleset>,
    pub lexicon: Arc<Lexicon>,
    pub id: String,
    pub players: usize,
    pub seat: usize,
    pub seed: u64,
    /// It starts from the seed that the referee sends, so a bot that uses no other chance plays the
    /// same moves again for the same seed.
    pub random: Random,
}

impl Game {
    pub fn new(lexicon: Arc<Lexicon>, seat: usize, seed: u64) -> Self {
        let (ruleset, random) = (lexicon.ruleset.clone(), Random::new(seed));
        Game { ruleset, lexicon, id: String::new(), players: 2, seat, seed, random }
    }
}

/// The game as one seat sees it when it is to move.
#[derive(Clone)]
pub struct Position {
    pub game: Arc<Game>,
    pub board: Board,
    /// The rack in symbols, like [`Position::unseen`].
    pub rack: String,
    /// The seat whose rack this is.
    pub seat: usize,
    /// The scores in seat order; empty when the referee left them out.
    pub scores: Vec<i32>,
    /// How many tiles each seat holds; empty when the referee left them out.
    pub racks: Vec<usize>,
    /// How many tiles are left in the bag, if the referee told it.
    pub bag: Option<usize>,
    /// Every tile that is neither on the board nor on this rack.
    pub unseen: String,
    /// The moves so far, as texts.
    pub moves: Vec<String>,
    pub clock: Clock,
    options: Arc<Values>,
    /// The game's name, which its lines begin with; empty for a game without one.
    mark: String,
}

impl Position {
    pub fn new(game: Arc<Game>, board: Board, rack: &str) -> Self {
        Position {
            seat: game.seat,
            game,
            board,
            rack: rack.to_string(),
            scores: Vec::new(),
            racks: Vec::new(),
            bag: None,
            unseen: String::new(),
            moves: Vec::new(),
            clock: Clock::default(),
            options: Arc::default(),
            mark: String::new(),
        }
    }

    /// Reads what follows the word `position`. Unknown keys are ignored.
    pub fn parse(line: &str, game: Arc<Game>) -> Result<Self, Unreadable> {
        let pairs = pairs_of(line);
        let value = |key: &str| pairs.get(key).copied().filter(|value| *value != "-");
        if !pairs.contains_key("board") || !pairs.contains_key("rack") {
            return unreadable("position: board and rack are needed".into());
        }
        let board = Board::parse(value("board").unwrap_or(""), game.ruleset.size)?;
        let mut position = Position::new(game, board, value("rack").unwrap_or(""));
        position.scores = numbers_of("scores", value("scores").unwrap_or(""), i32::MIN, i32::MAX)?;
        position.racks = numbers_of("racks", value("racks").unwrap_or(""), 0, usize::MAX)?;
        position.bag = match value("bag") {
            Some(text) => Some(number_of("bag", text, 0, usize::MAX)?),
            None => None,
        };
        position.unseen = value("unseen").unwrap_or("").to_string();
        let moves = value("moves").unwrap_or("").split(',');
        position.moves = moves.filter(|text| !text.is_empty()).map(String::from).collect();
        Ok(position)
    }

    pub fn ruleset(&self) -> &Ruleset {
        &self.game.ruleset
    }

    pub fn lexicon(&self) -> &Lexicon {
        &self.game.lexicon
    }

    pub fn random(&self) -> &Random {
        &self.game.random
    }

    /// The value of an option that was declared with [`Bot::check`]. Like the two functions below,
    /// it panics when there is no such option.
    pub fn check(&self, name: &str) -> bool {
        match self.option(name) {
            Value::Check(value) => *value,
            _ => panic!("the option `{name}` is not a check"),
        }
    }

    /// The value of an option that was declared with [`Bot::spin`].
    pub fn spin(&self, name: &str) -> i64 {
        match self.option(name) {
            Value::Spin(value) => *value,
            _ => panic!("the option `{name}` is not a spin"),
        }
    }

    /// The value of an option that was declared with [`Bot::combo`] or [`Bot::string`].
    pub fn text(&self, name: &str) -> &str {
        match self.option(name) {
            Value::Text(value) => value,
            _ => panic!("the option `{name}` is not a text"),
        }
    }

    fn option(&self, name: &str) -> &Value {
        self.options.get(name).unwrap_or_else(|| panic!("no option `{name}` was declared"))
    }

    /// True once the referee has asked for the answer, or when the time is as good as over. A bot
    /// that thinks long asks this every few milliseconds and answers soon after it turns true.
    pub fn should_stop(&self) -> bool {
        let is_late = |remaining: Duration| remaining < CLOCK_MARGIN / self.clock.shared();
        self.clock.is_stopped() || self.clock.remaining().map_or(false, is_late)
    }

    /// Every legal play once, best first: most points, then fewest tiles laid, then the smallest
    /// text. Each call makes a new list.
    pub fn plays(&self) -> Vec<Move> {
        let mut searcher = LineSearcher::new(self);
        for down in [false, true] {
            for at in 0..self.board.size {
                searcher.search(down, at);
            }
        }
        let mut plays = searcher.plays;
        plays.sort_unstable_by(|a, b| {
            let by_points = b.points.cmp(&a.points);
            by_points.then(a.laid.len().cmp(&b.laid.len())).then_with(|| a.text.cmp(&b.text))
        });
        plays
    }

    /// The legal play that `text` names. A lone tile that forms words both ways has two names.
    pub fn play(&self, text: &str) -> Option<Move> {
        let (laid, word) = self.laid_by(text).ok()?;
        self.plays().into_iter().find(|play| {
            play.text == text || (laid.len() == 1 && play.laid == laid && play.words.contains(&word))
        })
    }

    /// The exchange of a tile, or `None` when the rules do not let this rack exchange it now.
    pub fn exchange(&self, symbol: char) -> Option<Move> {
        let may = self.rack.contains(symbol) && self.may_exchange();
        may.then(|| format!("ex.{}", self.ruleset().spelled(&symbol.to_string())).into())
    }

    /// Every legal exchange, one for each symbol.
    pub fn exchanges(&self) -> Vec<Move> {
        let symbols: BTreeSet<char> = self.rack.chars().collect();
        symbols.into_iter().filter_map(|symbol| self.exchange(symbol)).collect()
    }

    /// The position after a play (or pass), before any tile is drawn. The seat stays the same. Bag
    /// and unseen are as before, because it is not known which tiles come.
    pub fn after(&self, made: &Move) -> Position {
        let mut position = self.clone();
        position.board = self.board.after(&made.laid);
        position.rack = without(&self.rack, made.laid.iter().map(|tile| tile.symbol));
        if let Some(score) = position.scores.get_mut(self.seat) {
            *score += made.points;
        }
        if let Some(tiles) = position.racks.get_mut(self.seat) {
            *tiles = position.rack.chars().count();
        }
        position.moves.push(made.text.clone());
        position
    }

    /// The position as `seat` would see it if it had `rack`, drawn from `unseen`. A search needs
    /// this for the next player's turn.
    pub fn holding(&self, rack: &str, seat: usize) -> Position {
        let unseen = without(&(self.unseen.clone() + &self.rack), rack.chars());
        Position { rack: rack.to_string(), seat, unseen, ..self.clone() }
    }

    /// The tiles that a play's text lays on this board, and its word.
    pub fn laid_by(&self, text: &str) -> Result<(Vec<Laid>, String), Unreadable> {
        laid_by(&self.board, self.ruleset(), text)
    }

    /// The play that the player before just made, with its words, points and tiles. It is rebuilt
    /// by going through `moves` from the empty board. It is `None` when the last move was no play,
    /// and an error when the moves do not lead to this board.
    pub fn last_play(&self) -> Result<Option<Move>, Unreadable> {
        let (mut board, mut laid) = (Board::new(self.board.size), Vec::new());
        for text in &self.moves {
            laid = laid_by(&board, self.ruleset(), text)?.0;
            board = board.after(&laid);
        }
        if board != self.board {
            return unreadable("position: its moves do not lead to its board".into());
        }
        let last = self.moves.last().filter(|_| !laid.is_empty());
        Ok(last.map(|text| played(&board, self.ruleset(), text, laid)))
    }

    fn may_exchange(&self) -> bool {
        let free = self.ruleset().free_exchanges as usize;
        let is_own = |text: &&String| text.starts_with("ex.") && *text != "ex.?";
        self.bag != Some(0) && (free == 0 || self.moves.iter().filter(is_own).count() < free)
    }
}

/// Does a play's text name a play down, as `g5.DEAR` does?
fn is_down(text: &str) -> bool {
    text.starts_with(|sign: char| sign.is_ascii_lowercase())
}

fn laid_by(board: &Board, ruleset: &Ruleset, text: &str) -> Result<(Vec<Laid>, String), Unreadable> {
    if text == "pass" || text.starts_with("ex.") {
        return Ok((Vec::new(), String::new()));
    }
    let parts = text
        .split_once('.')
        .and_then(|(place, word)| Some((corner_of(place)?, ruleset.symbols_of(word)?, word.to_string())));
    let ((row, column), symbols, word) = match parts {
        Some(parts) => parts,
        None => return unreadable(format!("move `{text}`: a play is like 5d.MOOD or g5.DEAR")),
    };
    let down = is_down(text);
    let end = symbols.chars().count() + if down { row } else { column };
    if row == 0 || row.max(column) > board.size || end - 1 > board.size {
        return unreadable(format!("move `{text}` leaves the board"));
    }
    let tiles = symbols.chars().enumerate().map(|(at, symbol)| {
        let (row, column) = (row - 1, column - 1);
        if down {
            Laid { row: row + at, column, symbol }
        } else {
            Laid { row, column: column + at, symbol }
        }
    });
    let laid = tiles.filter(|tile| board.top(tile.row, tile.column) != Some(tile.symbol)).collect();
    Ok((laid, word))
}

/// The row and the column of `5d` or `g5`, both from 1.
fn corner_of(place: &str) -> Option<(usize, usize)> {
    let is_letter = |sign: char| sign.is_ascii_lowercase();
    let row = place.strip_prefix(is_letter).or_else(|| place.strip_suffix(is_letter))?;
    let letter = place.chars().find(|sign| is_letter(*sign))?;
    let is_row = row.len() <= 2 && row.bytes().all(|sign| sign.is_ascii_digit());
    is_row.then_some(())?;
    Some((row.parse().ok()?, letter as usize - 'a' as usize + 1))
}

/// The play that made the board `after`, with the words it formed and their points.
fn played(after: &Board, ruleset: &Ruleset, text: &str, laid: Vec<Laid>) -> Move {
    let down = is_down(text);
    let mut runs = vec![after.run(laid[0].row, laid[0].column, down)];
    runs.extend(laid.iter().map(|tile| after.run(tile.row, tile.column, !down)));
    let mut words = Vec::new();
    let mut points = ruleset.all_tiles_points(laid.len());
    for run in runs.iter().filter(|run| run.len() > 1) {
        let symbols: String = run.iter().filter_map(|(row, at)| after.top(*row, *at)).collect();
        let tiles = run.iter().map(|(row, at)| after.height(*row, *at)).sum();
        let is_qu = |symbol: char| ruleset.faces.get(&symbol).map_or(false, |face| face == "QU");
        points += ruleset.word_points(run.len(), tiles, symbols.chars().any(is_qu));
        words.push(ruleset.spelled(&symbols));
    }
    Move { text: text.to_string(), points, words, laid }
}

/// The symbols that are left after each of `taken` was taken away once.
fn without(symbols: &str, taken: impl Iterator<Item = char>) -> String {
    let mut left = symbols.to_string();
    for symbol in taken {
        if let Some(at) = left.find(symbol) {
            left.remove(at);
        }
    }
    left
}

/// Lays words in one row or column after the other. Sets of symbols and of squares are the bits of
/// a number.
struct LineSearcher<'a> {
    ruleset: &'a Ruleset,
    lexicon: &'a Lexicon,
    size: usize,
    board_is_empty: bool,
    board: Vec<Square>,
    rack: [usize; MOST_SYMBOLS],
    rack_set: u32,
    rack_tiles: usize,
    plays: Vec<Move>,
    // These belong to the line that is searched:
    down: bool,
    at: usize,
    line: Vec<Square>,
    occupied: u32,
    /// The squares that join a play to the board.
    touching: u32,
    /// The symbols that may be laid on a square.
    layable: Vec<u32>,
    crosses: Vec<Option<Cross>>,
    old_words: Vec<u32>,
    // These belong to the words that begin at one square of it:
    start: usize,
    touched: usize,
    word: Vec<u8>,
}

#[derive(Clone, Copy)]
struct Square {
    height: usize,
    top: u8,
}

/// The stacks that are joined to a square across the line.
struct Cross {
    /// The codes of the whole word. The one at index `before` is the square's own and does not
    /// count.
    codes: Vec<u8>,
    before: usize,
    tiles: usize,
    has_qu: bool,
}

impl<'a> LineSearcher<'a> {
    fn new(position: &'a Position) -> Self {
        let (ruleset, board) = (position.ruleset(), &position.board);
        let square = |stack: &Option<Stack>| Square {
            height: stack.map_or(0, |stack| stack.height),
            top: stack.map_or(NO_CODE, |stack| ruleset.code_of(stack.top)),
        };
        let mut searcher = LineSearcher {
            ruleset,
            lexicon: position.lexicon(),
            size: board.size,
            board_is_empty: board.is_empty(),
            board: board.squares.iter().map(square).collect(),
            rack: [0; MOST_SYMBOLS],
            rack_set: 0,
            rack_tiles: 0,
            plays: Vec::new(),
            down: false,
            at: 0,
            line: Vec::new(),
            occupied: 0,
            touching: 0,
            layable: Vec::new(),
            crosses: Vec::new(),
            old_words: Vec::new(),
            start: 0,
            touched: 0,
            word: vec![0; board.size],
        };
        for code in position.rack.chars().map(|symbol| ruleset.code_of(symbol)) {
            if code != NO_CODE {
                searcher.rack[usize::from(code)] += 1;
                searcher.rack_set |= 1 << code;
                searcher.rack_tiles += 1;
            }
        }
        searcher
    }

    fn search(&mut self, down: bool, at: usize) {
        self.down = down;
        self.at = at;
        self.read_line();
        for start in 0..self.size - 1 {
            if start > 0 && self.is_occupied(start - 1) {
                continue;
            }
            let touching = self.touching & (u32::MAX << start);
            if touching == 0 {
                return;
            }
            self.start = start;
            self.touched = touching.trailing_zeros() as usize;
            if self.touched - start <= self.rack_tiles {
                self.extend(0, start, 0);
            }
        }
    }

    fn is_occupied(&self, square: usize) -> bool {
        self.occupied & (1 << square) != 0
    }

    /// The stack at a square of line number `index`; the line that is searched is number `at`.
    fn beside(&self, index: usize, square: usize) -> Square {
        let (row, column) = if self.down { (square, index) } else { (index, square) };
        self.board[row * self.size + column]
    }

    fn read_line(&mut self) {
        self.line = (0..self.size).map(|square| self.beside(self.at, square)).collect();
        self.crosses = (0..self.size).map(|square| self.cross(square)).collect();
        self.occupied = self.squares_where(|square| self.line[square].height > 0);
        self.touching = self.squares_where(|square| self.is_touching(square));
        self.layable = (0..self.size).map(|square| self.symbols_for(square)).collect();
        self.old_words.clear();
        let mut first = 0;
        while first < self.size {
            let length = (!(self.occupied >> first)).trailing_zeros() as usize;
            if length > 1 {
                self.old_words.push(((1 << length) - 1) << first);
            }
            first += length + 1;
        }
    }

    fn squares_where(&self, is_one: impl Fn(usize) -> bool) -> u32 {
        (0..self.size).filter(|square| is_one(*square)).fold(0, |set, square| set | 1 << square)
    }

    /// A neighbour along the line does not count, because its stack is in the same word.
    fn is_touching(&self, square: usize) -> bool {
        if self.board_is_empty {
            return self.is_centre(self.at) && self.is_centre(square);
        }
        self.is_occupied(square) || self.crosses[square].is_some()
    }

    /// Four squares in the middle of a board are centre squares, or one when its size is odd.
    fn is_centre(&self, index: usize) -> bool {
        index == (self.size - 1) / 2 || index == self.size / 2
    }

    fn cross(&self, square: usize) -> Option<Cross> {
        let (mut first, mut last) = (self.at, self.at);
        while first > 0 && self.beside(first - 1, square).height > 0 {
            first -= 1;
        }
        while last + 1 < self.size && self.beside(last + 1, square).height > 0 {
            last += 1;
        }
        if first == last {
            return None;
        }
        let others = || (first..=last).filter(|index| *index != self.at);
        let codes = (first..=last).map(|index| self.beside(index, square).top).collect();
        let tiles = others().map(|index| self.beside(index, square).height).sum();
        let is_qu = |index| Some(self.beside(index, square).top) == self.ruleset.qu_code;
        Some(Cross { codes, before: self.at - first, tiles, has_qu: others().any(is_qu) })
    }

    fn symbols_for(&self, square: usize) -> u32 {
        let Square { height, top } = self.line[square];
        if height >= self.ruleset.max_height {
            return 0;
        }
        let own = if top == NO_CODE { 0 } else { 1 << top };
        match &self.crosses[square] {
            Some(cross) => self.fitting(cross, self.rack_set & !own),
            None => self.rack_set & !own,
        }
    }

    /// Those of `symbols` that complete the word across.
    fn fitting(&self, cross: &Cross, symbols: u32) -> u32 {
        let (before, behind) = (&cross.codes[..cross.before], &cross.codes[cross.before + 1..]);
        let begun = match self.lexicon.walk(0, before) {
            Some(node) => node,
            None => return 0,
        };
        let completes = |code: &u8| {
            let last = self.lexicon.child(begun, *code).and_then(|at| self.lexicon.walk(at, behind));
            last.map_or(false, |node| self.lexicon.nodes[node].is_word)
        };
        codes_in(symbols).filter(completes).fold(0, |set, code| set | 1 << code)
    }

    /// Continues a word from a node of the lexicon. The squares before `square` have led to the
    /// node, and those in `laid` hold new tiles.
    fn extend(&mut self, node: usize, square: usize, laid: u32) {
        let Node { children, first, is_word } = self.lexicon.nodes[node];
        let ends_here = square == self.size || !self.is_occupied(square);
        if is_word && ends_here && laid != 0 && square > self.touched {
            self.take(square, laid);
        }
        if square == self.size {
            return;
        }
        let child = |code: u8| (first + (children & ((1 << code) - 1)).count_ones()) as usize;
        let top = self.line[square].top;
        if top != NO_CODE && children & (1 << top) != 0 {
            self.word[square] = top;
            self.extend(child(top), square + 1, laid);
        }
        for code in codes_in(children & self.layable[square]) {
            if self.rack[usize::from(code)] == 0 {
                continue;
            }
            self.rack[usize::from(code)] -= 1;
            self.word[square] = code;
            self.extend(child(code), square + 1, laid | 1 << square);
            self.rack[usize::from(code)] += 1;
        }
    }

    /// Lists the word that ends before `end`, after checking the rules that the search did not
    /// check.
    fn take(&mut self, end: usize, laid: u32) {
        let is_forbidden = if laid.is_power_of_two() {
            let square = laid.trailing_zeros() as usize;
            // A single tile with a word across is listed already as a play across, and it is
            // written so.
            (self.down && self.crosses[square].is_some()) || self.is_plain_plural(square, end)
        } else {
            // Rule 6. A play covers only one square of a word across this line, so only words in
            // the line can be covered whole.
            self.old_words.iter().any(|old| old & laid == *old)
        };
        if !is_forbidden {
            let play = self.scored(end, laid);
            self.plays.push(play);
        }
    }

    /// Checks rule 7 for a play that lays one tile.
    fn is_plain_plural(&self, square: usize, end: usize) -> bool {
        if self.is_occupied(square) {
            return false;
        }
        self.ends_in_plural(&self.word[self.start..end], square - self.start)
            && self.crosses[square].as_ref().map_or(true, |cross| {
                let mut across = cross.codes.clone();
                across[cross.before] = self.word[square];
                self.ends_in_plural(&across, cross.before)
            })
    }

    /// Is this an older word with an S, laid at index `at`, added at its end?
    fn ends_in_plural(&self, word: &[u8], at: usize) -> bool {
        let is_plural = |code: u8| Some(code) == self.ruleset.plural_code;
        at + 1 == word.len() && word.len() > 2 && is_plural(word[at]) && !is_plural(word[at - 1])
    }

    fn scored(&self, end: usize, laid: u32) -> Move {
        let (ruleset, word) = (self.ruleset, &self.word[self.start..end]);
        let face_of = |code: u8| ruleset.face_of_code[usize::from(code)].as_str();
        let is_qu = |code: u8| Some(code) == ruleset.qu_code;
        let mut words = vec![word.iter().map(|code| face_of(*code)).collect::<String>()];
        let (mut tiles, mut points) = (Vec::new(), 0);
        for square in (self.start..end).filter(|square| laid & (1 << square) != 0) {
            let code = self.word[square];
            let (row, column) = if self.down { (square, self.at) } else { (self.at, square) };
            tiles.push(Laid { row, column, symbol: ruleset.symbol_of_code[usize::from(code)] });
            if let Some(cross) = &self.crosses[square] {
                let (before, behind) = cross.codes.split_at(cross.before);
                let across = before.iter().chain([&code]).chain(&behind[1..]);
                words.push(across.map(|code| face_of(*code)).collect());
                let tiles = cross.tiles + self.line[square].height + 1;
                let has_qu = cross.has_qu || is_qu(code);
                points += ruleset.word_points(cross.codes.len(), tiles, has_qu);
            }
        }
        let stacked: usize = self.line[self.start..end].iter().map(|square| square.height).sum();
        let has_qu = word.iter().any(|code| is_qu(*code));
        points += ruleset.word_points(word.len(), stacked + tiles.len(), has_qu);
        points += ruleset.all_tiles_points(tiles.len());
        let letter = |column: usize| (b'a' + column as u8) as char;
        let text = if self.down {
            format!("{}{}.{}", letter(self.at), self.start + 1, words[0])
        } else {
            format!("{}{}.{}", self.at + 1, letter(self.start), words[0])
        };
        Move { text, points, words, laid: tiles }
    }
}

/// The codes whose bits are set, the smallest first.
fn codes_in(mut set: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let code = set.trailing_zeros() as u8;
        set &= set - 1;
        Some(code)
    })
}

// The session with the referee --------------------------------------------------------------------

/// A bot without the function that chooses its moves: names, options, and functions for other
/// events. All functions are called on the thread that called [`run`], one at a time.
pub struct Bot<'a> {
    name: String,
    author: String,
    options: Vec<Setting<'a>>,
    games: Option<usize>,
    challenge: Box<Challenge<'a>>,
    game_over: Box<GameOver<'a>>,
}

type Challenge<'a> = dyn FnMut(&Position, &Move) -> bool + 'a;
type GameOver<'a> = dyn FnMut(&Game, &GameResult) + 'a;

impl<'a> Bot<'a> {
    pub fn new(name: &str, author: &str) -> Self {
        Bot {
            name: name.to_string(),
            author: author.to_string(),
            options: Vec::new(),
            games: None,
            challenge: Box::new(has_unknown_word),
            game_over: Box::new(|_, _| ()),
        }
    }

    /// Declares an option that is true or false; read it with [`Position::check`].
    pub fn check(self, name: &str, default: bool) -> Self {
        self.option(name, Kind::Check, Some(Value::Check(default)))
    }

    /// Declares an option that is a whole number from `lowest` to `highest`; read it with
    /// [`Position::spin`].
    pub fn spin(self, name: &str, default: i64, lowest: i64, highest: i64) -> Self {
        self.option(name, Kind::Spin(lowest, highest), Some(Value::Spin(default)))
    }

    /// Declares an option that is one of some texts; read it with [`Position::text`].
    pub fn combo(self, name: &str, default: &str, choices: &[&str]) -> Self {
        let choices = choices.iter().map(|choice| choice.to_string()).collect();
        self.option(name, Kind::Combo(choices), Some(Value::Text(default.to_string())))
    }

    /// Declares an option that is any text on one line; read it with [`Position::text`].
    pub fn string(self, name: &str, default: &str) -> Self {
        self.option(name, Kind::String, Some(Value::Text(default.to_string())))
    }

    /// Declares an option without a value. It calls `action` each time the referee presses it.
    pub fn button(self, name: &str, action: impl FnMut() + 'a) -> Self {
        self.option(name, Kind::Button(Box::new(action)), None)
    }

    fn option(mut self, name: &str, kind: Kind<'a>, default: Option<Value>) -> Self {
        self.options.push(Setting { name: name.to_string(), kind, default });
        self
    }

    /// Offers to play this many games at once, 1 or more. Without it, a bot of [`run_many`] offers
    /// 64, and a bot of [`run`] none. If a bot of [`run`] offers several, its function is called for
    /// each position of a batch, one after the other.
    pub fn games(mut self, at_once: usize) -> Self {
        assert!(at_once > 0, "games is how many games the bot plays at once, from 1, not {at_once}");
        self.games = Some(at_once);
        self
    }

    /// Takes the function that decides whether to challenge the play just made. Its position is the
    /// one after the play. Without this function the kit challenges exactly the plays with a word
    /// outside the lexicon.
    pub fn challenge(mut self, decide: impl FnMut(&Position, &Move) -> bool + 'a) -> Self {
        self.challenge = Box::new(decide);
        self
    }

    /// Takes the function that is called when a game has ended.
    pub fn game_over(mut self, hear: impl FnMut(&Game, &GameResult) + 'a) -> Self {
        self.game_over = Box::new(hear);
        self
    }
}

struct Setting<'a> {
    name: String,
    kind: Kind<'a>,
    /// The default value; a button has none.
    default: Option<Value>,
}

enum Kind<'a> {
    Check,
    Spin(i64, i64),
    Combo(Vec<String>),
    String,
    Button(Box<dyn FnMut() + 'a>),
}

#[derive(Clone)]
enum Value {
    Check(bool),
    Spin(i64),
    Text(String),
}

type Values = HashMap<String, Value>;

impl fmt::Display for Value {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Value::Check(value) => write!(to, "{value}"),
            Value::Spin(value) => write!(to, "{value}"),
            Value::Text(value) => write!(to, "{value}"),
        }
    }
}

impl Setting<'_> {
    fn declaration(&self) -> String {
        let (kind, more) = match &self.kind {
            Kind::Check => ("check", String::new()),
            Kind::Spin(lowest, highest) => ("spin", format!(" min {lowest} max {highest}")),
            Kind::Combo(choices) => {
                ("combo", choices.iter().map(|choice| format!(" var {choice}")).collect())
            }
            Kind::String => ("string", String::new()),
            Kind::Button(_) => ("button", String::new()),
        };
        let default = self.default.as_ref().map(Value::to_string).filter(|text| !text.is_empty());
        let default = default.map_or(String::new(), |text| format!(" default {text}"));
        format!("option name {} type {kind}{default}{more}", self.name)
    }

    /// The value that the text gives. For a button it is `None`, and the button is pressed.
    fn read(&mut self, text: &str) -> Result<Option<Value>, Unreadable> {
        let value = match &mut self.kind {
            Kind::Check => text.parse().ok().map(Value::Check),
            Kind::Spin(lowest, highest) => Some(Value::Spin(number_of(&self.name, text, *lowest, *highest)?)),
            Kind::Combo(choices) => choices.iter().find(|choice| *choice == text).cloned().map(Value::Text),
            Kind::String => Some(Value::Text(text.to_string())),
            Kind::Button(action) => {
                action();
                return Ok(None);
            }
        };
        match value {
            Some(value) => Ok(Some(value)),
            None => unreadable(format!("option {} has no value `{text}`", self.name)),
        }
    }
}

/// How a game ended.
#[derive(Clone, Debug)]
pub struct GameResult {
    /// The scores in seat order, like `ranks`.
    pub scores: Vec<i32>,
    /// The ranks; 1 is best.
    pub ranks: Vec<usize>,
    pub reason: String,
}

impl GameResult {
    fn parse(line: &str) -> Result<Self, Unreadable> {
        let pairs = pairs_of(line);
        let text = |key: &str| pairs.get(key).copied().unwrap_or("");
        Ok(GameResult {
            scores: numbers_of("scores", text("scores"), i32::MIN, i32::MAX)?,
            ranks: numbers_of("ranks", text("ranks"), 0, usize::MAX)?,
            reason: text("reason").to_string(),
        })
    }
}

/// Tells the referee what the bot thinks:
/// `Info { depth: Some(3), score: Some(8.5), ..Info::default() }.send()`.
#[derive(Clone, Debug, Default)]
pub struct Info<'a> {
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    pub time: Option<Duration>,
    pub score: Option<f64>,
    /// The expected moves, this bot's first.
    pub pv: &'a [Move],
    pub string: &'a str,
}

impl Info<'_> {
    /// Sends this about the game that the bot is asked about. It panics in the function of
    /// [`run_many`], which is asked about several games: use [`Info::send_about`] there.
    pub fn send(&self) {
        match mark_asked() {
            Some(mark) => send(&marked(&mark, &self.line())),
            None => panic!("Info::send in run_many does not know its game: use send_about(&position)"),
        }
    }

    /// Sends this about the game of one of the positions that the bot was given.
    pub fn send_about(&self, position: &Position) {
        send(&marked(&position.mark, &self.line()));
    }

    fn line(&self) -> String {
        let mut line = String::from("info");
        let mut add = |key: &str, value: Option<String>| {
            if let Some(value) = value {
                line += &format!(" {key} {value}");
            }
        };
        let pv: Vec<&str> = self.pv.iter().map(|expected| expected.text.as_str()).collect();
        let string: Vec<&str> = self.string.split_whitespace().collect();
        let joined = |words: Vec<&str>| Some(words.join(" ")).filter(|text| !text.is_empty());
        add("depth", self.depth.map(|depth| depth.to_string()));
        add("nodes", self.nodes.map(|nodes| nodes.to_string()));
        add("time", self.time.map(|time| time.as_millis().to_string()));
        add("score", self.score.map(|score| score.to_string()));
        add("pv", joined(pv));
        add("string", joined(string));
        line
    }
}

/// The mark of the game that the bot is asked about; `None` if it is asked about several.
static MARK_ASKED: Mutex<Option<String>> = Mutex::new(Some(String::new()));

fn mark_asked() -> Option<String> {
    MARK_ASKED.lock().expect("nothing panics while it holds this lock").clone()
}

/// Calls a function of the bot.
fn call_about<T>(mark: Option<&str>, function: impl FnOnce() -> T) -> T {
    let set = |mark: Option<&str>| {
        *MARK_ASKED.lock().expect("nothing panics while it holds this lock") = mark.map(String::from);
    };
    set(mark);
    let answer = function();
    set(Some(""));
    answer
}

fn marked(mark: &str, line: &str) -> String {
    if mark.is_empty() {
        line.to_string()
    } else {
        format!("game {mark} {line}")
    }
}

/// The kit's answer to `go challenge`: challenge exactly the plays with a word outside the lexicon.
pub fn has_unknown_word(position: &Position, play: &Move) -> bool {
    play.words.iter().any(|word| !position.lexicon().contains(word))
}

/// Plays until the referee says `quit` or closes the input.
///
/// `choose` is the bot: it returns a play, an exchange, a pass, or the text of a move. A panic in
/// this or another function of the bot ends the program, with its message on stderr. A line that
/// cannot be understood is ignored, with a note on stderr.
pub fn run<M: Into<Move>>(bot: Bot<'_>, mut choose: impl FnMut(&Position) -> M) {
    let choose_each = |positions: Vec<Position>, mut turns: Turns| {
        let mut answers = Vec::with_capacity(positions.len());
        for mut position in positions {
            answers.push(if turns.begin(&mut position) {
                call_about(Some(&position.mark), || choose(&position).into().text)
            } else {
                Move::pass().text
            });
        }
        answers
    };
    Session::new(bot, 1, choose_each).run();
}

/// Plays like [`run`], and several games at once if the organizer allows it.
///
/// `choose_many` is the bot: it is given all positions that wait for a move, each of another game,
/// and returns the moves in their order. For a game that is played alone it gets one position. A
/// wrong number of moves is a panic. All answers are sent together. See also [`Bot::games`],
/// [`Info::send_about`] and [`Clock::shared`].
pub fn run_many<M: Into<Move>>(bot: Bot<'_>, mut choose_many: impl FnMut(&[Position]) -> Vec<M>) {
    let choose_all = |positions: Vec<Position>, _: Turns| {
        let moves = call_about(None, || choose_many(&positions));
        let (count, expected) = (moves.len(), positions.len());
        let (told, asked) = (counted(count, "move"), counted(expected, "position"));
        assert!(count == expected, "choose_many returned {told} for {asked}");
        moves.into_iter().map(|chosen| chosen.into().text).collect()
    };
    Session::new(bot, GAMES_OF_RUN_MANY, choose_all).run();
}

fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// Shares the time among questions that are asked together and thought about one after the other.
struct Turns {
    left: u32,
    ends_at: Option<Instant>,
}

impl Turns {
    fn new(positions: &[&Position]) -> Self {
        let ends_at = positions.iter().filter_map(|position| position.clock.ends_at()).min();
        Turns { left: positions.len() as u32, ends_at }
    }

    /// Gives the position its part of the time that is left. Returns false if the bot need not think
    /// about it, because the game is over.
    fn begin(&mut self, position: &mut Position) -> bool {
        if !position.mark.is_empty() {
            position.clock.begin_turn(self.ends_at, self.left);
        }
        self.left -= 1;
        !is_over(&position.mark, &position.clock.question)
    }
}

/// Is a question about a game with a name that is over? Its answer is ignored.
fn is_over(mark: &str, question: &Question) -> bool {
    !mark.is_empty() && question.is_over.load(Ordering::SeqCst)
}

/// The state that both threads share.
#[derive(Default)]
struct Progress {
    /// How many `go` were read, and how many of these were answered.
    read: AtomicU64,
    answered: AtomicU64,
    thinking_since: Mutex<Option<Instant>>,
}

impl Progress {
    fn set_thinking(&self, since: Option<Instant>) {
        *self.thinking_since.lock().expect("nothing panics while it holds this lock") = since;
    }

    fn thinking_since(&self) -> Option<Instant> {
        *self.thinking_since.lock().expect("nothing panics while it holds this lock")
    }
}

/// The part of a `go` that both threads know.
#[derive(Default)]
struct Question {
    is_stopped: AtomicBool,
    /// The game is over, so the answer is ignored.
    is_over: AtomicBool,
}

/// A line for the bot's thread.
struct Order {
    /// The name of the game that the line is about; empty if it has none.
    mark: String,
    command: String,
    rest: String,
    read_at: Instant,
    /// Only a `go` has one.
    question: Option<Arc<Question>>,
}

/// A `go`, with what is known of its game.
struct Asked {
    mark: String,
    rest: String,
    read_at: Instant,
    question: Arc<Question>,
    /// `None` if no such game is played.
    state: Option<GameState>,
}

impl Asked {
    fn is_challenge(&self) -> bool {
        self.rest.split_whitespace().any(|word| word == "challenge")
    }
}

#[derive(Clone)]
struct GameState {
    game: Arc<Game>,
    position_line: String,
}

/// The bot's thread, which takes the lines in order and thinks. See [`Reader`] for the other one.
struct Session<'a, F> {
    bot: Bot<'a>,
    games_offered: usize,
    /// Gives the texts of the moves for positions that are asked about together.
    choose: F,
    values: Arc<Values>,
    ruleset: Arc<Ruleset>,
    lexicon: Arc<Lexicon>,
    lexicon_path: String,
    lexicon_is_due: bool,
    /// The games that are played, by their marks.
    games: HashMap<String, GameState>,
    /// The questions of a batch that is not complete, and how many of them have not come yet.
    batch: Vec<Asked>,
    missing: usize,
    progress: Arc<Progress>,
}

impl<'a, F: FnMut(Vec<Position>, Turns) -> Vec<String>> Session<'a, F> {
    fn new(bot: Bot<'a>, games_offered: usize, choose: F) -> Self {
        let defaults = bot
            .options
            .iter()
            .filter_map(|option| option.default.clone().map(|default| (option.name.clone(), default)));
        let values = Arc::new(defaults.collect());
        let ruleset = Arc::new(Ruleset::default());
        let lexicon = Arc::new(Lexicon::new("", ruleset.clone()));
        let game = Arc::new(Game::new(lexicon.clone(), 0, 0));
        let plain = GameState { game, position_line: String::new() };
        Session {
            games_offered: bot.games.unwrap_or(games_offered),
            bot,
            choose,
            values,
            ruleset,
            lexicon,
            lexicon_path: String::new(),
            lexicon_is_due: false,
            games: HashMap::from([(String::new(), plain)]),
            batch: Vec::new(),
            missing: 0,
            progress: Arc::default(),
        }
    }

    fn run(&mut self) {
        let (sender, orders) = mpsc::channel();
        let progress = self.progress.clone();
        let reader = Reader { progress, sender, questions: HashMap::new(), set_since_go: false };
        thread::spawn(move || reader.run());
        for order in orders {
            if order.command == "quit" {
                break;
            }
            if let Some(question) = order.question {
                self.take_question(order.mark, order.rest, order.read_at, question);
            } else if let Err(error) = self.obey(&order.mark, &order.command, &order.rest) {
                note(&format!("ignored `{}`: {error}", marked(&order.mark, &order.command)));
            }
        }
        self.answer_batch();
    }

    fn obey(&mut self, mark: &str, command: &str, rest: &str) -> Result<(), Unreadable> {
        const KNOWN: [&str; 8] =
            ["uwi", "setoption", "isready", "ruleset", "lexicon", "newgame", "batch", "result"];
        if KNOWN.contains(&command) {
            self.answer_batch(); // The referee goes on to other things, so the rest will not come.
        }
        match command {
            "uwi" => self.introduce(rest),
            "setoption" => return self.set_option(rest),
            "isready" => self.become_ready(),
            "ruleset" => return self.take_ruleset(rest),
            "lexicon" => return self.take_lexicon(rest),
            "newgame" => return self.begin_game(mark, rest),
            "position" => self.state_of(mark)?.position_line = rest.to_string(),
            "batch" => return self.begin_batch(rest),
            "refused" if mark.is_empty() => note(&format!("the referee refused the last move: {rest}")),
            "refused" => note(&format!("the referee refused the last move of game {mark}: {rest}")),
            "result" => return self.end_game(mark, rest),
            _ => note(&format!("ignored `{}`: unknown", shortened(command))),
        }
        Ok(())
    }

    fn state_of(&mut self, mark: &str) -> Result<&mut GameState, Unreadable> {
        match self.games.get_mut(mark) {
            Some(state) => Ok(state),
            None => unreadable("no game of this name is being played".into()),
        }
    }

    fn introduce(&self, version: &str) {
        if version != "1" {
            note(&format!("the referee speaks UWI {version}, this kit speaks 1"));
        }
        send(&format!("id name {}", self.bot.name));
        if !self.bot.author.is_empty() {
            send(&format!("id author {}", self.bot.author));
        }
        send(&format!("id kit {KIT}"));
        if self.games_offered > 1 {
            send(&format!("games {}", self.games_offered));
        }
        for option in &self.bot.options {
            send(&option.declaration());
        }
        send("uwiok");
    }

    fn set_option(&mut self, rest: &str) -> Result<(), Unreadable> {
        let rest = rest.strip_prefix("name ").unwrap_or(rest);
        let (name, value) = match rest.split_once(" value ") {
            Some((name, value)) => (name.trim(), value.trim()),
            None => (rest.strip_suffix(" value").unwrap_or(rest).trim(), ""),
        };
        let option = match self.bot.options.iter_mut().find(|option| option.name == name) {
            Some(option) => option,
            None => return unreadable(format!("unknown option `{name}`")),
        };
        if let Some(read) = option.read(value)? {
            Arc::make_mut(&mut self.values).insert(name.to_string(), read);
        }
        Ok(())
    }

    fn become_ready(&mut self) {
        self.load_lexicon();
        send("readyok");
    }

    fn take_ruleset(&mut self, rest: &str) -> Result<(), Unreadable> {
        self.ruleset = Arc::new(Ruleset::parse(rest)?);
        self.lexicon_is_due = true;
        Ok(())
    }

    fn take_lexicon(&mut self, rest: &str) -> Result<(), Unreadable> {
        let is_key = |at: usize| at == 0 || rest[..at].ends_with(char::is_whitespace);
        match rest.match_indices("path ").find(|(at, _)| is_key(*at)) {
            Some((at, key)) => self.lexicon_path = rest[at + key.len()..].to_string(),
            None => return unreadable("it has no path".into()),
        }
        self.lexicon_is_due = true;
        Ok(())
    }

    /// Reads the word list. It is called only when ruleset and path will not change any more.
    fn load_lexicon(&mut self) {
        if !self.lexicon_is_due {
            return;
        }
        self.lexicon_is_due = false;
        let mut lexicon = Lexicon::new("", self.ruleset.clone());
        if !self.lexicon_path.is_empty() {
            match Lexicon::load(&self.lexicon_path, self.ruleset.clone()) {
                Ok(loaded) => lexicon = loaded,
                Err(error) => note(&format!("no lexicon: {}: {error}", self.lexicon_path)),
            }
        }
        self.lexicon = Arc::new(lexicon);
        for state in self.games.values_mut() {
            let (ruleset, lexicon) = (self.ruleset.clone(), self.lexicon.clone());
            state.game = Arc::new(Game { ruleset, lexicon, ..(*state.game).clone() });
        }
    }

    fn begin_game(&mut self, mark: &str, rest: &str) -> Result<(), Unreadable> {
        let pairs = pairs_of(rest);
        let text = |key: &str, otherwise| pairs.get(key).copied().unwrap_or(otherwise);
        let players = number_of("players", text("players", "2"), 0, usize::MAX)?;
        let seat = number_of("seat", text("seat", "0"), 0, usize::MAX)?;
        let seed = number_of("seed", text("seed", "0"), 0, u64::MAX)?;
        self.load_lexicon();
        let game = Game::new(self.lexicon.clone(), seat, seed);
        let game = Arc::new(Game { id: text("id", mark).to_string(), players, ..game });
        self.games.insert(mark.to_string(), GameState { game, position_line: String::new() });
        Ok(())
    }

    fn end_game(&mut self, mark: &str, rest: &str) -> Result<(), Unreadable> {
        let game = self.state_of(mark)?.game.clone();
        if !mark.is_empty() {
            self.games.remove(mark);
        }
        let result = GameResult::parse(rest)?;
        call_about(Some(mark), || (self.bot.game_over)(&game, &result));
        Ok(())
    }

    fn begin_batch(&mut self, rest: &str) -> Result<(), Unreadable> {
        let questions = number_of("batch", rest, 1, usize::MAX)?;
        if questions >= self.games.len() {
            return unreadable("it has more questions than there are games with names".into());
        }
        self.missing = questions;
        Ok(())
    }

    /// Answers a question, together with the others of its batch if it is in one.
    fn take_question(&mut self, mark: String, rest: String, read_at: Instant, question: Arc<Question>) {
        self.load_lexicon();
        let is_plain = mark.is_empty();
        if is_plain {
            self.answer_batch();
        }
        let state = self.games.get(&mark).cloned();
        self.batch.push(Asked { mark, rest, read_at, question, state });
        self.missing = self.missing.saturating_sub(1);
        if self.missing == 0 {
            self.answer_batch();
        }
    }

    /// Answers the questions that are asked together: one about the game without a name, or some
    /// about games with names. It answers every `go`, so that a line that cannot be understood never
    /// leaves a game hanging. The bot is not asked about games that are over.
    fn answer_batch(&mut self) {
        let batch = std::mem::take(&mut self.batch);
        self.missing = 0;
        if batch.is_empty() {
            return;
        }
        let questions = Arc::new(batch.iter().map(|asked| asked.question.clone()).collect());
        let mut answers = Vec::with_capacity(batch.len());
        let (mut challenges, mut moves) = (Vec::new(), Vec::new());
        self.progress.set_thinking(Some(Instant::now()));
        for (index, asked) in batch.iter().enumerate() {
            let answer = String::from(if asked.is_challenge() { "accept" } else { "pass" });
            if !is_over(&asked.mark, &asked.question) {
                match self.position(asked, &questions) {
                    Ok(position) if asked.is_challenge() => challenges.push((index, position)),
                    Ok(position) => moves.push((index, position)),
                    Err(error) => {
                        let go = marked(&asked.mark, "go");
                        note(&format!("ignored `{go}`, and answered {answer}: {error}"));
                    }
                }
            }
            answers.push(answer);
        }
        let all: Vec<&Position> = challenges.iter().chain(&moves).map(|(_, position)| position).collect();
        let mut turns = Turns::new(&all);
        for (index, mut position) in challenges {
            if turns.begin(&mut position) {
                answers[index] = self.verdict(&position);
            }
        }
        moves.retain(|(_, position)| !is_over(&position.mark, &position.clock.question));
        let (indices, positions): (Vec<usize>, Vec<Position>) = moves.into_iter().unzip();
        if !positions.is_empty() {
            for (index, answer) in indices.into_iter().zip((self.choose)(positions, turns)) {
                answers[index] = answer;
            }
        }
        self.progress.set_thinking(None);
        self.progress.answered.fetch_add(batch.len() as u64, Ordering::SeqCst);
        let lines = batch.iter().zip(answers);
        let lines = lines.map(|(asked, answer)| marked(&asked.mark, &format!("bestmove {answer}")));
        send(&lines.collect::<Vec<_>>().join("\n"));
    }

    fn position(&self, asked: &Asked, batch: &Arc<Vec<Arc<Question>>>) -> Result<Position, Unreadable> {
        let GameState { game, position_line } = match &asked.state {
            Some(state) => state,
            None => return unreadable("no game of this name is being played".into()),
        };
        let mut clock = Clock::started(asked.read_at, asked.question.clone(), batch.clone());
        clock.read_limits(&asked.rest, game.seat)?;
        let position = Position::parse(position_line, game.clone())?;
        Ok(Position { clock, options: self.values.clone(), mark: asked.mark.clone(), ..position })
    }

    fn verdict(&mut self, position: &Position) -> String {
        let is_doubted = doubtful_play(position)
            .map_or(false, |play| call_about(Some(&position.mark), || (self.bot.challenge)(position, &play)));
        String::from(if is_doubted { "challenge" } else { "accept" })
    }
}

/// The last play. If the moves do not tell which tiles it laid, its words are those through every
/// square of its word, because a wrong challenge costs nothing.
fn doubtful_play(position: &Position) -> Option<Move> {
    let error = match position.last_play() {
        Ok(play) => return play,
        Err(error) => error,
    };
    note(&error.0);
    let (board, ruleset, text) = (&position.board, position.ruleset(), position.moves.last()?);
    let (whole, _) = laid_by(&Board::new(board.size), ruleset, text).ok()?;
    let is_play = !whole.is_empty();
    is_play.then(|| Move { points: 0, laid: Vec::new(), ..played(board, ruleset, text, whole) })
}

// Lines in and out --------------------------------------------------------------------------------

/// The reading thread. It hands on the lines of standard input, and answers lines that must not
/// wait while the bot thinks (`stop`, `isready`).
struct Reader {
    progress: Arc<Progress>,
    sender: mpsc::Sender<Order>,
    /// The questions that may still be open, by the marks of their games.
    questions: HashMap<String, Vec<Arc<Question>>>,
    set_since_go: bool,
}

impl Reader {
    fn run(mut self) {
        if let Err(error) = self.read_to_end() {
            note(&format!("the referee is gone: {error}"));
        }
        self.receive("", "quit", "");
        self.leave_in_time();
    }

    /// Returns at the end of the input or after `quit`.
    fn read_to_end(&mut self) -> io::Result<()> {
        let (mut begun, mut chunk) = (Vec::new(), vec![0; LONGEST_LINE_BYTES]);
        loop {
            let count = match io::stdin().read(&mut chunk) {
                Ok(0) => break,
                Ok(count) => count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            let mut parts = chunk[..count].split(|byte| *byte == b'\n').peekable();
            while let Some(part) = parts.next() {
                // One byte more than the limit is kept, which shows that a line is too long.
                let room = LONGEST_LINE_BYTES + 1 - begun.len();
                begun.extend_from_slice(&part[..part.len().min(room)]);
                if parts.peek().is_some() {
                    if !self.take(&begun) {
                        return Ok(());
                    }
                    begun.clear();
                }
            }
        }
        self.take(&begun);
        Ok(())
    }

    /// Returns false if it was the last line.
    fn take(&mut self, bytes: &[u8]) -> bool {
        if bytes.len() > LONGEST_LINE_BYTES {
            note(&format!("ignored a line of more than {LONGEST_LINE_BYTES} bytes"));
            return true;
        }
        let line = String::from_utf8_lossy(bytes);
        let line = line.trim();
        let (command, rest) = first_word(line);
        match command {
            "" | "quit" => (),
            "game" => self.receive_marked(rest),
            _ => self.receive("", command, rest),
        }
        command != "quit"
    }

    /// `line` is a mark, and what the line says about its game.
    fn receive_marked(&mut self, line: &str) {
        let (mark, about) = first_word(line);
        let (command, rest) = first_word(about);
        if MARKED.contains(&command) {
            self.receive(mark, command, rest);
        } else {
            note(&format!("ignored `game {}`: it is not a line about one game", shortened(line)));
        }
    }

    fn receive(&mut self, mark: &str, command: &str, rest: &str) {
        let progress = &self.progress;
        let read = progress.read.load(Ordering::SeqCst);
        let is_thinking = progress.answered.load(Ordering::SeqCst) < read;
        let mut question = None;
        match command {
            "stop" => return self.stop(mark, false),
            "isready" if is_thinking && !self.set_since_go => return send("readyok"),
            "newgame" => self.stop(mark, true),
            "result" if !mark.is_empty() => {
                self.stop(mark, true);
                self.questions.remove(mark);
            }
            "quit" => self.questions.keys().for_each(|mark| self.stop(mark, false)),
            "go" => {
                progress.read.store(read + 1, Ordering::SeqCst);
                question = Some(self.open_question(mark));
            }
            _ => (),
        }
        if command == "go" {
            self.set_since_go = false;
        } else if SETTINGS.contains(&command) {
            self.set_since_go = true;
        }
        let (mark, command, rest) = (mark.to_string(), command.to_string(), rest.to_string());
        // If the bot's thread has ended, this fails, but then the program ends too.
        let _ = self.sender.send(Order { mark, command, rest, read_at: Instant::now(), question });
    }

    fn open_question(&mut self, mark: &str) -> Arc<Question> {
        let question = Arc::<Question>::default();
        let open = self.questions.entry(mark.to_string()).or_default();
        open.retain(|older| Arc::strong_count(older) > 1); // The bot's thread has let go of the others.
        open.push(question.clone());
        question
    }

    fn stop(&self, mark: &str, is_over: bool) {
        for question in self.questions.get(mark).into_iter().flatten() {
            question.is_over.fetch_or(is_over, Ordering::SeqCst);
            question.is_stopped.store(true, Ordering::SeqCst);
        }
    }

    /// Ends the process even if the bot still thinks and never looks at [`Position::should_stop`].
    fn leave_in_time(&self) {
        let asked = Instant::now();
        loop {
            thread::sleep(Duration::from_millis(20));
            let thinking_since = self.progress.thinking_since();
            if thinking_since.map_or(false, |since| since.max(asked).elapsed() > GRACE) {
                note("the input ended in the middle of a move, and the bot stops");
                process::exit(0);
            }
        }
    }
}

/// Sends one or several lines in one write.
fn send(lines: &str) {
    let mut output = io::stdout().lock();
    let bytes = format!("{lines}\n").into_bytes();
    if output.write_all(&bytes).and_then(|()| output.flush()).is_err() {
        process::exit(0); // The referee does not read any more.
    }
}

fn note(text: &str) {
    let _ = writeln!(io::stderr(), "toptile: {text}"); // There is no other place to tell of a failure.
}

fn shortened(word: &str) -> String {
    word.chars().take(40).collect()
}

/// The first word of a trimmed line, and the trimmed rest.
fn first_word(line: &str) -> (&str, &str) {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word, rest.trim())
}

fn pairs_of(line: &str) -> HashMap<&str, &str> {
    let words: Vec<&str> = line.split_whitespace().collect();
    words.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect()
}

fn number_of<T>(name: &str, text: &str, lowest: T, highest: T) -> Result<T, Unreadable>
where
    T: FromStr + PartialOrd,
{
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_number = (1..=20).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    if !is_number {
        return unreadable(format!("{name}: `{text}` is not a whole number"));
    }
    match text.parse() {
        Ok(number) if lowest <= number && number <= highest => Ok(number),
        _ => unreadable(format!("{name}: {text} is out of range")),
    }
}

fn numbers_of<T>(name: &str, text: &str, lowest: T, highest: T) -> Result<Vec<T>, Unreadable>
where
    T: FromStr + PartialOrd + Copy,
{
    if text.is_empty() || text == "-" {
        return Ok(Vec::new());
    }
    text.split(',').map(|part| number_of(name, part, lowest, highest)).collect()
}

fn tile_counts(text: &str) -> Result<BTreeMap<char, u32>, Unreadable> {
    let mut counts = BTreeMap::new();
    let mut rest = text;
    while let Some(symbol) = rest.chars().next() {
        let after = &rest[symbol.len_utf8()..];
        let digits = after.bytes().take_while(u8::is_ascii_digit).count();
        if "0123456789./,=-".contains(symbol) || !(1..=4).contains(&digits) {
            break;
        }
        counts.insert(symbol, after[..digits].parse().unwrap_or(0));
        rest = &after[digits..];
    }
    if counts.is_empty() || !rest.is_empty() {
        return unreadable(format!("tiles: `{text}` is not a list of symbols with their counts, like A7B3"));
    }
    Ok(counts)
}

fn special_faces(text: &str) -> Result<BTreeMap<char, String>, Unreadable> {
    let mut faces = BTreeMap::new();
    for (symbol, face) in text.split(',').filter_map(|part| part.split_once('=')) {
        let mut signs = symbol.chars();
        match (signs.next(), signs.next()) {
            (Some(sign), None) if !face.is_empty() => faces.insert(sign, face.to_string()),
            _ => {
                let example = "is not a list of symbols with their faces, like Q=QU";
                return unreadable(format!("faces: `{text}` {example}"));
            }
        };
    }
    Ok(faces)
}
