#!/usr/bin/env python3
"""Checks that a test has some words of each error's message, for nobody else reads them.

    messages.py SOURCE_FOLDER    exit code 1 and a line for each finding

A message is the text of at least four words in what makes an error: `throw`, `fail(`, `refuse(`,
`...Error(` in `referee/` and `rules/`. Three words that follow one another in it, or all that is
between two placeholders, have to be in the text of a test. `messages.txt` lists the others, by the
reason why they have none.
"""
import pathlib
import re

import findings

BEGINS = re.compile(r"\bthrow\b|\b(?:fail|fail_to|refuse|refused|\w*Error)\(")
# Text, a character or a comment, which may hold what looks like the end of a statement.
TOKEN = re.compile(r'R"(\w*)\((.*?)\)\1"|"((?:[^"\\\n]|\\.)*)"|\'(?:[^\'\\\n]|\\.)+\''
                   r'|//[^\n]*|[;{}]|\s+|.', re.DOTALL)
HOLE = re.compile(r"\{[^{}]*\}|\\.")
LEAST = 4  # words
MOST = 60  # messages without a test
LIST = pathlib.Path(__file__).with_name("messages.txt")


def texts_from(code, at):
    """The texts of the statement that begins at `at`; neighbours are one text, as in C++."""
    text = None
    for token in TOKEN.finditer(code, at):
        word = token[0]
        if word.isspace() or word.startswith("//"):
            continue
        if word.startswith(('"', 'R"')):
            text = (text or "") + (token[2] if token[3] is None else token[3])
            continue
        if text is not None:
            yield text
            text = None
        if word in ";{}":
            return


def words_of(text):
    return re.findall(r"\w+(?:['-]\w+)*", text)


def messages(source):
    for folder in ("referee", "rules"):
        for file in sorted((source / folder).rglob("*.[ch]pp")):
            code = file.read_text()
            told = set()
            for begin in BEGINS.finditer(code):
                for text in texts_from(code, begin.end()):
                    if len(words_of(HOLE.sub(" ", text))) >= LEAST and text not in told:
                        told.add(text)
                        yield file.relative_to(source), text


def runs_of(text):
    for piece in HOLE.split(text):
        words = words_of(piece)
        if len(words) >= 2:
            yield from (words[i:i + 3] for i in range(max(1, len(words) - 2)))


def tested_words(source):
    text = []
    for file in sorted((source / "tests").rglob("*")):
        if file.suffix in (".cpp", ".hpp", ".py", ".mjs", ".sh") and "structure" not in file.parts:
            # Neighbouring texts are one, and a line's end is a blank of what is expected.
            plain = file.read_text(errors="replace").replace("\\n", " ")
            text.append(re.sub(r'"\s*\n\s*[fr]?"', "", plain))
    return " ".join(words_of(" ".join(text)))


def excused():
    """Words of each message that no test causes, with the reason above them."""
    reason = ""
    for line in LIST.read_text().splitlines():
        if line.startswith("# "):
            reason = line[2:]
        elif line:
            yield line, reason


def wrong_in(source):
    tested = f" {tested_words(source)} "
    unused = dict(excused())
    words_without_test = list(unused)
    if len(words_without_test) > MOST:
        yield f"messages.txt: has more than {MOST} messages: test some of them"
    for file, text in messages(source):
        if any(f" {' '.join(run)} " in tested for run in runs_of(text)):
            continue
        found = [words for words in words_without_test if words in text]
        for words in found:
            unused.pop(words, None)
        if not found:
            yield f"{file}: no test has words of \"{text}\""
    for words, reason in unused.items():
        yield f"messages.txt: '{words}' ({reason}): a test has words of it, or nothing says it"


if __name__ == "__main__":
    findings.report(wrong_in)
