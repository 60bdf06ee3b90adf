// referee doctor, and the same facts in records.
#include "folder.hpp"

namespace {

using namespace cli_test;

class Doctor : public InFolder {
 protected:
  // Exit code 1 if a protection is missing; the report is complete in any case.
  Json report() {
    const Ended ended = referee({"doctor", "--json"});
    EXPECT_TRUE(ended.code == 0 || ended.code == 1) << ended.code;
    const Json json = Json::parse(ended.out);
    EXPECT_EQ(ended.code == 0, json["missing_for_require"].empty());
    return json;
  }
  // The facts about the machine in the record of a match.
  Json host(const Words& options) {
    Words words =
        Words{"match", "box", "referee random box", "referee random box", "--json"} + options;
    return Json::parse(expect(0, words))["measured"]["host"];
  }
};

// The names of the protections that are on, or off.
Json names(const Json& report, bool on) {
  Json result = Json::array();
  for (const Json& one : report["protections"]) {
    if (one["on"] == on) result.push_back(one["name"]);
  }
  return result;
}

TEST_F(Doctor, TellsWhatEveryRecordCarries) {
  const Json said = report();
  const Json recorded = host({});
  EXPECT_EQ(recorded, said["host"]);
  EXPECT_EQ(recorded["on"], names(said, true));
  EXPECT_EQ(recorded["off"], names(said, false));
  EXPECT_EQ(recorded["isolated"], true);
  EXPECT_EQ(recorded["processors"], said["processors"]);
  EXPECT_EQ(recorded["root"], said["root"]);
}

TEST_F(Doctor, RecordsOfTrustedBotsNameWhatWasOff) {
  const Json with = host({});
  const Json without = host({"--trust"});
  EXPECT_EQ(without["isolated"], false);
  EXPECT_EQ(without["landlock"], 0);
  EXPECT_EQ(with["on"].size() + with["off"].size(), without["on"].size() + without["off"].size());
  EXPECT_NE(without["off"].dump().find("\"network\""), std::string::npos) << without;
  EXPECT_EQ(without["on"].dump().find("\"network\""), std::string::npos) << without;
}

TEST_F(Doctor, TellsPeopleTheSameNames) {
  const Json said = report();
  const std::string text = referee({"doctor"}).out;
  for (const Json& one : said["protections"]) {
    const std::string line = (one["on"] == true ? "on   " : "off  ") +
                             one["name"].get<std::string>() + ": " +
                             one["means"].get<std::string>() + "\n";
    EXPECT_NE(text.find(line), std::string::npos) << line;
  }
}

}  // namespace
