// The version of the program.
#pragma once

#include <string>
#include <string_view>

namespace referee::cli {

// "1.2.3"
std::string_view version_number() noexcept;
// "1.2.3 (commit 0123456789ab)"; "... with changes)" if the tree had some, and without the commit
// if it was not known when the program was built.
std::string version_text();

}  // namespace referee::cli
