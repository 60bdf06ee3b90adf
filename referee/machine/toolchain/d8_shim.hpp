// The file d8.js, as it was at build time: V8's shell `d8`, in which the official judge runs
// JavaScript, is in no package of Debian's, and this gives a source its functions under Node.
#pragma once

#include <string_view>

namespace referee::toolchain {

// A program for Node, which takes the name of a source and then that source's own words. It gives
// it readline(), which waits and returns undefined at the end of the input, print(), write(),
// printErr(), quit() and `arguments`, as in d8: print() flushes, write() does not. What only Node
// has (require, process, Buffer) is hidden from it.
std::string_view d8_shim() noexcept;

}  // namespace referee::toolchain
