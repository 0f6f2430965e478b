"""The command line: answers, error lines, exit statuses. The tool's path is in the environment, ABUT."""
import json
import math
import os
import re
import signal
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree as xml
from fractions import Fraction
from pathlib import Path

ABUT = os.environ["ABUT"]
ROOT = Path(__file__).resolve().parents[2]
GOOD = '{"id":"good","op":"distance","dim":2,"a":[[0,0]],"b":[[3,4]]}'


def run(*arguments, text="", **options):
    data = text if isinstance(text, bytes) else text.encode()
    return subprocess.run([ABUT, *arguments], input=data, capture_output=True, timeout=120, **options)


def query(text, *arguments):
    """Exit status and answers."""
    done = run("query", *arguments, text=text)
    return done.returncode, [json.loads(line) for line in done.stdout.decode().splitlines()]


def record(**fields):
    whole = {"id": "x", "op": "distance", "dim": 3, "a": [[0, 0, 0]], "b": [[0, 0, 2]]}
    whole.update(fields)
    return json.dumps({k: v for k, v in whole.items() if v is not ...})


def plane(**fields):
    return record(**{"dim": 2, "a": [[0, 0]], "b": [[0, 2]], **fields})


class Answers(unittest.TestCase):
    def answer(self, *args, **fields):
        status, answers = query(record(**fields), *args)
        self.assertEqual(status, 0, answers)
        self.assertEqual(len(answers), 1)
        return answers[0]

    def test_distance_in_2d(self):
        status, answers = query(GOOD)
        self.assertEqual(status, 0)
        r = answers[0]
        self.assertEqual(list(r), ["id", "op", "status", "iterations", "distance", "lower", "upper", "point_a", "point_b",
                                   "normal"])
        self.assertEqual((r["id"], r["op"], r["status"], r["distance"]), ("good", "distance", "converged", 5))
        self.assertEqual((r["point_a"], r["point_b"]), ([0, 0], [3, 4]))
        self.assertAlmostEqual(math.dist(r["normal"], [0.6, 0.8]), 0, delta=1e-15)
        self.assertLessEqual(r["lower"], 5)
        self.assertGreaterEqual(r["upper"], 5)
        self.assertLess(r["upper"] - r["lower"], 1e-13)

    def test_hull(self):
        corners = [[x, y, z] for x in (0, 2) for y in (0, 3) for z in (0, 4)]
        for precision in ("float", "double"):
            args = ("--precision", precision)
            self.assertEqual(self.answer(*args, op="hull", a=..., b=..., points=corners + [[1, 1, 1], [1, 3, 0], corners[0]]),
                             {"id": "x", "op": "hull", "status": "converged", "iterations": 0, "vertices": 8, "rank": 3, "measure": 24})
            for points, vertices, rank in (([[1, 2, 3]] * 3, 1, 0), ([[0, 0, 0], [2, 4, 6], [1, 2, 3]], 2, 1), (corners[:3], 3, 2)):
                r = self.answer(*args, op="hull", a=..., b=..., points=points)
                self.assertEqual((r["vertices"], r["rank"], r["measure"]), (vertices, rank, 0))
            r = self.answer(*args, op="hull", dim=2, a=..., b=..., points=[[0, 0], [3, 0], [0, 2], [1, 1], [1, 0]])
            self.assertEqual((r["vertices"], r["rank"], r["measure"]), (3, 2, 3))

    def test_casts(self):
        ray = ["id", "op", "status", "iterations", "hit", "t", "t_safe", "point", "normal", "started_inside"]
        both = ["id", "op", "status", "iterations", "hit", "t", "t_safe", "point_a", "point_b", "normal", "started_inside"]
        for precision in ("float", "double"):
            for method in ("gjk", "advancement", "mpr"):
                args = ("--precision", precision, "--method", method)
                r = self.answer(*args, op="raycast", a=..., b=..., hull="unit_box", origin=[0.25, 0.125, 4], dir=[0, 0, -7], max_t=1)
                self.assertEqual(list(r), ray)
                self.assertEqual((r["hit"], r["started_inside"]), (True, False))
                self.assertAlmostEqual(r["t"], 0.5, delta=1e-6)
                self.assertTrue(0.499999 < r["t_safe"] <= 0.5 <= r["t"], r)
                self.assertLess(math.dist(r["normal"], [0, 0, 1]), 1e-6)
                r = self.answer(*args, op="linear_cast", a="unit_box", b="unit_box", pose_b={"p": [0, 0.25, 5]}, v=[0, 0, 8])
                self.assertEqual(list(r), both)
                self.assertAlmostEqual(r["t"], 0.5, delta=1e-6)
                self.assertLess(math.dist(r["normal"], [0, 0, 1]), 1e-6)
                r = self.answer(*args, op="linear_cast", a="unit_box", b="unit_box", pose_b={"p": [0, 3, 5]}, v=[0, 0, 8])
                self.assertEqual((r["hit"], r["t"], r["t_safe"], r["point_a"]), (False, None, 1, None))

    def test_casts_of_radii_targets_and_half_spaces(self):
        ground = {"shape": "half_space", "normal": [0, 0, 1], "offset": 0}
        r = self.answer(op="linear_cast_rounded", a=[[0, 0, 5]], ra=0.5, b=[[0, 0, 0]], rb=0.5, v=[0, 0, -8])
        self.assertAlmostEqual(r["t"], 0.5, delta=1e-12)
        r = self.answer(op="linear_cast", a=[[0, 0, 5]], b=ground, v=[0, 0, -8], target=1)
        self.assertAlmostEqual(r["t"], 0.5, delta=1e-12)
        r = self.answer(op="raycast", a=..., b=ground, origin=[0, 0, 5], dir=[0, 0, -1])
        self.assertAlmostEqual(r["t"], 5, delta=1e-12)
        r = self.answer(op="raycast", a=..., b=ground, origin=[0, 0, 5], dir=[0, 0, 1])
        self.assertEqual((r["hit"], r["t_safe"]), (False, None))

    def test_overlap(self):
        fields = ["id", "op", "status", "iterations", "overlap", "apart", "lower", "upper", "axis", "point"]
        for precision in ("float", "double"):
            for method in ("gjk", "mpr"):
                args = ("--precision", precision, "--method", method)
                r = self.answer(*args, op="overlap", a="unit_box", b="unit_box", pose_b={"p": [0, 0, 4]})
                self.assertEqual(list(r), fields)
                self.assertEqual((r["status"], r["overlap"], r["apart"], r["upper"], r["point"]), ("converged", False, True, None, None))
                self.assertEqual(r["axis"], [0, 0, 1])
                self.assertTrue(2 < r["lower"] <= 3, r)
                r = self.answer(*args, op="overlap", a="unit_box", b="unit_ball", pose_b={"p": [1, 0, 0.25]})
                self.assertEqual(list(r), fields)
                self.assertEqual((r["status"], r["overlap"], r["apart"], r["lower"], r["axis"]), ("converged", True, False, 0, None))
                self.assertTrue(0 <= r["upper"] < 1e-12, r)  # a length: the rounding of double, for shapes of size 1
                x, y, z = r["point"]
                self.assertLess(max(abs(x), abs(y), abs(z)), 0.5 + 1e-6)
                self.assertLess(math.dist(r["point"], [1, 0, 0.25]), 1 + 1e-6)

    def test_overlap_by_radii_and_by_a_half_space(self):
        self.assertTrue(self.answer(op="overlap", ra=1, rb=1)["overlap"])
        self.assertFalse(self.answer(op="overlap", ra=1, rb=0.5)["overlap"])
        ground = {"shape": "half_space", "normal": [0, 0, 1], "offset": 0}
        r = self.answer(op="overlap", a=ground, b="unit_box", pose_b={"p": [3, 0, 0.25]})
        self.assertEqual((r["overlap"], r["point"][2]), (True, -0.25))
        r = self.answer(op="overlap", a="unit_box", b=ground, pose_a={"p": [3, 0, 0.75]})
        self.assertEqual((r["overlap"], r["axis"]), (False, [0, 0, -1]))

    def test_mpr_leaves_open_what_has_no_interior(self):
        crossing = dict(op="overlap", a=[[-1, 0, 0], [1, 0, 0]], b=[[0, -1, 0], [0, 1, 0]])
        self.assertEqual((self.answer(**crossing)["overlap"], self.answer(**crossing)["status"]), (True, "converged"))
        r = self.answer("--method", "mpr", **crossing)
        self.assertEqual((r["overlap"], r["apart"], r["status"], r["axis"], r["point"]), (False, False, "inconclusive", None, None))

    def test_contact(self):
        for precision in ("float", "double"):
            r = self.answer("--precision", precision, op="contact", a="unit_box", b="unit_box", pose_b={"p": [0.25, 0, 0.875]})
            self.assertEqual(list(r), ["id", "op", "status", "iterations", "separation", "lower", "upper", "normal", "points"])
            self.assertEqual((r["status"], r["separation"], r["normal"]), ("converged", -0.125, [0, 0, 1]))
            corners = sorted((p["point_a"], p["point_b"]) for p in r["points"])
            self.assertEqual(corners, [([x, y, 0.5], [x, y, 0.375]) for x in (-0.25, 0.5) for y in (-0.5, 0.5)])
            self.assertEqual({p["separation"] for p in r["points"]}, {-0.125})
            ids = sorted((p["id_a"]["kind"], p["id_b"]["kind"], len(p["id_a"]["vertices"])) for p in r["points"])
            self.assertEqual({kinds[2] for kinds in ids} <= {1, 2, 3}, True)
        ball = self.answer(op="contact", a="unit_box", b="unit_ball", pose_b={"p": [0, 0, 1.25]})
        self.assertEqual(len(ball["points"]), 1)
        self.assertEqual(ball["points"][0]["id_a"]["kind"], "face")
        ground = {"shape": "half_space", "normal": [0, 0, 1], "offset": 0}
        self.assertEqual(len(self.answer(op="contact", a=ground, b="unit_box")["points"]), 4)

    def test_time_of_impact(self):
        rod = dict(op="toi", dim=2, a=[[-1, 0], [1, 0]], b=[[0, 0.5]], sweep_a={"c0": [0, 0], "c1": [0, 0], "a0": 0, "a1": math.pi},
                   sweep_b={"c0": [0, 0], "c1": [0, 0]}, tol=1e-6)
        fields = ["id", "op", "status", "iterations", "hit", "t", "t_safe", "start", "lower", "upper", "tolerance", "point_a",
                  "point_b", "normal"]
        for precision in ("float", "double"):
            for method in ("advancement", "bilateral", "substep"):
                r = self.answer("--precision", precision, "--method", method, **rod)
                self.assertEqual(list(r), fields)
                self.assertEqual((r["hit"], r["start"]), (True, "separated"))
                self.assertAlmostEqual(r["t"], 0.5, delta=1e-5)
                self.assertLessEqual(r["t_safe"], r["t"])
                self.assertEqual(r["status"], "inconclusive" if method == "substep" else "converged")
                self.assertLessEqual(r["upper"], r["tolerance"])
        r = self.answer(**{**rod, "b": [[0, 1.5]]})
        self.assertEqual((r["hit"], r["t"], r["t_safe"], r["point_a"], r["iterations"]), (False, None, 1, None, 0))
        r = self.answer(**{**rod, "target": 0.6})
        self.assertEqual((r["hit"], r["t"], r["t_safe"], r["start"]), (True, 0, 0, "within_target"))
        r = self.answer(**{**rod, "b": [[0.5, 0]]})
        self.assertEqual((r["hit"], r["t"], r["t_safe"], r["start"]), (True, 0, 0, "overlapping"))

    def test_time_of_impact_in_3d(self):
        still, turn = {"c0": [4, 0, 0], "c1": [4, 0, 0]}, {"c0": [0, 0, 0], "c1": [6, 0, 0], "axis": [0, 0, 2], "angle": 1e-9}
        for shape, radius, gap in (("unit_box", 0.25, 2.75), ({"shape": "cylinder", "radius": 0.5, "half_height": 1}, 0, 3)):
            r = self.answer(op="toi", a="unit_box", sweep_a=turn, b=shape, rb=radius, sweep_b=still, tol=1e-6)
            self.assertAlmostEqual(r["t"], gap / 6, delta=1e-6)
            self.assertAlmostEqual(r["normal"][0], 1, delta=1e-6)
        r = self.answer(op="toi", a="unit_box", sweep_a={**turn, "q0": [0, 0, 1, 1]}, b=[[0, 0, 0]], sweep_b=still)
        self.assertAlmostEqual(r["t"], 3.5 / 6, delta=1e-4)

    def test_time_of_impact_with_a_half_space(self):
        ground = {"shape": "half_space", "normal": [0, 0, 2], "offset": 1}
        still, roll = {"c0": [0, 0, 0], "c1": [0, 0, 0]}, {"c0": [3, 0, 5], "c1": [5, 0, 0], "axis": [0, 1, 0], "angle": 7}
        for precision in ("float", "double"):
            for method in ("advancement", "bilateral", "substep"):
                r = self.answer("--precision", precision, "--method", method, op="toi", a={"shape": "ball", "radius": 0.5}, sweep_a=roll,
                                b=ground, sweep_b=still, target=0.25)
                self.assertTrue(r["hit"])
                self.assertAlmostEqual(r["t"], 0.65, delta=1e-4)
                self.assertEqual(r["normal"], [0, 0, -1])
                self.assertAlmostEqual(r["point_b"][2], 1, delta=1e-4)
        # The ground comes up instead, first of the two, and rotates over the box afterward.
        rise = {"c0": [0, 0, 0], "c1": [0, 0, 8]}
        r = self.answer(op="toi", a=ground, sweep_a=rise, b="unit_box", sweep_b={"c0": [9, 9, 5], "c1": [9, 9, 5]}, tol=1e-9)
        self.assertAlmostEqual(r["t"], 3.5 / 8, delta=1e-9)
        self.assertEqual(r["normal"], [0, 0, 1])
        r = self.answer(op="toi", a=ground, sweep_a={**still, "axis": [0, 1, 0], "angle": 0.5}, b="unit_box",
                        sweep_b={"c0": [0, 0, 5], "c1": [0, 0, 5]})
        self.assertEqual((r["hit"], r["t_safe"]), (False, 1))

    def test_cores_that_meet_have_a_depth(self):
        r = self.answer(a=[[-1, -1, -1], [2, -1, -1], [-1, 2, -1], [-1, -1, 2]], b=[[-0.5, -0.25, -0.25]])
        self.assertEqual((r["distance"], r["lower"], r["upper"], r["depth"]), (0, 0, 0, 0.5))
        self.assertTrue(0.5 - 1e-13 < r["depth_lower"] <= 0.5 <= r["depth_upper"] < 0.5 + 1e-13, r)
        self.assertEqual((r["normal"], r["point_a"], r["point_b"]), ([-1, 0, 0], [-1, -0.25, -0.25], [-0.5, -0.25, -0.25]))

    def test_rounded_apart(self):
        r = self.answer(op="rounded", ra=0.5, rb=0.25)
        self.assertEqual((r["op"], r["distance"], r["signed_distance"]), ("rounded", 1.25, 1.25))
        self.assertEqual((r["point_a"], r["point_b"], r["normal"]), ([0, 0, 0.5], [0, 0, 1.75], [0, 0, 1]))

    def test_rounded_overlapping_but_for_the_cores_bounds_the_signed_distance(self):
        r = self.answer(op="rounded", ra=2, rb=1)
        self.assertEqual((r["distance"], r["signed_distance"]), (0, -1))
        self.assertTrue(-1 - 1e-13 < r["lower"] <= -1 <= r["upper"] < -1 + 1e-13, r)
        self.assertEqual((r["point_a"], r["point_b"]), ([0, 0, 2], [0, 0, 1]))

    def test_distance_with_a_radius_answers_as_rounded(self):
        r = self.answer(ra=0.5)
        self.assertEqual((r["op"], r["signed_distance"], r["point_a"]), ("distance", 1.5, [0, 0, 0.5]))

    def test_concentric_balls_have_a_signed_distance(self):
        r = self.answer(op="rounded", b=[[0, 0, 0]], ra=1, rb=2)
        self.assertAlmostEqual(r["signed_distance"], -3, delta=1e-13)
        self.assertTrue(r["lower"] <= -3 <= r["upper"], r)
        self.assertIsNotNone(r["normal"])

    def test_rounded_overlapping_cores_have_a_signed_distance(self):
        r = self.answer(op="rounded", dim=2, a=[[0, 0], [4, 0], [0, 4]], b=[[1, 0.5]], ra=1, rb=1)
        self.assertEqual((r["distance"], r["signed_distance"]), (0, -2.5))
        self.assertTrue(-2.5 - 1e-13 < r["lower"] <= -2.5 <= r["upper"] < -2.5 + 1e-13, r)
        self.assertEqual((r["normal"], r["point_a"], r["point_b"]), ([0, -1], [1, -1], [1, 1.5]))

    def test_penetration_and_separation(self):
        overlapping = {"a": {"shape": "box", "half": [1, 1, 1]}, "b": "unit_box", "pose_b": {"p": [1.25, 0.25, 0]}}
        for precision in ("float", "double"):
            r = self.answer("--precision", precision, op="penetration", **overlapping)
            self.assertEqual(list(r), ["id", "op", "status", "iterations", "depth", "lower", "upper", "point_a", "point_b", "normal"])
            self.assertEqual((r["status"], r["depth"], r["normal"]), ("converged", 0.25, [1, 0, 0]))
            self.assertTrue(r["lower"] <= 0.25 <= r["upper"] < r["lower"] + 1e-5, r)
            s = self.answer("--precision", precision, op="separation", **overlapping)
            self.assertEqual(list(s)[4:7], ["separation", "lower", "upper"])
            self.assertEqual((s["separation"], s["point_a"], s["point_b"]), (-0.25, r["point_a"], r["point_b"]))
        self.assertEqual(self.answer(op="separation")["separation"], 2)
        self.assertEqual(self.answer(op="separation", ra=0.5, rb=0.25)["separation"], 1.25)
        apart = self.answer(op="penetration")
        self.assertEqual((apart["status"], apart["depth"], apart["lower"], apart["upper"]), ("converged", 0, 0, 0))
        ground = {"shape": "half_space", "normal": [0, 0, 1], "offset": 0}
        self.assertEqual(self.answer(op="penetration", a=ground, b=[[0, 0, -2], [0, 0, 1]])["depth"], 2)
        self.assertEqual(self.answer(op="separation", b=ground, a=[[0, 0, -2], [0, 0, 1]])["normal"], [0, 0, -1])

    def test_penetration_by_mpr(self):
        """An exit direction: B moved along it touches, and the shortest exit is no longer."""
        overlapping = {"a": {"shape": "box", "half": [1, 1, 1]}, "b": "unit_ball", "pose_b": {"p": [1.25, 0.5, 0.125]}}
        for precision in ("float", "double"):
            r = self.answer("--precision", precision, "--method", "mpr", op="penetration", **overlapping)
            least = self.answer("--precision", precision, op="penetration", **overlapping)
            self.assertGreater(r["upper"], least["lower"])
            self.assertEqual(r["lower"], 0)
            p = [x + n * r["upper"] for x, n in zip(overlapping["pose_b"]["p"], r["normal"])]
            moved = {**overlapping, "pose_b": {"p": p}}
            self.assertAlmostEqual(self.answer(op="separation", **moved)["separation"], 0, delta=1e-5)

    def test_penetration_along_a_direction(self):
        overlapping = {"a": {"shape": "box", "half": [1, 1, 1]}, "b": "unit_box", "pose_b": {"p": [1.25, 0.25, 0]}}
        for precision in ("float", "double"):
            for direction, depth in (([2, 0, 0], 0.25), ([-1, 0, 0], 2.75), ([0, 1, 0], 1.25), ([0, 0, -3], 1.5), ([3, 4, 0], 0.25 / 0.6)):
                for method in ((), ("--method", "mpr"), ("--method", "epa")):
                    r = self.answer("--precision", precision, *method, op="penetration", direction=direction, **overlapping)
                    self.assertEqual(r["status"], "converged")
                    self.assertTrue(r["lower"] <= depth <= r["upper"] < r["lower"] + 1e-5, r)
                    self.assertAlmostEqual(math.dist(r["normal"], [x / math.hypot(*direction) for x in direction]), 0, delta=1e-6)
        ground = {"shape": "half_space", "normal": [0, 0, 1], "offset": 0}
        sunk = {"op": "penetration", "a": ground, "b": [[0, 0, -3], [0, 0, 1]]}
        self.assertEqual(self.answer(**sunk, direction=[0, 0, 7])["depth"], 3)
        self.assertAlmostEqual(self.answer(**sunk, direction=[4, 0, 3])["depth"], 5, delta=1e-14)
        for into in ([1, 0, 0], [0, 1, -1]):
            r = self.answer(**sunk, direction=into)
            self.assertEqual((r["status"], r["depth"], r["lower"], r["upper"]), ("converged", None, None, None))

    def test_float_rounds_the_input_and_double_does_not(self):
        b = [[0, 0, 0.1]]
        self.assertEqual(self.answer("--precision", "double", b=b)["point_b"], [0, 0, 0.1])
        r = self.answer("--precision", "float", b=b)
        self.assertEqual(r["point_b"], [0, 0, 0.10000000149011612])  # the float nearest to 0.1, as a double
        self.assertTrue(r["lower"] <= 0.10000000149011612 <= r["upper"], r)
        self.assertGreater(r["upper"] - r["lower"], self.answer(b=b)["upper"] - self.answer(b=b)["lower"])

    def test_double_is_the_default(self):
        b = [[0.1, 0.2, 0.3]]
        self.assertEqual(self.answer(b=b), self.answer("--precision", "double", b=b))

    def test_bounds_hold_as_decimals(self):
        """The printed numbers, read as exact decimals, bound the exact distance."""
        for z in ("0.1", "0.7", "1.3", "123.456", "1e-9", "1e9", "3e-310"):
            done = run("query", text=record(b=[[0, 0, float(z)]]))
            r = json.loads(done.stdout, parse_float=Fraction, parse_int=Fraction)
            self.assertLessEqual(r["lower"], Fraction(float(z)))
            self.assertGreaterEqual(r["upper"], Fraction(float(z)))

    def test_no_minus_zero(self):
        square = [[-1, -1, 0], [1, 1, 0], [1, -1, 0], [-1, 1, 0]]
        for b in ([[0, 0, -2]], [[0, -2, -0.0]], [[-2, 0, 0]], [[-0.0, -0.0, -2]]):
            for a in (square, [[-0.0, -0.0, -0.0]]):
                self.assertNotRegex(run("query", text=record(a=a, b=b)).stdout.decode(), r"-0[,\]]")

    def test_what_is_not_finite_is_null(self):
        big = 1.7e308
        r = self.answer(a=[[-big, 0, 0]], b=[[big, 0, 0]])
        self.assertIsNone(r["distance"])
        self.assertIsNone(r["upper"])

    def test_method_gjk(self):
        self.assertEqual(self.answer("--method", "gjk"), self.answer())

    def test_id_comes_back_as_it_was_written(self):
        for written in ('"a\\u0062\\"\\n"', "1.50", "12345678901234567890123", "-1e2", '"é"', "null"):
            done = run("query", text=GOOD.replace('"good"', written))
            self.assertTrue(done.stdout.decode().startswith('{"id":%s,' % written), done.stdout)
        self.assertIsNone(self.answer(id=...)["id"])

    def test_fields_in_any_order_and_unknown_fields(self):
        text = '{"note":{"b":[1,"}",null,true,-1.5e3]},"b":[[3,4]],"distance":1e999,"a":[[0,0]],"dim":2,"op":"distance","id":7}'
        status, answers = query(text)
        self.assertEqual((status, answers[0]["id"], answers[0]["distance"]), (0, 7, 5))


class Shapes(unittest.TestCase):
    """Objects, names and poses; each answer against a distance known by hand."""

    # A length. The scenes are about 10 in size: curved ones may be off by the default relative tolerance, 1e-12 of
    # that.
    def check(self, exact, *args, tolerance=1e-11, **fields):
        return self.check_all([(exact, fields)], *args, tolerance=tolerance)[0]

    def check_all(self, cases, *args, tolerance=1e-11):
        """Asks about all pairs of an exact distance and the fields of a record, in one run: to start one takes longer."""
        status, answers = query("\n".join(record(**{"id": str(fields), **fields}) for _, fields in cases), *args)
        self.assertEqual(status, 0, answers)
        for (exact, _), r in zip(cases, answers, strict=True):
            self.assertEqual(r["status"], "converged", r)
            self.assertAlmostEqual(r["distance"], exact, delta=tolerance, msg=r)
            rounding = 1e-15 * (1 + exact)  # of the expected value
            self.assertLessEqual(r["lower"], exact + rounding, r)
            self.assertGreaterEqual(r["upper"], exact - rounding, r)
            self.assertLess(r["upper"] - r["lower"], tolerance, r)
        return answers

    OBJECTS = (  # and how far each reaches along x, y and z
        ({"shape": "point"}, (0, 0, 0)),
        ({"shape": "sphere", "radius": 0.5}, (0.5, 0.5, 0.5)),
        ({"shape": "ball", "radius": 0.5}, (0.5, 0.5, 0.5)),
        ({"shape": "capsule", "radius": 0.5, "half_height": 2}, (0.5, 0.5, 2.5)),
        ({"shape": "capsule", "radius": 0.5, "half_height": 2, "axis": "x"}, (2.5, 0.5, 0.5)),
        ({"shape": "cylinder", "radius": 0.5, "half_height": 2}, (0.5, 0.5, 2)),
        ({"shape": "cylinder", "radius": 0.5, "half_height": 2, "axis": "y"}, (0.5, 2, 0.5)),
        ({"shape": "cone", "radius": 0.5, "half_height": 2, "axis": "z"}, (0.5, 0.5, 2)),
        ({"shape": "cone", "radius": 0.5, "half_height": 2, "axis": "x"}, (2, 0.5, 0.5)),
        ({"shape": "ellipsoid", "radii": [1, 2, 3]}, (1, 2, 3)),
        ({"shape": "box", "half": [1, 2, 3]}, (1, 2, 3)),
        ({"shape": "segment", "a": [0, 0, 0], "b": [1, 2, 3]}, (1, 2, 3)),
        ({"shape": "triangle", "a": [1, 0, 0], "b": [0, 2, 0], "c": [0, 0, 3]}, (1, 2, 3)),
        ({"shape": "tetrahedron", "a": [1, 0, 0], "b": [0, 2, 0], "c": [0, 0, 3], "d": [0, 0, 0]}, (1, 2, 3)),
        ({"shape": "hull", "vertices": [[1, 0, 0], [0, 2, 0], [0, 0, 3]]}, (1, 2, 3)),
        ({"shape": "points", "vertices": [[1, 0, 0], [0, 2, 0], [0, 0, 3]]}, (1, 2, 3)),
        ([[1, 0, 0], [0, 2, 0], [0, 0, 3]], (1, 2, 3)),
        ("point", (0, 0, 0)), ("unit_ball", (1, 1, 1)), ("unit_box", (0.5, 0.5, 0.5)), ("unit_capsule", (1, 1, 2)),
        ("unit_cylinder", (1, 1, 1)), ("unit_cone", (1, 1, 1)), ("tetrahedron", (1, 1, 1)), ("octahedron", (1, 1, 1)))

    def wall(self, axis, at):
        """A square across the axis, too wide to be missed."""
        u, v = (axis + 1) % 3, (axis + 2) % 3
        corners = []
        for x, y in ((-9, -9), (9, -9), (-9, 9), (9, 9)):
            corners.append([0, 0, 0])
            corners[-1][axis], corners[-1][u], corners[-1][v] = at, x, y
        return corners

    def test_extent_along_the_axes(self):
        either_side, single = [], []
        for shape, extent in self.OBJECTS:
            for axis in range(3):
                wall = self.wall(axis, 8)
                either_side += [(8 - extent[axis], {"a": shape, "b": wall}), (8 - extent[axis], {"a": wall, "b": shape}),
                                (7 - extent[axis], {"a": shape, "b": wall, "ra": 0.75, "rb": 0.25})]
                single.append((8 - extent[axis], {"a": shape, "b": wall}))
        self.check_all(either_side)
        self.check_all(single, "--precision", "float", tolerance=3e-5)

    def test_extent_toward_a_half_space(self):
        """The extent toward a wall, from either side; and the depth if the shape overlaps it."""
        one_side, other_side, moved, deep = [], [], [], []
        axes = [axis for _ in self.OBJECTS for axis in range(3)]
        for shape, extent in self.OBJECTS:
            for axis in range(3):
                out = [0, 0, 0]
                out[axis] = -3
                half_space = {"shape": "half_space", "normal": out, "offset": -8}
                gap = 8 - extent[axis]
                one_side.append((gap, {"a": shape, "b": half_space}))
                other_side.append((gap, {"a": half_space, "b": shape}))
                moved.append((gap, {"a": shape, "pose_a": {"p": [5, 5, 5]}, "b": half_space, "pose_b": {"p": [5, 5, 5]}}))
                deep.append((0, {"a": half_space, "b": shape, "pose_b": {"p": [10, 10, 10]}}))
        for axis, r in zip(axes, self.check_all(one_side), strict=True):
            self.assertEqual((r["iterations"], r["normal"][axis]), (1, 1), r)
        for axis, r in zip(axes, self.check_all(other_side), strict=True):
            self.assertEqual(r["normal"][axis], -1, r)
        self.check_all(moved)
        self.check_all(one_side, "--precision", "float", tolerance=3e-5)
        for (gap, _), r in zip(one_side, self.check_all(deep), strict=True):
            self.assertAlmostEqual(r["depth"], 10 - gap, delta=1e-12, msg=r)
            self.assertLess(r["depth_upper"] - r["depth_lower"], 1e-12, r)

    def test_half_space_beside_a_rounded_shape(self):
        r = query(record(op="rounded", a={"shape": "half_space", "normal": [0, 0, 1], "offset": 1}, b=[[0, 0, 0]], rb=0.5))[1][0]
        self.assertEqual((r["signed_distance"], r["point_a"], r["point_b"]), (-1.5, [0, 0, 1], [0, 0, -0.5]))

    def test_extent_when_placed(self):
        """Rotated by the quaternion (1, 1, 1, 1) / 2, x goes to y, y to z and z to x; the wall is moved into place."""
        cases = []
        for shape, extent in self.OBJECTS:
            for axis in range(3):
                p = [0, 0, 0]
                p[(axis + 1) % 3] = 8
                cases.append((8 - extent[axis], {"a": shape, "pose_a": {"q": [2, 2, 2, 2]},
                                                 "b": self.wall((axis + 1) % 3, 0), "pose_b": {"p": p}}))
        self.check_all(cases)

    def test_shapes_in_2d(self):
        wall = [[-9, 8], [9, 8]]
        for shape, top in (({"shape": "point"}, 0), ({"shape": "ball", "radius": 0.5}, 0.5),
                           ({"shape": "capsule", "radius": 0.5, "half_height": 2}, 2.5),
                           ({"shape": "capsule", "radius": 0.5, "half_height": 2, "axis": "x"}, 0.5),
                           ({"shape": "ellipsoid", "radii": [1, 2]}, 2), ({"shape": "box", "half": [1, 2]}, 2),
                           ({"shape": "segment", "a": [0, 0], "b": [1, 2]}, 2),
                           ({"shape": "triangle", "a": [0, 0], "b": [1, 2], "c": [1, 0]}, 2),
                           ({"shape": "hull", "vertices": [[0, 0], [1, 2]]}, 2), ("point", 0), ("disc", 1), ("unit_ball", 1),
                           ("square", 0.5), ("unit_box", 0.5), ("unit_capsule", 2), ("triangle", 1)):
            with self.subTest(shape=shape):
                self.check(8 - top, dim=2, a=shape, b=wall)
                self.check(8 - top, dim=2, a=shape, pose_a={"p": [8, 0], "q": [0, 3]}, b=[[0, -9], [0, 9]])
                self.check(8 - top, dim=2, a=shape, pose_a={"p": [8, 0], "angle": math.pi / 2}, b=[[0, -9], [0, 9]])

    def test_rotations_have_the_right_sense(self):
        r = self.check(2, dim=2, a=[[2, 0]], pose_a={"angle": math.pi / 2}, b=[[0, 4]])
        self.assertAlmostEqual(math.dist(r["point_a"], [0, 2]), 0, delta=1e-12)
        r = self.check(2, a=[[2, 0, 0]], pose_a={"p": [0, 0, 1], "q": [1, 0, 0, 1]}, b=[[0, 4, 1]])  # about z
        self.assertAlmostEqual(math.dist(r["point_a"], [0, 2, 1]), 0, delta=1e-12)

    def test_answers_are_in_world_coordinates(self):
        r = self.check(2, a="unit_ball", pose_a={"p": [10, 0, 0], "q": [1, 2, 3, 4]}, b="unit_ball", pose_b={"p": [10, 4, 0]})
        for name, place in (("point_a", [10, 1, 0]), ("point_b", [10, 3, 0]), ("normal", [0, 1, 0])):
            self.assertAlmostEqual(math.dist(r[name], place), 0, delta=1e-12)

    def test_an_object_is_the_point_set_it_names(self):
        """Without poses, the same bits: nothing is rotated, so nothing is rounded."""
        far = [[1e4, 1e4, 0.1], [1e4 + 1, 1e4, 0.3], [1e4, 1e4 + 1, 0.7]]
        b = [[1e4, 1e4 + 3, 5]]
        answers = [run("query", text=record(a=a, b=b)).stdout for a in
                   (far, {"shape": "hull", "vertices": far}, {"shape": "points", "vertices": far},
                    {"shape": "triangle", "a": far[0], "b": far[1], "c": far[2]})]
        self.assertEqual(answers, [answers[0]] * 4)

    def test_round_shapes_that_overlap_have_a_depth(self):
        r = self.check(0, a="unit_ball", b={"shape": "ball", "radius": 0.5}, pose_b={"p": [0, 1, 0]})
        self.assertEqual(list(r)[-3:], ["depth", "depth_lower", "depth_upper"])
        self.assertAlmostEqual(r["depth"], 0.5, delta=1e-13)
        self.assertTrue(r["depth_lower"] <= 0.5 <= r["depth_upper"] < r["depth_lower"] + 1e-12, r)
        self.assertEqual((r["normal"], r["point_a"], r["point_b"]), ([0, 1, 0], [0, 1, 0], [0, 0.5, 0]))
        self.assertAlmostEqual(self.check(0, a="unit_ball", b="unit_ball")["depth"], 2, delta=1e-13)
        touching = self.check(0, a="unit_ball", b="unit_ball", pose_b={"p": [2, 0, 0]})
        # A length: 32 eps of a size of about 4, and room for the last digits.
        self.assertTrue(0 <= touching["depth_lower"] <= touching["depth"] <= touching["depth_upper"] < 1e-13, touching)

    def test_curved_shapes_that_overlap_have_one(self):
        r = self.check(0, a="unit_cylinder", b="unit_cylinder", pose_b={"p": [1.5, 0, 0.5]})
        self.assertAlmostEqual(r["depth"], 0.5, delta=1e-11)
        self.assertTrue(r["depth_lower"] <= 0.5 <= r["depth_upper"] < r["depth_lower"] + 1e-11, r)
        self.assertAlmostEqual(r["normal"][0], 1, delta=1e-11)

    def test_rounded_needs_no_radius_beside_a_shape(self):
        status, (r,) = query(record(op="rounded", a="unit_ball", b={"shape": "ball", "radius": 2}))
        self.assertEqual(status, 0)
        self.assertAlmostEqual(r["signed_distance"], -3, delta=1e-12)

    def test_radii_are_added(self):
        status, (r,) = query(record(a="unit_ball", ra=0.5, b="unit_box", rb=0.25, pose_b={"p": [5, 0, 0]}))
        self.assertEqual(status, 0)
        self.assertAlmostEqual(r["signed_distance"], 5 - 1.5 - 0.75, delta=1e-12)

    def test_sizes_of_zero(self):
        for flat in ({"shape": "ball", "radius": 0}, {"shape": "box", "half": [0, 0, 0]}, {"shape": "ellipsoid", "radii": [0, 0, 0]},
                     {"shape": "cylinder", "radius": 0, "half_height": 0}, {"shape": "cone", "radius": 0, "half_height": 0},
                     {"shape": "capsule", "radius": 0, "half_height": 0}):
            with self.subTest(shape=flat):
                self.check(2, a=flat)
                self.check(0, a=flat, b=flat)

    def test_members_in_any_order(self):
        a = '{"half_height":1,"axis":"x","shape":"capsule","radius":0.5}'
        line = '{"pose_b":{"q":[1,0,0,0],"p":[9,0,0]},"b":"point","a":%s,"op":"distance","dim":3}' % a
        self.assertAlmostEqual(query(line)[1][0]["distance"], 7.5, delta=1e-12)


class ErrorLines(unittest.TestCase):
    def error(self, line, *arguments, id="x"):
        """The error of a line; the lines around it must be answered."""
        if isinstance(line, str):
            line = line.encode()
        status, answers = query(GOOD.encode() + b"\n" + line + b"\n" + GOOD.encode(), *arguments)
        self.assertEqual(status, 1)
        self.assertEqual(len(answers), 3)
        bad = answers.pop(1)
        if not arguments:
            self.assertEqual([r["distance"] for r in answers], [5, 5])
        self.assertEqual(list(bad), ["id", "line", "error"])
        self.assertEqual((bad["id"], bad["line"]), (id, 2))
        return bad["error"]

    def test_numbers_that_are_none(self):
        for written, why in (("1e999", "not a finite number"), ("-1e999", "not a finite number"),
                             ("NaN", "not a finite number"), ("-Infinity", "not a finite number"),
                             ('"1"', "not a number"), ("null", "not a number"), ("true", "not a number"),
                             ("[1]", "not a number"), ("{}", "not a number"), ("01", "not a number"),
                             ("1x", "not a number")):
            line = record(b=[[0, 0, 0]] * 3 + [[0, "HERE", 0]]).replace('"HERE"', written)
            self.assertEqual(self.error(line), "b[3][1]: " + why)

    def test_empty_point_set(self):
        self.assertEqual(self.error(record(a=[])), "a: empty point set")
        self.assertEqual(self.error(record(b=[])), "b: empty point set")

    def test_dimension(self):
        self.assertEqual(self.error(record(dim=4)), "dim: is 4, expected 2 or 3")
        self.assertEqual(self.error(record(dim=2.5)), "dim: is 2.5, expected 2 or 3")
        self.assertEqual(self.error(record(dim="3")), "dim: not a number")
        self.assertEqual(self.error(record(dim=...)), "dim: missing")

    def test_wrong_number_of_coordinates(self):
        self.assertEqual(self.error(record(b=[[0, 0, 0], [0, 0, 1], [0, 1]])), "b[2]: has 2 coordinates, expected 3")
        self.assertEqual(self.error(record(dim=2)), "a[0]: has 3 coordinates, expected 2")
        self.assertEqual(self.error(record(a=[[]])), "a[0]: has 0 coordinates, expected 3")

    def test_shapes_that_are_none(self):
        self.assertEqual(self.error(record(a=...)), "a: missing")
        self.assertEqual(self.error(record(b=...)), "b: missing")
        for a in (7, None, True):
            self.assertEqual(self.error(record(a=a)), "a: not a shape: neither a list of points, nor an object, nor a name")
        self.assertEqual(self.error(record(a=[[0, 0, 0], 7])), "a[1]: not a list of coordinates")

    def test_shape_of_an_object(self):
        self.assertEqual(self.error(record(b={"shape": "torus", "radius": 1, "tube": 2})),
                         "b.shape: unknown 'torus', expected one of point, ball, sphere, capsule, cylinder, cone, ellipsoid, box, "
                         "segment, triangle, tetrahedron, hull, points, half_space")
        self.assertEqual(self.error(plane(b={"shape": "torus"})),
                         "b.shape: unknown 'torus', expected one of point, ball, sphere, capsule, ellipsoid, box, segment, triangle, "
                         "hull, points, half_space")
        self.assertEqual(self.error(plane(a={"shape": "cone", "radius": 1, "half_height": 1})),
                         "a.shape: cone needs dim 3, this record has dim 2")
        self.assertRegex(self.error(record(a={"radius": 1})), "^a.shape: missing, expected one of point, ball, ")
        self.assertRegex(self.error(record(a={})), "^a.shape: missing")
        self.assertEqual(self.error(record(a={"shape": 7})), "a.shape: not a string, or one with a bad escape")
        self.assertLess(len(self.error(record(a={"shape": "x" * 100000}))), 400)

    def test_members_of_an_object(self):
        for shape, why in (({"shape": "ball"}, "radius: missing"), ({"shape": "capsule", "radius": 1}, "half_height: missing"),
                           ({"shape": "box"}, "half: missing"), ({"shape": "ellipsoid"}, "radii: missing"),
                           ({"shape": "hull"}, "vertices: missing"), ({"shape": "segment", "a": [0, 0, 0]}, "b: missing"),
                           ({"shape": "ball", "raduis": 1}, "raduis: not a member of ball, expected shape, radius"),
                           ({"shape": "ball", "radius": 1, "axis": "x"}, "axis: not a member of ball, expected shape, radius"),
                           ({"shape": "point", "p": [0, 0, 0]}, "p: not a member of point, expected shape"),
                           ({"shape": "cone", "radius": 1, "half_height": 1, "h": 1},
                            "h: not a member of cone, expected shape, radius, half_height, axis")):
            self.assertEqual(self.error(record(a=shape)), "a." + why)

    def test_numbers_of_an_object(self):
        for shape, why in (({"shape": "ball", "radius": -1}, "radius: negative"), ({"shape": "ball", "radius": "1"}, "radius: not a number"),
                           ({"shape": "cylinder", "radius": 1, "half_height": -1e-300}, "half_height: negative"),
                           ({"shape": "box", "half": [1, -1, 1]}, "half[1]: negative"),
                           ({"shape": "ellipsoid", "radii": [1, 1, -1]}, "radii[2]: negative"),
                           ({"shape": "box", "half": [1, 1]}, "half: has 2 numbers, expected 3"),
                           ({"shape": "box", "half": []}, "half: has 0 numbers, expected 3"),
                           ({"shape": "box", "half": 1}, "half: not a list of numbers"),
                           ({"shape": "box", "half": [1, None, 1]}, "half[1]: not a number"),
                           ({"shape": "segment", "a": [0, 0, 0], "b": [1, 2, 3, 4]}, "b: has 4 numbers, expected 3"),
                           ({"shape": "hull", "vertices": []}, "vertices: empty point set"),
                           ({"shape": "hull", "vertices": 7}, "vertices: not a list of points"),
                           ({"shape": "hull", "vertices": [[0, 0, 0], [0, 0]]}, "vertices[1]: has 2 coordinates, expected 3"),
                           ({"shape": "hull", "vertices": [[0, 0, {}]]}, "vertices[0][2]: not a number"),
                           ({"shape": "cone", "radius": 1, "half_height": 1, "axis": "w"}, "axis: is 'w', expected x, y or z"),
                           ({"shape": "cone", "radius": 1, "half_height": 1, "axis": 0},
                            "axis: not a string, or one with a bad escape")):
            self.assertEqual(self.error(record(a=shape)), "a." + why)
        for written in ("NaN", "1e999", "-Infinity"):
            line = record(a={"shape": "box", "half": [1, "HERE", 1]}).replace('"HERE"', written)
            self.assertEqual(self.error(line), "a.half[1]: not a finite number")
        self.assertEqual(self.error(plane(a={"shape": "capsule", "radius": 1, "half_height": 1, "axis": "z"})),
                         "a.axis: is 'z', expected x or y")
        twice = record(a="HERE").replace('"HERE"', '{"shape":"ball","radius":1,"radius":2}')
        self.assertEqual(self.error(twice), "a.radius: given twice")

    def test_objects_too_large_for_float(self):
        for shape, why in (({"shape": "ball", "radius": 1e39}, "radius"), ({"shape": "box", "half": [1, 1, 1e39]}, "half[2]"),
                           ({"shape": "hull", "vertices": [[0, 0, 0], [0, -1e39, 0]]}, "vertices[1][1]")):
            self.assertEqual(self.error(record(b=shape), "--precision", "float"), "b.%s: too large for float" % why)
            self.assertEqual(query(record(b=shape))[0], 0)

    def test_half_spaces(self):
        ground = {"shape": "half_space", "normal": [0, 0, 1], "offset": 1}
        self.assertEqual(self.error(record(a=ground, b=ground)), "a, b: two half-spaces, one of them must be a shape")
        self.assertEqual(self.error(record(a=ground, ra=1)), "ra: a half_space has no radius, add it to a.offset")
        self.assertEqual(self.error(record(b={**ground, "normal": [0, 0, 0]})), "b.normal: all zero")
        self.assertEqual(self.error(record(b={**ground, "normal": [0, 0, 1e-60]}), "--precision", "float"),
                         "b.normal: all zero, rounded to float")
        self.assertEqual(self.error(record(b={**ground, "normal": [0, 1]})), "b.normal: has 2 numbers, expected 3")
        self.assertEqual(self.error(record(b={**ground, "offset": 1e39}), "--precision", "float"), "b.offset: too large for float")
        self.assertEqual(self.error(record(b={"shape": "half_space", "normal": [0, 0, 1]})), "b.offset: missing")

    def test_names(self):
        self.assertEqual(self.error(record(a="crate")),
                         "a: no shape is named 'crate' in 3D, expected one of point, unit_ball, unit_box, unit_capsule, unit_cylinder, "
                         "unit_cone, tetrahedron, octahedron")
        self.assertEqual(self.error(plane(b="tetrahedron")),
                         "b: no shape is named 'tetrahedron' in 2D, expected one of point, disc, unit_ball, square, unit_box, "
                         "unit_capsule, triangle")

    def test_poses(self):
        for pose, why in (({"q": [1, 0, 0]}, ".q: has 3 numbers, expected 4"), ({"q": [0, 0, 0, 0]}, ".q: all zero"),
                          ({"p": [0, 0]}, ".p: has 2 numbers, expected 3"), ({"p": [0, "0", 0]}, ".p[1]: not a number"),
                          ({"angle": 1}, ".angle: not a member of a pose in 3D, expected p, q"),
                          ({"position": [0, 0, 0]}, ".position: not a member of a pose in 3D, expected p, q"),
                          ([0, 0, 0], ": not an object"), (None, ": not an object")):
            self.assertEqual(self.error(record(pose_b=pose)), "pose_b" + why)
            self.assertEqual(self.error(record(a="unit_box", pose_a=pose)), "pose_a" + why)
        self.assertEqual(self.error(plane(pose_a={"q": [1, 0], "angle": 0})),
                         "pose_a.angle: given beside q, which is the same rotation or another")
        self.assertEqual(self.error(plane(pose_a={"q": [1, 0, 0, 0]})), "pose_a.q: has 4 numbers, expected 2")
        self.assertEqual(self.error(plane(pose_a={"r": 1})), "pose_a.r: not a member of a pose in 2D, expected p, q, angle")
        self.assertEqual(self.error(record(pose_a={"q": [1e-50, 0, 0, 0]}), "--precision", "float"),
                         "pose_a.q: all zero, rounded to float")
        self.assertEqual(self.error(record()[:-1] + ',"pose_a":{},"pose_a":{}}'), "pose_a: given twice")

    def test_the_id_behind_a_broken_object(self):
        line = '{"a":{"shape":"ball","radius":{"x":[1,2]}},"pose_a":{"p":[{}]},"b":"unit_box","op":"distance","dim":3,"id":"late"}'
        self.assertEqual(self.error(line, id="late"), "a.radius: not a number")

    def test_radii(self):
        self.assertEqual(self.error(record(op="rounded", ra=-1, rb=0)), "ra: negative")
        self.assertEqual(self.error(record(op="rounded", ra=0, rb=-1e-300)), "rb: negative")
        self.assertEqual(self.error(record(ra=-1)), "ra: negative")
        self.assertEqual(self.error(record(op="rounded", ra=1)), "rb: missing")
        self.assertEqual(self.error(record(op="rounded", a="unit_ball")), "rb: missing")
        self.assertEqual(self.error(record(a="unit_ball", ra=-1)), "ra: negative")
        self.assertEqual(self.error(record(op="rounded", ra="1", rb=1)), "ra: not a number")

    def test_op(self):
        self.assertEqual(self.error(record(op="linear_cast")), "v: missing")
        self.assertEqual(self.error(record(op="linear_cast", v=[1, 2])), "v: has 2 numbers, expected 3")
        self.assertEqual(self.error(record(op="linear_cast", v=[1, "2", 3])), "v[1]: not a number")
        self.assertEqual(self.error(record(op="linear_cast", v=[1, 2, 3], max_t=-1)), "max_t: negative")
        self.assertEqual(self.error(record(op="raycast", hull=[[0, 0, 0]], b=...)), "origin: missing")
        self.assertEqual(self.error(record(op="raycast", hull=[[0, 0, 0], [1, 2]], b=..., origin=[0, 0, 1], dir=[1, 0, 0])),
                         "hull[1]: has 2 coordinates, expected 3")
        self.assertEqual(self.error(record(op="torque")),
                         "op: unknown 'torque', expected one of distance, overlap, penetration, depth_along, separation, separation_gradient, "
                         "contact, closest_point, inside, aabb, ray_cast, shape_cast, time_of_impact, hull, rounded, raycast, linear_cast, "
                         "linear_cast_rounded, toi")
        self.assertEqual(self.error(record(op=...)), "op: missing")
        self.assertEqual(self.error(record(op=7)), "op: not a string, or one with a bad escape")
        self.assertIn('op: unknown \'q"\n...\', expected', self.error(record(op='q"\n...')))

    def test_method(self):
        self.assertEqual(self.error(record(op="penetration"), "--method", "gjk"), "op: penetration has no method gjk, only epa and mpr")
        self.assertEqual(self.error(record(op="separation"), "--method", "mpr"), "op: separation has no method mpr, only epa")
        self.assertEqual(self.error(record(), "--method", "epa"), "op: distance has no method epa, only gjk")
        self.assertEqual(self.error(record(op="rounded", ra=1, rb=1), "--method", "epa"),
                         "op: rounded has no method epa, only gjk")
        self.assertEqual(self.error(record(op="overlap"), "--method", "epa"), "op: overlap has no method epa, only gjk and mpr")

    def test_hull(self):
        bad = dict(op="hull", dim=2, a=..., b=...)
        for points, error in ((..., "points: missing"), ([], "points: empty point set"), (7, "points: not a list of points"),
                              ([[0, 0], [0, 0, 0]], "points[1]: has 3 coordinates, expected 2"),
                              ([[0, 0], [0, "x"]], "points[1][1]: not a number")):
            self.assertEqual(self.error(record(**bad, points=points)), error)
        self.assertEqual(self.error(record(**{**bad, "dim": ...}, points=[[0, 0]])), "dim: missing")
        self.assertEqual(self.error(record(**{**bad, "dim": 4}, points=[[0, 0]])), "dim: is 4, expected 2 or 3")
        self.assertEqual(self.error(record(**bad, points=[[0, 1e39]]), "--precision", "float"), "points[0][1]: too large for float")
        self.assertEqual(self.error(record(**bad, points=[[0, 0]]), "--method", "gjk"), "op: hull has no method gjk, nor any other")
        twice = '{"id":"x","points":[[0,0]],"op":"hull","dim":2,"points":[[1,1]]}'
        self.assertEqual(self.error(twice), "points: given twice")

    def test_direction(self):
        for direction, error in (([0, 0], "direction: has 2 numbers, expected 3"), ([0, 0, 0], "direction: all zero"),
                                 ("up", "direction: not a list of numbers"), ([0, 0, "1"], "direction[2]: not a number")):
            self.assertEqual(self.error(record(op="penetration", direction=direction)), error)
            self.assertEqual(self.error(record(op="separation", direction=direction)),
                             "direction: not a field of separation, only of penetration, depth_along, ray_cast")
        self.assertEqual(self.error('{"direction":[0],' + record(op="penetration")[1:]), "direction: has 1 numbers, expected 3")
        line = record(op="penetration", direction=[0, 1e-60, 0])
        self.assertEqual(self.error(line, "--precision", "float"), "direction: all zero, rounded to float")
        self.assertEqual(self.error(record(op="penetration", direction=[0, 1e60, 0]), "--precision", "float"), "direction[1]: too large for float")

    def test_time_of_impact(self):
        still, turn = {"c0": [4, 0, 0], "c1": [4, 0, 0]}, {"c0": [0, 0, 0], "c1": [6, 0, 0], "axis": [0, 0, 2], "angle": 1}
        good = dict(op="toi", a="unit_box", b="unit_box", sweep_a=turn, sweep_b=still)
        ground = {"shape": "half_space", "normal": [0, 0, 1], "offset": 0}
        for change, error in ((dict(sweep_a=...), "sweep_a: missing"), (dict(sweep_b=...), "sweep_b: missing"),
                              (dict(sweep_a=7), "sweep_a: not an object"), (dict(sweep_a={"c0": [0, 0, 0]}), "sweep_a.c1: missing"),
                              (dict(sweep_a={**turn, "c1": [0, 0]}), "sweep_a.c1: has 2 numbers, expected 3"),
                              (dict(sweep_a={**turn, "c1": [0, 0, "1"]}), "sweep_a.c1[2]: not a number"),
                              (dict(sweep_b={**still, "angle": 1}), "sweep_b.axis: missing beside angle"),
                              (dict(sweep_b={**still, "axis": [1, 0, 0]}), "sweep_b.angle: missing beside axis"),
                              (dict(sweep_a={**turn, "axis": [0, 0, 0]}), "sweep_a.axis: all zero"),
                              (dict(sweep_a={**turn, "q0": [0, 0, 0, 0]}), "sweep_a.q0: all zero"),
                              (dict(sweep_a={**turn, "a0": 1}), "sweep_a.a0: not a member of a sweep in 3D, expected c0, c1, q0, axis, angle"),
                              (dict(target=-1), "target: negative"), (dict(tol=-1), "tol: negative"), (dict(tol="1"), "tol: not a number"),
                              (dict(pose_a={}), "pose_a: not a field of toi, expected id, op, dim, a, b, ra, rb, sweep_a, sweep_b, target, "
                                                 "tol, method"),
                              (dict(a=ground, b=ground), "a, b: two half-spaces, one of them must be a shape"),
                              (dict(a=ground, ra=1), "ra: a half_space has no radius, add it to a.offset"),
                              (dict(b={**ground, "normal": [0, 0, 0]}), "b.normal: all zero"),
                              (dict(sweep_a={**turn, "c0": [1e308] * 3, "c1": [-1e308] * 3}), "a, b: lengths overflow")):
            self.assertEqual(self.error(record(**{**good, **change})), error)
        self.assertEqual(self.error(record(**{**good, "sweep_a": {**turn, "c1": [0, 1e39, 0]}}), "--precision", "float"),
                         "sweep_a.c1[1]: too large for float")
        self.assertEqual(self.error(record(**good), "--method", "gjk"),
                         "op: toi has no method gjk, only advancement, bilateral and substep")

    def test_too_large_for_float(self):
        line = record(a=[[0, 0, 0], [0, 3.5e38, 0]])
        self.assertEqual(self.error(line, "--precision", "float"), "a[1][1]: too large for float")
        self.assertEqual(self.error(record(ra=1e39), "--precision", "float"), "ra: too large for float")
        self.assertEqual(query(line)[0], 0)

    def test_field_given_twice(self):
        self.assertEqual(self.error(record()[:-1] + ',"a":[[9,9,9]]}'), "a: given twice")
        self.assertEqual(self.error(record()[:-1] + ',"id":"y"}'), "id: given twice")

    def test_id_of_a_bad_record_is_found_wherever_it_stands(self):
        self.assertEqual(self.error('{"a":[[0,0,"?"]],"b":[],"op":"distance","dim":3,"id":"late"}', id="late"),
                         "a[0][2]: not a number")
        self.assertEqual(self.error(record(id=[1]), id=None), "id: not a string or a number")

    def test_broken_json(self):
        open_end = record()[:-1]
        lines = [open_end, record()[:-7], "{", "}", "nonsense", record() + " x", record() + "{}", record() + "}",
                 record().replace(",", " ", 1), record().replace(":", " ", 1), record().replace("[[0, 0, 0]]", "[[0 0]]"),
                 record().replace("0, 0, 2]", "0, 0, 2,]"), open_end + ',"note":nope}', open_end + ',"note":{"x" 1}}',
                 open_end + ',"note":"x":1}}', open_end + ',"note":{"\\k":1}}', open_end + ',"note":"open}',
                 record(id="\x01").replace("\\u0001", "\x01"), record().encode().replace(b'"x"', b'"\xff"')]
        for line in lines:
            status, answers = query(line)
            self.assertEqual(status, 1, line)
            self.assertEqual(len(answers), 1)
            self.assertRegex(answers[0]["error"], "JSON", line)

    def test_bad_escape(self):
        self.assertEqual(self.error(record()[:-1] + ',"note":"\\q"}'), "note: not a string, or one with a bad escape")

    def test_not_an_object(self):
        for line in ("42", '"x"', "null"):
            self.assertEqual(self.error(line, id=None), "not a JSON object")

    def advised(self, text):
        """Which lines of input, from 1, get the advice to write one record per line."""
        status, answers = query(text)
        self.assertEqual(status, 1)
        return [r["line"] for r in answers if "one record per line; try jq -c" in r.get("error", "")]

    def test_pretty_printed_records_get_advice_once(self):
        pretty = json.dumps(json.loads(record()), indent=2)
        self.assertEqual(self.advised(pretty), [1])
        self.assertEqual(self.advised(GOOD + "\n\n" + pretty + "\n" + pretty), [3])
        self.assertEqual(self.advised('{"id": 1, "op": "distance",\n "dim": 2}\n' + pretty), [1])
        many = "\n".join([pretty] * 1000)  # more than two batches
        self.assertEqual(self.advised(many), [1])
        self.assertEqual(run("query", "--threads", "1", text=many).stdout, run("query", "--threads", "4", text=many).stdout)
        said = run("query", text=pretty).stderr
        self.assertIn(b"line 1: not one JSON object", said)
        self.assertIn(b"one record per line; try jq -c .\n", said)

    def test_arrays_get_advice_once(self):
        self.assertEqual(self.error("[1,2]", id=None), "not a JSON object; one record per line; try jq -c '.[]'")
        self.assertEqual(self.advised("[" + GOOD + "]\n[" + GOOD + "]"), [1])
        self.assertEqual(self.advised(json.dumps([json.loads(GOOD)] * 2, indent=1)), [1])

    def test_other_broken_lines_get_no_advice(self):
        self.assertEqual(self.advised("\n".join([record()[:-1], record()[:-3], "nonsense", "}", "42", record(a=[]), '"id": 7,'])), [])

    def test_deep_nesting(self):
        deep = "[" * 100000 + "]" * 100000
        self.assertEqual(self.error(record()[:-1] + ',"note":' + deep + "}"), "note: nested more than 200 deep")
        self.assertEqual(self.error(record(a=...)[:-1] + ',"a":' + deep + "}"), "a[0][0]: not a number")

    def test_summary_names_file_line_and_field(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "cases.jsonl"
            path.write_text(GOOD + "\n" + record(b=[[0, 0, None]]) + "\n")
            done = run("query", str(path))
        self.assertEqual(done.returncode, 1)
        self.assertIn("cases.jsonl: 1 of 2 records", done.stderr.decode())
        self.assertIn("line 2: b[0][2]: not a number", done.stderr.decode())


class Input(unittest.TestCase):
    def test_order_is_kept_with_threads(self):
        """Records of very different cost, so that later ones are ready first."""
        big = [[math.cos(i), math.sin(i)] for i in range(3000)]
        lines = [record(id=i, dim=2, a=big if i % 97 == 0 else [[0, 0]], b=[[i + 2, 0]]) if i % 11 else "broken"
                 for i in range(3000)]
        text = "\n".join(lines)
        alone = run("query", "--threads", "1", text=text)
        together = run("query", "--threads", "4", text=text)
        answers = [json.loads(line) for line in together.stdout.splitlines()]
        self.assertEqual([r.get("id") if i % 11 else r["line"] - 1 for i, r in enumerate(answers)], list(range(3000)))
        self.assertEqual(alone.stdout, together.stdout)
        self.assertEqual((alone.returncode, together.returncode), (1, 1))

    def test_byte_order_mark_crlf_and_blank_lines(self):
        status, answers = query(b"\xef\xbb\xbf" + GOOD.encode() + b"\r\n\r\n  \t\n" + b"broken\r\n" + GOOD.encode())
        self.assertEqual((status, len(answers)), (1, 3))
        self.assertEqual([answers[0]["distance"], answers[1]["line"], answers[2]["distance"]], [5, 4, 5])

    def test_nothing_in_nothing_out(self):
        for text in ("", "\n", " \r\n\n"):
            done = run("query", text=text)
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, b"", b""))

    def test_file_and_standard_input(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "one.jsonl"
            path.write_text(GOOD)
            from_file = run("query", str(path))
        self.assertEqual((from_file.returncode, from_file.stderr), (0, b""))
        self.assertEqual(from_file.stdout, run("query", text=GOOD).stdout)
        self.assertEqual(from_file.stdout, run("query", "-", text=GOOD).stdout)

    def test_missing_file_and_folder(self):
        with tempfile.TemporaryDirectory() as folder:
            for path in (folder, folder + "/missing.jsonl"):
                done = run("query", path)
                self.assertEqual((done.returncode, done.stdout), (2, b""))
                self.assertIn(path, done.stderr.decode())

    def test_answer_comes_before_the_next_question(self):
        for threads in ("1", "2"):
            with subprocess.Popen([ABUT, "query", "--threads", threads], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as tool:
                for _ in range(3):
                    tool.stdin.write(GOOD.encode() + b"\n")
                    tool.stdin.flush()
                    self.assertEqual(json.loads(tool.stdout.readline())["distance"], 5)
                tool.stdin.close()
                self.assertEqual(tool.wait(timeout=20), 0)

    def test_long_line(self):
        points = ",".join("[%d,%d]" % (i % 1000, i // 1000) for i in range(300000))
        status, answers = query('{"id":"long","op":"distance","dim":2,"b":[[1002,0]],"a":[' + points + "]}\n" + GOOD)
        self.assertEqual((status, [r["distance"] for r in answers]), (0, [3, 5]))


class Output(unittest.TestCase):
    def test_full_device(self):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([ABUT, "query"], input=GOOD.encode(), stdout=full, stderr=subprocess.PIPE, timeout=20)
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"cannot write to standard output", done.stderr)

    def test_closed_pipe(self):
        read_end, write_end = os.pipe()
        os.close(read_end)
        done = subprocess.run([ABUT, "query"], input=GOOD.encode(), stdout=write_end, stderr=subprocess.PIPE, timeout=20)
        os.close(write_end)
        self.assertEqual((done.returncode, done.stderr), (-signal.SIGPIPE, b""))


class Usage(unittest.TestCase):
    def test_bad_usage(self):
        for arguments in ([], ["nonsense"], ["query", "--nonsense"], ["query", "--precision", "half"],
                          ["query", "--threads", "0"], ["query", "--threads", "two"], ["query", "a", "b"], ["demo", "query"],
                          ["query", "--method"]):
            done = run(*arguments)
            self.assertEqual((done.returncode, done.stdout), (2, b""), arguments)
            self.assertNotEqual(done.stderr, b"", arguments)

    def test_help(self):
        for arguments in (["--help"], ["query", "--help"], ["demo", "--help"]):
            done = run(*arguments)
            self.assertEqual((done.returncode, done.stderr), (0, b""))
            self.assertIn(b"Usage: abut", done.stdout)

    def test_version_is_that_of_the_header(self):
        header = (ROOT / "include/abut/version.hpp").read_text()
        numbers = [re.search(r"#define ABUT_VERSION_%s (\d+)" % part, header)[1] for part in ("MAJOR", "MINOR", "PATCH")]
        self.assertEqual(run("--version").stdout.decode(), "abut %s\n" % ".".join(numbers))


class Demo(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def left_behind(self):
        return sorted(p.name for p in self.folder.iterdir())

    def test_table_and_picture(self):
        done = run("demo", cwd=self.folder)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertEqual(self.left_behind(), ["abut-demo.svg"])
        picture = xml.parse(self.folder / "abut-demo.svg").getroot()
        self.assertEqual(picture.tag, "{http://www.w3.org/2000/svg}svg")
        self.assertGreater(len(list(picture.iter("{http://www.w3.org/2000/svg}path"))), 3)
        self.assertNotRegex((self.folder / "abut-demo.svg").read_text(), r"\b(nan|inf)\b")
        table = done.stdout.decode()
        self.assertIn("converged", table)
        self.assertNotRegex(table, r"\b(nan|inf|stalled|invalid_argument)\b")

    def test_bounds_in_the_table_hold_the_distance(self):
        table = run("demo", cwd=self.folder).stdout.decode()
        for question, exact in (("a box and a capsule", 1.75), ("the same in double", 1.75), ("two boxes that touch", 0),
                                ("two boxes that overlap", 0), ("a box in the side of another", 0.25), ("a box in the ground", 0.25), ("a square and a turned square", 3 - math.sqrt(2))):
            low, high = re.search(re.escape(question) + r".*\[(\S+), (\S+)\]", table).groups()
            self.assertTrue(float(low) <= exact <= float(high), question)
            self.assertLess(float(high) - float(low), 1e-6)

    def test_output_goes_to_the_given_file_and_replaces_it(self):
        path = self.folder / "there.svg"
        for option in ("--out", "--output"):
            path.write_text("old")
            self.assertEqual(run("demo", option, str(path)).returncode, 0)
            xml.parse(path)
            self.assertEqual(self.left_behind(), ["there.svg"])

    def test_failure_leaves_nothing_behind(self):
        for path in (self.folder / "missing" / "x.svg", self.folder):
            done = run("demo", "--out", str(path))
            self.assertEqual(done.returncode, 2)
            self.assertIn(b"two boxes that overlap", done.stdout)
            self.assertNotIn(b"picture", done.stdout)
            self.assertIn("warning: there is no picture: cannot write %s" % path, done.stderr.decode())
            self.assertEqual(self.left_behind(), [])

    def test_failure_half_way_keeps_the_old_picture(self):
        path = self.folder / "old.svg"
        path.write_text("old")
        limited = 'ulimit -f 1; exec "$0" demo --output "$1"'  # files of at most 1 KiB (512 bytes in POSIX mode)
        done = subprocess.run(["bash", "-c", limited, ABUT, str(path)], capture_output=True, timeout=20)
        self.assertEqual(done.returncode, 2, done)
        self.assertIn(b"cannot write", done.stderr)
        self.assertEqual(self.left_behind(), ["old.svg"])
        self.assertEqual(path.read_text(), "old")


if __name__ == "__main__":
    unittest.main()
