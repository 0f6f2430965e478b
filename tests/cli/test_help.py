"""The man page and the completions, held to what --help says. The tool's path is in the environment, ABUT."""
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ABUT = str(Path(os.environ["ABUT"]).resolve())
SHELLS = ("bash", "zsh", "fish")


def output(*arguments):
    return subprocess.run([ABUT, *arguments], capture_output=True, timeout=60, check=True).stdout.decode()


def commands():
    listed = output("--help").split("Subcommands:\n")[1]
    return re.findall(r"^  (\w+) ", listed, re.MULTILINE)


def options(*command):
    """All names of each: -h, --help."""
    listed = output(*command, "--help").split("Options:\n")[1].split("\n\n")[0]
    names = [name for line in listed.splitlines() for name in re.findall(r"(?:^  |,)(--?[\w-]+)", line)]
    assert "--help" in names
    return names


class Manual(unittest.TestCase):
    def test_has_every_command_and_option(self):
        page = output("man").replace("\\-", "-")
        self.assertTrue(page.startswith(".TH ABUT 1 "))
        for name in options():
            self.assertIn("\\fB%s\\fR" % name, page)
        self.assertTrue(set(commands()) >= {"demo", "query", "trace", "help", "man", "completion"})
        for command in commands():
            section = page.split("\n.SS %s\n" % command)[1].split("\n.SS ")[0]
            for name in options(command):
                self.assertIn("\\fB%s\\fR" % name, section)

    def test_renders_without_a_warning(self):
        if shutil.which("groff") is None:
            self.skipTest("there is no groff to render the page with")
        done = subprocess.run(["groff", "-man", "-Tascii", "-ww", "-P-c"], input=output("man").encode(), capture_output=True, timeout=60)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        text = re.sub("\x1b\\[[0-9]*m|.\b", "", done.stdout.decode())
        for word in ("abut query [options] [FILE]", "abut completion [options] SHELL", "--precision float|double", "linear_cast_rounded", "Exit status"):
            self.assertIn(word, text)

    def test_man_renders_it(self):
        if shutil.which("man") is None:
            self.skipTest("there is no man")
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder) / "abut.1"
            page.write_text(output("man"))
            done = subprocess.run(["man", "--warnings", "-E", "UTF-8", "-l", str(page)], capture_output=True, timeout=60,
                                  env={**os.environ, "MANPAGER": "cat", "LC_ALL": "C.UTF-8", "MANWIDTH": "120"})
        if b"minimized" in done.stdout + done.stderr:
            self.skipTest("man is a stub here, which says that the system has been minimized")
        self.assertEqual((done.returncode, done.stderr), (0, b""))


class Completion(unittest.TestCase):
    def test_has_every_command_and_option(self):
        for shell in SHELLS:
            script = output("completion", shell)
            for command in commands():
                self.assertRegex(script, r"\b%s\b" % command)
                for name in options(command):
                    spelled = name if shell != "fish" else "-l " + name[2:] if name.startswith("--") else "-s " + name[1:]
                    self.assertIn(spelled, script)
            for choice in ("float", "double", "json", "svg", *SHELLS):
                self.assertIn(choice, script)

    def test_an_unknown_shell_and_none(self):
        for arguments in (["completion"], ["completion", "tcsh"]):
            done = subprocess.run([ABUT, *arguments], capture_output=True, timeout=60)
            self.assertEqual((done.returncode, done.stdout), (2, b""))
            self.assertIn(b"SHELL", done.stderr)

    def test_the_shells_accept_it(self):
        for shell in SHELLS:
            with self.subTest(shell=shell), tempfile.TemporaryDirectory() as folder:
                if shutil.which(shell) is None:
                    self.skipTest("there is no %s" % shell)
                script = Path(folder) / "script"
                script.write_text(output("completion", shell))
                done = subprocess.run([shell, "-n", str(script)], capture_output=True, timeout=60)
                self.assertEqual((done.returncode, done.stderr), (0, b""))

    def completed(self, *words, folder="."):
        """What bash offers for the last word."""
        script = output("completion", "bash") + 'COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _abut; printf "%s\\n" "${COMPREPLY[@]}"'
        done = subprocess.run(["bash", "-c", script, "bash", "abut", *words], capture_output=True, timeout=60, cwd=folder)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        return done.stdout.decode().split()

    def test_bash_completes(self):
        self.assertEqual(self.completed("qu"), ["query"])
        self.assertEqual(sorted(self.completed("")), sorted([*commands(), *options()]))
        self.assertEqual(self.completed("query", "--pre"), ["--precision"])
        self.assertEqual(self.completed("query", "--precision", ""), ["float", "double"])
        self.assertEqual(self.completed("trace", "--format", "s"), ["svg"])
        self.assertEqual(self.completed("query", "--threads", ""), [])
        self.assertEqual(self.completed("help", "tr"), ["trace"])
        self.assertEqual(self.completed("completion", "z"), ["zsh"])
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "cases.jsonl").touch()
            self.assertEqual(self.completed("query", "ca", folder=folder), ["cases.jsonl"])
            self.assertEqual(self.completed("query", "--out", "", folder=folder), ["cases.jsonl"])
            self.assertEqual(self.completed("demo", "ca", folder=folder), [])


class Installed(unittest.TestCase):
    """What `cmake --install` puts beside the tool is what the tool prints. The build folder is in ABUT_BUILD."""

    def test_component_tool(self):
        build = os.environ.get("ABUT_BUILD")
        if build is None or not (Path(build) / "cmake_install.cmake").exists():
            self.skipTest("ABUT_BUILD names no build folder to install from")
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["cmake", "--install", build, "--component", "tool", "--prefix", folder], check=True, capture_output=True, timeout=60)
            share = Path(folder) / "share"
            for path, printed in (("man/man1/abut.1", ("man",)), ("bash-completion/completions/abut", ("completion", "bash")),
                                  ("zsh/site-functions/_abut", ("completion", "zsh")),
                                  ("fish/vendor_completions.d/abut.fish", ("completion", "fish"))):
                self.assertEqual((share / path).read_text(), output(*printed))


if __name__ == "__main__":
    unittest.main()
