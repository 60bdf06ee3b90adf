// A log of comparisons, one JSON object a line, for series of comparisons: with twenty
// changes that gain nothing, one is "better" at alpha 5 %.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "referee/analysis/evidence/comparison.hpp"
#include "referee/run/config/manifest.hpp"
#include "referee/run/store/store.hpp"

namespace referee::evidence {

// One comparison, finished or running.
struct LoggedComparison {
  // Its place in the series, from 1; 0 before it has one. Lines of one place are about one
  // comparison, and the last of them counts.
  std::size_t place = 0;
  // The id of its manifest, which has the bots with their commands and programs, the limits, the
  // clock, how games begin, and the seed; and that of the same manifest with the seed 0. Both are
  // empty in lines of version 1.
  std::string id;
  std::string setup;
  std::string folder;  // with its records, as an absolute path; empty if they were not kept
  std::string game;
  std::string new_hash;  // of the programs' contents
  std::string base_hash;
  std::string question;  // hypotheses_text()
  std::uint64_t seed = 0;
  std::string new_command;
  std::string base_command;
  double alpha = 0;
  std::optional<double> series_alpha;  // the risk of all comparisons of the log, if it is a series
  std::string decision;                // "H1", "H0" or "undecided"
  std::uint64_t pairs = 0;

  // Whether matches and question are the same: one continues the other if the games agree.
  [[nodiscard]] bool is_same(const LoggedComparison& other) const noexcept;
  // Whether all but the seed is the same, as far as lines of version 1 tell.
  [[nodiscard]] bool asks_the_same(const LoggedComparison& other) const noexcept;
};

// `store`: the folder with its records, if they are kept.
LoggedComparison logged(const config::Manifest& manifest, const Comparison& comparison,
                        const store::Store* store = nullptr);

// Several processes may use one log at the same time.
class ComparisonLog {
 public:
  // Reads the file, which need not exist. Throws store::StoreError if it cannot be read, and
  // text::InputError, with the line, if it is not such a log.
  explicit ComparisonLog(std::filesystem::path file);

  // Each comparison once, in the order of their places, in its last state.
  [[nodiscard]] const std::vector<LoggedComparison>& all() const noexcept { return all_; }

  // Gives the comparison its place, before it is played, and writes it to the log: one that
  // continues the games of its folder keeps the place that it has there; any other gets a new
  // place, since its games may differ. If the series has a risk, alpha becomes the next share of
  // what the comparisons outside of the series have left of it. Throws like the constructor;
  // text::InputError if the log has a series with another risk, or one and `series_alpha` is
  // absent, or if nothing is left of it; and store::StoreError if the file cannot be written.
  void begin(LoggedComparison& comparison, bool continues, std::optional<double> series_alpha);
  // The warning about a comparison that has its place, before it is played: that its question was
  // asked before. Empty if there is none.
  [[nodiscard]] std::string warning_about(const LoggedComparison& comparison) const;

  // Writes the state of a comparison that has a place. Throws store::StoreError.
  void add(const LoggedComparison& comparison);

 private:
  void read();
  void write(const LoggedComparison& comparison) const;
  void note(LoggedComparison comparison);
  [[nodiscard]] double next_share(const LoggedComparison& comparison, double series_alpha) const;

  std::filesystem::path file_;
  bool torn_ = false;  // the last line has no end
  std::vector<LoggedComparison> all_;
};

// The risk of comparison number `place` (from 1) such that those of any number of comparisons add
// up to at most `whole`: whole / (place (place + 1)).
double alpha_of_series(double whole, std::size_t place) noexcept;

}  // namespace referee::evidence
