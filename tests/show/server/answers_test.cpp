// What is answered to a request, without a network.
#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "referee/show/server/site.hpp"

namespace referee::server {
namespace {

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
