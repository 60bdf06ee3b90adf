#include "referee/store/follower.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <set>
#include <utility>

#include "referee/store/claim.hpp"
#include "referee/store/line_reader.hpp"
#include "referee/store/records.hpp"
#include "referee/store/store_files.hpp"
#include "referee/text/json_reader.hpp"

namespace referee::store {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr auto looks_for_manifests_every = 1s;
// A file that nobody has written for so long belongs to a process that is gone: it is written at
// least every two seconds.
constexpr auto live_file_lasts = 10s;
constexpr std::size_t most_failed = 10;  // records in one piece of news
// So much of one file is read in one go, so that the caller can do other things in between.
constexpr std::size_t most_at_once = std::size_t{4} << 20;

// How many bytes of the file are whole lines: up to the last newline.
std::uint64_t whole_lines_of(const fs::path& file) {
  const bot::Descriptor in(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
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

Follower::Follower(const fs::path& folder)
    : folder_(folder),
      store_(open_store(folder)),
      schedule_(store_.manifest()),
      watching_(folder) {}

Follower::News Follower::poll(Time now) {
  News news;
  if (begun_ && now >= next_look_for_manifest_) {
    next_look_for_manifest_ = now + looks_for_manifests_every;
    Store again = open_store(folder_);
    if (again.id() != store_.id()) {
      store_ = std::move(again);
      schedule_ = Schedule(store_.manifest());
      begun_ = false;
      news.anew = true;
    }
  }
  // Before the records are read: a match that ends in between is seen in both places.
  if (const bool played = Claim::is_held(folder_); played != played_) {
    played_ = played;
    news.played = true;
  }
  look_at_running(now, news);
  if (std::exchange(begun_, true)) {
    read_new(news);
  } else {
    begin(news);
  }
  return news;
}

void Follower::begin(News& news) {
  seen_.assign(schedule_.size(), false);
  done_ = 0;
  read_.clear();
  // What is written from now on may be read twice, and counts once.
  for (const fs::path& file : record_files(folder_)) read_[file] = whole_lines_of(file);
  const auto report = store_.read(
      [&](const MatchSummary& match, std::string_view) { add(match, news); }, {}, Depth::summary);
  for (const MatchSummary& match : report.early) add(match, news);
}

bool Follower::add(const MatchSummary& match, News& news) {
  if (match.match >= seen_.size() || seen_[match.match]) return false;
  seen_[match.match] = true;
  ++done_;
  news.finished.push_back(match);
  return true;
}

void Follower::read_new(News& news) {
  if (store_.seal()) return;  // what comes later does not count
  for (const fs::path& file : record_files(folder_)) {
    std::uint64_t& read = read_[file];
    std::error_code gone;
    if (fs::file_size(file, gone) > read && !gone) read_lines(file, read, news);
  }
}

void Follower::read_lines(const fs::path& file, std::uint64_t& read, News& news) {
  const bot::Descriptor in(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!in) throw store_error("read", file, errno);
  std::string text;
  for (std::size_t most = most_at_once;; most *= 2) {
    text.resize(most);
    const ssize_t got = ::pread(in.get(), text.data(), most, static_cast<off_t>(read));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw store_error("read", file, errno);
    text.resize(static_cast<std::size_t>(got));
    // A line that is longer than that is read with more room.
    if (text.find('\n') != std::string::npos || text.size() < most || most > LineReader::longest) {
      break;
    }
  }
  std::size_t begin = 0;
  for (std::size_t end; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
    try {
      const MatchSummary match = summary_of_line(std::string_view(text).substr(begin, end - begin));
      if (match.tournament != store_.id() || !add(match, news)) continue;
      const bool failed = match.seats[0].fault || match.seats[1].fault;
      if (failed && news.failed.size() < most_failed) {
        news.failed.push_back(text.substr(begin, end - begin));
      }
    } catch (const text::JsonError&) {
      // `referee verify` says what is wrong with it.
    }
  }
  read += begin;
}

void Follower::look_at_running(Time now, News& news) {
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
      const auto state = read_live(file);
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
  std::vector<RunningMatch> running;
  for (const auto& [file, live] : live_) {
    if (now - live.changed > live_file_lasts) continue;
    running.insert(running.end(), live.matches.begin(), live.matches.end());
  }
  std::sort(running.begin(), running.end(),
            [](const auto& a, const auto& b) { return a.number < b.number; });
  if (running == running_) return;
  running_ = std::move(running);
  news.running = true;
}

}  // namespace referee::store
