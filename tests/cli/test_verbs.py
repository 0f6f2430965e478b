"""The ops with the names of the library: their fields, and what they say. The tool's path is in the environment, ABUT."""
import json
import math
import os
import subprocess
import unittest

ABUT = os.environ["ABUT"]
GROUND = {"shape": "half_space", "normal": [0, 0, 1], "offset": 0}
PRECISIONS = ("float", "double")
BEGIN = ["id", "op", "status", "iterations"]
BALL = {"shape": "ball", "radius": 0.5}


def run(command, record, *arguments):
    return subprocess.run([ABUT, command, *arguments], input=json.dumps(record).encode(), capture_output=True, timeout=60)


class Verbs(unittest.TestCase):
    def answer(self, *arguments, dim=3, **fields):
        answer = json.loads(run("query", {"dim": dim, **fields}, *arguments).stdout)
        self.assertNotIn("error", answer)
        return answer

    def error(self, *arguments, dim=3, **fields):
        return json.loads(run("query", {"dim": dim, **fields}, *arguments).stdout).get("error")

    def near(self, found, expected, delta=1e-6):
        self.assertLess(math.dist(found, expected), delta)


class RayCast(Verbs):
    RAY = {"op": "ray_cast", "a": "unit_box", "origin": [0.25, 0.125, 4], "direction": [0, 0, -7]}

    def test_fields(self):
        for precision in PRECISIONS:
            for method in ("gjk", "advancement", "mpr"):
                args = ("--precision", precision, "--method", method)
                r = self.answer(*args, **self.RAY, max_t=1)
                self.assertEqual(list(r), BEGIN + ["hit", "miss", "t", "t_safe", "start", "point", "normal"])
                self.assertEqual((r["status"], r["hit"], r["miss"], r["start"]), ("converged", True, False, "separated"))
                self.assertTrue(0.499999 < r["t_safe"] <= r["t"] < 0.500001, r)
                self.near(r["point"], [0.25, 0.125, 0.5])
                self.near(r["normal"], [0, 0, 1])
                r = self.answer(*args, **self.RAY, max_t=0.25)
                self.assertEqual((r["hit"], r["miss"], r["t"], r["t_safe"], r["point"], r["normal"]), (False, True, None, 0.25, None, None))

    def test_a_miss_without_an_end_is_free_for_ever(self):
        r = self.answer(**{**self.RAY, "direction": [0, 0, 1]})
        self.assertEqual((r["miss"], r["t_safe"]), (True, None))

    def test_pose_radius_and_half_space(self):
        r = self.answer(**self.RAY, pose_a={"p": [0, 0, -1]}, ra=1)
        self.near(r["point"], [0.25, 0.125, 0.5])
        r = self.answer(**{**self.RAY, "a": GROUND})
        self.near([r["t"], *r["normal"]], [4 / 7, 0, 0, 1])

    def test_a_ray_that_begins_inside(self):
        inside = {**self.RAY, "origin": [0, 0, 0.25]}
        r = self.answer(**inside)
        self.assertEqual((r["hit"], r["t"], r["start"], r["normal"]), (True, 0, "overlapping", None))
        self.assertEqual(self.answer(**inside, at_start="hit"), r)
        r = self.answer(**inside, at_start="ignore")
        self.assertEqual((r["hit"], r["miss"], r["start"]), (False, True, "overlapping"))
        r = self.answer(**inside, at_start="leave")
        self.near([r["t"], *r["point"], *r["normal"]], [0.75 / 7, 0, 0, -0.5, 0, 0, -1])
        self.assertEqual(self.error(**inside, at_start="enter"), "at_start: is 'enter', expected one of hit, ignore, leave")

    def test_an_open_verdict_is_neither(self):
        flat = {"op": "ray_cast", "a": [[1, -1, 0], [1, 1, 0]], "origin": [0, 0, 0], "direction": [2, 0, 0]}
        r = self.answer("--method", "mpr", **flat)
        self.assertEqual((r["status"], r["hit"], r["miss"], r["t"]), ("inconclusive", False, False, None))


class ShapeCast(Verbs):
    CAST = {"op": "shape_cast", "a": "unit_box", "b": "unit_box", "pose_b": {"p": [0, 0.25, 5]}, "translation": [0, 0, 8]}

    def test_fields(self):
        for precision in PRECISIONS:
            for method in ("gjk", "advancement", "mpr"):
                r = self.answer("--precision", precision, "--method", method, **self.CAST)
                self.assertEqual(list(r), BEGIN + ["hit", "miss", "t", "t_safe", "start", "point_a", "point_b", "normal", "depth"])
                self.assertEqual((r["hit"], r["miss"], r["start"], r["depth"]), (True, False, "separated", None))
                self.near([r["t"], *r["normal"]], [0.5, 0, 0, 1])
        r = self.answer(**{**self.CAST, "translation": [8, 0, 0]})
        self.assertEqual((r["hit"], r["miss"], r["t"], r["t_safe"], r["point_a"]), (False, True, None, 1, None))

    def test_both_move_and_a_target(self):
        r = self.answer(**{**self.CAST, "translation": [0, 0, 4]}, translation_b=[0, 0, -4], target=1, max_t=3)
        self.near([r["t"], r["point_a"][2], r["point_b"][2]], [3 / 8, 2, 3])
        r = self.answer(**self.CAST, target=4.5)
        self.assertEqual((r["t"], r["start"]), (0, "within_target"))

    def test_shapes_that_overlap_at_the_start(self):
        inside = {**self.CAST, "pose_b": {"p": [0, 0, 0.75]}}
        r = self.answer(**inside)
        self.assertEqual((r["hit"], r["t"], r["start"], r["depth"]), (True, 0, "overlapping", None))
        r = self.answer(**inside, at_start="penetration")
        self.near([r["depth"], *r["normal"]], [0.25, 0, 0, 1])
        r = self.answer(**{**inside, "translation": [0, 0, -8]}, at_start="ignore_separating")
        self.assertEqual((r["hit"], r["miss"], r["start"]), (False, True, "overlapping"))
        self.assertEqual(self.error(**inside, at_start="leave"), "at_start: is 'leave', expected one of hit, ignore_separating, penetration")

    def test_a_half_space(self):
        r = self.answer(**{**self.CAST, "b": GROUND, "pose_b": {"p": [0, 0, -4]}, "translation": [0, 0, -7]})
        self.near([r["t"], *r["normal"]], [0.5, 0, 0, -1])


class TimeOfImpact(Verbs):
    ROD = {"op": "time_of_impact", "a": [[-1, 0], [1, 0]], "motion_a": {"angle": math.pi}, "b": [[0, 0.5]], "target_tolerance": 1e-6}

    def test_fields(self):
        for precision in PRECISIONS:
            for method in ("advancement", "bilateral", "substep"):
                r = self.answer("--precision", precision, "--method", method, dim=2, **self.ROD)
                self.assertEqual(list(r), BEGIN + ["hit", "miss", "t", "t_safe", "start", "safe_separation", "hit_separation",
                                                   "target_tolerance", "point_a", "point_b", "normal"])
                self.assertEqual((r["hit"], r["miss"], r["start"]), (True, False, "separated"))
                self.assertAlmostEqual(r["t"], 0.5, delta=1e-5)
                self.assertLessEqual(r["hit_separation"], r["target_tolerance"])
        r = self.answer(dim=2, **{**self.ROD, "b": [[0, 1.5]]})
        self.assertEqual((r["hit"], r["miss"], r["t"], r["t_safe"], r["hit_separation"], r["point_a"]), (False, True, None, 1, None, None))

    def test_a_motion_says_what_a_sweep_says(self):
        """The numbers of the answers are the same to the last bit."""
        names = {"t": "t", "t_safe": "t_safe", "safe_separation": "lower", "hit_separation": "upper", "target_tolerance": "tolerance",
                 "point_a": "point_a", "point_b": "point_b", "normal": "normal", "iterations": "iterations", "start": "start"}
        shapes = {"a": "unit_cone", "b": {"shape": "box", "half": [1, 2, 0.5]}}
        sweeps = {"sweep_a": {"c0": [-4, 0, 1], "c1": [4, 1, 0], "q0": [0.5, 0, 0.25, 1], "axis": [0, 1, 1], "angle": 9}, "sweep_b": {"c0": [0, 0, 0], "c1": [0, 0, 0]}}
        motions = {"motion_a": {"start": {"p": [-4, 0, 1], "q": [1, 0.5, 0, 0.25]}, "velocity": [8, 1, -1], "axis": [0, 1, 1], "angle": 9}, "motion_b": {}}
        for precision in PRECISIONS:
            old = self.answer("--precision", precision, op="toi", **shapes, **sweeps, tol=1e-4)
            new = self.answer("--precision", precision, op="time_of_impact", **shapes, **motions, target_tolerance=1e-4)
            self.assertEqual({name: new[name] for name in names}, {name: old[recorded] for name, recorded in names.items()})

    def test_a_body_without_a_motion_rests_at_its_pose(self):
        for precision in PRECISIONS:
            rest = self.answer("--precision", precision, dim=2, **{**self.ROD, "b": "disc", "pose_b": {"p": [3, 0.5], "angle": 1}})
            moving = self.answer("--precision", precision, dim=2, **{**self.ROD, "b": "disc", "motion_b": {"start": {"p": [3, 0.5], "angle": 1}}})
            self.assertEqual(rest, moving)

    def test_the_center(self):
        """A rod that rotates about its end goes twice as far."""
        rod = {**self.ROD, "motion_a": {"center": [-1, 0], "angle": math.pi / 2}}
        r = self.answer(dim=2, **{**rod, "b": [[-1, 1.75]]})
        self.assertAlmostEqual(r["t"], 1, delta=1e-5)
        self.assertTrue(self.answer(dim=2, **{**rod, "b": [[-1, 2.25]]})["miss"])

    def test_max_t(self):
        r = self.answer(dim=2, **self.ROD, max_t=0.25)
        self.assertEqual((r["hit"], r["miss"], r["t_safe"]), (False, True, 0.25))

    def test_half_spaces_move(self):
        rise = {"op": "time_of_impact", "a": GROUND, "motion_a": {"velocity": [0, 0, 8]}, "b": "unit_box", "pose_b": {"p": [9, 9, 4]}}
        r = self.answer(**rise, target_tolerance=1e-9)
        self.near([r["t"], *r["normal"]], [3.5 / 8, 0, 0, 1])
        r = self.answer(op="time_of_impact", a=BALL, motion_a={"start": {"p": [3, 0, 5]}, "velocity": [2, 0, -6], "axis": [0, 1, 0], "angle": 7},
                        b={**GROUND, "offset": 1}, target=0.5)
        self.near([r["t"], *r["normal"]], [0.5, 0, 0, -1], 1e-4)

    def test_errors(self):
        rod = {key: value for key, value in self.ROD.items() if key != "motion_a"}
        for change, error in (({}, "motion_a: missing, and motion_b too: nothing moves"),
                              ({"motion_a": {}, "pose_a": {}}, "pose_a: given beside motion_a, whose start is the pose"),
                              ({"motion_a": {}, "motion_b": {}, "pose_b": {}}, "pose_b: given beside motion_b, whose start is the pose"),
                              ({"motion_a": 7}, "motion_a: not an object"), ({"motion_a": {"angle": "1"}}, "motion_a.angle: not a number"),
                              ({"motion_a": {"start": {"q": [0, 0]}}}, "motion_a.start.q: all zero"),
                              ({"motion_a": {"start": 7}}, "motion_a.start: not an object"),
                              ({"motion_a": {"start": {"p": [0, "1"]}}}, "motion_a.start.p[1]: not a number"),
                              ({"motion_b": {"velocity": [1, 2, 3]}}, "motion_b.velocity: has 3 numbers, expected 2"),
                              ({"motion_b": {"axis": [0, 1]}}, "motion_b.axis: not a member of a motion in 2D, expected start, center, velocity, angle"),
                              ({"motion_b": {}, "target_tolerance": -1}, "target_tolerance: negative")):
            self.assertEqual(self.error(dim=2, **rod, **change) if "target_tolerance" not in change else
                             self.error(dim=2, **{**rod, **change}), error)
        twice = json.dumps({"dim": 2, **rod, "motion_a": "HERE"}).replace('"HERE"', '{"angle":1,"start":{},"start":{}}')
        done = subprocess.run([ABUT, "query"], input=twice.encode(), capture_output=True, timeout=60)
        self.assertEqual(json.loads(done.stdout)["error"], "motion_a.start: given twice")
        self.assertEqual(self.error("--precision", "float", dim=2, **rod, motion_a={"center": [0, 1e39]}), "motion_a.center[1]: too large for float")


class OneShape(Verbs):
    def test_closest_point(self):
        for precision in PRECISIONS:
            r = self.answer("--precision", precision, op="closest_point", a="unit_box", pose_a={"p": [0, 0, 2]}, ra=0.5, point=[0.25, 0, 9])
            self.assertEqual(list(r), BEGIN + ["distance", "lower", "upper", "inside", "point", "normal"])
            self.assertEqual((r["status"], r["inside"]), ("converged", False))
            self.assertTrue(r["lower"] <= 6 <= r["upper"] < r["lower"] + 1e-5, r)
            self.near([*r["point"], *r["normal"]], [0.25, 0, 3, 0, 0, 1])
            r = self.answer("--precision", precision, op="closest_point", a="unit_box", point=[0.25, 0, 0])
            self.assertEqual((r["distance"], r["inside"], r["point"], r["normal"]), (0, True, [0.25, 0, 0], None))
        r = self.answer(op="closest_point", a=GROUND, point=[1, 2, 3])
        self.assertEqual((r["distance"], r["point"], r["normal"]), (3, [1, 2, 0], [0, 0, 1]))
        r = self.answer(op="closest_point", a="unit_cone", point=[30, 20, 10], cutoff=1)
        self.assertEqual((r["status"], r["distance"], r["upper"], r["point"]), ("cutoff", None, None, None))
        self.assertEqual(self.error(op="closest_point", a="unit_cone"), "point: missing")

    def test_aabb(self):
        for precision in PRECISIONS:
            r = self.answer("--precision", precision, op="aabb", a="unit_cylinder", ra=0.5, pose_a={"p": [1, 2, 3]})
            self.assertEqual(list(r), BEGIN + ["min", "max"])
            self.near(r["min"], [-0.5, 0.5, 1.5])
            self.near(r["max"], [2.5, 3.5, 4.5])
            self.assertTrue(r["min"][0] <= -0.5 and r["max"][0] >= 2.5, r)

    def test_a_side_without_end_is_null(self):
        r = self.answer(op="aabb", a={**GROUND, "offset": 0.5}, pose_a={"p": [7, 7, 7]})
        self.assertEqual((r["min"], r["max"]), ([None] * 3, [None, None, 7.5]))
        r = self.answer(op="aabb", a={**GROUND, "normal": [1, 1, 1]})
        self.assertEqual((r["min"], r["max"]), ([None] * 3, [None] * 3))


class Gradient(Verbs):
    PAIR = {"a": "unit_box", "b": {"shape": "capsule", "radius": 0.25, "half_height": 1}, "pose_b": {"p": [2, 1, 0.5], "q": [1, 0.25, 0.5, 0]}}

    def test_fields(self):
        for precision in PRECISIONS:
            for op in ("separation_gradient", "gradient"):
                r = self.answer("--precision", precision, op=op, **self.PAIR)
                self.assertEqual(list(r), BEGIN + ["separation", "lower", "upper", "point_a", "point_b", "normal", "a", "b", "unique"])
                self.assertEqual((r["op"], list(r["a"]), list(r["b"]), r["unique"]), (op, ["translation", "rotation"], ["translation", "rotation"], True))
                self.assertEqual(r["b"]["translation"], r["normal"])
                self.assertEqual(len(r["a"]["rotation"]), 3)
        flat = self.answer(dim=2, op="gradient", a="disc", b="square", pose_b={"p": [3, 1]})
        self.assertIsInstance(flat["b"]["rotation"], float)
        self.assertFalse(self.answer(op="gradient", a="unit_box", b="unit_box", pose_b={"p": [2, 0, 0]})["unique"])

    def test_is_that_of_the_separation(self):
        r, h = self.answer(op="gradient", **self.PAIR), 1e-6
        for axis in range(3):
            p = list(self.PAIR["pose_b"]["p"])
            p[axis] += h
            moved = self.answer(op="separation", **{**self.PAIR, "pose_b": {**self.PAIR["pose_b"], "p": p}})
            self.assertAlmostEqual((moved["separation"] - r["separation"]) / h, r["b"]["translation"][axis], delta=1e-5)

    def test_without_points_there_is_none(self):
        r = self.answer(op="gradient", a="unit_cone", b="unit_cone", pose_b={"p": [9, 3, 2]}, cutoff=1)
        self.assertEqual((r["status"], r["a"], r["b"], r["unique"]), ("cutoff", None, None, False))

    def test_a_half_space(self):
        r = self.answer(op="gradient", a="unit_cone", b=GROUND, pose_a={"p": [0, 0, 3], "q": [1, 0.3, 0, 0]})
        self.assertEqual((r["normal"], r["a"]["translation"], r["b"]["translation"], r["unique"]), ([0, 0, -1], [0, 0, 1], [0, 0, -1], True))


class DepthAlong(Verbs):
    def test_fields(self):
        sunk = {"op": "depth_along", "a": "unit_box", "b": "unit_box", "pose_b": {"p": [0.75, 0.25, 0]}}
        for precision in PRECISIONS:
            r = self.answer("--precision", precision, **sunk, direction=[0, 0, 2])
            self.assertEqual(list(r), BEGIN + ["depth", "lower", "upper", "point_a", "point_b", "normal"])
            self.assertTrue(r["lower"] <= 1 <= r["upper"] < r["lower"] + 1e-5, r)
            self.near(r["normal"], [0, 0, 1])
        self.assertEqual(self.error(**sunk), "direction: missing")
        self.assertEqual(self.error(**sunk, direction=[0, 0, 0]), "direction: all zero")
        slope = {"op": "depth_along", "a": GROUND, "b": [[0, 0, -3], [0, 0, 1]]}
        self.near([self.answer(**slope, direction=[4, 0, 3])["depth"]], [5])
        self.assertIsNone(self.answer(**slope, direction=[1, 0, 0])["depth"])


class Traces(Verbs):
    """abut trace shows the ops of the library as it does those of recorded cases."""

    def trace(self, record, *arguments):
        done = run("trace", record, *arguments)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        return done.stdout.decode()

    def test_answers_and_pictures(self):
        flat = {"dim": 2, "a": [[0, 0], [1, 0], [0, 1]], "b": [[3, -2], [4, 0], [3, 2]]}
        ray = {"op": "ray_cast", "dim": 2, "a": flat["b"], "origin": [0, 0.25], "direction": [1, 0]}
        for record, methods in ((ray, ("gjk", "advancement", "mpr")), ({**flat, "op": "shape_cast", "translation": [4, 0], "translation_b": [-1, 0]}, ("gjk", "mpr")),
                                ({**flat, "op": "time_of_impact", "motion_a": {"velocity": [4, 0], "angle": 3}}, ("advancement", "bilateral", "substep")),
                                ({**flat, "op": "depth_along", "pose_b": {"p": [-3, 0]}, "direction": [0, 1]}, ("mpr",))):
            for method in methods:
                t = json.loads(self.trace(record, "--method", method))
                self.assertEqual(t["answer"], self.answer("--method", method, **record))
                self.assertGreater(len(t["events"]), 0)
                drawn = self.trace(record, "--method", method, "--format", "svg")
                self.assertIn("</svg>", drawn)
                self.assertNotRegex(drawn, r"\b(nan|inf)\b")

    def test_the_steps_are_those_of_recorded_ops(self):
        cast = {"dim": 2, "a": [[0, 0], [1, 0], [0, 1]], "b": [[3, -2], [4, 0], [3, 2]]}
        old = json.loads(self.trace({**cast, "op": "linear_cast", "v": [4, 0]}))
        new = json.loads(self.trace({**cast, "op": "shape_cast", "translation": [4, 0]}))
        self.assertEqual(new["events"], old["events"])
        # Only their difference matters: the picture lets B rest.
        both = json.loads(self.trace({**cast, "op": "shape_cast", "translation": [3, 0], "translation_b": [-1, 0]}))
        self.assertEqual(both["events"], old["events"])

    def test_ops_without_steps(self):
        for record in ({"op": "aabb", "dim": 2, "a": "disc"}, {"op": "closest_point", "dim": 2, "a": "disc", "point": [3, 0]},
                       {"op": "gradient", "dim": 2, "a": "disc", "b": "square"}):
            done = run("trace", record)
            self.assertEqual(done.returncode, 1)
            self.assertIn("op: %s has no steps to show" % record["op"], done.stderr.decode())


class RecordedNames(Verbs):
    """The ops of recorded cases keep their fields, and their bits."""

    def test_a_ray_at_a_half_space_allows_for_a_pose(self):
        ray = {"origin": [0.3, 0.7, 5.1], "dim": 3}
        slope = {**GROUND, "normal": [0.1, 0.7, 3]}
        old = self.answer(op="raycast", **ray, b=slope, dir=[0.1, 0.2, -1.3])
        placed = self.answer(op="raycast", **ray, b=slope, pose_b={}, dir=[0.1, 0.2, -1.3])
        self.assertEqual(old, placed)
        new = self.answer(op="ray_cast", **ray, a=slope, direction=[0.1, 0.2, -1.3])
        self.assertGreater(new["t_safe"], old["t_safe"])

    def test_fields(self):
        flat = {"dim": 2, "a": [[0, 0]], "b": [[3, 0]]}
        for record, fields in (({"op": "raycast", "dim": 2, "hull": [[3, 0]], "origin": [0, 0], "dir": [1, 0]}, ["hit", "t", "t_safe", "point", "normal", "started_inside"]),
                               ({**flat, "op": "linear_cast", "v": [1, 0]}, ["hit", "t", "t_safe", "point_a", "point_b", "normal", "started_inside"]),
                               ({**flat, "op": "toi", "sweep_a": {"c0": [0, 0], "c1": [1, 0]}, "sweep_b": {"c0": [0, 0], "c1": [0, 0]}},
                                ["hit", "t", "t_safe", "start", "lower", "upper", "tolerance", "point_a", "point_b", "normal"]),
                               ({**flat, "op": "rounded", "ra": 0, "rb": 0}, ["distance", "signed_distance", "lower", "upper", "point_a", "point_b", "normal"])):
            self.assertEqual(list(self.answer(**record)), BEGIN + fields)


if __name__ == "__main__":
    unittest.main()
