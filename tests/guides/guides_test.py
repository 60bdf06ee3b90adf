#!/usr/bin/env python3
"""Does what README.md and the pages of docs/guide say: runs each of their commands as it stands, and
writes or reads each of their JSON and Python blocks, in a folder in which there is what the page takes
for granted.

    guides_test.py REFEREE PAGE...    "README", "compare": the names of pages.py

A block of JSON or of a program is the file that the text before it names last, or the first command after
it; other JSON is parsed, other Python is run together with the blocks before it. A command ends by itself
with exit code 0, unless pages.py knows better. A page, a block or a command that pages.py has a word for
and that is not there is a failure, too.
"""

import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

import pages

SOURCE = pathlib.Path(__file__).resolve().parents[2]
FENCED = re.compile(r"^( *)```(\w*)\n(.*?)^\1```$", re.DOTALL | re.MULTILINE)
PROGRAMS = r"referee|\./scripts/\w+|slurm\.sh|parallel\.sh|g\+\+|python3|cmake|sudo|tar|cd|mkdir|chmod|rm|rsync|ssh"
COMMAND = re.compile(rf"(\$ )?({PROGRAMS})(?=\s)")
ENDINGS = {"json": "json", "python": "py", "cpp": "cpp", "c": "c", "java": "java"}
PATIENCE = 400  # seconds for a command that ends by itself


def blocks(text):
    """The blocks of a page: (place, language, text) in their order. An indented one has no language; its
    paragraphs are blocks."""
    found = [(m.start(), m[2] or "text", re.sub(f"^{m[1]}", "", m[3], flags=re.M)) for m in FENCED.finditer(text)]
    spans = [m.span() for m in FENCED.finditer(text)]
    for m in re.finditer(r"(?:^.+\n)+", text, re.M):
        indented = all(line.startswith("    ") for line in m[0].splitlines())
        fenced = any(begin <= m.start() < end for begin, end in spans)
        if indented and not fenced:
            found.append((m.start(), "", re.sub(r"^    ", "", m[0], flags=re.M)))
    return sorted(found)


def commands(block):
    """The commands of a block of them: each with the lines that belong to it."""
    lines = block.replace("\\\n", " ").splitlines()
    shown = any(line.startswith("$ ") for line in lines)  # the others are what they print
    whole = ""
    end = None  # of a file that a command writes
    for line in lines:
        if end is not None:
            whole += "\n" + line
            if line == end:
                yield whole
                whole, end = "", None
            continue
        if shown and not line.startswith("$ "):
            continue
        whole += line.removeprefix("$ ")
        if whole.endswith("&&"):
            whole += " "
            continue
        if file := re.search(r"<<'(\w+)'$", whole):
            end = file[1]
            continue
        if whole.strip():
            yield " ".join(whole.split(" "))
        whole = ""


def is_shell(language, block):
    return language == "sh" or (not language and COMMAND.match(block))


class Walk:
    def __init__(self, referee, page):
        self.name = page
        self.page = pages.PAGES[page]
        self.file = SOURCE / ("README.md" if page == "README" else f"docs/guide/{page}.md")
        self.text = self.file.read_text()
        self.referee = referee
        self.cells = ""
        self.ran = 0
        self.used = set()
        self.wrong = []

    def fail(self, what):
        self.wrong.append(f"{self.file.relative_to(SOURCE)}: {what}")

    def walk(self):
        with tempfile.TemporaryDirectory() as name:
            self.home = pathlib.Path(name)
            self.folder = self.home / "work"
            self.folder.mkdir()
            programs = self.home / "programs"
            programs.mkdir()
            (programs / "referee").symlink_to(self.referee)
            for script in (SOURCE / "scripts" / "parts").iterdir():
                (programs / script.name).symlink_to(script)
            self.environment = {
                **{key: os.environ[key] for key in ("PATH", "LANG", "LC_ALL") if key in os.environ},
                "HOME": name,
                "TERM": "dumb",
                "PATH": f"{programs}:{os.environ['PATH']}",
            }
            for path, text in self.page.files.items():
                file = self.folder / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text)
            for command in self.page.before:
                self.stage(command)
                self.run(command, {0, 1})
            for place, language, block in blocks(self.text):
                self.do(place, language, block)
        for text, _ in (*self.page.left_out, *self.page.ends, *self.page.files_of):
            if text not in self.used:
                self.fail(f"pages.py has a word for '{text}', which is not there")
        if self.ran < self.page.least:
            self.fail(f"only {self.ran} commands and files found, not {self.page.least}")
        return self.wrong

    def known(self, table, text):
        """The row of a table of pages.py whose words are in a text."""
        for words, value in table:
            if words in text:
                self.used.add(words)
                return value
        return None

    def do(self, place, language, block):
        if is_shell(language, block):
            for command in commands(block):
                self.command(command)
        elif language == "yaml":
            for command in re.findall(r"^ *(?:- )?run: (?!\|)(.*)$", block, re.M):
                self.command(command)
        elif language in ENDINGS or (not language and block.startswith("{")):
            self.written(place, language or "json", block)

    def written(self, place, language, block):
        if self.known(self.page.left_out, block):
            return
        before = self.text[:place].rstrip().rpartition("\n\n")[2]
        after = self.text[place:].partition("\n\n")[2]
        after = re.sub(r"^```\w*\n", "", after.lstrip()) if "```" in after[:200] else after.lstrip()
        ending = ENDINGS[language]
        named = re.findall(rf"`([\w./-]+\.{ending})`", before)
        if not named and COMMAND.match(after):
            named = re.findall(rf"([\w./-]+\.{ending})\b", after.partition("\n")[0])[:1]
        path = self.known(self.page.files_of, block) or (named[-1] if named else None)
        if language == "json":
            whole = block if block.lstrip().startswith(("{", "[")) else "{" + block + "}"
            try:
                json.loads(whole)
            except json.JSONDecodeError as error:
                self.fail(f"{error} in:\n{block}")
                return
        self.ran += 1
        if path is not None and path != "-":
            (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / path).write_text(block)
        elif language not in ("json", "python"):
            self.fail(f"no file is named before:\n{block}")
        elif language == "python":
            self.cells += block
            self.stage("")
            self.run_words([sys.executable, "-c", self.cells], block, {0})

    def command(self, command):
        if self.known(self.page.left_out, command):
            return
        self.ran += 1
        self.stage(command)
        codes = self.known(self.page.ends, command)
        self.run(command, codes or {0})

    def stage(self, command):
        """The bots that the page speaks of, for the game of this command."""
        words = command.split()
        game = next((word for word in words if word in pages.GAMES), self.page.game)
        if game is None:
            return
        skeletons = self.home / "skeletons" / game
        if not skeletons.is_dir():
            self.run(f"referee new {game} python {skeletons}", {0})
        if self.wrong:
            return
        bot = pages.BOT_HEAD + (skeletons / "bot.py").read_text()
        for name in self.page.bots:
            file = self.folder / name
            text = bot if not name.endswith(".cpp") else self.compiled(game)
            if file.is_file() and file.read_text() == text:
                continue
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
            file.chmod(0o755)

    def compiled(self, game):
        folder = self.home / "skeletons" / f"{game}-cpp"
        if not folder.is_dir():
            self.run(f"referee new {game} cpp {folder}", {0})
        return (folder / "bot.cpp").read_text()

    def run(self, command, codes):
        if command.startswith("cd "):
            self.folder = (self.folder / command[3:].strip()).resolve()
            return
        self.run_words(["bash", "-c", command], command, codes)

    def run_words(self, words, shown, codes):
        """`codes`: a set of exit codes; or WHEN to interrupt it, and those after that: when it has said
        this text, or after this number of seconds."""
        when, codes = codes if isinstance(codes, tuple) else (None, codes)
        said = self.home / "said"
        with open(said, "w", encoding="utf-8") as out:
            process = subprocess.Popen(words, cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
                                       stdout=out, stderr=subprocess.STDOUT, start_new_session=True)
            begin = time.monotonic()
            interrupted = when is None
            while process.poll() is None:
                time.sleep(0.05)
                now = time.monotonic() - begin
                if isinstance(when, str):
                    due = when in said.read_text(errors="replace")
                else:
                    due = when is not None and now >= when
                if due:
                    os.killpg(process.pid, signal.SIGINT)
                    when = now + 2  # once more: the first may have ended what it did before it serves
                    interrupted = True
                elif now > PATIENCE:
                    os.killpg(process.pid, signal.SIGKILL)
                    process.wait()
                    self.fail(f"it did not end within {PATIENCE} s")
        output = said.read_text(errors="replace")
        if process.returncode not in codes or not interrupted:
            self.fail(f"exit code {process.returncode}\n$ {shown}\n{output[-3000:]}")


def main():
    referee = pathlib.Path(sys.argv[1]).resolve()
    known = {"README", *(file.stem for file in (SOURCE / "docs" / "guide").glob("*.md"))}
    wrong = [f"pages.py has no page {name}" for name in sorted(known - set(pages.PAGES))]
    for name in sys.argv[2:]:
        walk = Walk(referee, name)
        wrong += walk.walk()
        print(f"{name}: {walk.ran} commands and files")
    for line in wrong:
        print(line)
    sys.exit(1 if wrong else 0)


main()
