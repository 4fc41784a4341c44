// tests/support/catch.hpp: Catch2 of version 2 or 3 under one name; precompiled for all test binaries
// SPDX-License-Identifier: MIT
#pragma once

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
using Catch::Approx;
#else
#include <catch2/catch.hpp>
#endif
