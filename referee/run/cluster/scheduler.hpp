// A scheduler, which gives the parts of a tournament to machines.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/base/text/error.hpp"
#include "referee/run/cluster/settings.hpp"
#include "referee/run/cluster/stop.hpp"
#include "referee/run/parts/shard.hpp"
#include "referee/run/store/store.hpp"

namespace referee::cluster {

// The scheduler did not take what was submitted; the text is its own.
class NotTaken : public text::MachineError {
  using MachineError::MachineError;
};

// A scheduler's report on one tournament. Used only to avoid submitting again what it still has;
// records tell what is done.
struct Outlook {
  std::vector<parts::Shard> held;  // queued or running, also of other cuts of the stage
  std::string waits;               // why some of them wait, in its own words; may be empty
};

class Scheduler {
 public:
  virtual ~Scheduler() = default;

  // Throws ProgramMissing if it is not on this machine. Commands are made without it.
  virtual void require_programs() const = 0;
  // Sets the stage of all parts from now on; 0: there is only one. To be called first.
  virtual void begin_stage(unsigned stage) = 0;
  // The commands that submit these parts, word by word.
  [[nodiscard]] virtual std::vector<std::vector<std::string>> commands(
      const std::vector<unsigned>& parts) = 0;
  // Submits these parts; waits less long once `stop` is asked. Throws NotTaken, ProgramMissing.
  virtual void submit(const std::vector<unsigned>& parts, const Stop& stop) = 0;
  // The scheduler's view of the tournament; nothing if it gives no answer now.
  virtual std::optional<Outlook> look() = 0;
  // Brings in records that have come back from machines which do not see the folder. Throws
  // StoreError.
  virtual void collect() {}
  // Removes all jobs that it still has, of any stage, because nothing is left to play. May wait,
  // until `stop` is asked.
  virtual void clear(Stop& stop) = 0;
  // The fate of submitted parts when this process is interrupted, for people.
  [[nodiscard]] virtual std::string after_interrupt() const = 0;
  // The last words of a part, if any: its last error, or the end of its output.
  [[nodiscard]] virtual std::string last_words(unsigned part) const = 0;
};

// The place where all parts of a tournament are played.
struct Work {
  std::filesystem::path folder;  // absolute
  std::string tournament;        // its id
  unsigned parts = 1;
  unsigned stage = 0;  // 0: there is only one
  Settings settings;
};

// The folder for what the parts write beside their records: `logs` and the number of the user, for
// whom the scheduler writes there.
std::filesystem::path log_folder(const Work& work);
// The name of the file in it with the numbers of the jobs that this user has submitted to Slurm.
inline constexpr const char* jobs_name = "slurm-jobs";
// Makes that folder, for this user alone. Throws StoreError if that cannot be.
void make_log_folder(const Work& work);
// Removes empty logs, and the folder if nothing is left in it. Only when the scheduler has nothing
// any more that may write there.
void remove_empty_logs(const Work& work);
// The command of a part, with `part` for its number. `folder`: where it plays; `further`:
// options.
std::string shard_command(const Work& work, const std::filesystem::path& folder,
                          const std::string& part, unsigned processors,
                          const std::string& further = {});
// The last error in a text, else its last line; without control characters.
std::string last_error(const std::string& text);

std::unique_ptr<Scheduler> slurm(Work work);
std::unique_ptr<Scheduler> gnu_parallel(Work work);

}  // namespace referee::cluster
