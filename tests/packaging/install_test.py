#!/usr/bin/env python3
"""Installs a build into an empty folder and uses it there, as somebody who has nothing else.

    install_test.py BUILD_FOLDER    exit code 1 and a line for each thing that is wrong
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")


class Installed:
    def __init__(self, build, root):
        self.prefix = root / "prefix"
        self.home = root / "home"
        self.home.mkdir()
        self.wrong = []
        done = subprocess.run(
            ["cmake", "--install", build, "--prefix", self.prefix], capture_output=True, text=True
        )
        if done.returncode != 0:
            sys.exit(f"cmake --install failed:\n{done.stdout}{done.stderr}")
        self.data = self.prefix / "share" / "referee"

    def expect(self, holds, what):
        if not holds:
            self.wrong.append(what)

    def referee(self, *words):
        done = subprocess.run(
            [self.prefix / "bin" / "referee", *map(str, words)],
            capture_output=True,
            text=True,
            cwd=self.home,
        )
        return done.returncode, done.stdout + done.stderr

    def check_program(self):
        code, text = self.referee("--version")
        self.expect(code == 0 and text.startswith("referee "), f"--version: {text}")

    def check_configs(self):
        configs = sorted((self.data / "configs").glob("*.json"))
        self.expect(len(configs) >= 6, f"only these configs: {configs}")
        for config in configs:
            content = json.loads(config.read_text())
            schema = config.parent / content["$schema"]
            self.expect(schema.is_file(), f"{config}: there is no {schema}")
            for game in content.get("games", [content]):
                for bot in game["bots"]:
                    word = bot["command"].split()[0]
                    is_here = (config.parent / word).is_file() or word in ("@random", "referee")
                    self.expect(is_here, f"{config}: there is no {word}")
        code, text = self.referee(
            "tournament", self.data / "configs" / "demo.json", "--rounds", "1", "--out", "demo"
        )
        self.expect(code == 0 and "no faults" in text, f"the demo (exit code {code}): {text}")

    def check_links(self):
        pages = [page for page in self.data.rglob("*.md")]
        self.expect(len(pages) > 20, f"only these pages: {pages}")
        for page in pages:
            for target in LINK.findall(page.read_text()):
                if re.match(r"[a-z]+:", target):
                    continue
                self.expect((page.parent / target).exists(), f"{page}: there is no {target}")
        docs = self.prefix / "share" / "doc" / "referee" / "docs"
        self.expect((docs / "guide" / "workbench.md").is_file(), f"{docs} leads nowhere")

    def check_manual(self):
        """A page for each verb, which man can set, with all that the help names."""
        manual = self.prefix / "share" / "man" / "man1"
        code, text = self.referee("--help")
        verbs = re.findall(r"^  ([a-z]+)  +[A-Z]", text, re.MULTILINE)
        self.expect(len(verbs) > 16, f"only these verbs: {verbs}")
        for verb in verbs:
            page = manual / f"referee-{verb}.1"
            self.expect(page.is_file(), f"there is no {page}")
            code, text = self.referee(verb, "--help")
            raw = page.read_text().replace("\\-", "-")
            for option in re.findall(r"^  (?:-\w,)?(--[a-z0-9-]+)", text, re.MULTILINE):
                self.expect(f"\\fB{option}\\fR" in raw, f"{page} has no {option}")
        if shutil.which("man") is None:
            return
        for page in sorted(manual.glob("*.1")):
            done = subprocess.run(
                ["man", "--warnings", "-l", page],
                capture_output=True,
                text=True,
                env={"PATH": os.environ["PATH"], "MANWIDTH": "80", "LC_ALL": "C.UTF-8"},
            )
            self.expect(
                done.returncode == 0 and not done.stderr and "SYNOPSIS" in done.stdout,
                f"man {page}: {done.stderr}",
            )

    def check_completion(self):
        for file in (
            "bash-completion/completions/referee",
            "zsh/site-functions/_referee",
            "fish/vendor_completions.d/referee.fish",
        ):
            path = self.prefix / "share" / file
            self.expect(path.is_file(), f"there is no {path}")

    def check_examples(self):
        """Each example bot is there as a source and as a program, which `check` finds."""
        for source in sorted((self.data / "bots").glob("*/*.cpp")):
            name = f"{source.parent.name}-{source.stem}"
            self.expect(
                (self.prefix / "libexec" / "referee" / name).is_file(), f"no program {name}"
            )
        player = self.data / "bots" / "black-hole" / "player.py"
        code, text = self.referee("check", player, "--game", "black-hole", "--games", "2")
        self.expect("against black-hole-greedy" in text, f"check (exit code {code}): {text}")

    def check_judges(self):
        """A game of a judge plays where it is installed. Its library is no header of the rules."""
        games = self.data / "rules" / "judges"
        bots = [f"{games}/hex/bots/any.py", f"{games}/hex/bots/path.py"]
        code, text = self.referee("match", games / "hex", *bots)
        self.expect(code == 0, f"a match of Hex (exit code {code}): {text}")
        self.expect((games / "lib" / "referee_judge.hpp").is_file(), "no referee_judge.hpp")
        headers = self.prefix / "include" / "referee" / "rules" / "judges"
        self.expect(not headers.exists(), f"{headers} is there")

    def check_rules_library(self, consumer):
        """A program outside the tree finds the rules, compiles, measures and plays."""
        build = self.home / "consumer"
        for command in (
            ["cmake", "-G", "Ninja", "-S", consumer, "-B", build,
             f"-DCMAKE_PREFIX_PATH={self.prefix}"],
            ["cmake", "--build", build],
        ):
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode != 0:
                self.wrong.append(f"{command}: {done.stdout}{done.stderr}")
                return
        playout = build / "playout"
        done = subprocess.run([playout], capture_output=True, text=True)
        games = done.stderr.partition("the games are: ")[2].split()
        self.expect(done.returncode == 2 and len(games) > 4, f"playout: {done.stderr}")
        for game in games:
            done = subprocess.run([playout, game, "5"], capture_output=True, text=True)
            told = re.search(r": ([0-9.]+) plies, ([0-9.]+) legal moves, scores", done.stdout)
            self.expect(
                told is not None and float(told[1]) > 5 and float(told[2]) > 1,
                f"playout {game} 5: {done.stdout}{done.stderr}",
            )
        code, text = self.referee("match", "box", playout.as_posix() + " box", "referee random box")
        self.expect(code == 0, f"a match of playout (exit code {code}): {text}")


def main():
    with tempfile.TemporaryDirectory(prefix="referee-install-") as root:
        installed = Installed(sys.argv[1], pathlib.Path(root).resolve())
        installed.check_program()
        installed.check_configs()
        installed.check_links()
        installed.check_examples()
        installed.check_judges()
        installed.check_manual()
        installed.check_completion()
        installed.check_rules_library(pathlib.Path(__file__).resolve().parent / "consumer")
        for line in installed.wrong:
            print(line)
        sys.exit(1 if installed.wrong else 0)


main()
