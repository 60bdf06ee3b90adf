#include "referee/show/page/results.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <system_error>

#include "referee/analysis/tuning/tune_question.hpp"
#include "referee/base/text/utf8.hpp"

namespace referee::page {
namespace {

namespace fs = std::filesystem;

// What a folder has, as far as it can be listed.
std::vector<fs::path> entries_of(const fs::path& folder) {
  std::vector<fs::path> entries;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator();
       entry.increment(error)) {
    entries.push_back(entry->path());
  }
  return entries;
}

// Of what is in the folder itself.
std::int64_t last_change_in(const std::vector<fs::path>& entries) {
  std::int64_t last = 0;
  for (const fs::path& path : entries) {
    struct stat found {};
    if (::stat(path.c_str(), &found) != 0) continue;
    last =
        std::max(last, std::int64_t{found.st_mtim.tv_sec} * 1'000'000'000 + found.st_mtim.tv_nsec);
  }
  return last;
}

}  // namespace

bool has_manifest(const fs::path& folder) {
  std::error_code unknown;
  return fs::exists(folder / "manifest.json", unknown);
}

bool is_result(const fs::path& folder) {
  return has_manifest(folder) || tuning::has_question(folder);
}

std::vector<fs::path> results_in(const fs::path& folder) {
  std::vector<fs::path> results = entries_of(folder);
  std::erase_if(results, [](const fs::path& path) { return !is_result(path); });
  // A tuning is before its rounds.
  if (is_result(folder)) results.insert(results.begin(), folder);
  return results;
}

bool has_results_within(const fs::path& folder) {
  const std::vector<fs::path> entries = entries_of(folder);
  return std::any_of(entries.begin(), entries.end(), is_result);
}

std::int64_t changed_at(const fs::path& result) {
  const std::vector<fs::path> entries = entries_of(result);
  std::int64_t last = last_change_in(entries);
  if (!tuning::has_question(result)) return last;
  // Rounds have none: a link from one to a folder above would lead around for ever.
  for (const fs::path& path : entries) {
    if (has_manifest(path)) last = std::max(last, last_change_in(entries_of(path)));
  }
  return last;
}

std::optional<fs::path> latest_in(const fs::path& folder) {
  std::optional<fs::path> latest;
  std::int64_t when = 0;
  for (const fs::path& path : entries_of(folder)) {
    if (!has_manifest(path)) continue;
    const std::int64_t changed = changed_at(path);
    if (latest && changed <= when) continue;
    latest = path;
    when = changed;
  }
  return latest;
}

std::string result_name(const fs::path& log) {
  const fs::path path = fs::absolute(log).lexically_normal();
  const auto name = path.has_filename() ? path.filename() : path.parent_path().filename();
  return text::safe_text(name.string());
}

}  // namespace referee::page
