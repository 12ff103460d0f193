#!/usr/bin/env node
// A bot for Upwords. All of it is choose(); toptile.js does the rest.
"use strict";

const toptile = require("./toptile.js");

// How good a play is. Change this line first: it decides every move.
function worth(play, position) {
  return play.points;
}

function choose(position) {
  const plays = position.plays(); // every legal play, the one with most points first
  if (plays.length === 0) return position.exchanges()[0] ?? toptile.PASS;
  let best = plays[0];
  for (const play of plays) {
    if (worth(play, position) > worth(best, position)) best = play;
  }
  return best;
}

toptile.run(choose); // Its name and author are in bot.json.
