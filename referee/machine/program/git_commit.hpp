// The git checkout in which a file lies.
#pragma once

#include <filesystem>
#include <string>

namespace referee::program {

// The hash of the commit, 40 or 64 hexadecimal digits, of the git checkout in which the file lies;
// empty if none exists or can be read. Later changes in the checkout do not show. Reads the files
// of `.git`, runs nothing, and never throws.
std::string commit_at(const std::filesystem::path& file) noexcept;

}  // namespace referee::program
