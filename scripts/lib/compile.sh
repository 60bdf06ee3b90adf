# shellcheck shell=bash
# Configures and compiles.
# Sourced after common.sh.

# Processors, but no more than memory allows: a compiler takes up to 1 GB.
jobs() {
  local processors memory
  processors=$(nproc)
  memory=$(awk '/^MemAvailable/ { print int($2 / 1000000) }' /proc/meminfo)
  [ "$memory" -ge 1 ] || memory=1
  echo $((memory < processors ? memory : processors))
}

# configure PRESET LOG [CMAKE OPTION...]: unless that has been done. A log is named relative
# to the project. Takes the lock `build` as descriptor 9, so that those who start the program
# meanwhile wait.
configure() {
  lock_build "$1"
  [ -e "$root/build/$1/build.ninja" ] || run_cmake "$@"
}

# reconfigure PRESET LOG CMAKE OPTION...: in any case.
reconfigure() {
  lock_build "$1"
  run_cmake "$@"
}

# lock_build PRESET: CMake has to begin anew where it was told another place of this folder. But that
# may be another view of it, as from a container, with tests that run what was built there.
lock_build() {
  lock build build 9
  is_moved "$1" || return 0
  if [[ "${locks:-} " != *' test '* ]]; then
    exec 9>&-
    lock test test 8
    lock build build 9
    is_moved "$1" || return 0
  fi
  say "this folder has been moved or copied; build/$1 is made again"
  rm -rf "${root:?}/build/$1"
}

# is_moved PRESET: a place that is this folder by another name, such as a link, becomes `root`.
is_moved() {
  local cache="$root/build/$1/CMakeCache.txt" place
  [ -e "$cache" ] || return 1
  place=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$cache")
  if [ "$place" -ef "$root" ]; then
    root=$place
    return 1
  fi
}

run_cmake() {
  local preset=$1 log=$2 fresh=
  shift 2
  if [ ! -e "$root/build/$preset/build.ninja" ]; then
    say "looking for the compiler and the libraries, for build/$preset"
    # What an interrupted or failed try has found, or not found, counts no more.
    fresh=--fresh
  fi
  (cd "$root" && cmake $fresh --preset "$preset" "$@") >"$root/$log" 2>&1 || {
    grep -v '^--' "$root/$log" | tail -n 30 >&2
    rm -f "$root/build/$preset/build.ninja"
    fail "CMake failed; all of its output is in $log"
  }
}

# compile FOLDER LOG TARGET...: shows ninja's steps while they are done, but none of what takes no
# time, such as looking for the commit: runs of fewer than five steps. A fresh Debian's awk, mawk, would
# show a pipe's lines in blocks of 4 KiB.
compile() {
  local folder=$1 log=$2
  shift 2
  cmake --build "$root/$folder" -j "$(jobs)" --target "$@" 2>&1 | tee "$root/$log" |
    { grep --line-buffered -v -E '^(ninja: no work|\[[0-9]+/[1-4]\])' || true; } >&2 || {
    if grep -q -E 'Killed signal|annot allocate memory|out of memory' "$root/$log"; then
      say "there was too little memory; the same command goes on where this one ended"
    fi
    fail "failed; all of the output is in $log"
  }
}

# run_ctest LOG WORD...: of the tests that have run each fiftieth is shown, with its number; most of the
# time they wait for bots that wait.
run_ctest() {
  local log=$1 line count=0
  shift
  ctest "$@" 2>&1 8>&- | tee "$root/$log" | { grep --line-buffered ' Test  *#' || true; } |
    while IFS= read -r line; do
      ((++count % 50)) || printf '%s\n' "$line" >&2
    done
}
