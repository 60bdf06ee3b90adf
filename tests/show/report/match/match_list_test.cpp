// The list of matches that `show` prints.
#include "referee/show/report/match/match_list.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "rules/by_seat.hpp"

namespace referee::report {
namespace {

using Numbers = std::vector<std::uint64_t>;
using Bots = std::vector<std::string>;
using rules::Status;

// A match of Box that the first bot wins by `lead` points, with the time that each used.
store::MatchSummary match(const std::string& first, const std::string& second, int lead,
                          rules::BySeat<std::int64_t> times) {
  store::MatchSummary match;
  match.round = 1;
  match.game = "box";
  match.bots = {first, second};
  for (std::size_t i = 0; i < 2; ++i) {
    const int ahead = i == 0 ? lead : -lead;
    match.seats[i].score = 50 + ahead;
    match.seats[i].status = ahead == 0 ? Status::draw : ahead > 0 ? Status::win : Status::lose;
    match.seats[i].cpu_us = times[i];
  }
  return match;
}

std::vector<store::MatchSummary> matches() {
  std::vector<store::MatchSummary> all{
      match("own", "other", 1, {5, 70}), match("other", "own", 0, {1, 6}),
      match("own", "leaver", -3, {8, 100}), match("leaver", "other", 4, {1, 2}),
      match("other", "own", 2, {90, 3})};
  // Whatever the board says, who fails has lost.
  all[2].seats[1].fault = bot::FaultKind::exit;
  all[3].seats[0].fault = bot::FaultKind::crash;
  return all;
}

std::string listed(const MatchFilter& filter, bool json, const std::vector<std::size_t>& order) {
  std::string text;
  const store::OfficialNumbers none("/dev/null");
  MatchList list(filter, json, none, [&](std::string_view piece) { text += piece; });
  const auto all = matches();
  for (const std::size_t i : order) list.add(i, all[i]);
  list.finish();
  return text;
}

Numbers numbers(const MatchFilter& filter) {
  Numbers found;
  const std::string text = listed(filter, true, {3, 0, 2, 1, 4});
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
    const std::string line = text.substr(at, text.find('\n', at) - at);
    found.push_back(text::Json::parse(line)["match"]);
  }
  return found;
}

TEST(MatchList, HasWhatIsLookedForInTheOrderOfNumbers) {
  for (const auto& [filter, expected] :
       std::vector<std::pair<MatchFilter, Numbers>>{{{}, {0, 1, 2, 3, 4}},
                                                    {{.bots = {"own"}}, {0, 1, 2, 4}},
                                                    {{.bots = {"own", "other"}}, {0, 1, 4}},
                                                    {{.bots = {"own"}, .lost = true}, {4}},
                                                    {{.bots = {"leaver"}, .lost = true}, {2, 3}},
                                                    {{.bots = {}, .faults = true}, {2, 3}},
                                                    {{.bots = {"own"}, .faults = true}, {}},
                                                    {{.bots = {"leaver"}, .faults = true}, {2, 3}},
                                                    {{.bots = {}, .longest = 2}, {2, 4}},
                                                    {{.bots = {"own"}, .longest = 1}, {2}},
                                                    {{.bots = {"other"}, .longest = 2}, {4, 0}}}) {
    SCOPED_TRACE(testing::PrintToString(filter.bots) + testing::PrintToString(expected));
    EXPECT_EQ(numbers(filter), expected);
  }
}

TEST(MatchList, IsATableForPeople) {
  EXPECT_EQ(listed({.bots = {}, .faults = true}, false, {0, 2, 3}),
            "  match  game            first         second              score  faults\n"
            "      2  box             own           leaver            47 - 53  second: exit\n"
            "      3  box             leaver        other             54 - 46  first: crash\n");
  EXPECT_NE(listed({.bots = {}, .longest = 1}, false, {2}).find("100 us"), std::string::npos);
}

TEST(MatchList, IsALineOfJsonForPrograms) {
  EXPECT_EQ(listed({}, true, {0}),
            R"({"match":0,"round":1,"game":"box","bots":["own","other"],"scores":[51,49],)"
            R"("statuses":["WIN","LOSE"],"faults":[]})"
            "\n");
}

}  // namespace
}  // namespace referee::report
