#include "arena.hpp"

#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include "referee/machine/bot/fault.hpp"
#include "referee/machine/kernel/tree.hpp"
#include "rules/catalogue.hpp"
#include "stage.hpp"

namespace arena {
namespace {

namespace fs = std::filesystem;
using referee::match::Contestant;
using referee::match::MatchRecord;

// In which every bot plays; those that know any game play the others, too.
constexpr const char* usual_game = "black-hole";

class Arena {
 public:
  explicit Arena(const fs::path& folder) : stage_(folder) {
    honest_[""] = stage_.play_against("honest", "", usual_game, true);
    absent_ = stage_.play_against("leave-in-turn", "", usual_game, true);
  }

  [[nodiscard]] std::vector<Listed> list_of(const std::string& group) const {
    return stage_.list_of(group);
  }

  Row judge(const Listed& listed) {
    Row row{listed.group, listed.name, listed.options, listed.does};
    referee::kernel::Limits limits;
    const How how = apply_options(row.options, 1, limits);
    if (how.only_measured) {
      row.outcome = "any";
      return row;
    }
    stage_.begin();
    MatchRecord record = observe(row, usual_game, true);
    row.outcome = fault_of(record, 0);
    row.reason = reason_of(row, record, 0);
    row.refused = refused_of(record, 0);
    Listed expected = listed;
    if (how.held_by_group && groups_) expected.fault = expected.reason = "";
    check_fault(row, record, 0, expected);
    check_opponent(row, record);
    record = observe(row, usual_game, false);
    check_fault(row, record, 1, expected);
    if (how.any_game) {
      for (const rules::GameInfo& game : rules::games()) {
        if (game.name == usual_game) continue;
        check_fault(row, observe(row, std::string(game.name), true), 0, expected);
      }
    }
    // The document tells what happens without groups.
    if (how.held_by_group && row.failures.empty()) {
      row.outcome = listed.fault;
      row.reason = listed.reason;
    }
    stage_.end();
    row.failures += left_behind(before_);
    return row;
  }

  // A command that cannot be started: its fault comes without any process.
  Row judge_command(const std::string& name, const std::string& does, const std::string& command) {
    Row row{"start", name, "", does};
    Contestant bad = stage_.contestant("bad", "");
    const fs::path& folder = stage_.folder();
    try {
      bad.spec.command = referee::program::resolve_command(command, folder);
    } catch (const referee::program::CommandError& error) {
      bad.spec.command.reset();
      bad.spec.launch_fault = referee::bot::launch_fault(error);
    }
    stage_.begin();
    const MatchRecord record = stage_.play(bad, stage_.contestant("black-hole-greedy", ""), true,
                                           usual_game, referee::kernel::ClockKind::cpu);
    stage_.end();
    row.outcome = fault_of(record, 0);
    row.reason = reason_of(row, record, 0);
    check_fault(row, record, 0, {"", "", "", "launch", row.reason, ""});
    for (auto at = row.reason.find(folder.string()); at != std::string::npos;
         at = row.reason.find(folder.string())) {
      row.reason.replace(at, folder.string().size(), "...");
    }
    row.failures += left_behind(before_);
    return row;
  }

 private:
  // Plays and checks what is true of every match.
  MatchRecord observe(Row& row, const std::string& game, bool bad_first) {
    MatchRecord record = stage_.try_out(row.name, row.options, game, bad_first, groups_);
    const std::size_t good = bad_first ? 1 : 0;
    for (const auto& fault : record.faults) {
      if (rules::index(fault.seat) == good) row.failures += " the opponent failed in " + game + ";";
    }
    if (record.measured.bots[good].departure.exit_code != 0) {
      row.failures += " the opponent did not leave with exit code 0;";
    }
    // While the host lives it keeps empty folders and descriptors, but nothing inside.
    const std::size_t files = look_around().scratch_files;
    if (files > 0) row.failures += " files in a scratch folder after a match;";
    return record;
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
  [[nodiscard]] std::string reason_of(const Row& row, const MatchRecord& record,
                                      std::size_t seat) const {
    const auto* fault = find_fault(record, seat);
    return fault != nullptr ? stage_.as_listed(fault->fault.reason, row.options) : "";
  }
  static std::string refused_of(const MatchRecord& record, std::size_t seat) {
    std::string text;
    for (const std::string& call : record.measured.bots[seat].departure.refused) {
      text += (text.empty() ? "" : ", ") + call;
    }
    return text;
  }

  void check_fault(Row& row, const MatchRecord& record, std::size_t seat,
                   const Listed& listed) const {
    const std::string kind = fault_of(record, seat);
    const std::string said = reason_of(row, record, seat);
    const bool right = listed.reason == "?" ? !said.empty() : said == listed.reason;
    if (kind != (listed.fault.empty() ? "none" : listed.fault) || !right) {
      row.failures += " fault " + kind + " '" + said + "' in " + std::string(record.game->name) +
                      " as seat " + std::to_string(seat + 1) + ";";
    }
  }

  // Where it is known how the game must go on, it must go on so.
  void check_opponent(Row& row, const MatchRecord& record) {
    referee::kernel::Limits limits;
    const std::string opponent = apply_options(row.options, 1, limits).opponent;
    const MatchRecord* like = nullptr;
    if (record.faults.empty()) {
      const auto [place, is_new] = honest_.try_emplace(opponent);
      if (is_new) place->second = stage_.play_against("honest", row.options, usual_game, true);
      like = &place->second;
    } else if (record.faults.front().ply == 1 && opponent.empty()) {
      like = &*absent_;
    }
    if (like != nullptr &&
        (record.plies != like->plies || !(record.scores[1].result == like->scores[1].result))) {
      row.failures += " the opponent's game is another one;";
    }
  }

  const Leftovers before_ = look_around();
  const bool groups_ = !referee::walls::probe_protections().cgroup.empty();
  Stage stage_;
  std::map<std::string, MatchRecord> honest_;  // by opponent; the usual one's is ""
  std::optional<MatchRecord> absent_;
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
      arena.judge_command("text", "an executable file that is not a program", command("text")),
  };
  fs::remove_all(place);
  return rows;
}

}  // namespace

Report::Report(int report) : report_(report) {
  referee::kernel::adopt_orphans();
  ::prctl(PR_SET_DUMPABLE, 0);
}

void Report::tell(const Row& row) {
  std::string line;
  for (const std::string* field : {&row.group, &row.name, &row.options, &row.does, &row.outcome,
                                   &row.reason, &row.refused, &row.failures}) {
    line += *field + '\t';
  }
  line.back() = '\n';
  const bool told = ::write(report_, line.data(), line.size()) == static_cast<ssize_t>(line.size());
  if (!told || !row.failures.empty()) ++failed_;
}

Row from_line(const std::string& line) {
  auto fields = split(line, '\t');
  fields.resize(8);
  return {fields[0], fields[1], fields[2], fields[3], fields[4], fields[5], fields[6], fields[7]};
}

std::vector<fs::path> programs(const fs::path& bin_folder, Bits bits) {
  std::vector<fs::path> files{bin_folder / (bits == Bits::of_32 ? "32-bit/hostile" : "hostile")};
  for (const rules::GameInfo& game : rules::games()) {
    files.push_back(bin_folder / (std::string(game.name) + "-greedy"));
  }
  return files;
}

std::vector<std::string> group_titles() {
  return {"time",   "processes", "attacks on the referee", "attacks on the rival",
          "output", "input",     "memory and disk",        "detours through the kernel",
          "start",  "fairness",  "memory pressure"};
}

namespace {

std::vector<Listed> chosen(const Arena& arena, const std::string& group) {
  if (!group.starts_with(sample_of)) return arena.list_of(group);
  const std::vector<std::string> names = split(group.substr(sample_of.size()), ',');
  std::set<std::string> kinds;
  std::vector<Listed> result;
  for (const std::string& title : group_titles()) {
    for (const Listed& one : arena.list_of(title)) {
      const bool named = std::find(names.begin(), names.end(), one.name) != names.end();
      if (kinds.insert(one.fault).second || named) result.push_back(one);
    }
  }
  return result;
}

}  // namespace

int play_group(const fs::path& folder, const std::string& group, int descriptor) {
  Report report(descriptor);
  {
    Arena arena(folder);
    const auto listed = chosen(arena, group);
    if (listed.empty()) return 1;
    for (const Listed& one : listed) report.tell(arena.judge(one));
    if (group == "start") {
      for (const Row& row : judge_commands(arena, folder)) report.tell(row);
    }
  }
  // With the host its processes, its folders and its control groups are gone.
  Row end{group, "(end)", "", ""};
  if (entries(fs::temp_directory_path().c_str()) != 0) end.failures += " scratch folders left;";
  if (count_processes() != 2) end.failures += " processes left;";
  const std::string groups = referee::walls::probe_protections().cgroup;
  if (!groups.empty()) {
    for (const auto& entry : fs::directory_iterator(groups)) {
      // All below the fence's own group is ours.
      const std::string name = entry.path().filename().string();
      if (name.starts_with("referee-")) end.failures += " control group " + name + ";";
    }
  }
  report.tell(end);
  return report.failed();
}

}  // namespace arena
