// What sites share: their events, answers in JSON, the event with which a browser begins; and what
// is answered to a request, without a network.
#include "referee/show/server/site.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "tests/show/server/browser.hpp"

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

using text::Json;

TEST(SiteAnswers, AreOneLineOfJson) {
  const Answer answer = json_answer(Json{{"a", "x\ny"}}, 400);
  EXPECT_EQ(answer.status, 400U);
  EXPECT_EQ(answer.type, "application/json");
  EXPECT_EQ(answer.body, "{\"a\":\"x\\ny\"}\n");
  EXPECT_EQ(answer.file, "");
  EXPECT_EQ(json_answer({}).status, 200U);
  EXPECT_EQ(line_of("\xff"), "\"\xef\xbf\xbd\"\n");
}

TEST(StateOfASite, IsMadeOnceForEachLastEvent) {
  server_test::TestSite site;
  StateEvent state(site);
  const auto first = state.text();
  EXPECT_TRUE(first->starts_with("id: r-0\nevent: state\ndata: ")) << *first;
  EXPECT_EQ(state.text(), first);
  site.events().publish("news", Json{});
  EXPECT_NE(state.text(), first);
  EXPECT_TRUE(state.text()->starts_with("id: r-1\nevent: state\n")) << *state.text();
}

constexpr std::string_view the_token = "0123456789abcdef0123456789abcdef";

class SmallSite final : public Site {
 public:
  [[nodiscard]] page::ServedPage page() const override { return {"<p>page", "default-src 'self'"}; }
  [[nodiscard]] EventLog& events() override { return events_; }
  [[nodiscard]] text::Json state() const override { return {}; }
  [[nodiscard]] std::optional<Answer> get(std::string_view path, std::string_view query) override {
    if (path == "/fails") throw std::runtime_error("out of cheese");
    if (path == "/file") return Answer{200, "text/csv", "a,b", "games.csv"};
    if (path == "/query") return Answer{200, "text/plain", std::string(query), ""};
    return std::nullopt;
  }
  [[nodiscard]] std::optional<Answer> wish(std::string_view body) override {
    return Answer{202, "application/json", std::string(body), ""};
  }
  void tick() override {}

 private:
  EventLog events_{"r"};
};

class AnswersTo : public testing::Test {
 protected:
  static RequestHead head(std::string_view target, std::string_view method = "GET") {
    RequestHead head;
    head.method = method;
    head.target = target;
    head.host = "127.0.0.1:4000";
    head.cookie = "referee-4000=0123456789abcdef0123456789abcdef";
    if (method == "POST") {
      head.origin = "http://127.0.0.1:4000";
      head.content_type = "application/json";
    }
    return head;
  }
  [[nodiscard]] HttpAnswer get(std::string_view target) const {
    return answers_.to(head(target), "");
  }
  static std::string field(const HttpAnswer& answer, std::string_view name) {
    for (const auto& [key, value] : answer.fields) {
      if (key == name) return value;
    }
    return "none";
  }

  SmallSite site_;
  const Gate gate_{4000, std::string(the_token)};
  const Answers answers_{site_, gate_};
};

TEST_F(AnswersTo, ThePageHasAPolicyOfItsOwn) {
  const HttpAnswer page = get("/");
  EXPECT_EQ(page.status, 200U);
  EXPECT_EQ(page.body, "<p>page");
  EXPECT_EQ(field(page, "Content-Security-Policy"), "default-src 'self'");
  EXPECT_TRUE(field(get("/file"), "Content-Security-Policy").starts_with("default-src 'none'"));
}

TEST_F(AnswersTo, WhatTheSiteHas) {
  EXPECT_EQ(get("/query?a=1").body, "a=1");
  const HttpAnswer file = get("/file");
  EXPECT_EQ(file.body, "a,b");
  EXPECT_EQ(field(file, "Content-Type"), "text/csv");
  EXPECT_EQ(field(file, "Content-Disposition"), "attachment; filename=\"games.csv\"");
  const HttpAnswer wish = answers_.to(head("/play", "POST"), "{}");
  EXPECT_EQ(wish.status, 202U);
  EXPECT_EQ(wish.body, "{}");
}

TEST_F(AnswersTo, WhatItDoesNotHaveOrCannotSay) {
  EXPECT_EQ(get("/nothing").status, 404U);
  EXPECT_EQ(get("/fails").status, 500U);
  EXPECT_EQ(get("/fails").body, "500: out of cheese\n");
  EXPECT_EQ(get("/favicon.ico").status, 204U);
  EXPECT_EQ(get("/favicon.ico").body, "");
}

TEST_F(AnswersTo, WhoMayNotAskGetsNothing) {
  RequestHead stranger = head("/query?secret");
  stranger.cookie.reset();
  const HttpAnswer refused = answers_.to(stranger, "");
  EXPECT_EQ(refused.status, 403U);
  EXPECT_EQ(refused.body.find("secret"), std::string::npos);
  EXPECT_TRUE(answers_.wants_events(head("/events?after=3")));
  EXPECT_FALSE(answers_.wants_events(head("/events", "POST")));
  EXPECT_FALSE(answers_.wants_events(head("/other")));
  RequestHead events = head("/events");
  events.cookie.reset();
  EXPECT_FALSE(answers_.wants_events(events));
  EXPECT_EQ(field(answers_.to(head("/", "PUT"), ""), "Allow"), "GET, POST");
}

}  // namespace

}  // namespace referee::server
