#include "referee/base/text/machine.hpp"

#include <fmt/core.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <new>

#include "referee/base/text/error.hpp"
#include "referee/base/text/file.hpp"
#include "referee/base/text/words.hpp"

namespace referee::text {
namespace {

namespace fs = std::filesystem;

// As std::filesystem::temp_directory_path() has them.
constexpr std::array temporary_variables{"TMPDIR", "TMP", "TEMP", "TEMPDIR"};

std::string value_of(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr ? value : "";
}

const char* temporary_variable() {
  const auto is_set = [](const char* name) { return !value_of(name).empty(); };
  const auto* found = std::find_if(temporary_variables.begin(), temporary_variables.end(), is_set);
  return found != temporary_variables.end() ? *found : nullptr;
}

// Whether `place` is in what Referee has made in `folder`, not something that users put there.
bool is_ours_in(const fs::path& folder, const fs::path& place) {
  if (!folder.is_absolute()) return false;
  const auto [rest, below] =
      std::mismatch(folder.begin(), folder.end(), place.begin(), place.end());
  return rest == folder.end() && below != place.end() && below->string().starts_with("referee");
}

// The variable that moves what lies there; empty if none does.
std::string variable_of(const fs::path& place) {
  const std::string cache = value_of("XDG_CACHE_HOME");
  const std::string home = value_of("HOME");
  if ((!cache.empty() && is_ours_in(cache, place)) ||
      (!home.empty() && is_ours_in(fs::path(home) / ".cache", place))) {
    return "XDG_CACHE_HOME";
  }
  const char* temporary = temporary_variable();
  if (is_ours_in(temporary != nullptr ? value_of(temporary) : "/tmp", place)) {
    return temporary != nullptr ? temporary : "TMPDIR";
  }
  return {};
}

// "choose another place", "set TMPDIR to another place"
std::string elsewhere(const fs::path& place) {
  const std::string variable = variable_of(place);
  return variable.empty() ? "choose another place"
                          : fmt::format("set {} to another place", variable);
}

// A limit of this process, `unit` bytes each; empty if unlimited.
std::string limit_text(__rlimit_resource resource, rlim_t unit) {
  rlimit limit{};
  if (::getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return {};
  return std::to_string(limit.rlim_cur / unit);
}

// "; ulimit -u is 100 here"
std::string ulimit_text(__rlimit_resource resource, char letter, rlim_t unit = 1) {
  const std::string value = limit_text(resource, unit);
  return value.empty() ? "" : fmt::format(" (ulimit -{} is {} here)", letter, value);
}

// The first folder on the way to `place` that this user may not enter, else what is there.
fs::path closed_on_the_way(const fs::path& place) {
  std::error_code ignored;
  fs::path way;
  for (const fs::path& part : fs::absolute(place, ignored)) {
    const fs::path next = way / part;
    if (::access(next.c_str(), F_OK) != 0) return way;
    way = next;
    if (fs::is_directory(way, ignored) && ::access(way.c_str(), X_OK) != 0) return way;
  }
  return way;
}

std::string permission_cure(const fs::path& place) {
  std::error_code ignored;
  if (fs::is_regular_file(place, ignored) && is_on_noexec(place)) {
    return fmt::format(
        "its file system is mounted noexec, so that no program there can be started: {}, or mount "
        "it without noexec",
        elsewhere(place));
  }
  return fmt::format(
      "user {} may not do that with {}: change its rights (ls -ld shows them), or {}", ::geteuid(),
      closed_on_the_way(place).string(), elsewhere(place));
}

// Of threads and processes.
constexpr std::string_view refused_cure =
    "the rules of a container or a service refuse that, as old container runtimes refuse clone3: "
    "update the runtime, or start the container with --security-opt seccomp=unconfined";

std::string fewer(std::string_view first) {
  return fmt::format("{}, or play fewer matches at a time (--jobs)", first);
}

std::string no_proc() {
  return ::access("/proc/self/stat", F_OK) == 0
             ? ""
             : "no /proc is mounted here, which is needed; as root: mount -t proc proc /proc";
}

}  // namespace

std::string cure_of(int error, const fs::path& place) {
  if (std::string cure = no_proc(); !cure.empty()) return cure;
  switch (error) {
    case ENOSPC:
    case EDQUOT: {
      return (variable_of(place).empty() ? "make room there or " : "make room there, or ") +
             elsewhere(place);
    }
    case EROFS:
      return elsewhere(place);
    case EACCES:
    case EPERM:
      return place.empty() ? std::string(refused_cure) : permission_cure(place);
    case ENOSYS:
    case EOPNOTSUPP:
      return place.empty() ? std::string(refused_cure)
                           : "that file system cannot do that: " + elsewhere(place);
    case ETXTBSY:
      return "another program is writing it, a compiler or a copy: try again when it is complete";
    case EFBIG:
      return "raise the limit on the size of files, ulimit -f" +
             ulimit_text(RLIMIT_FSIZE, 'f', 1024);
    case EAGAIN:
      return fewer(
          fmt::format("raise the limit on processes and threads, ulimit -u{}, or the container's",
                      ulimit_text(RLIMIT_NPROC, 'u')));
    case EMFILE:
      return fewer("raise the limit on open files, ulimit -n" + ulimit_text(RLIMIT_NOFILE, 'n'));
    case ENFILE:
      return fewer("end other programs, raise fs.file-max (as root: sysctl)");
    case ENOMEM: {
      const std::string space = ulimit_text(RLIMIT_AS, 'v', 1024);
      return fewer(space.empty() ? "end other programs" : "raise ulimit -v" + space);
    }
    case EIO:
      return "the disk or its connection fails, see dmesg; " + elsewhere(place);
    case ESTALE:
    case ENOTCONN:
    case EHOSTDOWN:
    case ETIMEDOUT:
      return "its file system has gone: mount it again, or " + elsewhere(place);
    case ENOLCK:
      return "that file system has no locks: " + elsewhere(place);
    default:
      return {};
  }
}

std::string system_text(std::string_view tried, const fs::path& place, int error) {
  return system_text(tried, place, error, place);
}

std::string system_text(std::string_view tried, const fs::path& on, int error,
                        const fs::path& place) {
  std::string text = fmt::format("cannot {}{}{}: {}", tried, on.empty() ? "" : " ", on.string(),
                                 std::generic_category().message(error));
  if (const std::string cure = cure_of(error, place); !cure.empty()) text += "; " + cure;
  if (error == ENOENT && tried == "read") text += nearest_path(place);
  return text;
}

std::string system_text(std::string_view tried, int error) { return system_text(tried, {}, error); }

std::string message_of(const std::exception& error) {
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) {
    return system_text("get more memory", ENOMEM);
  }
  const auto* system = dynamic_cast<const std::system_error*>(&error);
  if (system == nullptr || dynamic_cast<const SystemError*>(&error) != nullptr) return error.what();
  std::string_view tried = error.what();
  const std::string why = system->code().message();
  fs::path place;
  if (const auto* file = dynamic_cast<const fs::filesystem_error*>(&error)) {
    place = file->path2().empty() ? file->path1() : file->path2();
    constexpr std::string_view kind = "filesystem error: ";
    if (tried.starts_with(kind)) tried.remove_prefix(kind.size());
  }
  tried = tried.substr(0, tried.find(why));
  while (tried.ends_with(' ') || tried.ends_with(':')) tried.remove_suffix(1);
  constexpr std::string_view cannot = "cannot ";
  if (tried.starts_with(cannot)) tried.remove_prefix(cannot.size());
  if (tried.empty()) tried = "make a thread";  // what throws without words
  return system_text(tried, place, system->code().value());
}

bool is_on_noexec(const fs::path& file) noexcept {
  struct statvfs facts {};
  return ::statvfs(file.c_str(), &facts) == 0 && (facts.f_flag & ST_NOEXEC) != 0;
}

std::optional<int> lack_told_in(std::string_view words) {
  for (const int error : {ENOSPC, EDQUOT, ENOMEM, EAGAIN, EMFILE, ENFILE, EROFS, EIO, ESTALE}) {
    if (words.find(std::generic_category().message(error)) != std::string_view::npos) return error;
  }
  return std::nullopt;
}

fs::path temporary_folder() {
  const char* variable = temporary_variable();
  fs::path folder = variable != nullptr ? value_of(variable) : "/tmp";
  std::error_code error;
  if (fs::is_directory(folder, error)) return folder;
  const std::string why = error ? error.message() : "it is not a folder";
  throw MachineError(
      variable != nullptr
          ? fmt::format("{0} names {1}, which cannot be used: {2}; set {0} to a folder that this "
                        "user may write to, or unset it",
                        variable, shell_word(folder.string()), why)
          : fmt::format("/tmp cannot be used: {}; make it (mkdir -m 1777 /tmp), or set TMPDIR to "
                        "a folder that this user may write to",
                        why));
}

}  // namespace referee::text
