#include "referee/show/server/index_site.hpp"

#include <fmt/chrono.h>
#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/base/text/log.hpp"
#include "referee/base/text/machine.hpp"
#include "referee/show/page/results.hpp"
#include "referee/show/server/gate.hpp"

namespace referee::server {
namespace {

namespace fs = std::filesystem;
using text::Json;

constexpr int ticks_between_scans = 20;  // two seconds

}  // namespace

IndexSite::IndexSite(fs::path folder, page::Pages pages)
    : folder_(std::move(folder)),
      pages_(std::move(pages)),
      head_(pages_.head(fmt::format("Results in {}", page::result_name(folder_)), "tournament")),
      events_(random_token().substr(0, 8)) {
  head_["live"] = "index";
  take(folders_in(folder_));
}

page::ServedPage IndexSite::page() const {
  Json head = head_;
  head["results"] = state()["results"];
  return page::served_page(head);
}

Json IndexSite::state() const {
  Json list = Json::array();
  for (const Result& one : results_) {
    constexpr std::int64_t second = 1'000'000'000;
    Json row{{"n", one.number},
             {"name", page::result_name(one.folder.path)},
             {"changed",
              fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(one.folder.changed / second))}};
    if (one.line) {
      row["kind"] = one.line->kind;
      row["games"] = one.line->games;
      row["said"] = one.line->said;
      if (!one.line->decision.empty()) row["decision"] = one.line->decision;
    }
    list.push_back(std::move(row));
  }
  return Json{{"results", std::move(list)}};
}

std::vector<IndexSite::Folder> IndexSite::folders_in(const fs::path& folder) {
  std::vector<Folder> folders;
  for (fs::path& path : page::results_in(folder)) {
    const std::int64_t changed = page::changed_at(path);
    folders.push_back({std::move(path), changed});
  }
  std::sort(folders.begin(), folders.end(), [](const Folder& a, const Folder& b) {
    return a.changed != b.changed ? a.changed > b.changed : a.path < b.path;
  });
  return folders;
}

// What is known of a result that has changed stays until it has been read again.
void IndexSite::take(std::vector<Folder> folders) {
  std::vector<Result> now;
  for (Folder& folder : folders) {
    const auto before = std::find_if(results_.begin(), results_.end(), [&](const Result& one) {
      return one.folder.path == folder.path;
    });
    Result result;
    if (before != results_.end()) {
      result = *before;
    } else {
      result.number = next_number_++;
    }
    result.folder = std::move(folder);
    now.push_back(std::move(result));
  }
  const bool same =
      std::equal(now.begin(), now.end(), results_.begin(), results_.end(),
                 [](const Result& a, const Result& b) {
                   return a.number == b.number && a.folder.changed == b.folder.changed;
                 });
  results_ = std::move(now);
  if (!same) events_.publish("index", state());
}

void IndexSite::take(Read read) {
  const auto found = std::find_if(results_.begin(), results_.end(),
                                  [&](const Result& one) { return one.number == read.number; });
  if (found == results_.end()) return;
  found->line = std::move(read.line);
  found->known = read.changed;
  found->in_work = false;
  events_.publish("index", state());
}

void IndexSite::begin_scan() {
  if (scanning_) return;
  scanner_.begin([this](const std::stop_token&) {
    std::vector<Folder> folders = folders_in(folder_);
    const std::lock_guard lock(mutex_);
    scanned_ = std::move(folders);
  });
  scanning_ = true;
}

void IndexSite::begin_reading(Result& result) {
  readers_.begin(
      [this, number = result.number, folder = result.folder](const std::stop_token& stop) {
        Read found{number, folder.changed,
                   page::line_of(folder.path, pages_.games(), [&stop] { end_if(stop); })};
        const std::lock_guard lock(mutex_);
        read_.push_back(std::move(found));
      });
  result.in_work = true;
}

void IndexSite::tick() {
  std::optional<std::vector<Folder>> scanned;
  std::vector<Read> found;
  {
    const std::lock_guard lock(mutex_);
    scanned = std::exchange(scanned_, std::nullopt);
    found = std::exchange(read_, {});
  }
  if (scanned) {
    scanning_ = false;
    take(std::move(*scanned));
  }
  for (Read& one : found) take(std::move(one));
  try {
    if (++ticks_ % ticks_between_scans == 0) begin_scan();
    for (Result& one : results_) {
      const bool known = one.line && one.known == one.folder.changed;
      if (!known && !one.in_work) begin_reading(one);
    }
  } catch (const text::SystemError& error) {
    text::debug("{}; the next tick tries again", error.what());  // no thread is left for that
  }
}

std::optional<Work> IndexSite::work(std::string_view path, std::string_view /*query*/) {
  constexpr std::string_view one_result = "/result/";
  if (!path.starts_with(one_result)) return std::nullopt;
  const auto number = number_in(path.substr(one_result.size()));
  const auto found = std::find_if(results_.begin(), results_.end(), [&](const Result& one) {
    return number && one.number == *number;
  });
  if (found == results_.end()) return std::nullopt;
  return [pages = pages_, folder = found->folder.path.string()](const std::stop_token& stop) {
    const page::ResultPage page = pages.of_result(
        folder, [&stop](std::uint64_t /*done*/, std::uint64_t /*all*/) { end_if(stop); });
    std::string html;
    page.write([&](std::string_view text) { html += text; });
    std::string policy = page::policy_of(html);
    return page_answer({std::move(html), std::move(policy)});
  };
}

}  // namespace referee::server
