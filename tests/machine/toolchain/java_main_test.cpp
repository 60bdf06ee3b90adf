#include <gtest/gtest.h>

#include "referee/machine/toolchain/source_file.hpp"

namespace referee::toolchain {
namespace {

constexpr const char* main_method = " { public static void main(String[] words) { int x; } } ";

TEST(JavaMain, IsTheClassThatHasOne) {
  EXPECT_EQ(java_main_class(std::string("class A { int a; } class B") + main_method, "C"), "B");
  EXPECT_EQ(java_main_class(std::string("interface A") + main_method, ""), "A");
  EXPECT_EQ(java_main_class("class A { final static void main(String... a) {} }", ""), "A");
  EXPECT_EQ(java_main_class("", ""), "");
  EXPECT_EQ(java_main_class("class A { void main(String[] a) {} }", ""), "");
}

TEST(JavaMain, TheFilesOwnNameDecidesBetweenSeveral) {
  const std::string two = std::string("class A") + main_method + "class B" + main_method;
  EXPECT_EQ(java_main_class(two, "B"), "B");
  EXPECT_EQ(java_main_class(two, "bot"), "A");
}

TEST(JavaMain, HasItsPackage) {
  EXPECT_EQ(java_main_class(std::string("package a.b ; import x.Y; class C") + main_method, ""),
            "a.b.C");
}

TEST(JavaMain, PassesOverCommentsStringsAndNestedClasses) {
  const std::string disguised =
      "/* class No { static void main( */ // class No { static void main(\n"
      "class Data { String s = \"} class No { static void main(\\\"\"; char c = '{'; char q = "
      "'\\'';"
      " String t = \"\"\"\n } \\\"\"\" { \"\"\";"
      " static class Inner { public static void main(String[] a) {} } }\n"
      "record Point(int x, int y) { static int main = 3; }\n"
      "class Yes";
  EXPECT_EQ(java_main_class(disguised + main_method, ""), "Yes");
}

TEST(JavaMain, SurvivesWhatIsNoJava) {
  for (const char* text : {"\"", "'", "/*", "\"\"\"", "package", "class", "}}}{{{", "\\"}) {
    EXPECT_EQ(java_main_class(text, ""), "") << text;
  }
}

}  // namespace
}  // namespace referee::toolchain
