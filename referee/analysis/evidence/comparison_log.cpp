#include "referee/analysis/evidence/comparison_log.hpp"

#include <fcntl.h>
#include <fmt/core.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <fstream>
#include <sstream>
#include <system_error>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/analysis/evidence/question.hpp"
#include "referee/base/text/descriptor.hpp"
#include "referee/base/text/error.hpp"
#include "referee/base/text/file.hpp"
#include "referee/base/text/json_reader.hpp"
#include "referee/base/text/log.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/run/store/shared_file.hpp"
#include "referee/run/store/store_files.hpp"

namespace referee::evidence {
namespace {

constexpr std::string_view log_schema = "referee-comparison-log";
// 1 had no place, id, setup and folder, 2 did not say what was part of a series.
constexpr int newest_version = 3;
constexpr std::size_t most_comparisons = 1'000'000'000;

text::Json json_of(const LoggedComparison& one) {
  text::Json json;
  json["schema"] = log_schema;
  json["version"] = newest_version;
  json["place"] = one.place;
  json["id"] = one.id;
  json["setup"] = one.setup;
  if (!one.folder.empty()) json["folder"] = text::path_text(one.folder);
  json["game"] = one.game;
  json["new"] = {{"command", one.new_command}, {"hash", one.new_hash}};
  json["base"] = {{"command", one.base_command}, {"hash", one.base_hash}};
  json["question"] = one.question;
  json["seed"] = one.seed;
  json["alpha"] = one.alpha;
  if (one.series_alpha) json["series_alpha"] = *one.series_alpha;
  json["decision"] = one.decision;
  json["pairs"] = one.pairs;
  return json;
}

// Throws nlohmann's exceptions for what has another form.
LoggedComparison read_line(const std::string& line) {
  const auto json = text::Json::parse(line);
  if (json.at("schema") != log_schema) throw std::invalid_argument("another schema");
  const int version = json.at("version");
  if (version < 1 || version > newest_version) throw std::invalid_argument("another version");
  LoggedComparison one;
  if (version > 1) {
    one.place = json.at("place");
    if (one.place < 1 || one.place > most_comparisons) throw std::invalid_argument("no place");
    one.id = json.at("id");
    one.setup = json.at("setup");
    one.folder = text::path_of_text(json.value("folder", std::string()));
  }
  one.game = json.at("game");
  one.new_command = json.at("new").at("command");
  one.new_hash = json.at("new").at("hash");
  one.base_command = json.at("base").at("command");
  one.base_hash = json.at("base").at("hash");
  one.question = json.at("question");
  one.seed = json.at("seed");
  one.alpha = json.at("alpha");
  if (json.contains("series_alpha")) one.series_alpha = json["series_alpha"].get<double>();
  one.decision = json.at("decision");
  one.pairs = json.at("pairs");
  return one;
}

// A lock on a log as long as this object lives; waits for it.
class LogLock {
 public:
  explicit LogLock(const std::filesystem::path& file)
      : file_(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
    if (!file_) throw store::store_error("write", file, errno);
    if (const int error = store::wait_for_lock(file_.get(), F_WRLCK); error != 0) {
      text::warn("{} cannot be locked ({}); keep other comparisons from using it now",
                 file.string(), std::generic_category().message(error));
    }
  }

 private:
  text::Descriptor file_;
};

}  // namespace

bool LoggedComparison::asks_the_same(const LoggedComparison& other) const noexcept {
  if (question != other.question) return false;
  if (!setup.empty() && !other.setup.empty()) return setup == other.setup;
  return game == other.game && new_hash == other.new_hash && base_hash == other.base_hash &&
         new_command == other.new_command && base_command == other.base_command;
}

bool LoggedComparison::is_same(const LoggedComparison& other) const noexcept {
  return asks_the_same(other) && id == other.id && seed == other.seed;
}

LoggedComparison logged(const config::Manifest& manifest, const Comparison& comparison,
                        const store::Store* store) {
  const config::Event& event = manifest.events.at(0);
  LoggedComparison one;
  one.id = store != nullptr ? store->id() : manifest.id();
  config::Manifest without_seed = manifest;
  without_seed.seed = 0;
  one.setup = without_seed.id();
  if (store != nullptr) one.folder = std::filesystem::weakly_canonical(store->folder()).string();
  one.game = event.game->name;
  one.new_command = event.bots[0].command;
  one.new_hash = event.bots[0].hash;
  one.base_command = event.bots[1].command;
  one.base_hash = event.bots[1].hash;
  one.question = hypotheses_text(comparison.rules());
  one.seed = manifest.seed;
  one.alpha = comparison.rules().risks.alpha;
  one.decision = statistics::name(comparison.decision());
  one.pairs = comparison.count();
  return one;
}

ComparisonLog::ComparisonLog(std::filesystem::path file) : file_(std::move(file)) { read(); }

void ComparisonLog::read() {
  all_.clear();
  torn_ = false;
  if (!std::filesystem::exists(file_)) return;
  std::istringstream in(text::read_file(file_));
  std::string line;
  for (std::size_t number = 1; std::getline(in, line); ++number) {
    torn_ = in.eof();
    if (line.empty()) continue;
    try {
      note(read_line(line));
    } catch (const std::exception&) {
      throw text::InputError(fmt::format(
          "{}, line {}: this is not a line of a log of comparisons; give another file to "
          "--log, or remove the line",
          file_.string(), number));
    }
  }
}

void ComparisonLog::note(LoggedComparison comparison) {
  const auto found = std::find_if(all_.begin(), all_.end(), [&](const LoggedComparison& one) {
    return comparison.place > 0 ? one.place == comparison.place : one.is_same(comparison);
  });
  if (comparison.place == 0) {
    // Of version 1, whose places follow from the order.
    comparison.place = found != all_.end() ? found->place
                       : all_.empty()      ? 1
                                           : all_.back().place + 1;
  }
  if (found != all_.end()) {
    *found = std::move(comparison);
    return;
  }
  const auto after = std::find_if(all_.begin(), all_.end(), [&](const LoggedComparison& one) {
    return one.place > comparison.place;
  });
  all_.insert(after, std::move(comparison));
}

void ComparisonLog::begin(LoggedComparison& comparison, bool continues,
                          std::optional<double> series_alpha) {
  const LogLock lock(file_);
  read();
  comparison.place = all_.empty() ? 1 : all_.back().place + 1;
  const auto found = std::find_if(all_.begin(), all_.end(), [&](const LoggedComparison& one) {
    return continues && !one.folder.empty() && one.folder == comparison.folder &&
           one.is_same(comparison);
  });
  const bool known = found != all_.end();
  const auto in_series = std::find_if(all_.begin(), all_.end(), [](const LoggedComparison& one) {
    return one.series_alpha.has_value();
  });
  if (in_series != all_.end() && in_series->series_alpha != series_alpha) {
    throw text::InputError(fmt::format(
        "{} has a series with --series-alpha {}; give the same, or another file to --log",
        file_.string(), *in_series->series_alpha));
  }
  comparison.series_alpha = series_alpha;
  if (known) comparison.place = found->place;
  const bool has_share = known && found->series_alpha.has_value();
  if (series_alpha) {
    comparison.alpha = has_share ? found->alpha : next_share(comparison, *series_alpha);
  }
  if (known) return;  // its line is there
  write(comparison);
  note(comparison);
}

double ComparisonLog::next_share(const LoggedComparison& comparison, double series_alpha) const {
  double left = series_alpha;
  std::size_t number = 1;  // in the series
  for (const LoggedComparison& one : all_) {
    if (one.place == comparison.place) continue;
    // Lines of version 2 do not say that they are part of the series.
    constexpr double rounding = 1e-12;
    const bool is_share = std::abs(one.alpha - alpha_of_series(series_alpha, one.place)) < rounding;
    if (one.series_alpha || is_share) {
      ++number;
    } else {
      left -= one.alpha;
    }
  }
  if (left <= 0) {
    throw text::InputError(fmt::format(
        "{}: the comparisons that were logged without --series-alpha have taken all of {}; give "
        "another file to --log",
        file_.string(), series_alpha));
  }
  return alpha_of_series(left, number);
}

std::string ComparisonLog::warning_about(const LoggedComparison& comparison) const {
  for (const LoggedComparison& one : all_) {
    if (!one.asks_the_same(comparison) || one.place == comparison.place) continue;
    return fmt::format(
        "the same programs were asked the same question before, with seed {}: {} after {}; "
        "who asks until the answer is right gets any answer. A larger --max-pairs with that seed "
        "and the --out of that comparison continues it",
        one.seed, one.decision, text::plural(one.pairs, "pair"));
  }
  return {};
}

void ComparisonLog::add(const LoggedComparison& comparison) {
  const LogLock lock(file_);
  read();
  write(comparison);
  note(comparison);
}

void ComparisonLog::write(const LoggedComparison& comparison) const {
  std::ofstream out(file_, std::ios::app);
  out << (torn_ ? "\n" : "") + text::dump(json_of(comparison)) + '\n' << std::flush;
  if (!out) throw store::store_error("write", file_, errno);
}

double alpha_of_series(double whole, std::size_t place) noexcept {
  const auto k = static_cast<double>(place);
  return whole / (k * (k + 1));
}

}  // namespace referee::evidence
