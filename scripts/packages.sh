# The packages that Referee needs, by the names of this system. Sourced by the other
# scripts; sets BUILD_PACKAGES and TEST_PACKAGES.

# The first of some packages that the system's lists know.
first_known() {
  for package in "$@"; do
    if apt-cache show "$package" >/dev/null 2>&1; then
      echo "$package"
      return
    fi
  done
  echo "$1"
}

choose_packages() {
  # Debian 12: Boost 1.81 has Process v2, the default 1.74 has not, and both cannot be
  # installed together. Ubuntu 24.04 and Debian 13 have newer defaults.
  BUILD_PACKAGES="g++ cmake ninja-build ccache pkg-config python3
    $(first_known libboost1.81-dev libboost1.83-dev libboost-dev)
    nlohmann-json3-dev libspdlog-dev libcli11-dev libseccomp-dev libmd-dev"
  TEST_PACKAGES="libgtest-dev libbenchmark-dev clang clang-format
    $(first_known libclang-rt-14-dev libclang-rt-19-dev libclang-rt-18-dev)
    $(first_known clang-tidy-19 clang-tidy-18 clang-tidy) valgrind util-linux"
}
