#!/usr/bin/env python3
"""Random: any legal play, each as likely as the next. The same seed gives the same game."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "protocol" / "sdk" / "python"))

import toptile


def choose(position):
    plays = position.plays()
    return position.random.choice(plays) if plays else toptile.PASS


if __name__ == "__main__":
    toptile.run(choose, name="Random (Python)", author="Toptile")
