#include "referee/run/cluster/scheduler.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string_view>
#include <system_error>

#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/run/store/shared_file.hpp"
#include "referee/run/store/store_files.hpp"

namespace referee::cluster {
namespace fs = std::filesystem;

fs::path log_folder(const Work& work) { return work.folder / "logs" / std::to_string(::geteuid()); }

void make_log_folder(const Work& work) {
  const fs::path own = log_folder(work);
  const fs::path shared = own.parent_path();
  std::error_code error;
  // Other users of the tournament's folder have logs there, too.
  if (fs::create_directory(shared, error)) {
    fs::permissions(shared, fs::status(work.folder, error).permissions() | fs::perms::sticky_bit,
                    error);
  }
  if (fs::is_symlink(shared, error)) throw store::store_error("use", shared, ELOOP);
  store::make_own_folder(own);
}

void remove_empty_logs(const Work& work) {
  const fs::path own = log_folder(work);
  std::error_code error;
  fs::remove(own / jobs_name, error);
  for (const auto& entry : fs::directory_iterator(own, error)) {
    if (entry.is_regular_file(error) && entry.file_size(error) == 0) fs::remove(entry, error);
  }
  fs::remove(own, error);
  fs::remove(own.parent_path(), error);
}

std::string shard_command(const Work& work, const std::filesystem::path& folder,
                          const std::string& part, unsigned processors,
                          const std::string& further) {
  std::string command = work.settings.before;
  if (!command.empty()) command += "; ";
  const std::string program = work.settings.program.empty()
                                  ? std::filesystem::read_symlink("/proc/self/exe").string()
                                  : work.settings.program;
  command += fmt::format("{} shard {} {}/{}", text::shell_word(program),
                         text::shell_word(folder.string()), part, work.parts);
  if (work.stage > 0) command += fmt::format(" --stage {}", work.stage);
  if (processors > 0) command += fmt::format(" --jobs {}", processors);
  return command + further + (work.settings.trust ? " --trust" : "") + " --unattended";
}

std::string last_error(const std::string& text) {
  std::string last;
  bool is_error = false;
  for (const std::string_view line : text::lines_of(text)) {
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    const bool error = line.find("error:") != std::string_view::npos;
    if (error || !is_error) last = line;
    is_error = is_error || error;
  }
  return text::safe_text(last);
}

}  // namespace referee::cluster
