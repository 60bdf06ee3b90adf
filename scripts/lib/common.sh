# What several scripts share: locks, progress, times. The sourcing script sets `root`, the
# shellcheck shell=bash
# project's folder, and `me`, the name that its messages begin with.

say() { echo "$me: $*" >&2; }
fail() {
  say "$@"
  exit 3
}

make_build_folder() {
  mkdir -p "$root/build" 2>/dev/null || fail "cannot make the folder $root/build"
  [ -w "$root/build" ] ||
    fail "no permission to write into $root/build, which belongs to $(stat -c %U "$root/build");" \
      "type: sudo chown -R $(id -un) '$root/build'"
}

# lock NAME WHAT FD: holds build/.NAME.lock by this descriptor until this script ends or closes
# it; the second one waits. Children that may outlive the script have to be started
# without it, e.g. with 9>&-. Who takes both takes `test` before `build`.
locks=
lock() {
  locks+=" $1"
  eval "exec $3>>\"\$root/build/.\$1.lock\"" ||
    fail "no permission to write into $root/build; type: sudo chown -R $(id -un) '$root/build'"
  flock -n "$3" && return
  say "another $2 is running in this folder; waiting for it"
  flock "$3"
}

# 75 -> "1 min 15 s".
duration() {
  if [ "$1" -lt 60 ]; then echo "$1 s"; else echo "$(($1 / 60)) min $(($1 % 60)) s"; fi
}

# progress PERCENT TEXT: on a terminal one line that is rewritten; elsewhere a line every 10 %.
progress_shown=
progress() {
  if [ -t 2 ]; then
    printf '\r\033[K%s: %s' "$me" "$2" >&2
    progress_shown=line
  elif [ "${progress_shown:--1}" -lt $(($1 / 10)) ]; then
    say "$2"
    progress_shown=$(($1 / 10))
  fi
}
progress_end() {
  [ "$progress_shown" != line ] || printf '\r\033[K' >&2
  progress_shown=
}
