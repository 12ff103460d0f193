#!/usr/bin/env python3
"""A bot that takes as long as one with a network: each call of `choose_many` computes for 3 ms, however many positions it gets.
After that `network_bot.py plays` makes the best of all plays in each, and `network_bot.py passes` only passes."""

import sys
import time

import toptile

CALL = 0.003  # Seconds.


def choose_many(positions):
    end = time.perf_counter() + CALL
    while time.perf_counter() < end:
        pass
    return [next(iter(position.plays()), toptile.PASS) if is_playing else toptile.PASS for position in positions]


is_playing = sys.argv[1:] == ["plays"]
toptile.run(choose_many=choose_many, name="Network", games=64)
