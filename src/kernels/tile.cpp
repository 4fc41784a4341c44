// src/kernels/tile.cpp: compiles fmod/impl/kernels/tile.ipp for float and double
// SPDX-License-Identifier: MIT
#include <fmod/impl/kernels/tile.ipp>

namespace fm {
template class Tile<bool>;
template class Tile<float>;
template class Tile<double>;
namespace kernels {
#define FM_INSTANTIATE(S)                             \
  template Tile<S> map(unary, Tile<S>);               \
  template Tile<S> map(unary_n, int64_t, Tile<S>);    \
  template Tile<S> map(binary, Tile<S>, Tile<S>);     \
  template Tile<bool> map(compare, Tile<S>, Tile<S>); \
  template Tile<S> where(Tile<bool>, Tile<S>, Tile<S>);
FM_INSTANTIATE(float)
FM_INSTANTIATE(double)
#undef FM_INSTANTIATE
}  // namespace kernels
}  // namespace fm
