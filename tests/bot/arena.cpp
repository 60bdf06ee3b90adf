#include "arena.hpp"

#include <dirent.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <optional>

#include "how.hpp"
#include "leftovers.hpp"
#include "referee/bot/bot.hpp"
#include "referee/bot/tree.hpp"
#include "referee/match/match.hpp"
#include "rules/catalogue.hpp"

namespace arena {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using referee::bot::BotSpec;
using referee::match::Contestant;
using referee::match::MatchRecord;

// What an end may take beyond what the clock allows, and the opponent be charged more
// than in an honest game.
constexpr auto end_allowance = 1s;
constexpr auto charge_noise = 20ms;

// For how long so far somebody waited for a processor on this machine: that is nobody's
// fault. Zero where the kernel does not tell.
std::chrono::microseconds waited_for_processors() {
  std::ifstream in("/proc/pressure/cpu");
  std::string line;
  std::getline(in, line);  // "some avg10=0.00 ... total=1234"
  const auto at = line.find("total=");
  if (at == std::string::npos) return {};
  return std::chrono::microseconds(std::strtoll(line.c_str() + at + 6, nullptr, 10));
}

class Arena {
 public:
  explicit Arena(fs::path folder)
      : folder_(std::move(folder)), protections_(referee::bot::probe_protections()) {
    before_ = look_around();
    host_.emplace(protections_);
    honest_[""] = play_against("honest", "", "black-hole", true);
    absent_ = play_against("leave-in-turn", "", "black-hole", true);
  }

  Row judge(const std::vector<std::string>& listed) {
    Row row{listed[0], listed[1], listed[2], listed[5], "", "", "", ""};
    kept_.clear();
    host_.emplace(protections_);
    const std::string& fault = listed[3];
    const std::string& reason = listed[4];
    MatchRecord record = observe(row, "black-hole", true);
    row.outcome = fault_of(record, 0);
    row.reason = reason_of(record, 0);
    row.refused = refused_of(record, 0);
    check_fault(row, record, 0, fault, reason);
    check_opponent(row, record);
    record = observe(row, "black-hole", false);
    check_fault(row, record, 1, fault, reason);
    referee::bot::Limits limits;
    if (apply_options(row.options, limits).any_game) {
      for (const char* game : {"6561", "2187", "turn-right", "box"}) {
        check_fault(row, observe(row, game, true), 0, fault, reason);
      }
    }
    host_.reset();
    row.failures += difference(before_, look_around());
    return row;
  }

  // A command that cannot be started: its fault comes without any process.
  Row judge_command(const std::string& name, const std::string& does, const std::string& command) {
    Row row{"start", name, "", does, "", "", "", ""};
    Contestant bad = contestant("bad", "", "");
    try {
      bad.spec.command = referee::bot::resolve_command(command, folder_);
    } catch (const referee::bot::CommandError& error) {
      bad.spec.command.reset();
      bad.spec.launch_error = error.what();
    }
    host_.emplace(protections_);
    const MatchRecord record = play(bad, contestant("black-hole-random", "1", ""), true,
                                    "black-hole", referee::bot::ClockKind::cpu);
    host_.reset();
    row.outcome = fault_of(record, 0);
    row.reason = reason_of(record, 0);
    check_fault(row, record, 0, "launch", row.reason);
    for (auto at = row.reason.find(folder_.string()); at != std::string::npos;
         at = row.reason.find(folder_.string())) {
      row.reason.replace(at, folder_.string().size(), "...");
    }
    row.failures += difference(before_, look_around());
    return row;
  }

 private:
  [[nodiscard]] Contestant contestant(const std::string& program, const std::string& argument,
                                      const std::string& options) const {
    Contestant one;
    one.spec.name = program;
    apply_options(options, one.spec.limits);
    for (const auto& entry : fs::directory_iterator(folder_)) {
      const fs::path file = entry.path() / program;
      if (entry.is_directory() && fs::exists(file)) {
        one.spec.command = referee::bot::resolve_command(file.string() + " " + argument, folder_);
        one.spec.command->folder = entry.path();
      }
    }
    return one;
  }

  MatchRecord play(const Contestant& bad, const Contestant& good, bool bad_first,
                   const std::string& game, referee::bot::ClockKind clock) {
    const auto plan = referee::match::MatchPlan::from_seed(*rules::find_game(game), 1);
    referee::match::MatchSettings settings;
    settings.clock = clock;
    return bad_first ? referee::match::run(*host_, plan, settings, bad, good)
                     : referee::match::run(*host_, plan, settings, good, bad);
  }

  MatchRecord play_against(const std::string& name, const std::string& options,
                           const std::string& game, bool bad_first) {
    // The host knows a bot by its specification's address.
    auto bad = std::make_unique<Contestant>(contestant("hostile", name, options));
    referee::bot::Limits limits;
    const How how = apply_options(options, limits);
    auto good = std::make_unique<Contestant>(how.opponent.empty()
                                                 ? contestant(game + "-random", "1", "")
                                                 : contestant("hostile", how.opponent, ""));
    good->spec.limits.budget = bad->spec.limits.budget;
    bad->spec.environment.push_back("HOSTILE_RIVAL=" + good->spec.command->program.string());
    if (game != "black-hole") bad->spec.environment.emplace_back("HOSTILE_FIRST=1");
    kept_.push_back(std::move(bad));
    kept_.push_back(std::move(good));
    return play(**(kept_.end() - 2), *kept_.back(), bad_first, game, how.clock);
  }

  // Plays and checks what is true of every match.
  MatchRecord observe(Row& row, const std::string& game, bool bad_first) {
    referee::bot::Limits limits;
    const auto clock = 3 * apply_options(row.options, limits).budget;
    const auto start = std::chrono::steady_clock::now();
    const auto waited = waited_for_processors();
    MatchRecord record = play_against(row.name, row.options, game, bad_first);
    const auto took = std::chrono::steady_clock::now() - start;
    if (took > clock + limits.grace + end_allowance + (waited_for_processors() - waited)) {
      row.failures += " took " + std::to_string(took / 1ms) + " ms;";
    }
    const std::size_t good = bad_first ? 1 : 0;
    for (const auto& fault : record.faults) {
      if (rules::index(fault.seat) == good) row.failures += " the opponent failed in " + game + ";";
    }
    if (record.measured.bots[good].cpu > honest_cpu() + charge_noise) {
      row.failures += " the opponent was charged more;";
    }
    if (record.measured.bots[good].departure.exit_code != 0) {
      row.failures += " the opponent did not leave with exit code 0;";
    }
    // While the host lives it keeps empty folders and descriptors, but nothing inside.
    const std::size_t files = look_around().scratch_files;
    if (files > 0) row.failures += " files in a scratch folder after a match;";
    return record;
  }

  [[nodiscard]] referee::bot::Duration honest_cpu() const {
    const auto record = honest_.find("");
    return record != honest_.end() ? record->second.measured.bots[1].cpu : referee::bot::Duration{};
  }

  static const referee::match::MatchFault* find_fault(const MatchRecord& record, std::size_t seat) {
    for (const auto& fault : record.faults) {
      if (rules::index(fault.seat) == seat) return &fault;
    }
    return nullptr;
  }
  static std::string fault_of(const MatchRecord& record, std::size_t seat) {
    const auto* fault = find_fault(record, seat);
    return fault != nullptr ? std::string(name(fault->fault.kind)) : "none";
  }
  static std::string reason_of(const MatchRecord& record, std::size_t seat) {
    const auto* fault = find_fault(record, seat);
    return fault != nullptr ? fault->fault.reason : "";
  }
  static std::string refused_of(const MatchRecord& record, std::size_t seat) {
    std::string text;
    for (const std::string& call : record.measured.bots[seat].departure.refused) {
      text += (text.empty() ? "" : ", ") + call;
    }
    return text;
  }

  static void check_fault(Row& row, const MatchRecord& record, std::size_t seat,
                          const std::string& fault, const std::string& reason) {
    const std::string kind = fault_of(record, seat);
    const std::string said = reason_of(record, seat);
    const bool right = reason == "?" ? !said.empty() : said == reason;
    if (kind != (fault.empty() ? "none" : fault) || !right) {
      row.failures += " fault " + kind + " '" + said + "' in " + std::string(record.game->name) +
                      " as seat " + std::to_string(seat + 1) + ";";
    }
  }

  // Where it is known how the game must go on, it must go on so.
  void check_opponent(Row& row, const MatchRecord& record) {
    referee::bot::Limits limits;
    const std::string opponent = apply_options(row.options, limits).opponent;
    const MatchRecord* like = nullptr;
    if (record.faults.empty()) {
      const auto [place, is_new] = honest_.try_emplace(opponent);
      if (is_new) place->second = play_against("honest", row.options, "black-hole", true);
      like = &place->second;
    } else if (record.faults.front().ply == 1 && opponent.empty()) {
      like = &*absent_;
    }
    if (like != nullptr &&
        (record.plies != like->plies || !(record.scores[1].result == like->scores[1].result))) {
      row.failures += " the opponent's game is another one;";
    }
  }

  fs::path folder_;
  referee::bot::Protections protections_;
  std::vector<std::unique_ptr<Contestant>> kept_;
  std::optional<referee::bot::Host> host_;
  std::map<std::string, MatchRecord> honest_;  // by opponent; the usual one's is ""
  std::optional<MatchRecord> absent_;
  Leftovers before_;
};

void make_file(const fs::path& file, const std::string& content, bool executable) {
  std::ofstream(file, std::ios::binary) << content;
  ::chmod(file.c_str(), executable ? 0755 : 0644);
}

// The first bytes of a program for `machine`, 64 bits, little-endian.
std::string elf_head(char machine) {
  std::string head(
      "\x7f"
      "ELF\x02\x01\x01",
      7);
  head.resize(64, '\0');
  head[16] = 2;  // an executable
  head[18] = machine;
  return head;
}

std::vector<Row> judge_commands(Arena& arena, const fs::path& folder) {
  constexpr char aarch64 = '\xb7';
  constexpr char x86_64 = '\x3e';
  const fs::path place = folder / "tmp" / "commands";
  fs::create_directory(place);
  make_file(place / "not-executable", "#!/bin/sh\n", false);
  make_file(place / "other-machine", elf_head(aarch64), true);
  make_file(place / "cut-short", elf_head(x86_64), true);
  make_file(place / "no-interpreter", "#!/no/such/interpreter\n", true);
  make_file(place / "text", "just words\n", true);
  const auto command = [&](const char* name) { return (place / name).string(); };
  std::vector<Row> rows{
      arena.judge_command("missing", "a program that does not exist", command("missing")),
      arena.judge_command("directory", "a directory", place.string()),
      arena.judge_command("not-executable", "a file without the right to execute",
                          command("not-executable")),
      arena.judge_command("other-machine", "a program for another machine",
                          command("other-machine")),
      arena.judge_command("cut-short", "a program whose file ends after its head",
                          command("cut-short")),
      arena.judge_command("no-interpreter", "a script whose interpreter does not exist",
                          command("no-interpreter")),
      arena.judge_command("text", "an executable file that is no program", command("text")),
  };
  fs::remove_all(place);
  return rows;
}

std::vector<std::vector<std::string>> list_of(const fs::path& program, const std::string& group) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(
      ::popen((program.string() + " --list").c_str(), "re"), ::pclose);
  std::string text;
  std::array<char, 4096> buffer;
  while (const std::size_t size = std::fread(buffer.data(), 1, buffer.size(), pipe.get())) {
    text.append(buffer.data(), size);
  }
  std::vector<std::vector<std::string>> result;
  for (const std::string& line : split(text, '\n')) {
    auto fields = split(line, '\t');
    if (fields.size() == 6 && fields[0] == group) result.push_back(std::move(fields));
  }
  return result;
}

}  // namespace

std::string to_line(const Row& row) {
  std::string line;
  for (const std::string* field : {&row.group, &row.name, &row.options, &row.does, &row.outcome,
                                   &row.reason, &row.refused, &row.failures}) {
    line += *field + '\t';
  }
  line.back() = '\n';
  return line;
}

Row from_line(const std::string& line) {
  auto fields = split(line, '\t');
  fields.resize(8);
  return {fields[0], fields[1], fields[2], fields[3], fields[4], fields[5], fields[6], fields[7]};
}

std::vector<fs::path> programs(const fs::path& bin_folder) {
  std::vector<fs::path> files{bin_folder / "hostile"};
  for (const char* game : {"black-hole", "6561", "2187", "turn-right", "box"}) {
    files.push_back(bin_folder / (std::string(game) + "-random"));
  }
  return files;
}

std::vector<std::string> group_titles() {
  return {"time",   "processes", "attacks on the referee", "attacks on the rival",
          "output", "input",     "memory and disk",        "detours through the kernel",
          "start"};
}

int play_group(const fs::path& folder, const std::string& group, int report) {
  referee::bot::adopt_orphans();
  ::prctl(PR_SET_DUMPABLE, 0);  // as the referee's main program does
  int failed = 0;
  const auto tell = [&](const Row& row) {
    if (!row.failures.empty()) ++failed;
    const std::string line = to_line(row);
    if (::write(report, line.data(), line.size()) != static_cast<ssize_t>(line.size())) ++failed;
  };
  const auto listed = list_of(folder / "program-1" / "hostile", group);
  if (listed.empty()) return 1;
  {
    Arena arena(folder);
    for (const auto& one : listed) tell(arena.judge(one));
    if (group == "start") {
      for (const Row& row : judge_commands(arena, folder)) tell(row);
    }
  }
  // With the host its processes, its folders and its control groups are gone.
  Row end{group, "(end)", "", "", "", "", "", ""};
  if (entries(fs::temp_directory_path().c_str()) != 0) end.failures += " scratch folders left;";
  if (count_processes() != 2) end.failures += " processes left;";
  const std::string groups = referee::bot::probe_protections().cgroup;
  if (!groups.empty()) {
    for (const auto& entry : fs::directory_iterator(groups)) {
      std::ifstream members(entry.path() / "cgroup.procs");
      const std::string name = entry.path().filename().string();
      if (name.starts_with("referee-") && name.find("probe") == std::string::npos) {
        std::error_code ignored;
        // Another run's may be there; ours had no owner left and would be removable.
        if (fs::is_empty(entry.path(), ignored)) end.failures += " control group " + name + ";";
      }
    }
  }
  tell(end);
  return failed;
}

}  // namespace arena
