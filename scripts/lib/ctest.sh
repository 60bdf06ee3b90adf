# shellcheck shell=bash
# Runs ctest and counts. Sourced by the stages of scripts/test.

# Turns the JUnit file that ctest writes into lines `passed NAME`, `failed NAME`, `skipped NAME`.
# A test whose program has not been built is called skipped there, too; that is a failure.
results_of() {
  awk '
    function tell() {
      if (name == "") return
      gsub(/&quot;/, "\"", name); gsub(/&lt;/, "<", name); gsub(/&gt;/, ">", name)
      gsub(/&apos;/, "\047", name); gsub(/&amp;/, "\\&", name)
      if (status == "run") result = "passed"
      else if (status == "disabled" || skipped) result = "skipped"
      else result = "failed"
      print result " " name
      name = ""
    }
    function attribute(key, from) {
      from = index($0, " " key "=\"")
      if (!from) return ""
      from = substr($0, from + length(key) + 3)
      return substr(from, 1, index(from, "\"") - 1)
    }
    /^[ \t]*<testcase / { tell(); name = attribute("name"); status = attribute("status"); skipped = 0 }
    /^[ \t]*<skipped message="SKIP_/ { skipped = 1 }
    END { tell() }' "$1"
}

# run_ctest FOLDER LOG RESULTS [CTEST OPTION...]
# Three tests at a time for each processor: most of them wait for bots that wait. Only what hangs
# meets the timeout: comparing hostile bots with honest ones takes until it is decided, the longest
# group nearly 3 minutes on an idle machine, and several times that under a quota. TEST_TIMEOUT, in
# seconds, is another one.
run_ctest() {
  local folder=$1 log=$2 results=$3 code=0
  shift 3
  rm -f "$folder/junit.xml"
  ctest --test-dir "$folder" -j "$((3 * $(nproc)))" --output-on-failure --no-tests=error \
    --timeout "${TEST_TIMEOUT:-1800}" --output-junit junit.xml "$@" >"$log" 2>&1 || code=$?
  [ ! -e "$folder/junit.xml" ] || results_of "$folder/junit.xml" >>"$results"
  grep -E 'tests passed|Total Test time|No tests were found' "$log" || true
  [ "$code" = 0 ] && ! grep -q '^failed ' "$results"
}
