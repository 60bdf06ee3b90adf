// What people and CI read of `referee regress`.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "referee/evidence/regress.hpp"
#include "referee/evidence/regress_run.hpp"
#include "referee/report/form.hpp"
#include "referee/report/live_line.hpp"
#include "referee/report/style.hpp"
#include "referee/text/json_reader.hpp"

namespace referee::report {

struct RegressReport {
  const store::BotEntry& bot;
  const std::vector<evidence::CheckResult>& results;  // in the order of the config
  bool interrupted = false;
  TextStyle style{};  // of the form "text"
};

struct RegressForm : Form<RegressReport> {
  enum class Goes : std::uint8_t { to_output, to_new_file, to_end_of_file };
  Goes goes{};
};

// text, json, junit and markdown.
std::span<const RegressForm> regress_forms() noexcept;

// ---- the functions behind the forms ----

// "failed 1 of 6 checks, 1 undecided"
std::string regress_summary(const RegressReport& report);

// A line for each check with its reason, what to look at, and the summary.
std::string regress_text(const RegressReport& report, const TextStyle& style);

// docs/regress-result.schema.json. Apart from the block `measured` and from checks of time
// nothing in it depends on times.
text::Json regress_json(const RegressReport& report);

// JUnit XML as GitHub and GitLab read it: a test case for each check; an undecided one is
// skipped, with a message. Ends with a newline.
std::string regress_junit(const RegressReport& report);

// Markdown for the page of a CI job: a heading, a table, and what to look at.
std::string regress_markdown(const RegressReport& report);

// Tells how the games of a check go on, as Progress does for a tournament: on a live line
// or on plain lines every 30 seconds. Faults are only counted: the result lists them.
// Used from one thread; lines that cannot be written are lost.
class CheckProgress final : public tournament::RunObserver {
 public:
  using Clock = std::function<std::chrono::steady_clock::time_point()>;
  using Width = LiveLine::Width;

  // `title` stands before each line: "2/6 no-faults".
  CheckProgress(std::ostream& out, bool live, bool quiet, bool kept, const std::string& title,
                Width width, Clock now = &std::chrono::steady_clock::now);

  void begun(std::uint64_t done, std::uint64_t total) override;
  void finished(const match::MatchRecord& record) override;
  void tick() override;
  void stopping(std::size_t running) override;

 private:
  [[nodiscard]] std::string state_line() const;

  LiveLine line_;
  bool live_;
  bool quiet_;
  bool kept_;
  bool stopping_ = false;
  std::string title_;
  Clock now_;
  std::uint64_t done_ = 0;
  std::uint64_t total_ = 0;
  std::uint64_t faults_ = 0;
  std::chrono::steady_clock::time_point last_shown_{};
};

}  // namespace referee::report
