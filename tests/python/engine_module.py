"""Finds toptile_engine of this build for the tests. They are skipped where it was not built."""

import importlib.util
import os
import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
KIT = ROOT / "protocol" / "sdk" / "python" / "toptile.py"

try:
    import toptile_engine as engine
except ImportError as error:
    print("skipped: toptile_engine was not built for this interpreter: %s" % error)
    sys.exit(0)


def kits():
    """The kit without the module, and with it."""
    loaded = []
    for is_pure in (True, False):
        os.environ.pop("TOPTILE_PURE_KIT", None)
        if is_pure:
            os.environ["TOPTILE_PURE_KIT"] = "1"
        specification = importlib.util.spec_from_file_location("toptile_pure" if is_pure else "toptile_fast", KIT)
        loaded.append(importlib.util.module_from_spec(specification))
        sys.modules[specification.name] = loaded[-1]
        specification.loader.exec_module(loaded[-1])
    os.environ.pop("TOPTILE_PURE_KIT", None)
    return loaded


def require_numpy(tests):
    return unittest.skipUnless(importlib.util.find_spec("numpy"), "numpy is not installed")(tests)
