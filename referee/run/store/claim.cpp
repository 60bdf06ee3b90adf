#include "referee/run/store/claim.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <ctime>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/base/text/file.hpp"
#include "referee/base/text/json_reader.hpp"
#include "referee/base/text/log.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/run/store/file_lock.hpp"
#include "referee/run/store/shared_file.hpp"
#include "referee/run/store/store_files.hpp"

namespace referee::store {
namespace {

using std::filesystem::path;

std::string host_name() {
  std::array<char, 256> name{};
  if (::gethostname(name.data(), name.size() - 1) != 0) return "?";
  return name.data();
}

// The command line of this process, as it can be typed.
std::string own_command() {
  std::string words = text::read_file("/proc/self/cmdline");
  std::vector<std::string> quoted;
  for (std::size_t begin = 0; begin < words.size();) {
    const std::size_t end = std::min(words.find('\0', begin), words.size());
    quoted.push_back(text::shell_word(words.substr(begin, end - begin)));
    begin = end + 1;
  }
  return text::join(quoted, " ");
}

std::string own_description() {
  std::tm now{};
  const std::time_t seconds = std::time(nullptr);
  ::localtime_r(&seconds, &now);
  text::Json json;
  json["pid"] = ::getpid();
  json["host"] = host_name();
  std::array<char, 64> since{};
  std::strftime(since.data(), since.size(), "%Y-%m-%d %H:%M:%S %z", &now);
  json["since"] = since.data();
  json["command"] = own_command();
  return text::dump(json, 2) + "\n";
}

// "process 17 on host since 2026-01-02 03:04:05 +0000 (referee tournament ...)". A claim whose
// holder has not written its file yet, or could not, is that of "another process".
std::string holder(const path& file) {
  try {
    const text::Json json = text::parse_json(read_shared(file), file.string());
    const text::JsonReader reader(json, file.string() + ":");
    return text::safe_text(fmt::format(
        "process {} on {} since {} ({})", reader.at("pid").integer(1, 1'000'000'000),
        reader.at("host").text(), reader.at("since").text(), reader.at("command").text()));
  } catch (const std::exception&) {
    return "another process";
  }
}

// Users who may write in the folder may claim it, even if another user made this file.
void share(int file, const path& folder) {
  struct stat status {};
  if (::stat(folder.c_str(), &status) != 0) return;
  constexpr mode_t read_and_write = 0666;
  // Fails for a file of somebody else, who has done the same.
  static_cast<void>(::fchmod(file, status.st_mode & read_and_write));
}

path file_of(const path& folder, Claim::Kind kind, std::string_view part) {
  if (kind == Claim::Kind::beginning) return folder / "beginning.json";
  return folder / (part.empty() ? "playing.json" : fmt::format("playing-{}.json", part));
}

[[noreturn]] void refuse(const path& folder, const path& file) {
  throw FolderInUse(folder, fmt::format("{} is being played by {}; wait for its end, stop it with "
                                        "Ctrl-C, or choose another folder",
                                        folder.string(), holder(file)));
}

}  // namespace

Claim::Claim(const path& folder, Kind kind, std::string_view part)
    : path_(file_of(folder, kind, part)) {
  if (!part.empty()) folder_ = std::make_unique<Claim>(folder, Kind::shared);
  const short lock = kind == Kind::shared || kind == Kind::beginning ? F_RDLCK : F_WRLCK;
  while (!file_) {
    text::Descriptor file = open_shared(path_, O_RDWR | O_CREAT);
    // Enough for a lock that others share.
    if (!file && errno != ELOOP && kind == Kind::shared) file = open_shared(path_, O_RDONLY);
    if (!file) {
      const int error = errno;
      if (is_locked(path_)) refuse(folder, path_);
      // Writing reports that later, and a complete tournament writes nothing.
      const auto unwritable = {EACCES, EROFS, EPERM, ENOSPC, EDQUOT};
      if (std::find(unwritable.begin(), unwritable.end(), error) != unwritable.end()) return;
      throw store_error("write", path_, error);
    }
    share(file.get(), folder);
    const int error = set_lock(file.get(), lock);
    if (is_locked_by_others(error)) refuse(folder, path_);
    if (error != 0 && kind == Kind::beginning) return;
    if (error != 0) {
      text::warn(
          "{}: this file system has no locks ({}), so that nothing keeps a second referee from "
          "playing in the same folder",
          folder.string(), std::generic_category().message(error));
      ::unlink(path_.c_str());
      return;
    }
    if (is_still(path_, file.get())) file_ = std::move(file);
  }
  // Only for people: without it the claim holds as well.
  if (::ftruncate(file_.get(), 0) == 0)
    static_cast<void>(text::write_all(file_.get(), own_description()));
}

bool Claim::is_held(const path& folder) { return is_locked(folder / "playing.json"); }

Beginning::Beginning(const path& folder) {
  std::error_code error;
  for (path one = std::filesystem::absolute(folder).lexically_normal();
       one.has_relative_path() && !std::filesystem::exists(one, error); one = one.parent_path()) {
    if (one.has_filename()) made_.insert(made_.begin(), one);
  }
  std::filesystem::create_directories(folder, error);
  if (error || !std::filesystem::is_directory(folder, error)) return;
  try {
    claim_.emplace(folder, Claim::Kind::beginning);
  } catch (const std::exception&) {
    // Only a follower would miss it; whatever writes here reports why that fails.
  }
}

Beginning::~Beginning() {
  claim_.reset();
  while (!made_.empty() && ::rmdir(made_.back().c_str()) == 0) made_.pop_back();
}

bool Beginning::is_under_way(const path& folder) { return is_locked(folder / "beginning.json"); }

Claim::~Claim() {
  if (!file_ || set_lock(file_.get(), F_WRLCK) != 0) return;
  ::unlink(path_.c_str());
}

}  // namespace referee::store
