// tests/cases/hold.hpp: derivatives of a formula by every transform, held against known ones
// SPDX-License-Identifier: MIT
#pragma once
#include "cases/formulas.hpp"
#include "support/catch.hpp"
#include "support/check_op.hpp"

namespace cases {

inline bool agrees(double have, double want, double tolerance) {
  if (want == unknown) return true;
  if (want == 0) return have == 0;
  return check::close(have, want, tolerance);
}
inline void hold(std::string const& what, double have, double want, double tolerance) {
  if (agrees(have, want, tolerance))
    SUCCEED();
  else
    check::fail(what + ": " + check::text(have) + " is not " + check::text(want));
}

template <class F, class Tree>
check::Report at(F const& f, Tree const& x, Tree const& d0, Tree const& d1, Tree const& d2) {
  constexpr int depth = check::leaf_of<Tree>::numbers && std::tuple_size_v<Tree> == 1 ? 3 : 2;
  return check::differentiate<depth>(f, x, {d0, d1, d2});
}
inline void hold_second(std::string const& what, check::Report const& r, double want, double tolerance) {
  hold(what + " by jvp of jvp", r.jvp_jvp[0], want, tolerance);
  hold(what + " by jvp of grad", r.jvp_of_grad, want, tolerance);
  hold(what + " by grad of jvp", r.grad_of_jvp, want, tolerance);
  hold(what + " by grad of grad", r.grad_of_grad, want, tolerance);
}

}  // namespace cases
