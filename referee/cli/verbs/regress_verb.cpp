// referee regress: the checks that a bot has to pass before it may replace the last one.

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/analysis/checks/regress.hpp"
#include "referee/analysis/evidence/question.hpp"
#include "referee/base/text/file.hpp"
#include "referee/base/text/log.hpp"
#include "referee/base/text/words.hpp"
#include "referee/cli/common.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/cli/options/output_file.hpp"
#include "referee/cli/options/shared_options.hpp"
#include "referee/cli/pages.hpp"
#include "referee/cli/playing.hpp"
#include "referee/cli/session.hpp"
#include "referee/cli/verbs/verbs.hpp"
#include "referee/run/store/claim.hpp"
#include "referee/run/store/own_results.hpp"
#include "referee/show/report/verdicts/comparison_report.hpp"
#include "referee/show/report/verdicts/regress_report.hpp"

namespace referee::cli {
namespace {

namespace fs = std::filesystem;
using checks::Check;
using checks::CheckResult;
using checks::Regress;
using checks::Verdict;
using store::Store;

struct RegressOptions {
  PlayOptions play;
  std::string config;
  std::vector<std::string> only;
  std::map<std::string_view, std::string> files;  // by form
  std::string out;
  std::string html;
  unsigned jobs = 0;
};

Regress read(const RegressOptions& options, judge::Games& games) {
  const auto status = fs::status(options.config);
  if (!fs::exists(status)) throw UsageError(text::missing(options.config));
  if (fs::is_directory(status)) {
    throw UsageError(fmt::format("'{}' is a folder; name a config file", options.config));
  }
  if (options.play.quiet) text::hush_notes();
  Regress regress = checks::read_regress(options.config, options.play.overrides(games));
  if (regress.base.isolation == config::Isolation::off) {
    require_trust(options.play.trust, options.config + " says \"isolation\": \"off\"");
  }
  return regress;
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
  Run(const RegressOptions& options, Call& call)
      : options_(options),
        call_(call),
        regress_(read(options, call.games)),
        checks_(chosen_of(regress_, options.only)),
        files_(open_files()),
        page_(page_of_kept_games(options.html, options.out)),
        stores_(make_stores()) {
    for (const auto& store : stores_) {
      if (store) claims_.emplace_back(store->folder(), store::Claim::Kind::alone);
    }
    note_questions();
  }

  int play() {
    Session session(checks_.at(0)->manifest(), options_.play.quiet,
                    {.jobs = options_.jobs, .make_host = call_.make_host}, &open_);
    bool interrupted_now = false;
    for (std::size_t i = 0; i < checks_.size(); ++i) {
      if (session.stops() || interrupted_now) {
        interrupted_now = true;
        results_.push_back({checks_[i],
                            {Verdict::undecided, "interrupted before it began", {}, {}},
                            std::nullopt});
        continue;
      }
      const auto end = play_one(i, session);
      interrupted_now = end == tournament::RunEnd::interrupted;
    }
    return tell(interrupted_now);
  }

 private:
  // A file that one form of the result goes to.
  struct FormFile {
    const report::RegressForm* form = nullptr;
    std::optional<OutputFile> file;
  };

  // Opened before the first game, too.
  [[nodiscard]] std::list<FormFile> open_files() const {
    std::list<FormFile> files;
    for (const report::RegressForm& form : report::regress_forms()) {
      const auto name = options_.files.find(form.name);
      if (name == options_.files.end() || name->second.empty()) continue;
      FormFile& one = files.emplace_back();
      one.form = &form;
      one.file.emplace(OutputFile::Options{"--" + std::string(form.name),
                                           name->second,
                                           {options_.config},
                                           form.goes == report::RegressForm::Goes::to_end_of_file});
    }
    return files;
  }

  // All of them before the first game: a folder of other games is an error at once.
  std::vector<std::optional<Store>> make_stores() const {
    std::vector<std::optional<Store>> stores(checks_.size());
    if (options_.out.empty()) return stores;
    for (std::size_t i = 0; i < checks_.size(); ++i) {
      stores[i] =
          store::create_own(fs::path(options_.out) / checks_[i]->name(), checks_[i]->manifest(),
                            store::ChangedPrograms::refuse, call_.games);
    }
    return stores;
  }

  // Of the checks that are comparisons, when their folders are ours.
  void note_questions() const {
    for (std::size_t i = 0; i < checks_.size(); ++i) {
      evidence::Comparison* const comparison = checks_[i]->comparison();
      if (comparison == nullptr || !stores_[i]) continue;
      comparison->set_first_question(
          evidence::other_question(stores_[i]->folder(), comparison->rules()));
    }
  }

  tournament::RunEnd play_one(std::size_t i, Session& session) {
    Check& check = *checks_[i];
    const bool quiet = options_.play.quiet;
    const std::string title = fmt::format("{}/{} {}", i + 1, checks_.size(), check.name());
    const Store* store = stores_[i] ? &*stores_[i] : nullptr;
    const auto start = std::chrono::steady_clock::now();
    report::Shown shown;
    shown.store = store;
    shown.comparison = check.comparison() != nullptr;
    if (!shown.comparison) shown.title = title;
    if (!quiet && shown.comparison) text::tell("{}", title);
    const auto end =
        session.run(std::move(shown), [&](const auto& context, report::Display& display) {
          return checks::run_check(check, store, context, display);
        });
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    results_.push_back({&check, report::outcome_of(check), took.count()});
    if (!quiet) text::tell("{}: {}", title, name(results_.back().outcome.verdict));
    return end;
  }

  // Of the games of each check.
  [[nodiscard]] std::vector<std::string> folders() const {
    std::vector<std::string> folders;
    for (const Check* check : checks_) {
      folders.push_back((fs::path(options_.out) / check->name()).string());
    }
    return folders;
  }

  // The result, wherever it is wanted.
  [[nodiscard]] int tell(bool interrupted_now) {
    const report::RegressReport report{regress_.bot, results_, interrupted_now, output_style()};
    std::string unwritten;
    for (auto& [form, file] : files_) {
      const std::string problem = try_to_write(file, form->write(report));
      if (!problem.empty()) text::add_to_list(unwritten, problem, "; ");
    }
    std::cout << report::form_named(report::regress_forms(), options_.play.json ? "json" : "text")
                     .write(report);
    if (!unwritten.empty()) throw store::StoreError(unwritten);
    if (page_) write_page(*page_, pages(call_.games).of_checks(folders(), report));
    const bool kept = !options_.out.empty();
    if (interrupted_now) return tell_open(open_, kept, interrupted);
    if (kept && !options_.play.quiet) {
      text::tell("The records are in the folders of {}.", options_.out);
    }
    return tell_open(open_, kept, code_of(checks::verdict_of(results_)));
  }

  static int code_of(Verdict verdict) {
    switch (verdict) {
      case Verdict::passed:
        return done;
      case Verdict::failed:
        return failed;
      default:
        return undecided;
    }
  }

  const RegressOptions& options_;
  Call& call_;
  Regress regress_;
  std::vector<Check*> checks_;
  std::list<FormFile> files_;                 // which cannot be moved
  std::unique_ptr<OutputFile> page_;          // of --html; none without it
  std::vector<std::optional<Store>> stores_;  // by check; without --out none
  std::list<store::Claim> claims_;            // on the folders of all checks, until the end
  std::vector<CheckResult> results_;
  tournament::OpenMatches open_;
};

}  // namespace

void add_regress(CommandLine& program) {
  const Verb verb = program.add("regress", "Check that a bot still plays as it should");
  auto options = std::make_shared<RegressOptions>();
  verb.option("config", &options->config,
              "The config with the bot and its checks, e.g. regress.json")
      .required();
  verb.option("--only", &options->only, "Run only this check; may be given several times")
      .unit("CHECK")
      .one_at_a_time();
  for (const report::RegressForm& form : report::regress_forms()) {
    if (form.goes == report::RegressForm::Goes::to_output) continue;
    verb.option("--" + std::string(form.name), &options->files[form.name], std::string(form.help))
        .unit("FILE")
        .check(must_be_named);
  }
  add_out_option(verb, options->out);
  add_page_option(verb, options->html);
  options->play.add_to(verb);
  add_jobs_option(verb, options->jobs);
  verb.footer(with_games(
      "The smallest config:\n"
      "  {\"game\": \"{game}\", \"bot\": \"./mybot\", \"checks\": [{\"check\": \"no-faults\"}]}\n\n"
      "Checks: no-faults, not-weaker, score, move-time, same-moves, plays-on.\n"
      "docs/ci/README.md explains them and has workflows for GitHub and GitLab.\n\n"
      "Examples:\n"
      "  referee regress regress.json\n"
      "  referee regress regress.json --only no-faults --out results/regress\n"
      "  referee regress regress.json --junit junit.xml --summary summary.md\n\n"
      "Exit code 0: all checks passed; 1: some failed; 4: none failed, some undecided."));
  verb.runs([options](Call& call) {
    return play_or_show_who_does([&] { return Run(*options, call).play(); }, options->play.json,
                                 call.games);
  });
}

}  // namespace referee::cli
