#!/usr/bin/env python3
"""Sums up what ctest has written as JUnit.

    summary.py FOLDER STAGE...   a table of the stages, why tests were skipped, then each failed test
                                 and why it failed. In FOLDER there are STAGE.xml, STAGE.log, and
                                 STAGE.code and STAGE.seconds, the exit code (77: skipped) and the
                                 duration. Exit code 1 if anything failed
    summary.py --counts FILE     passed, failed, skipped, and the names of the failed tests
"""
import collections
import pathlib
import sys
import xml.etree.ElementTree as xml

LINES = 16  # of what a failed test wrote


def results(file):
    """Of each test in a JUnit file of ctest's its name, its result, and what it wrote."""
    for case in xml.parse(file).iter("testcase"):
        skipped = case.find("skipped")
        if case.get("status") == "run":
            result = "passed"
        elif case.get("status") == "disabled" or (
                # A test whose program was not built is called skipped as well.
                skipped is not None and skipped.get("message", "").startswith("SKIP_")):
            result = "skipped"
        else:
            result = "failed"
        yield case.get("name"), result, case.findtext("system-out") or ""


def why(text):
    """Where expectations failed, else the end."""
    lines = [line for line in text.splitlines() if line.strip()]
    shown, left = [], 0
    for line in lines:
        if line.endswith(": Failure"):
            left = 12
        elif line.startswith("["):
            left = 0
        if left > 0 and len(shown) < LINES:
            shown.append(line)
            left -= 1
    return [line[:240] for line in shown or lines[-LINES:]]


def reason(text):
    """Why it was skipped: what GoogleTest has between `FILE:LINE: Skipped` and its own lines, else the
    last line."""
    lines = [line.strip() for line in text.splitlines()]
    for number, line in enumerate(lines):
        if line.endswith(": Skipped"):
            told = []
            for line in lines[number + 1:]:
                if line.startswith("["):
                    break
                told.append(line)
            return " ".join(filter(None, told)) or "no reason given"
    return next(filter(None, reversed(lines)), "no reason given")[:240]


def number(file):
    return int(file.read_text()) if file.exists() else 0


def main():
    if len(sys.argv) == 3 and sys.argv[1] == "--counts":
        found = list(results(sys.argv[2]))
        counts = [sum(result == kind for _, result, _ in found) for kind in ("passed", "failed", "skipped")]
        print(*counts, *(name for name, result, _ in found if result == "failed"))
        return 0
    folder, stages = pathlib.Path(sys.argv[1]), sys.argv[2:]
    total = {"passed": 0, "failed": 0, "skipped": 0}
    notes, reasons = [], collections.Counter()
    print(f"\n{'stage':12} {'result':7} {'seconds':>8} {'passed':>7} {'failed':>7} {'skipped':>8}")
    for stage in stages:
        file, code = folder / f"{stage}.xml", number(folder / f"{stage}.code")
        found = list(results(file)) if file.exists() else []
        if not found:
            # A stage without tests of its own is one test.
            text = (folder / f"{stage}.log").read_text() if (folder / f"{stage}.log").exists() else ""
            found = [(stage, {0: "passed", 77: "skipped"}.get(code, "failed"), text)]
        elif code != 0 and not any(result == "failed" for _, result, _ in found):
            found.append((f"{stage} (ctest)", "failed", (folder / f"{stage}.log").read_text()))
        counts = {kind: sum(result == kind for _, result, _ in found) for kind in total}
        result = "FAILED" if counts["failed"] else "passed" if counts["passed"] else "skipped"
        print(f"{stage:12} {result:7} {number(folder / f'{stage}.seconds'):8} "
              f"{counts['passed']:7} {counts['failed']:7} {counts['skipped']:8}")
        for kind in total:
            total[kind] += counts[kind]
        reasons.update(reason(text) for _, result, text in found if result == "skipped")
        failed = [(name, text) for name, result, text in found if result == "failed"]
        for name, text in failed[:30]:
            notes += [f"  {name}", *(f"    {line}" for line in why(text))]
        if len(failed) > 30:
            notes.append(f"  and {len(failed) - 30} more")
        if failed:
            notes.append(f"  all of the output: {folder}/{stage}.log; again: ./scripts/test {stage}")
    if reasons:
        print()
    for told, count in reasons.most_common():
        print(f"{count} skipped: {told}")
    if notes:
        print("\nfailed:", *notes, sep="\n")
    print(f"\n{total['passed']} passed, {total['failed']} failed, {total['skipped']} skipped")
    return 1 if total["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
