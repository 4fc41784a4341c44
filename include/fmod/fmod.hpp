// fmod/fmod.hpp: the whole library
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/transforms/transforms.hpp>
#include <fmod/version.hpp>
