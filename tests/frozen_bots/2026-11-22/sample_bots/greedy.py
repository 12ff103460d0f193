#!/usr/bin/env python3
"""Greedy: the play with most points; of equal ones the one with fewest tiles laid, then the smallest text."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "protocol" / "sdk" / "python"))

import toptile


def rank(play):
    return -play.points, play.tiles_laid, play.text


def choose(position):
    return min(position.plays(), key=rank, default=toptile.PASS)


if __name__ == "__main__":
    toptile.run(choose, name="Greedy (Python)", author="Toptile")
