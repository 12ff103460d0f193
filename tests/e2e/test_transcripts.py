#!/usr/bin/env python3
"""The transcripts of whole games are what the program and the sample bots say to each other today.

A transcript that says `# played: ARGUMENTS` is the first game of `toptile tournament ARGUMENTS`, as the bot of `# bot: NAME` heard
it. Clocks are written as if no time passed, because no two games take the same time. With --rewrite the files are written
anew; read the difference before you commit it."""

import pathlib
import re
import shlex
import sys
import unittest

from toptile_program import BOTS, folder, run

ROOT = pathlib.Path(__file__).resolve().parents[2]
TRANSCRIPTS = ROOT / "tests" / "data" / "transcripts"
RECORDER = pathlib.Path(__file__).resolve().with_name("recorder.py")


def remark(text, key):
    found = re.search(rf"^# {key}: (.*)$", text, re.M)
    return found and found[1]


def played_transcripts():
    return [path for path in sorted(TRANSCRIPTS.glob("*.txt")) if remark(path.read_text(encoding="utf-8"), "played")]


def as_told_today(text):
    """The transcript `text` with its game played again."""
    bot, played = remark(text, "bot"), shlex.split(remark(text, "played"))
    with folder() as here:
        recorded = f"{bot}={sys.executable} -B {RECORDER} {here} {BOTS / bot}"
        arguments = [recorded if before == "--bot" and word == bot else word for before, word in zip(["", *played], played)]
        done = run("tournament", *arguments, "--concurrency", 1, "--quiet", "--sandbox", "off", "--out", here / "run",
                   cwd=ROOT)
        if done.returncode != 0:
            raise RuntimeError(done.stderr)
        told = [path.read_text(encoding="utf-8") for path in here.glob("*.txt")]
    first_game = [conversation for conversation in told if "\n> newgame id 1 " in conversation]
    if len(first_game) != 1:
        raise RuntimeError(f"{bot} heard the first game {len(first_game)} times")
    clocks = re.findall(r"> go (?:challenge )?clock (\d+),(\d+)", first_game[0])
    full = max(int(left) for clock in clocks for left in clock)
    conversation = re.sub(r"(> go (?:challenge )?clock) \S+", rf"\1 {full},{full}", first_game[0])
    conversation = re.sub(r"(> lexicon .* path ).*", rf"\g<1>{played[played.index('--lexicon') + 1]}", conversation)
    remarks = "".join(line for line in text.splitlines(keepends=True) if line.startswith("#"))
    return remarks + conversation


class Transcripts(unittest.TestCase):
    def test_every_game_is_told_as_its_transcript_has_it(self):
        files = played_transcripts()
        self.assertGreaterEqual(len(files), 2)
        for path in files:
            with self.subTest(path.name):
                shown = path.read_text(encoding="utf-8")
                self.assertEqual(as_told_today(shown), shown, f"run {pathlib.Path(__file__).name} --rewrite when this is meant")


def rewrite():
    for path in played_transcripts():
        shown = path.read_text(encoding="utf-8")
        told = as_told_today(shown)
        if told != shown:
            path.write_text(told, encoding="utf-8")
            print(f"{path.relative_to(ROOT)} is written anew")


if __name__ == "__main__":
    rewrite() if sys.argv[1:] == ["--rewrite"] else unittest.main()
