// small_test.cpp: GradBench's det, llsq, lse, saddle and ba against the reference results
// SPDX-License-Identifier: MIT
#include "ba.hpp"
#include "det.hpp"
#include "llsq.hpp"
#include "lse.hpp"
#include "saddle.hpp"

#include <support/catch.hpp>

using namespace gradbench;

namespace {
std::string const folder = FM_TEST_DATA_DIR "/adbench";
constexpr double tolerance = 1e-10;

/// One unit tangent after the other.
template <class F, class... C> Numbers forward_gradient(F const& f, Numbers const& x, C const&... constants) {
  Numbers g, dx(x.size(), 0.0);
  for (std::size_t i = 0; i < x.size(); ++i) {
    dx[i] = 1;
    g.push_back(fm::jvp(f, x, dx, constants...).second);
    dx[i] = 0;
  }
  return g;
}
}  // namespace

TEST_CASE("det: both modes", "[det]") {
  for (std::string const name : {"det/det_5", "det/det_8"}) {
    auto const input = read(folder, name + ".input.json"), expected = read(folder, name + ".expected.json");
    auto const a = input["A"].get<Numbers>();
    auto const size = input["ell"].get<std::size_t>();
    auto const [value, gradient] = fm::value_and_grad(det::Determinant{})(a, size);
    CHECK(distance(value, expected["primal"]) <= tolerance);
    CHECK(distance(gradient, flat(expected["gradient"])) <= tolerance);
    if (size == 5)
      CHECK(distance(forward_gradient(det::Determinant{}, a, size), flat(expected["gradient"])) <= tolerance);
  }
}

TEST_CASE("llsq: on numbers by both modes, on tensors", "[llsq]") {
  for (std::string const name : {"llsq/llsq_n16_m128", "llsq/llsq_n1024_m128"}) {
    auto const input = read(folder, name + ".input.json"), expected = read(folder, name + ".expected.json");
    auto const x = input["x"].get<Numbers>();
    auto const n = input["n"].get<std::size_t>();
    auto const want = flat(expected["gradient"]);
    auto const [value, gradient] = fm::value_and_grad(llsq::Scalars{})(x, n);
    CHECK(distance(value, expected["primal"]) <= tolerance);
    CHECK(distance(gradient, want) <= tolerance);
    if (n == 16) CHECK(distance(forward_gradient(llsq::Scalars{}, x, n), want) <= tolerance);
    auto const [tensor_value, tensor_gradient] = fm::value_and_grad(llsq::Tensors{})(tensor(x), n);
    CHECK(distance(tensor_value.item(), expected["primal"]) <= tolerance);
    CHECK(distance(flat(tensor_gradient), want) <= tolerance);
    auto const dx = fm::full(fm::Shape{x.size()}, 1.0);
    CHECK(distance(fm::jvp(llsq::Tensors{}, tensor(x), dx, n).second.item(), fm::sum(tensor(want)).item()) <=
          tolerance);
  }
}

TEST_CASE("lse: on numbers by both modes, on tensors", "[lse]") {
  auto const input = read(folder, "lse/lse_2500.input.json"), expected = read(folder, "lse/lse_2500.expected.json");
  auto const x = input["x"].get<Numbers>();
  auto const want = flat(expected["gradient"]);
  auto const [value, gradient] = fm::value_and_grad(lse::Scalars{})(x);
  CHECK(distance(value, expected["primal"]) <= tolerance);
  CHECK(distance(gradient, want) <= tolerance);
  auto const [tensor_value, tensor_gradient] = fm::value_and_grad(lse::Tensors{})(tensor(x));
  CHECK(distance(tensor_value.item(), expected["primal"]) <= tolerance);
  CHECK(distance(flat(tensor_gradient), want) <= tolerance);
  Numbers const dx = x;
  double along = 0;
  for (std::size_t i = 0; i < x.size(); ++i) along += want[i] * dx[i];
  CHECK(distance(fm::jvp(lse::Scalars{}, x, dx).second, along) <= tolerance);
  CHECK(distance(fm::jvp(lse::Tensors{}, tensor(x), tensor(dx)).second.item(), along) <= tolerance);
}

TEST_CASE("saddle: four orders of modes", "[saddle]") {
  using saddle::mode;
  auto const file = read(folder, "saddle/saddle.json");
  auto const start = file["input"]["start"].get<Numbers>();
  auto const want = file["expected"].get<Numbers>();
  auto const check = [&](std::array<double, 4> const& found) {
    CHECK(distance(Numbers(found.begin(), found.end()), want) <= tolerance);
    // The numbers are small, so the measure above would forgive much.
    for (std::size_t i = 0; i < 4; ++i) CHECK(found[i] == Approx(want[i]).epsilon(1e-10));
  };
  check(saddle::solve<mode::forward, mode::forward>({start[0], start[1]}));
  check(saddle::solve<mode::forward, mode::reverse>({start[0], start[1]}));
  check(saddle::solve<mode::reverse, mode::forward>({start[0], start[1]}));
  check(saddle::solve<mode::reverse, mode::reverse>({start[0], start[1]}));
}

TEST_CASE("ba: sparse Jacobian, by pullbacks and by pushforwards", "[ba]") {
  auto const input = read(folder, "ba/ba_test.input.json"), expected = read(folder, "ba/ba_test.expected.json");
  auto const camera = input["cam"].get<ba::Camera<double>>();
  auto const point = input["x"].get<ba::Vector3<double>>();
  auto const w = input["w"].get<double>();
  auto const feature = input["feat"].get<std::array<double, 2>>();
  auto const objective = expected["objective"], jacobian = expected["jacobian"];
  auto const want = jacobian["vals"].get<Numbers>();

  auto const arguments = fm::args(camera, point, w);
  auto const [errors, pullback] = fm::vjp(ba::Reprojection{}, arguments, feature);
  CHECK(distance(flat(errors), flat(objective["reproj_error"]["elements"])) <= tolerance);
  Numbers rows = flat(pullback(std::array{1.0, 0.0}));
  for (double v : flat(pullback(std::array{0.0, 1.0}))) rows.push_back(v);
  auto const weight = fm::value_and_grad(ba::WeightError{})(w);
  rows.push_back(weight.second);
  CHECK(distance(weight.first, objective["w_err"]["element"]) <= tolerance);
  CHECK(distance(rows, want) <= tolerance);

  auto const push = fm::linearize(ba::Reprojection{}, arguments, feature).second;
  for (std::size_t i = 0; i < 15; ++i) {
    ba::Camera<double> dc{};
    ba::Vector3<double> dx{};
    double dw = 0;
    (i < 11 ? dc[i] : i < 14 ? dx[i - 11] : dw) = 1;
    auto const column = fm::jvp(ba::Reprojection{}, arguments, fm::args(dc, dx, dw), feature).second;
    CHECK(distance(flat(column), {want[i], want[15 + i]}) <= tolerance);
    CHECK(distance(flat(push(dc, dx, dw)), {want[i], want[15 + i]}) <= tolerance);
  }

  // All observations of a problem with two cameras: the entries stand where the reference says, 15 in each row.
  auto const n = input["n"].get<int>(), m = input["m"].get<int>(), p = input["p"].get<int>();
  std::vector<int> columns, ends{0};
  for (int row = 0; row < 2; ++row) {
    for (int i = 0; i < 11; ++i) columns.push_back(i);
    for (int i = 0; i < 3; ++i) columns.push_back(11 * n + i);
    columns.push_back(11 * n + 3 * m);
  }
  columns.push_back(11 * n + 3 * m + p - 1);
  CHECK(columns == jacobian["cols"].get<std::vector<int>>());
  for (int row = 0; row < 2 * p; ++row) ends.push_back(ends.back() + 15);
  for (int row = 0; row < p; ++row) ends.push_back(ends.back() + 1);
  CHECK(ends == jacobian["rows"].get<std::vector<int>>());
}
