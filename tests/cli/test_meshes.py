"""Meshes as operands: from files and in the record. The tool's path is in the environment, ABUT."""
import base64
import json
import math
import os
import subprocess
import tempfile
import unittest
import zlib
from pathlib import Path

ABUT = os.environ["ABUT"]

CORNERS = [[x, y, z] for x in (0, 2) for y in (0, 2) for z in (0, 2)]
FACES = [[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1], [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3]]
CUBE = {"vertices": CORNERS, "triangles": FACES}
# The block of this cube, as abut::io::write_block() wrote it.
BLOCK = zlib.decompress(base64.b64decode(
    "eNq9VDuOwjAQHScBs4GOC3AA7mAfYjkAK0Xahgqoccddwg22yV6CK1BvRxnGZGYxkUliIhjp6c3E83kaJ1l+bTerbP0tACCJIzFC"
    "jhFaQqNl09XpvJ//cDwi1qLiCR9EdwS/5Aw4jisWnF+be6/jTzXw7BY/NF3nw+fimOephveYbokf6gzsp0POBd05ENsrShBDuo6E"
    "mO8scfwB1UdUK8mXVM93z/6Q6gXVSvKloyHEBJiCUZY75cY+YI5l5cL3jIEjjKhgdRvug+7Ogue6ce2c+pjSoi3GXZnYOtjUotsO"
    "AEoyqGb3har5Lny5vpyrz+9KD31t8316i6567X/rA5EixtdtButq20HRMUf58vkbbNjfM/vpi/8+/N07+rroKQL0hOzRg9faBQ7M"
    "MAw="))
CHAIN = {"vertices": [[0, 0], [4, 0], [4, 4]], "segments": [[0, 1], [1, 2]]}


def obj(vertices, faces):
    return "".join("v %r %r %r\n" % tuple(v) for v in vertices) + "".join("f %d %d %d\n" % tuple(i + 1 for i in f) for f in faces)


def off(vertices, faces):
    rows = ["OFF", "%d %d 0" % (len(vertices), len(faces))] + ["%r %r %r" % tuple(v) for v in vertices] + ["3 %d %d %d" % tuple(f) for f in faces]
    return "\n".join(rows) + "\n"


def stl(vertices, faces):
    text = "solid cube\n"
    for face in faces:
        text += "facet normal 0 0 0\nouter loop\n" + "".join("vertex %r %r %r\n" % tuple(vertices[i]) for i in face) + "endloop\nendfacet\n"
    return text + "endsolid cube\n"


def record(**fields):
    whole = {"id": "x", "op": "distance", "dim": 3, "a": CUBE, "b": {"shape": "ball", "radius": 1}, "pose_b": {"p": [5, 1, 1]}}
    whole.update(fields)
    return {k: v for k, v in whole.items() if v is not ...}


class Meshes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = Path(cls.folder.name)
        for name, text in (("cube.obj", obj(CORNERS, FACES)), ("cube.off", off(CORNERS, FACES)), ("cube.STL", stl(CORNERS, FACES))):
            (cls.path / name).write_text(text)
        (cls.path / "cube.abutmesh").write_bytes(BLOCK)
        (cls.path / "cut.abutmesh").write_bytes(BLOCK[:1500])
        (cls.path / "empty.stl").write_text("")
        (cls.path / "short.off").write_text("OFF\n8 12 0\n0 0 0\n")
        (cls.path / "huge.obj").write_text(obj([[1e300, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 1, 2]]))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def ask(self, *records, arguments=(), **options):
        text = "\n".join(map(json.dumps, records))
        done = subprocess.run([ABUT, "query", *arguments], input=text.encode(), capture_output=True, timeout=120, cwd=self.path, **options)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def answer(self, *arguments, **fields):
        found = self.ask(record(**fields), arguments=arguments)[0]
        self.assertNotIn("error", found)
        return found

    def error(self, *arguments, **fields):
        return self.ask(record(**fields), arguments=arguments)[0].get("error")

    def test_distance(self):
        for precision in ("float", "double"):
            r = self.answer("--precision", precision)
            self.assertEqual(list(r), ["id", "op", "status", "iterations", "distance", "lower", "upper", "point_a", "point_b", "normal",
                                       "part_a", "part_b"])
            self.assertEqual((r["status"], r["normal"], r["part_b"]), ("converged", [1, 0, 0], 0))
            self.assertIn(r["part_a"], (2, 3))  # the face x = 2
            self.assertTrue(r["lower"] <= 2 <= r["upper"])
            self.assertAlmostEqual(r["distance"], 2, delta=1e-5)

    def test_swapped(self):
        r = self.answer(a={"shape": "ball", "radius": 1}, b=CUBE, pose_a={"p": [5, 1, 1]}, pose_b=...)
        self.assertEqual((r["normal"], r["part_a"]), ([-1, 0, 0], 0))
        self.assertIn(r["part_b"], (2, 3))

    def test_a_mesh_is_a_surface(self):
        inside = self.answer(b={"shape": "ball", "radius": 0.25}, pose_b={"p": [1, 1, 1]})
        self.assertTrue(inside["lower"] <= 0.75 <= inside["upper"])
        self.assertIs(self.answer(op="overlap", pose_b={"p": [1, 1, 1]}, b={"shape": "ball", "radius": 0.25})["apart"], True)

    def test_two_meshes_placed(self):
        r = self.answer(b=CUBE, pose_a={"p": [0, 0, 10]}, pose_b={"p": [1, 2, 3], "q": [1, 0, 0, 1]})
        self.assertTrue(r["lower"] <= 5 <= r["upper"])
        r = self.answer(b=CUBE, pose_b={"p": [2, 0, 0]})
        self.assertEqual((r["distance"], r["lower"]), (0, 0))
        self.assertNotIn("depth", r)

    def test_half_space(self):
        ground = {"shape": "half_space", "normal": [0, 0, 1], "offset": -3}
        r = self.answer(b=ground, pose_b=...)
        self.assertTrue(r["lower"] <= 3 <= r["upper"])
        r = self.answer(op="overlap", a=ground, b=CUBE, pose_b={"p": [0, 0, -4]})
        self.assertIs(r["overlap"], True)

    def test_overlap(self):
        r = self.answer(op="overlap")
        self.assertEqual(list(r), ["id", "op", "status", "iterations", "overlap", "apart", "lower", "upper", "axis", "point", "part_a", "part_b"])
        self.assertEqual((r["overlap"], r["apart"], r["point"]), (False, True, None))
        r = self.answer(op="overlap", pose_b={"p": [2.5, 1, 1]}, method="mpr")
        self.assertEqual((r["overlap"], r["apart"], r["axis"]), (True, False, None))

    def test_closest_point(self):
        r = self.answer(op="closest_point", b=..., pose_b=..., point=[5, 0.5, 1])
        self.assertEqual(list(r), ["id", "op", "status", "iterations", "distance", "lower", "upper", "inside", "point", "normal", "part"])
        self.assertEqual((r["distance"], r["inside"], r["point"], r["normal"], r["part"]), (3, False, [2, 0.5, 1], [1, 0, 0], 3))

    def test_chains_in_2d(self):
        r = self.answer(dim=2, a=CHAIN, b={"shape": "ball", "radius": 0.5}, pose_b={"p": [2, 2]})
        self.assertTrue(r["lower"] <= 1.5 <= r["upper"])
        r = self.answer(dim=2, a=CHAIN, b=CHAIN, pose_b={"p": [5, 0]}, op="overlap")
        self.assertIs(r["apart"], True)
        r = self.answer(op="closest_point", dim=2, a=CHAIN, b=..., pose_b=..., point=[5, 3])
        self.assertEqual((r["point"], r["part"]), ([4, 3], 1))

    def test_cutoff(self):
        r = self.answer(pose_b={"p": [500, 1, 1]}, cutoff=10)
        self.assertEqual((r["status"], r["distance"], r["point_a"], r["normal"], r["part_a"], r["part_b"]), ("cutoff",) + (None,) * 5)
        self.assertTrue(10 <= r["lower"] <= 497 <= r["upper"])
        r = self.answer(op="closest_point", point=[500, 1, 1], b=..., pose_b=..., cutoff=10)
        self.assertEqual((r["status"], r["distance"], r["point"], r["normal"], r["part"]), ("cutoff",) + (None,) * 4)
        self.assertTrue(10 <= r["lower"] <= 498 <= r["upper"])

    def test_files_answer_as_the_mesh_in_the_record_does(self):
        """The same bytes: the formats keep the numbers, and none of them repeats a vertex."""
        for b in (CUBE, {"shape": "box", "half": [1, 2, 3]}):
            expected = self.answer(b=b, pose_b={"p": [7, 5, 3], "q": [1, 2, 3, 4]})
            for name in ("cube.obj", "cube.off", "cube.abutmesh", str(self.path / "cube.obj")):
                self.assertEqual(self.answer(a={"mesh": name}, b=b, pose_b={"p": [7, 5, 3], "q": [1, 2, 3, 4]}), expected)
            welded = self.answer(a={"mesh": "cube.STL"}, b=b, pose_b={"p": [7, 5, 3], "q": [1, 2, 3, 4]})
            self.assertEqual(welded, expected)

    def test_scale(self):
        r = self.answer(a={"mesh": "cube.obj", "scale": 0.5}, pose_b={"p": [5, 0.5, 0.5]})
        self.assertTrue(r["lower"] <= 3 <= r["upper"])
        self.assertEqual(self.answer(a={"mesh": "cube.obj", "scale": 0.25}), self.answer(a={**CUBE, "vertices": [[x / 4 for x in v] for v in CORNERS]}))
        self.assertEqual(self.answer(a={"mesh": "cube.obj", "scale": 0.1}), self.answer(a={**CUBE, "vertices": [[x * 0.1 for x in v] for v in CORNERS]}))

    def test_a_file_is_read_once_a_run(self):
        """Also by several threads: a pipe gives its bytes once, and is no regular file; so the file is replaced while it is asked about."""
        path = self.path / "twice.obj"
        path.write_text(obj(CORNERS, FACES))
        process = subprocess.Popen([ABUT, "query", "--threads", "4"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=self.path)
        line = json.dumps(record(a={"mesh": "twice.obj"})).encode() + b"\n"
        process.stdin.write(line)
        process.stdin.flush()
        first = process.stdout.readline()
        path.unlink()
        out, _ = process.communicate(line * 200, timeout=60)
        self.assertEqual(set(out.splitlines(True)), {first})
        self.assertNotIn(b"error", first)

    def test_threads_give_the_same_bytes(self):
        records = [record(a={"mesh": name, "scale": 1 + i % 3}, pose_b={"p": [9, i, 0], "q": [1, i, 2, 0]}) for i in range(300)
                   for name in ("cube.obj", "cube.STL", "gone.stl")]
        self.assertEqual(self.ask(*records, arguments=("--threads", "1")), self.ask(*records, arguments=("--threads", "7")))

    def test_errors_of_files(self):
        for a, error in (({"mesh": "gone.stl"}, "a.mesh: gone.stl: cannot be read: No such file or directory"),
                         ({"mesh": "."}, "a.mesh: .: is a folder, expected a file"),
                         ({"mesh": "empty.stl"}, "a.mesh: empty.stl: is empty"),
                         ({"mesh": "short.off"}, "a.mesh: short.off, line 3: the file ends before vertex 1 of 8 (counted from 0); export it again"),
                         ({"mesh": "cut.abutmesh"}, "a.mesh: cut.abutmesh, byte 1500: the bytes end before the mesh block does"),
                         ({"mesh": ""}, "a.mesh: : cannot be read: No such file or directory"),
                         ({"mesh": "huge.obj", "scale": 1e10},
                          "a.mesh: huge.obj: vertex 0 (counted from 0), times the scale, is too large for double"),
                         ({"mesh": "cube.obj", "scale": 0}, "a.scale: not above 0"), ({"mesh": "cube.obj", "scale": -1}, "a.scale: not above 0"),
                         ({"mesh": 7}, "a.mesh: not a string, or one with a bad escape"),
                         ({"mesh": "cube.obj", "unit": "mm"}, "a.unit: not a member of a mesh from a file, expected mesh, scale")):
            self.assertEqual(self.error(a=a), error)
        self.assertEqual(self.error("--precision", "float", a={"mesh": "huge.obj"}),
                         "a.mesh: huge.obj: vertex 0 (counted from 0), times the scale, is too large for float")
        self.assertEqual(self.error(dim=2, a={"mesh": "cube.obj"}, b=[[0, 0]], pose_b=...), "a.mesh: files hold triangles, this record has dim 2")

    def test_errors_name_the_place(self):
        for a, error in (({**CUBE, "triangles": FACES[:3] + [[0, 9, 1]]}, "a.triangles[3][1]: refers to vertex 9, there are 8"),
                         ({**CUBE, "triangles": FACES[:3] + [[0, 1]]}, "a.triangles[3]: has 2 indices, expected 3"),
                         ({**CUBE, "triangles": [[0, 1, 2, 3]]}, "a.triangles[0]: has 4 indices, expected 3"),
                         ({**CUBE, "triangles": [[0, 1, 2], [0, -1, 2]]}, "a.triangles[1][1]: not an index, which is a whole number from 0"),
                         ({**CUBE, "triangles": [[0, 1.5, 2]]}, "a.triangles[0][1]: not an index, which is a whole number from 0"),
                         ({**CUBE, "triangles": [[0, 1, 1 << 32]]}, "a.triangles[0][2]: too large for an index"),
                         ({**CUBE, "triangles": []}, "a.triangles: empty, a mesh needs at least one part"),
                         ({**CUBE, "triangles": "all"}, "a.triangles: not a list of lists of indices"),
                         ({**CUBE, "triangles": [7]}, "a.triangles[0]: not a list of indices"),
                         ({**CUBE, "vertices": [[0, 0, 0], [0, 1]]}, "a.vertices[1]: has 2 coordinates, expected 3"),
                         ({**CUBE, "vertices": []}, "a.vertices: empty point set"),
                         ({"triangles": FACES}, "a.vertices: missing"),
                         ({"vertices": CORNERS, "traingles": FACES}, "a.traingles: not a member of a mesh in 3D, expected vertices, triangles, solid"),
                         ({"vertices": CORNERS, "segments": [[0, 1]]}, "a.segments: not a member of a mesh in 3D, expected vertices, triangles, solid"),
                         ({"mehs": "cube.obj"}, "a.mehs: not a member of a mesh from a file, expected mesh, scale"),
                         ({**CUBE, "solid": 7}, "a.solid: not a string, or one with a bad escape"),
                         ({**CUBE, "triangles": FACES[1:], "solid": True},
                          "a: no solid: the edge from vertex 0 to 3 of triangle 0 has no reverse; without solid it is asked as a surface")):
            self.assertEqual(self.error(a=a), error)
        self.assertEqual(self.error("--precision", "float", a={**CUBE, "vertices": [[0, 0, 0], [0, 1e300, 0], [1, 1, 1]]}),
                         "a.vertices[1][1]: too large for float")
        self.assertEqual(self.error(ra=0.5), "ra: meshes have no radius")
        self.assertEqual(self.error(pose_a={"q": [0, 0, 0, 0]}), "pose_a.q: all zero")
        self.assertIn("a.shape: missing (or triangles), expected one of point", self.error(a={"vertices": CORNERS}))

    def test_ops_that_take_no_mesh_say_so(self):
        ops = {"contact": {}, "rounded": {}, "aabb": {"b": ..., "pose_b": ...}, "linear_cast": {"v": [1, 0, 0]}}
        for op, fields in ops.items():
            self.assertEqual(self.error(op=op, **fields), "a: %s does not take meshes, only distance, overlap, penetration, depth_along, separation, separation_gradient, closest_point, ray_cast, shape_cast, time_of_impact do" % op)
        self.assertEqual(self.error(op="raycast", a=..., b=..., pose_b=..., hull={"mesh": "cube.obj"}, origin=[9, 1, 1], dir=[-1, 0, 0]),
                         "hull: raycast does not take meshes, only distance, overlap, penetration, depth_along, separation, separation_gradient, closest_point, ray_cast, shape_cast, time_of_impact do")

    def test_a_solid_has_its_inside(self):
        (self.path / "open.obj").write_text(obj(CORNERS, FACES[1:]))
        ball = {"shape": "ball", "radius": 0.25}
        for solid in ({**CUBE, "solid": True}, {"solid": "cube.obj"}, {"solid": "cube.STL"}, {"solid": "cube.obj", "scale": 1.5}):
            r = self.answer(a=solid, b=ball, pose_b={"p": [1, 1, 1]})
            self.assertEqual((r["distance"], r["lower"]), (0, 0))
            self.assertIs(self.answer(op="overlap", a=solid, b=ball, pose_b={"p": [1, 1, 1]})["overlap"], True)
            self.assertIs(self.answer(op="overlap", a=ball, b=solid, pose_a={"p": [9, 1, 1]}, pose_b=...)["apart"], True)
            r = self.answer(op="closest_point", a=solid, b=..., pose_b=..., point=[1, 1, 0.5])
            self.assertEqual((r["distance"], r["inside"], r["point"], r["normal"]), (0, True, [1, 1, 0.5], None))
        square = {"vertices": [[0, 0], [4, 0], [4, 4], [0, 4]], "segments": [[0, 1], [1, 2], [2, 3], [3, 0]], "solid": True}
        self.assertIs(self.answer(op="overlap", dim=2, a=square, b=ball, pose_b={"p": [2, 2]})["overlap"], True)
        self.assertIs(self.answer(op="overlap", dim=2, a={**square, "solid": False}, b=ball, pose_b={"p": [2, 2]})["apart"], True)
        self.assertEqual(self.error(a={"solid": "open.obj"}), "a.solid: open.obj: no solid: the edge from vertex 0 to 3 of triangle 0 has no "
                                                              "reverse; without solid it is asked as a surface")
        self.assertEqual(self.error(dim=2, a={**square, "segments": square["segments"][:3]}, b="disc", pose_b=...),
                         "a: no solid: at vertex 0 of segment 0 not as many segments begin as end; without solid it is asked as a surface")
        r = self.answer(op="ray_cast", a={"solid": "cube.obj"}, origin=[1, 1, 1], direction=[-1, 0, 0], b=..., pose_b=...)
        self.assertEqual((r["hit"], r["t"], r["start"]), (True, 0, "overlapping"))
        r = self.answer(op="shape_cast", a=ball, b={"solid": "cube.obj"}, pose_a={"p": [1, 1, 1]}, pose_b=..., translation=[9, 0, 0])
        self.assertEqual((r["hit"], r["t"], r["start"]), (True, 0, "overlapping"))

    def test_rays(self):
        r = self.answer(op="ray_cast", b=..., pose_b=..., origin=[6, 0.5, 1], direction=[-2, 0, 0])
        self.assertEqual(list(r), ["id", "op", "status", "iterations", "hit", "miss", "t", "t_safe", "start", "point", "normal", "part", "barycentric"])
        self.assertEqual((r["hit"], r["t"], r["point"], r["normal"], r["part"]), (True, 2, [2, 0.5, 1], [1, 0, 0], 3))
        corner = [CORNERS[i] for i in FACES[3]]
        for k in range(3):
            self.assertAlmostEqual(sum(w * c[k] for w, c in zip(r["barycentric"], corner)), r["point"][k], delta=1e-12)
        r = self.answer(op="ray_cast", a={"mesh": "cube.obj"}, pose_a={"p": [0, 0, 9]}, b=..., pose_b=..., origin=[6, 0.5, 1], direction=[-2, 0, 0])
        self.assertEqual((r["miss"], r["t"], r["part"], r["barycentric"]), (True, None, None, None))
        r = self.answer(op="ray_cast", dim=2, a=CHAIN, b=..., pose_b=..., origin=[1, 2], direction=[0, -1], max_t=5)
        self.assertEqual((r["t"], r["part"], r["normal"]), (2, 0, [0, 1]))

    def test_shape_casts(self):
        r = self.answer(op="shape_cast", a={"shape": "ball", "radius": 1}, pose_a={"p": [8, 0.5, 1]}, b=CUBE, pose_b=..., translation=[-10, 0, 0])
        self.assertEqual(list(r), ["id", "op", "status", "iterations", "hit", "miss", "t", "t_safe", "start", "point_a", "point_b", "normal", "depth",
                                   "part_a", "part_b"])
        self.assertEqual((r["hit"], r["part_a"], r["part_b"]), (True, 0, 3))
        self.assertAlmostEqual(r["t"], 0.5, delta=1e-9)
        self.assertLessEqual(r["t_safe"], 0.5)
        r = self.answer(op="shape_cast", b={"mesh": "cube.STL"}, pose_b={"p": [10, 0, 0]}, translation=[4, 0, 0], max_t=3)
        self.assertAlmostEqual(r["t"], 2, delta=1e-9)
        r = self.answer(op="shape_cast", b=CUBE, pose_b={"p": [10, 3, 0]}, translation=[4, 0, 0], max_t=3)
        self.assertEqual((r["miss"], r["t"], r["part_a"], r["part_b"]), (True, None, None, None))

    def test_depths(self):
        slot = {"vertices": [[1, -5], [1, 5], [4, -5], [4, 5]], "segments": [[0, 1], [2, 3]]}
        square = {"shape": "box", "half": [1, 1]}
        r = self.answer(op="depth_along", dim=2, a=slot, b=square, pose_b={"p": [0.5, 0]}, direction=[2, 0])
        self.assertEqual(list(r)[-2:], ["part_a", "part_b"])
        self.assertTrue(r["lower"] <= 4.5 <= r["upper"])  # out of both walls, though it is free between them
        self.assertEqual((r["status"], r["normal"], r["part_a"], r["part_b"]), ("converged", [1, 0], 1, 0))
        self.assertEqual(self.answer(op="penetration", dim=2, a=slot, b=square, pose_b={"p": [0.5, 0]}, direction=[2, 0])["upper"], r["upper"])
        r = self.answer(op="depth_along", dim=2, a=slot, b=square, pose_b={"p": [2.5, 0]}, direction=[2, 0])
        self.assertEqual((r["lower"], r["upper"]), (0, 0))
        solid = {**CUBE, "solid": True}
        r = self.answer(op="penetration", a=solid, b=solid, pose_b={"p": [1.5, 0, 0]})
        self.assertTrue(r["lower"] <= 0.5 <= r["upper"])
        r = self.answer(op="separation", a=CUBE, b=solid, pose_b={"p": [5, 0, 0]})
        self.assertTrue(r["lower"] <= 3 <= r["upper"])
        r = self.answer(op="separation", a=CUBE, b=solid, pose_b={"p": [5, 0, 0]}, cutoff=1)
        self.assertEqual((r["status"], r["separation"], r["part_a"]), ("cutoff", None, None))
        self.assertIn("direction", self.error(op="depth_along", direction=[0, 0, 0]))

    def test_gradients(self):
        r = self.answer(op="separation_gradient", b={"shape": "ball", "radius": 1}, pose_b={"p": [5, 0.5, 1]})
        self.assertEqual(list(r)[-5:], ["a", "b", "unique", "part_a", "part_b"])
        self.assertEqual((r["separation"], r["unique"], r["a"]["translation"], r["b"]["translation"]), (2, True, [-1, 0, 0], [1, 0, 0]))
        self.assertIs(self.answer(op="gradient", b=CUBE, pose_b={"p": [5, 0, 0]})["unique"], False)
        r = self.answer(op="gradient", b=CUBE, pose_b={"p": [50, 0, 0]}, cutoff=1)
        self.assertEqual((r["a"], r["b"], r["unique"], r["part_a"]), (None, None, False, None))

    def test_times_of_impact(self):
        fall = {"start": {"p": [0, 0, 10]}, "velocity": [0, 0, -16]}
        r = self.answer(op="time_of_impact", motion_a=fall, b=CUBE, pose_b=..., target_tolerance=1e-6)
        self.assertEqual(list(r)[-2:], ["part_a", "part_b"])
        self.assertEqual((r["hit"], r["miss"], r["start"]), (True, False, "separated"))
        self.assertAlmostEqual(r["t"], 0.5, delta=1e-6)
        self.assertTrue(r["t_safe"] <= r["t"] and r["t_safe"] <= 0.5)
        r = self.answer(op="time_of_impact", motion_a=fall, b=CUBE, pose_b={"p": [9, 0, 0]})
        self.assertEqual((r["miss"], r["t"], r["t_safe"], r["part_a"], r["part_b"]), (True, None, 1, None, None))
        ground = {"shape": "half_space", "normal": [0, 0, 1], "offset": -2}
        r = self.answer(op="time_of_impact", a={"mesh": "cube.obj"}, motion_a=fall, b=ground, pose_b=..., max_t=0.8)
        self.assertAlmostEqual(r["t"], 0.75, delta=1e-4)
        r = self.answer(op="time_of_impact", a={"solid": "cube.obj"}, b={"shape": "ball", "radius": 0.25}, pose_b=..., motion_b={"start": {"p": [1, 1, 1]}})
        self.assertEqual((r["hit"], r["t"], r["start"]), (True, 0, "overlapping"))
        half_turn = {"angle": math.pi}
        r = self.answer(op="time_of_impact", dim=2, a={"vertices": [[-2, 0], [2, 0]], "segments": [[0, 1]]}, motion_a=half_turn, b=CHAIN, pose_b={"p": [1, 1]})
        self.assertEqual((r["hit"], r["part_b"]), (True, 0))

    def test_meshes_have_no_steps(self):
        for op in ("distance", "overlap"):
            done = subprocess.run([ABUT, "trace"], input=json.dumps(record(op=op)).encode(), capture_output=True, timeout=60)
            self.assertEqual(done.returncode, 1)
            self.assertIn("a: meshes have no steps to show", done.stderr.decode())

    def test_scaling_by_a_power_of_two_scales_every_number(self):
        base = record(b=CUBE, pose_b={"p": [7, 5, 3], "q": [1, 2, 3, 4]})
        factor = 2.0 ** -30
        body = {**CUBE, "vertices": [[x * factor for x in v] for v in CORNERS]}
        small = record(a=body, b=body, pose_b={"p": [x * factor for x in (7, 5, 3)], "q": [1, 2, 3, 4]})
        large, little = self.ask(base, small)
        for name in ("distance", "point_a", "point_b"):
            scaled = [x * factor for x in large[name]] if isinstance(large[name], list) else large[name] * factor
            self.assertEqual(little[name], scaled)
        self.assertEqual((little["normal"], little["part_a"], little["part_b"]), (large["normal"], large["part_a"], large["part_b"]))
        self.assertTrue(math.isclose(little["lower"], large["lower"] * factor))


if __name__ == "__main__":
    unittest.main()
