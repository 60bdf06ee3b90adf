// referee regress: the checks that a bot has to pass before it may replace the last one.

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/cli/common.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/cli/interrupt.hpp"
#include "referee/cli/output_file.hpp"
#include "referee/cli/verbs.hpp"
#include "referee/evidence/regress.hpp"
#include "referee/evidence/regress_run.hpp"
#include "referee/report/evidence_compare.hpp"
#include "referee/report/regress_report.hpp"
#include "referee/text/log.hpp"
#include "referee/text/nearest.hpp"
#include "referee/text/words.hpp"

namespace referee::cli {
namespace {

namespace fs = std::filesystem;
using tournament::Check;
using tournament::CheckResult;
using tournament::Regress;
using tournament::Store;
using tournament::Verdict;

struct RegressOptions {
  PlayOptions play;
  std::string config;
  std::vector<std::string> only;
  std::string junit;
  std::string markdown;
  std::string out;
  unsigned jobs = 0;
};

Regress read(const RegressOptions& options) {
  const auto status = fs::status(options.config);
  if (!fs::exists(status)) throw UsageError(fmt::format("there is no config '{}'", options.config));
  if (fs::is_directory(status)) {
    throw UsageError(fmt::format("'{}' is a folder; name a config file", options.config));
  }
  tournament::Overrides overrides;
  overrides.seed = options.play.seed;
  overrides.budget = options.play.budget_duration();
  overrides.clock = options.play.clock_kind();
  if (options.play.trust) overrides.isolation = tournament::Isolation::off;
  return tournament::read_regress(options.config, overrides);
}

// The checks that were asked for, in the order of the config.
std::vector<Check*> chosen_of(const Regress& regress, const std::vector<std::string>& only) {
  std::vector<std::string_view> names;
  for (const auto& check : regress.checks) names.push_back(check->name());
  for (const std::string& name : only) {
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    throw UsageError(fmt::format("--only: the config has no check '{}'; {}", name,
                                 text::suggestion(name, names, "it has")));
  }
  std::vector<Check*> chosen;
  for (const auto& check : regress.checks) {
    if (only.empty() || std::find(only.begin(), only.end(), check->name()) != only.end()) {
      chosen.push_back(check.get());
    }
  }
  return chosen;
}

// One run of `referee regress`.
class Run {
 public:
  explicit Run(const RegressOptions& options)
      : options_(options),
        regress_(read(options)),
        checks_(chosen_of(regress_, options.only)),
        junit_(file("--junit", options.junit, false)),
        markdown_(file("--markdown", options.markdown, true)),
        stores_(make_stores()) {}

  int play() {
    const bot::Protections protections = bot::probe_protections();
    const auto isolation = regress_.base.isolation;
    if (isolation == tournament::Isolation::require) require_isolation(protections);
    tournament::RunOptions run_options;
    run_options.jobs = options_.jobs;
    run_options.host_facts = host_facts(protections, isolation != tournament::Isolation::off);

    tournament::StopRequest stop;
    const InterruptWatch watch([&stop] { stop.ask(); });
    bool interrupted_now = false;
    for (std::size_t i = 0; i < checks_.size(); ++i) {
      if (stop.level() > 0 || interrupted_now) {
        interrupted_now = true;
        results_.push_back({checks_[i],
                            {Verdict::undecided, "interrupted before it began", {}, {}},
                            std::nullopt});
        continue;
      }
      const auto end = play_one(i, protections, run_options, stop);
      interrupted_now = end == tournament::RunEnd::interrupted;
    }
    return tell(interrupted_now);
  }

 private:
  // Opened before the first game, too.
  [[nodiscard]] std::optional<OutputFile> file(const std::string& option, const std::string& name,
                                               bool append) const {
    if (name.empty()) return std::nullopt;
    return std::optional<OutputFile>(std::in_place,
                                     OutputFile::Options{option, name, {options_.config}, append});
  }

  // All of them before the first game: a folder of other games is an error at once.
  std::vector<std::optional<Store>> make_stores() const {
    std::vector<std::optional<Store>> stores(checks_.size());
    if (options_.out.empty()) return stores;
    for (std::size_t i = 0; i < checks_.size(); ++i) {
      stores[i] =
          Store::create(fs::path(options_.out) / checks_[i]->name(), checks_[i]->manifest());
    }
    return stores;
  }

  tournament::RunEnd play_one(std::size_t i, const bot::Protections& protections,
                              const tournament::RunOptions& run_options,
                              const tournament::StopRequest& stop) {
    Check& check = *checks_[i];
    const bool quiet = options_.play.quiet;
    const bool live = live_display(quiet);
    const auto width = [] { return terminal_width(2); };
    const std::string title = fmt::format("{}/{} {}", i + 1, checks_.size(), check.name());
    const bool kept = stores_[i].has_value();
    const auto start = std::chrono::steady_clock::now();
    tournament::RunEnd end{};
    {
      report::CheckProgress games(std::cerr, live, quiet, kept, title, width);
      report::CompareProgress pairs(std::cerr, live, quiet, kept, width);
      if (check.comparison() != nullptr && !quiet) std::cerr << title << '\n';
      end = tournament::run_check(check, kept ? &*stores_[i] : nullptr, protections, run_options,
                                  stop, {games, pairs});
      if (check.comparison() != nullptr) pairs.finish();
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    results_.push_back({&check, check.outcome(), took.count()});
    if (!quiet) std::cerr << title << ": " << name(results_.back().outcome.verdict) << '\n';
    return end;
  }

  // The result, wherever it is wanted.
  [[nodiscard]] int tell(bool interrupted_now) {
    const report::RegressReport report{regress_.bot, results_, interrupted_now};
    std::string unwritten;
    const auto write = [&unwritten](std::optional<OutputFile>& file, const auto& text) {
      if (const std::string problem = file ? try_to_write(file, text()) : ""; !problem.empty()) {
        text::add_to_list(unwritten, problem, "; ");
      }
    };
    write(junit_, [&] { return report::regress_junit(report); });
    write(markdown_, [&] { return report::regress_markdown(report); });
    if (options_.play.json) {
      std::cout << report::regress_json(report).dump(2, ' ', false,
                                                     text::Json::error_handler_t::replace)
                << '\n';
    } else {
      std::cout << report::regress_text(report, output_style());
    }
    if (!unwritten.empty()) throw tournament::StoreError(unwritten);
    if (interrupted_now) {
      text::warn("interrupted{}", options_.out.empty() ? "" : "; the same command continues");
      return interrupted;
    }
    if (!options_.out.empty() && !options_.play.quiet) {
      std::cerr << "The records are in the folders of " << options_.out << ".\n";
    }
    switch (tournament::verdict_of(results_)) {
      case Verdict::passed:
        return done;
      case Verdict::failed:
        return failed;
      default:
        return undecided;
    }
  }

  const RegressOptions& options_;
  Regress regress_;
  std::vector<Check*> checks_;
  std::optional<OutputFile> junit_;
  std::optional<OutputFile> markdown_;
  std::vector<std::optional<Store>> stores_;  // by check; without --out none
  std::vector<CheckResult> results_;
};

}  // namespace

void add_regress(CommandLine& program) {
  const Verb verb = program.add("regress", "Check that a bot still plays as it should");
  auto options = std::make_shared<RegressOptions>();
  verb.option("config", &options->config,
              "The config with the bot and its checks, e.g. regress.json")
      .required();
  verb.option("--only", &options->only, "Run only this check; may be given several times")
      .unit("NAME")
      .one_at_a_time();
  verb.option("--junit", &options->junit, "Write the result as JUnit XML, for CI")
      .unit("FILE")
      .check(must_be_named);
  verb.option("--markdown", &options->markdown,
              "Append the result as Markdown, e.g. to $GITHUB_STEP_SUMMARY")
      .unit("FILE")
      .check(must_be_named);
  verb.option("--out", &options->out,
              "Keep the records, in a folder for each check; the same command continues later")
      .unit("DIR")
      .check(must_be_named);
  options->play.add_to(verb);
  verb.option("-j,--jobs", &options->jobs,
              "Matches played at the same time; default: one for each processor")
      .unit("N")
      .within(1, 1024);
  verb.footer(
      "The smallest config:\n"
      "  {\"game\": \"box\", \"bot\": \"./mybot\", \"checks\": [{\"check\": \"no-faults\"}]}\n\n"
      "Checks: no-faults, not-weaker, score, move-time, same-moves, plays-on.\n"
      "docs/ci/README.md explains them and has workflows for GitHub and GitLab.\n\n"
      "Examples:\n"
      "  referee regress regress.json\n"
      "  referee regress regress.json --only no-faults --out results/regress\n"
      "  referee regress regress.json --junit junit.xml --markdown summary.md\n\n"
      "Exit code 0: all checks passed; 1: some failed; 4: none failed, some undecided.");
  verb.runs([options] { return Run(*options).play(); });
}

}  // namespace referee::cli
