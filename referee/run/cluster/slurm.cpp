// Slurm, through its commands. One array of jobs for each block of numbers that an array may have
// (MaxArraySize): in block B the task T plays part B * MaxArraySize + T.
#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <string_view>
#include <utility>

#include "referee/base/text/log.hpp"
#include "referee/base/text/new_file.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/run/cluster/program.hpp"
#include "referee/run/cluster/scheduler.hpp"
#include "referee/run/store/shared_file.hpp"
#include "referee/run/store/store_files.hpp"

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

// The numbers at the beginning of a line, which are followed by blanks, as far as they go.
std::vector<std::uint64_t> numbers_in(std::string_view& line, std::size_t most) {
  std::vector<std::uint64_t> numbers;
  while (numbers.size() < most) {
    std::uint64_t number = 0;
    const char* end = line.data() + line.size();
    const auto [rest, error] = std::from_chars(line.data(), end, number);
    if (error != std::errc() || (rest != end && *rest != ' ')) break;
    numbers.push_back(number);
    line.remove_prefix(static_cast<std::size_t>(rest - line.data()));
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  }
  return numbers;
}

// An array of jobs that this user has submitted for this tournament.
struct OwnArray {
  std::uint64_t job = 0;
  unsigned stage = 0;
  unsigned parts = 1;
  unsigned offset = 0;  // added to a task's number gives that of its part
};

class Slurm final : public Scheduler {
 public:
  explicit Slurm(Work work) : work_(std::move(work)) {}

  void require_programs() const override {
    find_program("sbatch");
    find_program("squeue");
  }
  void begin_stage(unsigned stage) override { work_.stage = stage; }

  std::vector<std::vector<std::string>> commands(const std::vector<unsigned>& parts) override {
    std::vector<std::vector<std::string>> all;
    for (const auto& [offset, tasks] : blocks_of(parts)) all.push_back(sbatch(offset, tasks));
    return all;
  }

  void submit(const std::vector<unsigned>& parts, const Stop& stop) override {
    for (const auto& [offset, tasks] : blocks_of(parts)) {
      const Answer answer = ask(sbatch(offset, tasks), takes_jobs_within, stop, answers_within);
      if (answer.code != 0) throw NotTaken(last_error(answer.err + answer.out));
      note_array(answer.out, offset);
    }
  }

  std::optional<Outlook> look() override {
    auto jobs = ours();
    if (!jobs) return std::nullopt;
    Outlook outlook;
    std::vector<std::string> stuck;
    for (Job& job : *jobs) {
      if (job.stage != work_.stage) continue;
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
    // They would wait for ever, for example after a crash of the controller.
    cancel(stuck);
    return outlook;
  }

  void clear(Stop&) override {
    const auto jobs = ours();
    if (!jobs) return;
    std::vector<std::string> ids;
    for (const Job& job : *jobs) ids.push_back(job.id);
    cancel(ids);
  }

  [[nodiscard]] std::string after_interrupt() const override {
    std::string ids;
    for (const OwnArray& array : own_arrays())
      text::add_to_list(ids, fmt::format("{}", array.job), " ");
    return "what is in the queue goes on" +
           (ids.empty() ? std::string() : "; to end it: scancel " + ids);
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
    unsigned stage = 0;
    std::optional<parts::Shard> part;
    std::string state;   // "PD", "R", "CG", ...
    std::string reason;  // why it waits

    [[nodiscard]] bool is_stuck() const {
      return state == "PD" &&
             (reason.starts_with("JobHeld") || reason.find("launch failed") != std::string::npos ||
              reason == "DependencyNeverSatisfied");
    }
  };

  // "referee-0123456789ab-", in the second of several stages "referee-0123456789ab-s2-".
  [[nodiscard]] std::string stage_name() const {
    constexpr std::size_t enough = 12;
    const std::string name = fmt::format("referee-{}-", work_.tournament.substr(0, enough));
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
    for (const std::string_view line : text::lines_of(answer.out)) {
      if (!line.starts_with("MaxArraySize")) continue;
      const auto digit = line.find_first_of("0123456789", line.find('='));
      if (digit == std::string_view::npos) continue;
      array_ = std::max(2U, number_in(line.substr(digit)));
      return *array_;
    }
    return usual_array;
  }

  [[nodiscard]] std::map<unsigned, std::vector<unsigned>> blocks_of(
      const std::vector<unsigned>& parts) {
    std::map<unsigned, std::vector<unsigned>> blocks;
    const unsigned size = array_size();
    for (const unsigned part : parts) blocks[part / size * size].push_back(part % size);
    return blocks;
  }

  [[nodiscard]] std::filesystem::path own_file() const { return log_folder(work_) / jobs_name; }

  // What sbatch has answered: the number of a job, and maybe a cluster behind a semicolon.
  void note_array(const std::string& answer, unsigned offset) const {
    const unsigned long job = std::strtoul(answer.c_str(), nullptr, 10);
    text::debug("cluster: sbatch took the job {}", job);
    const text::Descriptor file = store::open_shared(own_file(), O_WRONLY | O_CREAT | O_APPEND);
    const std::string line = fmt::format("{} {} {} {}\n", job, work_.stage, work_.parts, offset);
    const int error = file ? text::write_all(file.get(), line) : errno;
    if (error != 0) throw store::store_error("write", own_file(), error);
  }

  [[nodiscard]] std::vector<OwnArray> own_arrays() const {
    std::error_code none;
    if (!std::filesystem::exists(own_file(), none)) return {};
    std::vector<OwnArray> arrays;
    const std::string all = store::read_shared(own_file());
    for (std::string_view line : text::lines_of(all)) {
      const auto numbers = numbers_in(line, 4);
      if (numbers.size() < 4 || numbers[0] == 0) continue;
      arrays.push_back({numbers[0], static_cast<unsigned>(numbers[1]),
                        static_cast<unsigned>(numbers[2]), static_cast<unsigned>(numbers[3])});
    }
    return arrays;
  }

  // Those of our jobs that wait or run. Only what Slurm itself writes is asked for: a name, which
  // anybody may have chosen, could look like further columns or lines.
  [[nodiscard]] std::optional<std::vector<Job>> ours() const {
    const std::vector<OwnArray> arrays = own_arrays();
    const Answer answer = ask({"squeue", "--noheader", "--array",
                               fmt::format("--user={}", ::geteuid()), "--format=%F %K %t %r"},
                              answers_within);
    if (answer.code != 0) {
      text::debug("cluster: squeue: {}", last_error(answer.err));
      return std::nullopt;
    }
    std::vector<Job> jobs;
    for (std::string_view line : text::lines_of(answer.out)) {
      const auto numbers = numbers_in(line, 2);
      if (numbers.size() < 2) continue;
      const auto array = std::find_if(arrays.begin(), arrays.end(),
                                      [&](const OwnArray& one) { return one.job == numbers[0]; });
      if (array == arrays.end()) continue;
      std::optional part =
          parts::Shard{array->offset + static_cast<unsigned>(numbers[1]), array->parts};
      if (part->count == 0 || part->number == 0 || part->number > part->count) part.reset();
      const std::size_t blank = std::min(line.find(' '), line.size());
      jobs.push_back({fmt::format("{}_{}", numbers[0], numbers[1]), array->stage, part,
                      std::string(line.substr(0, blank)),
                      text::safe_text(line.substr(std::min(blank + 1, line.size())))});
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
