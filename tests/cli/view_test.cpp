// Watching a tournament that another process plays, in the terminal and over the server.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <chrono>

#include <nlohmann/json.hpp>

#include "folder.hpp"

namespace {

using namespace cli_test;

class View : public InFolder {
 protected:
  // The first bot waits in every game until there is a file `go`; its budget must allow that.
  void write_waiting_tournament() const {
    write_program("waits.sh", "#!/bin/sh\nwhile [ ! -e '" + path("go").string() +
                                  "' ]; do sleep 0.02; done\nexec " +
                                  built::word("black-hole-greedy") + "\n");
    write_program("quits.sh", "#!/bin/sh\nread line\nexit 3\n");
    Json config{{"game", "black-hole"}, {"rounds", 1}, {"isolation", "off"}, {"budget", 3600}};
    config["bots"] = {{{"name", "waits"}, {"command", "./waits.sh"}},
                      {{"name", "random"}, {"command", "referee random black-hole"}},
                      {{"name", "quits"}, {"command", "./quits.sh"}}};
    write("t.json", config.dump());
    expect(0, {"tournament", "t.json", "--out", "t", "--plan-only", "--trust"});
  }
  static Words tournament() {
    return command({"tournament", "t.json", "--out", "t", "--quiet", "--jobs", "1", "--trust"});
  }
  [[nodiscard]] bool has(std::string_view file, std::string_view text) const {
    return std::filesystem::exists(path(file)) && read(file).find(text) != std::string::npos;
  }
  // The program with its standard output in a file of the folder, so that it can be waited for.
  [[nodiscard]] static Words with_output_in(const std::string& file, const Words& words) {
    Words all{"sh", "-c", "out=$1; shift; exec \"$@\" >\"$out\"", "sh", file};
    for (const std::string& word : command(words)) all.push_back(word);
    return all;
  }
  // The answer to a GET request with this cookie.
  static std::string get(int port, const std::string& target, const std::string& cookie) {
    const int wire = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const timeval patience{600, 0};
    ::setsockopt(wire, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    sockaddr_in there{};
    there.sin_family = AF_INET;
    there.sin_port = htons(static_cast<std::uint16_t>(port));
    there.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    std::string all;
    if (::connect(wire, reinterpret_cast<const sockaddr*>(&there), sizeof there) == 0) {
      const std::string request = "GET " + target +
                                  " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) +
                                  "\r\nCookie: " + cookie + "\r\n\r\n";
      EXPECT_EQ(::send(wire, request.data(), request.size(), MSG_NOSIGNAL),
                static_cast<ssize_t>(request.size()));
      std::array<char, 65536> bytes;
      for (ssize_t count; (count = ::recv(wire, bytes.data(), bytes.size(), 0)) > 0;) {
        all.append(bytes.data(), static_cast<std::size_t>(count));
      }
    }
    ::close(wire);
    return all;
  }
  static std::string body_of(const std::string& reply) {
    const auto head_end = reply.find("\r\n\r\n");
    return head_end == std::string::npos ? "" : reply.substr(head_end + 4);
  }
};

TEST_F(View, InTheTerminalFollowsARunInPlainLines) {
  write_waiting_tournament();
  Child plays(tournament(), folder_);
  plays.wait_for_change(path("t"), [&] { return has("t/playing.json", "}"); });
  Child watches(with_output_in("log", {"view", "t", "--terminal"}), folder_);
  watches.wait_for_change(folder_,
                          [&] { return has("log", "match 0 begins: Black Hole, round 1"); });
  write("go", "");
  EXPECT_EQ(plays.end().code, 1);
  const Ended ended = watches.end();
  EXPECT_EQ(ended.code, 0) << ended.err;
  const std::string log = read("log");
  EXPECT_TRUE(log.starts_with("t: 0 of 6 matches played\n")) << log;
  for (int match = 0; match < 6; ++match) {
    EXPECT_NE(log.find("\nmatch " + std::to_string(match) + ": Black Hole, round 1: "),
              std::string::npos)
        << log;
  }
  EXPECT_NE(log.find("fault: Black Hole, match "), std::string::npos) << log;
  EXPECT_NE(log.find("quits"), std::string::npos);
  EXPECT_TRUE(log.ends_with(expect(0, {"standings", "t"}))) << log;
  EXPECT_FALSE(std::filesystem::exists(path("t/watching")));
  EXPECT_FALSE(std::filesystem::exists(path("t/live.json")));
}

TEST_F(View, InTheTerminalEndsAtOnceWhereNobodyPlays) {
  write("t.json", small_config("black-hole", 1));
  expect(0, {"tournament", "t.json", "--out", "t", "--quiet"});
  const Ended ended = referee({"view", "t", "--terminal"});
  EXPECT_EQ(ended.code, 0);
  EXPECT_EQ(ended.err, "nobody plays in t now\n");
  EXPECT_EQ(ended.out, "t: 2 of 2 matches played\n" + expect(0, {"standings", "t"}));
}

// A tournament whose bots are being compiled has no records yet, and no manifest.
TEST_F(View, InTheTerminalWaitsForARunThatIsAboutToBegin) {
  // Takes a while to compile.
  write("slow.cpp",
        "#include <algorithm>\n#include <iostream>\n#include <map>\n#include <regex>\n"
        "int main() { std::regex r(\"a\"); std::map<int, std::string> m; return 0; }\n");
  write("t.json",
        config_of("black-hole", 1, {{"slow", "./slow.cpp"}, {"own", "referee random black-hole"}}));
  Child plays(command({"tournament", "t.json", "--out", "a/t", "--quiet"}), folder_);
  plays.wait_for_change(folder_,
                        [&] { return std::filesystem::exists(path("a/t/beginning.json")); });
  const Ended ended = referee({"view", "a/t", "--terminal"});
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(plays.end().code, 1);
  EXPECT_TRUE(ended.out.ends_with(expect(0, {"standings", "a/t"}))) << ended.out;
  EXPECT_FALSE(std::filesystem::exists(path("a/t/beginning.json")));
  // One that does not begin leaves nothing.
  write("t.json", "{}");
  EXPECT_EQ(referee({"tournament", "t.json", "--out", "b/t"}).code, 2);
  EXPECT_FALSE(std::filesystem::exists(path("b")));
}

TEST_F(View, AFinishedTournamentOpensAtItsResult) {
  write("t.json", small_config("black-hole", 1));
  expect(0, {"tournament", "t.json", "--out", "t", "--quiet"});
  Child serves(with_output_in("log", {"view", "t", "--no-browser"}), folder_);
  serves.wait_for_change(folder_, [&] { return has("log", "\n"); });
  EXPECT_TRUE(read("log").ends_with("#/standings\n")) << read("log");
  serves.signal(SIGINT);
  EXPECT_EQ(serves.end().code, 0);
}

TEST_F(View, InTheTerminalIsInterrupted) {
  write_waiting_tournament();
  Child plays(tournament(), folder_);
  plays.wait_for_change(path("t"), [&] { return has("t/playing.json", "}"); });
  Child watches(with_output_in("log", {"view", "t", "--terminal"}), folder_);
  watches.wait_for_change(folder_, [&] { return has("log", "begins"); });
  watches.signal(SIGINT);
  EXPECT_EQ(watches.end().code, 130);
  write("go", "");
  EXPECT_EQ(plays.end().code, 1) << "the run went on";
}

TEST_F(View, ServesARunOfAnotherProcess) {
  write_waiting_tournament();
  Child plays(tournament(), folder_);
  plays.wait_for_change(path("t"), [&] { return has("t/playing.json", "}"); });
  Child serves(with_output_in("log", {"view", "t", "--no-browser", "--show"}), folder_);
  serves.wait_for_change(folder_, [&] { return has("log", "\n"); });
  const std::string address = read("log");
  ASSERT_TRUE(address.starts_with("http://127.0.0.1:")) << address;
  const int port = std::stoi(address.substr(17));
  const std::size_t begin = address.find("token=") + 6;
  const std::string token = address.substr(begin, address.find('#') - begin);
  EXPECT_EQ(lines_of(address.substr(begin + token.size())).front(), "#/show");
  const std::string cookie = "referee-" + std::to_string(port) + "=" + token;
  EXPECT_TRUE(get(port, "/", "").starts_with("HTTP/1.1 403"));
  const std::string page = get(port, "/", cookie);
  EXPECT_TRUE(page.starts_with("HTTP/1.1 200"));
  const std::string policy = page.substr(page.find("Content-Security-Policy: "));
  EXPECT_NE(policy.substr(0, policy.find('\r')).find("connect-src 'self'"), std::string::npos);
  EXPECT_EQ(page.find("http-equiv=\"Content-Security-Policy\""), std::string::npos);
  EXPECT_NE(page.find("\"live\":\"tournament\""), std::string::npos);
  EXPECT_TRUE(get(port, "/match/5", cookie).starts_with("HTTP/1.1 404"));
  write("go", "");
  EXPECT_EQ(plays.end().code, 1);
  // All of it is there soon: the server looks for new records now and then.
  std::string rows;
  const auto last = std::chrono::steady_clock::now() + std::chrono::seconds(600);
  while (lines_of(rows).size() < 6 && std::chrono::steady_clock::now() < last) {
    rows = body_of(get(port, "/matches?from=0", cookie));
  }
  EXPECT_EQ(lines_of(rows).size(), 6U);
  const Json whole = Json::parse(body_of(get(port, "/match/0", cookie)));
  EXPECT_EQ(whole["n"], 0);
  EXPECT_EQ(whole["moves"].size() + 1, whole["scenes"].size());
  EXPECT_TRUE(get(port, "/match/0?x", cookie).starts_with("HTTP/1.1 404"));
  EXPECT_TRUE(get(port, "/record", cookie).starts_with("HTTP/1.1 404"));
  serves.signal(SIGINT);
  const Ended ended = serves.end();
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_FALSE(std::filesystem::exists(path("t/watching")));
}

TEST_F(View, PlaysAConfigAndServesItUntilItIsInterrupted) {
  write("t.json", small_config("black-hole", 1));
  Child plays(with_output_in("log", {"view", "t.json", "--out", "t", "--no-browser"}), folder_);
  plays.wait_for_stderr("The page is there until Ctrl-C.");
  plays.signal(SIGINT);
  const Ended ended = plays.end();
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_TRUE(read("log").starts_with("http://127.0.0.1:"));
  EXPECT_TRUE(read("log").ends_with(expect(0, {"standings", "t"})));
}

// Without an argument the tournament that changed last is followed.
TEST_F(View, FindsTheTournamentThatChangedLast) {
  expect_error(
      2,
      "name the folder of a tournament, or a config file; neither this folder nor results/ "
      "has a tournament",
      {"view", "--no-browser"});
  write(
      "c.json",
      R"({"game": "black-hole", "bots": [{"name": "a", "command": "@random"}, {"name": "b", "command": ")" +
          built::word("black-hole-greedy") + R"("}]})");
  for (const char* folder : {"results/one", "results/two"}) {
    expect(0, {"tournament", "c.json", "--out", folder, "--quiet"});
  }
  Child child(command({"view", "--no-browser"}), folder_);
  child.wait_for_stderr("following results/two; Ctrl-C ends this");
  child.signal(SIGINT);
  EXPECT_EQ(child.end().code, 0);
}

}  // namespace
