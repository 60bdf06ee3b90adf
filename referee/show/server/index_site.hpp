// All results in a folder, in a browser: a line for each tournament, comparison and tuning, the
// newest first, and its page as soon as somebody asks for it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/base/text/json_reader.hpp"
#include "referee/show/server/site.hpp"

namespace referee::server {

// Whether a folder has a result of its own: matches, or a tuning.
bool is_result(const std::filesystem::path& folder);
// Whether a folder within this one has results.
bool has_results_within(const std::filesystem::path& folder);

// The name of a folder with results, or of a file of records, safe to show.
std::string result_name(const std::filesystem::path& log);

class IndexSite final : public Site {
 public:
  // `page_of` makes the page of a folder with results; what it throws is shown in its place.
  IndexSite(std::filesystem::path folder, text::Json head,
            std::function<std::string(const std::filesystem::path&)> page_of);

  [[nodiscard]] page::ServedPage page() const override;
  [[nodiscard]] EventLog& events() override { return events_; }
  [[nodiscard]] text::Json state() const override;
  [[nodiscard]] std::optional<Answer> get(std::string_view path, std::string_view query) override;
  // Looks for results that have changed, and reads at most one of them.
  void tick() override;

 private:
  struct Result {
    std::uint64_t number = 0;  // in addresses
    std::filesystem::path folder;
    std::int64_t changed = 0;  // seconds since 1970
    bool read = false;
    std::string kind;  // "comparison"
    std::string games;
    std::string said;      // who leads or won, or what was found
    std::string decision;  // of a comparison: "H1", "H0" or "undecided"
  };
  void scan();
  static void read(Result& result);

  std::filesystem::path folder_;
  text::Json head_;
  std::function<std::string(const std::filesystem::path&)> page_of_;
  EventLog events_;
  std::vector<Result> results_;
  std::uint64_t next_number_ = 1;
  int ticks_ = 0;
};

}  // namespace referee::server
