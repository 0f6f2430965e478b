"""docs/query-format.schema.json against the recorded cases, broken records, and the tool's answers to the same."""
import copy
import json
import os
import subprocess
import unittest
from pathlib import Path

try:
    from jsonschema import Draft202012Validator
except ImportError as e:
    raise SystemExit("%s\nThis test needs the Debian package python3-jsonschema (4.0 or newer); scripts/setup test installs it." % e)

ABUT = os.environ["ABUT"]
ROOT = Path(__file__).resolve().parents[2]
CASES = ROOT / "tests/cases"
SCHEMA = json.loads((ROOT / "docs/query-format.schema.json").read_text())
VALIDATOR = Draft202012Validator(SCHEMA)

POINTS = [[0, 0, 0], [1, 0, 0]]
BALL = {"shape": "ball", "radius": 1}
GROUND = {"shape": "half_space", "normal": [0, 0, 1], "offset": 1}
MESH = {"vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "triangles": [[0, 1, 2], [2, 1, 0]]}
CHAIN = {"vertices": [[0, 0], [1, 0], [0, 1]], "segments": [[0, 1], [1, 2]]}
FILE = {"mesh": str(ROOT / "tests/cli/tetrahedron.obj")}
SOLID = {"solid": FILE["mesh"]}
BODY = {"vertices": [[0, 0, 0], [2, 0, 0], [0, 2, 0], [0, 0, 2]], "triangles": [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]], "solid": True}
LOOP = {"vertices": [[0, 0], [1, 0], [0, 1]], "segments": [[0, 1], [1, 2], [2, 0]], "solid": True}
CLOUD = {"points": [[0, 0, 0], [1, 0, 0]], "radius": 0.5}
BEADS = {"points": [[0, 0], [1, 0]], "radii": [0.5, 0]}
GROUP = {"compound": [{**BALL, "pose": {"p": [1, 2, 3]}}, "unit_box", POINTS, {**MESH, "pose": {}}, FILE, BODY, {**SOLID, "pose": {"q": [2, 0, 0, 1]}}, CLOUD]}
FLAT_GROUP = {"compound": ["disc", {**CHAIN, "pose": {"angle": 1}}, LOOP, BEADS]}
MISSING = object()


def record(**fields):
    whole = {"id": "x", "op": "distance", "dim": 3, "a": POINTS, "b": [[0, 0, 2]]}
    whole.update(fields)
    return {k: v for k, v in whole.items() if v is not MISSING}


def plane(**fields):
    return record(**{"dim": 2, "a": [[0, 0], [1, 0]], "b": [[0, 2]], **fields})


def hull(**fields):
    return record(**{"op": "hull", "a": MISSING, "b": MISSING, "points": POINTS, **fields})


STILL = {"c0": [4, 0, 0], "c1": [4, 0, 0]}
TURN = {"c0": [0, 0, 0], "c1": [6, 0, 0], "q0": [0, 0, 0, 1], "axis": [0, 0, 2], "angle": 30}


def impact(**fields):
    return record(**{"op": "toi", "sweep_a": TURN, "sweep_b": STILL, **fields})


def flat_impact(**fields):
    return plane(**{"op": "toi", "sweep_a": {"c0": [0, 0], "c1": [0, 1], "a0": 1, "a1": 2}, "sweep_b": {"c0": [3, 0], "c1": [0, 0]}, **fields})


def ray(**fields):
    return record(**{"op": "raycast", "a": MISSING, "b": MISSING, "hull": POINTS, "origin": [0, 1, 5], "dir": [0, 0, -1], **fields})


def cast(**fields):
    return record(**{"op": "linear_cast", "v": [0, 0, 4], **fields})


MOTION = {"start": {"p": [1, 2, 3], "q": [1, 0, 0, 1]}, "center": [1, 0, 0], "velocity": [0, 0, 4], "axis": [0, 0, 2], "angle": 30}
FLAT_MOTION = {"start": {"p": [1, 2], "angle": 1}, "center": [1, 0], "velocity": [0, 4], "angle": 30}


def new_ray(**fields):
    return record(**{"op": "ray_cast", "b": MISSING, "origin": [0, 1, 5], "direction": [0, 0, -1], **fields})


def new_cast(**fields):
    return record(**{"op": "shape_cast", "translation": [0, 0, 4], **fields})


def new_impact(**fields):
    return record(**{"op": "time_of_impact", "motion_a": MOTION, **fields})


def nearest(**fields):
    return record(**{"op": "closest_point", "b": MISSING, "point": [1, 2, 3], **fields})


def within(**fields):
    return record(**{"op": "inside", "a": BODY, "b": MISSING, "point": [1, 2, 3], **fields})


def box(**fields):
    return record(**{"op": "aabb", "b": MISSING, **fields})


def members_of(schema):
    """The names of all members that a schema describes."""
    parts = schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ()
    own = schema.get("properties", ()) if isinstance(schema, dict) else ()
    return set(own).union(*map(members_of, parts))


READ = members_of(SCHEMA)


def form(value):
    """What a schema can tell apart: names, words, types, counts of numbers, signs and zeros. Of many points, the forms that occur. Members that
    are not read are annotations, which may have any value."""
    if isinstance(value, dict):
        return tuple((name, form(value[name]) if name in READ else None) for name in sorted(value))
    if isinstance(value, list):
        if all(isinstance(item, (int, float)) for item in value):
            return len(value), any(value)
        return frozenset(map(form, value))
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return value == int(value), (value > 0) - (value < 0)
    if isinstance(value, str):
        return value if value.isidentifier() else str
    return value


def tool_answers(records):
    """Whether the tool answers each record; the others get an error line."""
    text = "\n".join(map(json.dumps, records))
    done = subprocess.run([ABUT, "query"], input=text.encode(), capture_output=True, timeout=60)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(lines) == len(records), done.stderr
    return ["error" not in line for line in lines]


def tool_error(case):
    """What the tool says is wrong with a record."""
    done = subprocess.run([ABUT, "query"], input=json.dumps(case).encode(), capture_output=True, timeout=60)
    return json.loads(done.stdout)["error"]


GOOD = [
    record(), plane(), record(id=7), record(id=None), record(id=MISSING), record(note={"any": ["thing"]}, distance=3, _mine=[1], **{"x-color": "red"}),
    record(ra=0.5), record(op="rounded", ra=0, rb=1), record(op="rounded", a=BALL, rb=1), record(op="rounded", a=BALL, b="unit_box"),
    record(op="penetration"), record(op="separation", a=GROUND), plane(op="separation", rb=1),
    record(pose_a={}), record(pose_a={"p": [1, 2, 3]}, pose_b={"q": [2, 0, 0, 1]}), plane(pose_a={"p": [1, 2], "q": [0, 2]}),
    plane(pose_b={"angle": -1.5}), record(a={"shape": "point"}), record(a={"shape": "sphere", "radius": 0}),
    record(a={"shape": "capsule", "radius": 1, "half_height": 1}),
    record(a={"shape": "cylinder", "radius": 1, "half_height": 1, "axis": "x"}),
    record(a={"shape": "cone", "radius": 1, "half_height": 1, "axis": "z"}), record(a={"shape": "ellipsoid", "radii": [1, 2, 0]}),
    record(a={"shape": "box", "half": [1, 2, 0]}), record(a={"shape": "segment", "a": [0, 0, 0], "b": [1, 1, 1]}),
    record(a={"shape": "triangle", "a": [0, 0, 0], "b": [1, 1, 1], "c": [1, 0, 0]}),
    record(a={"shape": "tetrahedron", "a": [0, 0, 0], "b": [1, 1, 1], "c": [1, 0, 0], "d": [0, 0, 1]}),
    record(a={"shape": "hull", "vertices": POINTS}), record(b={"shape": "points", "vertices": POINTS}),
    plane(a=BALL, b={"shape": "capsule", "radius": 1, "half_height": 1, "axis": "x"}), plane(a={"shape": "ellipsoid", "radii": [1, 2]}),
    record(a=GROUND), record(b=GROUND, ra=1), record(a=GROUND, ra=0, op="rounded", rb=1), plane(b={**GROUND, "normal": [0, -2]}),
    record(a={**GROUND, "normal": [0, 0, -0.5], "offset": -7}, pose_a={"p": [0, 0, 1]}),
    plane(a={"shape": "box", "half": [1, 2]}, b={"shape": "triangle", "a": [0, 0], "b": [1, 1], "c": [1, 0]}),
    record(op="overlap"), record(op="overlap", a=BALL, ra=1, b=GROUND), plane(op="overlap"),
    record(op="penetration", direction=[0, 0, 1]), plane(op="penetration", direction=[-1e300, 0]), record(op="penetration", a=GROUND, direction=[1, 2, 3]),
    record(cutoff=1), record(tolerance=0, method="gjk"), record(op="rounded", ra=1, rb=1, cutoff=0, tolerance=0.5),
    record(op="overlap", method="mpr"), record(op="penetration", tolerance=1e-3, method="mpr"), record(op="separation", cutoff=1, method="epa"),
    record(op="contact", margin=0.5, max_points=1, tolerance=0), record(op="contact", max_points=8.0), record(margin="an annotation"),
    ray(tolerance=1e-3, method="advancement"), cast(tolerance=0, method="mpr", margin=-1), impact(method="bilateral"),
    impact(), impact(a=BALL, rb=1, target=1, tol=0), flat_impact(),
    hull(), hull(dim=2, points=[[0, 0]]), cast(op="raycast", origin=[0, 0, 0]),
    impact(a=GROUND), impact(b=GROUND, ra=1), flat_impact(b={**GROUND, "normal": [0, -2]}),
    ray(), ray(max_t=2), ray(hull=BALL), ray(hull=MISSING, b=BALL, pose_b={"p": [1, 0, 0]}), ray(dir=[0, 0, 0]), ray(hull=GROUND),
    cast(), cast(v=[0, 0, 0]), cast(max_t=3, target=0.5), cast(b=GROUND), cast(op="linear_cast_rounded", ra=1, rb=0),
    cast(op="raycast"),
    new_ray(), new_ray(max_t=2, at_start="leave", a=BALL, ra=1, pose_a={"p": [1, 0, 0]}), new_ray(a=GROUND, at_start="ignore", method="mpr"),
    new_ray(direction=[0, 0, 0], at_start="hit", tolerance=0.5), new_ray(dim=2, a="disc", origin=[0, 5], direction=[0, -1]),
    new_cast(), new_cast(translation_b=[1, 0, 0], target=1, max_t=3, at_start="penetration", ra=1), new_cast(a=GROUND, at_start="ignore_separating"),
    new_cast(dim=2, a="disc", b="square", translation=[0, 0], translation_b=[1, 2]), new_cast(method="advancement", tolerance=0, point="remark"),
    new_impact(), new_impact(motion_a={}), new_impact(motion_b=MOTION, target=1, target_tolerance=0, rb=1), new_impact(pose_b={"p": [9, 0, 0]}),
    new_impact(motion_a=MISSING, motion_b=MOTION, pose_a={}, a=GROUND), new_impact(b=GROUND, motion_b={"axis": [0, 0, 0], "angle": 1}),
    new_impact(dim=2, a="disc", b="square", motion_a=FLAT_MOTION, motion_b={"start": {"q": [0, 2]}}, method="substep"),
    nearest(), nearest(a=GROUND, cutoff=1, tolerance=0, method="gjk"), nearest(ra=1, pose_a={"q": [0, 0, 1, 0]}), nearest(dim=2, a="disc", point=[0, 0]),
    box(), box(a=GROUND), box(a=GROUND, ra=0, pose_a={}), box(dim=2, a="disc", ra=2), box(point="remark"),
    record(op="separation_gradient"), record(op="gradient", a=BALL, ra=1, cutoff=1, tolerance=0.1, method="epa"), plane(op="gradient"), record(op="gradient", a=GROUND), new_impact(max_t=0.5),
    record(op="depth_along", direction=[0, 0, 1]), record(op="depth_along", a=GROUND, direction=[0, 1, 1], tolerance=0, method="mpr"),
    plane(op="depth_along", direction=[1, 0]),
    record(a=MESH), record(a=MESH, b=MESH, pose_a={}, cutoff=1, tolerance=0, method="gjk"), record(op="overlap", a=BALL, b=MESH, ra=1, rb=0),
    record(op="overlap", a=FILE, b=GROUND, method="mpr"), record(a={**FILE, "scale": 0.001}, b={**MESH, "solid": False}), nearest(a=FILE, ra=0),
    record(a=SOLID, b={**SOLID, "scale": 2}), record(op="overlap", a=BODY, pose_a={"p": [1, 2, 3]}), nearest(a=BODY), plane(a=LOOP, b=CHAIN),
    plane(op="overlap", a="disc", b=LOOP), new_ray(a=MESH), new_ray(a=FILE, at_start="leave", max_t=9), new_ray(dim=2, a=CHAIN, origin=[0, 5], direction=[0, -1]),
    new_cast(b=MESH), new_cast(a=FILE, b=GROUND, target=1), new_cast(dim=2, a="disc", b=CHAIN, translation=[0, 1]), plane(a={**CHAIN, "solid": False}),
    new_ray(a=BODY), new_ray(a=SOLID), new_cast(b=BODY), record(a=CLOUD), record(a={"points": [[0, 0, 0]]}, b=CLOUD), plane(op="overlap", b=BEADS),
    record(a=GROUP), record(a=GROUP, b=GROUP, pose_a={}, cutoff=1), record(op="overlap", a=GROUP, b=GROUND), nearest(a=GROUP), new_ray(a=GROUP),
    new_cast(a=CLOUD, b=GROUP), plane(a=FLAT_GROUP, b="disc", rb=1), plane(op="overlap", a=FLAT_GROUP, b=LOOP), nearest(a=CLOUD),
    within(), within(a=SOLID, pose_a={"p": [1, 2, 3]}), within(dim=2, a=LOOP, point=[0, 0]), within(note=1),
    record(op="penetration", a=MESH), record(op="penetration", a=SOLID), record(op="depth_along", b=FILE, direction=[0, 0, 1]),
    record(op="separation", a=MESH), record(op="gradient", b=MESH), plane(op="penetration", a=CHAIN), new_impact(a=MESH), new_impact(a=BODY, b=FILE), new_impact(dim=2, a=LOOP, b="disc", motion_a=FLAT_MOTION),
    plane(a=CHAIN, b=CHAIN), plane(a=CHAIN, b="disc", rb=1, pose_a={"angle": 1}), nearest(dim=2, a=CHAIN, point=[0, 0]),
]

BROKEN = [
    record(op=MISSING), record(op="torsion"), record(op=7), record(dim=MISSING), record(dim=4), record(dim="3"), record(id=[1]),
    record(a=MISSING), record(b=MISSING), record(a=7), record(a=None), record(a=[]), record(a=[[]]), record(a=[[0, 0]]),
    record(a=[[0, 0, 0], [0, 0, 0, 0]]), record(b=[[0, 0, "1"]]), record(b=[[0, 0, None]]), record(b=[7]), plane(b=[[0, 0, 0]]),
    record(ra=-1), record(ra="1"), record(ra=None), record(op="rounded"), record(op="rounded", ra=1), record(op="rounded", a=BALL),
    record(a="crate"), record(a=""), plane(a="tetrahedron"), record(a="disc"),
    record(a={}), record(a={"radius": 1}), record(a={"shape": 7}), record(a={"shape": "torus", "radius": 1}),
    record(a={"shape": "ball"}), record(a={"shape": "ball", "raduis": 1}), record(a={**BALL, "color": "red"}),
    record(a={**BALL, "half_height": 1}), record(a={"shape": "ball", "radius": -1}), record(a={"shape": "ball", "radius": "1"}),
    record(a={"shape": "point", "radius": 1}), record(a={"shape": "capsule", "radius": 1}),
    record(a={"shape": "capsule", "radius": 1, "half_height": -1}),
    record(a={"shape": "cone", "radius": 1, "half_height": 1, "axis": "w"}),
    record(a={"shape": "cone", "radius": 1, "half_height": 1, "axis": 2}), plane(a={"shape": "cone", "radius": 1, "half_height": 1}),
    plane(a={"shape": "cylinder", "radius": 1, "half_height": 1}), plane(a={"shape": "capsule", "radius": 1, "half_height": 1, "axis": "z"}),
    record(a={"shape": "box", "half": [1, 2]}), record(a={"shape": "box", "half": [1, 2, -3]}), record(a={"shape": "box", "half": 1}),
    plane(a={"shape": "box", "half": [1, 2, 3]}), record(a={"shape": "ellipsoid", "radii": [1, 2, None]}),
    record(a={"shape": "segment", "a": [0, 0, 0]}), record(a={"shape": "segment", "a": [0, 0, 0], "b": [0, 0]}),
    record(a={"shape": "triangle", "a": [0, 0, 0], "b": [0, 0, 1]}), record(a={"shape": "hull", "vertices": []}),
    record(a={"shape": "hull", "vertices": [[0, 0]]}), record(a={"shape": "hull"}),
    record(a=GROUND, b=GROUND), record(a=GROUND, ra=1), record(b=GROUND, rb=0.5), plane(a=GROUND), record(a={**GROUND, "normal": [0, 0, 0]}),
    record(a={"shape": "half_space", "normal": [0, 0, 1]}), record(a={"shape": "half_space", "offset": 1}),
    record(a={**GROUND, "offset": "1"}), record(a={**GROUND, "radius": 1}), record(a={**GROUND, "normal": 1}), record(op="rounded", a=GROUND),
    record(pose_a=[0, 0, 0]), record(pose_a=None), record(pose_a={"p": [0, 0]}), record(pose_a={"q": [1, 0, 0]}),
    record(pose_b={"q": [0, 0, 0, 0]}), record(pose_b={"q": [0, 0, -0.0, 0.0]}), record(pose_a={"position": [0, 0, 0]}),
    record(pose_a={"angle": 1}), plane(pose_a={"q": [1, 0], "angle": 0}), plane(pose_a={"q": [1, 0, 0, 0]}), plane(pose_b={"q": [0, 0]}),
    plane(pose_a={"angle": "1"}),
    record(op="overlap", a=MISSING), record(op="overlap", ra=-1), record(op="overlap", a=GROUND, b=GROUND),
    record(op="penetration", direction=[0, 0]), record(op="penetration", direction=[0, 0, 0]), record(op="penetration", direction="up"),
    plane(op="penetration", direction=[0, 0, 1]), plane(op="penetration", direction=[0, -0.0]), plane(op="penetration", direction=[0, None]),
    impact(sweep_a=MISSING), impact(sweep_b=MISSING), impact(sweep_a=7), impact(sweep_a={}), impact(sweep_a={**TURN, "c0": [0, 0]}),
    impact(sweep_a={**TURN, "a0": 1}), impact(sweep_a={**STILL, "angle": 1}), impact(sweep_a={**STILL, "axis": [0, 0, 1]}),
    impact(sweep_a={**TURN, "q0": [0, 0, 0, 0]}), impact(sweep_a={**TURN, "q0": [0, 0, 1]}), impact(sweep_a={**TURN, "axis": [0, 0, 0]}),
    impact(target=-1), impact(tol=-1), impact(tol="1"), impact(pose_a={}), impact(a=GROUND, b=GROUND), impact(a=GROUND, ra=1), impact(ra=-1), flat_impact(sweep_b=STILL),
    flat_impact(sweep_a={"c0": [0, 0], "c1": [0, 1], "angle": 1}),
    ray(origin=MISSING), ray(dir=MISSING), ray(hull=MISSING), ray(origin=[0, 0]), ray(dir=[0, 0, "1"]), ray(max_t=-1), ray(hull=[]),
    ray(b=BALL), ray(dim=2), cast(v=MISSING), cast(v=[1, 2]), cast(v=3), cast(max_t=-1), cast(target=-1), cast(a=MISSING),
    record(op="separation", direction="up"), record(direction=[0, 0, 1]), record(sweep_a=7), record(points=POINTS), record(v=[0, 0, 1]),
    record(cutof=1), record(Ra=1), record(color="red"), record(margin=1, max_points=2), hull(a=POINTS), hull(method="gjk"), cast(hull=POINTS),
    record(cutoff=-1), record(cutoff="1"), record(tolerance=-1), record(tolerance=None), record(method="epa"), record(method=""), record(method=7),
    record(op="overlap", cutoff=1), record(op="overlap", tolerance=1), record(op="penetration", cutoff=1), record(op="contact", cutoff=1),
    record(op="contact", margin=-1), record(op="contact", margin="wide"), record(op="contact", max_points=0), record(op="contact", max_points=2.5),
    record(op="contact", max_points=9), record(op="separation", margin=[], method="mpr"), impact(tolerance=1), impact(method="gjk"), cast(cutoff=1),
    ray(method="epa"), cast(tolerance=-1),
    new_ray(a=MISSING), new_ray(b=BALL), new_ray(hull=BALL), new_ray(dir=[0, 0, 1]), new_ray(origin=MISSING), new_ray(direction=MISSING),
    new_ray(origin=[0, 0]), new_ray(direction="up"), new_ray(max_t=-1), new_ray(at_start="penetration"), new_ray(at_start=1), new_ray(target=1),
    new_ray(a=GROUND, ra=1), new_ray(rb=1), new_ray(method="epa"), new_ray(v=[0, 0, 1]),
    new_cast(translation=MISSING), new_cast(v=[0, 0, 1]), new_cast(translation=[0, 0]), new_cast(translation_b=[0, 0]), new_cast(translation_b=1),
    new_cast(at_start="leave"), new_cast(at_start=None), new_cast(target=-1), new_cast(max_t=-1), new_cast(a=GROUND, b=GROUND), new_cast(margin_b=1),
    new_impact(motion_a=MISSING), new_impact(motion_a=7), new_impact(motion_a={"start": 7}), new_impact(motion_a={"start": {"q": [0, 0, 0, 0]}}),
    new_impact(motion_a={"start": {"position": [0, 0, 0]}}), new_impact(motion_a={"turn": 1}), new_impact(motion_a={"velocity": [1, 2]}),
    new_impact(motion_a={"center": "here"}), new_impact(motion_a={"axis": "z"}), new_impact(motion_a={"angle": [1]}), new_impact(pose_a={}),
    new_impact(motion_b=MOTION, pose_b={}), new_impact(sweep_b=STILL), new_impact(tol=1), new_impact(tolerance=1), new_impact(target_tolerance=-1),
    new_impact(a=GROUND, b=GROUND), new_impact(method="gjk"), new_impact(dim=2, a="disc", b="square", motion_a=MOTION), impact(motion_a=MOTION),
    new_impact(dim=2, a="disc", b="square", motion_a={"axis": [0, 0]}),
    nearest(point=MISSING), nearest(point=[0, 0]), nearest(point="origin"), nearest(b=BALL), nearest(a=MISSING), nearest(cutoff=-1), nearest(a=GROUND, ra=1),
    box(a=MISSING), box(b=BALL), box(a=GROUND, ra=1), box(ra=-1), box(method="gjk"), box(tolerance=1), box(dim=2, a=GROUND),
    record(op="gradient", a=GROUND, b=GROUND), new_impact(max_t=-1), new_impact(max_t=2), record(op="gradient", direction=[0, 0, 1]), record(op="gradient", method="mpr"),
    record(op="depth_along"), record(op="depth_along", direction=[0, 0, 0]), record(op="depth_along", direction=[0, 1]), record(op="depth_along", direction=[0, 0, 1], method="epa"),
    record(a={**MESH, "triangles": [[0, 1, 3]]}), record(a={**MESH, "triangles": [[0, 1]]}), record(a={**MESH, "triangles": []}),
    record(a={**MESH, "triangles": [[0, 1, 1.5]]}), record(a={**MESH, "triangles": [[0, 1, -1]]}), record(a={**MESH, "triangles": 7}),
    record(a={**MESH, "triangles": [[0, 1, 2], [0, 1]]}), record(a={**MESH, "vertices": [[0, 0]]}), record(a={**MESH, "vertices": []}),
    record(a={**MESH, "vertices": MESH["vertices"], "segments": [[0, 1]]}), record(a={**MESH, "radius": 1}), record(a={**MESH, "triangles": [[0, 1, 2]], "solid": True}),
    record(a={"solid": 7}), record(a={**SOLID, "mesh": FILE["mesh"]}), plane(a=SOLID),
    plane(a={**CHAIN, "solid": True}), plane(a={**LOOP, "solid": "yes"}), record(a=BODY, ra=1),
    record(a=CLOUD, ra=1), record(a={**CLOUD, "radius": -1}), record(a={**CLOUD, "radii": [1, 1]}), record(a={"points": []}), record(a={"points": [[0, 0]]}),
    record(a={"points": 7}), plane(a=CLOUD), record(a=BEADS), record(a={**CLOUD, "half": [1, 1, 1]}), record(a={"points": [[0, 0, 0]], "radii": [-1]}),
    record(a={"points": [[0, 0, 0]], "radii": "all"}), record(a={"compound": []}), record(a={"compound": 7}), record(a={"compound": [7]}), record(a=GROUP, ra=1),
    record(a={"compound": [GROUND]}), record(a={"compound": [GROUP]}), record(a={"compound": [BALL], "radius": 1}), record(a={"compound": [BALL], **MESH}),
    record(a={"compound": [{**BALL, "pose": 7}]}), record(a={"compound": [{**BALL, "pose": {"angle": 1}}]}), record(a={"compound": [{**BALL, "raduis": 1}]}),
    record(a={"compound": ["crate"]}), record(a={"compound": [BALL, {"pose": {}}]}), record(a={**BALL, "pose": {}}), plane(a=GROUP), record(a=FLAT_GROUP),
    record(op="contact", a=GROUP), record(op="penetration", a=CLOUD, ra=1), box(a=GROUP), hull(points=CLOUD),
    within(a=MESH), within(a=BALL), within(a=GROUP), within(a="unit_box"), within(point=MISSING), within(point=[0, 0]), within(ra=1), within(b=BODY), within(a=MISSING),
    within(a={**BODY, "pose": {}}), within(method="gjk"), within(tolerance=1),
    new_ray(a=MESH, ra=1), record(op="penetration", a=SOLID, ra=1), record(a={"triangles": [[0, 1, 2]]}), record(a={**FILE, **MESH}), record(a={**FILE, "scale": 0}),
    record(a={**FILE, "scale": "mm"}), record(a={"mesh": 7}), record(a={"scale": 1}), record(a={"vertices": MESH["vertices"]}), record(a=MESH, ra=1),
    record(a=CHAIN), plane(a=MESH), plane(a=FILE), plane(a={**CHAIN, "segments": [[0, 1, 2]]}), nearest(a=MESH, ra=1),
    record(op="depth_along", a=MESH), record(op="contact", b=FILE), ray(hull=MESH), new_impact(a=MESH, ra=1), box(a=MESH),
    record(op="separation", a=MESH, ra=1), record(op="rounded", a=MESH, b=BALL), record(op="gradient", b=MESH, rb=1), hull(points=MESH),
    hull(points=MISSING), hull(points=[]), hull(points=7), hull(points=[[0, 0]]), hull(dim=2), hull(points=[[0, 0, "1"]]),
    hull(points=POINTS + [[1, 2]]), hull(dim=MISSING), hull(dim=1), hull(id={}),
]


class Schema(unittest.TestCase):
    def test_is_a_schema(self):
        self.assertEqual(SCHEMA["$schema"], "https://json-schema.org/draft/2020-12/schema")
        Draft202012Validator.check_schema(SCHEMA)

    def test_recorded_cases(self):
        patterns = ("distance*.jsonl", "rounded*.jsonl", "field/distance*.jsonl", "field/rounded*.jsonl",
                    "field/primitive_distance3d.jsonl", "field/hull*.jsonl", "raycast*.jsonl", "linearcast*.jsonl", "field/raycast*.jsonl",
                    "field/linearcast*.jsonl", "field/primitive_raycast3d.jsonl", "field/primitive_linearcast3d.jsonl", "toi*.jsonl", "field/toi*.jsonl")
        count, forms = 0, set()
        for path in sorted(path for pattern in patterns for path in CASES.glob(pattern)):
            for line in path.read_text().splitlines():
                case = json.loads(line)
                count += 1
                this = form({**case, "id": None})
                if this in forms:  # a validator takes as long for every one of the numbers in a record
                    continue
                forms.add(this)
                errors = [e.message[:200] for e in VALIDATOR.iter_errors(case)]
                self.assertEqual(errors, [], "%s: %s" % (path.name, case["id"]))
        self.assertGreater(count, 2000)

    def test_good_records(self):
        for case in GOOD:
            self.assertTrue(VALIDATOR.is_valid(case), case)

    def test_broken_records(self):
        for case in BROKEN:
            if case.get("a") in ({**MESH, "triangles": [[0, 1, 3]]}, {**MESH, "triangles": [[0, 1, 2]], "solid": True}, {**CHAIN, "solid": True}):
                continue  # no schema compares indices with a count, or with each other
            self.assertFalse(VALIDATOR.is_valid(case), case)

    def test_the_tool_agrees(self):
        for case, answered in zip(GOOD + BROKEN, tool_answers(GOOD + BROKEN)):
            self.assertEqual(answered, case in GOOD, case)

    def test_the_names_of_the_catalog(self):
        """The tool lists the allowed names when a name is wrong: they are exactly those of the schema."""
        for make, names in ((plane, "name2d"), (record, "name3d")):
            names = SCHEMA["$defs"][names]["enum"]
            self.assertEqual(tool_answers([make(a=name) for name in names]), [True] * len(names))
            self.assertEqual(tool_error(make(a="?")).split("expected one of ")[1].split(", "), names)

    def test_the_ops(self):
        """All that the schema allows, and no others: the tool lists its own when an op is unknown; synonyms it leaves out."""
        ops = []
        for definition in SCHEMA["oneOf"]:
            op = SCHEMA["$defs"][definition["$ref"].split("/")[-1]]["properties"]["op"]
            ops += [name for name in op.get("enum", [op.get("const")]) if name not in ops]
        listed = tool_error(record(op="?")).split("expected one of ")[1].split(", ")
        self.assertEqual(sorted(set(ops) - {"gradient"}), sorted(listed))

    def test_the_fields_of_the_ops(self):
        """The tool lists the fields of an op when a field is wrong: they are exactly those of the schema."""
        ops = [(rule["if"]["properties"]["op"]["enum"], rule["then"]["$ref"].split("/")[-1]) for rule in SCHEMA["allOf"]]
        for names, fields in ops:
            for op in names:
                annotations, own = SCHEMA["$defs"][fields]["propertyNames"]["anyOf"]
                self.assertEqual(annotations, {"$ref": "#/$defs/annotation"})
                error = tool_error({"op": op, "?": 1})
                self.assertRegex(error, r"^\?: not a field of \w+, expected ")
                self.assertEqual(error.split("expected ")[1].split(", "), own["enum"])

    def test_the_methods_of_the_ops(self):
        """The tool lists the methods of an op when a method is wrong: they are exactly those of the schema."""
        for definition in SCHEMA["oneOf"]:
            properties = SCHEMA["$defs"][definition["$ref"].split("/")[-1]]["properties"]
            for op in properties["op"].get("enum", [properties["op"].get("const")]):
                if "method" in properties:
                    listed = tool_error({"op": op, "dim": 3, "method": "?"}).split("only ")[1].replace(" and ", ", ").split(", ")
                    self.assertEqual(listed, properties["method"]["enum"])

    def test_the_kinds_of_shapes(self):
        """The kinds of the schema and of the tool, and the members of each."""
        for make, objects in ((plane, "object2d"), (record, "object3d")):
            members = {}
            for kind in SCHEMA["$defs"][objects]["oneOf"]:
                shape = kind["properties"]["shape"]
                for name in shape.get("enum", [shape.get("const")]):
                    members[name] = list(kind["properties"])
            listed = tool_error(make(a={})).split("expected one of ")[1].split(", ")
            self.assertEqual(sorted(members), sorted(listed))
            for name in listed:
                error = tool_error(make(a={"shape": name, "?": 1}))
                self.assertEqual(error, "a.?: not a member of %s, expected %s" % (name, ", ".join(members[name])))

    def test_every_member_of_an_object_counts(self):
        """Valid objects with a missing or an unknown member are invalid, for the schema and for the tool."""
        changed = []
        for case in GOOD:
            shape = case.get("a")
            if isinstance(shape, dict):
                optional = ("axis", "scale", "solid") + (("radius", "radii") if "points" in shape else ())
                for name in [n for n in shape if n not in optional]:
                    changed.append(copy.deepcopy(case))
                    del changed[-1]["a"][name]
                changed.append(copy.deepcopy(case))
                changed[-1]["a"]["weight"] = 1
        self.assertGreater(len(changed), 30)
        self.assertEqual([VALIDATOR.is_valid(case) for case in changed], [False] * len(changed))
        self.assertEqual(tool_answers(changed), [False] * len(changed))

    def agree(self, answer, written):
        """Equal up to the last digits of numbers, which other tests check, and the number of steps."""
        self.assertEqual(type(answer), type(written))
        if isinstance(answer, dict):
            self.assertEqual(list(answer), list(written))
            for name in answer:
                if name != "iterations":
                    self.agree(answer[name], written[name])
        elif isinstance(answer, list):
            for x, y in zip(answer, written, strict=True):
                self.agree(x, y)
        elif isinstance(answer, float):
            self.assertAlmostEqual(answer, written, delta=1e-12 * max(1, abs(written)))
        else:
            self.assertEqual(answer, written)

    def test_examples_of_the_documentation(self):
        """Every record in docs/query-format.md has the stated answer; an error there is an error for the schema."""
        lines = [line for line in (ROOT / "docs/query-format.md").read_text().splitlines() if line.startswith('{"id":"')]
        self.assertGreaterEqual(len(lines), 14)
        for question, written in zip(lines[::2], lines[1::2], strict=True):
            done = subprocess.run([ABUT, "query"], input=question.encode(), capture_output=True, timeout=60)
            self.agree(json.loads(done.stdout, parse_int=float), json.loads(written, parse_int=float))
            self.assertEqual(VALIDATOR.is_valid(json.loads(question)), "error" not in json.loads(written), question)


if __name__ == "__main__":
    unittest.main()
