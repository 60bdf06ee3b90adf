// GNU parallel, on this machine or over ssh on others, which see the same folder or to which it
// sends what a part needs.
#include <fmt/core.h>

#include <fstream>
#include <optional>
#include <string_view>
#include <utility>

#include "referee/run/cluster/parcels.hpp"
#include "referee/run/cluster/program.hpp"
#include "referee/run/cluster/scheduler.hpp"

namespace referee::cluster {
namespace {

class GnuParallel final : public Scheduler {
 public:
  explicit GnuParallel(Work work) : work_(std::move(work)) {
    if (work_.settings.transfer) parcels_.emplace(work_.folder);
  }

  void require_programs() const override {
    find_program("parallel");
    if (parcels_) find_program("rsync");
  }
  void begin_stage(unsigned stage) override { work_.stage = stage; }

  std::vector<std::vector<std::string>> commands(const std::vector<unsigned>& parts) override {
    const Settings& settings = work_.settings;
    // What it runs is written for sh, whatever SHELL or the login shell there is. The lines of
    // different parts are kept apart, each with its part in front.
    std::vector<std::string> words{"env", "PARALLEL_SHELL=/bin/sh", "parallel", "--line-buffer",
                                   "--tag"};
    // By default a part uses all processors of a machine.
    words.emplace_back(settings.processors ? "--jobs=100%" : "--jobs=1");
    if (!settings.hosts.empty()) {
      words.push_back("--sshloginfile=" + settings.hosts);
      // Machines that are down get nothing; a part that fails on one is tried on another. With new
      // working folders, parallel's looks at the machines interfere with each other.
      if (!parcels_) words.emplace_back("--filter-hosts");
      words.emplace_back("--retries=3");
    }
    if (!settings.ssh.empty()) words.push_back("--ssh=" + settings.ssh);
    if (parcels_) {
      const auto further = parcels_->options();
      words.insert(words.end(), further.begin(), further.end());
    }
    words.insert(words.end(), settings.options.begin(), settings.options.end());
    const unsigned processors = settings.processors.value_or(0);
    words.push_back(parcels_ ? shard_command(work_, Parcels::sent_name, "{}", processors,
                                             fmt::format(" --tournament {} --out {}",
                                                         work_.tournament, Parcels::returned_name))
                             : shard_command(work_, work_.folder, "{}", processors));
    words.emplace_back(":::");
    for (const unsigned part : parts) words.push_back(fmt::format("{}", part));
    return {words};
  }

  void submit(const std::vector<unsigned>& parts, const Stop&) override {
    running_.reset();  // it has ended, and needs no more of what it sent
    if (parcels_) parcels_->pack(work_.parts, parts);
    running_ = std::make_unique<Running>(commands(parts).front(), log());
  }

  // It holds everything until it ends.
  std::optional<Outlook> look() override {
    Outlook outlook;
    if (running_ && running_->is_running()) outlook.held.push_back({1, 1});
    return outlook;
  }

  void collect() override {
    if (parcels_) parcels_->collect();
  }

  // Nothing is left to play: its parts end by themselves, and it removes what it has sent, which
  // takes long on busy machines.
  void clear(Stop& stop) override {
    using Clock = std::chrono::steady_clock;
    const auto last = Clock::now() + std::chrono::minutes(2);
    while (running_ && running_->is_running() && !stop.asked() && Clock::now() < last) {
      stop.wait_until(Clock::now() + std::chrono::milliseconds(50));
    }
    running_.reset();
  }

  [[nodiscard]] std::string after_interrupt() const override {
    return parcels_
               ? "its parts have been stopped, and what they had not sent back is played again"
               : "its parts have been stopped, and the matches that they have finished are kept";
  }

  [[nodiscard]] std::string last_words(unsigned part) const override {
    std::ifstream in(log());
    const std::string tag = fmt::format("{}\t", part);
    std::string own;
    std::string last;
    for (std::string line; std::getline(in, line);) {
      last = line;
      if (line.starts_with(tag)) own += line.substr(tag.size()) + "\n";
    }
    if (own.empty()) return last_error(last);
    return parcels_ ? Parcels::last_error(own) : last_error(own);
  }

 private:
  [[nodiscard]] std::filesystem::path log() const {
    return log_folder(work_) /
           (work_.stage > 0 ? fmt::format("parallel-s{}.log", work_.stage) : "parallel.log");
  }

  Work work_;
  std::optional<Parcels> parcels_;    // if the machines do not see the folder
  std::unique_ptr<Running> running_;  // ends before the parcels are removed
};

}  // namespace

std::unique_ptr<Scheduler> gnu_parallel(Work work) {
  return std::make_unique<GnuParallel>(std::move(work));
}

}  // namespace referee::cluster
