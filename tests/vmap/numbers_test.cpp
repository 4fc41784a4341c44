// tests/vmap/numbers_test.cpp: plain numbers that are differentiated inside a vmap: one in each lane
// SPDX-License-Identifier: MIT
#include "vmap/same.hpp"

namespace {

using T = fm::Tensor<double>;

struct OfNumber {
  int op;
  template <class P, class Y> auto operator()(P const& p, Y const& y) const {
    auto const q = fm::maximum(p * p, 1.5) + fm::where(p > 1.0, p, 0.0);
    switch (op) {
      case 0:
        return fm::sum(fm::sin(p * y) * p);
      case 1:
        return fm::sum(fm::exp(q * 0.1) * y);
      case 2:
        return fm::sum(fm::where(y > 0.2, p, y) * fm::pow(y * y + 1.0, p));
      default:
        return fm::sum(fm::broadcast_to(fm::cast<fm::tower::element_t<Y>>(fm::atan2(p, 2.0) + fm::floor(p)), {3}) * y) +
               fm::sqrt(p) * fm::sum(y);
    }
  }
};
template <class Map> lanes::Found numbers(OfNumber f, T const& ys) {
  lanes::Found found;
  auto const over = fm::in_axes<fm::none, 0>;
  lanes::keep(found, "grad", Map::over(fm::grad(f), over)(1.7, ys));
  lanes::keep(found, "both", Map::over(fm::grad<0, 1>(f), over)(1.7, ys));
  lanes::keep(found, "jvp",
              Map::over([f](auto const& p, auto const& y) { return fm::jvp(f, p, 1.0, y).second; }, over)(1.7, ys));
  lanes::keep(found, "grad of grad", Map::over(fm::grad(fm::grad(f)), over)(1.7, ys));
  lanes::keep(found, "jvp of grad",
              Map::over([f](auto const& p, auto const& y) { return fm::jvp(fm::grad(f), p, 1.0, y); }, over)(1.7, ys));
  lanes::keep(
      found, "pullback",
      Map::over([f](auto const& p, auto const& y) { return fm::vjp(f, fm::args(p, y)).second(1.0); }, over)(1.7, ys));
  lanes::keep(found, "grad outside", fm::grad([f, &over](auto const& p, auto const& y) {
                return fm::sum(Map::over(f, over)(p, y));
              })(1.7, ys));
  lanes::keep(found, "float", Map::over(fm::grad(f), over)(1.7, fm::cast<float>(ys)));
  return found;
}

}  // namespace

TEST_CASE("numbers that are differentiated inside a vmap", "[vmap]") {
  auto const ys = fm::abs(check::some_tensor<double>({4, 3}, 1));
  for (int op = 0; op < 4; ++op) {
    auto const vmapped = numbers<lanes::by_vmap>(OfNumber{op}, ys), looped = numbers<lanes::by_loop>(OfNumber{op}, ys);
    lanes::compare("number " + std::to_string(op), vmapped, looped, 1e-5);
    lanes::compare("number " + std::to_string(op), {vmapped.begin(), vmapped.end() - 1},
                   {looped.begin(), looped.end() - 1}, 1e-12);
  }
}
