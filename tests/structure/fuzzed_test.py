#!/usr/bin/env python3
"""Adds includes to a copy of the sources, one at a time, and expects those to be found that the fuzz
targets could not be linked with.

    fuzzed_test.py SOURCE_FOLDER
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

CHECK = pathlib.Path(__file__).with_name("fuzzed.py")
# A file, what it includes, and whether that is wrong.
INCLUDES = [("store/import.cpp", "tournament/runner.hpp", True),  # left out
            ("checks/regress.hpp", "checks/bot_check.hpp", True),  # in a header
            ("config/config.cpp", "walls/filter.hpp", True),       # a room that is not compiled
            ("config/config.cpp", "bot/bot.hpp", False),           # no_bots.cpp has it
            ("config/config.cpp", "store/import.hpp", False),      # compiled
            ("checks/bot_check.cpp", "walls/filter.hpp", False)]   # left out itself


def main():
    source = pathlib.Path(sys.argv[1])
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder)
        for name in ("referee", "tests/fuzz"):
            shutil.copytree(source / name, copy / name)
        for name, header, wrong in INCLUDES:
            file = copy / "referee" / name
            text = file.read_text()
            file.write_text(f'#include "referee/{header}"\n{text}')
            result = subprocess.run([sys.executable, CHECK, copy], stdout=subprocess.PIPE, text=True)
            if result.returncode != int(wrong) or wrong != (name in result.stdout):
                failed += 1
                print(f"{name} includes {header}: exit code {result.returncode}, {result.stdout}")
            file.write_text(text)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
