#include "referee/run/store/reading.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "referee/base/text/log.hpp"
#include "referee/run/config/ladder_growth.hpp"
#include "referee/run/config/match_beginning.hpp"
#include "referee/run/store/match_summary.hpp"

namespace referee::store {

using formats::Turn;

void Reading::read(const std::vector<Seal::File>& files, const Takers& takers) {
  files_ += files.size();
  const LineWork work{takers.extent, takers.hash != nullptr, &games_};
  each_record_line(folder_, files, work, [&](RecordLine& line) {
    const Seal::File& file = files[line.file];
    place_ = {&file.name, line.number};
    if (take(line, file, takers)) left_out_[file.name].push_back(line.number);
  });
}

bool Reading::take(RecordLine& line, const Seal::File& file, const Takers& takers) {
  if (line.end == LineReader::End::torn) {
    note(torn_, "the file ends within this line, which is left out");
  } else if (line.end == LineReader::End::too_long) {
    note(damaged_, "the line is too long for a record");
  } else if (std::binary_search(file.left_out.begin(), file.left_out.end(), line.number)) {
    note(damaged_, "it was damaged when the tournament was sealed");
  } else if (!line.summary) {
    note(damaged_, line.error);
  } else if (!line.error.empty() && is_wanted(*line.summary)) {
    note(damaged_, line.error);
    return true;
  } else {
    add(line, takers);
  }
  return false;
}

namespace {

void append(std::vector<std::string>& notes, std::uint64_t count, const std::string& first,
            const std::string& one, const std::string& several) {
  if (count == 1) {
    notes.push_back(fmt::format("1 {}: {}", one, first));
  } else if (count > 1) {
    notes.push_back(fmt::format("{} {}, the first: {}", count, several, first));
  }
}

std::string seed_of(const MatchSummary& match) {
  return match.seed ? fmt::format("the seed {}", *match.seed) : "no seed";
}

}  // namespace

ReadingReport Reading::report() const {
  ReadingReport report;
  report.records = records_;
  report.duplicates = duplicates_.count;
  report.replaced = replaced_;
  report.foreign = foreign_.count;
  report.torn = torn_.count;
  report.damaged = damaged_.count;
  report.left_out = left_out_;
  Unwanted early;
  for (const Held& held : held_) {
    report.early.push_back(held.summary);
    note(early, held.place,
         fmt::format("match {} is of a round before which others are not complete; it counts once "
                     "they are",
                     held.summary.match));
  }
  const auto tell = [&](const Unwanted& kind, const std::string& one, const std::string& several) {
    append(report.notes, kind.count, kind.first, one, several);
  };
  tell(torn_, "torn last line", "torn last lines");
  tell(damaged_, "damaged line", "damaged lines");
  tell(foreign_, "foreign line", "foreign lines");
  if (report.foreign > 0) report.foreign_note = report.notes.back();
  tell(early, "early record", "early records");
  report.differing_note = differing_.first;
  tell(duplicates_, "further record of a match", "further records of matches");
  text::debug("store: found {} records in {} files of {}", records_, files_, folder_.c_str());
  return report;
}

void Reading::add(RecordLine& line, const Takers& takers) {
  MatchSummary& summary = *line.summary;
  if (const std::string reason = why_foreign(summary); !reason.empty()) {
    note(foreign_, reason);
    return;
  }
  summary.match = renumbering_.find(summary.tournament)->now(summary.match);
  const Turn turn = judge(summary, line.text, line.digest, takers);
  if (turn == Turn::later) {
    held_.hold({std::move(summary), std::string(line.text), line.digest, place_});
  }
  if (turn == Turn::opened) judge_held(takers);
}

Turn Reading::judge(const MatchSummary& summary, std::string_view line, const RecordDigest& digest,
                    const Takers& takers) {
  const auto pairing = schedule_.find(summary.match);
  if (!pairing && schedule_.is_left_out(summary.match) && config::is_ladder(manifest_)) {
    ++replaced_;  // of a round that ended when bots changed
    return Turn::taken;
  }
  if (!pairing && schedule_.is_left_out(summary.match)) {
    note(foreign_, fmt::format("match {} is a play-off of a pairing that was decided before it",
                               summary.match));
    return Turn::taken;
  }
  if (!pairing) return Turn::later;
  const bool fits = is_between(summary, manifest_, *pairing);
  if (!fits && is_earlier(summary) && has_seed_of(summary, manifest_, *pairing)) {
    ++replaced_;
    if (takers.replaced) takers.replaced(summary, line);
  } else if (!fits) {
    note(foreign_, why_unfit(summary, *pairing));
  } else if (is_marked(summary.match)) {
    note(duplicates_,
         fmt::format("match {} has an earlier record, and the first one counts", summary.match));
    if (takers.hash != nullptr && !takers.hash->has(summary.match, digest)) {
      note(differing_,
           fmt::format("match {} has an earlier record, in {}, which differs", summary.match,
                       (folder_ / *counted_in_[summary.match]).string()));
    }
  } else if (const auto why = why_other_beginning(line, *pairing, takers); !why.empty()) {
    note(foreign_,
         fmt::format("match {} does not begin as in this tournament: {}", summary.match, why));
  } else {
    mark(summary.match);
    ++records_;
    takers.visit(summary, line);
    if (takers.hash != nullptr) {
      takers.hash->add(summary.match, digest);
      if (summary.match >= counted_in_.size()) counted_in_.resize(seen_.size());
      counted_in_[summary.match] = place_.file;
    }
    if (schedule_.note(summary.match, figures_of(summary))) return Turn::opened;
  }
  return Turn::taken;
}

std::string Reading::why_other_beginning(std::string_view line, const config::Pairing& pairing,
                                         const Takers& takers) const {
  if (takers.extent != match::Extent::whole) return {};
  return config::why_other_beginning(line, manifest_.events[pairing.event], pairing);
}

void Reading::judge_held(const Takers& takers) {
  const Place now = place_;
  held_.release([&](const Held& one) {
    place_ = one.place;
    return judge(one.summary, one.line, one.digest, takers);
  });
  place_ = now;
}

std::string Reading::why_foreign(const MatchSummary& summary) const {
  if (summary.tournament.empty()) return "it is the record of a single match";
  const config::Renumbering::Numbers* const numbers = renumbering_.find(summary.tournament);
  if (numbers == nullptr) {
    return fmt::format("it belongs to the tournament {}, this is {}", summary.tournament, id_);
  }
  if (summary.match >= numbers->size()) {
    return fmt::format("match {} is beyond the {} matches of this tournament", summary.match,
                       numbers->size());
  }
  return {};
}

std::string Reading::why_unfit(const MatchSummary& summary, const config::Pairing& pairing) const {
  const config::Event& event = manifest_.events[pairing.event];
  std::string text =
      fmt::format("match {} of this tournament is round {} of {}, {}", summary.match, pairing.round,
                  event.game->name, text::join(names_of(event, pairing), " against "));
  if (!has_seed_of(summary, manifest_, pairing)) {
    text += fmt::format(", with the seed {}; the record has {}", pairing.seed, seed_of(summary));
  }
  return text;
}

bool Reading::is_wanted(const MatchSummary& summary) const {
  if (!why_foreign(summary).empty()) return false;
  const std::uint64_t match = renumbering_.find(summary.tournament)->now(summary.match);
  const auto pairing = schedule_.find(match);
  if (!pairing) return true;
  if (is_between(summary, manifest_, *pairing)) return !is_marked(match);
  return is_earlier(summary) && has_seed_of(summary, manifest_, *pairing);
}

bool Reading::is_earlier(const MatchSummary& summary) const { return summary.tournament != id_; }

bool Reading::is_marked(std::uint64_t match) const { return match < seen_.size() && seen_[match]; }

void Reading::mark(std::uint64_t match) {
  if (match >= seen_.size()) {
    const std::uint64_t wanted = std::max(match + 1, 2 * std::uint64_t{seen_.size()});
    seen_.resize(std::min(schedule_.size(), wanted));
  }
  seen_[match] = true;
}

void Reading::note(Unwanted& kind, const Place& place, const std::string& reason) const {
  if (++kind.count == 1) {
    kind.first =
        fmt::format("{}, line {}: {}", (folder_ / *place.file).string(), place.line, reason);
  }
}

}  // namespace referee::store
