// A log of comparisons, one JSON object a line, for whoever compares again and again: with twenty
// changes that gain nothing, one is "better" at alpha 5 %.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "referee/evidence/comparison.hpp"
#include "referee/store/manifest.hpp"

namespace referee::evidence {

// One comparison; the same one again, continued for example, has the same key.
struct LoggedComparison {
  std::string game;
  std::string new_hash;  // of the programs' contents
  std::string base_hash;
  std::string question;  // hypotheses_text()
  std::uint64_t seed = 0;
  // As it ended, or stands.
  std::string new_command;
  std::string base_command;
  double alpha = 0;
  std::string decision;  // "H1", "H0" or "undecided"
  std::uint64_t pairs = 0;

  [[nodiscard]] bool is_same(const LoggedComparison& other) const noexcept;
  // The same programs and question, whatever the seed.
  [[nodiscard]] bool asks_the_same(const LoggedComparison& other) const noexcept;
};

LoggedComparison logged(const store::Manifest& manifest, const Comparison& comparison);

class ComparisonLog {
 public:
  // Reads the file, which need not exist. Throws store::StoreError if it cannot be read, and
  // text::InputError, with the line, if it is no such log.
  explicit ComparisonLog(std::filesystem::path file);

  // Each comparison once, in the order of their beginnings, as it stood last.
  [[nodiscard]] const std::vector<LoggedComparison>& all() const noexcept { return all_; }
  // The place of this comparison in the series, from 1; one more than there are if it is new.
  [[nodiscard]] std::size_t place_of(const LoggedComparison& comparison) const noexcept;
  // What to tell about a comparison before it is played: that its question was asked before with
  // another seed. Empty if there is nothing.
  [[nodiscard]] std::string warning_about(const LoggedComparison& comparison) const;

  // Appends. Throws store::StoreError.
  void add(const LoggedComparison& comparison);

 private:
  std::filesystem::path file_;
  std::vector<LoggedComparison> all_;
};

// The risk of comparison number `place` (from 1) such that those of any number of comparisons add
// up to at most `whole`: whole / (place (place + 1)).
double alpha_of_series(double whole, std::size_t place) noexcept;

}  // namespace referee::evidence
