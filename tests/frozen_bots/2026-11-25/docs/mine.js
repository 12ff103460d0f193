#!/usr/bin/env node
"use strict";
const toptile = require("./toptile.js");

function choose(position) {
  const worth = (play) => play.points + (play.laid.some(([, , symbol]) => symbol === "Q") ? 4 : 0);
  const plays = position.plays();
  return plays.sort((a, b) => worth(b) - worth(a))[0] ?? toptile.PASS;
}

toptile.run(choose, { name: "Mine", author: "Me" });
