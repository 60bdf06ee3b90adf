// What most tests include, compiled once; see tests/CMakeLists.txt. Tests include what they need
// themselves all the same.
#include <gtest/gtest.h>

#include "referee/precompiled.hpp"
