// Matches between a misbehaving bot and an honest one, inside the fence, and what is
// left after them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace arena {

// One behaviour of bots/hostile and what came of it. As one line: fields separated by
// tabs, in this order.
struct Row {
  std::string group = {};
  std::string name = {};
  std::string options = {};
  std::string does = {};
  std::string outcome = {};  // fault kind, or "none"
  std::string reason = {};
  std::string refused = {};   // system calls, as the record names them
  std::string failures = {};  // what the test has to complain about; empty if nothing
};

Row from_line(const std::string& line);

// What is told from inside the fence: a line for each row.
class Report {
 public:
  // Into descriptor `report`. Makes this process one like the referee's main program.
  explicit Report(int report);
  void tell(const Row& row);
  // Rows with failures, and those that could not be told.
  [[nodiscard]] int failed() const noexcept { return failed_; }

 private:
  int report_;
  int failed_ = 0;
};

// The programs that must be copied into the fence, the hostile one first, of which there may be one
// of 32 bits.
enum class Bits : std::uint8_t { native, of_32 };
std::vector<std::filesystem::path> programs(const std::filesystem::path& bin_folder, Bits bits);

// As `group` of play_group(): the behaviours with these names, separated by commas, and the first
// one for each kind of fault, out of all groups.
inline constexpr std::string_view sample_of = "sample of ";

// Inside the fence: plays all behaviours of `group` and writes a line for each to
// descriptor `report`. `folder` holds the copies of programs(). Returns the number of
// rows with failures.
int play_group(const std::filesystem::path& folder, const std::string& group, int report);

// Inside the fence: plays all behaviours of `group` by turns with an honest bot, until it is
// decided whether they cost their opponent time and whether those that meet a limit of time are
// ended when it is reached. Reports, and returns, as play_group.
int measure_group(const std::filesystem::path& folder, const std::string& group, int report);

// Inside the fence: interrupts matches of those behaviours of `group` that work on their rival's
// time, by turns with ones between bots that sleep, until it is decided whether that takes 200 ms
// longer. Reports, and returns, as play_group.
int interrupt_group(const std::filesystem::path& folder, const std::string& group, int report);

// Inside the fence: plays some behaviours on kernels without some features. Reports, and returns,
// as play_group, a row for each that ends otherwise there: what is lacking as its
// name, what `referee doctor` then says is off as its options, the behaviour as what it does.
int play_kernels(const std::filesystem::path& folder, int report);

// The titles of the groups, in the order of the document.
std::vector<std::string> group_titles();

}  // namespace arena
