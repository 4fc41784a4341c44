// tests/support/docs.hpp: what the examples of a documentation page need to be tests (cmake/docs_test.cmake)
// SPDX-License-Identifier: MIT
#pragma once
#include "support/catch.hpp"

#include <fmod/fmod.hpp>

#include <numbers>
#include <sstream>

using namespace fm::literals;

namespace docs {
/// What `std::cout << x` writes.
template <class X> std::string printed(X const& x) {
  std::ostringstream text;
  text << x;
  return text.str();
}
}  // namespace docs
