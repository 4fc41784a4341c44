// fmod/impl/transforms/root_finders.ipp: norms and messages of the root finders
// SPDX-License-Identifier: MIT
#include <fmod/transforms/root_finders.hpp>

#include <cmath>
#include <sstream>

namespace fm::transforms {

FM_INLINE void residual_shape_differs(char const* op, int64_t residual, int64_t unknowns) {
  throw shape_error(std::string(op) + ": the function returns " + std::to_string(residual) + " numbers for " +
                    std::to_string(unknowns) + " unknowns; it must return a tree of the shapes of its first argument");
}
FM_INLINE void no_convergence(char const* op, int64_t iterations, double reached, double wanted) {
  std::ostringstream text;
  bool const newton = std::string(op) == "root";
  text << op << ": no convergence after " << iterations << " iterations: the " << (newton ? "residual" : "last step")
       << " is " << reached << ", steps were to be below " << wanted << "; "
       << (newton ? "start nearer to the root" : "the function may not contract: use fm::root")
       << ", or change fm::RootOptions";
  throw value_error(text.str());
}
template <class S> double norm_of(Tensor<S> const& x) {
  double largest = 0, total = 0;
  for (S v : x.span()) {
    if (!std::isfinite(v)) return std::numeric_limits<double>::quiet_NaN();
    largest = std::fmax(largest, std::fabs(static_cast<double>(v)));
  }
  if (largest == 0) return 0;
  for (S v : x.span()) total += (static_cast<double>(v) / largest) * (static_cast<double>(v) / largest);
  return largest * std::sqrt(total);
}
FM_INLINE double flat_norm(Tensor<double> const& x) { return norm_of(x); }
FM_INLINE double flat_norm(Tensor<float> const& x) { return norm_of(x); }

}  // namespace fm::transforms
