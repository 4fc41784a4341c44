// tests/support/check_op.cpp: holds what the transforms found against itself and against differences of a reference
// SPDX-License-Identifier: MIT
#include "support/check_op.hpp"

#include <cmath>
#include <cstdio>

#include "support/catch.hpp"

namespace check {

namespace {

struct Term {
  int at;
  real factor;
};
// Central differences of order 8, 8 and 6.
std::vector<Term> const& stencil(int order) {
  static std::vector<Term> const stencils[] = {{{0, 1}},
                                               {{-4, 1.L / 280},
                                                {-3, -4.L / 105},
                                                {-2, 1.L / 5},
                                                {-1, -4.L / 5},
                                                {1, 4.L / 5},
                                                {2, -1.L / 5},
                                                {3, 4.L / 105},
                                                {4, -1.L / 280}},
                                               {{-4, -1.L / 560},
                                                {-3, 8.L / 315},
                                                {-2, -1.L / 5},
                                                {-1, 8.L / 5},
                                                {0, -205.L / 72},
                                                {1, 8.L / 5},
                                                {2, -1.L / 5},
                                                {3, 8.L / 315},
                                                {4, -1.L / 560}},
                                               {{-4, -7.L / 240},
                                                {-3, 3.L / 10},
                                                {-2, -169.L / 120},
                                                {-1, 61.L / 30},
                                                {1, -61.L / 30},
                                                {2, 169.L / 120},
                                                {3, -3.L / 10},
                                                {4, 7.L / 240}}};
  return stencils[order];
}
// Steps that balance the error of the stencil against rounding in long double, for a function that is analytic within
// distance 1: errors of the stencil below 1e-15, 1e-13 and 1e-11.
constexpr real steps[] = {0, 5e-3L, 8e-3L, 4e-3L};

using Sums = std::vector<real>;

void add(Sums& into, Sums const& x, real factor) {
  if (into.empty()) into.assign(x.size(), 0);
  for (std::size_t i = 0; i < x.size(); ++i) into[i] += factor * x[i];
}

real largest(Sums const& y) {
  real m = 0;
  for (real v : y) m = std::fmax(m, std::fabs(v));
  return m;
}

// A derivative of the reference and how far it may be off.
struct Estimate {
  Sums value, error;
};
constexpr real long_epsilon = std::numeric_limits<real>::epsilon();

// d^n/dt^n f(x + t d) at 0.
Estimate along(Reference const& f, Arrays const& x, Sums const& d, int n, real room) {
  real const h = steps[n] * room;
  std::vector<Term> const& terms = stencil(n);
  std::vector<Sums> y;
  real element = 0;
  for (Term const& term : terms) {
    Arrays moved = x;
    std::size_t k = 0;
    for (Array& a : moved) {
      for (real& v : a.data) v += h * static_cast<real>(term.at) * d[k++];
      element = std::fmax(element, largest(a.data));
    }
    y.push_back(f(moved).data);
  }
  Estimate total;
  for (std::size_t t = 0; t < terms.size(); ++t) {
    add(total.value, y[t], terms[t].factor);
    // The reference rounds its result, and its arguments are rounded: a few units in the last place of both.
    Sums size(y[t].size());
    for (std::size_t i = 0; i < size.size(); ++i) {
      real const slope = n == 0 ? 0 : std::fabs(y.front()[i] - y.back()[i]) / (8 * h * largest(d));
      size[i] = std::fmax(std::fabs(y[t][i]), element * std::fmax(slope, d.size() > 1 ? 1 : 0));
    }
    add(total.error, size, 4 * long_epsilon * std::fabs(terms[t].factor));
  }
  real const scale = std::pow(h, static_cast<real>(n));
  for (real& v : total.value) v /= scale;
  for (real& v : total.error) v = n == 0 ? 0 : v / scale;
  return total;
}

Sums flat(Arrays const& a) {
  Sums all;
  for (Array const& x : a) all.insert(all.end(), x.data.begin(), x.data.end());
  return all;
}

// D_a D_b ... f by polarization: derivatives along sums of the directions.
Estimate mixed(Reference const& f, Arrays const& x, std::vector<Sums> const& d, real room) {
  int const n = static_cast<int>(d.size());
  if (n < 2) return along(f, x, n == 0 ? Sums(flat(x).size()) : d[0], n, room);
  Estimate total;
  real factor = 2;
  for (int i = 1; i <= n; ++i) factor /= 2 * static_cast<real>(i);
  for (unsigned signs = 0; signs < (1u << (n - 1)); ++signs) {  // the first has sign +
    Sums sum = d[0];
    real sign = 1;
    for (int i = 1; i < n; ++i) {
      bool const minus = (signs >> (i - 1)) & 1u;
      add(sum, d[static_cast<std::size_t>(i)], minus ? -1 : 1);
      if (minus) sign = -sign;
    }
    Estimate const one = along(f, x, sum, n, room / static_cast<real>(n));
    add(total.value, one.value, sign * factor);
    add(total.error, one.error, factor);
  }
  return total;
}

// How much the result may move because the argument is rounded: sum of |x_i d/dx_i|.
Sums sensitivity(Reference const& f, Arrays const& x, std::vector<Sums> d, real room) {
  Sums const all = flat(x);
  Sums total;
  d.emplace_back();
  for (std::size_t i = 0; i < all.size(); ++i) {
    d.back().assign(all.size(), 0);
    d.back()[i] = 1;
    Sums s = mixed(f, x, d, room).value;
    for (real& v : s) v = std::fabs(v * all[i]);
    add(total, s, 1);
  }
  return total;
}

real contracted(Sums const& y, Numbers const& weights) {
  real total = 0;
  for (std::size_t i = 0; i < y.size(); ++i)
    total += y[i] * (weights.size() == y.size() ? static_cast<real>(weights[i]) : 1);
  return total;
}
Sums widened(Numbers const& y) { return Sums(y.begin(), y.end()); }

std::string at(Arrays const& x) {
  std::string s;
  for (Array const& a : x) {
    s += s.empty() ? " at (" : ", ";
    if (a.data.size() == 1)
      s += text(static_cast<double>(a.data[0]));
    else
      s += fm::to_string(a.shape);
  }
  return s + ")";
}

void same(std::string const& what, double a, double b, double tolerance, double scale, double error = 0) {
  if (!(std::fabs(a - b) <= error) && !close(a, b, tolerance, scale))
    fail(what + ": " + text(a) + " is not " + text(b));
}
void same(std::string const& what, Numbers const& a, Sums const& b, double tolerance, Sums const& scale,
          Sums const& error = {}) {
  if (a.size() != b.size())
    return fail(what + ": " + std::to_string(a.size()) + " elements instead of " + std::to_string(b.size()));
  for (std::size_t i = 0; i < a.size(); ++i) {
    double const s = scale.empty() ? 0 : static_cast<double>(scale.size() == 1 ? scale[0] : scale[i]);
    same(what + (a.size() > 1 ? " [" + std::to_string(i) + "]" : ""), a[i], static_cast<double>(b[i]), tolerance, s,
         error.empty() ? 0 : static_cast<double>(error[i]));
  }
}

}  // namespace

Array::Array(fm::Shape const& s, std::function<real(Index const&)> const& element) : Array(s) {
  Index index(static_cast<std::size_t>(s.rank()), 0);
  for (real& v : data) {
    v = element(index);
    for (std::size_t axis = index.size(); axis-- > 0;) {
      if (++index[axis] < s[static_cast<int>(axis)]) break;
      index[axis] = 0;
    }
  }
}
std::size_t Array::offset(Index const& index) const {
  int64_t at = 0;
  int axis = 0;
  for (int64_t i : index) at = at * shape[axis++] + i;
  return static_cast<std::size_t>(at);
}

std::string text(double x) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%.17g", x);
  return buffer;
}
void fail(std::string const& text) { FAIL_CHECK(text); }

bool close(double a, double b, double tolerance, double scale) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  if (a == b) return true;
  return std::fabs(a - b) <= tolerance * (std::fabs(b) + scale);
}

std::vector<double> some_numbers(int64_t count, unsigned salt) {
  std::vector<double> v;
  std::uint64_t state = (salt + 1) * 0x9e3779b97f4a7c15ull;
  state = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9ull;  // neighbouring salts have nothing in common
  for (int64_t i = 0; i < count; ++i) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    double const u = static_cast<double>(state >> 40) / 16777216.0;  // 24 bits: exact in float
    v.push_back((0.3125 + 0.875 * u) * (state & 1024u ? 1 : -1));
  }
  return v;
}
Arrays some_directions(Arrays const& like, unsigned salt) {
  Arrays d;
  for (std::size_t i = 0; i < like.size(); ++i) {
    auto const v = some_numbers(like[i].shape.size(), 100 + 10 * salt + static_cast<unsigned>(i));
    d.emplace_back(like[i].shape, Sums(v.begin(), v.end()));
  }
  return d;
}

void judge_consistency(std::string const& name, Report const& r, std::array<Arrays, 3> const& d,
                       Options const& options) {
  double const eps = r.epsilon * options.loosen;
  // Sums of products in one order or another: some rounding errors of the largest term.
  double const first = 16 * eps, second = 256 * eps, third = 4096 * eps;
  // Derivatives of tensors, whose elements are about 1, are sums in which terms of that size cancel.
  double const terms = r.number ? 0 : 1;
  same(name + ": value under jvp", r.value_under_jvp, widened(r.value), 0, {});
  same(name + ": value under vjp", r.value_under_vjp, widened(r.value), 0, {});
  same(name + ": linearize and jvp", r.pushed, widened(r.jvp), first, {largest(widened(r.jvp))});

  Sums const dy = widened(r.jvp);
  real scale = 0, back = 0;
  for (std::size_t i = 0; i < dy.size(); ++i) scale += std::fabs(dy[i] * static_cast<real>(r.weights[i]));
  for (std::size_t i = 0; i < r.vjp.size(); ++i) {
    if (r.vjp[i].size() != d[0][i].data.size()) return fail(name + ": a cotangent has another size than its argument");
    for (std::size_t j = 0; j < r.vjp[i].size(); ++j) {
      real const term = static_cast<real>(r.vjp[i][j]) * d[0][i].data[j];
      back += term, scale += std::fabs(term);
    }
  }
  double const whole = static_cast<double>(contracted(dy, r.weights));
  same(name + ": <ct, jvp> and <vjp, d>", whole, static_cast<double>(back), first, static_cast<double>(scale));
  if (r.order < 2) return;
  same(name + ": grad and vjp", r.grad, static_cast<double>(back), first, static_cast<double>(scale));

  // Where the value or its slope is infinite, the order of multiplication decides between infinity and NaN.
  for (Numbers const* all : {&r.value, &r.jvp, &r.vjp[0]})
    for (double v : *all)
      if (!std::isfinite(v)) return;
  Sums const ddy = widened(r.jvp_jvp);
  double const ff = static_cast<double>(contracted(ddy, r.weights));
  double size = terms;
  for (std::size_t i = 0; i < ddy.size(); ++i)
    size += static_cast<double>(std::fabs(ddy[i] * static_cast<real>(r.weights[i])));
  same(name + ": jvp of grad, jvp of jvp", r.jvp_of_grad, ff, second, size);
  same(name + ": grad of jvp, jvp of jvp", r.grad_of_jvp, ff, second, size);
  same(name + ": grad of grad, jvp of jvp", r.grad_of_grad, ff, second, size);
  if (r.order > 2)
    same(name + ": grad of grad of grad, jvp of jvp of jvp", r.grad_of_grad_of_grad, r.jvp_jvp_jvp[0], third,
         std::fabs(r.jvp_jvp_jvp[0]));
}

void judge(std::string const& op, Report const& r, Reference const& reference, Arrays const& x,
           std::array<Arrays, 3> const& directions, Options const& options) {
  std::string const name = op + (r.epsilon > 1e-10 ? " float" : "") + at(x);
  judge_consistency(name, r, directions, options);
  double const eps = r.epsilon * options.loosen;
  real const room = static_cast<real>(options.room);

  Array const y = reference(x);
  if (!(y.shape == r.shape))
    return fail(name + ": shape " + fm::to_string(r.shape) + ", not " + fm::to_string(y.shape));
  std::vector<Sums> d;
  for (Arrays const& v : directions) d.push_back(flat(v));
  auto const scale = [&](std::vector<Sums> const& along, Sums const& value) {
    return r.number ? sensitivity(reference, x, along, room) : Sums{largest(value)};
  };
  same(name + ": value", r.value, y.data, 8 * eps, options.smooth ? scale({}, y.data) : Sums{});
  if (!options.smooth || r.order == 0) return;

  Estimate const first = mixed(reference, x, {d[0]}, room);
  same(name + ": jvp", r.jvp, first.value, 32 * eps + 1e-14, scale({d[0]}, first.value), first.error);
  if (r.order < 2) return;
  Estimate const second = mixed(reference, x, {d[0], d[1]}, room);
  Sums const s2 = scale({d[0], d[1]}, second.value);
  double const total = static_cast<double>(contracted(second.value, r.weights));
  double size = 0, error = 0;
  for (std::size_t i = 0; i < second.value.size(); ++i) {
    double const w = std::fabs(r.weights[i]);
    size += w * static_cast<double>(std::fabs(second.value[i]) + (s2.size() == 1 ? s2[0] : s2[i]));
    error += w * static_cast<double>(second.error[i]);
  }
  same(name + ": jvp of jvp", r.jvp_jvp, second.value, 128 * eps + 1e-12, s2, second.error);
  same(name + ": jvp of grad", r.jvp_of_grad, total, 128 * eps + 1e-12, size, error);
  if (r.order < 3) return;
  Estimate const third = mixed(reference, x, d, room);
  same(name + ": jvp of jvp of jvp", r.jvp_jvp_jvp, third.value, 512 * eps + 1e-10, {std::fabs(third.value[0]) + s2[0]},
       third.error);
}

void judge_failures(std::string const& name, std::vector<std::string> const& failures) {
  if (failures[0].empty()) fail(name + ": nothing is thrown for plain values");
  for (std::string const& f : failures)
    if (f != failures[0]) fail(name + ": boxes throw \"" + f + "\", plain values \"" + failures[0] + "\"");
}

}  // namespace check
