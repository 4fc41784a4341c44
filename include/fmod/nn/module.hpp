// fmod/nn/module.hpp: what a module declares (param, buffer, spec) and what follows from it: init, functional_call, count, summary
// SPDX-License-Identifier: MIT
//
// A module is a value that holds hyperparameters only. It says its parameters once and is called with them:
//   struct Net {
//     fm::nn::Linear<> fc1{64, 40}, fc2{40, 10};
//     auto spec() const { return fm::dict("fc1"_n = fc1, "fc2"_n = fc2, "scale"_n = fm::param({10}, fm::initializers::ones())); }
//     auto operator()(auto const& p, auto const& x) const {
//       return fc2(p["fc2"_n], fm::tanh(fc1(p["fc1"_n], x))) * p["scale"_n];
//     }
//   };
// The leaves of a spec are fm::param, fm::buffer, and modules, which stand for their own spec; a vector of modules is a
// vector of dictionaries. Nothing is allocated by it.
#pragma once
#include <fmod/nn/initializers.hpp>
#include <fmod/nn/structure.hpp>
#include <fmod/tree/tree.hpp>

namespace fm {

/// A trained parameter, in a spec. Its element type is the one that init is asked for.
struct Param {
  Shape shape;
  Initializer initializer;
};
/// A tensor of the model's state that is not trained (running statistics, a table). S: its element type if it is fixed.
template <class S = void> struct Buffer {
  Shape shape;
  Initializer initializer;
};

inline Param param(Shape const& shape, Initializer initializer) { return {shape, std::move(initializer)}; }
/// `buffer({n}, init)` has the parameters' element type, `buffer<int64_t>({}, init)` its own. A call returns the new state
/// as a value; nothing is written in place.
inline Buffer<> buffer(Shape const& shape, Initializer initializer = initializers::zeros()) {
  return {shape, std::move(initializer)};
}
template <Element S> Buffer<S> buffer(Shape const& shape, Initializer initializer = initializers::zeros()) {
  return {shape, std::move(initializer)};
}

template <class M> concept Module = requires(M const& m) { m.spec(); };

namespace nn::detail {
template <class D> inline constexpr bool is_param = std::is_same_v<D, Param>;
template <class D> inline constexpr bool is_buffer = false;
template <class S> inline constexpr bool is_buffer<Buffer<S>> = true;

template <class Leaf> constexpr void check_declaration() {
  static_assert(is_param<Leaf> || is_buffer<Leaf> || Module<Leaf>,
                "fmod: a leaf of a module's spec() is neither fm::param(...), fm::buffer(...) nor a module with a "
                "spec() of its own");
}
template <class List> inline constexpr bool all_declared = false;
template <class... L> inline constexpr bool all_declared<tree::types<L...>> = ((is_param<L> || is_buffer<L>)&&...);

std::string at_name(std::string_view path);
[[noreturn]] void parameter_shape_differs(std::string_view path, Shape const& given, Shape const& want);
[[noreturn]] void parameters_have_other_lengths(char const* what);
template <Element S>
Tensor<S> initialize(Initializer const& initializer, std::string_view path, Tensor<std::uint32_t> const& key,
                     Shape const& shape);

/// Lines of a summary.
class Table {
 public:
  void row(std::string_view path, Shape const& shape, bool is_buffer);
  std::string text() const;

 private:
  struct Row {
    std::string path, shape, count;
    bool is_buffer;
  };
  std::vector<Row> rows_;
  int64_t parameters_ = 0, buffers_ = 0;
};
}  // namespace nn::detail

/// The declarations of a module as a tree of Param and Buffer: its spec(), with modules replaced by their specs.
template <Module M> auto spec_of(M const& model) {
  auto spec = model.spec();
  if constexpr (nn::detail::all_declared<tree::leaf_types<decltype(spec)>>) {
    return spec;
  } else {
    return tree::map(
        [](auto const& leaf) {
          using L = std::remove_cvref_t<decltype(leaf)>;
          nn::detail::check_declaration<L>();
          if constexpr (Module<L>)
            return fm::spec_of(leaf);
          else
            return leaf;
        },
        spec);
  }
}

/// First values of all parameters and buffers, as a dictionary of Tensor<S> of the model's structure.
///
/// Each leaf draws from fold_in(key, hash of its path (64 bits of FNV-1a)): adding or moving a layer does not change the others.
/// Throws: shape_error with the path if an initializer does not fit its shape.
template <Real S, Module M> auto init(M const& model, Tensor<std::uint32_t> const& key) {
  random::detail::check_key("init", key.shape());
  return tree::map_with_path(
      [&key]<class D>(std::string_view path, D const& leaf) {
        if constexpr (std::is_same_v<D, Param> || std::is_same_v<D, Buffer<>>)
          return nn::detail::initialize<S>(leaf.initializer, path, key, leaf.shape);
        else
          return []<class E>(Buffer<E> const& b, std::string_view p, auto const& k) {
            return nn::detail::initialize<E>(b.initializer, p, k, b.shape);
          }(leaf, path, key);
      },
      fm::spec_of(model));
}

/// The number of trained elements of a model; buffers do not count.
template <Module M> int64_t count(M const& model) {
  int64_t n = 0;
  tree::for_each(
      [&n]<class D>(D const& leaf) {
        if constexpr (std::is_same_v<D, Param>) n += leaf.shape.size();
      },
      fm::spec_of(model));
  return n;
}

/// A table of all parameters and buffers, one line each: path, shape, count, and the total.
template <Module M> std::string summary(M const& model) {
  nn::detail::Table table;
  tree::for_each_with_path([&table]<class D>(std::string_view path,
                                             D const& leaf) { table.row(path, leaf.shape, nn::detail::is_buffer<D>); },
                           fm::spec_of(model));
  return table.text();
}

/// pair(parameters, buffers) of a model's whole tree, each with fm::none where the other has the leaf: differentiate and update
/// the first, put together with fm::tree::combine.
template <Module M, class P> auto split_buffers(M const& model, P const& params) {
  auto const mask =
      tree::map([]<class D>(D const&) { return std::bool_constant<!nn::detail::is_buffer<D>>{}; }, fm::spec_of(model));
  return tree::partition(mask, params);
}

namespace nn::detail {
/// Names and element types by type; shapes and lengths at run time. Leaves may be boxes of any level.
template <class M, class P> void check_shapes(M const& model, P const& params) {
  auto const spec = fm::spec_of(model);
  auto const check = [](std::string_view path, auto const& declared, auto const& leaf) {
    Shape const given = tower::shape_of(leaf);
    if (!(given == declared.shape)) parameter_shape_differs(path, given, declared.shape);
  };
  if constexpr (tree::is_fixed<std::remove_cvref_t<decltype(spec)>>) {
    tree::for_each_with_path(check, spec, params);
  } else {
    bool entered = false;
    try {
      tree::for_each_with_path(
          [&](std::string_view path, auto const& declared, auto const& leaf) {
            entered = true;
            check(path, declared, leaf);
          },
          spec, params);
    } catch (shape_error const& e) {
      if (entered) throw;
      parameters_have_other_lengths(e.what());
    }
  }
}
}  // namespace nn::detail

/// model(params, x...) with complete parameters.
///
/// Errors: names that are missing or unexpected do not compile, nor do parameters of different element types (float beside
///         double); one error lists them.
/// Throws: shape_error that leads with the parameter's path: `fc1.weight: is (3, 2), the model says (2, 3); ...`.
/// Leaves may be boxes of any level, and of different ones.
template <Module M, class P, class... X> auto functional_call(M const& model, P const& params, X const&... x) {
  using Spec = decltype(fm::spec_of(model));
  if constexpr (!nn::detail::check_names<Spec, P>() || !nn::detail::check_elements<Spec, P, X...>()) {
    return wrong::poison{};
  } else {
    nn::detail::check_shapes(model, params);
    return model(params, x...);
  }
}

}  // namespace fm

#if defined(FM_HEADER_ONLY)
#include <fmod/impl/nn/module.ipp>
#endif
