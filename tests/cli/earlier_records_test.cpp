// Folders that released versions and today's program have written stay readable by every verb that
// reads results. tests/data/records/VERSION has a Swiss tournament and a comparison of bot.py, as
// that version wrote them but for the machine's folder and kernel.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "folder.hpp"

namespace {

using namespace cli_test;
namespace fs = std::filesystem;

class EarlierRecords : public InFolder, public testing::WithParamInterface<const char*> {
 protected:
  EarlierRecords() {
    const fs::path data = fs::path(REFEREE_SOURCE_DIR) / "tests/data/records";
    fs::copy(data / GetParam(), folder_, fs::copy_options::recursive);
    for (const char* file : {"bot.py", "config.json"}) fs::copy(data / file, folder_ / file);
    for (const char* store : {"tournament", "compare"}) {
      const std::string file = store + std::string("/manifest.json");
      Json manifest = Json::parse(read(file));
      manifest["folder"] = folder_.string();
      write(file, manifest.dump(2));
    }
  }
};

TEST_P(EarlierRecords, AreReadByEveryVerb) {
  struct Case {
    int code;
    Words words;
    std::string text;  // on standard output
  };
  const std::string table =
      "1  one       2.5       3.5      6    449  74.83  4  0  2       0\n"
      "2  two         2         4      6    460  76.67  5  0  1       0\n"
      "3  three     1.5       4.5      6    388  64.67  3  0  3       0\n"
      "4  fails       0         6      6      0   0.00  0  0  6       6\n";
  for (const Case& one : std::vector<Case>{
           {0, {"standings", "tournament"}, table},
           {0,
            {"standings", "tournament", "--ratings"},
            "Ratings: Elo with 95 % errors; one is 0."},
           {0, {"standings", "tournament", "--times"}, "fails"},
           {0, {"standings", "compare"}, "1  base      4    339  84.75  4  0  0       0\n"},
           {0,
            {"show", "tournament"},
            "1  black-hole      fails         one                0 - 63"},
           {0,
            {"show", "tournament", "0"},
            "one won against fails, 85 to 0; fails failed (illegal)"},
           {0, {"verify", "tournament"}, "12 games, 360 moves: all agree with the rules\n"},
           {0, {"verify", "compare"}, "4 games, 120 moves: all agree with the rules\n"},
           {0, {"export", "tournament"}, "\n2,1,black-hole,"},
           {0,
            {"export", "tournament", "--as", "moves"},
            "\n0,1,black-hole,1,1,one,fails,bot,A1=1,"},
           {0, {"view", "tournament", "--save", "t.html"}, ""},
           {1,
            // The hash in it covers the Python of the machine that wrote it.
            {"replay", "tournament", "0", "--read", "bot.py"},
            "as recorded, with the same fault: illegal at move 16"},
           {0, {"merge", "merged", "tournament"}, "12 of 12 matches: complete and sealed, "},
           {0, {"standings", "merged"}, table},
       }) {
    SCOPED_TRACE(GetParam() + std::string(": referee ") + one.words[0] + " " + one.words[1]);
    const std::string out = expect(one.code, one.words);
    EXPECT_NE(out.find(one.text), std::string::npos) << out;
  }
  EXPECT_NE(read("t.html").find("three"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Versions, EarlierRecords, testing::Values("0.1.0", "today"),
                         [](const auto& version) {
                           std::string name = version.param;
                           std::replace(name.begin(), name.end(), '.', '_');
                           return name;
                         });

}  // namespace
