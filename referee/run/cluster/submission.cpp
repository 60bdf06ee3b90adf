#include "referee/run/cluster/submission.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "referee/base/text/json_reader.hpp"
#include "referee/run/cluster/program.hpp"
#include "referee/run/store/match_summary.hpp"
#include "referee/run/store/new_lines.hpp"

namespace referee::cluster {
namespace {

using Clock = std::chrono::steady_clock;
using Time = Clock::time_point;
using std::chrono::duration;

Clock::duration seconds(double count) {
  return std::chrono::duration_cast<Clock::duration>(duration<double>(count));
}

// Which matches of a stage are there, by part.
class Arrivals {
 public:
  Arrivals(const store::Store& store, const Merge& merge, unsigned parts)
      : store_(store), merge_(merge), parts_(parts), lines_(store.folder()) {}

  // Counts everything again.
  parts::MergeReport merge() {
    lines_.skip();  // what is written from now on may be read twice, and counts once
    parts::MergeReport report = merge_();
    stage_ = report.stage;
    cut_.emplace(stage_, parts_);
    lacking_.assign(report.lacking.empty() ? 0 : report.lacking.back().end, false);
    left_ = 0;
    missing_.assign(parts_ + 1, 0);
    for (const auto& range : report.lacking) {
      for (std::uint64_t match = range.begin; match < range.end; ++match) {
        lacking_[match] = true;
        ++left_;
        ++missing_[cut_->part_of(match).value()];
      }
    }
    count_.matches = report.matches;
    count_.records = report.records;
    count_.stage = report.has_stages ? stage_.number : 0;
    count_.parts = 0;
    for (unsigned part = 1; part <= parts_; ++part) {
      if (!cut_->ranges_of(part).empty()) ++count_.parts;
    }
    recount();
    return report;
  }

  // Adds what came since; calls `came` with the part of each new match.
  template <typename Came>
  void poll(Came came) {
    lines_.read([&](std::string_view line) {
      try {
        const store::MatchSummary match = store::summary_of_line(line);
        if (match.tournament != store_.id() || match.match >= lacking_.size() ||
            !lacking_[match.match]) {
          return;
        }
        lacking_[match.match] = false;
        --left_;
        ++count_.records;
        const unsigned part = cut_->part_of(match.match).value();
        --missing_[part];
        came(part);
      } catch (const text::JsonError&) {
        // Merging says what is wrong with it.
      }
    });
    recount();
  }

  [[nodiscard]] const PartsCount& count() const noexcept { return count_; }
  [[nodiscard]] const parts::Stage& stage() const noexcept { return stage_; }
  [[nodiscard]] const parts::Cut& cut() const { return cut_.value(); }
  [[nodiscard]] bool lacks(unsigned part) const { return missing_[part] > 0; }
  // Whether all records of the stage seem to be there; merging decides.
  [[nodiscard]] bool complete() const noexcept { return left_ == 0; }

 private:
  void recount() {
    const auto lacking = std::count_if(missing_.begin(), missing_.end(),
                                       [](std::uint64_t matches) { return matches > 0; });
    count_.complete = count_.parts - static_cast<unsigned>(lacking);
  }

  const store::Store& store_;
  const Merge& merge_;
  const unsigned parts_;
  store::NewLines lines_;
  parts::Stage stage_;
  std::optional<parts::Cut> cut_;
  std::vector<bool> lacking_;           // by match, up to the last one that the stage lacked
  std::uint64_t left_ = 0;              // of them
  std::vector<std::uint64_t> missing_;  // of them, by part from 1
  PartsCount count_;
};

// What is known of one part.
struct Part {
  unsigned tries = 0;  // submitted since its last new record
  bool given = false;  // submitted, and not seen gone since
  Time not_before{};   // of its next try
  bool abandoned = false;
};

class Loop {
 public:
  Loop(const store::Store& store, const Merge& merge, const Work& work, Scheduler& scheduler,
       Stop& stop, SubmissionObserver& observer)
      : work_(work),
        arrivals_(store, merge, work.parts),
        scheduler_(scheduler),
        stop_(stop),
        observer_(observer) {}

  SubmissionEnd run() {
    SubmissionEnd end;
    end.report = merge();
    heard_ = came_ = Clock::now();
    begin_stage();
    while (!end.report.sealed) {
      observer_.counted(arrivals_.count());
      if (arrivals_.complete()) {
        // Damaged records count only here.
        end.report = merge();
        if (end.report.sealed) break;
        if (arrivals_.stage().number != stage_) begin_stage();
      }
      const bool more = step();
      if (!more || stop_.asked()) {
        end.interrupted = stop_.asked();
        end.report = merge();
        break;
      }
      stop_.wait_until(Clock::now() + poll_interval());
      scheduler_.collect();
      arrivals_.poll([this](unsigned part) {
        parts_[part].tries = 0;
        came_ = Clock::now();
      });
    }
    observer_.counted(arrivals_.count());
    if (end.report.sealed) {
      scheduler_.clear(stop_);
    } else {
      tell_abandoned(end);
    }
    return end;
  }

 private:
  parts::MergeReport merge() {
    scheduler_.collect();
    return arrivals_.merge();
  }

  // The parts of the stage before are of no more use, wherever they are.
  void begin_stage() {
    if (stage_ != 0) scheduler_.clear(stop_);
    stage_ = arrivals_.stage().number;
    scheduler_.begin_stage(arrivals_.count().stage);
    parts_.assign(work_.parts + 1, {});
    next_look_ = {};
    told_of_gone_ = 0;
  }

  // Asks the scheduler and submits what is missing; false if there is nothing to wait for.
  bool step() {
    const Time now = Clock::now();
    if (now < next_look_) return true;
    next_look_ = now + seconds(work_.settings.look_every);
    const std::optional<Outlook> outlook = scheduler_.look();
    if (!outlook) return wait_for_answer(now);
    heard_ = now;
    silent_ = false;
    tell_waiting(outlook->waits);
    const std::set<unsigned> held = held_parts(*outlook);
    std::vector<unsigned> ready;
    bool waiting = !held.empty();
    for (unsigned number = 1; number <= work_.parts; ++number) {
      if (!arrivals_.lacks(number) || held.count(number) > 0) continue;
      Part& part = parts_[number];
      if (part.given) let_pause(number, now);
      if (part.abandoned) continue;
      waiting = true;
      if (part.not_before <= now) ready.push_back(number);
    }
    if (!refused_.empty()) return !held.empty();
    if (!ready.empty()) give(std::move(ready), outlook->held.size(), now);
    return waiting;
  }

  // The parts of our cut that the scheduler still has, wholly or in part.
  std::set<unsigned> held_parts(const Outlook& outlook) const {
    std::set<unsigned> held;
    for (const parts::Shard& shard : outlook.held) {
      if (shard.count == work_.parts) {
        held.insert(shard.number);
        continue;
      }
      const parts::Cut other(arrivals_.stage(), shard.count);
      const auto parts = arrivals_.cut().parts_of(other.ranges_of(shard.number));
      held.insert(parts.begin(), parts.end());
    }
    return held;
  }

  // A part that was submitted has gone without being complete.
  void let_pause(unsigned number, Time now) {
    Part& part = parts_[number];
    part.given = false;
    const std::string why = scheduler_.last_words(number);
    if (part.tries >= work_.settings.tries) {
      part.abandoned = true;
      return;
    }
    const double pause = work_.settings.pause * std::pow(2, part.tries > 0 ? part.tries - 1 : 0);
    part.not_before = now + seconds(pause);
    if (told_of_gone_++ < most_told) {
      observer_.told(fmt::format("part {} ended before it was complete{}; it is submitted again",
                                 number, why.empty() ? "" : " (" + why + ")"));
    }
  }

  void give(std::vector<unsigned> ready, std::size_t in_queue, Time now) {
    const std::size_t room =
        work_.settings.queued > in_queue ? work_.settings.queued - in_queue : 0;
    if (ready.size() > room) ready.resize(room);
    if (ready.empty()) return;
    for (const auto& command : scheduler_.commands(ready)) observer_.submitted(as_typed(command));
    try {
      scheduler_.submit(ready, stop_);
    } catch (const NotTaken& error) {
      refuse(error.what(), ready, now);
      return;
    }
    refusals_ = 0;
    next_look_ = now + seconds(work_.settings.look_every);
    for (const unsigned number : ready) {
      parts_[number].given = true;
      ++parts_[number].tries;
    }
  }

  // Some of them may have been taken: they are seen in the queue.
  void refuse(const std::string& why, const std::vector<unsigned>& parts, Time now) {
    if (++refusals_ >= work_.settings.tries) {
      refused_ = why;
      return;
    }
    const double pause = work_.settings.pause * std::pow(2, refusals_ - 1);
    observer_.told(
        fmt::format("the scheduler did not take that ({}); trying again in {:.0f} s", why, pause));
    for (const unsigned number : parts) parts_[number].not_before = now + seconds(pause);
  }

  bool wait_for_answer(Time now) {
    if (!silent_) {
      observer_.told("the scheduler gives no answer; waiting for it, and for records");
    }
    silent_ = true;
    if (now - std::max(heard_, came_) < seconds(work_.settings.patience)) return true;
    refused_ = fmt::format("it gave no answer for {:.0f} s", work_.settings.patience);
    return false;
  }

  void tell_waiting(const std::string& why) {
    if (why == waits_) return;
    waits_ = why;
    if (!why.empty()) observer_.told("the scheduler lets parts wait: " + why);
  }

  void tell_abandoned(SubmissionEnd& end) const {
    end.refused = refused_;
    for (unsigned number = 1; number <= work_.parts; ++number) {
      if (!parts_[number].abandoned) continue;
      end.abandoned.push_back({number, scheduler_.last_words(number)});
    }
  }

  // Listing a folder with many files loads a file server.
  [[nodiscard]] Clock::duration poll_interval() const {
    const double wanted = std::clamp(work_.parts / 100.0, 0.2, 30.0);
    return seconds(std::min(wanted, work_.settings.look_every));
  }

  static constexpr unsigned most_told = 10;

  const Work& work_;
  Arrivals arrivals_;
  Scheduler& scheduler_;
  Stop& stop_;
  SubmissionObserver& observer_;
  unsigned stage_ = 0;
  std::vector<Part> parts_;  // of the stage, from 1
  Time next_look_{};
  Time heard_{};  // the scheduler's last answer
  Time came_{};   // the last new record
  bool silent_ = false;
  std::string waits_;
  unsigned told_of_gone_ = 0;
  unsigned refusals_ = 0;  // one after the other
  std::string refused_;
};

}  // namespace

SubmissionEnd submit(const store::Store& store, const Merge& merge, const Work& work,
                     Scheduler& scheduler, Stop& stop, SubmissionObserver& observer) {
  return Loop(store, merge, work, scheduler, stop, observer).run();
}

}  // namespace referee::cluster
