// How long every test in JavaScript waits for what must happen. A busy machine is slow, so no test may fail because something
// took long: this is the only upper bound on time, and only a test that hangs ends by it. tests/patience.py is the same in Python.
"use strict";

module.exports = { patience: 600_000 }; // In milliseconds.
