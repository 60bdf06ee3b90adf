// Equal games are known by their hashes.

#include <gtest/gtest.h>

#include <set>

#include "referee/play/match/record_json.hpp"
#include "support.hpp"

namespace {

using namespace match_test;
using referee::match::moves_hash;
using referee::match::to_line;

MatchRecord some_game(const std::string& name = "box", std::uint64_t seed = 31) {
  return completed(Played(MatchPlan::from_seed(game(name), seed), {}).record);
}

std::uint64_t hash_of_line(const std::string& line) {
  return referee::match::read_line(line, "line", referee::match::Extent::front).moves;
}

TEST(MovesHash, IsTheSameOfARecordAndOfItsLine) {
  std::set<std::uint64_t> hashes;
  for (const std::string& name : game_names()) {
    const MatchRecord record = some_game(name);
    EXPECT_EQ(moves_hash(record), hash_of_line(to_line(record))) << name;
    EXPECT_NE(moves_hash(record), 0U);
    hashes.insert(moves_hash(record));
  }
  EXPECT_EQ(hashes.size(), game_names().size());
}

TEST(MovesHash, DependsOnNothingButDealAndMoves) {
  MatchRecord record = some_game();
  const auto first = moves_hash(record);
  // Not even if stderr looks like moves.
  record.measured.bots[0].departure.stderr_tail = "\"plies\":[ \"deal\":\"";
  record.measured.bots[0].cpu = std::chrono::seconds(2);
  record.bots[0].name = "\"plies\":[";
  record.tournament = "another";
  record.seed = 5;
  EXPECT_EQ(moves_hash(record), first);
  EXPECT_EQ(hash_of_line(to_line(record)), first);

  MatchRecord other_deal = record;
  other_deal.deal = record.game->deal(99);
  EXPECT_NE(moves_hash(other_deal), first);
  MatchRecord by_the_jury = record;
  by_the_jury.plies.back().jury = true;
  EXPECT_NE(moves_hash(by_the_jury), first);
  record.plies.back().line = "Hbv";
  EXPECT_NE(moves_hash(record), first);
}

TEST(MovesHash, OfAnotherFormIsNotKnown) {
  const std::string line = to_line(some_game());
  for (const char* key : {"\"deal\":", "\"plies\":"}) {
    std::string other = line;
    other.insert(other.rfind(key) + std::string(key).size(), " ");
    EXPECT_EQ(hash_of_line(other), 0U) << key;
  }
}

TEST(MovesHash, IsThatOfALineWithUnknownKeys) {
  const MatchRecord record = some_game();
  const std::string line = to_line(record);
  EXPECT_EQ(hash_of_line(R"({"of a later version":{"deal":"x","plies":[]},)" + line.substr(1)),
            moves_hash(record));
}

}  // namespace
