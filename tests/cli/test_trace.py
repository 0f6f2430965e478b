"""abut trace: the events, the picture, the errors. The tool's path is in the environment, ABUT."""
import json
import math
import os
import re
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree as xml
from pathlib import Path

ABUT = os.environ["ABUT"]
ROOT = Path(__file__).resolve().parents[2]
SVG = "{http://www.w3.org/2000/svg}"

U, TINIEST = 2.0 ** -53, 2.0 ** -1074  # half the distance from 1 to the next double; the least positive one

PAIR = {"id": "pair", "op": "distance", "dim": 2, "a": [[0, 0], [2.4, 0.4], [0.8, 2.2]], "b": "square",
        "pose_b": {"p": [3.6, 2.4], "angle": 0.5}}


def run(*arguments, text=""):
    return subprocess.run([ABUT, *arguments], input=text.encode(), capture_output=True, timeout=120)


def trace(record, *arguments):
    done = run("trace", *arguments, text=json.dumps(record))
    if done.returncode != 0:
        raise AssertionError(done.stderr.decode())
    return done.stdout.decode()


def plane(**fields):
    return {"op": "distance", "dim": 2, "a": [[0, 0]], "b": [[0, 2]], **fields}


def space(**fields):
    return {"op": "distance", "dim": 3, "a": [[0, 0, 0]], "b": [[0, 0, 2]], **fields}


# Every kind of shape, answer, and difficulty.
RECORDS = {
    "pair": PAIR,
    "points": plane(),
    "one point twice": plane(b=[[0, 0]]),
    "identical": plane(a="square", b="square"),
    "overlap": plane(a=[[0, 0], [3, 0], [1, 3]], b=[[1, 1], [4, 1], [3, 3]]),
    "touching": plane(a="square", b="square", pose_b={"p": [1, 0.25]}),
    "turned a": plane(a="square", pose_a={"p": [1, 1], "angle": 1}, b="triangle", pose_b={"p": [4, 0], "angle": 2}),
    "ellipses": plane(a={"shape": "ellipsoid", "radii": [2, 1]}, b={"shape": "ellipsoid", "radii": [1, 3]},
                      pose_b={"p": [5, 2], "angle": 0.5}),
    "rounded": plane(op="rounded", a=[[0, 0], [2, 0]], ra=0.5, b=[[1, 4], [3, 3], [2, 5]], rb=0.25),
    "radii overlap": plane(op="rounded", a=[[0, 0], [2, 0]], ra=1, b=[[1, 1.2]], rb=0.8),
    "rounded, cores meet": plane(op="rounded", a=[[0, 0], [4, 0], [0, 4]], b=[[1, 1]], ra=1, rb=1),
    "tiny": plane(a=[[0, 0], [1e-310, 0], [0, 1e-310]], b=[[3e-310, 3e-310], [4e-310, 5e-310]]),
    "huge": plane(a=[[0, 0], [1e307, 0], [0, 1e307]], b=[[3e307, 3e307], [4e307, 5e307]]),
    "far out": plane(a=[[1e9, 1e9], [1e9, 1e9 + 1]], b=[[1e9 + 2, 1e9], [1e9 + 3, 1e9 + 1], [1e9 + 3, 1e9]]),
    "needles": plane(a=[[0, 0], [1e6, 1]], b=[[0, 1e-3], [1e6, 1.5]]),
    "space": space(a="unit_box", b="tetrahedron", pose_b={"p": [3, 1, 1], "q": [0.9, 0.2, 0.3, 0.1]}),
    "identical in space": space(a="octahedron", b="octahedron"),
    "curved in space": space(a="unit_cylinder", b="unit_cone", pose_b={"p": [3, 1, 0.5], "q": [0.9, 0.3, -0.3, 0]}),
    "balls that overlap": space(a="unit_ball", b={"shape": "ball", "radius": 0.5}, pose_b={"p": [0, 1, 0]}),
    "flat in space": space(a=[[0, 0, 0], [1, 0, 0], [0, 1, 0]], b=[[0, 0, 1], [1, 1, 1]]),
    "points in space": space(),
    "one size of a million": space(a={"shape": "ball", "radius": 1e-5}, b="unit_box", pose_b={"p": [1, 1, 1]}),
}


# Those of other ops, with the methods that answer them.
DEEP = {"a": [[0, 0], [3, 0], [1, 3]], "b": [[1, 1], [4, 1], [3, 3]]}
SEARCHES = {
    "penetration": (plane(op="penetration", **DEEP), ("epa", "mpr")),
    "penetration of what is apart": ({**PAIR, "op": "penetration"}, ("epa", "mpr")),
    "along a direction": (plane(op="penetration", direction=[1, 2], **DEEP), ("mpr",)),
    "separation": (plane(op="separation", **DEEP), ("epa",)),
    "separation of what is apart": ({**PAIR, "op": "separation"}, ("epa",)),
    "rounded": (plane(op="separation", a=[[0, 0], [4, 0], [0, 4]], b=[[1, 1]], ra=1, rb=1), ("epa",)),
    "ellipses": (plane(op="penetration", a={"shape": "ellipsoid", "radii": [2, 1]}, b={"shape": "ellipsoid", "radii": [1, 1]}, pose_b={"p": [2.5, 0.5]}), ("epa", "mpr")),
    "in space": (space(op="penetration", a="unit_box", b="tetrahedron", pose_b={"p": [1, 0.25, 0.5], "q": [0.9, 0.2, 0.3, 0.1]}), ("epa", "mpr")),
    "in space along a direction": (space(op="penetration", a="unit_box", b="unit_cone", pose_b={"p": [0.5, 0, 0]}, direction=[0, 1, 0]), ("mpr",)),
    "overlap": (plane(op="overlap", **DEEP), ("gjk", "mpr")),
    "overlap of what is apart": ({**PAIR, "op": "overlap"}, ("gjk", "mpr")),
    "overlap in space": (space(op="overlap", a="unit_box", b="unit_ball", pose_b={"p": [1, 0, 0.25]}), ("gjk", "mpr")),
    "overlap that is left open": (space(op="overlap", a=[[0, 0, 0], [2, 0, 0]], b=[[1, -1, 0], [1, 1, 0]]), ("gjk", "mpr")),
}


class Searches(unittest.TestCase):
    def for_all(self, check):
        for name, (record, methods) in SEARCHES.items():
            for method in methods:
                for precision in ("double", "float"):
                    arguments = ("--method", method, "--precision", precision)
                    with self.subTest(record=name, arguments=arguments):
                        check(record, arguments, json.loads(trace(record, *arguments)))

    def test_the_answer_is_that_of_query(self):
        def check(record, arguments, t):
            answer = json.loads(run("query", *arguments, text=json.dumps(record)).stdout)
            if record["op"] == "overlap":  # the bounding spheres may have been enough
                self.assertEqual(answer["overlap"], t["answer"]["overlap"])
            else:
                self.assertEqual(t["answer"], answer)

        self.for_all(check)

    def test_events_are_counted_and_know_their_algorithm(self):
        def check(record, arguments, t):
            events = t["events"]
            kinds = [e["event"] for e in events]
            self.assertEqual(kinds, sorted(kinds, key=["gjk", "epa", "mpr"].index))  # one after the other
            if arguments[1] == "mpr":
                self.assertEqual(set(kinds), {"mpr"})
            numbers = [e["iteration"] for e in events]
            self.assertEqual(numbers, sorted(set(numbers)) if "gjk" not in kinds or "mpr" not in kinds else numbers)
            self.assertLessEqual(len(events), t["answer"]["iterations"])
            self.assertNotEqual(events[-1]["stop"], None)

        self.for_all(check)

    def test_facets_and_bounds_of_epa(self):
        def check(record, _arguments, t):
            steps = [e for e in t["events"] if e["event"] == "epa"]
            overlaps = t["answer"].get("depth", 0) > 0 or t["answer"].get("separation", 0) < 0
            self.assertEqual(bool(steps), overlaps and "epa" in _arguments)
            least = math.inf
            for step in steps:
                self.assertEqual([len(p) for p in step["facet"]], [record["dim"]] * record["dim"])
                self.assertAlmostEqual(math.hypot(*step["direction"]), 1, delta=24 * U)
                self.assertLessEqual(step["upper"], least)
                self.assertLessEqual(step["lower"], step["upper"])
                least = step["upper"]
                # The point lies beyond the facet, or in it: lower against the direction.
                height = math.fsum(d * x for d, x in zip(step["direction"], step["support"]))
                for p in step["facet"]:
                    self.assertLessEqual(height, math.fsum(d * x for d, x in zip(step["direction"], p)) + 1e-14)

        self.for_all(check)

    def test_pictures(self):
        def check(record, arguments, t):
            root = xml.fromstring(trace(record, "--format", "svg", *arguments))
            panels = [panel.get("class") for panel in root.iter(SVG + "svg")][1:]
            self.assertEqual(panels, ["panel world", "panel difference"] + ["panel step"] * min(len(t["events"]), 10))
            text = "".join(root.itertext())
            self.assertIn("It ended because", text)
            self.assertNotIn("nan", text)

        self.for_all(check)

    def test_what_has_no_steps(self):
        ground = {"shape": "half_space", "normal": [0, 1], "offset": 0}
        for record, message in ((plane(op="contact"), "op: contact has no steps to show"), (plane(op="hull"), "op: hull has no steps to show"),
                                (plane(op="penetration", a=ground), "a.shape"), (plane(op="overlap", b=ground), "b.shape")):
            for form in ("json", "svg"):
                done = run("trace", "--format", form, text=json.dumps(record))
                self.assertEqual((done.returncode, done.stdout), (1, b""))
                self.assertIn(message, done.stderr.decode())


class Casts(unittest.TestCase):
    RAY = {"op": "raycast", "dim": 2, "hull": [[2, -1], [4, 0], [2, 1]], "origin": [0, 0.25], "dir": [4, 0.25], "max_t": 1}
    SWEEP = space(op="linear_cast", a="unit_box", b="octahedron", pose_b={"p": [4, 0.25, 0.5], "q": [0.9, 0.1, 0.3, 0.2]}, v=[6, 0, 0])
    PAST = plane(op="linear_cast", a="square", b="disc", pose_b={"p": [0, 5]}, v=[6, 2])

    def test_has_the_planes_of_every_method_and_the_steps_of_its_own(self):
        kinds = {"gjk": {"cast"}, "advancement": {"cast", "gjk"}, "mpr": {"cast", "mpr"}}
        for record in (self.RAY, self.SWEEP, self.PAST):
            for method, told in kinds.items():
                for precision in ("float", "double"):
                    story = json.loads(trace(record, "--method", method, "--precision", precision))
                    events = [e for e in story["events"] if e["event"] == "cast"]
                    self.assertEqual({e["event"] for e in story["events"]} | {"cast"}, told)
                    self.assertEqual(len(events), story["answer"]["iterations"])
                    safe = [e["t_safe"] for e in events]
                    self.assertEqual(safe, sorted(safe))
                    self.assertEqual(story["answer"]["hit"], record is not self.PAST)
                    self.assertEqual(events[-1]["missed"], record is self.PAST)

    def test_draws_the_sweep(self):
        for record in (self.RAY, self.SWEEP, self.PAST):
            for method in ("gjk", "advancement", "mpr"):
                picture = xml.fromstring(trace(record, "--format", "svg", "--method", method))
                texts = " ".join(t.text or "" for t in picture.iter(SVG + "text"))
                self.assertIn(record["op"] + " by " + method, texts)
                self.assertIn("A miss, proven" if record is self.PAST else "A hit:", texts)

    def test_a_half_space_has_no_outline(self):
        record = space(op="linear_cast", b={"shape": "half_space", "normal": [0, 0, 1], "offset": -3}, v=[0, 0, -6])
        done = run("trace", "--format", "svg", text=json.dumps(record))
        self.assertEqual((done.returncode, done.stdout), (1, b""))
        self.assertIn("b: a half_space has no outline to draw; --format json works", done.stderr.decode())


class Overlap(unittest.TestCase):
    APART = plane(op="overlap", a="square", b="square", pose_b={"p": [1.1, 0.3], "angle": 0.2})
    MET = space(op="overlap", a="unit_box", b="unit_ball", pose_b={"p": [1, 0, 0.25]})

    def test_tells_the_steps_of_its_method_and_no_other(self):
        for record in (self.APART, self.MET):
            for method in ("gjk", "mpr"):
                for precision in ("float", "double"):
                    story = json.loads(trace(record, "--method", method, "--precision", precision))
                    events, answer = story["events"], story["answer"]
                    self.assertEqual({e["event"] for e in events}, {method})
                    self.assertEqual(answer["overlap"], record is self.MET)
                    self.assertEqual(len(events), answer["iterations"])
                    self.assertEqual([e["iteration"] for e in events], list(range(1, len(events) + 1)))
                    self.assertTrue(all((e["stop"] is None) == (e is not events[-1]) for e in events))
                    if record is self.APART:
                        self.assertEqual(events[-1]["stop"], "cutoff")
                        self.assertLess(math.dist(events[-1]["direction"], answer["axis"]), 1e-6)

    def test_portals_have_as_many_points_as_dimensions(self):
        for record, dim in ((self.APART, 2), (self.MET, 3)):
            for event in json.loads(trace(record, "--method", "mpr"))["events"]:
                self.assertEqual(event["portal"] is None, event["center"] is None)
                if event["portal"] is not None:
                    self.assertEqual([len(p) for p in event["portal"]], [dim] * dim)

    def test_unknown_method(self):
        for record, text in ((self.MET, "op: overlap has no method epa, only gjk and mpr"), (PAIR, "op: distance has no method mpr, only gjk")):
            done = run("trace", "--method", "epa" if record is self.MET else "mpr", text=json.dumps(record))
            self.assertEqual((done.returncode, done.stdout), (1, b""))
            self.assertIn(text, done.stderr.decode())


class Impact(unittest.TestCase):
    ROD = plane(id="rod & <point>", op="toi", a=[[-1, 0], [1, 0]], b=[[0, 0.5]], tol=1e-6,
                sweep_a={"c0": [0, 0], "c1": [0, 0.1], "a0": 0, "a1": 3}, sweep_b={"c0": [0, 0], "c1": [0, 0]})
    BOXES = space(op="toi", a="unit_box", b="unit_cylinder", sweep_a={"c0": [-9, 0, 0], "c1": [0, 0, 0], "axis": [1, 1, 1], "angle": 7},
                  sweep_b={"c0": [0, 0, 0], "c1": [0, 0, 0]})
    MISS = {**BOXES, "sweep_b": {"c0": [0, 9, 0], "c1": [0, 9, 0]}}

    def test_tells_the_distances_on_the_way(self):
        for record in (self.ROD, self.BOXES, self.MISS):
            for method in ("advancement", "bilateral", "substep"):
                for precision in ("float", "double"):
                    story = json.loads(trace(record, "--method", method, "--precision", precision))
                    events, answer = story["events"], story["answer"]
                    asked = run("query", "--method", method, "--precision", precision, text=json.dumps(record))
                    self.assertEqual(answer, json.loads(asked.stdout))
                    self.assertEqual({e["event"] for e in events}, {"toi"})
                    looks = [e for e in events if e["iteration"] > 0]
                    self.assertTrue(all(e["bound"] == "balls" and e["normal"] is None for e in events if e["iteration"] == 0))
                    self.assertLessEqual(len(looks), answer["iterations"])
                    if method == "substep":
                        continue
                    for e, after in zip(looks, looks[1:]):
                        self.assertGreater(after["t"], e["t"])
                        self.assertGreaterEqual(after["t"], (e["t"] + e["advance"]) * (1 - 1e-14))
                        self.assertGreater(after["lower"], 0)
                    if answer["hit"]:
                        self.assertEqual((looks[-1]["bound"], looks[-1]["advance"]), ("none", 0))
                        self.assertAlmostEqual(looks[-1]["t"], answer["t"], delta=1e-7)

    def test_of_a_half_space(self):
        record = {**self.BOXES, "b": {"shape": "half_space", "normal": [-1, 0, 0], "offset": 0}}
        story = json.loads(trace(record))
        self.assertEqual(story["events"][-1]["bound"], "none")
        self.assertEqual(story["events"][-1]["normal"], [1, 0, 0])
        done = run("trace", "--format", "svg", text=json.dumps(record))
        self.assertEqual((done.returncode, done.stdout), (1, b""))
        self.assertIn("b: a half_space has no outline to draw; --format json works", done.stderr.decode())

    def test_draws_the_poses(self):
        for record, text in ((self.ROD, "Contact at t ="), (self.BOXES, "Contact at t ="), (self.MISS, "No contact: proven")):
            self.assertIn(text, "".join(xml.fromstring(trace(record, "--format", "svg")).itertext()))
        picture = trace(self.ROD, "--format", "svg")
        self.assertIn("rod & <point>", "".join(xml.fromstring(picture).itertext()))
        self.assertEqual(picture, trace(self.ROD, "--format", "svg"))


class Events(unittest.TestCase):
    def for_all(self, check):
        for name, record in RECORDS.items():
            for precision in ("double", "float"):
                if precision == "float" and name in ("tiny", "huge"):
                    continue  # out of the range of float
                with self.subTest(record=name, precision=precision):
                    t = json.loads(trace(record, "--precision", precision))
                    # If the cores meet, EPA follows: see Searches.
                    t["events"] = [event for event in t["events"] if event["event"] == "gjk"]
                    check(record, precision, t)

    def test_fields(self):
        t = json.loads(trace(PAIR))
        self.assertEqual(list(t), ["id", "op", "dim", "precision", "events", "answer"])
        self.assertEqual((t["id"], t["op"], t["dim"], t["precision"]), ("pair", "distance", 2, "double"))
        for i, event in enumerate(t["events"]):
            self.assertEqual(list(event), ["event", "iteration", "direction", "support", "ids", "simplex", "region",
                                           "weights", "nearest", "lower", "upper", "stop"])
            self.assertEqual((event["event"], event["iteration"]), ("gjk", i + 1))

    def test_the_answer_is_that_of_query(self):
        def check(record, precision, t):
            answer = json.loads(run("query", "--precision", precision, text=json.dumps(record)).stdout)
            if answer["iterations"] == 0:  # in closed form; traced, GJK has iterated, and proven the same
                self.assertGreater(len(t["events"]), 0)
                self.assertLessEqual(t["answer"]["lower"], answer["upper"])
                self.assertLessEqual(answer["lower"], t["answer"]["upper"])
                return
            self.assertEqual(t["answer"], answer)
            if t["events"][-1]["stop"] == "origin_reached":  # the cores meet, and EPA continued to the depth
                self.assertLess(len(t["events"]), answer["iterations"])
            else:
                self.assertEqual(len(t["events"]), answer["iterations"])

        self.for_all(check)

    def test_weights_make_the_nearest_point(self):
        def check(record, _precision, t):
            for event in t["events"]:
                size = max(abs(x) for vertex in event["simplex"] for x in vertex) or 1
                self.assertEqual(len(event["weights"]), len(event["simplex"]))
                self.assertAlmostEqual(sum(event["weights"]), 1, delta=8 * U)  # four quotients and their sum
                self.assertTrue(all(w >= 0 for w in event["weights"]))
                # The closest feature: exactly the vertices with positive weights.
                self.assertEqual(event["region"], [i for i, w in enumerate(event["weights"]) if w > 0])
                for axis in range(record["dim"]):
                    combined = math.fsum(w * p[axis] / size for w, p in zip(event["weights"], event["simplex"]))
                    # A few roundings each of the weights, the sum, and the rotation into the world; two of subnormals.
                    self.assertAlmostEqual(combined, event["nearest"][axis] / size, delta=32 * U + 2 * TINIEST / size)

        self.for_all(check)

    def test_bounds_close_and_the_last_event_tells_why(self):
        def check(_record, _precision, t):
            before = -math.inf
            for event in t["events"]:
                lower = -math.inf if event["lower"] is None else event["lower"]
                self.assertLessEqual(lower, event["upper"])
                self.assertGreaterEqual(lower, before)
                before = lower
            *going, last = t["events"]
            self.assertTrue(all(event["stop"] is None for event in going))
            self.assertIn(last["stop"], ("repeated_vertex", "bounds_met", "origin_reached", "rounding"))

        self.for_all(check)

    def test_directions_are_unit_vectors_and_supports_lowest_along_them(self):
        def check(_record, _precision, t):
            for event in t["events"]:
                # Scaled, squared, summed, divided; and rotated into the world by a matrix that is off by 10 U.
                self.assertAlmostEqual(math.hypot(*event["direction"]), 1, delta=24 * U)
                size = max(abs(x) for p in [event["support"], *event["simplex"]] for x in p) or 1
                height = math.fsum(d * x / size for d, x in zip(event["direction"], event["support"]))
                for p in event["simplex"]:
                    # Both points are rotated by that matrix too, and were compared by heights of a few roundings.
                    other = math.fsum(d * x / size for d, x in zip(event["direction"], p))
                    self.assertLessEqual(height, other + 64 * U + 4 * TINIEST / size)

        self.for_all(check)

    def test_vectors_are_turned_into_the_world(self):
        """The nearest point of B - A is the vector from the closest point of A to that of B."""
        for name in ("pair", "turned a", "space", "flat in space"):
            t = json.loads(trace(RECORDS[name]))
            r = t["answer"]
            gap = [b - a for a, b in zip(r["point_a"], r["point_b"])]
            self.assertAlmostEqual(math.dist(gap, t["events"][-1]["nearest"]), 0, delta=1e-13)

    def test_ids_are_those_of_the_points(self):
        record = plane(a=[[0, 0], [1, 0], [0, 1]], b=[[3, 3], [5, 2], [4, 6]])
        for event in json.loads(trace(record))["events"]:
            i, k = event["ids"]
            self.assertEqual(event["support"], [record["b"][k][axis] - record["a"][i][axis] for axis in (0, 1)])

    def test_curved_shapes_have_no_ids(self):
        self.assertEqual(json.loads(trace(RECORDS["ellipses"]))["events"][0]["ids"], [None, None])

    def test_the_example_of_the_documentation(self):
        text = (ROOT / "docs" / "trace-format.md").read_text()
        record, answer = text.split("```json\n")[1:3]
        self.assertEqual(run("trace", text=record.split("```")[0]).stdout.decode(), answer.split("```")[0])


class Pictures(unittest.TestCase):
    def panels(self, record, *arguments):
        root = xml.fromstring(trace(record, "--format", "svg", *arguments))
        self.assertEqual(root.tag, SVG + "svg")
        return [panel.get("class") for panel in root.iter(SVG + "svg")][1:]

    def test_a_panel_for_each_step(self):
        for name, record in RECORDS.items():
            for precision in ("double", "float"):
                if precision == "float" and name in ("tiny", "huge"):
                    continue
                with self.subTest(record=name, precision=precision):
                    steps = len(json.loads(trace(record, "--precision", precision))["events"])
                    self.assertEqual(self.panels(record, "--precision", precision),
                                     ["panel world", "panel difference"] + ["panel step"] * min(steps, 10))

    def test_what_is_not_drawn_is_said(self):
        ellipses = RECORDS["ellipses"]
        steps = len(json.loads(trace(ellipses))["events"])
        self.assertGreater(steps, 10)
        self.assertIn(f"(steps 10 to {steps - 1} are not drawn)", trace(ellipses, "--format", "svg"))
        self.assertNotIn("not drawn", trace(PAIR, "--format", "svg"))

    def test_every_number_is_finite_and_near_the_page(self):
        for name, record in RECORDS.items():
            with self.subTest(record=name):
                root = xml.fromstring(trace(record, "--format", "svg"))
                for element in root.iter():
                    words = " ".join(v for k, v in element.attrib.items() if k in ("d", "x", "y", "x1", "y1", "x2", "y2",
                                                                                   "cx", "cy", "r", "points"))
                    for word in words.translate(str.maketrans("MLZ,", "    ")).split():
                        self.assertLess(abs(float(word)), 1e5, element.attrib)

    def test_text_is_escaped_and_shortened(self):
        root = xml.fromstring(trace({**PAIR, "id": "a < b & \"c\" " + "ä" * 100}, "--format", "svg"))
        title = next(root.iter(SVG + "text")).text
        self.assertTrue(title.startswith("a < b & "), title)
        self.assertLess(len(title), 80)
        for start in ("", "x"):  # whichever byte it is cut at
            text = json.dumps({**PAIR, "id": start + "\uffff" + "ä" * 100}, ensure_ascii=False)
            root = xml.fromstring(run("trace", "--format", "svg", text=text).stdout)
            self.assertTrue(next(root.iter(SVG + "text")).text.startswith(start + "?ää"))

    def test_bounds_and_reason_are_in_the_picture(self):
        picture = "".join(xml.fromstring(trace(PAIR, "--format", "svg")).itertext())
        self.assertIn("[1.626052169844", picture)
        self.assertIn("nothing of B - A comes nearer", picture)

    def test_the_same_bytes_every_time(self):
        self.assertEqual(trace(PAIR, "--format", "svg"), trace(PAIR, "--format", "svg"))


class Records(unittest.TestCase):
    LINES = "\n".join(json.dumps(plane(id=i, b=[[0, n + 1]])) for n, i in enumerate(["one", 2, "2", None]))

    def traced_id(self, *arguments):
        return json.loads(run("trace", *arguments, text="\n\n" + self.LINES).stdout)["id"]

    def test_the_first_or_the_one_that_was_named(self):
        self.assertEqual(self.traced_id(), "one")
        self.assertEqual(self.traced_id("--id", "one"), "one")
        self.assertEqual(self.traced_id("--id", '"one"'), "one")
        self.assertEqual(self.traced_id("--id", "2"), 2)
        self.assertEqual(self.traced_id("--id", '"2"'), "2")

    def test_broken_records_before_the_one_that_was_named_do_no_harm(self):
        self.assertEqual(json.loads(run("trace", "--id", "one", text="{\n" + self.LINES).stdout)["id"], "one")

    def test_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "records.jsonl"
            path.write_text(self.LINES)
            done = run("trace", str(path), "--id", "2")
        self.assertEqual(json.loads(done.stdout)["id"], 2)


class Errors(unittest.TestCase):
    def expect(self, status, message, *arguments, text=""):
        done = run("trace", *arguments, text=text)
        self.assertEqual(done.returncode, status, done)
        self.assertEqual(done.stdout, b"")
        self.assertIn(message, done.stderr.decode())

    def test_no_such_record(self):
        self.expect(2, "standard input: there is no record to trace", text="\n \n")
        self.expect(2, "none of the 1 records has the id nobody", "--id", "nobody", text=json.dumps(PAIR))
        self.expect(2, "cannot open /no/such/file", "/no/such/file")

    def test_bad_records(self):
        for text, message in (("{", "line 1: not one JSON object"),
                              ("\n\n" + json.dumps(plane(a=[])), "standard input: line 3: a: "),
                              (json.dumps(plane(op="torque")), "op: unknown 'torque'"),
                              (json.dumps(plane(dim=4)), "dim: is 4"),
                              (json.dumps(plane(b=[["x", 0]])), "b[0][0]")):
            for form in ("json", "svg"):
                self.expect(1, message, "--format", form, text=text)

    def test_further_apart_than_the_largest_number(self):
        record = json.dumps(plane(a=[[-1e308, 0]], b=[[1e308, 0]]))
        for text in (record, json.dumps(plane(a={"shape": "ball", "radius": 1.7e308}, b="disc")),
                     json.dumps(space(a={"shape": "box", "half": [1.7e308, 1, 1]}))):
            self.expect(1, "too large or too far apart to be drawn", "--format", "svg", text=text)
        event = json.loads(run("trace", text=record).stdout)["events"][0]
        self.assertEqual((event["support"], event["upper"]), ([None, 0], None))

    def test_bad_usage(self):
        self.expect(2, "--format", "--format", "png", text=json.dumps(PAIR))
        self.expect(2, "--precision", "--precision", "half", text=json.dumps(PAIR))

    def test_help_has_an_example_that_works(self):
        text = run("trace", "--help").stdout.decode()
        for word in ("--id", "--precision", "--format", "--out", "Exit status"):
            self.assertIn(word, text)
        command = text[text.index("  echo"):text.index("Records are those")]
        with tempfile.TemporaryDirectory() as folder:
            environment = {**os.environ, "PATH": f"{Path(ABUT).resolve().parent}:{os.environ['PATH']}"}
            subprocess.run(["sh", "-c", command], cwd=folder, env=environment, check=True, timeout=60)
            xml.parse(Path(folder) / "gap.svg")


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def names(self):
        return sorted(p.name for p in self.folder.iterdir())

    def test_out_replaces_the_whole_file(self):
        path = self.folder / "gap.svg"
        path.write_text("old " * 10000)
        self.assertEqual(trace(PAIR, "--format", "svg", "--out", str(path)), "")
        xml.parse(path)
        self.assertEqual(self.names(), ["gap.svg"])

    def test_a_bad_record_keeps_the_old_file(self):
        path = self.folder / "gap.svg"
        path.write_text("old")
        self.assertEqual(run("trace", "--format", "svg", "--out", str(path), text="{").returncode, 1)
        self.assertEqual((path.read_text(), self.names()), ("old", ["gap.svg"]))

    def test_a_full_disk_keeps_the_old_file(self):
        path = self.folder / "gap.svg"
        path.write_text("old")
        done = subprocess.run(["sh", "-c", 'ulimit -f 1; exec "$0" "$@"', ABUT, "trace", "--format", "svg", "--out", str(path)],
                              input=json.dumps(PAIR).encode(), capture_output=True, timeout=60)
        self.assertEqual(done.returncode, 2, done)
        self.assertIn(b"cannot write", done.stderr)
        self.assertEqual((path.read_text(), self.names()), ("old", ["gap.svg"]))

    def test_no_such_folder(self):
        done = run("trace", "--out", str(self.folder / "no" / "gap.json"), text=json.dumps(PAIR))
        self.assertEqual(done.returncode, 2)
        self.assertIn("cannot write", done.stderr.decode())

    def test_a_full_device(self):
        with open("/dev/full", "w") as full:
            done = subprocess.run([ABUT, "trace"], input=json.dumps(PAIR).encode(), stdout=full, stderr=subprocess.PIPE,
                                  timeout=60)
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"cannot write to standard output", done.stderr)


class Legends(unittest.TestCase):
    """The legend of a picture depends on the method that drew the marks."""

    def test_planes_of_epa_bound_from_above(self):
        picture = trace(plane(op="penetration", **DEEP), "--format", "svg")
        self.assertIn("plane that bounds the depth above", picture)
        self.assertNotIn("lower bound</text>", picture)

    def test_planes_of_gjk_prove_the_lower_bound(self):
        self.assertIn("plane that proves the lower bound", trace(PAIR, "--format", "svg"))

    def test_a_contact_that_may_not_be_the_first_is_called_so(self):
        record = (ROOT / "docs" / "figures" / "impact-substep.jsonl").read_text()
        self.assertIn("it may not be the first", trace(json.loads(record), "--method", "substep", "--format", "svg"))
        self.assertNotIn("it may not be the first", trace(json.loads(record), "--format", "svg"))


class Figures(unittest.TestCase):
    """docs/figures: every picture equals the output of `make figures` for the record beside it."""
    FOLDER = ROOT / "docs" / "figures"

    def test_are_up_to_date(self):
        records = sorted(self.FOLDER.glob("*.jsonl"))
        self.assertTrue(records)
        for record in records:
            with self.subTest(record=record.name):
                named = re.search("-(mpr|advancement|bilateral|substep)$", record.stem)
                method = named[1] if named else ""
                drawn = run("trace", "--method", method, "--format", "svg", str(record)).stdout
                self.assertTrue(drawn == record.with_suffix(".svg").read_bytes(), "run make figures, and look at the picture")

    def test_have_a_record_and_a_place_in_the_documentation(self):
        page = (ROOT / "docs" / "figures.md").read_text()
        page += "".join(chapter.read_text() for chapter in (ROOT / "docs" / "guide").glob("*.md"))
        for picture in self.FOLDER.glob("*.svg"):
            self.assertTrue(picture.with_suffix(".jsonl").exists(), picture)
            self.assertTrue(f"figures/{picture.name})" in page, f"{picture.name} is in no document")


if __name__ == "__main__":
    unittest.main()
