// src/random/distributions.cpp: compiles fmod/impl/random/distributions.ipp
// SPDX-License-Identifier: MIT
#include <fmod/impl/random/distributions.ipp>

namespace fm::random::detail {
template struct Uniform<float>;
template struct Uniform<double>;
template struct Normal<float>;
template struct Normal<double>;
template struct TruncatedNormal<float>;
template struct TruncatedNormal<double>;
}  // namespace fm::random::detail
