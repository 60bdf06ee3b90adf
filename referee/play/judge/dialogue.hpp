// The requests to a judge in one game, and its answers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace referee::judge {

struct Exchange {
  std::string request;
  std::string answer;  // lines, each with its newline
};
using Dialogue = std::vector<Exchange>;

// The last three exchanges, each beginning with a newline.
std::string last_of(const Dialogue& dialogue);

// The first difference of two answers: "line 2 of the answer to `count` differs at character 7: it
// was 'count 3' at first, and is now 'count 4'". Long lines are cut around that place.
std::string difference(const Exchange& first, std::string_view now);

}  // namespace referee::judge
