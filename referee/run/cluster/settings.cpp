#include "referee/run/cluster/settings.hpp"

#include <fmt/core.h>

#include <cstdlib>
#include <exception>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/base/text/file.hpp"
#include "referee/base/text/json_reader.hpp"
#include "referee/base/text/log.hpp"
#include "referee/base/text/sha256.hpp"
#include "referee/base/text/words.hpp"
#include "referee/machine/toolchain/cache.hpp"
#include "referee/run/parts/shard.hpp"
#include "referee/run/store/shared_file.hpp"
#include "referee/run/store/whole_file.hpp"

namespace referee::cluster {
namespace {

namespace fs = std::filesystem;
using text::Json;
using text::JsonReader;

constexpr unsigned most_queued = 1'000'000;
constexpr int settings_version = 1;

std::optional<unsigned> number_of(const JsonReader& json, const char* key, unsigned largest) {
  const auto value = json.find(key);
  if (!value) return std::nullopt;
  return static_cast<unsigned>(value->integer(1, largest));
}

std::string text_of(const JsonReader& json, const char* key) {
  const auto value = json.find(key);
  return value ? value->text() : std::string();
}

double seconds_of(const JsonReader& json, const char* key, double otherwise) {
  const auto value = json.find(key);
  if (!value) return otherwise;
  const double seconds = value->number();
  if (!(seconds >= 0.1 && seconds <= 1e6)) value->fail("must be 0.1 to 1000000 seconds");
  return seconds;
}

// A profile names files relative to its own folder.
std::string beside(const fs::path& profile, const std::string& named) {
  if (named.empty()) return named;
  return fs::absolute(profile.parent_path() / named).lexically_normal().string();
}

Settings settings_from(const JsonReader& json, const fs::path& file) {
  json.only({"version", "on", "parts", "processors", "program", "before", "hosts", "transfer",
             "ssh", "options", "queued", "tries", "pause", "look_every", "patience"});
  Settings settings;
  if (const auto version = json.find("version")) {
    static_cast<void>(version->integer(1, settings_version));
  }
  settings.on = text_of(json, "on");
  if (!settings.on.empty() && settings.on != "slurm" && settings.on != "parallel") {
    json.at("on").fail("must be \"slurm\" or \"parallel\"");
  }
  settings.parts = number_of(json, "parts", parts::most_parts);
  settings.processors = number_of(json, "processors", 1024);
  settings.program = text_of(json, "program");
  settings.before = text_of(json, "before");
  settings.hosts = beside(file, text_of(json, "hosts"));
  if (const auto transfer = json.find("transfer")) settings.transfer = transfer->boolean();
  settings.ssh = text_of(json, "ssh");
  if (const auto options = json.find("options")) {
    for (const JsonReader& option : options->all()) settings.options.push_back(option.text());
  }
  settings.queued = number_of(json, "queued", most_queued).value_or(settings.queued);
  settings.tries = number_of(json, "tries", 1000).value_or(settings.tries);
  settings.pause = seconds_of(json, "pause", settings.pause);
  settings.look_every = seconds_of(json, "look_every", settings.look_every);
  settings.patience = seconds_of(json, "patience", settings.patience);
  return settings;
}

// The numbers that all users of a folder share: no file, program or option.
Json numbers_of(const Settings& settings) {
  Json json;
  json["version"] = settings_version;
  json["on"] = settings.on;
  if (settings.parts) json["parts"] = *settings.parts;
  if (settings.processors) json["processors"] = *settings.processors;
  json["queued"] = settings.queued;
  json["tries"] = settings.tries;
  json["pause"] = settings.pause;
  json["look_every"] = settings.look_every;
  json["patience"] = settings.patience;
  return json;
}

Json json_of(const Settings& settings) {
  Json json = numbers_of(settings);
  const auto add = [&json](const char* key, const std::string& text) {
    if (!text.empty()) json[key] = text;
  };
  add("program", settings.program);
  add("before", settings.before);
  add("hosts", settings.hosts);
  if (settings.transfer) json["transfer"] = true;
  add("ssh", settings.ssh);
  if (!settings.options.empty()) json["options"] = settings.options;
  return json;
}

fs::path own_profile() {
  const char* chosen = std::getenv("XDG_CONFIG_HOME");
  const char* home = std::getenv("HOME");
  if (chosen != nullptr && fs::path(chosen).is_absolute()) {
    return fs::path(chosen) / "referee" / settings_name;
  }
  return home == nullptr ? fs::path() : fs::path(home) / ".config" / "referee" / settings_name;
}

// In this user's cache.
constexpr const char* memory = "submissions";

std::string name_in_memory(const fs::path& folder, const std::string& tournament) {
  constexpr std::size_t enough = 32;
  return text::sha256(folder.string() + '\n' + tournament).substr(0, enough) + ".json";
}

// The settings of `json`, with the numbers of the folder's file, if there is one, in place of its
// own.
Settings with_numbers_of(const fs::path& folder, Json json, const fs::path& profile) {
  const fs::path file = folder / settings_name;
  std::error_code error;
  if (!fs::exists(fs::symlink_status(file, error))) {
    return settings_from(JsonReader(json, profile.string() + ":"), profile);
  }
  const Json parsed = text::parse_json(store::read_shared(file), file.string());
  const JsonReader reader(parsed, file.string() + ":");
  const Json numbers = numbers_of(settings_from(reader, file));
  std::string others;
  for (const auto& [key, value] : parsed.items()) {
    if (numbers.contains(key)) {
      json[key] = value;
    } else {
      text::add_to_list(others, key);
    }
  }
  if (!others.empty()) {
    text::warn(
        "{}: {} not taken from a folder in which others may write; give it by --profile, or "
        "in {}",
        file.string(), others, own_profile().string());
  }
  return settings_from(JsonReader(json, file.string() + ":"), profile);
}

}  // namespace

Settings read_settings(const fs::path& file) {
  const Json parsed = text::parse_json(text::read_file(file), file.string());
  return settings_from(JsonReader(parsed, file.string() + ":"), file);
}

Settings remembered(const fs::path& folder, const std::string& tournament) {
  const std::string name = name_in_memory(folder, tournament);
  if (const auto own = toolchain::kept_text(memory, name)) {
    const Json json = text::parse_json(*own, name);
    return settings_from(JsonReader(json, name + ":"), fs::path("/") / name);
  }
  const fs::path profile = own_profile();
  std::error_code error;
  Json json = Json::object();
  if (!profile.empty() && fs::exists(profile, error)) {
    json = text::parse_json(text::read_file(profile), profile.string());
  }
  return with_numbers_of(folder, std::move(json), profile);
}

void remember(const fs::path& folder, const std::string& tournament, const Settings& settings) {
  try {
    toolchain::keep_text(memory, name_in_memory(folder, tournament),
                         json_of(settings).dump(2) + "\n");
  } catch (const std::exception& error) {
    text::debug("cluster: not kept: {}", error.what());  // the caller has to type them again
  }
  store::WholeFile file(folder / settings_name);
  file.write(numbers_of(settings).dump(2) + "\n");
  file.finish();
}

}  // namespace referee::cluster
