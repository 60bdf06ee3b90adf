#!/usr/bin/env python3
"""Checks that nothing is judged by a clock that can be set: only steady clocks and CPU clocks.

    clocks.py SOURCE_FOLDER    exit code 1 and a line for each finding

Somebody may set the clock of the machine during a match, forwards or backwards. A budget, a grace
or a wait that were measured by that clock would then end early or never. The places that ask for
the date are where a record says when its match began, who plays in a folder since when, and whether a
file was written a moment ago.
"""
import re
import sys

import findings

# What can be set: by the names of C, of C++, and of Linux.
SETTABLE = re.compile(
    r"\b(system_clock|utc_clock|tai_clock|file_clock|high_resolution_clock|CLOCK_REALTIME\w*"
    r"|CLOCK_TAI|gettimeofday|timespec_get|ftime|TIMER_ABSTIME_REALTIME|TFD_TIMER_CANCEL_ON_SET"
    r"|pthread_cond_timedwait|sem_timedwait)\b|(?<![\w.>])time\s*\(\s*(nullptr|NULL|0|&)")
# `// ...` and "...": a filter lists system calls by their names.
NO_CODE = re.compile(r'//[^\n]*|"(?:\\.|[^"\\\n])*"')
DATE = {"referee/play/match/match.cpp": 1, "referee/run/store/claim.cpp": 1,
        "referee/machine/program/file_mark.cpp": 1}  # lines


def wrong_in(source):
    files = [*sorted((source / "referee").rglob("*.[ch]pp")),
             *sorted((source / "rules").rglob("*.[ch]pp"))]
    if len(files) < 100:
        sys.exit(f"{source}: found {len(files)} files; is this the project's folder?")
    for file in files:
        name = file.relative_to(source).as_posix()
        allowed = DATE.get(name, 0)
        for number, line in enumerate(file.read_text().splitlines(), 1):
            match = SETTABLE.search(NO_CODE.sub("", line))
            if not match:
                continue
            allowed -= 1
            if allowed < 0:
                yield (f"{name}:{number}: {match[0].strip()} can be set while matches are played; "
                       "use std::chrono::steady_clock")
        if allowed > 0:
            yield f"{name}: asks for the date less often than {sys.argv[0]} lists"


if __name__ == "__main__":
    findings.report(
        wrong_in,
        "nothing but the dates in records and claims is taken from a clock that can be set")
