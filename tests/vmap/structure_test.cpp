// tests/vmap/structure_test.cpp: ops with axes - reductions, scans, softmax, shapes, sorting - under vmap
// SPDX-License-Identifier: MIT
#include "vmap/same.hpp"

namespace {

enum axis_op {
  sum,
  sum_axis,
  sum_keep,
  mean,
  mean_axis,
  prod,
  prod_axis,
  max,
  max_axis,
  min,
  logsumexp,
  logsumexp_axis,
  norm,
  norm_axis,
  var,
  stddev,
  squared_norm,
  cumsum,
  cumsum_axis,
  cumprod,
  cumprod_axis,
  softmax,
  softmax_axis,
  log_softmax,
  reshape,
  permute,
  permute_given,
  transpose,
  expand_dims,
  squeeze,
  slice,
  slice_step,
  slice_last,
  index,
  flip,
  flip_axis,
  pad,
  tril,
  triu,
  concat_constant,
  stack_constant,
  broadcast_to,
  sort,
  sort_axis,
  take,
  take_last,
  take_along,
  scatter_add,
  largest,
  argsorted,
  matmul_self,
  tree_dot,
  ravel,
  count
};
struct Structure {
  int op;
  template <class X> X operator()(X const& x) const {
    static fm::Tensor<int64_t> const rows = fm::tensor<int64_t>({1, 0, 1, -1}),
                                     table = fm::tensor<int64_t>({{0, 2}, {-1, 1}});
    static fm::Tensor<int64_t> const along = fm::tensor<int64_t>({{0, 2}, {1, 1}});
    switch (op) {
      case sum:
        return fm::sum(x);
      case sum_axis:
        return fm::sum(x, 0);
      case sum_keep:
        return fm::sum(x, -1, fm::keepdims);
      case mean:
        return fm::mean(x);
      case mean_axis:
        return fm::mean(x, 1);
      case prod:
        return fm::prod(x);
      case prod_axis:
        return fm::prod(x, 0);
      case max:
        return fm::max(x);
      case max_axis:
        return fm::max(x, 1);
      case min:
        return fm::min(x, {0, 1}, fm::keepdims);
      case logsumexp:
        return fm::logsumexp(x);
      case logsumexp_axis:
        return fm::logsumexp(x, 0);
      case norm:
        return fm::norm(x);
      case norm_axis:
        return fm::norm(x, 1, fm::keepdims);
      case var:
        return fm::var(x, 1);
      case stddev:
        return fm::stddev(x, 0, 1);
      case squared_norm:
        return fm::squared_norm(x, 1);
      case cumsum:
        return fm::cumsum(x);
      case cumsum_axis:
        return fm::cumsum(x, 0);
      case cumprod:
        return fm::cumprod(x);
      case cumprod_axis:
        return fm::cumprod(x, 0);
      case softmax:
        return fm::softmax(x);
      case softmax_axis:
        return fm::softmax(x, 0);
      case log_softmax:
        return fm::log_softmax(x);
      case reshape:
        return fm::reshape(x, {3, 2});
      case permute:
        return fm::permute(x);
      case permute_given:
        return fm::permute(fm::reshape(x, {2, 1, 3}), {2, 0, 1});
      case transpose:
        return fm::transpose(x);
      case expand_dims:
        return fm::expand_dims(x, {0, 2});
      case squeeze:
        return fm::squeeze(fm::reshape(x, {1, 2, 1, 3}), 0);
      case slice:
        return fm::slice(x, 0, 1, 2);
      case slice_step:
        return fm::slice(x, 1, 2, -5, -2);
      case slice_last:
        return fm::slice(x, -1, 0, 2);
      case index:
        return x[1];
      case flip:
        return fm::flip(x);
      case flip_axis:
        return fm::flip(x, 0);
      case pad:
        return fm::pad(x, 1, 1, 2, 0.5);
      case tril:
        return fm::tril(x, -1);
      case triu:
        return fm::triu(x);
      case concat_constant:
        return X(fm::concat(1, x, fm::ones<double>({2, 1})));
      case stack_constant:
        return X(fm::stack(0, fm::ones<double>({2, 3}), x));
      case broadcast_to:
        return fm::broadcast_to(x, {2, 2, 3});
      case sort:
        return fm::sort(x);
      case sort_axis:
        return fm::sort(x, 0);
      case take:
        return fm::take(x, rows);
      case take_last:
        return fm::take(x, table, 1);
      case take_along:
        return fm::take_along(x, along, 1);
      case scatter_add:
        return fm::scatter_add(x, fm::tensor<int64_t>({1, 4, 1}), 5, 1);
      case largest:
        return fm::take_along(x, fm::argmax(x, 1, fm::keepdims), 1) -
               fm::take_along(x, fm::argmin(x, 1, fm::keepdims), 1);
      case argsorted:
        return x * fm::cast<double>(fm::argsort(x)) + fm::one_hot<double>(fm::argmax(x), 3);
      case matmul_self:
        return fm::matmul(x, x, true);
      case tree_dot:
        return fm::tree::dot(std::pair(x, x), std::pair(x, x * x)) + fm::tree::norm(std::pair(x, x));
      default: {
        auto const [v, unravel] = fm::tree::ravel(std::pair(x, x[0]));
        return unravel(v * v).second * fm::sum(v);
      }
    }
  }
};
/// Lanes of rank 0 have no axes to go over.
struct Rank0 {
  int op;
  template <class X> X operator()(X const& x) const {
    switch (op) {
      case 0:
        return fm::sum(x);
      case 1:
        return fm::mean(x);
      case 2:
        return fm::max(x);
      case 3:
        return fm::logsumexp(x);
      case 4:
        return fm::norm(x);
      case 5:
        return fm::prod(x);
      case 6:
        return fm::flip(x);
      case 7:
        return fm::permute(x);
      case 8:
        return fm::reshape(x, {1, 1});
      case 9:
        return fm::broadcast_to(x, {2, 3});
      case 10:
        return fm::expand_dims(x, 0);
      case 11:
        return fm::stack(0, x, x);
      default:
        return fm::var(x) + x;
    }
  }
};

}  // namespace

TEST_CASE("every op with axes under vmap is the loop", "[vmap]") {
  auto const x = check::some_tensor<double>({4, 2, 3}, 1);
  for (int op = 0; op < count; ++op) lanes::check_lanes("op " + std::to_string(op), Structure{op}, fm::in_axes<0>, x);
}
TEST_CASE("an op with axes sees the axes of one lane", "[vmap]") {
  auto const x = check::some_tensor<double>({2, 4, 3}, 2), y = check::some_tensor<double>({2, 3, 4}, 3);
  for (int op = 0; op < count; ++op) {
    lanes::check_lanes("axis 1, op " + std::to_string(op), Structure{op}, fm::in_axes<1>, x);
    lanes::check_lanes("axis -1, op " + std::to_string(op), Structure{op}, fm::in_axes<-1>, y);
  }
}
TEST_CASE("ops with axes on lanes of rank 0", "[vmap]") {
  auto const x = check::some_tensor<double>({5}, 1);
  for (int op = 0; op < 13; ++op) lanes::check_lanes("op " + std::to_string(op), Rank0{op}, fm::in_axes<0>, x);
}
TEST_CASE("no lanes, and one", "[vmap]") {
  auto const none = fm::zeros<double>({0, 2, 3});
  CHECK(fm::vmap(Structure{sum_axis})(none).shape() == fm::Shape{0, 3});
  CHECK(fm::vmap(Structure{softmax})(none).shape() == fm::Shape{0, 2, 3});
  CHECK(fm::vmap(Structure{matmul_self})(none).shape() == fm::Shape{0, 3, 3});
  CHECK(fm::vmap(fm::grad(lanes::Scalar<Structure>{{log_softmax}}))(none).shape() == fm::Shape{0, 2, 3});
  lanes::check_lanes("one lane", Structure{softmax_axis}, fm::in_axes<0>, check::some_tensor<double>({1, 2, 3}, 1));
}
