// The last games of a folder, by the names that verbs know.
#include <cstdlib>

#include <nlohmann/json.hpp>

#include "folder.hpp"

namespace {

using namespace cli_test;

using Workbench = InFolder;

// The game just lost is there without --out; how many are kept, LastGame's own test says.
TEST_F(Workbench, TheLastGamesAreKept) {
  const std::string random = "referee random black-hole --seed ";
  const Words match{"match", "black-hole", random + "1", random + "2", "--json", "--seed"};
  const Json first = Json::parse(expect(0, match + Words{"1"}));
  const Json second = Json::parse(expect(0, match + Words{"2"}));
  EXPECT_EQ(Json::parse(expect(0, {"show", "last", "--json"})), second);
  EXPECT_EQ(Json::parse(expect(0, {"show", "last-1", "--json"})), first);
  expect_error(2, "'last-2': only the last 2 games are kept", {"show", "last-2"});
  const Ended replayed = referee({"replay", "last"});
  EXPECT_NE(replayed.out.find("as recorded, to the end"), std::string::npos) << replayed.out;
  EXPECT_TRUE(
      replayed.err.starts_with("last: Black Hole, random-1 (red) against random-2 (blue), played "))
      << replayed.err;
  EXPECT_EQ(Json::parse(expect(0, match + Words{"9", "--deal", "@last-1"}))["deal"], first["deal"]);
  // Where nothing can be kept no game fails.
  write("file", "");
  ::setenv("XDG_CACHE_HOME", path("file").c_str(), 1);
  const std::string out = expect(0, {"match", "black-hole", random + "1", random + "2"});
  EXPECT_NE(out.find("--save FILE, then referee show FILE"), std::string::npos) << out;
}

}  // namespace
