"""The tables of docs/limits.md, as far as they are about JSON and C: each cell is asked. The tool's path is in ABUT."""
import json
import os
import pathlib
import re
import subprocess
import unittest

ABUT = os.environ["ABUT"]
ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/limits.md").read_text()
HEADER = (ROOT / "bindings/c/include/abut.h").read_text()

SHAPES = {
    "point": {"shape": "point"},
    "segment": {"shape": "segment", "a": [0, 0, 3], "b": [1, 0, 3]},
    "triangle": {"shape": "triangle", "a": [0, 0, 3], "b": [1, 0, 3], "c": [0, 1, 3]},
    "tetrahedron": {"shape": "tetrahedron", "a": [0, 0, 3], "b": [1, 0, 3], "c": [0, 1, 3], "d": [0, 0, 4]},
    "box": {"shape": "box", "half": [1, 1, 1]},
    "ball": {"shape": "ball", "radius": 1},
    "capsule": {"shape": "capsule", "radius": 1, "half_height": 1},
    "ellipsoid": {"shape": "ellipsoid", "radii": [1, 2, 3]},
    "cylinder": {"shape": "cylinder", "radius": 1, "half_height": 1},
    "cone": {"shape": "cone", "radius": 1, "half_height": 1},
    "points": {"shape": "points", "vertices": [[0, 0, 3], [1, 0, 3], [0, 1, 3], [0, 0, 4], [1, 1, 5]]},
    "half_space": {"shape": "half_space", "normal": [0, 0, 1], "offset": 0},
}

OTHER = {"b": {"shape": "box", "half": [1, 2, 3]}, "pose_b": {"p": [9, 0, 9]}}
FIELDS = {
    "distance": OTHER,
    "overlap": OTHER,
    "separation": OTHER,
    "penetration": OTHER,
    "depth_along": {**OTHER, "direction": [0, 0, 1]},
    "contact": OTHER,
    "separation_gradient": OTHER,
    "closest_point": {"point": [0, 0, 9]},
    "ray_cast": {"origin": [0, 0, 9], "direction": [0, 0, -1]},
    "shape_cast": {**OTHER, "translation": [0, 0, 1]},
    "time_of_impact": {"b": OTHER["b"], "motion_b": {"start": {"p": [0, 0, 9]}, "velocity": [0, 0, 1]}},
    "aabb": {},
    "mass_properties": {},
}


def table(columns):
    """The rows of the table of so many columns, without the back quotes of the first cell."""
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in PAGE.splitlines() if line.startswith("| `")]
    return {row[0].strip("`"): row[1:] for row in rows if len(row) == columns}


def answers(records):
    lines = "\n".join(json.dumps({"dim": 3, **record}) for record in records)
    run = subprocess.run([ABUT, "query"], input=lines.encode(), capture_output=True, timeout=120, check=False)
    return [json.loads(line) for line in run.stdout.splitlines()]


class Limits(unittest.TestCase):
    def test_every_verb_and_shape_of_the_tables_in_json(self):
        verbs, shapes = table(9), table(5)
        self.assertEqual(set(verbs), set(FIELDS))
        self.assertEqual(set(shapes), set(SHAPES))
        cells = [(verb, shape) for verb in verbs for shape in shapes]
        records = [{"op": verb, "a": SHAPES[shape], **FIELDS[verb]} for verb, shape in cells]
        found = answers(records)
        self.assertEqual(len(found), len(cells))
        for (verb, shape), answer in zip(cells, found):
            expected = verbs[verb][3] == "yes" and shapes[shape][3] == "yes"
            self.assertEqual("error" not in answer, expected, f"{verb} of {shape}: {answer}")

    def test_the_c_api_has_the_verbs_and_shapes_of_the_tables(self):
        """That it answers them, bit for bit as C++ does, is the test of bindings/c/test."""
        for verb, cells in table(9).items():
            declared = re.search(rf"\babut_{verb}\(", HEADER) is not None
            self.assertEqual(declared, cells[1] == "yes", verb)
        for shape, cells in table(5).items():
            declared = re.search(rf"\bABUT_{shape.upper()}\b", HEADER) is not None
            self.assertEqual(declared, cells[1] == "yes", shape)


if __name__ == "__main__":
    unittest.main()
