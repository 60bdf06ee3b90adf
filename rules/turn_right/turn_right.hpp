#pragma once
#include "rules/catalogue.hpp"
namespace rules::turn_right { GameInfo info(); }
