// referee verify: checks recorded games against the rules.

#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/base/text/json_reader.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/cli/options/shared_options.hpp"
#include "referee/cli/verbs/verbs.hpp"
#include "referee/play/judge/games.hpp"
#include "referee/play/match/recorded_games.hpp"
#include "referee/run/store/verify.hpp"

namespace referee::cli {
namespace {

void print_json(const store::Verified& findings) {
  text::Json result;
  result["games"] = findings.games;
  result["moves"] = findings.moves;
  result["disagreeing"] = findings.disagreeing;
  result["unchecked"] = findings.unchecked;
  result["unread"] = findings.unread;
  result["repeated"] = findings.repeated;
  result["disagreements"] = text::Json::array();
  for (const store::Disagreement& finding : findings.list) {
    result["disagreements"].push_back({{"place", finding.place}, {"what", finding.what}});
  }
  std::cout << text::dump(result, 2) << '\n';
}

void print_text(const store::Verified& findings) {
  for (const store::Disagreement& finding : findings.list) {
    std::cout << text::safe_text(finding.place) << ": " << text::safe_text(finding.what) << '\n';
  }
  std::cout << text::plural(findings.games, "game") << ", " << findings.moves << " moves: ";
  if (findings.games == 0) {
    std::cout << "nothing to check";
  } else if (findings.disagreeing == 0) {
    std::cout << "all agree with the rules";
  } else {
    std::cout << findings.disagreeing << (findings.disagreeing == 1 ? " disagrees" : " disagree")
              << " with the rules";
  }
  if (findings.unchecked > 0) {
    std::cout << "; " << text::plural(findings.unchecked, "line") << " could not be checked";
  }
  if (findings.unread > 0) {
    std::cout << "; " << text::plural(findings.unread, "file") << " could not be read";
  }
  if (findings.repeated > 0) {
    std::cout << "; " << text::plural(findings.repeated, "game") << " stood there already";
  }
  std::cout << '\n';
}

}  // namespace

void add_verify(CommandLine& program) {
  const Verb verb =
      program.add("verify", "Check recorded games against the rules: each move and score");
  struct VerifyOptions {
    std::vector<std::string> paths;
    bool json = false;
  };
  auto options = std::make_shared<VerifyOptions>();
  verb.option("path", &options->paths,
              "Tournament folders, record files, or CSV files of official games of " +
                  match::titles_of_recorded_games())
      .required();
  add_json_option(verb, options->json);
  verb.footer(
      "Examples:\n"
      "  referee verify results/demo\n"
      "  referee verify record.json official-test-1.csv\n\n"
      "Exit code 1 if anything disagrees, each disagreement being named; also if a\n"
      "line could not be checked because it is not a record, damaged or of another\n"
      "tournament, if a file among several could not be read, if an official game is\n"
      "there twice, if a seal does not hold, and if there was no game at all.");
  verb.runs([options](Call& call) {
    const store::Verified found = store::verify(options->paths, call.games);
    options->json ? print_json(found) : print_text(found);
    return found.good() ? done : failed;
  });
}

}  // namespace referee::cli
