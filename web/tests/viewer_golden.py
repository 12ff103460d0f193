"""Writes viewer_golden.jsonl, which tests the viewer's board model: recorded games, with hashes of the position lines that
the referee sent in them. Usage: viewer_golden.py RUN:GAME... > viewer_golden.jsonl, for runs that were played with
--transcript.
"""
import hashlib
import json
import pathlib
import sys


def positions_told(transcript):
    told = []
    for line in transcript.splitlines():
        words = line.split(" ", 4)
        if words[2:4] == [">", "position"] and told[-1:] != [(words[1], words[4])]:
            told.append((words[1], words[4]))
    return told


def golden(run, game):
    plan = json.loads((run / "run.json").read_text(encoding="utf-8"))
    lines = (run / "games.jsonl").read_text(encoding="utf-8").splitlines()
    record = next(each for each in map(json.loads, lines) if each["id"] == game)
    told = iter(positions_told((run / "transcripts" / f"{game}.txt").read_text(encoding="utf-8")))
    positions = []
    for turn in record["turns"]:
        mover = record["players"][turn["seat"]]
        positions.append(next(line for bot, line in told if bot == mover))
    return {
        "rules": plan["rules"],
        "clock": plan["clock"],
        "record": record,
        "positions": [hashlib.sha256(line.encode()).hexdigest()[:16] for line in positions],
        "last": positions[-1],
    }


for argument in sys.argv[1:]:
    folder, number = argument.rsplit(":", 1)
    print(json.dumps(golden(pathlib.Path(folder), int(number)), ensure_ascii=False, separators=(",", ":")))
