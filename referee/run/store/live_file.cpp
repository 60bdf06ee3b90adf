#include "referee/run/store/live_file.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/base/text/file.hpp"
#include "referee/base/text/json_reader.hpp"
#include "referee/base/text/json_text.hpp"
#include "referee/play/match/record_json.hpp"
#include "referee/run/store/file_lock.hpp"
#include "referee/run/store/shared_file.hpp"
#include "referee/run/store/store_files.hpp"

namespace referee::store {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view live_schema = "referee-live";
constexpr int live_version = 2;
constexpr std::uintmax_t longest_live_file = std::uintmax_t{64} << 20;

bool is_live_file(std::string_view name) {
  return name == "live.json" || (name.starts_with("live-") && name.ends_with(".json"));
}

}  // namespace

fs::path live_path(const fs::path& folder, std::string_view label) {
  return folder / (label.empty() ? "live.json" : fmt::format("live-{}.json", label));
}

std::vector<fs::path> live_files(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (is_live_file(at->path().filename().string())) files.push_back(at->path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

int write_live(const fs::path& file, std::string_view tournament, std::uint64_t written,
               std::string_view events) {
  text::JsonText head;
  head.begin_object();
  head.member("schema", live_schema);
  head.member("version", live_version);
  head.member("tournament", tournament);
  head.member("written", written);
  head.end_object();
  fs::path fresh = file;
  fresh += ".new";
  return text::replace_file(file, fresh, fmt::format("{}\n{}", std::move(head).take(), events),
                            text::Readers::as_umask_says);
}

std::optional<LiveState> read_live(const fs::path& file, const rules::Games& games) {
  constexpr std::int64_t most = 1'000'000'000'000'000;
  try {
    std::error_code gone;
    if (fs::file_size(file, gone) > longest_live_file || gone) return std::nullopt;
    const std::string whole = read_shared(file);
    if (!whole.ends_with('\n')) return std::nullopt;
    LiveState state;
    bool head = true;
    for (std::string_view rest = whole; !rest.empty();) {
      const std::size_t end = rest.find('\n');
      const text::Json json = text::parse_json(rest.substr(0, end), file.string());
      rest.remove_prefix(end + 1);
      const text::JsonReader reader(json, file.string() + ":");
      if (!std::exchange(head, false)) {
        match::add_event(state.matches, reader, games);
        continue;
      }
      if (reader.at("schema").text() != live_schema) return std::nullopt;
      if (reader.at("version").integer(0, most) != live_version) return std::nullopt;
      state.tournament = reader.at("tournament").text();
      state.written = static_cast<std::uint64_t>(reader.at("written").integer(0, most));
    }
    return state;
  } catch (const text::InputError&) {  // of another version, or damaged: it shows nothing
  } catch (const StoreError&) {        // it was removed meanwhile
  } catch (const text::Json::exception&) {
  }
  return std::nullopt;
}

Watching::Watching(const fs::path& folder) : path_(folder / "watching") {
  // The process that ends removes the file: another one may be there by the time this one is
  // locked.
  constexpr int tries = 100;
  for (int i = 0; i < tries && !file_; ++i) {
    text::Descriptor file = open_shared(path_, O_RDWR | O_CREAT);
    if (!file) return;
    const int error = set_lock(file.get(), F_RDLCK);
    if (is_locked_by_others(error)) continue;
    if (error != 0) return;
    if (is_still(path_, file.get())) file_ = std::move(file);
  }
}

Watching::~Watching() {
  if (!file_ || set_lock(file_.get(), F_WRLCK) != 0) return;
  ::unlink(path_.c_str());
}

bool is_watched(const fs::path& folder) { return is_locked(folder / "watching"); }

}  // namespace referee::store
