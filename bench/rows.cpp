// rows.cpp: gelu, layer norm, softmax and cross entropy on 4096 rows of 1024, forward and gradient; float
// SPDX-License-Identifier: MIT
//
// The gradient is that of sum(weights * f(x)), so that the cotangent is an array as it would be inside a network.
#include "support/tensors.hpp"

namespace {

auto const layer_norm = [](auto const& x, auto const& scale, auto const& shift) {
  auto const centered = x - fm::mean(x, -1, fm::keepdims);
  auto const variance = fm::mean(fm::square(centered), -1, fm::keepdims);
  return centered / fm::sqrt(variance + 1e-5) * scale + shift;
};
auto const gelu = [](auto const& x) { return fm::gelu(x); };
auto const softmax = [](auto const& x) { return fm::softmax(x, -1); };

auto x() { return bench::pattern({4096, 1024}, 1, 8); }
auto weights() { return bench::pattern({4096, 1024}, 2, 2); }
auto scale() { return bench::pattern({1024}, 3, 2); }
auto shift() { return bench::pattern({1024}, 4, 2); }
auto classes() { return bench::labels({4096}, 5, 1024); }

template <class F> void add(bench::Program& p, std::string const& name, F const& f) {
  p.add(name + ", forward", bench::single, [f] { return [f, v = x()] { return f(v); }; });
  p.add(name + ", gradient", bench::single,
        [f] { return [f, v = x(), ct = weights()] { return fm::vjp(f, v).second(ct); }; });
}

}  // namespace

int main() {
  bench::Program p;
  add(p, "gelu", gelu);
  p.add("layer norm, forward", bench::single,
        [] { return [v = x(), a = scale(), b = shift()] { return layer_norm(v, a, b); }; });
  p.add("layer norm, gradient", bench::single, [] {
    return [v = x(), a = scale(), b = shift(), ct = weights()] {
      return fm::vjp(layer_norm, fm::args(v, a, b)).second(ct);
    };
  });
  add(p, "softmax", softmax);
  p.add("cross entropy, forward", bench::single,
        [] { return [v = x(), y = classes()] { return fm::nn::cross_entropy(v, y); }; });
  p.add("cross entropy, gradient", bench::single,
        [] { return [v = x(), y = classes()] { return fm::value_and_grad(fm::nn::cross_entropy)(v, y); }; });
  return p.serve();
}
