// tests/support/elementwise.cpp: runs the tables of elementwise ops: numbers against references, tensors against numbers
// SPDX-License-Identifier: MIT
#include "support/elementwise.hpp"

#include <cmath>

namespace check {

namespace {

Array number(double x) { return Array(fm::Shape{}, {static_cast<real>(x)}); }
std::array<Arrays, 3> directions(Arrays const& x) {
  return {some_directions(x, 0), some_directions(x, 1), some_directions(x, 2)};
}
double room_of(double x, double room) { return room != 0 ? room : x == 0 ? 1 : std::fmin(1, std::fabs(x)); }
/// x as the type under test sees it.
double rounded(double x, bool single) { return single ? static_cast<double>(static_cast<float>(x)) : x; }
bool ordinary(double x, bool single) { return !single || x == 0 || (std::fabs(x) > 1e-9 && std::fabs(x) < 1e9); }

// What leaves the range of float is no sample for it.
bool in_range(Report const& r, Array const& value) {
  for (real v : {value.data[0], static_cast<real>(r.jvp[0])})
    if (!std::isfinite(v) || (v != 0 && (std::fabs(v) < 1e-30L || std::fabs(v) > 1e30L))) return false;
  return true;
}

/// At infinite arguments second derivatives are products of infinity and 0 in one order or another.
bool finite(std::vector<double> const& point) {
  for (double v : point)
    if (!std::isfinite(v)) return false;
  return true;
}

struct Sample {
  std::string name;
  int op;
  std::vector<std::pair<std::vector<double>, double>> points;
  std::vector<std::vector<double>> singular;
};
Sample sample(Unary const& u) {
  Sample s{u.name, u.op, {}, {}};
  for (At const& p : u.points) s.points.push_back({{p.x}, p.room});
  for (double x : u.singular) s.singular.push_back({x});
  return s;
}
Sample sample(Binary const& b) {
  Sample s{b.name, b.op, {}, {}};
  for (Pair const& p : b.points) s.points.push_back({{p.x, p.y}, p.room});
  for (Pair const& p : b.singular) s.singular.push_back({p.x, p.y});
  return s;
}
Reference reference_of(Unary const& u) {
  return [f = u.f](Arrays const& x) { return Array(fm::Shape{}, {f(x[0].data[0])}); };
}
Reference reference_of(Binary const& b) {
  return [f = b.f](Arrays const& x) { return Array(fm::Shape{}, {f(x[0].data[0], x[1].data[0])}); };
}

/// With the derivative given: orders 1 to 3 are judged as value to second order of it.
void judge_derivative(Unary const& u, Report const& r, Arrays const& x, std::array<Arrays, 3> const& d,
                      Options const& options) {
  Report shifted = r;
  real const d0 = d[0][0].data[0];
  if (r.order < 3) {
    if (!close(r.jvp[0], static_cast<double>(d0 * u.derivative(x[0].data[0])), 32 * r.epsilon))
      fail(std::string(u.name) + "'" + " float at " + text(static_cast<double>(x[0].data[0])) + ": " + text(r.jvp[0]));
    return;
  }
  shifted.value = shifted.value_under_jvp = shifted.value_under_vjp = r.jvp;
  double const along = r.jvp_jvp[0];
  shifted.jvp = shifted.pushed = {along};
  shifted.vjp = {{static_cast<double>(static_cast<real>(along) / d[1][0].data[0])}};
  shifted.jvp_jvp = r.jvp_jvp_jvp;
  shifted.jvp_of_grad = shifted.grad_of_jvp = shifted.grad_of_grad = r.jvp_jvp_jvp[0];
  shifted.grad = along;
  shifted.jvp_jvp_jvp = {};
  shifted.order = 2;
  Reference const f = [g = u.derivative, d0](Arrays const& a) { return Array(fm::Shape{}, {d0 * g(a[0].data[0])}); };
  judge(std::string(u.name) + "'", shifted, f, x, {d[1], d[2], d[2]}, options);
}

template <class Row> void numbers_of_row(Row const& row, Lanes const& run, bool single) {
  Sample const s = sample(row);
  Reference const reference = reference_of(row);
  for (auto const& [point, room] : s.points) {
    Arrays x;
    Options options;
    options.room = 1e300;
    bool use = true;
    for (double v : point) {
      double const w = rounded(v, single);
      use = use && ordinary(v, single);
      options.room = std::fmin(options.room, room_of(w, room));
      x.push_back(number(w));
    }
    if (!use) continue;
    auto const d = directions(x);
    Report const r = run(s.op, x, d);
    if (single && !in_range(r, reference(x))) continue;
    if constexpr (std::is_same_v<Row, Unary>) {
      if (row.derivative != nullptr) {
        Report value = r;
        value.order = 0;
        judge(s.name, value, reference, x, d, options);
        judge_consistency(s.name + " at " + text(point[0]), r, d, options);
        judge_derivative(row, r, x, d, options);
        continue;
      }
    }
    judge(s.name, r, reference, x, d, options);
  }
  for (auto const& point : s.singular) {
    Arrays x;
    for (double v : point) x.push_back(number(rounded(v, single)));
    auto const d = directions(x);
    Options options;
    options.smooth = false;
    Report r = run(s.op, x, d);
    if (!finite(point)) r.order = 1;
    judge(s.name, r, reference, x, d, options);
  }
}

std::string where(std::string const& name, std::vector<double> const& point) {
  std::string s = name + " on tensors at (";
  for (std::size_t i = 0; i < point.size(); ++i) s += (i ? ", " : "") + text(point[i]);
  return s + ")";
}

// One element: whatever it is, the tensor's kernels and rules say what the numbers say, NaN and infinity included.
void one_lane(Sample const& s, std::vector<double> const& point, Lanes const& numbers, Lanes const& tensors,
              bool single, fm::Shape const& shape) {
  Arrays x, lane;
  for (double v : point) {
    x.push_back(number(rounded(v, single)));
    lane.push_back(Array(shape, {static_cast<real>(rounded(v, single))}));
  }
  auto const d = directions(x);
  std::array<Arrays, 3> e;
  for (std::size_t i = 0; i < 3; ++i)
    for (Array const& a : d[i]) e[i].push_back(Array(shape, a.data));
  Report const n = numbers(s.op, x, d), t = tensors(s.op, lane, e);
  std::string const name = where(s.name, point);
  double const w = t.weights[0];
  // Vector kernels and std differ by a few units in the last place, which products and sums of a few terms pass on.
  double const eps = n.epsilon, tiny = single ? 1e-37 : 1e-300;
  auto const same = [&](char const* what, double a, double b, double ulps) {
    if (std::fabs(a) < tiny && std::fabs(b) < tiny) return;  // denormal numbers have fewer digits
    if (!close(a, b, ulps * eps)) fail(name + ": " + what + " " + text(a) + ", of numbers " + text(b));
  };
  same("value", t.value[0], n.value[0], 8);
  same("value under jvp", t.value_under_jvp[0], t.value[0], 0);
  same("value under vjp", t.value_under_vjp[0], t.value[0], 0);
  same("jvp", t.jvp[0], n.jvp[0], 64);
  same("linearize", t.pushed[0], n.jvp[0], 64);
  for (std::size_t i = 0; i < x.size(); ++i) same("vjp", t.vjp[i][0], w * n.vjp[i][0], 64);
  if (t.order < 2 || !finite(point) || !std::isfinite(n.value[0]) || !std::isfinite(n.jvp[0])) return;
  same("jvp of jvp", t.jvp_jvp[0], n.jvp_jvp[0], 512);
  same("jvp of grad", t.jvp_of_grad, w * n.jvp_of_grad, 512);
  same("grad of jvp", t.grad_of_jvp, w * n.grad_of_jvp, 512);
  same("grad of grad", t.grad_of_grad, w * n.grad_of_grad, 512);
}

fm::Shape broadcast(fm::Shape const& a, fm::Shape const& b) { return fm::broadcast_shapes("test", a, b); }
/// Where element `i` of shape `to` comes from in shape `from`.
std::size_t source(int64_t i, fm::Shape const& to, fm::Shape const& from) {
  int64_t at = 0, stride = 1;
  for (int axis = 1; axis <= to.rank(); ++axis) {
    int64_t const index = i % to[-axis];
    i /= to[-axis];
    if (axis > from.rank()) continue;
    at += from[-axis] == 1 ? 0 : stride * index;
    stride *= from[-axis];
  }
  return static_cast<std::size_t>(at);
}

// Arguments of several shapes that broadcast, filled from the points in turn.
void many_lanes(Sample const& s, std::vector<fm::Shape> const& shapes, Lanes const& numbers, Lanes const& tensors,
                bool single) {
  Arrays x;
  std::vector<std::vector<double>> points;
  for (auto const& p : s.points) {
    bool use = true;
    for (double v : p.first) use = use && ordinary(v, single) && std::fabs(v) < 50 && (v == 0 || std::fabs(v) > 1e-2);
    if (use) points.push_back(p.first);
  }
  if (points.empty()) return fail(s.name + ": no ordinary point");
  fm::Shape to = shapes[0];
  for (fm::Shape const& shape : shapes) to = broadcast(to, shape);
  // Only pairs that stand in the table may meet: an argument that is stretched is one and the same everywhere.
  bool const stretched = shapes.size() == 2 && !(shapes[0] == shapes[1]);
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    Array a(shapes[i]);
    for (std::size_t j = 0; j < a.data.size(); ++j)
      a.data[j] = static_cast<real>(rounded(
          points[stretched ? 0 : j % points.size()][i] * (stretched ? 1 + 0.001 * static_cast<double>(j) : 1), single));
    x.push_back(std::move(a));
  }
  auto const d = directions(x);
  Report const t = tensors(s.op, x, d);
  std::string name = s.name + " on tensors of shapes";
  for (fm::Shape const& shape : shapes) name += " " + fm::to_string(shape);
  if (!(t.shape == to)) return fail(name + ": the result has shape " + fm::to_string(t.shape));
  judge_consistency(name, t, d);

  double const tiny = single ? 1e-37 : 1e-300;
  auto const compare = [&](std::string const& what, double a, double b, double ulps, double scale) {
    if (std::fabs(a - b) <= tiny) return;  // denormal numbers have fewer digits
    if (!close(a, b, ulps * t.epsilon, scale)) fail(name + ": " + what + " " + text(a) + ", of numbers " + text(b));
  };
  std::vector<Numbers> back, back_scale;
  for (Array const& a : x) back.emplace_back(a.data.size()), back_scale.emplace_back(a.data.size());
  double second = 0, second_scale = 0;
  for (int64_t i = 0; i < to.size(); ++i) {
    Arrays lane;
    std::array<Arrays, 3> e;
    for (Array const& a : x) lane.push_back(Array(fm::Shape{}, {a.data[source(i, to, a.shape)]}));
    for (std::size_t k = 0; k < 3; ++k)
      for (Array const& a : d[k]) e[k].push_back(Array(fm::Shape{}, {a.data[source(i, to, a.shape)]}));
    Report const n = numbers(s.op, lane, e);
    auto const at = static_cast<std::size_t>(i);
    bool const twice = t.order > 1;
    double terms = 0, terms2 = twice ? std::fabs(n.jvp_jvp[0]) : 0;
    for (std::size_t k = 0; k < x.size(); ++k) {
      terms += std::fabs(n.vjp[k][0] * static_cast<double>(e[0][k].data[0]));
      std::size_t const from = source(i, to, x[k].shape);
      back[k][from] += t.weights[at] * n.vjp[k][0];
      back_scale[k][from] += std::fabs(t.weights[at] * n.vjp[k][0]);
    }
    compare("value [" + std::to_string(i) + "]", t.value[at], n.value[0], 8, 0);
    compare("jvp [" + std::to_string(i) + "]", t.jvp[at], n.jvp[0], 64, terms);
    if (!twice) continue;
    compare("jvp of jvp [" + std::to_string(i) + "]", t.jvp_jvp[at], n.jvp_jvp[0], 1024, terms2);
    second += t.weights[at] * n.jvp_jvp[0];
    second_scale += std::fabs(t.weights[at] * n.jvp_jvp[0]);
  }
  for (std::size_t k = 0; k < x.size(); ++k)
    for (std::size_t j = 0; j < back[k].size(); ++j)
      compare("vjp of argument " + std::to_string(k) + " [" + std::to_string(j) + "]", t.vjp[k][j], back[k][j], 64,
              back_scale[k][j]);
  if (t.order > 1) compare("jvp of grad", t.jvp_of_grad, second, 1024, second_scale);
}

template <class Row> void tensors_of_row(Row const& row, Lanes const& numbers, Lanes const& tensors, bool single) {
  Sample const s = sample(row);
  for (auto const& p : s.points) {
    bool use = true;
    for (double v : p.first) use = use && ordinary(v, single);
    if (use) one_lane(s, p.first, numbers, tensors, single, fm::Shape{1});
  }
  for (auto const& p : s.singular) one_lane(s, p, numbers, tensors, single, fm::Shape{});
  using fm::Shape;
  if constexpr (std::is_same_v<Row, Unary>) {
    for (Shape const& shape : {Shape{}, Shape{1}, Shape{3, 7}, Shape{2, 1, 5}, Shape{0}, Shape{2, 0, 3}})
      many_lanes(s, {shape}, numbers, tensors, single);
  } else {
    std::pair<Shape, Shape> const pairs[] = {
        {{}, {}},         {{17}, {17}},     {{}, {3}},     {{3}, {}},           {{1}, {4}},
        {{2, 3}, {1, 3}}, {{2, 1}, {1, 3}}, {{3}, {2, 3}}, {{2, 1, 3}, {4, 1}}, {{1, 1}, {2}},
        {{0}, {0}},       {{0, 3}, {1, 3}}, {{2, 0}, {}},  {{1}, {0}}};
    for (auto const& [a, b] : pairs) many_lanes(s, {a, b}, numbers, tensors, single);
  }
}

}  // namespace

void check_numbers(std::vector<Unary> const& table, Lanes const& run, bool single) {
  for (Unary const& row : table) numbers_of_row(row, run, single);
}
void check_numbers(std::vector<Binary> const& table, Lanes const& run, bool single) {
  for (Binary const& row : table) numbers_of_row(row, run, single);
}
void check_tensors(std::vector<Unary> const& table, Lanes const& numbers, Lanes const& tensors, bool single) {
  for (Unary const& row : table) tensors_of_row(row, numbers, tensors, single);
}
void check_tensors(std::vector<Binary> const& table, Lanes const& numbers, Lanes const& tensors, bool single) {
  for (Binary const& row : table) tensors_of_row(row, numbers, tensors, single);
}

}  // namespace check
