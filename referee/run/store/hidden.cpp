#include "referee/run/store/hidden.hpp"

#include <algorithm>
#include <deque>
#include <iterator>
#include <set>
#include <string>
#include <system_error>
#include <utility>

#include "referee/machine/bot/bot.hpp"
#include "referee/machine/program/places.hpp"

namespace referee::store {
namespace {

namespace fs = std::filesystem;

fs::path real_path(const fs::path& path) {
  std::error_code missing;
  fs::path real = fs::canonical(path, missing);
  return missing ? fs::absolute(path).lexically_normal() : real;
}

void find_below(const fs::path& top, std::set<fs::path>& found) {
  std::deque<std::pair<fs::path, int>> waiting{{top, 1}};
  int left = hidden_entries;
  for (; !waiting.empty(); waiting.pop_front()) {
    const auto& [folder, level] = waiting.front();
    std::vector<fs::path> files;
    std::vector<fs::path> folders;
    bool is_store = false;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
      if (left-- == 0) break;
      std::error_code gone;
      if (entry->is_symlink(gone)) continue;
      const fs::path& path = entry->path();
      if (entry->is_directory(gone)) {
        folders.push_back(path);
      } else if (program::is_of_the_referee(path)) {
        files.push_back(path);
        is_store = is_store || path.filename() == "manifest.json";
      }
    }
    if (is_store) {
      found.insert(folder);
    } else {
      found.insert(files.begin(), files.end());
      if (level <= hidden_levels) {
        for (fs::path& one : folders) waiting.emplace_back(std::move(one), level + 1);
      }
    }
    if (left <= 0) return;
  }
}

// The folders that a bot's command opens, and in which it runs.
void add_folders(const program::Command& command, std::set<fs::path>& folders) {
  const auto add_folder_of = [&folders](const fs::path& file) {
    const fs::path folder = real_path(file).parent_path();
    // Lying in such a folder does not open it.
    if (!program::is_shared_folder(folder)) folders.insert(folder);
  };
  // A program found in PATH lies among other programs.
  if (command.words.front().find('/') != std::string::npos) add_folder_of(command.program);
  for (const fs::path& file : command.files) add_folder_of(file);
  for (const fs::path& folder : command.folders) folders.insert(real_path(folder));
  for (const fs::path& path : command.read) {
    if (fs::is_directory(path)) folders.insert(real_path(path));
  }
  if (!program::is_shared_folder(command.folder)) folders.insert(real_path(command.folder));
}

}  // namespace

std::vector<fs::path> ours_below(std::span<const fs::path> folders) {
  std::set<fs::path> found;
  for (const fs::path& folder : folders) find_below(real_path(folder), found);
  return {found.begin(), found.end()};
}

void hide_from_bots(std::span<match::Contestant* const> bots, std::span<const fs::path> also) {
  std::vector<bot::BotSpec*> specs;
  std::set<fs::path> folders;
  std::error_code gone;
  const fs::path here = fs::current_path(gone);
  if (!gone && !program::is_shared_folder(here)) folders.insert(real_path(here));
  for (match::Contestant* one : bots) {
    specs.push_back(&one->spec);
    if (one->spec.command) add_folders(*one->spec.command, folders);
  }
  bot::hide_from_each_other(specs, also);
  const std::vector<fs::path> found =
      ours_below(std::vector<fs::path>(folders.begin(), folders.end()));
  for (const match::Contestant* one : bots) {
    for (bot::BotSpec* spec : specs) {
      spec->hidden.insert(spec->hidden.end(), one->judge.begin(), one->judge.end());
    }
  }
  for (bot::BotSpec* spec : specs) {
    if (!spec->command) continue;
    std::set<fs::path> wanted;
    for (const fs::path& path : spec->command->read) wanted.insert(real_path(path));
    std::copy_if(found.begin(), found.end(), std::back_inserter(spec->hidden),
                 [&wanted](const fs::path& path) { return !wanted.contains(path); });
  }
}

void hide_from_bots(std::span<std::vector<match::Contestant>> events,
                    const config::Manifest& manifest, const Store* store, const fs::path& logs) {
  std::vector<fs::path> also;
  if (!logs.empty()) also.push_back(fs::absolute(logs));
  if (!manifest.config.empty()) also.push_back(fs::absolute(manifest.config));
  if (store != nullptr) {
    const auto folder = fs::absolute(store->folder()).lexically_normal();
    const auto parent = folder.parent_path();
    also.push_back(parent.filename() == "results" ? parent : folder);
    if (!program::is_shared_folder(parent)) {
      const auto beside = ours_below({&parent, 1});
      also.insert(also.end(), beside.begin(), beside.end());
    }
  }
  std::vector<match::Contestant*> bots;
  for (std::vector<match::Contestant>& event : events) {
    for (match::Contestant& one : event) bots.push_back(&one);
  }
  hide_from_bots(bots, also);
}

}  // namespace referee::store
