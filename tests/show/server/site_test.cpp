// What sites share: answers in JSON, and the event with which a browser begins.
#include "referee/show/server/site.hpp"

#include <gtest/gtest.h>

#include <string>

#include <nlohmann/json.hpp>

#include "tests/show/server/browser.hpp"

namespace referee::server {
namespace {

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

}  // namespace
}  // namespace referee::server
