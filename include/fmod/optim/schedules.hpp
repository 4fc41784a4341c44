// fmod/optim/schedules.hpp: learning rates as functions of the number of steps: decay, warmup, steps
// SPDX-License-Identifier: MIT
//
// A schedule is any function of the steps taken so far (0 at the first). Optimizers hand it an int64, or under vmap a
// tensor of double; those here take both.
#pragma once
#include <fmod/ops/tree.hpp>

#include <numbers>

namespace fm::optim {
namespace detail {
/// Where in [0, 1] a step is between 0 and `steps`.
template <tower::Value Step> auto progress(Step const& step, double steps) {
  return fm::minimum(fm::maximum(fm::div(fm::cast<double>(step), steps), 0.0), 1.0);
}
void check_steps(char const* schedule, char const* option, double steps);
void check_factor(char const* schedule, double factor);
void check_boundaries(std::vector<std::pair<int64_t, double>> const& boundaries);
}  // namespace detail

struct Constant {
  double value;
  template <tower::Value Step> double operator()(Step const&) const { return value; }
};
struct ExponentialDecay {
  double first;
  int64_t steps;
  double factor;
  bool staircase;
  template <tower::Value Step> auto operator()(Step const& step) const {
    auto const periods = fm::div(fm::cast<double>(step), static_cast<double>(steps));
    using P = std::remove_const_t<decltype(periods)>;
    return fm::mul(first, fm::pow(factor, staircase ? P(fm::floor(periods)) : periods));
  }
};
struct CosineDecay {
  double first, last;
  int64_t steps;
  template <tower::Value Step> auto operator()(Step const& step) const {
    auto const cosine = fm::cos(fm::mul(std::numbers::pi, detail::progress(step, static_cast<double>(steps))));
    return fm::add(last, fm::mul(0.5 * (first - last), fm::add(1.0, cosine)));
  }
};
struct WarmupCosine {
  double first, peak, last;
  int64_t warmup, steps;
  template <tower::Value Step> auto operator()(Step const& step) const {
    auto const rising =
        fm::add(first, fm::mul(peak - first, detail::progress(step, static_cast<double>(warmup > 0 ? warmup : 1))));
    auto const falling =
        CosineDecay{peak, last, steps - warmup}(fm::sub(fm::cast<double>(step), static_cast<double>(warmup)));
    return fm::where(fm::less(fm::cast<double>(step), static_cast<double>(warmup)), rising, falling);
  }
};
struct Piecewise {
  double first;
  std::vector<std::pair<int64_t, double>> boundaries;
  template <tower::Value Step> auto operator()(Step const& step) const {
    auto const at = fm::cast<double>(step);
    auto rate = fm::add(first, fm::mul(0.0, at));
    for (auto const& b : boundaries) rate = fm::where(fm::less(at, static_cast<double>(b.first)), rate, b.second);
    return rate;
  }
};

inline Constant constant(double value) { return {value}; }
/// first * factor^(step / steps); with staircase the exponent is rounded down. Throws: value_error unless steps and factor > 0.
inline ExponentialDecay exponential_decay(double first, int64_t steps, double factor, bool staircase = false) {
  detail::check_steps("exponential_decay", "steps", static_cast<double>(steps));
  detail::check_factor("exponential_decay", factor);
  return {first, steps, factor, staircase};
}
/// From first to last along half a cosine over `steps`, then last. Throws: value_error unless steps > 0.
/// Source: Loshchilov, Hutter, SGDR: stochastic gradient descent with warm restarts, 2017.
inline CosineDecay cosine_decay(double first, int64_t steps, double last = 0) {
  detail::check_steps("cosine_decay", "steps", static_cast<double>(steps));
  return {first, last, steps};
}
/// Straight from first to peak over `warmup` steps, then as cosine_decay to last until step `steps`.
/// Throws: value_error unless 0 <= warmup < steps.
inline WarmupCosine warmup_cosine(double first, double peak, int64_t warmup, int64_t steps, double last = 0) {
  detail::check_steps("warmup_cosine", "steps - warmup", static_cast<double>(steps - warmup));
  detail::check_steps("warmup_cosine", "warmup + 1", static_cast<double>(warmup + 1));
  return {first, peak, last, warmup, steps};
}
/// `first`, and from each step b the rate r: piecewise(0.1, {{1000, 0.01}, {2000, 0.001}}).
/// Throws: value_error unless the steps increase.
inline Piecewise piecewise(double first, std::vector<std::pair<int64_t, double>> boundaries) {
  detail::check_boundaries(boundaries);
  return {first, std::move(boundaries)};
}

}  // namespace fm::optim

#if defined(FM_HEADER_ONLY)
#include <fmod/impl/optim/schedules.ipp>
#endif
