#!/usr/bin/env node
// Greedy: the play with most points; of equal ones the one with fewest tiles laid, then the smallest text.
"use strict";

module.paths.unshift(__dirname, __dirname + "/../protocol/sdk/javascript");
const toptile = require("toptile.js");

function choose(position) {
  return position.plays()[0] ?? toptile.PASS;
}

toptile.run(choose, { name: "Greedy (JavaScript)", author: "Toptile" });
