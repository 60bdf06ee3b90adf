// Event streams: catching up, slow browsers, ends.
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>

#include <nlohmann/json.hpp>

#include "tests/show/server/browser.hpp"

namespace server_test {
namespace {

using namespace std::chrono_literals;
using Json = TestSite::Json;

// Waits until `holds`, for a minute at most.
template <typename Condition>
bool comes_true(const Condition& holds) {
  const auto end = std::chrono::steady_clock::now() + 1min;
  while (!holds()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::yield();
  }
  return true;
}

TEST(ServerEvents, BeginWithTheStateAndGoOn) {
  Running running;
  running.publish("before", Json{{"x", 0}});
  Wire wire(running.port());
  EXPECT_TRUE(wire.send(running.request("GET", "/events")));
  const std::string head = wire.until("\r\n\r\n");
  EXPECT_TRUE(head.starts_with("HTTP/1.1 200 OK\r\n"));
  EXPECT_NE(head.find("Content-Type: text/event-stream\r\n"), std::string::npos);
  EXPECT_NE(head.find("Content-Security-Policy: default-src 'none'"), std::string::npos);
  EXPECT_NE(head.find("Cache-Control: no-store\r\n"), std::string::npos);
  wire.until("retry: 1000\n\n");
  EXPECT_EQ(wire.until("\n\n"), "id: r-1\nevent: state\ndata: {\"last\":1,\"padding\":\"\"}\n\n");
  running.publish("later", Json{{"x", 1}});
  EXPECT_EQ(wire.until("\n\n"), "id: r-2\nevent: later\ndata: {\"x\":1}\n\n");
  // Several at once, among which the state that the last ones make.
  running.there([](TestSite& site) {
    for (int i = 0; i < 3; ++i) site.log.publish("more", Json{{"i", i}});
  });
  wire.until("{\"i\":2}\n\n");
}

TEST(ServerEvents, ABrowserThatWasAwayGetsWhatItMissed) {
  Running running;
  for (int i = 1; i <= 5; ++i) running.publish("e", Json{{"i", i}});
  const auto first_of = [&](const std::string& id) {
    Wire wire(running.port());
    EXPECT_TRUE(wire.send(running.request("GET", "/events", {{"Last-Event-ID", id}})));
    wire.until("retry: 1000\n\n");
    return wire.until("\n\n");
  };
  EXPECT_EQ(first_of("r-3"), "id: r-4\nevent: e\ndata: {\"i\":4}\n\n");
  // Of another run, of the future, or no id at all: everything anew.
  for (const char* id : {"s-3", "r-6", "r-", "3", "r-3 4"}) {
    EXPECT_TRUE(first_of(id).starts_with("id: r-5\nevent: state\n")) << id;
  }
}

TEST(ServerEvents, WhatIsForgottenIsMadeUpForByTheState) {
  Running running({}, {3, 1 << 20});
  for (int i = 1; i <= 10; ++i) running.publish("e", Json{{"i", i}});
  Wire wire(running.port());
  EXPECT_TRUE(wire.send(running.request("GET", "/events", {{"Last-Event-ID", "r-2"}})));
  wire.until("retry: 1000\n\n");
  EXPECT_TRUE(wire.until("\n\n").starts_with("id: r-10\nevent: state\n"));
}

// A browser that reads slowly has at most one piece on its way; what it misses is forgotten, and
// it gets the state instead. Nothing is queued for it.
TEST(ServerEvents, ASlowBrowserSkips) {
  referee::server::Server::Options options;
  options.send_buffer = 4096;
  options.answer_time = 1h;
  Running running(options, {20, 1 << 20});
  Wire slow(running.port(), "127.0.0.1", 4096);
  EXPECT_TRUE(slow.send(running.request("GET", "/events")));
  slow.until("event: state\n");
  const std::string large(10'000, 'x');
  for (int i = 1; i <= 500; ++i) running.publish("e", Json{{"i", i}, {"text", large}});
  running.publish("end", Json::object());
  std::string all;
  while (all.find("event: end\n") == std::string::npos &&
         all.find("id: r-501\n") == std::string::npos) {
    all += slow.until("\n\n");
  }
  EXPECT_NE(all.find("event: state\n"), std::string::npos);
  EXPECT_LT(all.size(), 300 * large.size());
  EXPECT_EQ(running.server().figures().dropped, 0U);
}

TEST(ServerEvents, ABrowserThatTakesNothingIsDropped) {
  referee::server::Server::Options options;
  options.send_buffer = 4096;
  options.answer_time = 100ms;
  Running running(options);
  running.there([](TestSite& site) { site.padding.assign(std::size_t{4} << 20, 'x'); });
  const Wire stuck(running.port(), "127.0.0.1", 4096);
  EXPECT_TRUE(stuck.send(running.request("GET", "/events")));
  ASSERT_TRUE(comes_true([&] { return running.server().figures().dropped > 0; }));
  ASSERT_TRUE(comes_true([&] { return running.server().figures().connections == 0; }));
  // One that has nothing to take is not.
  running.there([](TestSite& site) {
    site.padding.clear();
    site.log.publish("smaller", Json::object());
  });
  Listener idle(running);
  int ticks = 0;
  ASSERT_TRUE(comes_true([&] {
    running.there([&](const TestSite& site) { ticks = site.ticks; });
    return ticks >= 3;
  }));
  running.publish("e", Json::object());
  idle.until("event: e\n");
}

// What counts is whether a browser takes anything, not how long it needs for the whole. Where the
// machine itself keeps the two apart for longer than the server waits, the test waits longer.
TEST(ServerEvents, ABrowserThatTakesLittleAtATimeIsKept) {
  const std::string large(std::size_t{1} << 20, 'x');
  const auto is_kept = [&](std::chrono::milliseconds time, const std::string& target) {
    referee::server::Server::Options options;
    options.send_buffer = 4096;
    options.answer_time = time;
    Running running(options);
    running.there([&](TestSite& site) { site.padding = site.big = large; });
    Wire slow(running.port(), "127.0.0.1", 4096);
    EXPECT_TRUE(slow.send(running.request("GET", target)));
    std::size_t got = 0;
    const auto take = [&](std::size_t most) {
      const std::size_t more = slow.some(most);
      got += more;
      return more > 0;
    };
    // The head, and the beginning of what is large.
    while (got < 3000 && take(1000)) {
    }
    const auto began = std::chrono::steady_clock::now();
    bool open = true;
    while (open && std::chrono::steady_clock::now() - began < 3 * time) {
      std::this_thread::sleep_for(time / 20);
      open = take(4096);
    }
    while (open && got < large.size()) open = take(65536);
    return open;
  };
  for (const char* target : {"/events", "/big"}) {
    auto time = 100ms;
    while (time < 15s && !is_kept(time, target)) time *= 2;
    EXPECT_LT(time, 15s) << target;
  }
}

TEST(ServerEvents, WithoutNewsThereIsAHeartbeat) {
  referee::server::Server::Options options;
  options.heartbeat = 10ms;
  options.tick = 10ms;
  Running running(options);
  Wire wire(running.port());
  EXPECT_TRUE(wire.send(running.request("GET", "/events")));
  wire.until("\n\n:\n\n:\n\n");
}

TEST(ServerEvents, ABrowserThatGoesIsForgotten) {
  Running running;
  {
    Listener wire(running);
    EXPECT_EQ(running.server().figures().connections, 1U);
  }
  ASSERT_TRUE(comes_true([&] { return running.server().figures().connections == 0; }));
  // One that goes on talking breaks the rules.
  Listener talks(running);
  EXPECT_TRUE(talks.send("x"));
  ASSERT_TRUE(comes_true([&] { return running.server().figures().connections == 0; }));
}

TEST(ServerEvents, TheEndIsTold) {
  Running running;
  Listener wire(running);
  std::thread stops([&] { running.stop(); });
  wire.until("event: bye\n");
  stops.join();
  EXPECT_FALSE(Wire(running.port()).connected());
}

TEST(ServerEvents, ManyBrowsersHearTheSame) {
  Running running;
  std::vector<std::unique_ptr<Listener>> wires;
  for (int i = 0; i < 30; ++i) wires.push_back(std::make_unique<Listener>(running));
  for (int i = 1; i <= 200; ++i) running.publish("e", Json{{"i", i}});
  for (const auto& wire : wires) {
    std::string all = wire->until("{\"i\":200}\n\n");
    std::size_t at = 0;
    for (int i = 1; i <= 200; ++i) {
      at = all.find("id: r-" + std::to_string(i) + "\n", at);
      ASSERT_NE(at, std::string::npos) << i;
    }
  }
}

TEST(ServerEvents, AnErrorOfTheSiteEndsTheServer) {
  TestSite site;
  referee::server::Server server(site, {});
  server.post([] { throw std::runtime_error("the folder is gone"); });
  EXPECT_THROW(server.run(), std::runtime_error);
}

}  // namespace
}  // namespace server_test
