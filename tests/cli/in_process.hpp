// The program in the process of the tests, for all that is not about processes: its verbs, and
// bots that are functions.
#pragma once

#include <string>

#include "folder.hpp"
#include "tests/scripted_host.hpp"

namespace cli_test {

// As InFolder; what is called starts no process, and has no terminal and no input.
class InProcess : public InFolder {
 protected:
  InProcess();

  [[nodiscard]] Ended referee(const Words& arguments, const std::string& input = "") const override;
  // Commands that are different bots.
  [[nodiscard]] static std::string bot(int number, const std::string& game = "black-hole") {
    return "./bot " + game + " " + std::to_string(number);
  }

  scripted::Script script_;  // of all bots; empty: they play
};

}  // namespace cli_test
