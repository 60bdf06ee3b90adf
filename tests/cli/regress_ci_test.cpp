// The examples for CI in docs/ci: their shell steps are run as they stand, save those that
// are marked as installation, with the built program in PATH.
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
    ::setenv("PATH", (std::string(REFEREE_BIN_DIR) + ":" + std::getenv("PATH")).c_str(), 1);
    ::setenv("GITHUB_STEP_SUMMARY", path("summary.md").c_str(), 1);
    ::setenv("CI_PROJECT_DIR", folder_.c_str(), 1);
    const fs::path ci = fs::path(REFEREE_SOURCE_DIR) / "docs" / "ci";
    for (const char* name : {"regress.json", "github.yml", "gitlab.yml"}) {
      fs::copy_file(ci / name, path(name));
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
  }
};

TEST_F(CiExample, GitHub) { run_all(Steps(read("github.yml"), {"run:"}).find(), 2, 2); }

TEST_F(CiExample, GitLab) {
  run_all(Steps(read("gitlab.yml"), {"script:", "before_script:"}).find(), 3, 2);
}

// Steps marked as installation must at least be valid shell syntax.
TEST_F(CiExample, InstallationsAreShell) {
  auto steps = Steps(read("github.yml"), {"run:"}).find();
  const auto more = Steps(read("gitlab.yml"), {"script:", "before_script:"}).find();
  steps.insert(steps.end(), more.begin(), more.end());
  for (const Step& step : steps) {
    const Ended ended = run({"bash", "-n", "-c", step.script}, folder_);
    EXPECT_EQ(ended.code, 0) << step.script << ended.err;
    EXPECT_EQ(ended.err, "");
  }
}

}  // namespace
