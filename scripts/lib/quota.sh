# shellcheck shell=bash
# A control group whose processes together get only so much of a processor. Sourced.

# The folder of the group while there is one, and why there can be none.
quota_folder=
quota_reason=

# Where a group may be made in the hierarchy that has the controller `cpu`, best first, and
# that hierarchy's version, e.g. `2 /sys/fs/cgroup/user.slice`.
quota_places() {
  local mount path
  mount=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/self/mounts)
  if [ -n "$mount" ] && grep -qw cpu "$mount/cgroup.controllers" 2>/dev/null; then
    # Where processes are, the controller cannot be handed on, except at the very top.
    echo "2 $mount"
    path=$(sed -n 's/^0:://p' /proc/self/cgroup)
    [ "$path" = / ] || echo "2 $mount$path"
    return
  fi
  mount=$(awk '$3 == "cgroup" && $4 ~ /(^|,)cpu(,|$)/ { print $2; exit }' /proc/self/mounts)
  path=$(awk -F: '$2 ~ /(^|,)cpu(,|$)/ { print $3 }' /proc/self/cgroup)
  [ -z "$mount" ] || echo "1 $mount${path%/}"
}

# quota_make SHARE: for 0.8 processors 80 ms out of each 100 ms. Returns 1 with quota_reason.
quota_make() {
  local version place micros
  micros=$(awk -v share="$1" 'BEGIN { print int(share * 100000) }')
  quota_reason="this system has no control groups with the controller cpu"
  while read -r version place; do
    if quota_make_in "$version" "$place" "$micros"; then return; fi
  done < <(quota_places)
  return 1
}

quota_make_in() {
  local version=$1 place=$2 micros=$3
  if [ "$version" = 2 ] && ! grep -qw cpu "$place/cgroup.subtree_control" 2>/dev/null &&
    ! (echo +cpu >"$place/cgroup.subtree_control") 2>/dev/null; then
    quota_reason="no permission to hand the controller cpu on in $place"
    return 1
  fi
  quota_folder="$place/referee-soak-$$"
  mkdir "$quota_folder" 2>/dev/null || {
    quota_reason="no permission to make a control group in $place"
    quota_folder=
    return 1
  }
  {
    if [ "$version" = 2 ]; then
      echo "$micros 100000" >"$quota_folder/cpu.max"
    else
      echo 100000 >"$quota_folder/cpu.cfs_period_us" &&
        echo "$micros" >"$quota_folder/cpu.cfs_quota_us"
    fi
  } 2>/dev/null || {
    quota_reason="$place takes no quota"
    quota_remove
    return 1
  }
}

# Moves the calling (sub)shell into the group.
quota_enter() { echo "$BASHPID" >"$quota_folder/cgroup.procs"; }

# Ends whatever is left in the group, all of it started from here, and removes it.
quota_remove() {
  local pid
  [ -n "$quota_folder" ] || return 0
  for _ in $(seq 50); do
    while read -r pid; do kill -KILL "$pid" 2>/dev/null || true; done <"$quota_folder/cgroup.procs"
    if rmdir "$quota_folder" 2>/dev/null; then
      quota_folder=
      return
    fi
    sleep 0.1
  done
  say "cannot remove the control group $quota_folder; type: rmdir $quota_folder"
  quota_folder=
}
