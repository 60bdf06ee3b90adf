#include "referee/machine/program/runtimes.hpp"
#include "tests/folder.hpp"

namespace referee::program {
namespace {

namespace fs = std::filesystem;
using Python = folder::InFolder;
using Paths = std::vector<fs::path>;

TEST_F(Python, AShimLeadsToTheVersionThatIsAskedFor) {
  const fs::path shim = write("pyenv/shims/python3", "#!/bin/sh\n", true);
  const fs::path old = write("pyenv/versions/3.9.1/bin/python3", "");
  const fs::path young = write("pyenv/versions/3.12.0/bin/python3", "");
  write("pyenv/version", "3.9.1\n");
  fs::create_directories(folder_ / "project/bots");
  set("PYENV_VERSION", std::nullopt);
  EXPECT_EQ(behind_shim(shim, folder_ / "project/bots"), old) << "by pyenv's own file";
  write("project/.python-version", "3.12.0\n");
  EXPECT_EQ(behind_shim(shim, folder_ / "project/bots"), young) << "by a folder above";
  set("PYENV_VERSION", "3.9.1:3.12.0");
  EXPECT_EQ(behind_shim(shim, folder_ / "project/bots"), old) << "by the variable";
}

TEST_F(Python, OtherProgramsStayWhatTheyAre) {
  const fs::path shim = write("pyenv/shims/python3", "#!/bin/sh\n", true);
  const fs::path other = write("bin/python3", "");
  EXPECT_EQ(behind_shim(other, folder_), other);
  for (const char* version : {"2.7", "..", "../versions/2.7"}) {
    set("PYENV_VERSION", version);
    EXPECT_EQ(behind_shim(shim, folder_), shim) << version;
  }
}

TEST_F(Python, PackagesOfThisUserAreFoundWhereThereAreSome) {
  set("HOME", folder_.string());
  set("PYTHONUSERBASE", std::nullopt);
  EXPECT_EQ(python_user_base(), fs::path());
  write(".local/lib/keys", "");
  EXPECT_EQ(python_user_base(), fs::path());
  write(".local/lib/python3.11/site-packages/a.py", "");
  EXPECT_EQ(python_user_base(), folder_ / ".local");
  EXPECT_EQ(python_packages(folder_ / ".local"), Paths{folder_ / ".local/lib/python3.11"});
  EXPECT_EQ(python_packages({}), Paths{});
  set("PYTHONUSERBASE", (folder_ / "elsewhere").string());
  EXPECT_EQ(python_user_base(), fs::path());
  set("PYTHONUSERBASE", "relative");
  EXPECT_EQ(python_user_base(), fs::path());
}

}  // namespace
}  // namespace referee::program
