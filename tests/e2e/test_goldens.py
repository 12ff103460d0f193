#!/usr/bin/env python3
"""What the program writes is, byte for byte, what it wrote when tests/data/goldens.txt was written: the games of every format, ratings,
reports, exports, a league and its site, and all help. So a change that should change nothing is seen to change nothing.

Times, dates, and the hashes of the bots' files are left out, as they differ on every machine. With --texts DIR the texts
themselves are written, to compare those of two builds; with --rewrite the checksums are written again, after a change that was
meant."""

import base64
import hashlib
import pathlib
import re
import sys
import unittest
import zlib

from toptile_program import TESTS, WORDS, folder, run
from written_page import TIMES, without_times

GOLDENS = TESTS / "data" / "goldens.txt"
TERMS = ("--lexicon", WORDS, "--seed", 8, "--no-clock", "--no-try", "--quiet", "--sandbox", "off")
FORMATS = {
    "round_robin": ("--games", 4),
    "gauntlet": ("--format", "gauntlet", "--leaders", 2, "--games", 4),
    "swiss": ("--format", "swiss", "--rounds", 3, "--games", 2),
    "knock_out": ("--format", "knock_out", "--games", 4),
    "king": ("--format", "king", "--rounds", 4, "--games", 2),
    "three_seats": ("--players", 3, "--games", 3),
}
FIELD = [word for name in ("greedy", "random", "stacker", "phoney") for word in ("--bot", name)]
AT_ONCE = (1, 8)


def played(here, name, *flags):
    done = run("tournament", *FIELD, *flags, *TERMS, "--out", here / name)
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    return here / name


def said(*arguments, cwd=None):
    done = run(*arguments, cwd=cwd, env={"COLUMNS": "80"})
    if done.returncode != 0:
        raise RuntimeError(f"{arguments}: {done.stderr}")
    return done.stdout


def anonymous(text):
    """The text without what differs on every machine."""
    text = re.sub(r"\d{4}\.\d\d\.\d\d|\?{4}\.\?\?\.\?\?", "DATE", text)  # As in PGN, where a run over midnight has no date.
    text = re.sub(r"\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?Z?)?", "DATE", text)
    text = re.sub(r'"(updated|changed|handed_in|at|ended|entered|time)":\d+', r'"\1":0', text)
    text = re.sub(r'"(?:/[^"]*)?/bots/', '"BOTS/', re.sub(r'"directory": ?"[^"]*"', "", text))
    text = re.sub(r"\d+\.\d{7,}(e-?\d+)?", lambda number: f"{float(number[0]):.6g}", text)  # Compilers differ in the last digits.
    text = re.sub(r"\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b", "UUID", text)
    return re.sub(r"\b[0-9a-f]{32,64}\b", "HASH", text)


def unpacked(games):
    """A site's file of games with their records as text."""
    return re.sub(r'"([A-Za-z0-9+/=]{40,})"', lambda packed: zlib.decompress(base64.b64decode(packed[1]), -15).decode(), games)


def commands():
    """Every command and its parts, as `toptile --help` lists them."""
    def parts(words):
        listed = re.search(r"^Subcommands:\n((?:  .*\n)+)", said(*words, "--help"), re.M)
        names = re.findall(r"^  ([a-z][a-z_-]*)", listed[1], re.M) if listed else []
        for name in names:
            yield (*words, name)
            yield from parts((*words, name))

    yield ()
    yield from parts(())


def texts_of_games(here):
    for kind, flags in FORMATS.items():
        for at_once in AT_ONCE:
            log = played(here, f"{kind}-{at_once}", *flags, "--concurrency", at_once) / "games.jsonl"
            yield f"games {kind} {at_once}", TIMES.sub(rb"\g<1>0", log.read_bytes()).decode()


def texts_of_a_run(here):
    run_folder = here / "round_robin-1"
    for flags in ((), ("--json",), ("--csv",), ("--markdown",), ("--los",)):
        yield " ".join(("ratings", *flags)), anonymous(said("ratings", "round_robin-1", *flags, cwd=here))
    yield "ratings several", anonymous(said("ratings", "round_robin-1", "gauntlet-1", "--together", cwd=here))
    yield "verify", said("verify", "round_robin-1", cwd=here)
    for kind in ("pgn", "csv"):
        yield f"export {kind}", anonymous(said("export", "round_robin-1", "--as", kind, cwd=here))
    yield "export gcg", said("export", "round_robin-1", "--as", "gcg", "--game", 3, cwd=here)
    replay = said("replay", "round_robin-1", "--game", 2, "--plain", cwd=here)
    yield "replay", re.sub(r"(?m)^  \d+ ms", "  TIME", replay)
    page = without_times((run_folder / "report.html").read_bytes()).decode()
    # web.engine holds the engine and its answers.
    yield "report", anonymous(re.sub(r'\n<script type="text/plain" (id="toptile-engine"|class="toptile-lexicon").*?</script>', "", page))


def texts_of_a_league(here):
    place = here / "league"
    place.mkdir()
    said("league", "init", "--lexicon", WORDS, "--no-clock", "--sandbox", "off", "--name", "Spring", cwd=place)
    said("submit", "greedy", "random", "stacker", "phoney", "--author", "Ann", cwd=place)
    said("league", "run", "--examine", "--quiet", cwd=place)
    same = [word for bot in ("greedy", "random", "stacker", "phoney") for word in ("--as", f"{bot}={bot}-v1")]
    said("league", "enter", here / "round_robin-1", *same, cwd=place)
    yield "league standings", said("league", "standings", cwd=place)
    yield "league standings --json", anonymous(said("league", "standings", "--json", cwd=place))
    yield "league pair", said("league", "pair", "greedy", "random", cwd=place)
    yield "league marks", anonymous(said("league", "marks", cwd=place))
    said("league", "site", "public", "--url", "https://example.org/l", cwd=place)
    for file in sorted((place / "public").rglob("*")):
        if file.is_file():
            name = re.sub(r"site-[0-9a-f]+", "site", str(file.relative_to(place / "public")))
            if name == "toptile-site.json":  # It has the times of the files.
                continue
            text = file.read_text(encoding="utf-8")
            yield f"site {name}", anonymous(TIMES.sub(rb"\g<1>0", (unpacked(text) if name.startswith("games/") else text).encode()).decode())


def texts_of_commands():
    for words in commands():
        yield " ".join(("help", *words)), said(*words, "--help")
    yield "man", anonymous(said("man"))
    yield "rules", said("rules")
    yield "signature", said("bench", "signature", "--lexicon", WORDS)


def texts():
    with folder() as here:
        yield from texts_of_games(here)
        yield from texts_of_a_run(here)
        yield from texts_of_a_league(here)
    yield from texts_of_commands()


def checksums():
    return {name: hashlib.sha256(text.encode()).hexdigest()[:16] for name, text in texts()}


def recorded():
    lines = GOLDENS.read_text(encoding="utf-8").splitlines()
    return {line[18:]: line[:16] for line in lines if line}


class Goldens(unittest.TestCase):
    maxDiff = None

    def test_everything_is_written_as_before(self):
        now, before = checksums(), recorded()
        self.assertEqual(set(now), set(before))
        changed = [name for name in now if now[name] != before[name]]
        self.assertEqual(changed, [], f"compare the texts of two builds: {pathlib.Path(__file__).name} --texts DIR; if this is "
                                      "meant, --rewrite")

    def test_concurrency_changes_no_game(self):
        sums = recorded()
        for kind in FORMATS:
            self.assertEqual(len({sums[f"games {kind} {at_once}"] for at_once in AT_ONCE}), 1, kind)


def main(arguments):
    if arguments[:1] == ["--texts"] and len(arguments) == 2:
        place = pathlib.Path(arguments[1])
        place.mkdir(parents=True)
        for name, text in texts():
            (place / name.replace("/", "_")).write_text(text, encoding="utf-8")
    elif arguments == ["--rewrite"]:
        GOLDENS.write_text("".join(f"{checksum}  {name}\n" for name, checksum in checksums().items()), encoding="utf-8")
    else:
        unittest.main()


if __name__ == "__main__":
    main(sys.argv[1:])
