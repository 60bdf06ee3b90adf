// The programs that a run starts: the bots' own, or, after one was rebuilt, the copy that was made
// when the run began.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include "referee/play/match/players.hpp"
#include "referee/run/config/schedule.hpp"
#include "referee/run/tournament/kept_programs.hpp"
#include "referee/run/tournament/run_observer.hpp"
#include "rules/by_seat.hpp"

namespace referee::tournament {

// Safe to use from several threads.
class RunPrograms {
 public:
  using Own = rules::BySeat<match::Contestant>;

  // `folder`: where programs are kept, see KeptPrograms.
  RunPrograms(const config::Manifest& manifest, std::filesystem::path folder)
      : RunPrograms(manifest, commands_of(manifest), std::move(folder)) {}

  // The programs to start for a match.
  struct Lineup {
    std::unique_ptr<Own> instead;      // if set, these rather than the given ones
    rules::BySeat<bool> is_kept{};     // which of them is a copy
    std::vector<ProgramChanged> news;  // programs just found to have changed
  };
  // Throws store::ForeignStore, naming the bot, if its program has changed and is not kept.
  Lineup lineup(const config::Pairing& pairing,
                const rules::BySeat<const match::Contestant*>& bots);

  // Whether no program changed between lineup() and now. If one did, the match is to be played
  // again.
  bool held(const config::Pairing& pairing, const Lineup& lineup);

  // A bot that was started before in this run can be started; if not, the machine has changed.
  // Throws text::MachineError if one of these two could not, by the record of their match.
  void require_launches(const config::Pairing& pairing,
                        const rules::BySeat<const match::Contestant*>& bots,
                        const match::MatchRecord& record);

 private:
  using Files = std::vector<std::filesystem::path>;

  RunPrograms(const config::Manifest& manifest, const RunCommands& commands,
              std::filesystem::path folder)
      : manifest_(manifest),
        watch_(manifest, commands),
        kept_(manifest, commands, std::move(folder)) {}

  const config::Manifest& manifest_;
  ProgramWatch watch_;
  KeptPrograms kept_;
  std::mutex mutex_;
  std::map<BotPlace, Files> changed_;  // the programs that are not started any more
  std::set<BotPlace> started_;         // at least once in this run
};

}  // namespace referee::tournament
