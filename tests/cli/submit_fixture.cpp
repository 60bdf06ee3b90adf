#include "submit_fixture.hpp"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include <nlohmann/json.hpp>

namespace cli_test {
namespace {

namespace fs = std::filesystem;

// Plays the tasks of an array at once, but for those for which there is a file lose-TASK, once
// each, or always-lose-TASK.
constexpr const char* sbatch = R"sh(#!/bin/bash
cd "$(dirname "$0")" || exit 9
echo "$*" >>submitted
if [ -e refuse ]; then
  rm -f refuse-once && [ ! -e refuse-always ] && rm refuse
  echo "sbatch: error: AssocMaxSubmitJobLimit" >&2
  exit 1
fi
for word in "$@"; do
  case $word in
    --array=*) array=${word#*=} ;;
    --output=*) output=${word#*=} ;;
    --job-name=*) name=${word#*=} ;;
    --wrap=*) wrap=${word#*=} ;;
  esac
done
for range in ${array//,/ }; do
  for task in $(seq "${range%-*}" "${range#*-}"); do
    log=${output//%x/$name}
    log=${log//%a/$task}
    if [ -e "always-lose-$task" ]; then
      echo "slurmstepd: error: no home for task $task" >>"$log"
      continue
    fi
    rm "lose-$task" 2>/dev/null && continue
    SLURM_ARRAY_TASK_ID=$task sh -c "$wrap" >>"$log" 2>&1
  done
done
echo 17
)sh";

// Each call takes a line of the file `queue`, whose words are jobs, or of the file `down`.
constexpr const char* squeue = R"sh(#!/bin/bash
cd "$(dirname "$0")" || exit 9
if [ -s down ]; then
  sed -i 1d down
  echo "slurm_load_jobs error: Unable to contact slurm controller" >&2
  exit 1
fi
[ ! -s queue ] || head -n 1 queue | tr ';' '\n'
[ ! -s queue ] || sed -i 1d queue
)sh";

}  // namespace

Submit::Submit() {
  fs::create_directories(path("bin"));
  write_program("bin/sbatch", sbatch);
  write_program("bin/squeue", squeue);
  write_program("bin/scancel", "#!/bin/sh\necho \"$*\" >>\"$(dirname \"$0\")/cancelled\"\n");
  write_program("bin/scontrol", "#!/bin/sh\necho 'MaxArraySize            = 4'\n");
  write("c.json", config_of_all(5, {Json::parse(small_config("box", 6))}));
  write("p.json", R"({"on": "slurm", "parts": 3, "look_every": 0.1, "pause": 0.1})");
  expect(0, {"tournament", "c.json", "--plan-only", "--out", "o"});
}

Words Submit::submitting(const Words& further) const {
  Words words{"env", "PATH=" + path("bin").string() + ":" + std::getenv("PATH")};
  for (const std::string& word : command({"submit", "o"})) words.push_back(word);
  words.insert(words.end(), further.begin(), further.end());
  return words;
}

Ended Submit::submit(const Words& further) const { return run(submitting(further), folder_); }

std::size_t Submit::submitted() const { return lines_of(read("bin/submitted")).size(); }

std::string Submit::seal_alone() const {
  expect(0, {"tournament", "c.json", "--out", "alone", "--quiet"});
  return Json::parse(expect(0, {"merge", "alone", "--json"}))["sha256"];
}

void Submit::submitted_before(unsigned job, unsigned parts) const {
  const std::string logs = "o/logs/" + std::to_string(::geteuid());
  fs::create_directories(path(logs));
  write(logs + "/slurm-jobs", std::to_string(job) + " 0 " + std::to_string(parts) + " 0\n");
}

void Submit::expect_sealed(const Ended& ended) const {
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(ended.out, "12 of 12 matches: complete and sealed, " + seal_alone() + "\n");
}

}  // namespace cli_test
