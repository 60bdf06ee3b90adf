// Answers that take long are made beside the server's loop: they hold up nobody else.
#include <gtest/gtest.h>

#include <chrono>
#include <list>
#include <memory>
#include <string>
#include <thread>

#include <nlohmann/json.hpp>

#include "tests/show/server/browser.hpp"

namespace server_test {
namespace {

class Works : public testing::Test {
 protected:
  // A browser that waits for /slow.
  Wire& ask_slowly() {
    Wire& wire = *wires_.emplace_back(std::make_unique<Wire>(running_->port()));
    wire.send(running_->request("GET", "/slow"));
    return wire;
  }
  [[nodiscard]] TestSite& site() const { return running_->site(); }

  std::unique_ptr<Running> running_ = std::make_unique<Running>();
  std::list<std::unique_ptr<Wire>> wires_;
};

TEST_F(Works, HoldUpNobodyElse) {
  Wire& first = ask_slowly();
  wait_for(site().working, 1);
  EXPECT_EQ(running_->ask("GET", "/").status, 200);
  EXPECT_EQ(running_->ask("GET", "/known").status, 200);
  EXPECT_EQ(running_->ask("POST", "/play", {}, "{}").status, 200);
  Listener listener(*running_);
  running_->publish("news", {{"a", 1}});
  listener.until("event: news\n");
  site().open = true;
  const Reply reply = parse_reply(first.rest());
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(reply.body, "at last");
  EXPECT_EQ(reply.header("x-frame-options"), "DENY") << "protected as others are";
}

TEST_F(Works, AreDoneSoManyAtATimeAndAllInTheEnd) {
  const int most = static_cast<int>(referee::server::Server::Options().most_works);
  for (int i = 0; i < 3 * most; ++i) ask_slowly();
  wait_for(site().working, most);
  EXPECT_EQ(running_->ask("GET", "/").status, 200);
  EXPECT_EQ(site().working, most);
  site().open = true;
  for (const auto& wire : wires_) EXPECT_EQ(parse_reply(wire->rest()).body, "at last");
}

TEST_F(Works, EndWhenTheBrowserGoes) {
  ask_slowly();
  wait_for(site().working, 1);
  wires_.clear();
  wait_for(site().stopped, 1);
  wait_for(site().working, 0);
}

TEST_F(Works, ThatFailCostTheirOwnAnswerOnly) {
  const Wire wire(running_->port());
  wire.send(running_->request("GET", "/breaks"));
  const Reply reply = parse_reply(wire.rest());
  EXPECT_EQ(reply.status, 500);
  EXPECT_EQ(reply.body, "500: the result is broken\n");
  EXPECT_EQ(running_->ask("GET", "/").status, 200);
}

TEST_F(Works, AreForThoseWithTheToken) {
  EXPECT_EQ(running_->ask("GET", "/slow", {{"Cookie", ""}}).status, 403);
  EXPECT_EQ(running_->ask("GET", "/slow", {{"Host", "example.org"}}).status, 403);
  EXPECT_EQ(site().working, 0);
}

TEST_F(Works, EndWithTheServer) {
  const int most = static_cast<int>(referee::server::Server::Options().most_works);
  for (int i = 0; i < most + 3; ++i) ask_slowly();
  wait_for(site().working, most);
  running_->stop();
  running_.reset();  // waits for them
}

// A browser may wait longer for a page than it may take to ask.
TEST(Work, MayTakeLongerThanARequest) {
  referee::server::Server::Options options;
  options.request_time = options.answer_time = std::chrono::seconds(2);
  Running running(options);
  const Wire wire(running.port());
  wire.send(running.request("GET", "/slow"));
  std::this_thread::sleep_for(options.request_time + std::chrono::milliseconds(500));
  running.site().open = true;
  EXPECT_EQ(parse_reply(wire.rest()).body, "at last");
}

}  // namespace
}  // namespace server_test
