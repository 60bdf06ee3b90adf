# shellcheck shell=bash
# Why tests failed, in few lines, out of the long log of all of them. Sourced after compile.sh.

# failures LOG: of each failed test in the output of ctest, node --test or cluster_test.py its name
# and what it says of the reason, at most 16 lines of it.
failures() {
  awk '
    # What a failed test of ctest or of the cluster wrote: where expectations failed, else its end.
    function tell(i, shown, left) {
      for (i = 1; i <= lines && shown < 16; i++) {
        if (line[i] ~ /: Failure$/) left = 12
        else if (line[i] ~ /^ *$|^\[/) left = 0
        if (left-- > 0) { print "  " line[i]; shown++ }
      }
      for (i = lines > 12 ? lines - 11 : 1; !shown && i <= lines; i++) print "  " line[i]
      lines = 0
      what = ""
    }
    { gsub(/\033\[[0-9;]*[A-Za-z]|\r/, "") }
    /^ *[0-9]+\/[0-9]+ +Test +#[0-9]+: / {
      tell()
      if (/\*\*\*/ && !/\*\*\*(Skipped|Not Run \(Disabled\))/) { print; what = "ctest" }
      next
    }
    /^ *not ok [0-9]+ - / { tell(); print; what = "tap"; left = 16; next }
    what == "ctest" && /^ +Start +[0-9]+: |^[0-9]+% tests passed/ { tell(); next }
    what ~ /tap|cluster/ && (/^ *(ok [0-9]+ - |# Subtest: |\.\.\.$)/ || /^ *1\.\.[0-9]+$/) { tell(); next }
    what == "tap" && /^ *(---|(duration_ms|type|location|failureType|code|name|exitCode|signal): .*)$/ { next }
    what == "tap" && left == 16 && /^#/ { what = "cluster" }
    what == "tap" { if (left-- > 0) print; next }
    what != "" && !/^[# ]*$/ { line[++lines] = $0 }
    END { tell() }' "$1"
}

# causes LOG: the same, or what the compiler says, or the end of the log; at most 40 lines.
causes() {
  local text
  text=$(failures "$1")
  [ -n "$text" ] || text=$(compile_errors "$1") || true
  [ -n "$text" ] || text=$(tail -n 15 "$1")
  head -n 40 <<<"$text" | cut -c 1-240
}
