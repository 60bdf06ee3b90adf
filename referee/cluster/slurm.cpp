// Slurm, through its commands. One array of jobs for each block of numbers that an array may have
// (MaxArraySize): in block B the task T plays part B * MaxArraySize + T.
#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <map>
#include <sstream>
#include <string_view>
#include <utility>

#include "referee/cluster/program.hpp"
#include "referee/cluster/scheduler.hpp"
#include "referee/text/log.hpp"

namespace referee::cluster {
namespace {

using namespace std::chrono_literals;

constexpr auto answers_within = 60s;
// One that is ended too early may have taken its jobs, and they are submitted again.
constexpr auto takes_jobs_within = 10min;
constexpr unsigned usual_array = 1001;  // Slurm's default of MaxArraySize

// "1-3,7"
std::string listed(const std::vector<unsigned>& numbers) {
  std::string list;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t last = i;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    if (!list.empty()) list += ',';
    list +=
        last == i ? fmt::format("{}", numbers[i]) : fmt::format("{}-{}", numbers[i], numbers[last]);
    i = last + 1;
  }
  return list;
}

unsigned number_in(std::string_view text) {
  unsigned number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream in(line);
  for (std::string cell; std::getline(in, cell, '|');) cells.push_back(cell);
  return cells;
}

class Slurm final : public Scheduler {
 public:
  explicit Slurm(Work work) : work_(std::move(work)) {}

  void require_programs() const override {
    find_program("sbatch");
    find_program("squeue");
  }
  void begin_stage(unsigned stage) override { work_.stage = stage; }

  std::vector<std::vector<std::string>> commands(const std::vector<unsigned>& parts) override {
    std::map<unsigned, std::vector<unsigned>> blocks;
    const unsigned size = array_size();
    for (const unsigned part : parts) blocks[part / size].push_back(part % size);
    std::vector<std::vector<std::string>> all;
    for (const auto& [block, tasks] : blocks) all.push_back(sbatch(block * size, tasks));
    return all;
  }

  void submit(const std::vector<unsigned>& parts, const Stop& stop) override {
    for (const auto& command : commands(parts)) {
      const Answer answer = ask(command, takes_jobs_within, stop, answers_within);
      if (answer.code != 0) throw NotTaken(last_error(answer.err + answer.out));
      text::debug("cluster: {} took the job {}", command.front(), last_error(answer.out));
    }
  }

  std::optional<Outlook> look() override {
    auto jobs = ours(stage_name());
    if (!jobs) return std::nullopt;
    Outlook outlook;
    std::vector<std::string> stuck;
    for (Job& job : *jobs) {
      if (job.is_stuck()) {
        stuck.push_back(std::move(job.id));
        continue;
      }
      if (!job.part) continue;
      outlook.held.push_back(*job.part);
      if (job.state == "PD" && job.reason != "None" && job.reason != "Priority" &&
          job.reason != "Resources" && job.reason != "BeginTime") {
        outlook.waits = job.reason;
      }
    }
    // They would wait for ever, e.g. after the controller has crashed.
    cancel(stuck);
    return outlook;
  }

  void clear(Stop&) override {
    const auto jobs = ours(name_of(work_) + "-");
    if (!jobs) return;
    std::vector<std::string> ids;
    for (const Job& job : *jobs) ids.push_back(job.id);
    cancel(ids);
  }

  [[nodiscard]] std::string after_interrupt() const override {
    return fmt::format(
        "what is in the queue goes on; to end it: squeue -h -r -o \"%i %j\" | awk "
        "'$2 ~ /^{}/ {{ print $1 }}' | xargs -r scancel",
        name_of(work_));
  }

  [[nodiscard]] std::string last_words(unsigned part) const override {
    const unsigned size = array_.value_or(usual_array);
    const auto log =
        log_folder(work_) / fmt::format("{}-{}.log", job_name(part / size * size), part % size);
    std::ifstream in(log);
    std::ostringstream text;
    text << in.rdbuf();
    return last_error(text.str());
  }

 private:
  struct Job {
    std::string id;
    std::optional<store::Shard> part;  // none for one of another stage
    std::string state;                 // "PD", "R", "CG", ...
    std::string reason;                // why it waits

    [[nodiscard]] bool is_stuck() const {
      return state == "PD" &&
             (reason.starts_with("JobHeld") || reason.find("launch failed") != std::string::npos ||
              reason == "DependencyNeverSatisfied");
    }
  };

  // "referee-0123456789ab-", in the second of several stages "referee-0123456789ab-s2-".
  [[nodiscard]] std::string stage_name() const {
    const std::string name = name_of(work_) + "-";
    return work_.stage > 0 ? fmt::format("{}s{}-", name, work_.stage) : name;
  }

  // "referee-0123456789ab-100", of a further block "referee-0123456789ab-100+1001".
  [[nodiscard]] std::string job_name(unsigned offset) const {
    std::string name = fmt::format("{}{}", stage_name(), work_.parts);
    if (offset > 0) name += fmt::format("+{}", offset);
    return name;
  }

  [[nodiscard]] std::vector<std::string> sbatch(unsigned offset,
                                                const std::vector<unsigned>& tasks) const {
    const unsigned processors = work_.settings.processors.value_or(1);
    const std::string part = offset == 0 ? std::string("$SLURM_ARRAY_TASK_ID")
                                         : fmt::format("$((SLURM_ARRAY_TASK_ID + {}))", offset);
    std::vector<std::string> words{"sbatch",
                                   "--parsable",
                                   "--array=" + listed(tasks),
                                   "--job-name=" + job_name(offset),
                                   "--output=" + (log_folder(work_) / "%x-%a.log").string(),
                                   "--open-mode=append",
                                   "--requeue",
                                   "--ntasks=1",
                                   fmt::format("--cpus-per-task={}", processors)};
    words.insert(words.end(), work_.settings.options.begin(), work_.settings.options.end());
    words.push_back("--wrap=" + shard_command(work_, work_.folder, part, processors));
    return words;
  }

  // The numbers of an array's tasks are below this.
  unsigned array_size() {
    if (array_) return *array_;
    // Only a dry run gets here without Slurm.
    if (!has_program("scontrol")) return usual_array;
    const Answer answer = ask({"scontrol", "show", "config"}, answers_within);
    std::istringstream lines(answer.out);
    for (std::string line; std::getline(lines, line);) {
      if (!line.starts_with("MaxArraySize")) continue;
      const auto equals = line.find('=');
      const auto digit = line.find_first_of("0123456789", equals);
      if (digit == std::string::npos) continue;
      array_ = std::max(2U, number_in(std::string_view(line).substr(digit)));
      return *array_;
    }
    return usual_array;
  }

  // The jobs that wait or run, whoever has submitted them, whose names begin like this.
  static std::optional<std::vector<Job>> ours(const std::string& prefix) {
    const Answer answer =
        ask({"squeue", "--noheader", "--array", "--format=%j|%K|%t|%i|%r"}, answers_within);
    if (answer.code != 0) {
      text::debug("cluster: squeue: {}", last_error(answer.err));
      return std::nullopt;
    }
    std::vector<Job> jobs;
    std::istringstream lines(answer.out);
    for (std::string line; std::getline(lines, line);) {
      if (!line.starts_with(prefix)) continue;
      const std::vector<std::string> cells = cells_of(line);
      if (cells.size() < 5) continue;
      const std::string_view cut = std::string_view(cells[0]).substr(prefix.size());
      const auto plus = cut.find('+');
      const unsigned offset = plus == std::string_view::npos ? 0 : number_in(cut.substr(plus + 1));
      std::optional part = store::Shard{offset + number_in(cells[1]), number_in(cut)};
      if (part->count == 0 || part->number == 0 || part->number > part->count) part.reset();
      jobs.push_back({cells[3], part, cells[2], cells[4]});
    }
    return jobs;
  }

  static void cancel(const std::vector<std::string>& ids) {
    constexpr std::size_t at_once = 500;  // ids in one command
    for (std::size_t begin = 0; begin < ids.size(); begin += at_once) {
      std::vector<std::string> words{"scancel", "--quiet"};
      for (std::size_t i = begin; i < std::min(ids.size(), begin + at_once); ++i) {
        words.push_back(ids[i]);
      }
      // Others' jobs stay; they find nothing to play.
      const Answer answer = ask(words, answers_within);
      if (answer.code != 0) text::debug("cluster: scancel: {}", last_error(answer.err));
    }
  }

  Work work_;
  std::optional<unsigned> array_;  // MaxArraySize
};

}  // namespace

std::unique_ptr<Scheduler> slurm(Work work) { return std::make_unique<Slurm>(std::move(work)); }

}  // namespace referee::cluster
