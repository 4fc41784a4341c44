// fmod/kernels/special.hpp: polygamma, derivatives of sinc and integer powers in double, which std does not have
// SPDX-License-Identifier: MIT
//
// Float kernels compute here in double and round once.
#pragma once
#include <fmod/config.hpp>

#include <cmath>
#include <cstdint>
#include <limits>

namespace fm::special {
FM_ISA_NAMESPACE_BEGIN

inline constexpr double pi = 3.14159265358979323846;

// sin(pi x) and cos(pi x) with the argument reduced exactly, so that integers give exact zeros.
inline double sin_pi(double x) {
  double r = x - 2 * std::nearbyint(x / 2);  // in [-1, 1]
  if (r > 0.5)
    r = 1 - r;
  else if (r < -0.5)
    r = -1 - r;
  return std::sin(pi * r);
}
inline double cos_pi(double x) {
  double const r = std::fabs(x - 2 * std::nearbyint(x / 2));
  return r <= 0.25 ? std::cos(pi * r) : std::sin(pi * (0.5 - r));
}

// B(2k) for k = 1, 2, ...
inline constexpr double bernoulli[] = {1. / 6,       -1. / 30,       1. / 42,       -1. / 30,
                                       5. / 66,      -691. / 2730,   7. / 6,        -3617. / 510,
                                       43867. / 798, -174611. / 330, 854513. / 138, -236364091. / 2730};

// sum over k >= 0 of (x / (x + k))^s, that is x^s zeta(s, x), for x > 0 and s >= 2; divided by x.
inline double hurwitz_scaled(double s, double x) {
  double sum = 0, y = x;
  double const far = 12 + s;
  for (; y < far; y += 1) sum += y == x ? 1 : std::pow(x / y, s);
  // Euler-Maclaurin from y on.
  double const w = 1 / (y * y);
  double tail = 0.5 + y / (s - 1), term = s / y;
  double factorial = 2;
  for (int k = 0; k < 12; ++k) {
    double const t = bernoulli[k] * term / factorial;
    tail += t;
    if (std::fabs(t) < 1e-17 * tail) break;
    double const j = 2 * k + 1;
    term *= (s + j) * (s + j + 1) * w;
    factorial *= (j + 2) * (j + 3);
  }
  double const ratio = y == x ? 1 : std::pow(x / y, s);
  return y == x ? tail / x : (sum + ratio * tail) / x;
}

// n! zeta(n + 1, x): the absolute value of polygamma(n, x) at x > 0.
inline double polygamma_positive(std::int64_t n, double x) {
  double result = hurwitz_scaled(static_cast<double>(n) + 1, x);
  if (std::isinf(x)) return 0;
  for (std::int64_t j = 1; j <= n; ++j) result *= static_cast<double>(j) / x;
  return result;
}

// Digamma at 1 to 3. Near its root at 1.46 the usual sum is a difference of equal numbers, so take the difference from the
// root term by term.
inline double digamma_near_root(double x) {
  constexpr double root = 1.4616321449683622, root_rest = 9.549995429965697e-17;
  double const d = (x - root) - root_rest;
  double sum = 0;
  for (int k = 0; k < 10; ++k) sum += 1 / ((root + k) * (x + k));
  double const a = x + 10, b = root + 10, u = 1 / (a * a), v = 1 / (b * b);
  // Divided difference in u and v of the sum of B(2k) / 2k u^k, both by Horner's rule.
  double p = 0, q = 0;
  for (int k = 9; k >= 0; --k) {
    q = p + u * q;
    p = bernoulli[k] / (2 * k + 2) + v * p;
  }
  q = p + u * q;
  return d * sum + std::log1p(d / b) + d / (2 * a * b) + q * d * (a + b) * u * v;
}

inline double digamma(double x) {
  if (x == std::floor(x) && x <= 0) return std::numeric_limits<double>::quiet_NaN();
  if (x > 0 && x < 1) return digamma_near_root(1 + x) - 1 / x;
  if (x > 0 && x < 3) return digamma_near_root(x);
  if (x < 0) {
    double const r = x - std::nearbyint(x);
    return digamma(1 - x) - pi / std::tan(pi * r);
  }
  double sum = 0, y = x;
  for (; y < 10; y += 1) sum -= 1 / y;
  double const w = 1 / (y * y);
  double tail = 0;
  for (int k = 9; k >= 0; --k) tail = w * (bernoulli[k] / (2 * k + 2) + tail);
  return sum + (std::log(y) - 0.5 / y - tail);
}

/// n-th derivative of digamma, n >= 0.
inline double polygamma(std::int64_t n, double x) {
  if (x != x || n < 0) return std::numeric_limits<double>::quiet_NaN();
  if (n == 0) return digamma(x);
  bool const odd = n % 2 != 0;
  if (x > 0) return odd ? polygamma_positive(n, x) : -polygamma_positive(n, x);
  double const up = std::ceil(x) - x, down = x - std::floor(x);  // distances to the poles on both sides
  if (!(up > 0))
    return odd && !std::isinf(x) ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
  // sum over k >= 0 of (x + k)^-(n + 1), split at the sign change.
  double const positive = polygamma_positive(n, down);
  double const negative = polygamma_positive(n, up) - polygamma_positive(n, 1 - x);
  return odd ? positive + negative : negative - positive;
}

/// n-th derivative of sin(pi x) / (pi x), n >= 0.
inline double sinc(std::int64_t n, double x) {
  if (x != x || n < 0) return std::numeric_limits<double>::quiet_NaN();
  if (std::isinf(x)) return 0;
  double const u = pi * std::fabs(x), count = static_cast<double>(n);
  if (n == 0) return u == 0 ? 1 : sin_pi(x) / (pi * x);
  double const sine = sin_pi(std::fabs(x)), cosine = cos_pi(x);
  double const cycle[] = {sine, cosine, -sine, -cosine};  // derivatives of sin(u)
  double g = 0;                                           // n-th derivative of sin(u) / u
  if (u < 1) {
    // sum over 2k >= n of (-1)^k u^(2k - n) / ((2k + 1) (2k - n)!)
    std::int64_t const first = (n + 1) / 2;
    double const m = static_cast<double>(2 * first - n);  // 0 or 1
    double power = (first % 2 == 0 ? 1 : -1) * (m > 0 ? u : 1.);
    for (int k = 0; k < 10; ++k) {
      double const j = m + 2 * k;
      g += power / (count + j + 1);
      power *= -u * u / ((j + 1) * (j + 2));
    }
  } else if (u < count + 1) {
    // u g(n) + n g(n - 1) = sin(u + n pi / 2) downwards: errors shrink by u / n a step.
    std::int64_t const start = 3 * n + 40;
    for (std::int64_t j = start; j > n; --j) g = (cycle[j % 4] - u * g) / static_cast<double>(j);
  } else {
    // The same upwards: errors shrink by n / u.
    g = sine / u;
    for (std::int64_t j = 1; j <= n; ++j) g = (cycle[j % 4] - static_cast<double>(j) * g) / u;
  }
  for (std::int64_t j = 0; j < n; ++j) g *= pi;
  return x < 0 && n % 2 != 0 ? -g : g;
}

/// x to the n.
inline double powi(std::int64_t n, double x) {
  std::int64_t const m = n < 0 ? -n : n;
  if (n == std::numeric_limits<std::int64_t>::min() || m > 16) return std::pow(x, static_cast<double>(n));
  double result = 1, base = x;
  for (std::int64_t j = m; j != 0; j /= 2, base *= base)
    if (j % 2 != 0) result *= base;
  if (n >= 0) return result;
  return std::isinf(result) ? std::pow(x, static_cast<double>(n)) : 1 / result;
}

FM_ISA_NAMESPACE_END
}  // namespace fm::special
