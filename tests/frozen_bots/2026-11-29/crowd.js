#!/usr/bin/env node
// Offers to play many games at once, and uses what the JavaScript kit has for that.
"use strict";
const toptile = require("./toptile.js");

function chooseMany(positions) {
  return positions.map((position) => {
    const plays = position.plays(), { clock } = position;
    toptile.info({ position, depth: 1, nodes: plays.length, string: `shared ${clock.shared}` });
    const few = plays.slice(0, 2 + clock.shared);
    return few.length ? few[position.random.below(few.length)] : toptile.PASS;
  });
}

toptile.run(null, { name: "Crowd (JavaScript)", author: "Ann", chooseMany, games: 40 });
