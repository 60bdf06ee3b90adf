#!/usr/bin/env python3
"""Checks that messages reach standard error by base/text/log.hpp alone, which escapes them.

    told.py SOURCE_FOLDER    exit code 1 and a line for each finding

Names of files, folders and bots come from others. A name with an escape sequence must not reach a
terminal, nor one with a command of a CI service its log. text::tell(), note(), warn() and error()
see to that; what is written to std::cerr by itself does not. The exceptions write text that is
escaped already or is ours alone.
"""
import re

import findings

WRITES = re.compile(r"\bstd::c(?:err|log)\s*(?:<<|\.|$)|\b(?:fput[cs]|fwrite|v?fprintf|print)\s*\(.*\bstderr\b"
                    r"|\b(?:write|v?dprintf|write_all)\s*\(\s*(?:STDERR_FILENO|2)\b|\bperror\s*\(")
NO_CODE = re.compile(r'//[^\n]*|"(?:\\.|[^"\\\n])*"')
ALLOWED = {  # lines
    "referee/analysis/replaying/fed_bot.cpp": 1,  # beside a debugger, escaped
    "referee/base/text/log.cpp": 1,  # tell() itself
    "referee/cli/main.cpp": 1,  # where nothing may be allocated; words of ours
    "referee/cli/program.cpp": 4,  # by safe_lines(): what compilers and judges wrote; words of ours
    "referee/cli/verbs/match_verb.cpp": 1,  # by stderr_text(), which escapes
}


def wrong_in(source):
    for file in sorted((source / "referee").rglob("*.[ch]pp")):
        name = file.relative_to(source).as_posix()
        left = ALLOWED.get(name, 0)
        for number, line in enumerate(file.read_text().splitlines(), 1):
            if not WRITES.search(NO_CODE.sub("", line)):
                continue
            left -= 1
            if left < 0:
                yield f"{name}:{number}: writes to standard error by itself; use text::tell()"
        if left > 0:
            yield f"{name}: writes to standard error less often than told.py lists"


if __name__ == "__main__":
    findings.report(wrong_in, "all messages on standard error are escaped in one place")
