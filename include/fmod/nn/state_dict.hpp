// fmod/nn/state_dict.hpp: StateDict, dotted names and tensors known at run time only, and both ways between it and parameters
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/nn/module.hpp>

#include <unordered_map>
#include <variant>

namespace fm {

/// Names, in order, with tensors of any element type: what a file holds. Names are dotted paths as in PyTorch's state_dict.
class StateDict {
 public:
  using Value = std::variant<Tensor<float>, Tensor<double>, Tensor<int64_t>, Tensor<std::uint32_t>, Tensor<bool>>;
  struct Entry {
    std::string name;
    Value value;
  };

  std::size_t size() const noexcept { return entries_.size(); }
  bool empty() const noexcept { return entries_.empty(); }
  auto begin() const noexcept { return entries_.begin(); }
  auto end() const noexcept { return entries_.end(); }
  bool contains(std::string const& name) const { return index_.contains(name); }

  /// Adds an entry at the end. Throws: name_error if the name is there already.
  void insert(std::string name, Value value);
  /// Replaces an entry's value. Throws: name_error naming the nearest name if there is none.
  void set(std::string const& name, Value value);
  /// Gives an entry another name; it keeps its place. Throws: name_error if `from` is unknown or `to` is there already.
  void rename(std::string const& from, std::string to);
  /// Removes an entry. Throws: name_error if it is unknown.
  void erase(std::string const& name);
  /// Throws: name_error naming the nearest name.
  Value const& at(std::string const& name) const;
  /// The tensor of a name. Throws: name_error; type_error if it has another element type.
  template <Element S> Tensor<S> get(std::string const& name) const;
  /// A copy in which all tensors of float and double have elements of type S.
  template <Real S> StateDict cast() const;

 private:
  std::size_t find(std::string const& name) const;

  std::vector<Entry> entries_;
  std::unordered_map<std::string, std::size_t> index_;
};

Shape shape_of(StateDict::Value const& value);
/// "float", "int64", ...
char const* type_name_of(StateDict::Value const& value);

namespace nn::detail {
/// Collects what does not fit while a tree is filled; one exception tells all.
class StateReader {
 public:
  explicit StateReader(StateDict const& sd) : state_(&sd), used_(sd.size(), false) {}
  template <Element S> Tensor<S> read(std::string_view path, Shape const& shape);
  /// Throws if something did not fit.
  void finish() const;

 private:
  StateDict const* state_;
  std::vector<bool> used_;
  std::vector<std::string> missing_, shapes_, types_, known_;
};
}  // namespace nn::detail

/// The parameters as a StateDict: every leaf under its dotted path; numbers as tensors of shape ().
/// Errors: boxes do not compile; take fm::value_of of each leaf first.
template <class P> StateDict to_state_dict(P const& params) {
  StateDict sd;
  tree::for_each_with_path(
      [&sd](std::string_view path, auto const& leaf) {
        using L = std::remove_cvref_t<decltype(leaf)>;
        static_assert(
            !tower::is_box<L>,
            "fm::to_state_dict: a leaf is a differentiated value; strip it: fm::tree::map(fm::value_of, params)");
        if constexpr (std::is_arithmetic_v<L>)
          sd.insert(std::string(path), fm::full(Shape{}, leaf));
        else
          sd.insert(std::string(path), leaf);
      },
      params);
  return sd;
}

/// Parameters of the type and shapes of `like` with the values of sd.
///
/// Throws: one error with all names that are missing, unexpected, or have another shape or element type: name_error if there
///         are missing or unexpected names, else shape_error, else type_error.
template <class P>
requires(!Module<P>) P from_state_dict(P const& like, StateDict const& sd) {
  nn::detail::StateReader reader(sd);
  auto params = tree::map_with_path(
      [&reader](std::string_view path, auto const& leaf) {
        using L = std::remove_cvref_t<decltype(leaf)>;
        static_assert(!tower::is_box<L>,
                      "fm::from_state_dict: a leaf of the parameters given is a differentiated value; give plain ones");
        if constexpr (std::is_arithmetic_v<L>) {
          auto const value = reader.template read<L>(path, Shape{});
          return value.is_null() ? leaf : value.item();
        } else {
          return reader.template read<typename L::value_type>(path, leaf.shape());
        }
      },
      like);
  reader.finish();
  return params;
}
/// The same for a model: `from_state_dict<float>(model, sd)`; buffers with an element type of their own keep it.
template <Real S, Module M> auto from_state_dict(M const& model, StateDict const& sd) {
  nn::detail::StateReader reader(sd);
  auto params = tree::map_with_path(
      [&reader]<class D>(std::string_view path, D const& leaf) {
        if constexpr (std::is_same_v<D, Param> || std::is_same_v<D, Buffer<>>)
          return reader.template read<S>(path, leaf.shape);
        else
          return []<class E>(Buffer<E> const& b, std::string_view p, auto& r) {
            return r.template read<E>(p, b.shape);
          }(leaf, path, reader);
      },
      fm::spec_of(model));
  reader.finish();
  return params;
}

}  // namespace fm

#if defined(FM_HEADER_ONLY)
#include <fmod/impl/nn/state_dict.ipp>
#endif
