#!/usr/bin/env python3
"""How large the product is: lines of program and tests, files, verbs and options.

    size.py SOURCE_FOLDER [PROGRAM]    the verbs and options are those in PROGRAM's help

Lines are all lines of a file. The program: C++, TypeScript and CSS of referee/ and rules/, without the
judges to copy from; the tests: C++, Python and JavaScript of tests/. A slot is an option of one verb.
"""
import pathlib
import re
import subprocess
import sys


def files(folder, endings):
    return [file for file in sorted(folder.rglob("*"))
            if file.suffix in endings and not {"node_modules", "__pycache__"} & set(file.parts)]


def lines(found):
    return sum(len(file.read_text().splitlines()) for file in found)


def help_of(program, *verb):
    return subprocess.run([program, *verb, "--help"], check=True, capture_output=True, text=True).stdout


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: size.py SOURCE_FOLDER [PROGRAM]")
    source = pathlib.Path(sys.argv[1])
    product = [file for top in ("referee", "rules")
               for file in files(source / top, {".cpp", ".hpp", ".ts", ".tsx", ".css"})
               if "judges" not in file.parts]
    tests = files(source / "tests", {".cpp", ".hpp", ".c", ".py", ".mjs"})
    cpp = [file for file in product if file.suffix in (".cpp", ".hpp")]
    print(f"program: {lines(product):,} lines in {len(product)} files, {len(cpp)} of them C++; "
          f"tests: {lines(tests):,} lines")
    if len(sys.argv) == 2:
        return
    # A verb, and an option of one, begin their lines after two blanks.
    verbs = re.findall(r"^  ([a-z]+)  +\S", help_of(sys.argv[2]).partition("\nExamples:")[0], re.MULTILINE)
    slots = [name for verb in verbs
             for name in re.findall(r"^  (-\S+)", help_of(sys.argv[2], verb), re.MULTILINE)]
    print(f"{len(verbs)} verbs with {len(slots)} options, {len(set(slots))} of them different")


if __name__ == "__main__":
    main()
