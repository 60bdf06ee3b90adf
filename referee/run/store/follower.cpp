#include "referee/run/store/follower.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <set>
#include <string>
#include <system_error>
#include <utility>

#include "referee/base/text/descriptor.hpp"
#include "referee/base/text/json_reader.hpp"
#include "referee/run/store/claim.hpp"
#include "referee/run/store/line_reader.hpp"
#include "referee/run/store/match_summary.hpp"
#include "referee/run/store/records.hpp"
#include "referee/run/store/store_files.hpp"

namespace referee::store {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t most_at_once = std::uint64_t{4} << 20;

// How many bytes of the file are whole lines: up to the last newline.
std::uint64_t whole_lines_of(const fs::path& file) {
  const text::Descriptor in(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat facts {};
  if (!in || ::fstat(in.get(), &facts) != 0 || !S_ISREG(facts.st_mode)) return 0;
  auto end = static_cast<std::uint64_t>(facts.st_size);
  std::string block;
  while (end > 0) {
    const std::uint64_t size = std::min<std::uint64_t>(end, 64 << 10);
    block.resize(size);
    if (::pread(in.get(), block.data(), size, static_cast<off_t>(end - size)) !=
        static_cast<ssize_t>(size)) {
      return 0;
    }
    const auto newline = block.rfind('\n');
    if (newline != std::string::npos) return end - size + newline + 1;
    end -= size;
  }
  return 0;
}

}  // namespace

void NewLines::skip() {
  read_.clear();
  for (const fs::path& file : record_files(folder_)) read_[file] = whole_lines_of(file);
}

void NewLines::read(const std::function<void(std::string_view)>& visit) {
  for (const fs::path& file : record_files(folder_)) {
    std::uint64_t& read = read_[file];
    std::error_code gone;
    if (fs::file_size(file, gone) <= read || gone) continue;
    LineReader lines(file, LineReader::whole, read);
    for (const std::uint64_t begin = read; read - begin < most_at_once;) {
      const auto line = lines.next();
      if (!line || line->end == LineReader::End::torn) break;
      if (line->end == LineReader::End::newline) visit(line->text);
      read += line->bytes;
    }
  }
}

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr auto looks_for_manifests_every = 1s;
// A file that has not been written for this long belongs to a process that has ended: it is written
// at least every two seconds.
constexpr auto live_file_lasts = 10s;
constexpr std::size_t most_failed = 10;  // records in one piece of news
constexpr std::size_t most_failed_before = 50;

// Whether another number of a ladder's matches is planned than before.
bool has_other_plan(const Store& now, const Store& before) {
  return now.manifest().events.front().format.planned !=
         before.manifest().events.front().format.planned;
}

}  // namespace

Follower::Follower(const fs::path& folder, const rules::Games& games)
    : folder_(folder),
      store_(open_store(folder, games)),
      schedule_(store_.manifest()),
      watching_(folder),
      lines_(folder) {}

Follower::News Follower::poll(Time now) {
  News news;
  if (begun_ && now >= next_look_for_manifest_) {
    next_look_for_manifest_ = now + looks_for_manifests_every;
    Store again = open_store(folder_, store_.games());
    if (again.id() != store_.id() || has_other_plan(again, store_)) {
      store_ = std::move(again);
      schedule_ = config::Schedule(store_.manifest());
      begun_ = false;
      news.anew = true;
    }
  }
  // Before the records are read: a match that ends in between is seen in both places.
  if (const bool played = Claim::is_held(folder_); played != played_) {
    played_ = played;
    news.played = true;
  }
  look_at_live_files(now);
  if (std::exchange(begun_, true)) {
    read_new(news);
  } else {
    begin(news);
  }
  find_running(now, news);
  return news;
}

void Follower::begin(News& news) {
  seen_.assign(schedule_.size(), false);
  done_ = 0;
  schedule_ = config::Schedule(store_.manifest());
  // What is written from now on may be read twice, and counts once.
  lines_.skip();
  const auto report = store_.read(
      [&](const MatchSummary& match, std::string_view line) {
        if (!add(match, news) || !has_fault(match)) return;
        news.failed.emplace_back(line);
        if (news.failed.size() > most_failed_before) news.failed.pop_front();
      },
      {}, match::Extent::front);
  for (const MatchSummary& match : report.early) add(match, news);
}

bool Follower::add(const MatchSummary& match, News& news) {
  if (match.match >= seen_.size() || seen_[match.match]) return false;
  seen_[match.match] = true;
  ++done_;
  if (schedule_.planned() < schedule_.size()) schedule_.note(match.match, figures_of(match));
  news.finished.push_back(match);
  return true;
}

void Follower::read_new(News& news) {
  if (store_.seal()) return;  // what comes later does not count
  lines_.read([&](std::string_view line) {
    try {
      const MatchSummary match =
          summary_of_line(line, match::Extent::front, nullptr, store_.games());
      if (match.tournament != store_.id() || !add(match, news)) return;
      if (has_fault(match) && news.failed.size() < most_failed) news.failed.emplace_back(line);
    } catch (const text::JsonError&) {
      // `referee verify` says what is wrong with it.
    }
  });
}

void Follower::look_at_live_files(Time now) {
  std::set<fs::path> there;
  if (played_ && watching_.is_heard()) {
    for (const fs::path& file : live_files(folder_)) {
      std::error_code gone;
      const auto time = fs::last_write_time(file, gone);
      if (gone) continue;
      there.insert(file);
      const auto [at, is_new] = live_.try_emplace(file);
      LiveFile& live = at->second;
      if (!is_new && live.time == time) continue;
      live.time = time;
      const auto state = read_live(file, store_.games());
      if (!state || state->tournament != store_.id()) {
        live.matches.clear();
      } else if (is_new || state->written != live.written) {
        live.written = state->written;
        live.changed = now;
        live.matches = state->matches;
      }
    }
  }
  std::erase_if(live_, [&](const auto& one) { return there.count(one.first) == 0; });
}

// A match that is in the store is over, whatever the older live file says.
void Follower::find_running(Time now, News& news) {
  std::vector<match::MatchRecord> running;
  for (const auto& [file, live] : live_) {
    if (now - live.changed > live_file_lasts) continue;
    for (const match::MatchRecord& match : live.matches) {
      if (*match.match >= seen_.size() || !seen_[*match.match]) running.push_back(match);
    }
  }
  std::sort(running.begin(), running.end(),
            [](const auto& a, const auto& b) { return a.match < b.match; });
  const auto same = [](const match::MatchRecord& a, const match::MatchRecord& b) {
    return a.match == b.match && a.plies == b.plies && a.faults == b.faults;
  };
  if (std::equal(running.begin(), running.end(), running_.begin(), running_.end(), same)) return;
  running_ = std::move(running);
  news.running = true;
}

}  // namespace referee::store
