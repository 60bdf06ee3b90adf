# shellcheck shell=bash
# The packages that Referee needs, by the names that this system has for them. Sourced by
# scripts/setup after common.sh.
#
# One word for each: `a|b` is the first of these that is installed or available, `a>=1.2` requires
# at least that version.

# What the first command of the README uses: the program, the example bots and the demo,
# in which a bot in Python plays. Boost has Process v2 since 1.81; Debian 12 has that beside its default.
BUILD_PACKAGES="g++ cmake>=3.25 ninja-build pkgconf|pkg-config python3
  libboost-dev>=1.81|libboost1.81-dev|libboost1.83-dev
  nlohmann-json3-dev zlib1g-dev libfmt-dev libspdlog-dev libcli11-dev libseccomp-dev nettle-dev"
# What the quick part of scripts/test uses beyond that. Only clang-format 14 decides about formatting;
# zsh and fish are for the tests of completion.
TEST_PACKAGES="libgtest-dev clang-format-14|clang-format ccache zsh fish"
# What scripts/test all uses beyond that.
ALL_PACKAGES="clang valgrind"
# For bots that are 32-bit programs.
[ "$(dpkg --print-architecture 2>/dev/null)" != amd64 ] || ALL_PACKAGES+=" g++-multilib"
# The languages of test bots, as PROGRAM:PACKAGE, or only the package; the program may also come from
# elsewhere. Where a system lacks one its tests are skipped.
RUNTIME_PACKAGES="javac:default-jdk-headless node:nodejs go:golang-go rustc:rustc ghc:ghc
  ocamlopt:ocaml|ocaml-nox fpc:fp-compiler|fpc perl:perl python3-numpy"
LINT_PACKAGES="clang-tidy-14|clang-tidy"
BENCH_PACKAGES="libbenchmark-dev"
ROOTS_PACKAGES="debootstrap git"
PACKAGE_PACKAGES="dpkg-dev lintian"
# A browser for the tests of the page, which are skipped where there is no Node 20.19; that may come
# from anywhere.
WINDOW_PACKAGES="chromium fonts-dejavu-core"

# For the tests of parts, as root: a scheduler and an ssh server, which they start themselves.
CLUSTER_PACKAGES="slurmctld slurmd slurm-client munge parallel openssh-server openssh-client"

# Versions by name: of what is installed, and of what apt would install, which is empty where it has
# nothing. (`apt-cache show` also knows packages that others merely name.)
declare -A installed=() candidates=()

ask_dpkg() {
  local status name version
  installed=()
  while read -r status name version; do
    [ "$status" != installed ] || installed[$name]=$version
  done < <(dpkg-query -W -f='${db:Status-Status} ${Package} ${Version}\n' 2>/dev/null)
}

# ask_apt NAME...: of those that it has not been asked for, all by one call: where apt keeps no cache,
# as in containers, each call reads all lists anew.
ask_apt() {
  local name value
  local -a asked=()
  for name in "$@"; do
    [ -z "${candidates[$name]+asked}" ] || continue
    asked+=("$name")
    candidates[$name]=
  done
  [ ${#asked[@]} != 0 ] || return 0
  say "asking apt which of these it has: ${asked[*]}"
  while IFS= read -r value; do
    case $value in
      '  Candidate: (none)') ;;
      '  Candidate: '*) candidates[$name]=${value#*: } ;;
      ' '*) ;;
      *:) name=${value%:} ;;
    esac
  done < <(LC_ALL=C apt-cache policy "${asked[@]}" 2>/dev/null || true)
}

# satisfies NAME[>=VERSION] VERSION: there is this version, and it is new enough.
satisfies() {
  [ -n "$2" ] || return 1
  case $1 in
    *'>='*) dpkg --compare-versions "${2#*:}" ge "${1#*>=}" ;;
  esac
}

# is_installed WORD: one of its choices is.
is_installed() {
  local choice
  local -a choices
  IFS='|' read -ra choices <<<"$1"
  for choice in "${choices[@]}"; do
    satisfies "$choice" "${installed[${choice%%>=*}]:-}" && return
  done
  return 1
}

# names_to_ask WORD...: of all choices of the words that are not installed.
names_to_ask() {
  local word
  for word in "$@"; do
    is_installed "$word" || sed -e 's/>=[^|]*//g' -e 's/|/\n/g' <<<"$word"
  done
}

# look_for WORD...: sets `missing` to the packages to install, and `unknown` to what this system does
# not have.
look_for() {
  local word choice
  local -a choices
  # shellcheck disable=SC2046  # a list of words
  ask_apt $(names_to_ask "$@")
  missing=() unknown=()
  for word in "$@"; do
    ! is_installed "$word" || continue
    IFS='|' read -ra choices <<<"$word"
    for choice in "${choices[@]}"; do
      satisfies "$choice" "${candidates[${choice%%>=*}]}" || continue
      missing+=("${choice%%>=*}")
      continue 2
    done
    unknown+=("${word//|/ or }")
  done
}

# The runtime of clang's sanitizers has to be of clang's own version, e.g. 14 of
# `1:14.0-55.7~deb12u1`.
clang_runtime() {
  local version=${installed[clang]:-${candidates[clang]:-}}
  version=${version#*:}
  [ -z "$version" ] || echo "libclang-rt-${version%%.*}-dev"
}

runtimes() {
  local word
  for word in $RUNTIME_PACKAGES; do
    [[ $word == *:* ]] && command -v "${word%%:*}" >/dev/null || echo "${word#*:}"
  done
}

new_node() {
  command -v node >/dev/null &&
    node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)'
}

# packages_for KIND: all words for build, tests, all, runtimes, lint, bench, roots, window, cluster or
# package.
packages_for() {
  case $1 in
    build) echo "$BUILD_PACKAGES" ;;
    tests) echo "$BUILD_PACKAGES $TEST_PACKAGES" ;;
    all)
      echo "$BUILD_PACKAGES $TEST_PACKAGES $ALL_PACKAGES $(clang_runtime)"
      [ "$(id -u)" != 0 ] || echo "$CLUSTER_PACKAGES"
      ! new_node || echo "$WINDOW_PACKAGES"
      ;;
    runtimes) runtimes ;;
    lint) echo "$BUILD_PACKAGES $TEST_PACKAGES $LINT_PACKAGES" ;;
    bench) echo "$BUILD_PACKAGES $BENCH_PACKAGES" ;;
    roots) echo "$ROOTS_PACKAGES" ;;
    window) echo "$BUILD_PACKAGES $TEST_PACKAGES $WINDOW_PACKAGES" ;;
    package) echo "$BUILD_PACKAGES $PACKAGE_PACKAGES" ;;
    cluster) echo "$BUILD_PACKAGES $TEST_PACKAGES $CLUSTER_PACKAGES" ;;
  esac
}
