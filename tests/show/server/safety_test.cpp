// Each point of the list in docs/internals/live-protocol.md, over plain sockets.
#include <gtest/gtest.h>

#include <random>

#include <nlohmann/json.hpp>

#include "tests/show/server/browser.hpp"

namespace server_test {
namespace {

using namespace std::chrono_literals;
using Headers = std::vector<std::pair<std::string, std::string>>;

TEST(Safety, ListensOnOneAddressOnly) {
  const Running running;
  EXPECT_TRUE(Wire(running.port()).connected());
  EXPECT_FALSE(Wire(running.port(), "127.0.0.2").connected());
}

TEST(Safety, TheTokenBecomesACookie) {
  const Running running;
  const Reply first = running.ask("GET", "/?token=" + running.token(),
                                  {{"Cookie", ""}, {"Sec-Fetch-Site", "none"}});
  EXPECT_EQ(first.status, 303);
  EXPECT_EQ(first.header("location"), "/");
  EXPECT_EQ(first.header("set-cookie"), running.cookie() + "; Path=/; HttpOnly; SameSite=Strict");
  EXPECT_EQ(running.ask("GET", "/").status, 200);
  // From a file, as xdg-open gets it: a browser sends the cookie only to what our own page asks
  // for.
  const Reply from_file = running.ask("GET", "/?token=" + running.token(),
                                      {{"Cookie", ""}, {"Sec-Fetch-Site", "cross-site"}});
  EXPECT_EQ(from_file.status, 200);
  EXPECT_EQ(from_file.header("set-cookie"), first.header("set-cookie"));
  EXPECT_NE(from_file.body.find("http-equiv=\"refresh\" content=\"0;url=/\""), std::string::npos);
  EXPECT_EQ(running
                .ask("GET", "/?token=" + running.token() + "0",
                     {{"Cookie", ""}, {"Sec-Fetch-Site", "cross-site"}})
                .status,
            403);
  EXPECT_EQ(running.token().size(), 32U);
  const Running other;
  EXPECT_NE(running.token(), other.token());
}

TEST(Safety, WithoutTheTokenThereIsNothing) {
  Running running;
  for (const char* path : {"/", "/events", "/known", "/big", "/?token=0", "/?token=", "/unknown"}) {
    for (const char* cookie : {"", "referee=1", "token=0"}) {
      const Reply reply = running.ask("GET", path, {{"Cookie", cookie}});
      EXPECT_EQ(reply.status, 403) << path;
      EXPECT_EQ(reply.header("set-cookie"), "");
      EXPECT_EQ(reply.body.find(running.token()), std::string::npos);
    }
  }
  EXPECT_EQ(running.ask("POST", "/play", {{"Cookie", ""}}, "{}").status, 403);
  running.there([](const TestSite& site) { EXPECT_TRUE(site.asked.empty()); });
}

// DNS rebinding: a page of another name that leads to 127.0.0.1.
TEST(Safety, TheHostMustBeItsOwn) {
  const Running running;
  const std::string port = std::to_string(running.port());
  EXPECT_EQ(running.ask("GET", "/", {{"Host", "localhost:" + port}}).status, 200);
  for (const std::string& host : std::vector<std::string>{
           std::string(), std::string("127.0.0.1"), std::string("localhost"),
           "evil.example:" + port, "127.0.0.1.evil.example:" + port, "127.0.0.1:" + port + "0",
           "127.0.0.1:1", "[::1]:" + port, "0.0.0.0:" + port, "127.0.0.2:" + port,
           "LOCALHOST:" + port, "a@127.0.0.1:" + port}) {
    EXPECT_EQ(running.ask("GET", "/", {{"Host", host}}).status, 403) << host;
    EXPECT_EQ(running.ask("GET", "/?token=" + running.token(), {{"Host", host}}).status, 403)
        << host;
    EXPECT_EQ(running.ask("GET", "/events", {{"Host", host}}).status, 403) << host;
  }
}

TEST(Safety, OtherSitesMayNotAsk) {
  const Running running;
  const std::string own = "http://" + running.host();
  EXPECT_EQ(running.ask("GET", "/known", {{"Origin", own}}).status, 200);
  for (const std::string& origin : std::vector<std::string>{
           std::string("null"), std::string("http://evil.example"), "https://" + running.host(),
           own + ".evil.example", own + "/", "http://127.0.0.1:1", running.host()}) {
    for (const char* path : {"/known", "/events", "/"}) {
      const Reply reply = running.ask("GET", path, {{"Origin", origin}});
      EXPECT_EQ(reply.status, 403) << origin;
      EXPECT_EQ(reply.header("access-control-allow-origin"), "");
    }
    EXPECT_EQ(running.ask("POST", "/play", {{"Origin", origin}}, "{}").status, 403) << origin;
  }
  for (const char* site : {"cross-site", "same-site", "x"}) {
    EXPECT_EQ(running.ask("GET", "/known", {{"Sec-Fetch-Site", site}}).status, 403) << site;
  }
  EXPECT_EQ(running.ask("GET", "/known", {{"Sec-Fetch-Site", ""}}).status, 200);
}

TEST(Safety, OnlyTheseMethods) {
  Running running;
  for (const char* method :
       {"PUT", "DELETE", "OPTIONS", "HEAD", "TRACE", "PATCH", "PROPFIND", "get", "FOO"}) {
    const Reply reply = running.ask(method, "/known");
    EXPECT_EQ(reply.status, 405) << method;
    EXPECT_EQ(reply.header("allow"), "GET, POST");
    EXPECT_EQ(reply.header("access-control-allow-methods"), "");
  }
  EXPECT_EQ(running.ask("POST", "/known", {}, "{}").status, 405);
  EXPECT_EQ(running.ask("POST", "/", {}, "{}").status, 405);
  EXPECT_EQ(running.ask("GET", "/play").status, 405);
  running.there([](const TestSite& site) { EXPECT_TRUE(site.asked.empty()); });
}

TEST(Safety, PostIsJsonOfThePageItself) {
  Running running;
  EXPECT_EQ(running.ask("POST", "/play", {}, "{}").body, "got {}");
  EXPECT_EQ(
      running.ask("POST", "/play", {{"Content-Type", "Application/JSON; charset=utf-8"}}, "{}")
          .status,
      200);
  for (const char* type : {"", "text/plain", "application/x-www-form-urlencoded",
                           "multipart/form-data; boundary=x", "application/jsonp", "json"}) {
    EXPECT_EQ(running.ask("POST", "/play", {{"Content-Type", type}}, "{}").status, 415) << type;
  }
  EXPECT_EQ(running.ask("POST", "/play", {{"Origin", ""}}, "{}").status, 403);
  running.there([](const TestSite& site) { EXPECT_EQ(site.asked.size(), 2U); });
}

TEST(Safety, LargeRequestsAreRefused) {
  Running running;
  EXPECT_EQ(running.ask("GET", "/known", {{"X-Long", std::string(6000, 'x')}}).status, 200);
  EXPECT_EQ(running.ask("GET", "/known", {{"X-Long", std::string(9000, 'x')}}).status, 431);
  EXPECT_EQ(running.ask("GET", "/known?" + std::string(9000, 'x')).status, 431);
  EXPECT_EQ(running.ask("POST", "/play", {}, std::string(64 << 10, ' ')).status, 200);
  EXPECT_EQ(running.ask("POST", "/play", {}, std::string((64 << 10) + 1, ' ')).status, 413);
  // One that only says it is large, and one that does not say it.
  EXPECT_EQ(running.ask("POST", "/play", {{"Content-Length", "99999999999"}}, "{}").status, 413);
  std::string chunked =
      running.request("POST", "/play", {{"Content-Length", ""}, {"Transfer-Encoding", "chunked"}});
  for (int i = 0; i < 20; ++i) chunked += "1000\r\n" + std::string(4096, ' ') + "\r\n";
  EXPECT_EQ(running.ask_raw(chunked + "0\r\n\r\n").status, 413);
  running.there([](const TestSite& site) { EXPECT_EQ(site.asked.size(), 2U); });
}

TEST(Safety, AHeaderThatCameTwiceIsRefused) {
  const Running running;
  for (const std::string& line :
       std::vector<std::string>{"Host: " + running.host(), "Cookie: " + running.cookie(),
                                std::string("Sec-Fetch-Site: none")}) {
    std::string text = running.request("GET", "/known");
    text.insert(text.find("\r\n") + 2, line + "\r\n");
    EXPECT_EQ(running.ask_raw(text).status, 400) << line;
  }
}

TEST(Safety, EveryAnswerIsProtected) {
  const Running running;
  const std::vector<Reply> replies{
      running.ask("GET", "/"),
      running.ask("GET", "/known"),
      running.ask("GET", "/unknown"),
      running.ask("GET", "/", {{"Cookie", ""}}),
      running.ask("PUT", "/"),
      running.ask("POST", "/play", {}, "{}"),
      running.ask("GET", "/fails"),
      running.ask_raw("garbage\r\n\r\n"),
      running.ask("GET", "/?token=" + running.token()),
      running.ask("GET", "/known", {{"X-Long", std::string(9000, 'x')}})};
  for (const Reply& reply : replies) {
    SCOPED_TRACE(reply.status);
    EXPECT_NE(reply.status, 0);
    EXPECT_TRUE(reply.header("content-security-policy").starts_with("default-src 'none'"));
    EXPECT_EQ(reply.headers.count("content-security-policy"), 1U);
    EXPECT_EQ(reply.header("x-content-type-options"), "nosniff");
    EXPECT_EQ(reply.header("cache-control"), "no-store");
    EXPECT_EQ(reply.header("x-frame-options"), "DENY");
    EXPECT_EQ(reply.header("referrer-policy"), "no-referrer");
    EXPECT_EQ(reply.header("cross-origin-resource-policy"), "same-origin");
    EXPECT_EQ(reply.header("connection"), "close");
    for (const auto& [name, value] : reply.headers) {
      EXPECT_FALSE(name.starts_with("access-control")) << name;
    }
  }
  EXPECT_EQ(replies[6].status, 500);
  EXPECT_EQ(running.ask("GET", "/saved").header("content-disposition"),
            "attachment; filename=\"game.json\"");
}

TEST(Safety, NoPathLeadsToAFile) {
  const Running running;
  for (const char* path :
       {"/../../etc/passwd", "/etc/passwd", "/%2e%2e/etc/passwd", "//etc/passwd", "/known/../../x",
        "/known%00", "/index.html", "/manifest.json", "http://127.0.0.1/known", "*", "/\\..\\x"}) {
    const Reply reply = running.ask("GET", path);
    EXPECT_EQ(reply.status, 404) << path;
    EXPECT_EQ(reply.body.find("root:"), std::string::npos);
  }
}

TEST(Safety, SlowRequestsAreEnded) {
  referee::server::Server::Options options;
  options.request_time = 100ms;
  const Running running(options);
  const Wire silent(running.port());
  const Wire slow(running.port());
  EXPECT_TRUE(slow.send("GET / HTTP/1.1\r\nHost: "));
  const Wire body(running.port());
  EXPECT_TRUE(body.send(running.request("POST", "/play", {{"Content-Length", "100"}}, "{")));
  // Each is closed without an answer, and others are served.
  EXPECT_EQ(silent.rest(), "");
  EXPECT_EQ(slow.rest(), "");
  EXPECT_EQ(body.rest(), "");
  // On a busy machine a quick one may be slow, too.
  int status = 0;
  for (int tries = 0; tries < 5 && status == 0; ++tries) {
    status = running.ask("GET", "/known").status;
  }
  EXPECT_EQ(status, 200);
}

TEST(Safety, AnAnswerThatNobodyTakesIsDropped) {
  referee::server::Server::Options options;
  options.answer_time = 100ms;
  options.send_buffer = 4096;
  Running running(options);
  running.there([](TestSite& site) { site.big.assign(std::size_t{16} << 20, 'x'); });
  const Wire wire(running.port(), "127.0.0.1", 4096);
  EXPECT_TRUE(wire.send(running.request("GET", "/big")));
  while (running.server().figures().dropped == 0) std::this_thread::yield();
  EXPECT_LT(wire.rest().size(), std::size_t{16} << 20);
}

TEST(Safety, NoMoreThanSoManyConnections) {
  referee::server::Server::Options options;
  options.most_connections = 5;
  Running running(options);
  std::vector<std::unique_ptr<Listener>> wires;
  for (int i = 0; i < 5; ++i) wires.push_back(std::make_unique<Listener>(running));
  EXPECT_EQ(Wire(running.port()).rest(), "");
  wires.clear();
  while (running.server().figures().connections > 0) std::this_thread::yield();
  EXPECT_EQ(running.ask("GET", "/known").status, 200);
}

// Connections that say nothing give way to one that asks.
TEST(Safety, SilentConnectionsKeepNobodyOut) {
  referee::server::Server::Options options;
  options.most_connections = 5;
  options.request_time = std::chrono::hours(1);
  Running running(options);
  std::vector<std::unique_ptr<Wire>> wires;
  for (int i = 0; i < 20; ++i) {
    wires.push_back(std::make_unique<Wire>(running.port()));
    if (i % 2 == 1) {
      EXPECT_TRUE(wires.back()->send("GET / HT"));
    }
  }
  EXPECT_EQ(running.ask("GET", "/known").status, 200);
  Listener stream(running);
  for (int i = 0; i < 20; ++i) wires.push_back(std::make_unique<Wire>(running.port()));
  EXPECT_EQ(running.ask("GET", "/known").status, 200);
}

// Bytes that are no request at all, and requests in which a few bytes are others.
TEST(Safety, GarbageDoesNoHarm) {
  Running running;
  std::mt19937 random(7);
  const std::string good = running.request("GET", "/known", {{"Cookie", "referee-1=x"}});
  const std::string post = running.request("POST", "/play", {{"Cookie", "referee-1=x"}}, "{}");
  for (int i = 0; i < 600; ++i) {
    std::string text;
    switch (i % 3) {
      case 0:
        for (auto n = random() % 3000; n > 0; --n) text += static_cast<char>(random() % 256);
        break;
      case 1:
        text = good;
        break;
      default:
        text = post;
    }
    if (i % 3 != 0) {
      for (auto n = 1 + random() % 8; n > 0; --n) {
        text[random() % text.size()] = static_cast<char>(random() % 256);
      }
      if (i % 2 == 0) text.resize(random() % text.size());
    }
    const Reply reply = running.ask_raw(text);
    EXPECT_NE(reply.status, 200) << text;
  }
  for (const char* text :
       {"", "\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "GET / HTTP/1.1\r\n\r\n",
        "GET  /  HTTP/1.1\r\n\r\n", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "POST /play HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        "POST /play HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx",
        "POST /play HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: "
        "3\r\n\r\nffffffffffffffffff\r\n"}) {
    EXPECT_NE(running.ask_raw(text).status, 200) << text;
  }
  running.there([](const TestSite& site) { EXPECT_TRUE(site.asked.empty()); });
  EXPECT_EQ(running.ask("GET", "/known?x=1").body, "query x=1");
}

TEST(Safety, OneRequestForEachConnection) {
  Running running;
  const std::string twice = running.request("GET", "/known") + running.request("GET", "/known");
  const Wire wire(running.port());
  EXPECT_TRUE(wire.send(twice));
  wire.end_sending();
  const std::string all = wire.rest();
  EXPECT_EQ(all.find("HTTP/1.1 200"), 0U);
  EXPECT_EQ(all.find("HTTP/1.1", 1), std::string::npos);
  running.there([](const TestSite& site) { EXPECT_EQ(site.asked.size(), 1U); });
}

TEST(Safety, APortThatIsTakenIsExplained) {
  const Running running;
  referee::server::Server::Options options;
  options.port = running.port();
  try {
    const Running second(options);
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_EQ(error.what(), "cannot listen on 127.0.0.1, port " + std::to_string(running.port()) +
                                ": Address already in use; --port chooses another one");
  }
}

}  // namespace
}  // namespace server_test
