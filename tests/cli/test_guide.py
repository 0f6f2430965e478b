"""The tool gives the answers that docs/guide states. The tool's path is in the environment, ABUT."""
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


class Gaps(unittest.TestCase):
    """The table of float-or-double.md: distances and widths of the bounds at four gaps."""

    def test_table(self):
        rows = re.findall(r"^\| (1[^|]*) \| (\S+) \| (\S+) \| (\S+) \| (\S+) \|$",
                          (GUIDE / "float-or-double.md").read_text(), re.MULTILINE)
        self.assertEqual(4, len(rows))
        for precision, column in (("float", 1), ("double", 3)):
            for row, answer in zip(rows, query("--precision", precision, str(GUIDE / "gaps.jsonl"))):
                with self.subTest(gap=row[0], precision=precision):
                    said = float(row[column])
                    self.assertAlmostEqual(answer["distance"] / said, 1, places=4 if precision == "float" else 9)
                    self.assertEqual(row[column + 1], f"{answer['upper'] - answer['lower']:.1e}")


class WaysOut(unittest.TestCase):
    """The two depths of mpr.md."""

    def test_depths(self):
        record = str(ROOT / "docs" / "figures" / "way-out.jsonl")
        self.assertAlmostEqual(query(record)[0]["depth"], 0.7, places=12)
        by_portal = query("--method", "mpr", record)[0]
        self.assertAlmostEqual(by_portal["depth"], 1.5, places=12)
        self.assertEqual(by_portal["lower"], 0)


class TurningRod(unittest.TestCase):
    """The rod of turning.md: equal steps miss the contact that planes find."""

    def test_times(self):
        record = str(ROOT / "docs" / "figures" / "impact-rod.jsonl")
        proven, stepped = query(record)[0], query("--method", "substep", record)[0]
        self.assertEqual((proven["status"], proven["iterations"], round(proven["t"], 3)), ("converged", 3, 0.146))
        self.assertEqual((stepped["status"], stepped["t_safe"], round(stepped["t"], 3)), ("inconclusive", 0, 0.653))


def tables(page):
    """The rows of all tables of a page, by their first cells, without bold marks."""
    rows = {}
    for line in (ROOT / "docs" / page).read_text().splitlines():
        cells = [cell.strip().replace("**", "") for cell in line.strip("|").split("|")]
        if line.startswith("| ") and len(cells) > 2:
            rows.setdefault(cells[0], []).append(cells[1:])
    return rows


class Peers(unittest.TestCase):
    """The numbers that numbers.md copies from benchmarks.md are there."""

    def test_distances(self):
        measured, said = tables("benchmarks.md"), tables("guide/numbers.md")
        names = [name for name in said if name != "row" and name in measured and len(said[name][0]) == 6]
        self.assertEqual(9, len(names))
        for name in names:
            with self.subTest(row=name):
                times, errors = measured[name][:2]
                largest_and_bad = [re.sub(r" / \S+ / ", " / ", cell) for cell in errors]
                medians = [cell.split()[0] for cell in times]
                self.assertEqual(said[name][0], [*largest_and_bad[:3], largest_and_bad[4], medians[2], medians[4]])

    def test_depths(self):
        measured, said = tables("benchmarks.md"), tables("guide/numbers.md")
        names = {"blocks": "blocks", "plates 1:100": "plates-1:100", "rods 1:100": "rods-1:100", "sizes 1:1000": "size-1:1000",
                 "axes aligned": "axis-aligned"}
        for name, row in names.items():
            self.assertEqual(said[name][0], [cell.rsplit(" / ", 1)[0] for cell in measured["depths-" + row][0]], name)

    def test_impacts(self):
        measured, said = tables("benchmarks.md"), tables("guide/numbers.md")
        for name in ("box", "hull32", "polygon6"):
            row = next(cells for cells in measured[name] if len(cells) == 7)
            peer, median = row[4].split()[:2]
            self.assertEqual(said[name][0], [row[1], f"{peer} {median}", row[5], row[6]])


if __name__ == "__main__":
    unittest.main()
