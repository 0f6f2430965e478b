"""The commands themselves: help, where output goes, pipes, usage. The tool's path is in the environment, ABUT."""
import json
import os
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path

ABUT = os.environ["ABUT"]
COMMANDS = ("demo", "query", "trace", "help", "man", "completion")
GOOD = '{"id":"good","op":"distance","dim":2,"a":[[0,0]],"b":[[3,4]]}'


def run(*arguments, text="", **options):
    return subprocess.run([ABUT, *arguments], input=text.encode(), capture_output=True, timeout=120, **options)


class Help(unittest.TestCase):
    def test_help_is_that_of_the_option(self):
        self.assertEqual(run("help").stdout, run("--help").stdout)
        for command in COMMANDS:
            done = run("help", command)
            self.assertEqual((done.returncode, done.stderr), (0, b""))
            self.assertEqual(done.stdout, run(command, "--help").stdout)
            self.assertIn(b"Usage: abut %s" % command.encode(), done.stdout)

    def test_lists_every_command(self):
        for command in COMMANDS:
            self.assertIn("\n  %s " % command, run("help").stdout.decode())

    def test_no_such_command(self):
        done = run("help", "qeury")
        self.assertEqual((done.returncode, done.stdout), (2, b""))
        self.assertIn(b"there is no command qeury, only demo, query, trace", done.stderr)


class Method(unittest.TestCase):
    def test_a_method_that_no_op_has_is_bad_usage_whatever_the_input(self):
        for command in ("query", "trace"):
            for text in ("", GOOD):
                done = run(command, "--method", "bogus", text=text)
                self.assertEqual((done.returncode, done.stdout), (2, b""))
                self.assertIn(b"no op has the method bogus, they have gjk, mpr, epa, advancement, bilateral, substep", done.stderr)

    def test_a_method_of_other_ops_is_an_error_of_the_record(self):
        done = run("query", "--method", "epa", text=GOOD)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(json.loads(done.stdout)["error"], "op: distance has no method epa, only gjk")
        self.assertEqual(run("query", "--method", "epa").returncode, 0)

    def test_the_empty_method_is_the_default(self):
        self.assertEqual(run("query", "--method", "", text=GOOD).stdout, run("query", text=GOOD).stdout)


class Out(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.path = self.folder / "answers.jsonl"

    def names(self):
        return sorted(p.name for p in self.folder.iterdir())

    def test_query_writes_the_file(self):
        self.path.write_text("old " * 1000)
        for text in (GOOD, GOOD + "\nbroken\n" + GOOD, ""):
            there, here = run("query", "--out", str(self.path), text=text), run("query", text=text)
            self.assertEqual((there.returncode, there.stdout, there.stderr), (here.returncode, b"", here.stderr))
            self.assertEqual(self.path.read_bytes(), here.stdout)
        self.assertEqual(self.names(), ["answers.jsonl"])
        mask = os.umask(0)
        os.umask(mask)
        self.assertEqual(self.path.stat().st_mode & 0o777, 0o666 & ~mask)

    def test_dash_is_standard_output(self):
        for command in ("query", "trace"):
            self.assertEqual(run(command, "--out", "-", text=GOOD).stdout, run(command, text=GOOD).stdout)
        done = run("demo", "--out", "-", cwd=self.folder)
        self.assertEqual((done.returncode, done.stdout, self.names()), (2, b"", []))

    def test_a_full_disk_keeps_the_old_file(self):
        self.path.write_text("old")
        done = subprocess.run(["sh", "-c", 'ulimit -f 1; exec "$0" "$@"', ABUT, "query", "--out", str(self.path)],
                              input=(GOOD + "\n").encode() * 100, capture_output=True, timeout=60)
        self.assertEqual(done.returncode, 2, done)
        self.assertIn(b"cannot write", done.stderr)
        self.assertEqual((self.path.read_text(), self.names()), ("old", ["answers.jsonl"]))

    def test_input_that_can_not_be_read_keeps_the_old_file(self):
        self.path.write_text("old")
        self.assertEqual(run("query", "--out", str(self.path), str(self.folder)).returncode, 2)
        self.assertEqual((self.path.read_text(), self.names()), ("old", ["answers.jsonl"]))

    def test_no_such_folder(self):
        done = run("query", "--out", str(self.folder / "no" / "x"), text=GOOD)
        self.assertEqual((done.returncode, done.stdout), (2, b""))
        self.assertIn(b"cannot write", done.stderr)

    def test_a_link_stays_a_link(self):
        link = self.folder / "link"
        self.path.write_text("old")
        link.symlink_to(self.path)
        self.assertEqual(run("query", "--out", str(link), text=GOOD).returncode, 0)
        self.assertTrue(link.is_symlink())
        self.assertEqual(json.loads(self.path.read_text())["distance"], 5)

    def test_devices_are_written_to_directly(self):
        self.assertEqual(run("query", "--out", "/dev/null", text=GOOD).returncode, 0)
        done = run("query", "--out", "/dev/full", text=GOOD)
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"cannot write /dev/full", done.stderr)


class ClosedPipe(unittest.TestCase):
    """A reader that has enough ends the tool by SIGPIPE, as it ends other programs, and nothing is said about it."""

    def end_of(self, *arguments, text=""):
        read_end, write_end = os.pipe()
        os.close(read_end)
        done = subprocess.run([ABUT, *arguments], input=text.encode(), stdout=write_end, stderr=subprocess.PIPE, timeout=60)
        os.close(write_end)
        return done.returncode, done.stderr

    def test_every_command(self):
        with tempfile.TemporaryDirectory() as folder:
            for arguments in (("query",), ("trace",), ("help",), ("demo", "--out", folder + "/x.svg")):
                self.assertEqual(self.end_of(*arguments, text=GOOD), (-signal.SIGPIPE, b""), arguments)

    def test_head(self):
        with tempfile.TemporaryDirectory() as folder:
            big = Path(folder) / "big.jsonl"
            big.write_text((GOOD + "\n") * 50000)
            done = subprocess.run(["bash", "-c", '"$0" query "$1" | head -1; exit ${PIPESTATUS[0]}', ABUT, str(big)],
                                  capture_output=True, timeout=60)
        self.assertEqual((done.returncode, done.stderr), (128 + signal.SIGPIPE, b""))
        self.assertEqual(json.loads(done.stdout)["distance"], 5)


if __name__ == "__main__":
    unittest.main()
