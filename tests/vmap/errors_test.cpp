// tests/vmap/errors_test.cpp: what vmap says when lanes, axes or shapes do not fit
// SPDX-License-Identifier: MIT
#include "vmap/same.hpp"

using namespace fm::literals;

namespace {

struct Add {
  template <class X, class Y> auto operator()(X const& x, Y const& y) const { return x + y; }
};
template <class F> std::string said(F const& f) {
  try {
    f();
  } catch (fm::error const& e) {
    return e.what();
  }
  return "nothing";
}
auto const x = fm::ones<double>({2, 3});

}  // namespace

TEST_CASE("arguments that differ in lanes are named with their sizes", "[vmap]") {
  for (auto const& text : {said([] {
                             fm::vmap(Add{})(x, fm::ones<double>({4, 3}));
                           }),
                           said([] {
                             fm::vmap_loop(Add{})(x, fm::ones<double>({4, 3}));
                           })})
    CHECK_THAT(
        text,
        Catch::Contains(
            "the arguments differ in lanes: argument 0 has 2 (axis 0 of (2, 3)); argument 1 has 4 (axis 0 of (4, 3))"));
  auto const p = fm::dict("fc1"_n = fm::dict("weight"_n = fm::ones<double>({5, 2}), "bias"_n = fm::ones<double>({6})));
  auto const f = [](auto const& q) { return q["fc1.weight"_n]; };
  CHECK_THAT(said([&] { fm::vmap(f)(p); }),
             Catch::Contains("vmap: the arguments differ in lanes: argument 0 at fc1.weight has 5 (axis 0 of (5, 2)); "
                             "argument 0 at fc1.bias has 6 (axis 0 of (6))"));
  std::vector const layers{fm::ones<double>({2, 3}), fm::ones<double>({3, 2})};
  CHECK_THAT(said([&] { fm::vmap([](auto const& l) { return l[0]; })(layers); }),
             Catch::Contains("argument 0 at 0 has 2 (axis 0 of (2, 3)); argument 0 at 1 has 3"));
}
TEST_CASE("axes outside the shape", "[vmap]") {
  CHECK_THAT(said([] { fm::vmap(Add{}, fm::in_axes<0, 2>)(x, x); }),
             Catch::Contains("vmap: axis 2 is not an axis of argument 1, which is (2, 3); an axis is in [-2, 2)"));
  CHECK_THAT(said([] { fm::vmap(Add{}, fm::in_axes<-3, 0>)(x, x); }),
             Catch::Contains("axis -3 is not an axis of argument 0"));
  CHECK_THAT(said([] { fm::vmap(Add{})(x, fm::scalar(1.0)); }),
             Catch::Contains("axis 0 is not an axis of argument 1, which is (); a value without axes is the same for "
                             "every lane: fm::none"));
  CHECK_THAT(
      said([] { fm::vmap(Add{}, fm::in_axes<0, 0>, fm::out_axes<2>)(x, x); }),
      Catch::Contains(
          "vmap: the lanes cannot go to axis 2 of the result, which is (3) in each lane; an out-axis is in [-2, 2)"));
  CHECK_THAT(said([] { fm::vmap_loop(Add{}, fm::in_axes<0, 0>, fm::out_axes<-3>)(x, x); }),
             Catch::Contains("vmap_loop: the lanes cannot go to axis -3"));
}
TEST_CASE("what the function throws has the shapes of one lane", "[vmap]") {
  auto const text = said([] { Add{}(fm::ones<double>({3}), fm::ones<double>({4})); });
  CHECK(said([] { fm::vmap(Add{}, fm::in_axes<0, fm::none>)(x, fm::ones<double>({4})); }) == text);
  CHECK(said([] { fm::vmap(Add{})(x, fm::ones<double>({2, 4})); }) == text);
  auto const product = [](auto const& a, auto const& b) { return fm::matmul(a, b); };
  CHECK(said([&] {
          fm::vmap(product)(x, fm::ones<double>({2, 4, 1}));
        }) == said([&] {
          product(fm::ones<double>({3}), fm::ones<double>({4, 1}));
        }));
  CHECK_THAT(said([] { fm::vmap(fm::grad([](auto const& a) { return a * a; }))(x); }),
             Catch::Contains("grad: the function returned shape (3)"));
}
TEST_CASE("results without lanes, and no lanes", "[vmap]") {
  auto const constant = [](auto const&, auto const& w) { return w; };
  CHECK(fm::vmap(constant, fm::in_axes<0, fm::none>, fm::out_axes<fm::none>)(x, 2.0) == 2.0);
  CHECK(fm::vmap(constant, fm::in_axes<0, fm::none>)(x, 2.0).shape() == fm::Shape{2});
  CHECK_THAT(said([] { fm::vmap(Add{}, fm::in_axes<0, fm::none>, fm::out_axes<fm::none>)(x, x); }),
             Catch::Contains("the result, (2, 3) in each lane, depends on the mapped arguments"));
  CHECK_THAT(said([] {
               fm::vmap_loop(Add{})(fm::zeros<double>({0, 2}), fm::zeros<double>({0, 2}));
             }),
             Catch::Contains("vmap_loop: there are 0 lanes"));
  CHECK_THAT(
      said([] { fm::vmap([](auto const& v) { return v.empty() ? 1.0 : 2.0; })(std::vector<fm::Tensor<double>>{}); }),
      Catch::Contains("no mapped argument has a leaf"));
  CHECK_THAT(
      said([] {
        fm::vmap([](auto const& k) { return fm::random::normal<double>(k, {2}); })(fm::zeros<std::uint32_t>({0, 2}));
      }),
      Catch::Contains("normal: vmap over 0 lanes"));
  auto const ragged = [](auto const& i) { return fm::ones<double>({i.item()}); };
  CHECK_THAT(said([&] {
               fm::vmap_loop(ragged)(fm::tensor<int64_t>({1, 2}));
             }),
             Catch::Contains("the function returned (1) for lane 0 and (2) for lane 1"));
}
TEST_CASE("out_axes of a tuple", "[vmap]") {
  auto const f = [](auto const& a) { return std::tuple(a, a * 2.0, 3.0); };
  auto const [front, back, none] = fm::vmap(f, fm::out_axes<0, -1, fm::none>)(x);
  CHECK(front.shape() == fm::Shape{2, 3});
  CHECK(back.shape() == fm::Shape{3, 2});
  CHECK(none == 3.0);
  auto const [a, b] = fm::vmap_loop([](auto const& v) { return std::pair(v, fm::sum(v)); }, fm::out_axes<1, 0>)(x);
  CHECK(a.shape() == fm::Shape{3, 2});
  CHECK(b.shape() == fm::Shape{2});
}
