// The interpreter and the packages of Python programs.
#pragma once

#include <filesystem>
#include <vector>

namespace referee::program {

// The program that a shim of pyenv's would start in `folder` after some child processes: of the
// version that PYENV_VERSION, a file .python-version there or above, or pyenv's own file `version`
// names. `file` itself if it is not a shim, or if the program is not found.
std::filesystem::path behind_shim(const std::filesystem::path& file,
                                  const std::filesystem::path& folder);

// The folder in which `pip install --user` puts packages: $PYTHONUSERBASE, or ~/.local; empty
// without such packages.
std::filesystem::path python_user_base();

// The folders with the packages for each version of Python below such a base; none if it is empty.
std::vector<std::filesystem::path> python_packages(const std::filesystem::path& user_base);

}  // namespace referee::program
