#pragma once
#include "rules/catalogue.hpp"
namespace rules::black_hole { GameInfo info(); }
