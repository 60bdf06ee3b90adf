// The scene of a bot's fault, worked out from the record of its match.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/play/match/record.hpp"

namespace referee::match {

struct FaultScene {
  const MatchFault* fault = nullptr;  // in the record
  std::string read;                   // the lines of the failed turn, each ended by '\n'
  std::string board;                  // before the move that failed, as Game::draw() has it
  std::uint32_t legal_count = 0;      // moves that were legal
  std::vector<std::string> legal;     // the first of them, at most legal_examples
  // The times of the failed turn; nothing if the record has none.
  std::optional<Duration> cpu;
  std::optional<Duration> wall;
  // The end of the bot's standard error since its last answer, or in the whole game if the record
  // does not say when it wrote.
  std::string errors;
};

inline constexpr std::size_t legal_examples = 12;

// The scenes of the faults whose time the record has, in their order. They point into `record`. A
// record that leaves the rules before a fault has no scene of it.
std::vector<FaultScene> fault_scenes(const MatchRecord& record);

// The number of bytes that the bot of `seat` (0 or 1) had written to its standard error when move
// `ply` (from 1) had been made; the total if the record does not tell.
std::uint64_t stderr_bytes_until(const MatchRecord& record, std::size_t seat, std::size_t ply);

inline constexpr std::string_view left_out = "\n(...)\n";

// Bytes `begin` to `end` of the standard error of the bot of `seat`, as far as the record has them:
// it keeps the first and the last ones. Where it lacks what lies between two kept parts, `left_out`
// appears.
std::string stderr_between(const MatchRecord& record, std::size_t seat, std::uint64_t begin,
                           std::uint64_t end);

}  // namespace referee::match
