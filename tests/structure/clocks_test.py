#!/usr/bin/env python3
"""Adds clocks that can be set to a copy of the sources, one at a time, and expects each to be found.

    clocks_test.py SOURCE_FOLDER
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

CHECK = pathlib.Path(__file__).with_name("clocks.py")
WRONG = ["auto a = std::chrono::system_clock::now();", "::clock_gettime(CLOCK_REALTIME, &now);",
         "::gettimeofday(&now, nullptr);", "const auto a = time(nullptr);", "::time(&now);",
         "std::chrono::high_resolution_clock::now();", "CLOCK_REALTIME_COARSE;"]
RIGHT = ["// system_clock", '"gettimeofday", "time"', "std::chrono::steady_clock::now();",
         "next_time(0);", "file.time(nullptr);", "::clock_gettime(CLOCK_MONOTONIC, &now);"]


def check(source):
    return subprocess.run([sys.executable, CHECK, source], stdout=subprocess.PIPE, text=True)


def main():
    source = pathlib.Path(sys.argv[1])
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder)
        for name in ("referee", "rules"):
            shutil.copytree(source / name, copy / name)
        file = copy / "referee/machine/bot/account.cpp"
        text = file.read_text()
        for lines, code in ((WRONG, 1), (RIGHT, 0)):
            for line in lines:
                file.write_text(f"{text}\n{line}\n")
                result = check(copy)
                if result.returncode != code or (code == 1) != ("account.cpp" in result.stdout):
                    failed += 1
                    print(f"{line}: exit code {result.returncode}, {result.stdout}")
        file.write_text(text)
        # The date of a record must not become two.
        match = copy / "referee/play/match/match.cpp"
        match.write_text(match.read_text() + "\nauto a = std::chrono::system_clock::now();\n")
        if check(copy).returncode != 1:
            failed += 1
            print("a second date in match.cpp is not found")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
