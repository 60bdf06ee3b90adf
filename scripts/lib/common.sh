# What several scripts share. The sourcing script sets `root`, the project's folder, and `me`, the
# name that its messages begin with.
# shellcheck shell=bash

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
