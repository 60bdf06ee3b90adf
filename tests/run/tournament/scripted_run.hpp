// Tournaments in which no process is started.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "referee/base/text/json_reader.hpp"
#include "referee/run/config/config.hpp"
#include "referee/run/tournament/runner.hpp"
#include "tests/run/store/support.hpp"
#include "tests/scripted_host.hpp"

namespace referee::tournament {

class ScriptedRun : public testing::Test {
 protected:
  // The program of all bots, which are told apart by further words: "./bot 1".
  ScriptedRun() {
    test::write_file(folder_.path() / "bot", "#!/bin/sh\n");
    std::filesystem::permissions(folder_.path() / "bot", std::filesystem::perms::owner_all);
  }

  [[nodiscard]] config::Manifest manifest(std::string_view config) const {
    return config::parse_config(config, "c.json", folder_.path(), {});
  }
  // Of games of Black Hole.
  RunEnd play(const store::Store& store, unsigned jobs, RunObserver& observer) {
    RunOptions options;
    options.jobs = jobs;
    options.make_host = [this](const walls::Protections&, std::size_t) {
      return std::make_unique<scripted::Host>(*rules::find_game("black-hole"), script_);
    };
    return run(store, {}, {walls::probe_protections(), options, stop_, &open_}, observer);
  }
  RunEnd play(const store::Store& store, unsigned jobs = 1) {
    RunObserver nobody;
    return play(store, jobs, nobody);
  }

  // The records that count, by their numbers, without what differs from folder to folder.
  static std::map<std::uint64_t, text::Json> records(const store::Store& store) {
    std::map<std::uint64_t, text::Json> all;
    store.read([&all](const store::MatchSummary& match, std::string_view line) {
      text::Json& record = all[match.match] = text::parse_json(line, "record");
      for (const char* key : {"tournament", "match", "measured"}) record.erase(key);
    });
    return all;
  }
  static std::size_t lines_in(const std::filesystem::path& file) {
    const std::string text = test::read_file(file);
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  }

  const test::TemporaryFolder folder_;
  scripted::Script script_;  // of all bots; empty: they play
  StopRequest stop_;
  OpenMatches open_;
};

}  // namespace referee::tournament
