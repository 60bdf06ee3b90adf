#include "referee/cluster/settings.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "referee/store/shard.hpp"
#include "referee/store/store_files.hpp"
#include "referee/store/whole_file.hpp"
#include "referee/text/json_reader.hpp"

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

// A file that is named in a profile stands beside it.
std::string beside(const fs::path& profile, const std::string& named) {
  if (named.empty()) return named;
  return fs::absolute(profile.parent_path() / named).lexically_normal().string();
}

}  // namespace

Settings read_settings(const fs::path& file) {
  const Json parsed = text::parse_json(store::read_text(file), file.string());
  const JsonReader json(parsed, file.string() + ":");
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
  settings.parts = number_of(json, "parts", store::most_parts);
  settings.processors = number_of(json, "processors", 1024);
  settings.program = text_of(json, "program");
  settings.before = text_of(json, "before");
  settings.hosts = beside(file, text_of(json, "hosts"));
  if (const auto transfer = json.find("transfer")) settings.transfer = transfer->boolean();
  settings.ssh = text_of(json, "ssh");
  if (const auto options = json.find("options")) {
    for (std::size_t i = 0; i < options->items(); ++i) {
      settings.options.push_back(options->item(i).text());
    }
  }
  settings.queued = number_of(json, "queued", most_queued).value_or(settings.queued);
  settings.tries = number_of(json, "tries", 1000).value_or(settings.tries);
  settings.pause = seconds_of(json, "pause", settings.pause);
  settings.look_every = seconds_of(json, "look_every", settings.look_every);
  settings.patience = seconds_of(json, "patience", settings.patience);
  return settings;
}

std::optional<Settings> remembered(const fs::path& folder) {
  const fs::path file = folder / settings_name;
  std::error_code error;
  if (!fs::exists(file, error)) return std::nullopt;
  return read_settings(file);
}

void remember(const fs::path& folder, const Settings& settings) {
  Json json;
  json["version"] = settings_version;
  json["on"] = settings.on;
  if (settings.parts) json["parts"] = *settings.parts;
  if (settings.processors) json["processors"] = *settings.processors;
  const auto add = [&json](const char* key, const std::string& text) {
    if (!text.empty()) json[key] = text;
  };
  add("program", settings.program);
  add("before", settings.before);
  add("hosts", settings.hosts);
  if (settings.transfer) json["transfer"] = true;
  add("ssh", settings.ssh);
  if (!settings.options.empty()) json["options"] = settings.options;
  json["queued"] = settings.queued;
  json["tries"] = settings.tries;
  json["pause"] = settings.pause;
  json["look_every"] = settings.look_every;
  json["patience"] = settings.patience;
  store::WholeFile file(folder / settings_name);
  file.write(json.dump(2) + "\n");
  file.finish();
}

}  // namespace referee::cluster
