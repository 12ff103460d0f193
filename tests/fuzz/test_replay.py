"""Every fuzz target has a folder of inputs, every folder has a target, and a replay of an empty folder fails."""

import os
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Replay(unittest.TestCase):
    def test_targets_and_folders_are_the_same(self):
        targets = {path.stem for path in (ROOT / "tests/fuzz").glob("*.cpp")}
        folders = {path.name for path in (ROOT / "tests/data/fuzz").iterdir()}
        self.assertGreater(len(targets), 5)
        self.assertEqual(targets, folders)

    def replay(self, *arguments):
        return subprocess.run([os.environ["TOPTILE_REPLAY"], *arguments], capture_output=True, text=True, check=False)

    def test_a_folder_without_an_input_fails_and_one_with_some_names_them_in_order(self):
        with tempfile.TemporaryDirectory() as folder:
            done = self.replay(folder)
            self.assertEqual(done.returncode, 1)
            self.assertIn("there is no input here", done.stderr)
            for name in ("b", "a"):
                pathlib.Path(folder, name).write_text("5d.MOOD")
            done = self.replay(folder)
            self.assertEqual((done.returncode, done.stdout), (0, "a\nb\n"))

    def test_misuse_is_exit_2(self):
        self.assertEqual(self.replay().returncode, 2)
        self.assertEqual(self.replay("/nowhere").returncode, 2)


if __name__ == "__main__":
    unittest.main()
