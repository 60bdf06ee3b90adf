// The output of `referee regress` for people and CI.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "referee/analysis/checks/regress.hpp"
#include "referee/base/text/json_reader.hpp"
#include "referee/show/report/form.hpp"

namespace referee::report {

// The outcome of a check; of a comparison, in the words and with the figures of `compare`.
checks::Outcome outcome_of(const checks::Check& check);

struct RegressReport {
  const config::BotEntry& bot;
  const std::vector<checks::CheckResult>& results;  // in the order of the config
  bool interrupted = false;
  TextStyle style{};  // for the form "text"

  [[nodiscard]] std::size_t count(checks::Verdict verdict) const;
};

struct RegressForm : Form<RegressReport> {
  enum class Goes : std::uint8_t { to_output, to_new_file, to_end_of_file };
  Goes goes{};
};

// The forms text, json, junit and markdown.
std::span<const RegressForm> regress_forms() noexcept;

// ---- the functions behind the forms ----

// "failed 1 of 6 checks, 1 undecided"
std::string regress_summary(const RegressReport& report);

// A line for each check with its reason, details, and the summary.
std::string regress_text(const RegressReport& report, const TextStyle& style);

// The JSON of docs/regress-result.schema.json. Only the block `measured` and the check of move
// times depend on times.
text::Json regress_json(const RegressReport& report);

// Data for the page that viewer/ builds, like comparison_page().
text::Json regress_page(const RegressReport& report);

// JUnit XML for GitHub and GitLab: one test case for each check. An undecided check is a skipped
// test case with a message. Ends with a newline.
std::string regress_junit(const RegressReport& report);

// Markdown for the page of a CI job: a heading, a table, and details.
std::string regress_markdown(const RegressReport& report);

}  // namespace referee::report
