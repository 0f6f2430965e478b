"""What `make demo` builds: the tables and the picture of the whole tool, and where to get its other commands. ABUT and ABUT_DEMO in the
environment are the paths of both."""
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

ABUT, DEMO = os.environ["ABUT"], os.environ["ABUT_DEMO"]


def run(program, *arguments):
    """What it printed, and the picture it left, or None."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([program, *arguments], capture_output=True, cwd=folder, timeout=120)
        picture = Path(folder) / "abut-demo.svg"
        return done.returncode, done.stdout, done.stderr, picture.read_bytes() if picture.exists() else None


class Demo(unittest.TestCase):
    def test_same_bytes_as_the_tool(self):
        alone = run(DEMO, "demo")
        self.assertEqual(alone, run(ABUT, "demo"))
        self.assertEqual(alone[0], 0)
        self.assertIn(b"two boxes that touch", alone[1])
        self.assertIsNotNone(alone[3])

    def test_other_commands_say_where_they_are(self):
        for arguments in ((), ("query",), ("trace", "x.jsonl"), ("--help",), ("demo", "--out", "x.svg")):
            status, out, err, picture = run(DEMO, *arguments)
            self.assertEqual((status, out, picture), (2, b"", None))
            self.assertIn(b"`make tool` builds the whole command line, build/release/abut", err)


if __name__ == "__main__":
    unittest.main()
