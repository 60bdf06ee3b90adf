// referee shard: plays one part of a tournament.

#include <fmt/core.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <exception>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <thread>

#include <nlohmann/json.hpp>

#include "referee/base/text/error.hpp"
#include "referee/base/text/log.hpp"
#include "referee/base/text/machine.hpp"
#include "referee/base/text/words.hpp"
#include "referee/cli/compare_parts.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/cli/options/shared_options.hpp"
#include "referee/cli/parts.hpp"
#include "referee/cli/playing.hpp"
#include "referee/cli/records.hpp"
#include "referee/cli/tune_parts.hpp"
#include "referee/cli/verbs/verbs.hpp"
#include "referee/machine/toolchain/build.hpp"
#include "referee/play/judge/registry.hpp"
#include "referee/run/parts/part_files.hpp"
#include "referee/run/store/line_reader.hpp"
#include "referee/run/store/store_files.hpp"

namespace referee::cli {
namespace {

namespace fs = std::filesystem;
using parts::Shard;

struct ShardOptions {
  std::string folder;
  std::string part;
  std::optional<unsigned> stage;
  std::optional<std::string> tournament;
  std::string out;
  unsigned jobs = 0;
  bool quiet = false;
  bool json = false;
  bool unattended = false;
  bool trust = false;
};

Shard shard_named(const std::string& text) {
  try {
    return parts::shard_of(text);
  } catch (const std::invalid_argument& error) {
    throw UsageError(error.what());
  }
}

struct Played {
  std::uint64_t matches = 0;  // of the part
  std::uint64_t records = 0;  // that it has
  std::uint64_t faults = 0;
};

// What is in the store, and in `out`, if that is not empty.
Played played_of(const store::Store& store, const parts::Stage& stage, Shard shard,
                 const fs::path& out) {
  const auto ranges = parts::Cut(stage, shard.count).ranges_of(shard.number);
  Played played;
  for (const auto& range : ranges) played.matches += range.end - range.begin;
  std::set<std::uint64_t> seen;
  const auto count = [&](const store::MatchSummary& match, std::string_view) {
    for (const auto& range : ranges) {
      if (match.match < range.begin || match.match >= range.end) continue;
      if (!seen.insert(match.match).second) continue;
      ++played.records;
      for (const auto& seat : match.seats) played.faults += seat.fault ? 1U : 0U;
    }
  };
  parts::read_part(store, stage, shard, count);
  if (out.empty()) return played;
  for (const fs::path& file : store::record_files(out)) {
    store::LineReader reader(file);
    while (const auto line = reader.next()) {
      if (line->end != store::LineReader::End::newline) continue;
      try {
        const store::MatchSummary match = store::summary_of_line(line->text);
        if (match.tournament == store.id()) count(match, line->text);
      } catch (const text::JsonError&) {
        // Merging says what is wrong with it.
      }
    }
  }
  return played;
}

void print(const store::Store& store, unsigned stage, Shard shard, const Played& played,
           bool json) {
  const bool stages = parts::has_stages(store.manifest());
  if (json) {
    text::Json result;
    result["tournament"] = store.id();
    result["part"] = shard.number;
    result["parts"] = shard.count;
    if (stages) result["stage"] = stage;
    result["matches"] = played.matches;
    result["played"] = played.records;
    result["faults"] = played.faults;
    std::cout << result.dump(2) << '\n';
    return;
  }
  std::cout << fmt::format("part {} of {}{}: {} of {} played\n", shard.number, shard.count,
                           stages ? fmt::format(" of stage {}", stage) : "", played.records,
                           text::plural(played.matches, "match", "matches"));
  if (stages && played.matches > 0 && played.records == played.matches) {
    std::cout << fmt::format("next: when all parts are played, referee merge {}\n",
                             text::shell_word(store.folder().string()));
  }
}

// Opens the store when the stage that was asked for has begun, if any was. Throws UsageError.
store::Store store_in_stage(const ShardOptions& options) {
  const auto last = std::chrono::steady_clock::now() + other_files_appear_within;
  while (true) {
    auto store = open_store(options.folder);
    if (has_comparison(store)) return store;
    require_parts(store.manifest());
    const unsigned stage = store.closed_stages() + 1;
    if (!options.stage || *options.stage <= stage) return store;
    if (!options.unattended || store.seal() || std::chrono::steady_clock::now() > last) {
      throw UsageError(
          store.seal()
              ? fmt::format("--stage: the tournament is complete after {}",
                            text::plural(stage, "stage"))
              : fmt::format("--stage: stage {} is being played; referee merge {} begins the next "
                            "one when all of its matches are there",
                            stage, text::shell_word(options.folder)));
    }
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }
}

// What was sent to this machine may have arrived in part.
void require_tournament(const store::Store& store, const std::string& id) {
  if (!id.empty() && store.id().starts_with(id)) return;
  throw UsageError(fmt::format("--tournament: {} holds the tournament {}, not {}",
                               store.folder().string(), store.id(), id));
}

// The folder for the records, made if need be; empty if it is the store's.
fs::path folder_for_records(const ShardOptions& options) {
  if (options.out.empty()) return {};
  std::error_code error;
  fs::create_directories(options.out, error);
  if (!error && !fs::is_directory(options.out)) {
    error = std::make_error_code(std::errc::not_a_directory);
  }
  if (error) {
    throw text::MachineError(
        fmt::format("--out: cannot make the folder {}: {}", options.out, error.message()));
  }
  return options.out;
}

int play(ShardOptions options) {
  options.folder = folder_of_part(options.folder);
  const Shard shard = shard_named(options.part);
  const fs::path out = folder_for_records(options);
  judge::play_by_manifests();
  if (options.tournament) require_tournament(open_store(options.folder), *options.tournament);
  const auto store = store_in_stage(options);
  if (has_comparison(store)) {
    tell_commands(store, options.trust, options.quiet);
    return play_batch_part(store, {shard, options.stage, options.jobs, options.quiet, options.json,
                                   out, options.unattended});
  }
  const unsigned number = store.closed_stages() + 1;
  if (options.stage.value_or(number) < number) {
    if (options.json) {
      print(store, *options.stage, shard, {}, true);
    } else if (!options.unattended) {
      std::cout << fmt::format("stage {} is complete; nothing was played\n", *options.stage);
    }
    return done;
  }
  require_same_bots(store);
  tell_commands(store, options.trust, options.quiet);
  tournament::OpenMatches open;
  const auto end =
      play_store(store, {options.jobs, options.quiet, shard, nullptr, out, {}, {}, &open});
  const parts::Stage stage = parts::stage_of(store);
  const Played played = played_of(store, stage, shard, out);
  if (!options.unattended) print(store, number, shard, played, options.json);
  if (end == tournament::RunEnd::interrupted) {
    text::warn("interrupted; the same command continues");
    return tell_open(open, true, interrupted);
  }
  return tell_open(open, true, played.faults > 0 ? failed : done);
}

std::string host_name() {
  std::array<char, 256> name{};
  if (::gethostname(name.data(), name.size() - 1) != 0) return "?";
  return name.data();
}

// For schedulers, which take any other exit code than 0 for a failure of the machine, and whose
// logs should say where something happened.
int play_unattended(ShardOptions options) {
  options.quiet = true;
  const std::string where = fmt::format("part {} on {}: ", options.part, host_name());
  try {
    const int code = play(options);
    return code == failed ? done : code;
  } catch (const store::BrokenSeal&) {
    throw;
  } catch (const toolchain::CompileError&) {
    throw;
  } catch (const text::InputError& error) {
    throw text::InputError(where + text::told(error));
  } catch (const std::exception& error) {
    throw text::MachineError(where + text::told(error));
  }
}

}  // namespace

void add_shard(CommandLine& program) {
  const Verb verb =
      program.add("shard", "Play one part of a tournament or comparison on this machine");
  auto options = std::make_shared<ShardOptions>();
  verb.option("folder", &options->folder,
              "The folder, made with --plan-only by referee tournament, compare or tune")
      .required();
  verb.option("part", &options->part, "K/N: the K-th of N parts, from 1/N to N/N")
      .unit("K/N")
      .required();
  verb.option("--stage", &options->stage,
              "For schedulers, whose jobs may come late: play nothing unless this stage is played")
      .unit("N")
      .within(1, 1'000'000);
  verb.option("--tournament", &options->tournament,
              "For schedulers, which send folders: play only the tournament with this id")
      .unit("ID");
  add_out_option(verb, options->out);
  add_jobs_option(verb, options->jobs);
  add_trust_option(verb, options->trust);
  add_json_option(verb, options->json);
  add_quiet_option(verb, options->quiet);
  verb.flag("--unattended", options->unattended,
            "For schedulers: quiet, exit code 0 even if bots failed, errors name the machine");
  verb.footer(
      "Each run writes its own file, so any number may run at the same time, even of\n"
      "the same part. Matches that are in the folder already are not played again.\n"
      "referee merge joins everything. Swiss tournaments, knockouts and the official\n"
      "format are played in stages: all parts, merge, all parts of the next stage.\n\n"
      "Examples:\n"
      "  referee tournament mine.json --plan-only --out shared/mine\n"
      "  referee shard shared/mine 1/3      and 2/3 and 3/3 on other machines\n"
      "  referee merge shared/mine\n\n"
      "Of a comparison this plays a part of the batch that is to be played now, of a\n"
      "tuning a part of its round.\n\n"
      "Exit code 1 if a bot failed in any match of the part. See docs/guide/parts.md.");
  verb.runs([options] {
    if (options->unattended) return play_unattended(*options);
    return play_or_show_who_does([&] { return play(*options); }, options->json);
  });
}

}  // namespace referee::cli
