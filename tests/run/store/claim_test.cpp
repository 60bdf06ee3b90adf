// Who plays in a folder.
#include "referee/run/store/claim.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "support.hpp"

namespace referee::store {
namespace {

using Kind = Claim::Kind;

class Claims : public testing::Test {
 protected:
  [[nodiscard]] std::filesystem::path file() const { return folder_.path() / "playing.json"; }
  // What a claim of another process of that kind would be told; empty if it got the claim.
  [[nodiscard]] std::string refusal(Kind kind) const {
    try {
      const Claim claim(folder_.path(), kind);
      return {};
    } catch (const FolderInUse& error) {
      EXPECT_EQ(error.folder(), folder_.path());
      return error.what();
    }
  }

  test::TemporaryFolder folder_;
};

TEST_F(Claims, OneThatIsAloneKeepsOthersOut) {
  std::optional<Claim> claim(std::in_place, folder_.path(), Kind::alone);
  const auto said = nlohmann::json::parse(test::read_file(file()));
  EXPECT_EQ(said.at("pid"), ::getpid());
  for (const Kind kind : {Kind::alone, Kind::shared}) {
    const std::string text = refusal(kind);
    EXPECT_TRUE(text.starts_with(folder_.path().string() + " is being played by process " +
                                 std::to_string(::getpid()) + " on "))
        << text;
    EXPECT_NE(text.find(said.at("since").get<std::string>()), std::string::npos) << text;
  }
  claim.reset();
  EXPECT_FALSE(std::filesystem::exists(file()));
  EXPECT_EQ(refusal(Kind::alone), "");
}

TEST_F(Claims, PartsShareAFolder) {
  std::optional<Claim> first(std::in_place, folder_.path(), Kind::shared);
  std::optional<Claim> second(std::in_place, folder_.path(), Kind::shared);
  EXPECT_NE(refusal(Kind::alone), "");
  first.reset();
  EXPECT_TRUE(std::filesystem::exists(file()));
  EXPECT_NE(refusal(Kind::alone), "");
  second.reset();
  EXPECT_FALSE(std::filesystem::exists(file()));
  EXPECT_EQ(refusal(Kind::alone), "");
}

// Left behind by a crash: whatever is in it, nobody holds it.
TEST_F(Claims, AFileWithoutALockClaimsNothing) {
  test::write_file(file(), R"({"pid": 1, "host": "here")");
  EXPECT_EQ(refusal(Kind::alone), "");
}

// Its holder has not written yet.
TEST_F(Claims, AHolderThatSaysNothingIsAnotherProcess) {
  const Claim claim(folder_.path(), Kind::alone);
  test::write_file(file(), "");
  const std::string text = refusal(Kind::alone);
  EXPECT_NE(text.find(" is being played by another process; "), std::string::npos) << text;
}

}  // namespace
}  // namespace referee::store
