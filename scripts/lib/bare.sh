# shellcheck shell=bash
# Bare systems to try things on, in folders of their own. Sourced after common.sh.

# begin_roots STAGE WORDS...: sets `folder`, where the systems are, and `results`.
no_roots=3 # the exit code where there can be none
begin_roots() {
  local stage=$1
  shift
  [ "$(id -u)" = 0 ] || {
    say "needs root; type: sudo ./scripts/test $stage ${*:-}"
    exit "$no_roots"
  }
  "$root/scripts/setup" --roots
  make_build_folder
  folder=${REFEREE_ROOTS:-$root/build/roots}
  mkdir -p "$folder" "$root/build/test"
  lock roots "try of bare systems" 8
  results=$root/build/test/$stage.results
  : >"$results"
  begin=$SECONDS
}

# Says what has passed; returns 1 if anything failed.
end_roots() {
  local passed failed
  printf '\n'
  sed -n 's/^passed /passed  /p; s/^failed /FAILED  /p' "$results"
  passed=$(grep -c '^passed ' "$results") || true
  failed=$(grep -c '^failed ' "$results") || true
  echo "in $((SECONDS - begin)) s; the logs and the systems, to look into, are in $folder"
  echo "$passed passed, $failed failed, 0 skipped"
  [ "$failed" = 0 ]
}

# The mirror of this machine's own apt, if that is one of Debian.
mirror() {
  local uri
  # shellcheck disable=SC2016  # expanded by apt
  uri=$(apt-get indextargets --format '$(ORIGIN) $(REPO_URI)' 2>/dev/null |
    sed -n 's,^Debian \(http.*/debian/\)$,\1,p' | head -n 1) || true
  [ -n "$uri" ] || uri=$(grep -rhoE 'https?://[^] ]*/debian/?( |$)' /etc/apt/sources.list \
    /etc/apt/sources.list.d 2>/dev/null | head -n 1) || true
  uri=${REFEREE_MIRROR:-${uri:-http://deb.debian.org/debian}}
  echo "${uri%% *}"
}

# remove FOLDER: not while anything is mounted in it.
remove() {
  local real
  [ -e "$1" ] || return 0
  real=$(realpath "$1")
  if awk -v begin="${real// /\\\\040}/" 'index($5 "/", begin) == 1 { found = 1 } END { exit !found }' \
    /proc/self/mountinfo; then
    fail "something is mounted in $real; not removed"
  fi
  rm -rf --one-file-system "$real"
}

# bare_system SYSTEM: unpacks an untouched system to $folder/SYSTEM, with a user `ann` who has sudo.
bare_system() {
  local system=$1 place="$folder/$1" from
  if [ ! -e "$place.tar" ]; then
    from=$(mirror)
    say "making a bare $system from $from"
    remove "$place.new"
    # Without a proxy of apt's, debootstrap needs none either.
    eval "$(apt-config shell http_proxy Acquire::http::Proxy)"
    [ -z "${http_proxy:-}" ] || export http_proxy
    mkdir "$place.new"
    # debootstrap takes no blanks in a folder's name, so it sees another; what it mounts ends
    # with the name space.
    # shellcheck disable=SC2016  # expanded inside
    unshare --mount --propagation private bash -euc '
      mount --bind "$2" /mnt
      exec debootstrap --variant=minbase "$1" /mnt "$3"
    ' bash "$system" "$place.new" "$from" >"$place.log" 2>&1 8>&- || {
      tail -n 20 "$place.log" >&2
      say "debootstrap cannot make a bare $system from $from; all of its output is in $place.log"
      exit "$no_roots"
    }
    tar -C "$place.new" --numeric-owner -cf "$place.tar.new" .
    mv "$place.tar.new" "$place.tar"
    remove "$place.new"
  fi
  remove "$place"
  mkdir "$place"
  tar -C "$place" --numeric-owner -xpf "$place.tar"
  cp -L /etc/resolv.conf "$place/etc/resolv.conf"
  apt-config dump | grep -E '^Acquire::(http|https|Check|Retries)' >"$place/etc/apt/apt.conf.d/90host" || true
  inside "$system" root 'apt-get update -qq && apt-get install -y -qq --no-install-recommends sudo
    useradd -m -s /bin/bash ann
    echo "ann ALL=(ALL) NOPASSWD: ALL" >/etc/sudoers.d/ann
    rm -rf /var/lib/apt/lists/*' >>"$place.log" 2>&1 || {
    tail -n 20 "$place.log" >&2
    fail "the root of $system cannot install sudo; all of the output is in $place.log"
  }
}

# inside SYSTEM USER COMMAND [UNSHARE OPTION...]: in the user's checkout, without a terminal.
# What is mounted and started for it ends with it. The system is the root of its name space,
# not a chroot, in which the kernel refuses name spaces to ordinary users. What apt downloads is kept
# beside the system, for the next one of its name.
inside() {
  local system=$1 user=$2 command=$3
  shift 3
  mkdir -p "$folder/$system.debs"
  # shellcheck disable=SC2016  # expanded inside
  setsid -w unshare --mount --propagation private --pid --fork --kill-child "$@" bash -euc '
    cd "$1"
    mount --rbind "$1" "$1"
    cd "$1"
    mount -t proc proc proc
    mount --bind "$1.debs" var/cache/apt/archives
    mount --rbind /sys sys
    mount --rbind /dev dev
    mkdir -p .host
    pivot_root . .host
    cd /
    umount -l /.host
    exec su - "$2" -c "cd a* 2>/dev/null; $3"
  ' bash "$folder/$system" "$user" "$command" </dev/null 8>&-
}

# try NAME SYSTEM USER COMMAND [UNSHARE OPTION...]
try() { try_here "$1" inside "${@:2}"; }

# try_here NAME COMMAND...: on this system.
try_here() {
  local name=$1 log begin=$SECONDS
  shift
  log="$folder/${name//[^a-z0-9]/-}.log"
  say "$name"
  if "$@" >"$log" 2>&1; then
    echo "passed $name" >>"$results"
    say "$name: passed in $((SECONDS - begin)) s"
  else
    echo "failed $name" >>"$results"
    tail -n 30 "$log" >&2
    say "$name: FAILED after $((SECONDS - begin)) s; look at $log"
  fi
}
