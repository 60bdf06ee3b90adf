// A temporary folder for one test, and variables of the environment that it may change.
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

namespace referee::program {

class InFolder : public testing::Test {
 protected:
  InFolder() {
    std::string pattern =
        (std::filesystem::temp_directory_path() / "referee-program-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("mkdtemp");
    folder_ = std::filesystem::canonical(pattern);
  }
  ~InFolder() override {
    for (const auto& [name, value] : before_) {
      if (value) {
        ::setenv(name.c_str(), value->c_str(), 1);
      } else {
        ::unsetenv(name.c_str());
      }
    }
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  std::filesystem::path write(const std::string& name, std::string_view text,
                              bool executable = false) const {
    const std::filesystem::path file = folder_ / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
    std::filesystem::permissions(file, std::filesystem::perms(executable ? 0755 : 0644));
    return file;
  }
  // Until the end of the test; nothing: the variable does not exist.
  void set(const std::string& name, const std::optional<std::string>& value) {
    const char* now = std::getenv(name.c_str());
    before_.emplace(name, now == nullptr ? std::optional<std::string>() : now);
    if (value) {
      ::setenv(name.c_str(), value->c_str(), 1);
    } else {
      ::unsetenv(name.c_str());
    }
  }

  std::filesystem::path folder_;

 private:
  std::map<std::string, std::optional<std::string>> before_;
};

}  // namespace referee::program
