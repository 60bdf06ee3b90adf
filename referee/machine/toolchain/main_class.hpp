// Finds the main class of a Java source.
#pragma once

#include <string>
#include <string_view>

namespace referee::toolchain {

// The name, with its package, of the class, interface, record or enum at the top of `source` that
// has a `static ... void main(`: the one called `preferred` (the name of the file), else the first
// one. Empty if no class has one. Comments, strings and nested classes are skipped.
std::string java_main_class(std::string_view source, std::string_view preferred);

}  // namespace referee::toolchain
