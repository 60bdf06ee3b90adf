#include "referee/run/cluster/parcels.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <string_view>
#include <system_error>
#include <utility>

#include "referee/base/text/descriptor.hpp"
#include "referee/base/text/new_file.hpp"
#include "referee/base/text/words.hpp"
#include "referee/run/cluster/scheduler.hpp"
#include "referee/run/parts/part_files.hpp"
#include "referee/run/store/shared_file.hpp"
#include "referee/run/store/store.hpp"
#include "referee/run/store/store_files.hpp"

namespace referee::cluster {
namespace {

namespace fs = std::filesystem;

// In the folder of the tournament.
constexpr const char* transfer_name = "transfer";

// Under a second name, or as a copy where a file has only one.
void copy_or_link(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::create_hard_link(from, to, error);
  if (!error) return;
  fs::copy_file(from, to, error);
  if (error) throw store::store_error("write", to, error.value());
}

// rsync leaves that to the system.
void write_to_disk(const fs::path& file) {
  const text::Descriptor opened(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  if (!opened || ::fdatasync(opened.get()) != 0) throw store::store_error("read", file, errno);
}

// Gives a file its name in another folder; false if that exists.
bool move_new(const fs::path& from, const fs::path& to) {
  const int error = text::rename_new(from, to);
  if (error != 0 && error != EEXIST) throw store::store_error("write", to, error);
  return error == 0;
}

// The name with another number: matches-3-of-10-0001.jsonl, matches-3-of-10-0002.jsonl, ...
fs::path free_name(const fs::path& folder, const fs::path& taken) {
  const std::string stem = taken.stem().string();
  const std::string label = stem.substr(0, stem.rfind('-')).substr(std::string("matches-").size());
  unsigned number = 1;
  std::error_code error;
  while (fs::exists(store::attempt_path(folder, label, number), error)) ++number;
  return store::attempt_path(folder, label, number);
}

}  // namespace

Parcels::Parcels(fs::path folder)
    : folder_(std::move(folder)),
      sent_(folder_ / transfer_name / sent_name),
      returned_(folder_ / transfer_name / returned_name) {}

Parcels::~Parcels() {
  if (!used_) return;
  std::error_code error;
  fs::remove_all(sent_, error);
  for (const auto& entry : fs::directory_iterator(returned_, error)) {
    // What rsync has not finished.
    if (entry.path().filename().string().starts_with('.')) fs::remove(entry, error);
  }
  fs::remove(returned_, error);  // if it is empty
  fs::remove(sent_.parent_path(), error);
}

std::vector<std::string> Parcels::options() const {
  const std::string transfer = (folder_ / transfer_name).string();
  // rsync keeps the path after "/./" below the working folder.
  return {"--workdir=...", "--cleanup",
          // As parallel has it, but a connection that is dead ends.
          "--rsync-opts=-rlDzR --timeout=300", "--transferfile=" + transfer + "/./" + sent_name,
          "--return=" + transfer + "/./" + returned_name};
}

void Parcels::pack(unsigned count, const std::vector<unsigned>& parts) {
  used_ = true;
  store::make_own_folder(sent_.parent_path());
  std::error_code error;
  fs::remove_all(sent_, error);
  if (error) throw store::store_error("remove", sent_, error.value());
  store::make_own_folder(sent_);
  store::make_own_folder(returned_);
  for (const fs::path& file : parts::files_for(store::Store::open(folder_), count, parts)) {
    copy_or_link(file, sent_ / file.filename());
  }
}

void Parcels::collect() {
  used_ = true;
  std::error_code none;
  if (!fs::is_directory(returned_, none)) return;
  const auto files = store::record_files(returned_);
  for (const fs::path& file : files) {
    write_to_disk(file);
    fs::path name = folder_ / file.filename();
    while (!move_new(file, name)) name = free_name(folder_, file);
  }
  if (!files.empty()) store::sync_folder(folder_);
}

// The output has the lines of all tries, in the order of time. If rsync cannot send a part,
// referee's next error follows from that; rsync's complaints about fetching come after the error.
std::string Parcels::last_error(const std::string& text) {
  std::string cause;  // the first failure of rsync since the last error of referee
  std::string last;
  for (const std::string_view line : text::lines_of(text)) {
    const auto has = [&line](std::string_view word) { return line.find(word) != line.npos; };
    if (has("referee: error:")) {
      last = cause.empty() ? std::string(line) : cause;
      cause.clear();
    } else if (has("rsync") && !has("rsync error:") && !has("[sender]") && cause.empty()) {
      cause = line;
    }
  }
  if (last.empty()) last = cause;
  return cluster::last_error(last.empty() ? text : last);
}

}  // namespace referee::cluster
