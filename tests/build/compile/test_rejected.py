"""What must not compile is rejected with one sentence, which the first line of each file in rejected/ gives.

Usage: test_rejected.py COMPILER INCLUDE_DIR
"""

import pathlib
import subprocess
import sys
import unittest

COMPILER, INCLUDE = sys.argv[1], sys.argv[2]
FILES = sorted((pathlib.Path(__file__).parent / "rejected").glob("*.cpp"))


def note_of(text, key, otherwise):
    """The rest of the comment line that begins with the key."""
    lines = [line for line in text.splitlines() if line.startswith(f"// {key}: ")]
    return lines[0].split(": ", 1)[1] if lines else otherwise


class Rejected(unittest.TestCase):
    def test_each_with_its_sentence(self):
        self.assertGreater(len(FILES), 5)
        for path in FILES:
            with self.subTest(path.name):
                text = path.read_text()
                standard = note_of(text, "Standard", "c++20")
                command = [COMPILER, f"-std={standard}", f"-I{INCLUDE}", "-fsyntax-only", str(path)]
                run = subprocess.run(command, capture_output=True, text=True, check=False)
                self.assertNotEqual(run.returncode, 0)
                errors = [line for line in run.stderr.splitlines() if " error: " in line and "fatal" not in line]
                self.assertEqual(len(errors), 1, run.stderr)
                self.assertIn(note_of(text, "Expected", None), errors[0])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
