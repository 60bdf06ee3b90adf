#include "referee/base/text/sha256.hpp"

#include <gtest/gtest.h>

#include <string>

namespace referee::text {
namespace {

// The examples of FIPS 180-4.
TEST(Sha256, KnowsTheStandardsExamples) {
  EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(sha256(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, TakesBytesInPiecesOfAnyLength) {
  std::string bytes;
  for (int i = 0; i < 1000; ++i) bytes.push_back(static_cast<char>(i * 7));
  for (std::size_t length = 1; length < 200; ++length) {
    Sha256 hash;
    for (std::size_t at = 0; at < bytes.size(); at += length) {
      hash.add(std::string_view(bytes).substr(at, length));
    }
    EXPECT_EQ(hash.hex(), sha256(bytes)) << length;
  }
}

TEST(Sha256, BeginsAnewAfterItsResult) {
  Sha256 hash;
  hash.add("abc");
  const std::string first = hash.hex();
  hash.add("abc");
  EXPECT_EQ(hash.hex(), first);
}

}  // namespace
}  // namespace referee::text
