// What git has checked out where a file lies.
#pragma once

#include <filesystem>
#include <string>

namespace referee::program {

// The hash of the commit, 40 or 64 hexadecimal digits, of the git checkout that the file lies in;
// empty where there is none, or none that can be read. What has been changed since does not show.
// Reads the files of `.git`, runs nothing, and never throws.
std::string commit_at(const std::filesystem::path& file) noexcept;

}  // namespace referee::program
