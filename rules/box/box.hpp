#pragma once
#include "rules/catalogue.hpp"
namespace rules::box { GameInfo info(); }
