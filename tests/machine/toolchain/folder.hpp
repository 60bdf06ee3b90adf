// A temporary folder for one test, which has the cache in it.
#pragma once

#include "tests/folder.hpp"

namespace referee::toolchain {

class InOwnCache : public folder::InFolder {
 protected:
  InOwnCache() { set("XDG_CACHE_HOME", (folder_ / "cache").string()); }
};

}  // namespace referee::toolchain
