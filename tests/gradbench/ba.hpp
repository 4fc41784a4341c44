// ba.hpp: GradBench's bundle adjustment: reprojection errors of points in cameras, and their sparse Jacobian
// SPDX-License-Identifier: MIT
//
// A camera has 11 parameters: rotation (axis times angle, 3), centre (3), focal length, principal point (2), radial
// distortion (2). Each observation gives two errors, w (projection - feature), and one for its weight, 1 - w^2.
#pragma once
#include "read.hpp"

#include <array>

namespace gradbench::ba {

template <class T> using Vector3 = std::array<T, 3>;
template <class T> using Camera = std::array<T, 11>;

template <class A, class B> auto cross(A const& a, B const& b) {
  using T = std::remove_cvref_t<decltype(a[0] * b[0])>;
  return Vector3<T>{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
template <class A, class B> auto dot(A const& a, B const& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/// x turned by the rotation vector (Rodrigues' formula; to first order near the identity).
template <class T> Vector3<T> rotate(Vector3<T> const& rotation, Vector3<T> const& x) {
  using std::cos, std::sin, std::sqrt;
  T const squared = dot(rotation, rotation);
  auto const turned = cross(rotation, x);
  if (!(squared > 0)) return {x[0] + turned[0], x[1] + turned[1], x[2] + turned[2]};
  T const angle = sqrt(squared), c = cos(angle), s = sin(angle) / angle, along = dot(rotation, x) * (1.0 - c) / squared;
  Vector3<T> r;
  for (std::size_t i = 0; i < 3; ++i) r[i] = x[i] * c + turned[i] * s + rotation[i] * along;
  return r;
}

/// Both errors of one observation.
struct Reprojection {
  template <class T>
  auto operator()(Camera<T> const& camera, Vector3<T> const& point, T const& w,
                  std::array<double, 2> const& feature) const {
    Vector3<T> centered;
    for (std::size_t i = 0; i < 3; ++i) centered[i] = point[i] - camera[3 + i];
    auto const seen = ba::rotate<T>({camera[0], camera[1], camera[2]}, centered);
    T const u = seen[0] / seen[2], v = seen[1] / seen[2], squared = u * u + v * v;
    T const distortion = 1.0 + camera[9] * squared + camera[10] * squared * squared;
    return std::array<T, 2>{w * (u * distortion * camera[6] + camera[7] - feature[0]),
                            w * (v * distortion * camera[6] + camera[8] - feature[1])};
  }
};
struct WeightError {
  template <class T> auto operator()(T const& w) const { return 1.0 - w * w; }
};

}  // namespace gradbench::ba
