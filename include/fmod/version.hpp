// fmod/version.hpp: the version of the library, the one place where it is written
// SPDX-License-Identifier: MIT
#pragma once

#define FM_VERSION_MAJOR 0
#define FM_VERSION_MINOR 1
#define FM_VERSION_PATCH 0

namespace fm {

inline constexpr char version[] = "0.1.0";

}  // namespace fm
