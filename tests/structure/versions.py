#!/usr/bin/env python3
"""Checks that what users copy names the version of this project.

    versions.py SOURCE_FOLDER    exit code 1 and a line for each other version
"""
import pathlib
import re
import sys

NAMED = re.compile(r"(?:releases/download/v|\breferee[_-])(\d+\.\d+\.\d+)")
COPIED = ("README.md", "docs/guide/packages.md", "docs/guide/organisers.md", "docs/ci/**/*")


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: versions.py SOURCE_FOLDER")
    source = pathlib.Path(sys.argv[1])
    own = re.search(r"project\(referee VERSION (\S+)", (source / "CMakeLists.txt").read_text())[1]
    named = wrong = 0
    for pattern in COPIED:
        for file in sorted(source.glob(pattern)):
            if not file.is_file():
                continue
            for number, line in enumerate(file.read_text().splitlines(), 1):
                for version in NAMED.findall(line):
                    named += 1
                    if version != own:
                        wrong += 1
                        print(f"{file.relative_to(source)}:{number}: names version {version}; this is {own}")
    if named == 0:
        sys.exit(f"{source}: found no version in {', '.join(COPIED)}")
    consumer = (source / "tests/packaging/consumer/CMakeLists.txt").read_text()
    if f"find_package(Referee {own.rpartition('.')[0]} " not in consumer:
        wrong += 1
        print(f"tests/packaging/consumer/CMakeLists.txt: does not ask for version {own}")
    if not re.search(rf"\n## (Unreleased|{re.escape(own)} )", (source / "CHANGELOG.md").read_text()):
        wrong += 1
        print(f"CHANGELOG.md: has no section 'Unreleased' or '{own} (DATE)'")
    if wrong:
        sys.exit(1)
    print(f"{named} times version {own}")


if __name__ == "__main__":
    main()
