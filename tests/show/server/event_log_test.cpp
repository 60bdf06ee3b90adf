#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "referee/show/server/site.hpp"

namespace referee::server {
namespace {

using text::Json;

TEST(EventLog, GivesWhatCameAfterANumber) {
  EventLog log("run");
  EXPECT_EQ(log.last(), 0U);
  EXPECT_EQ(log.after(0, 1000)->text, "");
  log.publish("a", Json{{"x", 1}});
  log.publish("b", Json{{"x", "two\nlines"}});
  const auto all = log.after(0, 1000);
  EXPECT_EQ(all->text,
            "id: run-1\nevent: a\ndata: {\"x\":1}\n\n"
            "id: run-2\nevent: b\ndata: {\"x\":\"two\\nlines\"}\n\n");
  EXPECT_EQ(all->last, 2U);
  EXPECT_EQ(log.after(1, 1000)->text, all->text.substr(all->text.find("id: run-2")));
  // At least one event, however large.
  EXPECT_EQ(log.after(0, 1)->last, 1U);
}

TEST(EventLog, ForgetsTheOldestBeyondItsLimits) {
  EventLog by_count("r", {3, 1 << 20});
  EventLog by_size("r", {1000, 4000});
  for (int i = 0; i < 100; ++i) {
    by_count.publish("e", Json{{"i", i}});
    by_size.publish("e", Json{{"text", std::string(1000, 'x')}});
  }
  EXPECT_FALSE(by_count.after(96, 1000));
  EXPECT_EQ(by_count.after(97, 1000)->last, 100U);
  EXPECT_FALSE(by_size.after(96, 1000));
  EXPECT_EQ(by_size.after(97, 10'000)->last, 100U);
  by_size.publish("e", Json{{"text", std::string(10'000, 'x')}});
  EXPECT_TRUE(by_size.after(100, 1));  // the last one always
}

TEST(EventLog, KnowsItsOwnIdsOnly) {
  EventLog log("run");
  log.publish("a", Json::object());
  EXPECT_EQ(log.number_of("run-1"), 1U);
  EXPECT_EQ(log.number_of("run-0"), 0U);
  for (const char* wrong : {"", "1", "run", "run-", "run-2", "ruin-1", "run-1x", "run--1", "run1-1",
                            "run-99999999999999999999"}) {
    EXPECT_FALSE(log.number_of(wrong)) << wrong;
  }
}

TEST(EventLog, BytesThatAreNotUtf8DoNoHarm) {
  EventLog log("r");
  log.publish("a", Json{{"x", "\xff\r\n\ndata: y"}});
  const std::string text = log.after(0, 1000)->text;
  EXPECT_EQ(text.find("\n\n"), text.size() - 2);
  EXPECT_EQ(text.find('\r'), std::string::npos);
}

}  // namespace
}  // namespace referee::server
