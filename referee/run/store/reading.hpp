// One pass over a store: which records count, and what else it holds.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/run/config/generations.hpp"
#include "referee/run/config/schedule.hpp"
#include "referee/run/formats/early_results.hpp"
#include "referee/run/store/record_lines.hpp"
#include "referee/run/store/store.hpp"

namespace referee::store {

class Reading {
 public:
  using Takers = Store::Takers;

  // `history`: the manifests from the first to the newest. It must outlive the reading, and so must
  // all files that are read, and the games.
  Reading(std::filesystem::path folder, const std::vector<config::Manifest>& history,
          const rules::Games& games)
      : games_(games),
        folder_(std::move(folder)),
        manifest_(history.back()),
        id_(manifest_.id()),
        renumbering_(history),
        schedule_(renumbering_.newest()) {}

  // Reads the first `bytes` of each of these files in the folder. Throws StoreError.
  void read(const std::vector<Seal::File>& files, const Takers& takers);

  // That count so far.
  [[nodiscard]] std::uint64_t records() const noexcept { return records_; }
  [[nodiscard]] ReadingReport report() const;

 private:
  struct Unwanted {
    std::uint64_t count = 0;
    std::string first;  // place and reason
  };
  struct Place {
    const std::string* file = nullptr;  // its name
    std::uint64_t line = 0;
  };
  // A record of a match whose bots are not known yet. Waits in held_.
  struct Held {
    MatchSummary summary;
    std::string line;
    RecordDigest digest;
    Place place;
  };
  // What a line of this file means. Returns whether it is damaged beyond its summary.
  bool take(RecordLine& line, const Seal::File& file, const Takers& takers);
  void add(RecordLine& line, const Takers& takers);
  formats::Turn judge(const MatchSummary& summary, std::string_view line,
                      const RecordDigest& digest, const Takers& takers);
  // To be called when further matches are known.
  void judge_held(const Takers& takers);

  // Why this cannot be a record of this tournament, whatever its bots are; empty if it can.
  [[nodiscard]] std::string why_foreign(const MatchSummary& summary) const;
  // How it differs from what the schedule has for its number.
  [[nodiscard]] std::string why_unfit(const MatchSummary& summary,
                                      const config::Pairing& pairing) const;
  // How the game of a line does not begin as the schedule has it, where whole lines are read.
  [[nodiscard]] std::string why_other_beginning(std::string_view line,
                                                const config::Pairing& pairing,
                                                const Takers& takers) const;
  // Whether it was played by an earlier manifest.
  [[nodiscard]] bool is_earlier(const MatchSummary& summary) const;
  // Whether it counts, or may count later, if it is a complete record. Of all others the front is
  // enough to tell and count them.
  [[nodiscard]] bool is_wanted(const MatchSummary& summary) const;
  // Marks a match as seen. Takes one bit for each match up to the highest number.
  void mark(std::uint64_t match);
  // Whether it has been seen.
  [[nodiscard]] bool is_marked(std::uint64_t match) const;

  void note(Unwanted& kind, const std::string& reason) const { note(kind, place_, reason); }
  void note(Unwanted& kind, const Place& place, const std::string& reason) const;

  const rules::Games& games_;
  const std::filesystem::path folder_;
  const config::Manifest& manifest_;
  const std::string id_;
  const config::Renumbering renumbering_;
  config::Schedule schedule_;
  std::vector<bool> seen_;
  std::vector<const std::string*> counted_in_;  // files, by match, where hashes are asked for
  formats::EarlyResults<Held> held_;
  Place place_;
  std::size_t files_ = 0;  // that were read
  std::uint64_t records_ = 0;
  std::uint64_t replaced_ = 0;
  std::map<std::string, std::vector<std::uint64_t>> left_out_;  // see ReadingReport
  Unwanted duplicates_;
  Unwanted differing_;  // of these, where hashes are asked for
  Unwanted foreign_;
  Unwanted torn_;
  Unwanted damaged_;
};

}  // namespace referee::store
