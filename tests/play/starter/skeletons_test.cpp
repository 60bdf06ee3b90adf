#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "referee/play/starter/starter.hpp"

namespace {

using namespace referee::starter;

std::string text_of(const std::string& file) {
  std::ifstream in(REFEREE_SOURCE_DIR "/" + file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(Skeletons, AreTheFilesOfTheirFolderWithTheirMarks) {
  EXPECT_GE(skeletons().size(), 10U);
  for (const Skeleton& one : skeletons()) {
    EXPECT_EQ(one.text,
              text_of("referee/play/starter/skeletons/bot." + std::string(one.ending) + ".in"));
    EXPECT_NE(one.text.find("@PART@\n"), std::string_view::npos) << one.ending;
  }
}

TEST(Skeletons, TheWorkflowIsThatOfTheDocuments) {
  EXPECT_EQ(workflow(), text_of("docs/ci/github.yml"));
}

}  // namespace
