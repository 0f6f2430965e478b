"""The fields of a record: unknown and misspelled ones, annotations, options. The tool's path is in the environment, ABUT."""
import json
import os
import re
import subprocess
import unittest
from pathlib import Path

ABUT = os.environ["ABUT"]
ROOT = Path(__file__).resolve().parents[2]
CASES = ROOT / "tests/cases"

BOX = {"shape": "box", "half": [1, 1, 1]}
ROD = {"shape": "capsule", "radius": 1, "half_height": 2, "axis": "x"}
POSE = {"p": [5, 0, 0], "q": [1, 0, 0, 0]}
SWEEP = {"c0": [5, 0, 0], "c1": [0, 0, 0], "q0": [0, 0, 0, 1], "axis": [0, 0, 1], "angle": 1}
MOTION = {"start": {"p": [5, 0, 0]}, "center": [0, 0, 0], "velocity": [1, 0, 0], "axis": [0, 0, 1], "angle": 1}
PAIR = {"id": 1, "dim": 3, "a": BOX, "b": ROD, "pose_a": {"p": [0, 0, 0]}, "pose_b": POSE, "ra": 0, "rb": 0.5}

# With every field that the op has.
FULL = {
    "distance": {**PAIR, "op": "distance", "cutoff": 100, "tolerance": 1e-6, "method": "gjk"},
    "penetration": {**PAIR, "op": "penetration", "direction": [1, 0, 0], "tolerance": 1e-6, "method": "epa"},
    "depth_along": {**PAIR, "op": "depth_along", "direction": [1, 0, 0], "tolerance": 1e-6, "method": "mpr"},
    "separation_gradient": {**PAIR, "op": "separation_gradient", "cutoff": 100, "tolerance": 1e-6, "method": "epa"},
    "contact": {**PAIR, "op": "contact", "tolerance": 1e-6, "margin": 1, "max_points": 2, "method": "epa"},
    "closest_point": {"id": 1, "op": "closest_point", "dim": 3, "a": BOX, "pose_a": POSE, "ra": 0.5, "point": [1, 2, 3], "cutoff": 100,
                      "tolerance": 1e-6, "method": "gjk"},
    "aabb": {"id": 1, "op": "aabb", "dim": 3, "a": BOX, "pose_a": POSE, "ra": 0.5},
    "ray_cast": {"id": 1, "op": "ray_cast", "dim": 3, "a": BOX, "pose_a": POSE, "ra": 0.5, "origin": [5, 0, 0], "direction": [-1, 0, 0],
                 "max_t": 9, "at_start": "leave", "tolerance": 1e-6, "method": "gjk"},
    "shape_cast": {**PAIR, "op": "shape_cast", "translation": [9, 0, 0], "translation_b": [0, 1, 0], "target": 0.1, "max_t": 2,
                   "at_start": "penetration", "tolerance": 1e-6, "method": "gjk"},
    "time_of_impact": {"id": 1, "op": "time_of_impact", "dim": 3, "a": BOX, "b": ROD, "pose_b": POSE, "ra": 0, "rb": 0.5, "motion_a": MOTION,
                       "target": 0.1, "target_tolerance": 1e-6, "max_t": 0.5, "method": "advancement"},
    "time_of_impact of b": {"id": 1, "op": "time_of_impact", "dim": 3, "a": BOX, "b": ROD, "pose_a": POSE, "motion_b": MOTION},
    "raycast": {"id": 1, "op": "raycast", "dim": 3, "hull": BOX, "origin": [5, 0, 0], "dir": [-1, 0, 0], "max_t": 9,
                "tolerance": 1e-6, "method": "gjk"},
    "linear_cast": {**PAIR, "op": "linear_cast", "v": [9, 0, 0], "max_t": 2, "target": 0.1, "tolerance": 1e-6, "method": "gjk"},
    "toi": {"id": 1, "op": "toi", "dim": 3, "a": BOX, "b": ROD, "ra": 0, "rb": 0.5, "sweep_a": SWEEP, "sweep_b": SWEEP,
            "target": 0.1, "tol": 1e-6, "method": "advancement"},
    "hull": {"id": 1, "op": "hull", "dim": 3, "points": [[0, 0, 0], [1, 0, 0]]},
}
SHAPES = (BOX, ROD, {"shape": "ellipsoid", "radii": [1, 1, 1]}, {"shape": "hull", "vertices": [[0, 0, 0]]},
          {"shape": "half_space", "normal": [0, 0, 1], "offset": 1})
FLAT = {"op": "distance", "dim": 2, "a": [[0, 0]], "b": [[3, 0]]}
FLAT_MOTION = {"start": {"p": [5, 0]}, "center": [0, 0], "velocity": [1, 0], "angle": 1}
FLAT_SWEEP = {"c0": [0, 0], "c1": [0, 0], "a0": 0, "a1": 1}


def answers(records, *arguments):
    text = "\n".join(map(json.dumps, records))
    done = subprocess.run([ABUT, "query", *arguments], input=text.encode(), capture_output=True, timeout=120)
    return [json.loads(line) for line in done.stdout.splitlines()]


def annotations():
    """Those of the code."""
    source = (ROOT / "tools/abut/record/fields/annotations.cpp").read_text()
    return re.findall(r'"(\w+)"', re.search(r"annotations\[\] = {(.*?)};", source, re.DOTALL)[1])


def misspelled(name):
    """The case of a letter changed, and neighbors swapped."""
    spellings = {name.upper(), name.capitalize()}
    for i in range(len(name) - 1):
        spellings.add(name[:i] + name[i + 1] + name[i] + name[i + 2:])
    return sorted(spellings - {name})


def renamed(record, old, new):
    return {new if name == old else name: value for name, value in record.items()}


class Misspelled(unittest.TestCase):
    def test_full_records_are_answered(self):
        for op, answer in zip(FULL, answers(FULL.values()), strict=True):
            self.assertNotIn("error", answer, op)

    def test_every_field_of_a_record(self):
        """The error is at the misspelled name and gives the right one."""
        slips = [(record, field, slip) for record in FULL.values() for field in record for slip in misspelled(field)
                 if slip not in record and slip not in annotations()]
        self.assertGreater(len({(field, slip) for _, field, slip in slips}), 60)
        found = answers([renamed(*slip) for slip in slips])
        for (record, field, slip), answer in zip(slips, found, strict=True):
            owner = "any op" if field == "op" else record["op"]
            self.assertEqual(answer.get("error"), "%s: not a field of %s, did you mean %s?" % (slip, owner, field))
            self.assertEqual(answer["id"], None if field == "id" else 1)

    def test_every_member_of_an_object(self):
        """Of shapes, poses, motions and sweeps: the message lists the right one."""
        slips = []
        for where, objects, op in (("a", SHAPES, "distance"), ("pose_b", (POSE,), "distance"), ("sweep_a", (SWEEP,), "toi"),
                                   ("motion_a", (MOTION,), "time_of_impact"), ("motion_b", (MOTION,), "time_of_impact of b")):
            base = FULL[op]
            slips += [(where, member, slip, {**base, where: renamed(o, member, slip)}) for o in objects for member in o
                      for slip in misspelled(member)]
        slips += [("pose_b", "angle", slip, {**FLAT, "pose_b": {slip: 1}}) for slip in misspelled("angle")]
        slips += [("motion_a", member, slip, {**FLAT, "op": "time_of_impact", "motion_a": renamed(FLAT_MOTION, member, slip)})
                  for member in FLAT_MOTION for slip in misspelled(member)]
        slips += [("motion_a.start", member, slip, {**FULL["time_of_impact"], "motion_a": {"start": renamed(POSE, member, slip)}})
                  for member in POSE for slip in misspelled(member)]
        slips += [("sweep_a", member, slip, {**FLAT, "op": "toi", "sweep_b": FLAT_SWEEP, "sweep_a": renamed(FLAT_SWEEP, member, slip)})
                  for member in ("a0", "a1") for slip in misspelled(member)]
        self.assertGreater(len(slips), 60)
        for (where, member, slip, _), answer in zip(slips, answers([s[3] for s in slips]), strict=True):
            error = answer.get("error", "")
            if member == "shape":
                self.assertRegex(error, "^%s.shape: missing" % where)
            else:
                self.assertRegex(error, r"^%s\.%s: not a member of .*, expected .*\b%s\b" % (where, slip, member))

    def test_together_they_are_all_fields_of_the_schema(self):
        """So no field of docs/query-format.schema.json was left out above."""
        definitions = json.loads((ROOT / "docs/query-format.schema.json").read_text())["$defs"]
        fields = {field for name, rule in definitions.items() if name.startswith("fields_of_")
                  for field in rule["propertyNames"]["anyOf"][1]["enum"]}
        self.assertEqual(fields, {field for record in FULL.values() for field in record})
        members = {member for name in ("object2d", "object3d") for kind in definitions[name]["oneOf"] for member in kind["properties"]}
        for name in ("pose2d", "pose3d", "motion2d", "motion3d", "sweep2d", "sweep3d"):
            members |= set(definitions[name]["properties"])
        corners = {"a", "b", "c", "d"}  # of segments, triangles and tetrahedra; a letter alone has no likeness
        self.assertEqual(members - corners, {member for o in (*SHAPES, POSE, MOTION, SWEEP, FLAT_SWEEP) for member in o})

    def test_what_is_meant(self):
        for change, error in (({"cut_off": 1}, "cut_off: not a field of distance, did you mean cutoff?"),
                              ({"tol": 1}, "tol: not a field of distance, did you mean tolerance?"),
                              ({"poseB": 1}, "poseB: not a field of distance, did you mean pose_b?"),
                              ({"max_points": 1}, "max_points: not a field of distance, only of contact"),
                              ({"c": 1}, "c: not a field of distance, expected id, op, dim, a, b, pose_a, pose_b, ra, rb, cutoff, "
                                         "tolerance, method"),
                              ({"": 1}, ": not a field of distance, expected id, op, dim, a, b, pose_a, pose_b, ra, rb, cutoff, "
                                        "tolerance, method"),
                              ({"op": "closest_point", "q": [1, 2, 3]}, "q: not a field of closest_point, expected id, op, dim, a, pose_a, ra, "
                                                                        "point, cutoff, tolerance, method"),
                              ({"op": "raycast", "direction": 1}, "direction: not a field of raycast, did you mean dir?"),
                              ({"op": "toi", "tolerance": 1}, "tolerance: not a field of toi, did you mean tol?")):
            base = {key: value for key, value in FULL[change.get("op", "distance")].items() if key != "cutoff"}
            self.assertEqual(answers([{**base, **change}])[0].get("error"), error)

    def test_what_recorded_cases_call_otherwise(self):
        """The ops of the library and those of recorded cases have other names for the same, and know each other's."""
        for new, old, names in (("ray_cast", "raycast", {"direction": "dir", "a": "hull"}), ("shape_cast", "linear_cast", {"translation": "v"}),
                                ("time_of_impact", "toi", {"motion_a": "sweep_a", "target_tolerance": "tol"}),
                                ("time_of_impact of b", "toi", {"motion_b": "sweep_b"})):
            for name, recorded in names.items():
                op = FULL[new]["op"]
                self.assertEqual(answers([renamed(FULL[new], name, recorded)])[0].get("error"),
                                 "%s: not a field of %s, did you mean %s?" % (recorded, op, name))
                if name != "a":  # which a recorded ray cast has, for other purposes
                    self.assertEqual(answers([renamed(FULL[old], recorded, name)])[0].get("error"),
                                     "%s: not a field of %s, did you mean %s?" % (name, old, recorded))

    def test_wherever_the_op_stands(self):
        first, last = {"op": "distance", **FLAT, "sweep_a": 7}, {"sweep_a": 7, **FLAT}
        for answer in answers([first, last]):
            self.assertEqual(answer["error"], "sweep_a: not a field of distance, only of toi")

    def test_long_names_are_cut(self):
        self.assertLess(len(answers([{**FLAT, "x" * 100000: 1}])[0]["error"]), 300)

    def test_no_op_and_an_unknown_op(self):
        self.assertEqual(answers([{"dim": 2, "color": 1}])[0]["error"], "op: missing")
        self.assertRegex(answers([{**FLAT, "op": "torque", "color": 1}])[0]["error"], "^op: unknown 'torque'")


class Annotations(unittest.TestCase):
    def test_the_list_of_the_documentation(self):
        page = (ROOT / "docs/query-format.md").read_text()
        section = page[page.index("### Annotations"):]
        listed = re.search(r"^`\w+`(?:, `\w+`)+\.$", section, re.MULTILINE)[0]
        self.assertEqual(re.findall(r"`(\w+)`", listed), annotations())

    def test_the_list_of_the_schema(self):
        schema = json.loads((ROOT / "docs/query-format.schema.json").read_text())
        self.assertEqual(schema["$defs"]["annotation"]["anyOf"][1]["enum"], annotations())

    def test_they_are_the_fields_of_the_recorded_cases(self):
        """And two of cases that are not recorded here."""
        inputs = {}
        found = {"ground_truth", "ground_truth_applies"}
        for path in CASES.glob("**/*.jsonl"):
            for line in path.read_text().splitlines():
                case = json.loads(line)
                op = case["op"]
                if op not in inputs:
                    inputs[op] = set(answers([{"op": op, "?": 1}])[0]["error"].split("expected ")[1].split(", "))
                found |= set(case) - inputs[op]
        self.assertEqual(sorted(found), annotations())

    def test_hold_anything(self):
        names = [name for name in annotations()] + ["_", "_mine", "x-", "x-color"]
        for answer in answers([{**FLAT, name: value} for name in names for value in ("text", [1, {"a": None}], -1)]):
            self.assertEqual(answer.get("distance"), 3)

    def test_must_be_json(self):
        done = subprocess.run([ABUT, "query"], input=b'{"_x":nope,"op":"distance"}', capture_output=True, timeout=60)
        self.assertEqual(json.loads(done.stdout)["error"], "_x: not JSON")

    def test_are_read_by_ops_that_have_such_a_field(self):
        cast = {**FLAT, "op": "linear_cast", "v": [1, 0]}
        for record in ({"margin": "wide", **cast}, {**cast, "margin": "wide"}):
            self.assertNotIn("error", answers([record])[0])
        for op in ("distance", "linear_cast", "ray_cast"):
            for record in ({"point": "there", **FULL[op]}, {**FULL[op], "point": "there"}):
                self.assertNotIn("error", answers([record])[0])
        nearest = {"op": "closest_point", "dim": 2, "a": "disc"}
        for record in ({"point": "there", **nearest}, {**nearest, "point": "there"}):
            self.assertEqual(answers([record])[0].get("error"), "point: not a list of numbers")
        for record in ({"margin": "wide", **FLAT, "op": "contact"}, {"op": "contact", **FLAT, "op": "contact", "margin": "wide"}):
            self.assertEqual(answers([record])[0].get("error"), "margin: not a number")


class Options(unittest.TestCase):
    def answer(self, record, *arguments):
        found = answers([record], *arguments)[0]
        self.assertNotIn("error", found)
        return found

    def test_cutoff(self):
        """The search stops once the shapes are proven further apart, and the bounds hold."""
        far = {"dim": 3, "a": "unit_cone", "b": "unit_cylinder", "pose_b": {"p": [50, 3, 4], "q": [0.9, 0.3, -0.3, 0.1]}}
        for op, value in (("distance", "distance"), ("separation", "separation")):
            for precision in ("float", "double"):
                whole = self.answer({**far, "op": op}, "--precision", precision)
                early = self.answer({**far, "op": op, "cutoff": 5}, "--precision", precision)
                self.assertEqual((whole["status"], early["status"]), ("converged", "cutoff"))
                self.assertLess(early["iterations"], whole["iterations"])
                self.assertGreater(early["lower"], 5)
                self.assertLessEqual(early["lower"], whole["upper"])
                self.assertEqual([early[name] for name in (value, "upper", "point_a", "point_b")], [None] * 4)
                beyond = self.answer({**far, "op": op, "cutoff": 100}, "--precision", precision)
                self.assertEqual(beyond[value], whole[value])

    def test_tolerance(self):
        curved = {"dim": 3, "a": {"shape": "ellipsoid", "radii": [1, 2, 3]}, "b": "unit_cone", "pose_b": {"q": [0.9, 0.3, -0.3, 0.1]}}
        apart, deep = {**curved["pose_b"], "p": [4, 3, 2]}, {**curved["pose_b"], "p": [1, 1, 1]}
        for op, pose, extra in (("distance", apart, {}), ("separation", apart, {}), ("separation", deep, {}), ("penetration", deep, {}),
                                ("contact", deep, {}), ("rounded", apart, {"ra": 0.1, "rb": 0}),
                                ("linear_cast", {**apart, "p": [9, 1, 1]}, {"v": [9, 0, 0]})):
            record = {**curved, **extra, "op": op, "pose_b": pose}
            fine, coarse = self.answer(record), self.answer({**record, "tolerance": 0.05})
            with self.subTest(op=op, pose=pose):
                self.assertEqual(coarse["status"], "converged")
                self.assertLess(coarse["iterations"], fine["iterations"])

    def test_contact(self):
        boxes = {"op": "contact", "dim": 3, "a": "unit_box", "b": "unit_box", "pose_b": {"p": [0.25, 0, 1]}}
        self.assertEqual(len(self.answer(boxes)["points"]), 4)
        for count in (1, 2, 3, 4, 8):
            self.assertEqual(len(self.answer({**boxes, "max_points": count})["points"]), min(count, 4))
        tilted = {**boxes, "pose_b": {"p": [0, 0, 1.02], "q": [1, 0.02, 0, 0]}}
        self.assertEqual(len(self.answer(tilted)["points"]), 4)
        near = self.answer({**tilted, "margin": 0.01})
        self.assertTrue(len(near["points"]) == 2 and all(p["separation"] <= 0.01 for p in near["points"]), near)

    def test_method_of_the_record_wins(self):
        deep = {"op": "penetration", "dim": 2, "a": [[0, 0], [3, 0], [1, 3]], "b": [[1, 1], [4, 1], [3, 3]]}
        epa, mpr = self.answer(deep), self.answer(deep, "--method", "mpr")
        self.assertNotEqual(epa, mpr)
        self.assertEqual(self.answer({**deep, "method": "mpr"}), mpr)
        self.assertEqual(self.answer({**deep, "method": "epa"}, "--method", "mpr"), epa)
        self.assertEqual(self.answer({**deep, "method": "epa"}, "--method", "gjk"), epa)

    def test_a_trace_has_them_too(self):
        curved = {"id": None, "dim": 3, "op": "distance", "a": "unit_cone", "b": "unit_cylinder", "pose_b": {"p": [5, 3, 4]}, "tolerance": 0.05}
        deep = {"dim": 2, "a": "unit_ball", "b": {"shape": "ellipsoid", "radii": [1, 0.5]}, "pose_b": {"p": [1, 0.5]}}
        for record in (curved, {**curved, "cutoff": 1}, {**curved, "op": "separation", "cutoff": 1}, {**curved, "op": "separation"},
                       {**deep, "op": "penetration", "method": "mpr"}, {**deep, "op": "penetration", "tolerance": 0.5},
                       {**deep, "op": "linear_cast", "v": [-2, 0], "method": "advancement"}):
            done = subprocess.run([ABUT, "trace"], input=json.dumps(record).encode(), capture_output=True, timeout=60)
            self.assertEqual(json.loads(done.stdout)["answer"], self.answer(record))
            drawn = subprocess.run([ABUT, "trace", "--format", "svg"], input=json.dumps(record).encode(), capture_output=True, timeout=60)
            self.assertEqual((drawn.returncode, drawn.stderr), (0, b""))
            self.assertNotRegex(drawn.stdout.decode(), r"\b(nan|inf)\b")

    def test_errors(self):
        contact = {**FLAT, "op": "contact"}
        for record, error in (({**FLAT, "cutoff": -1}, "cutoff: negative"), ({**FLAT, "cutoff": "1"}, "cutoff: not a number"),
                              ({**FLAT, "tolerance": -1e-9}, "tolerance: negative"), ({**contact, "margin": -1}, "margin: negative"),
                              ({**contact, "max_points": 0}, "max_points: is 0, expected a whole number from 1 to 8"),
                              ({**contact, "max_points": 2.5}, "max_points: is 2.5, expected a whole number from 1 to 8"),
                              ({**contact, "max_points": 1e300}, "max_points: is 1e+300, expected a whole number from 1 to 8"),
                              ({**contact, "max_points": True}, "max_points: not a number"),
                              ({**FLAT, "method": "epa"}, "method: distance has no method epa, only gjk"),
                              ({**FLAT, "method": "bogus"}, "method: distance has no method bogus, only gjk"),
                              ({**FLAT, "method": ""}, "method: distance has no method '', only gjk"),
                              ({**FLAT, "method": 7}, "method: not a string, or one with a bad escape"),
                              ({**FLAT, "op": "toi", "method": "gjk"}, "method: toi has no method gjk, only advancement, bilateral and substep"),
                              ({**FLAT, "op": "overlap", "cutoff": 1}, "cutoff: not a field of overlap, only of distance, separation, "
                                                                           "separation_gradient, closest_point, rounded"),
                              ({**FLAT, "op": "penetration", "max_points": 1}, "max_points: not a field of penetration, only of contact")):
            self.assertEqual(answers([record])[0].get("error"), error)
        for written in ("1e999", "NaN", "Infinity"):
            text = json.dumps({**FLAT, "cutoff": "HERE"}).replace('"HERE"', written)
            done = subprocess.run([ABUT, "query"], input=text.encode(), capture_output=True, timeout=60)
            self.assertEqual(json.loads(done.stdout)["error"], "cutoff: not a finite number")
        self.assertEqual(answers([{**FLAT, "cutoff": 1e39}], "--precision", "float")[0]["error"], "cutoff: too large for float")

    def test_help_lists_them(self):
        text = subprocess.run([ABUT, "query", "--help"], capture_output=True, timeout=60).stdout.decode()
        for option in ("cutoff", "tolerance", "margin", "max_points", "method"):
            self.assertRegex(text, r"\n  %s +\S.*\n +of \w+" % option)


if __name__ == "__main__":
    unittest.main()
