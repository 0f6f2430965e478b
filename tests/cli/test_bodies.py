"""Compounds, clouds of points, and the op inside. The tool's path is in the environment, ABUT."""
import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

ABUT = os.environ["ABUT"]

CORNERS = [[x, y, z] for x in (0, 2) for y in (0, 2) for z in (0, 2)]
FACES = [[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1], [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3]]
CUBE = {"vertices": CORNERS, "triangles": FACES}
SQUARE = {"vertices": [[0, 0], [4, 0], [4, 4], [0, 4]], "segments": [[0, 1], [1, 2], [2, 3], [3, 0]], "solid": True}
BALL = {"shape": "ball", "radius": 1}
SHAPES = {"compound": [{**BALL, "pose": {"p": [0, 0, 4]}}, "unit_box", [[9, 0, 0], [9, 1, 0]]]}
BODIES = {"compound": [{**CUBE, "pose": {"p": [0, 0, 4]}}, {**CUBE, "solid": True, "pose": {"p": [0, 9, 0]}}, BALL, {"points": [[-9, 0, 0], [-9, 5, 0]]}]}
CLOUD = {"points": [[0, 0, 0], [3, 0, 0], [6, 0, 0]], "radius": 0.5}


def record(**fields):
    whole = {"id": "x", "op": "distance", "dim": 3, "a": SHAPES, "b": {"shape": "point"}}
    whole.update(fields)
    return {k: v for k, v in whole.items() if v is not ...}


class Bodies(unittest.TestCase):
    def ask(self, *records, arguments=(), **options):
        text = "\n".join(map(json.dumps, records))
        done = subprocess.run([ABUT, "query", *arguments], input=text.encode(), capture_output=True, timeout=120, **options)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def answer(self, *arguments, **fields):
        found = self.ask(record(**fields), arguments=arguments)[0]
        self.assertNotIn("error", found)
        return found

    def error(self, *arguments, **fields):
        return self.ask(record(**fields), arguments=arguments)[0].get("error")

    def test_a_compound_of_shapes_names_its_part(self):
        for precision in ("float", "double"):
            r = self.answer("--precision", precision, pose_b={"p": [0, 0, 7]})
            self.assertEqual(list(r), ["id", "op", "status", "iterations", "distance", "lower", "upper", "point_a", "point_b", "normal", "part_a", "part_b"])
            self.assertEqual((r["status"], r["part_a"], r["part_b"], r["normal"]), ("converged", 0, 0, [0, 0, 1]))
            self.assertTrue(r["lower"] <= 2 <= r["upper"])
        r = self.answer(a={"shape": "point"}, b=SHAPES, pose_a={"p": [9, 3, 0]}, pose_b={"p": [0, 0, 0]})
        self.assertEqual((r["part_a"], r["part_b"]), (0, 2))
        self.assertTrue(r["lower"] <= 2 <= r["upper"])

    def test_a_compound_of_bodies_names_the_part_of_the_part(self):
        r = self.answer(a=BODIES, b={"shape": "point"}, pose_b={"p": [0.5, 1, 8]})
        self.assertEqual(list(r)[-3:], ["part_a", "part_b", "subpart_a"])
        self.assertEqual((r["part_a"], r["part_b"]), (0, 0))
        self.assertIn(r["subpart_a"], (10, 11))  # the face z = 2
        self.assertTrue(r["lower"] <= 2 <= r["upper"])
        r = self.answer(a=BODIES, b=BODIES, pose_b={"p": [0, 30, 0]})
        self.assertEqual(list(r)[-4:], ["part_a", "part_b", "subpart_a", "subpart_b"])
        self.assertEqual((r["part_a"], r["part_b"]), (1, 2))
        r = self.answer(a=CLOUD, b=BODIES, pose_b={"p": [15, 5, 0]})
        self.assertEqual((r["part_a"], r["part_b"], r["subpart_b"]), (2, 3, 0))

    def test_poses_and_the_inside_of_a_solid(self):
        there = {"p": [1, 10, 1]}
        r = self.answer(op="overlap", a=BODIES, pose_b=there)
        self.assertEqual((r["overlap"], r["part_a"], r["subpart_a"] is None), (True, 1, False))
        self.assertIs(self.answer(op="overlap", a=BODIES, pose_b={"p": [1, 1, 5]})["apart"], True)  # within the mesh, a surface
        turned = {"p": [100, 0, 0], "q": [1, 0, 0, 1]}
        self.assertIs(self.answer(op="overlap", a=BODIES, pose_a=turned, pose_b={"p": [90, 1, 1]})["overlap"], True)
        self.assertEqual(self.answer(a=BODIES, pose_b=there)["distance"], 0)
        r = self.answer(op="closest_point", a=BODIES, b=..., point=[1, 10, 0.5])
        self.assertEqual((r["inside"], r["part"], list(r)[-2:]), (True, 1, ["part", "subpart"]))

    def test_a_cloud_is_no_hull(self):
        r = self.answer(a=CLOUD, b={"shape": "point"}, pose_b={"p": [1.5, 0, 0]})
        self.assertEqual((r["distance"], r["part_b"]), (1, 0))
        self.assertTrue(r["lower"] <= 1 <= r["upper"])
        r = self.answer(a={"points": [[0, 0, 0], [8, 0, 0]], "radii": [0, 3]}, b=BALL, pose_b={"p": [4, 0, 0]})
        self.assertEqual((r["distance"], r["part_a"]), (0, 1))
        r = self.answer(dim=2, a={"points": [[0, 0], [4, 0]]}, b={"shape": "point"}, pose_b={"p": [5, 0]})
        self.assertEqual((r["distance"], r["part_a"]), (1, 1))

    def test_rays_and_casts(self):
        r = self.answer(op="ray_cast", a=BODIES, b=..., origin=[0.5, 1, 20], direction=[0, 0, -1])
        self.assertEqual(list(r)[-3:], ["part", "subpart", "barycentric"])
        self.assertEqual((r["hit"], r["t"], r["part"]), (True, 14, 0))
        r = self.answer(op="ray_cast", a=CLOUD, b=..., origin=[3, 5, 0], direction=[0, -1, 0])
        self.assertEqual((r["t"], r["part"]), (4.5, 1))
        r = self.answer(op="shape_cast", a=BALL, b=BODIES, pose_a={"p": [-9, -11, 0]}, translation=[0, 20, 0])
        self.assertEqual((r["hit"], r["part_b"], r["subpart_b"]), (True, 3, 0))
        self.assertAlmostEqual(r["t"], 0.5, delta=1e-9)
        r = self.answer(op="shape_cast", a=CLOUD, b=SHAPES, pose_b={"p": [0, 50, 0]}, translation=[0, 20, 0])
        self.assertEqual((r["miss"], r["part_a"], r["part_b"]), (True, None, None))

    def test_inside(self):
        solid = {**CUBE, "solid": True}
        keys = ["id", "op", "status", "iterations", "inside", "outside", "on_surface", "winding"]
        for point, verdict in (([1, 1, 1], (True, False, False, 1)), ([3, 1, 1], (False, True, False, 0)), ([2, 1, 1], (False, False, True, 0))):
            r = self.answer(op="inside", a=solid, b=..., point=point)
            self.assertEqual(list(r), keys)
            self.assertEqual((r["inside"], r["outside"], r["on_surface"], abs(r["winding"])), verdict)
        r = self.answer(op="inside", a=solid, b=..., pose_a={"p": [10, 0, 0]}, point=[11, 1, 1])
        self.assertEqual((r["status"], r["inside"]), ("converged", True))
        r = self.answer(op="inside", a=solid, b=..., pose_a={"p": [10, 0, 0], "q": [3, 1, 0, 0]}, point=[10, 0, 0])
        self.assertEqual((r["status"], r["inside"], r["outside"], r["winding"]), ("inconclusive", False, False, None))
        self.assertTrue(self.answer(op="inside", dim=2, a=SQUARE, b=..., point=[1, 3])["inside"])
        for a in (CUBE, BALL, BODIES, CLOUD):
            self.assertEqual(self.error(op="inside", a=a, b=..., point=[1, 1, 1]), "a: inside is asked of a solid, which has an inside")
        self.assertEqual(self.error(op="inside", a=solid, b=...), "point: missing")
        self.assertEqual(self.error(op="inside", a=solid, point=[1, 1, 1]), "b: not a field of inside, expected id, op, dim, a, pose_a, point")

    def test_errors_name_the_part(self):
        ground = {"shape": "half_space", "normal": [0, 0, 1], "offset": 0}
        for part, error in (
                (ground, "a.compound[1]: a half_space can not be a part of a compound"),
                (SHAPES, "a.compound[1]: a compound can not be a part of a compound, give its parts in place of it"),
                (7, "a.compound[1]: not a shape: neither a list of points, nor an object, nor a name"), ("crate", None), ([], "a.compound[1]: empty point set"),
                ({**BALL, "radius": -1}, "a.compound[1].radius: negative"), ({**BALL, "radius": "1"}, "a.compound[1].radius: not a number"),
                ({**BALL, "raduis": 1}, "a.compound[1].raduis: not a member of ball, expected shape, radius"),
                ({**BALL, "pose": {"p": [0, 0]}}, "a.compound[1].pose.p: has 2 numbers, expected 3"), ({**BALL, "pose": 7}, "a.compound[1].pose: not an object"),
                ({**BALL, "pose": {"q": [0, 0, 0, 0]}}, "a.compound[1].pose.q: all zero"),
                ({**CUBE, "triangles": [[0, 1, 9]]}, "a.compound[1].triangles[0][2]: refers to vertex 9, there are 8"),
                ({"mesh": "gone.stl"}, "a.compound[1].mesh: gone.stl: cannot be read: No such file or directory"),
                ({"points": [[0, 0, 0]], "radii": [1, 2]}, "a.compound[1].radii: has 2 numbers, expected 1"), ({"pose": {}}, None)):
            found = self.error(a={"compound": [BALL, part]})
            self.assertTrue(found.startswith("a.compound[1]") if error is None else found == error, found)
        for a, error in (({"compound": []}, "a.compound: empty, a compound needs at least one part"), ({"compound": 7}, "a.compound: not a list of operands"),
                         ({**SHAPES, "radius": 1}, "a.radius: not a member of a compound, expected compound"),
                         ({"componud": []}, "a.componud: not a member of a compound, expected compound"),
                         ({"points": []}, "a.points: empty point set"), ({"points": [[0, 0]]}, "a.points[0]: has 2 coordinates, expected 3"),
                         ({**CLOUD, "radii": [1, 1, 1]}, "a.radii: given beside radius"), ({**CLOUD, "radius": -1}, "a.radius: negative"),
                         ({"points": [[0, 0, 0]], "radii": [-1]}, "a.radii[0]: negative"),
                         ({"points": [[0, 0, 0]], "pose": {}}, "a.pose: not a member of a cloud of points, expected points, radius, radii")):
            self.assertEqual(self.error(a=a), error)
        self.assertEqual(self.error(ra=1), "ra: compounds have no radius")
        self.assertEqual(self.error(a=CLOUD, ra=1), "ra: clouds of points have no radius")
        self.assertEqual(self.error(op="contact"), "a: contact does not take compounds, only distance, overlap, penetration, depth_along, separation, separation_gradient, closest_point, ray_cast, shape_cast, time_of_impact do")
        deep = "".join(['{"compound":['] * 100) + '"unit_ball"' + "]}" * 100
        done = subprocess.run([ABUT, "query"], input=('{"op":"distance","dim":3,"b":"unit_ball","a":%s}' % deep).encode(), capture_output=True, timeout=60)
        self.assertIn("a.compound[0]: a compound can not be a part", json.loads(done.stdout)["error"])

    def test_files_and_threads(self):
        with tempfile.TemporaryDirectory() as folder:
            text = "".join("v %r %r %r\n" % tuple(v) for v in CORNERS) + "".join("f %d %d %d\n" % tuple(i + 1 for i in f) for f in FACES)
            (Path(folder) / "cube.obj").write_text(text)
            body = {"compound": [{"mesh": "cube.obj", "scale": 2, "pose": {"p": [20, 0, 0]}}, {"solid": "cube.obj"}, {"mesh": "cube.obj"}]}
            records = [record(a=body, pose_b={"p": [9, i, 0]}) for i in range(50)]
            one, many = (self.ask(*records, arguments=("--threads", n), cwd=folder) for n in ("1", "5"))
            self.assertEqual(one, many)
            self.assertEqual((one[1]["part_a"], one[1]["distance"]), (1, 7))

    def test_scaling_by_a_power_of_two_scales_every_number(self):
        factor = 2.0 ** -30

        def scaled(value):
            return [scaled(x) for x in value] if isinstance(value, list) else value * factor

        small = {"compound": [{**CUBE, "vertices": scaled(CORNERS), "pose": {"p": scaled([0, 0, 4]), "q": [1, 2, 3, 4]}}, {"shape": "ball", "radius": factor},
                              {"points": scaled([[1, 2, 3], [4, 5, 6]]), "radius": factor / 2}]}
        large = {"compound": [{**CUBE, "pose": {"p": [0, 0, 4], "q": [1, 2, 3, 4]}}, BALL, {"points": [[1, 2, 3], [4, 5, 6]], "radius": 0.5}]}
        one, other = self.ask(record(a=large, b=large, pose_b={"p": [17, 5, 3]}), record(a=small, b=small, pose_b={"p": scaled([17, 5, 3])}))
        for name in ("distance", "point_a", "point_b"):
            self.assertEqual(other[name], scaled(one[name]))
        for name in ("part_a", "part_b", "subpart_a", "subpart_b", "normal"):
            self.assertEqual(other[name], one[name])


if __name__ == "__main__":
    unittest.main()
