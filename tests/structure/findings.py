"""What the checks of this folder do with their findings."""
import pathlib
import sys


def report(findings, fine=""):
    """The main function of a check with the usage NAME.py SOURCE_FOLDER: prints the findings in that
    folder, a line each, and ends with exit code 1 if there are any; else prints `fine`."""
    if len(sys.argv) != 2:
        sys.exit(f"usage: {pathlib.Path(sys.argv[0]).name} SOURCE_FOLDER")
    wrong = list(findings(pathlib.Path(sys.argv[1])))
    for line in wrong:
        print(line)
    if wrong:
        sys.exit(1)
    if fine:
        print(fine)
