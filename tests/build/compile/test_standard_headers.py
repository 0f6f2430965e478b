"""abut.hpp includes no header of the standard library that takes longer to compile than it is worth to every user.

Usage: test_standard_headers.py COMPILER INCLUDE_DIR
"""

import pathlib
import subprocess
import sys
import unittest

COMPILER, INCLUDE = sys.argv[1], sys.argv[2]
HEAVY = {"algorithm", "atomic", "cmath", "functional", "iostream", "map", "memory", "mutex", "ostream", "ranges",
         "stdexcept", "string", "system_error", "thread"}  # fmt: skip


class StandardHeaders(unittest.TestCase):
    def test_none_is_heavy(self):
        command = [COMPILER, "-std=c++20", f"-I{INCLUDE}", "-x", "c++", "-M", "-"]
        run = subprocess.run(command, input="#include <abut/abut.hpp>\n", capture_output=True, text=True, check=True)
        included = {path.name for path in map(pathlib.Path, run.stdout.split()) if path.name in HEAVY}
        self.assertIn("vector", run.stdout)
        self.assertEqual(included, set())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
