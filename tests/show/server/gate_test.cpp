// The checks of a request, without a network.
#include "referee/show/server/gate.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <string>
#include <vector>

namespace referee::server {
namespace {

using Kind = Gate::Verdict::Kind;
const std::string token = "0123456789abcdef0123456789abcdef";

RequestHead good() {
  RequestHead head;
  head.method = "GET";
  head.target = "/matches";
  head.host = "127.0.0.1:4000";
  head.cookie = "referee-4000=0123456789abcdef0123456789abcdef";
  return head;
}

TEST(Gate, TokensHave128BitsAndDiffer) {
  std::set<std::string> seen;
  for (int i = 0; i < 100; ++i) {
    const std::string one = random_token();
    EXPECT_EQ(one.size(), 32U);
    EXPECT_EQ(one.find_first_not_of("0123456789abcdef"), std::string::npos);
    EXPECT_TRUE(seen.insert(one).second);
  }
}

TEST(Gate, FindsItsCookieAmongOthers) {
  const Gate gate(4000, token);
  RequestHead head = good();
  const std::string others = "a=b; referee-4000=" + token + "; referee-4001=x";
  head.cookie = others;
  EXPECT_EQ(gate.judge(head).kind, Kind::let_in);
  for (const std::string& wrong : std::vector<std::string>{
           std::string(), "referee-4001=" + token, "referee-4000=" + token + "0",
           "xreferee-4000=" + token, "referee-4000", "referee-4000=", token,
           "referee-4000=0123456789abcdef0123456789abcdeF", "a=referee-4000=" + token}) {
    head.cookie = wrong;
    EXPECT_EQ(gate.judge(head).status, 403U) << wrong;
  }
  head.cookie.reset();
  EXPECT_EQ(gate.judge(head).status, 403U);
}

TEST(Gate, TheTokenLeadsInOnlyAtTheFrontDoor) {
  const Gate gate(4000, token);
  RequestHead head = good();
  head.cookie.reset();
  const std::string front = "/?token=" + token;
  head.target = front;
  EXPECT_EQ(gate.judge(head).kind, Kind::welcomed);
  for (const std::string& wrong :
       std::vector<std::string>{"/?token=", "/?token=0", "/?Token=" + token,
                                "/matches?token=" + token, "/?x=1&token=" + token}) {
    head.target = wrong;
    EXPECT_EQ(gate.judge(head).status, 403U) << wrong;
  }
}

TEST(Gate, NumbersInAddresses) {
  EXPECT_EQ(number_in("0"), 0U);
  EXPECT_EQ(number_in("123456789012345"), 123456789012345U);
  for (const char* wrong : {"", "-1", "+1", " 1", "1 ", "0x1", "1234567890123456", "1e3", "../1"}) {
    EXPECT_FALSE(number_in(wrong)) << wrong;
  }
}

// Whatever is in a request, nobody without the cookie or the token comes in.
TEST(Gate, NobodyGuessesIn) {
  const Gate gate(4000, token);
  std::mt19937 random(1);
  const auto noise = [&random](std::size_t most) {
    std::string text;
    const std::size_t size = random() % (most + 1);
    constexpr std::string_view bytes = "0123456789abcdef=;?/&%:.- \t\xff_tokenrefrGETPOSTHost";
    for (std::size_t i = 0; i < size; ++i) text += bytes[random() % bytes.size()];
    return text;
  };
  for (int i = 0; i < 20'000; ++i) {
    RequestHead head = good();
    const std::string method = random() % 2 == 0 ? "POST" : noise(6);
    const std::string target = "/" + noise(40);
    const std::string cookie = "referee-4000=" + noise(40);
    head.method = method;
    head.target = target;
    head.cookie = cookie;
    head.origin = "http://127.0.0.1:4000";
    head.content_type = "application/json";
    EXPECT_EQ(gate.judge(head).kind, Kind::refused) << target << cookie;
  }
}

}  // namespace
}  // namespace referee::server
