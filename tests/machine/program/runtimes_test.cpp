#include "referee/machine/program/runtimes.hpp"

#include <algorithm>

#include "tests/folder.hpp"

namespace referee::program {
namespace {

using Runtimes = folder::InFolder;

RuntimeNote note_on(const std::string& name) {
  const auto notes = describe_runtimes();
  const auto found = std::find_if(notes.begin(), notes.end(),
                                  [&name](const RuntimeNote& note) { return note.name == name; });
  return found == notes.end() ? RuntimeNote{} : *found;
}

TEST_F(Runtimes, ComeInAFixedOrder) {
  const auto notes = describe_runtimes();
  ASSERT_GE(notes.size(), 4U);
  EXPECT_EQ(notes[0].name, "programs of this machine");
  EXPECT_TRUE(notes[0].available);
  EXPECT_EQ(notes[1].name, "32-bit programs");
  EXPECT_EQ(notes[2].name, "python3");
  EXPECT_EQ(notes, describe_runtimes());
  for (const RuntimeNote& note : notes) {
    EXPECT_TRUE(note.available || !note.advice.empty()) << note.name;
  }
}

TEST_F(Runtimes, AreThoseOfThePath) {
  std::filesystem::create_directory(folder_ / "bin");
  std::filesystem::create_symlink("/bin/true", folder_ / "bin/lua");
  write("bin/perl", "#!/bin/sh\n", true);
  set("PATH", (folder_ / "bin").string());
  EXPECT_EQ(note_on("lua"), (RuntimeNote{"lua", true, (folder_ / "bin/lua").string(), ""}));
  const RuntimeNote script = note_on("perl");
  EXPECT_TRUE(script.available);
  EXPECT_TRUE(script.advice.starts_with("is a script;")) << script.advice;
  const RuntimeNote missing = note_on("ruby");
  EXPECT_FALSE(missing.available);
  EXPECT_EQ(missing.advice, "program 'ruby' is not in PATH");
}

}  // namespace
}  // namespace referee::program
