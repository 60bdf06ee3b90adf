// What the tests of referee compare share.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "folder.hpp"

namespace cli_test {

class Compare : public InFolder {
 protected:
  // Compares with --json and expects this exit code.
  [[nodiscard]] Json compare(int code, const std::string& game, const std::string& one,
                             const std::string& two, Words more = {}) const {
    Words words{"compare", one, two, "--game", game, "--json", "--quiet"};
    words.insert(words.end(), more.begin(), more.end());
    return Json::parse(expect(code, words));
  }
  [[nodiscard]] static std::string greedy(const std::string& game) {
    return built::word(game + "-greedy");
  }
  [[nodiscard]] static std::string random(const std::string& game) {
    return "referee random " + game;
  }
};

}  // namespace cli_test
