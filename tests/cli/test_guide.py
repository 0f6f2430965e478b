"""What docs/guide says of the tool's answers is what the tool answers. The tool's path is in the environment, ABUT."""
import json
import os
import re
import subprocess
import unittest
from pathlib import Path

ABUT = os.environ["ABUT"]
ROOT = Path(__file__).resolve().parents[2]
GUIDE = ROOT / "docs" / "guide"


def query(*arguments):
    done = subprocess.run([ABUT, "query", *arguments], capture_output=True, timeout=120, check=True)
    return [json.loads(line) for line in done.stdout.decode().splitlines()]


class Touching(unittest.TestCase):
    """The table of touching.md: a gap of k last bits, through zero."""

    def test_table(self):
        rows = re.findall(r"^\| (-?\d+) \| (\S+) \| (\S+) \| (\S+) \|$", (GUIDE / "touching.md").read_text(), re.MULTILINE)
        answers = query(str(GUIDE / "touching.jsonl"))
        self.assertEqual([int(row[0]) for row in rows], [answer["id"] for answer in answers])
        for (k, *numbers), answer in zip(rows, answers):
            with self.subTest(k=k):
                said = [f"{answer[name]:.4e}" for name in ("separation", "lower", "upper")]
                self.assertEqual([f"{float(number):.4e}" for number in numbers], said)
                self.assertEqual([1, 0], answer["normal"])
                truth = int(k) * 2.0 ** -52
                self.assertEqual(answer["separation"], truth)
                self.assertTrue(answer["lower"] <= truth <= answer["upper"])


class WaysOut(unittest.TestCase):
    """The two depths of mpr.md."""

    def test_depths(self):
        record = str(ROOT / "docs" / "figures" / "way-out.jsonl")
        self.assertAlmostEqual(query(record)[0]["depth"], 0.7, places=12)
        by_portal = query("--method", "mpr", record)[0]
        self.assertAlmostEqual(by_portal["depth"], 1.5, places=12)
        self.assertEqual(by_portal["depth_lower"], 0)


class TurningRod(unittest.TestCase):
    """The rod of turning.md: equal steps miss what planes find."""

    def test_times(self):
        record = str(ROOT / "docs" / "figures" / "impact-rod.jsonl")
        proven, stepped = query(record)[0], query("--method", "substep", record)[0]
        self.assertEqual((proven["status"], proven["iterations"], round(proven["t"], 3)), ("converged", 5, 0.146))
        self.assertEqual((stepped["status"], stepped["t_safe"], round(stepped["t"], 3)), ("inconclusive", 0, 0.653))


if __name__ == "__main__":
    unittest.main()
