// bench/compile/deep_dictionary.cpp: a network of 48 named layers, with gradient, jvp and gradient of gradient
// SPDX-License-Identifier: MIT
#include <fmod/fmod.hpp>

using namespace fm::literals;

#define FM_LAYERS(X)                                                                                                  \
  X(l00)                                                                                                              \
  X(l01) X(l02) X(l03) X(l04) X(l05) X(l06) X(l07) X(l08) X(l09) X(l10) X(l11) X(l12) X(l13) X(l14) X(l15) X(l16)     \
      X(l17) X(l18) X(l19) X(l20) X(l21) X(l22) X(l23) X(l24) X(l25) X(l26) X(l27) X(l28) X(l29) X(l30) X(l31) X(l32) \
          X(l33) X(l34) X(l35) X(l36) X(l37) X(l38) X(l39) X(l40) X(l41) X(l42) X(l43) X(l44) X(l45) X(l46) X(l47)

template <class T> auto layer(T const& w) { return fm::dict("weight"_n = w, "bias"_n = fm::zeros<float>({8})); }
template <class P, class X> auto loss(P const& p, X const& x) {
  auto h = fm::lift(x, p);
#define FM_APPLY(name) h = fm::tanh(fm::matmul(h, p[#name ".weight"_n], false, true) + p[#name ".bias"_n]);
  FM_LAYERS(FM_APPLY)
#undef FM_APPLY
  return fm::mean(fm::square(h));
}

int main() {
#define FM_FIELD(name) , #name ""_n = layer(fm::eye<float>(8))
  auto const make = [](auto, auto... fields) { return fm::dict(fields...); };
  auto const p = make(0 FM_LAYERS(FM_FIELD));
#undef FM_FIELD
  auto const x = fm::ones<float>({4, 8});
  auto const f = [](auto const& q, auto const& v) { return loss(q, v); };
  auto const g = fm::grad(f)(p, x);
  auto const d = fm::jvp(f, p, g, x).second;
  auto const gg = fm::grad([&](auto const& q) { return fm::sum(fm::grad(f)(q, x)["l00.bias"_n]); })(p);
  return d.item() + gg["l47.bias"_n](0) > 0 ? 0 : 1;
}
