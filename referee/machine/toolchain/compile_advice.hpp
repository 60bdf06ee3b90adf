// Reasons why a source does not compile although its author's machine compiles it: missing files
// lie beside it, or its text is not UTF-8.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace referee::toolchain {

// Files beside `source`, in its folder or below, that are missing by `output`, the words of a
// compiler: it names them, a module or class of their name, or a symbol in them. Relative to the
// folder of `source`; at most three.
std::vector<std::string> missed_files(const std::filesystem::path& source, std::string_view output);

// The first line that is not UTF-8, from 1; nothing if all are.
std::optional<std::size_t> line_not_utf8(std::string_view text);

// Advice on a source whose compiling failed with these words; empty if they do not say.
std::string compile_advice(const std::filesystem::path& source, std::string_view text,
                           std::string_view output);

}  // namespace referee::toolchain
