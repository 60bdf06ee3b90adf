#pragma once
#include "rules/catalogue.hpp"
namespace rules::merge { GameInfo info_6561(); GameInfo info_2187(); }
