// fmod/random/random.hpp: all of fmod/random
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/random/distributions.hpp>
