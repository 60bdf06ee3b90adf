// What was flushed to disk and what was given a name, in that order: a program that uses this has
// fsync(), fdatasync(), rename(), renameat2() and linkat() of its own, which note themselves before
// they do their work. A test that pulls the plug would see no more.
#pragma once

#include <string>
#include <vector>

namespace referee::test {

// The calls since the last call of this function: "flush NAME" and "name NAME", with the last part
// of a path; a file that has no name yet is "-".
std::vector<std::string> disk_calls();

}  // namespace referee::test
