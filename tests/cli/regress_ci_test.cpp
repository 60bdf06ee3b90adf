// The examples for CI in docs/ci: their shell steps are run as they stand, save those that
// are marked as installation, with the built program in PATH. What installs a package is run by
// scripts/test packages.
#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "folder.hpp"

namespace {

using namespace cli_test;
namespace fs = std::filesystem;

struct Step {
  bool install = false;
  std::string script;
};

std::size_t indent_of(const std::string& line) {
  return std::min(line.find_first_not_of(' '), line.size());
}
bool is_comment(const std::string& line) { return line.substr(indent_of(line)).starts_with('#'); }

// As much of YAML as the examples have: `key: text`, lists, and blocks after `|`.
class Steps {
 public:
  Steps(const std::string& text, std::vector<std::string> keys)
      : lines_(lines_of(text)), keys_(std::move(keys)) {}

  std::vector<Step> find() {
    for (at_ = 0; at_ < lines_.size();) {
      const std::string& line = lines_[at_];
      const std::string rest = line.substr(indent_of(line));
      if (is_comment(line)) {
        install_ = install_ || rest.starts_with("# install:");
        ++at_;
        continue;
      }
      const auto key = std::find_if(keys_.begin(), keys_.end(),
                                    [&](const std::string& one) { return rest.starts_with(one); });
      if (key == keys_.end()) {
        ++at_;
      } else if (rest == *key) {
        take_list(indent_of(line));
      } else {
        take_value(indent_of(line), rest.substr(key->size() + 1));
      }
    }
    return std::move(steps_);
  }

 private:
  // `- command` lines below a key.
  void take_list(std::size_t indent) {
    ++at_;
    while (at_ < lines_.size() && indent_of(lines_[at_]) > indent) {
      const std::string& line = lines_[at_];
      const std::string rest = line.substr(indent_of(line));
      if (rest.starts_with("- ")) {
        take_value(indent_of(line), rest.substr(2));
      } else {
        install_ = install_ || rest.starts_with("# install:");
        ++at_;
      }
    }
  }

  // What stands behind a key or a dash, or the block below it.
  void take_value(std::size_t indent, const std::string& value) {
    Step step{install_, value};
    install_ = false;
    ++at_;
    if (value == "|") {
      step.script.clear();
      const std::size_t inner = indent_of(lines_[at_]);
      while (at_ < lines_.size() && (lines_[at_].empty() || indent_of(lines_[at_]) > indent)) {
        const std::string& line = lines_[at_++];
        step.script += (line.empty() ? line : line.substr(inner)) + '\n';
      }
    }
    steps_.push_back(std::move(step));
  }

  std::vector<std::string> lines_;
  std::vector<std::string> keys_;
  std::vector<Step> steps_;
  std::size_t at_ = 0;
  bool install_ = false;
};

class CiExample : public InFolder {
 protected:
  CiExample() {
    ::setenv("PATH", (built::folder().string() + ":" + std::getenv("PATH")).c_str(), 1);
    ::setenv("GITHUB_STEP_SUMMARY", path("summary.md").c_str(), 1);
    ::setenv("CI_PROJECT_DIR", folder_.c_str(), 1);
    const fs::path ci = fs::path(REFEREE_SOURCE_DIR) / "docs" / "ci";
    for (const char* name : {"regress.json", "github.yml", "gitlab.yml", "github-tournament.yml",
                             "gitlab-tournament.yml", "action/action.yml"}) {
      fs::copy_file(ci / name, path(fs::path(name).filename().string()));
    }
  }

  // Runs all steps but the installation, and expects what both examples write.
  void run_all(const std::vector<Step>& steps, std::size_t installs, std::size_t others) {
    std::size_t installed = 0;
    std::size_t run_steps = 0;
    for (const Step& step : steps) {
      SCOPED_TRACE(step.script);
      if (step.install) {
        ++installed;
        continue;
      }
      ++run_steps;
      const Ended ended = run({"bash", "-e", "-c", step.script}, folder_);
      EXPECT_EQ(ended.code, 0) << ended.out << ended.err;
    }
    EXPECT_EQ(installed, installs);
    EXPECT_EQ(run_steps, others);
    EXPECT_NE(read("junit.xml").find("<testsuites name=\"referee regress\" tests=\"4\""),
              std::string::npos);
    EXPECT_NE(read("summary.md").find("| no-faults |"), std::string::npos);
    EXPECT_EQ(records_in(path("records/no-faults")).size(), 20U);
    EXPECT_GT(fs::file_size(path("referee.html")), 10'000U);
  }
};

TEST_F(CiExample, GitHub) { run_all(Steps(read("github.yml"), {"run:"}).find(), 2, 2); }

TEST_F(CiExample, GitLab) {
  run_all(Steps(read("gitlab.yml"), {"script:", "before_script:"}).find(), 2, 2);
}

// What is kept has the page, and a job takes a package or builds.
TEST_F(CiExample, TheirPageIsKept) {
  EXPECT_NE(read("github.yml")
                .find("          path: |\n            junit.xml\n"
                      "            referee.html\n            records\n"),
            std::string::npos);
  EXPECT_NE(read("gitlab.yml").find("    paths: [summary.md, referee.html, records]\n"),
            std::string::npos);
}

// The action: what its inputs become is given by the machine that runs it.
TEST_F(CiExample, Action) {
  ::setenv("CONFIG", "regress.json", 1);
  ::setenv("UNDECIDED", "true", 1);
  std::size_t others = 0;
  for (const Step& step : Steps(read("action.yml"), {"run:"}).find()) {
    if (step.install) continue;
    ++others;
    const Ended ended = run({"bash", "-e", "-c", step.script}, folder_);
    EXPECT_EQ(ended.code, 0) << step.script << ended.out << ended.err;
  }
  EXPECT_EQ(others, 2U);
  EXPECT_NE(read("referee-junit.xml").find("tests=\"4\""), std::string::npos);
  EXPECT_NE(read("summary.md").find("| no-faults |"), std::string::npos);
  EXPECT_GT(fs::file_size(path("referee.html")), 10'000U);
  // A check that fails, and one that could not decide.
  write("regress.json", R"({"game": "box", "bot": "false", "checks": [{"check": "no-faults"}]})");
  const auto steps = Steps(read("action.yml"), {"run:"}).find();
  fs::remove_all(path("referee-records"));
  EXPECT_EQ(run({"bash", "-e", "-c", steps.back().script}, folder_).code, 1);
  write("regress.json", R"({"game": "box", "bot": "referee random box", "checks": [)"
                        R"({"check": "not-weaker", "base": "referee random box --seed 2", )"
                        R"("max_pairs": 2}]})");
  for (const auto& [passes, code] : {std::pair{"true", 0}, std::pair{"false", 4}}) {
    fs::remove_all(path("referee-records"));
    ::setenv("UNDECIDED", passes, 1);
    EXPECT_EQ(run({"bash", "-e", "-c", steps.back().script}, folder_).code, code) << passes;
  }
}

// How a tarball is installed on GitHub's machines: a made-up one.
class CiInstall : public CiExample {
 protected:
  CiInstall() {
    fs::create_directories(path("made/referee-1-linux/bin"));
    write_program("made/referee-1-linux/bin/referee", "#!/bin/sh\necho made up\n");
    EXPECT_EQ(run({"tar", "-C", "made", "-czf", "made.tar.gz", "referee-1-linux"}, folder_).code,
              0);
    hash_ = run({"sha256sum", "made.tar.gz"}, folder_).out.substr(0, 64);
    ::setenv("GITHUB_PATH", path("github-path").c_str(), 1);
    ::setenv("TMPDIR", path("tmp").c_str(), 1);
    ::setenv("RUNNER_TEMP", path("tmp").c_str(), 1);
    fs::create_directory(path("tmp"));
  }
  ~CiInstall() override { ::unsetenv("TMPDIR"); }

  // With the first step of a file.
  [[nodiscard]] Ended install(const std::string& package,
                              const std::string& file = "action.yml") const {
    const auto steps = Steps(read(file), {"run:"}).find();
    EXPECT_TRUE(steps.front().install);
    ::setenv("PACKAGE", package.c_str(), 1);
    ::setenv("SHA256", hash_.c_str(), 1);
    return run({"bash", "-e", "-c", steps.front().script}, folder_);
  }
  void expect_installed(const std::string& package, const std::string& file = "action.yml") const {
    SCOPED_TRACE(file + ", " + package);
    fs::remove(path("github-path"));
    const Ended ended = install(package, file);
    ASSERT_EQ(ended.code, 0) << ended.out << ended.err;
    const auto lines = lines_of(read("github-path"));
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(run({lines.front() + "/referee"}, folder_).out, "made up\n");
  }

  std::string hash_;  // of the package, as SHA256SUMS has it
};

TEST_F(CiInstall, ATarballFromAFileOrAddress) {
  expect_installed("made.tar.gz");
  expect_installed(path("made.tar.gz"));
  if (run({"sh", "-c", "command -v curl"}, folder_).code != 0) {
    GTEST_SKIP() << "curl is not installed";
  }
  for (const char* file : {"action.yml", "github.yml", "github-tournament.yml"}) {
    expect_installed("file://" + path("made.tar.gz").string(), file);
    fs::remove(path("github-path"));
    EXPECT_NE(install("file://" + path("missing.tar.gz").string(), file).code, 0) << file;
    EXPECT_FALSE(fs::exists(path("github-path"))) << file;
  }
  for (const std::string& wrong : {std::string(64, '0'), std::string()}) {
    hash_ = wrong;
    for (const char* file : {"action.yml", "github.yml", "github-tournament.yml"}) {
      EXPECT_NE(install("file://" + path("made.tar.gz").string(), file).code, 0) << file;
      EXPECT_FALSE(fs::exists(path("github-path"))) << file;
    }
  }
}

// A package is a file of the repository, or Referee is built from a folder there.
TEST_F(CiInstall, AFileOfTheRepository) {
  for (const char* file : {"github.yml", "github-tournament.yml"}) {
    expect_installed("made.tar.gz", file);
  }
  // Of several versions, the last.
  write("made-1.tar.gz", "an older one");
  fs::copy_file(path("made.tar.gz"), path("made-2.tar.gz"));
  for (const char* file : {"action.yml", "github.yml", "github-tournament.yml"}) {
    expect_installed("made-*.tar.gz", file);
  }
  fs::remove(path("github-path"));
  EXPECT_EQ(install("missing.tar.gz", "github.yml").code, 0) << "the next step builds";
  EXPECT_FALSE(fs::exists(path("github-path")));
  EXPECT_NE(install("missing.tar.gz", "github-tournament.yml").code, 0);
  ::setenv("PATH", "/usr/bin:/bin", 1);
  const auto steps = Steps(read("github.yml"), {"run:"}).find();
  const auto build = [&] { return run({"bash", "-e", "-c", steps.at(1).script}, folder_); };
  const Ended none = build();
  EXPECT_EQ(none.code, 1) << none.out;
  EXPECT_EQ(none.err, "There is neither the package missing.tar.gz nor the folder referee\n");
  fs::create_directories(path("referee/scripts"));
  write_program("referee/scripts/build", "#!/bin/sh\nexit 0\n");
  EXPECT_EQ(build().code, 0);
  EXPECT_EQ(lines_of(read("github-path")).back(), path("referee/build/release/bin").string());
}

TEST_F(CiInstall, WhatIsNoPackageEndsTheJob) {
  EXPECT_NE(install("missing.tar.gz").code, 0);
  write("other.zip", "no package");
  const Ended ended = install("other.zip");
  EXPECT_EQ(ended.code, 2);
  EXPECT_EQ(ended.err, "package: 'other.zip' is neither a .deb nor a .tar.gz\n");
  write("broken.tar.gz", "no archive");
  EXPECT_NE(install("broken.tar.gz").code, 0);
  fs::create_directory(path("made/empty"));
  EXPECT_EQ(run({"tar", "-C", "made", "-czf", "empty.tar.gz", "empty"}, folder_).code, 0);
  EXPECT_NE(install("empty.tar.gz").code, 0) << "a package without the program";
  EXPECT_FALSE(fs::exists(path("github-path")));
}

// A tournament in parts. Each machine has folders of its own, and gets what the artifacts have.
class CiTournament : public CiExample {
 protected:
  CiTournament() {
    write("tournament.json", small_config("box", 3));
    ::setenv("PARTS", "3", 1);
    ::setenv("CI_NODE_TOTAL", "3", 1);
  }

  void play(const std::vector<Step>& steps) {
    for (const Step& step : steps) {
      if (step.install) continue;
      const bool is_part = step.script.find("--part ") != std::string::npos;
      for (int part = 1; part <= (is_part ? 3 : 1); ++part) {
        ::setenv("PART", std::to_string(part).c_str(), 1);
        ::setenv("CI_NODE_INDEX", std::to_string(part).c_str(), 1);
        const Ended ended = run({"bash", "-e", "-c", step.script}, folder_);
        EXPECT_EQ(ended.code, 0) << step.script << ended.out << ended.err;
      }
    }
    EXPECT_EQ(records_in(path("plan")).size(), 6U);
    EXPECT_TRUE(fs::exists(path("plan/sealed.json")));
    EXPECT_GT(fs::file_size(path("tournament.html")), 10'000U);
  }
};

TEST_F(CiTournament, GitHub) {
  play(Steps(read("github-tournament.yml"), {"- run:", "run:"}).find());
  EXPECT_NE(read("summary.md").find("| bot |"), std::string::npos) << read("summary.md");
}

TEST_F(CiTournament, GitLab) {
  play(Steps(read("gitlab-tournament.yml"), {"script:", "before_script:"}).find());
  EXPECT_NE(read("standings.md").find("| bot |"), std::string::npos) << read("standings.md");
}

// Steps marked as installation must at least be valid shell syntax.
TEST_F(CiExample, InstallationsAreShell) {
  std::vector<Step> steps;
  for (const char* name : {"github.yml", "gitlab.yml", "github-tournament.yml",
                           "gitlab-tournament.yml", "action.yml"}) {
    const auto more = Steps(read(name), {"- run:", "run:", "script:", "before_script:"}).find();
    EXPECT_GE(more.size(), 3U) << name;
    steps.insert(steps.end(), more.begin(), more.end());
  }
  for (const Step& step : steps) {
    const Ended ended = run({"bash", "-n", "-c", step.script}, folder_);
    EXPECT_EQ(ended.code, 0) << step.script << ended.err;
    EXPECT_EQ(ended.err, "");
  }
}

}  // namespace
