// What the tests of referee regress share.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "folder.hpp"

namespace cli_test {

inline std::string greedy(const std::string& game) { return built::word(game + "-greedy"); }
inline std::string random_bot(const std::string& game) { return "referee random " + game; }

class Regress : public InFolder {
 protected:
  void write_config(const std::string& game, const std::string& bot, const Json& checks) const {
    write("r.json", Json{{"game", game}, {"bot", bot}, {"checks", checks}}.dump(2));
  }
  // Runs one check of a bot; returns the check's part of the result.
  Json check(int code, const std::string& game, const std::string& bot, const Json& one,
             Words more = {}) const {
    write_config(game, bot, Json::array({one}));
    Words words{"regress", "r.json", "--json", "--quiet"};
    words.insert(words.end(), more.begin(), more.end());
    const Json result = Json::parse(expect(code, words));
    EXPECT_EQ(result["verdict"], verdict(code));
    EXPECT_EQ(result["checks"].size(), 1U);
    EXPECT_EQ(result["checks"][0]["verdict"], verdict(code));
    return result["checks"][0];
  }
  static std::string verdict(int code) {
    return code == 0 ? "passed" : code == 1 ? "failed" : "undecided";
  }
  // Records a game of these two bots in `file`.
  void record(const std::string& file, const std::string& game, const std::string& one,
              const std::string& two) const {
    const Ended ended = referee({"match", game, one, two, "--seed", "7", "--json"});
    ASSERT_NE(ended.out, "") << ended.err;
    write(file, ended.out);
  }
};

}  // namespace cli_test
