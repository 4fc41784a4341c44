// gmm_test.cpp: GradBench's Gaussian mixture model against the reference results, all sizes, on tensors and on numbers
// SPDX-License-Identifier: MIT
#include "gmm.hpp"

#include <support/catch.hpp>

using namespace gradbench;
using namespace fm::literals;

namespace {
std::string const folder = FM_TEST_DATA_DIR "/adbench";
constexpr double tolerance = 1e-10;
char const* const sizes[] = {"gmm/gmm_test", "gmm/gmm_d2_k5_n100", "gmm/gmm_d3_k4_n20", "gmm/gmm_d10_k5_n1000"};

template <class G> void check(G const& gradient, Json const& want) {
  CHECK(distance(flat(gradient["alpha"_n]), flat(want["alpha"])) <= tolerance);
  CHECK(distance(flat(gradient["mu"_n]), flat(want["mu"])) <= tolerance);
  CHECK(distance(flat(gradient["q"_n]), flat(want["q"])) <= tolerance);
  CHECK(distance(flat(gradient["l"_n]), flat(want["l"])) <= tolerance);
}
/// The gradient along the parameters themselves.
template <class P, class G> double along(P const& p, G const& g) {
  auto const x = flat(p), y = flat(g);
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
  return sum;
}
}  // namespace

TEST_CASE("gmm on tensors: value and gradient, directional derivative", "[gmm]") {
  for (std::string const name : sizes) {
    INFO(name);
    auto const input = read(folder, name + ".input.json"), expected = read(folder, name + ".expected.json");
    auto const p = gmm::tensor_parameters(input);
    auto const x = tensor(input["x"].get<Rows>());
    gmm::Tensors const f{gmm::prior_of(input)};
    auto const [value, gradient] = fm::value_and_grad(f)(p, x);
    CHECK(distance(value.item(), expected["objective"]) <= tolerance);
    check(gradient, expected["jacobian"]);
    CHECK(distance(fm::jvp(f, p, p, x).second.item(), along(p, gradient)) <= tolerance);
  }
}

TEST_CASE("gmm on numbers: value and gradient, directional derivative", "[gmm]") {
  for (std::string const name : sizes) {
    INFO(name);
    auto const input = read(folder, name + ".input.json"), expected = read(folder, name + ".expected.json");
    auto const p = gmm::scalar_parameters(input);
    auto const x = input["x"].get<Rows>();
    gmm::Scalars const f{gmm::prior_of(input)};
    auto const [value, gradient] = fm::value_and_grad(f)(p, x);
    CHECK(distance(value, expected["objective"]) <= tolerance);
    check(gradient, expected["jacobian"]);
    CHECK(distance(fm::jvp(f, p, p, x).second, along(p, gradient)) <= tolerance);
  }
}

TEST_CASE("gmm: Hessian products on tensors and on numbers agree", "[gmm]") {
  auto const input = read(folder, "gmm/gmm_d3_k4_n20.input.json");
  auto const prior = gmm::prior_of(input);
  auto const pt = gmm::tensor_parameters(input);
  auto const ps = gmm::scalar_parameters(input);
  auto const on_tensors = fm::hvp(gmm::Tensors{prior})(pt, pt, tensor(input["x"].get<Rows>()));
  auto const on_numbers = fm::hvp(gmm::Scalars{prior})(ps, ps, input["x"].get<Rows>());
  CHECK(distance(flat(on_tensors), flat(on_numbers)) <= tolerance);
}
