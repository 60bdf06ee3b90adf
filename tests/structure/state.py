#!/usr/bin/env python3
"""Checks that no variable belongs to the process: what changes has an owner that is passed on.

    state.py SOURCE_FOLDER    exit code 1 and a line for each finding

A variable of a namespace, a static one and one of a thread are found by their declarations, unless
they are constant. KEPT has the exceptions with their reasons: the log, signals, and memories of what
was found out, which change no result when they are lost.
"""
import re
import sys

import findings

KEPT = {
    ("referee/base/text/log.cpp", "log"): "the log",
    ("referee/base/text/log.hpp", "debug_wanted"): "the log: what costs a debug line that is off",
    ("referee/play/judge/judge_process.cpp", "known"): "signals: the hosts of judges that Ctrl-C ends",
    ("referee/play/judge/judge_process.cpp", "idle"):
        "the kernel ends a process with the thread that started it, so a judge's belong to that",
    ("referee/machine/walls/filter.cpp", "built"): "memory: filters, each made of its options alone",
    ("referee/machine/walls/filter.cpp", "mutex"): "of `built`",
    ("referee/machine/program/contents.cpp", "known"): "memory: hashes of files that have not changed",
    ("referee/machine/program/names_in_files.cpp", "known"): "memory: names in files that have not changed",
    ("referee/machine/program/executable.cpp", "known"): "memory: programs that have not changed",
    ("referee/machine/bot/host.cpp", "opened"):
        "folders of the system, owned by the hosts that share them",
    ("referee/machine/bot/host.cpp", "mutex"): "of `opened`",
    ("referee/machine/kernel/tree.cpp", "sessions"):
        "what the kernel keeps of the process: the sessions of all bots that are its children",
    ("referee/machine/kernel/tree.cpp", "sessions_mutex"): "of `sessions`",
    ("referee/machine/kernel/stock.cpp", "measured"):
        "what the machine has, owned by the hosts that share it",
    ("referee/machine/kernel/stock.cpp", "mutex"): "of `measured`",
}
NO_CODE = re.compile(r'R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])\'(?:\\.|[^\'\\\n])+\''
                     r"|//[^\n]*|/\*.*?\*/|^[ \t]*#(?:\\\n|[^\n])*", re.DOTALL | re.MULTILINE)
NO_VARIABLE = re.compile(r"(using|typedef|friend|template|extern|struct|class|enum|union|static_assert"
                         r"|namespace|return|case|public|private|protected|goto|throw|delete)\b")
# What may stand before a type.
BEFORE = re.compile(r"^(?:__extension__|(?:public|private|protected):|\[\[[^\]]*\]\]|\s)+")


def without_arguments(text):
    """The text without template arguments, of which (...) may be a part."""
    while True:
        shorter = re.sub(r"(?<=\w)<[^<>;]*>", "", text)
        if shorter == text:
            return text
        text = shorter


def begins_value(statement):
    """Whether a brace that follows begins a value: after an equals sign, or among arguments."""
    text = re.sub(r"\boperator\W+", "", without_arguments(statement))
    while re.search(r"\([^()]*\)", text):
        text = re.sub(r"\([^()]*\)", "", text)
    return "=" in text or "(" in text


def variable_in(statement, in_namespace):
    """The name of the variable that this declares and that may change, or None."""
    text = without_arguments(BEFORE.sub("", statement)).strip()
    static = re.match(r"(?:inline\s+)?(?:static|thread_local)\b", text)
    if not (static or in_namespace) or NO_VARIABLE.match(text):
        return None
    text = re.split(r"[={]", text)[0].strip()
    declared = re.fullmatch(r"(?s)(.*[\s*&])([a-zA-Z_]\w*)\s*(?:\[[^\]]*\]\s*)*", text)
    # A function has arguments; an operator has signs.
    if not declared or "(" in text or "operator" in text:
        return None
    kind = declared[1]
    if re.search(r"\bconstexpr\b", kind) or re.search(r"\bconst\b", kind.rpartition("*")[2]):
        return None
    if not re.sub(r"\b(inline|static|thread_local|constinit|auto)\b|[\s*&]", "", kind) and not static:
        return None
    return declared[2]


def variables_in(source):
    """Line and name of each variable that may change and that is no function's or object's."""
    code = NO_CODE.sub(lambda found: re.sub(r"[^\n]", " ", found[0]) if found[0][0] in "/# \t" else
                       '""' + "\n" * found[0].count("\n"), source)
    scopes = ["namespace"]
    line, begin, statement = 1, 1, ""
    for sign in code:
        if sign == "\n":
            line += 1
        if not statement.strip():
            begin = line
        if sign == "{":
            in_namespace = scopes[-1] == "namespace"
            if re.search(r"\bnamespace\b[^=;]*$", statement) or re.match(r'\s*extern\s+""\s*$', statement):
                scopes.append("namespace")
                statement = ""
                continue
            if (scopes[-1] == "value" or begins_value(statement)
                    or variable_in(statement, in_namespace)):
                scopes.append("value")
                statement += sign
                continue
            scopes.append("block")
            statement = ""
        elif sign == "}":
            if len(scopes) > 1 and scopes.pop() == "value":
                statement += sign
            else:
                statement = ""
        elif sign == ";" and scopes[-1] != "value":
            name = variable_in(statement, scopes[-1] == "namespace")
            if name:
                yield begin, name
            statement = ""
        else:
            statement += sign


def wrong_in(source):
    files = sorted([*source.glob("referee/**/*.[ch]pp"), *source.glob("rules/*.[ch]pp"),
                    *source.glob("rules/[!j]*/*.[ch]pp")])
    if len(files) < 100:
        sys.exit(f"{source}: found {len(files)} files; is this the project's folder?")
    unused = dict(KEPT)
    for file in files:
        name = file.relative_to(source).as_posix()
        for line, variable in variables_in(file.read_text()):
            if unused.pop((name, variable), None) is None:
                yield (f"{name}:{line}: {variable} belongs to the process; give it an owner that is "
                       "passed on, or make it constant")
    for name, variable in unused:
        yield f"{name}: has no variable {variable}, which state.py lists"


if __name__ == "__main__":
    findings.report(wrong_in, f"no variable belongs to the process but {len(KEPT)} with reasons")
