// A temporary folder for each test of a fixture, and variables of the environment that it may
// change.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

namespace folder {

class InFolder : public testing::Test {
 protected:
  InFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "referee-test-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("mkdtemp");
    folder_ = std::filesystem::canonical(pattern);
  }
  ~InFolder() override {
    for (const auto& [name, value] : before_) put(name, value);
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  // Writes a file below the folder; returns its path.
  std::filesystem::path write(const std::filesystem::path& name, std::string_view text = {},
                              bool executable = false) const {
    const std::filesystem::path file = folder_ / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
    if (executable) std::filesystem::permissions(file, std::filesystem::perms(0755));
    return file;
  }
  // Sets a variable until the end of the test; nothing: it does not exist.
  void set(const std::string& name, const std::optional<std::string>& value) {
    const char* now = std::getenv(name.c_str());
    before_.emplace(name, now == nullptr ? std::optional<std::string>() : now);
    put(name, value);
  }

  std::filesystem::path folder_;  // canonical

 private:
  static void put(const std::string& name, const std::optional<std::string>& value) {
    if (value) {
      ::setenv(name.c_str(), value->c_str(), 1);
    } else {
      ::unsetenv(name.c_str());
    }
  }

  std::map<std::string, std::optional<std::string>> before_;
};

}  // namespace folder
