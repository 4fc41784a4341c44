// tests/vmap/products_test.cpp: matrix products, joins and recurrences under vmap: every choice of what is mapped
// SPDX-License-Identifier: MIT
#include "vmap/same.hpp"

namespace {

struct Product {
  bool tx, ty;
  template <class X, class Y> auto operator()(X const& x, Y const& y) const { return fm::matmul(x, y, tx, ty); }
};
struct Joined {
  int op;
  template <class X, class Y> auto operator()(X const& x, Y const& y) const {
    switch (op) {
      case 0:
        return fm::concat(0, x, y, x);
      case 1:
        return fm::concat(-1, x, y);
      case 2:
        return fm::stack(1, x, y);
      default:
        return fm::linear_scan(x, y, 0);
    }
  }
};
struct Vectors {
  int op;
  template <class X, class Y> auto operator()(X const& x, Y const& y) const {
    if (op == 0) return fm::outer(x, y);
    return fm::dot(x, y);
  }
};

}  // namespace

TEST_CASE("products under vmap are the loop", "[vmap]") {
  for (int t = 0; t < 4; ++t) {
    bool const tx = (t & 1) != 0, ty = (t & 2) != 0;
    std::string const name = "matmul " + std::to_string(t);
    auto const left = [&](int64_t m, int64_t k) { return tx ? fm::Shape{k, m} : fm::Shape{m, k}; };
    auto const right = [&](int64_t k, int64_t n) { return ty ? fm::Shape{n, k} : fm::Shape{k, n}; };
    lanes::every_choice(name, Product{tx, ty}, left(2, 3), right(3, 4));
    lanes::every_choice(name + " one row", Product{tx, ty}, left(1, 3), right(3, 4));
    lanes::every_choice(name + " one column", Product{tx, ty}, left(2, 3), right(3, 1));
    lanes::every_choice(name + " nothing inside", Product{tx, ty}, left(2, 0), right(0, 2));
  }
  lanes::every_choice("vector and matrix", Product{false, false}, {3}, {3, 2});
  lanes::every_choice("matrix and vector", Product{false, false}, {2, 3}, {3});
  lanes::every_choice("vectors", Product{false, false}, {3}, {3});
  lanes::every_choice("batch and matrix", Product{false, false}, {2, 2, 3}, {3, 2});
  lanes::every_choice("matrix and batch", Product{false, false}, {2, 3}, {2, 3, 2});
  lanes::every_choice("batches that broadcast", Product{false, false}, {2, 1, 2, 3}, {2, 3, 2});
}
TEST_CASE("joins, recurrences and vector products under vmap are the loop", "[vmap]") {
  for (int op = 0; op < 4; ++op) lanes::every_choice("joined " + std::to_string(op), Joined{op}, {2, 3}, {2, 3});
  lanes::every_choice("joined of other sizes", Joined{0}, {1, 3}, {2, 3});
  for (int op = 0; op < 2; ++op) lanes::every_choice("vectors " + std::to_string(op), Vectors{op}, {3}, {3});
}
