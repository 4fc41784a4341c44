// fmod/impl/nn/state_dict.ipp: the container, and the report of all that does not fit
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/nn/state_dict.hpp>

#include <string>

namespace fm {
namespace nn::detail {
/// "; did you mean fc1.bias?", or nothing.
template <class Names> std::string suggestion(std::string const& name, Names const& names) {
  std::size_t best = static_cast<std::size_t>(-1);
  std::string near;
  for (std::string const& n : names)
    if (std::size_t const d = fm::name_distance(name, n); d < best) {
      best = d;
      near = n;
    }
  return fm::is_near(best, name.size()) ? " (did you mean " + near + "?)" : "";
}
inline std::vector<std::string> names_of(StateDict const& sd) {
  std::vector<std::string> names;
  for (auto const& e : sd) names.push_back(e.name);
  return names;
}
}  // namespace nn::detail

FM_INLINE std::size_t StateDict::find(std::string const& name) const {
  auto const found = index_.find(name);
  if (found == index_.end())
    throw name_error("StateDict: there is no \"" + name + "\" among " + std::to_string(size()) + " names" +
                     nn::detail::suggestion(name, nn::detail::names_of(*this)));
  return found->second;
}
FM_INLINE void StateDict::insert(std::string name, Value value) {
  if (!index_.emplace(name, entries_.size()).second)
    throw name_error("StateDict: the name \"" + name + "\" is there already; set replaces its value");
  entries_.push_back({std::move(name), std::move(value)});
}
FM_INLINE void StateDict::set(std::string const& name, Value value) { entries_[find(name)].value = std::move(value); }
FM_INLINE void StateDict::rename(std::string const& from, std::string to) {
  std::size_t const i = find(from);
  if (from == to) return;
  if (!index_.emplace(to, i).second)
    throw name_error("StateDict: the name \"" + to + "\" is there already; erase it first");
  index_.erase(from);
  entries_[i].name = std::move(to);
}
FM_INLINE void StateDict::erase(std::string const& name) {
  std::size_t const i = find(name);
  entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(i));
  index_.erase(name);
  for (auto& [n, k] : index_)
    if (k > i) --k;
}
FM_INLINE StateDict::Value const& StateDict::at(std::string const& name) const { return entries_[find(name)].value; }

template <Element S> Tensor<S> StateDict::get(std::string const& name) const {
  Value const& value = at(name);
  if (auto const* t = std::get_if<Tensor<S>>(&value)) return *t;
  throw type_error("StateDict: \"" + name + "\" holds " + type_name_of(value) + ", asked for " + type_name<S>() +
                   "; ask for its own type and convert with fm::cast<S>");
}
template <Real S> StateDict StateDict::cast() const {
  StateDict made;
  for (Entry const& e : entries_)
    made.insert(e.name, std::visit(
                            []<class T>(Tensor<T> const& t) -> Value {
                              if constexpr (Real<T>)
                                return kernels::cast<S>(t);
                              else
                                return t;
                            },
                            e.value));
  return made;
}

FM_INLINE Shape shape_of(StateDict::Value const& value) {
  return std::visit([](auto const& t) { return t.shape(); }, value);
}
FM_INLINE char const* type_name_of(StateDict::Value const& value) {
  return std::visit([]<class T>(Tensor<T> const&) { return type_name<T>(); }, value);
}

namespace nn::detail {

template <Element S> Tensor<S> StateReader::read(std::string_view path, Shape const& shape) {
  std::string const name(path);
  known_.push_back(name);
  std::size_t i = 0;
  if (!state_->contains(name)) {
    missing_.push_back(name);
    return {};
  }
  auto entry = state_->begin();
  for (; entry->name != name; ++entry) ++i;
  used_[i] = true;
  Shape const given = fm::shape_of(entry->value);
  if (!(given == shape)) shapes_.push_back(name + ": is " + to_string(given) + ", the model says " + to_string(shape));
  auto const* t = std::get_if<Tensor<S>>(&entry->value);
  if (t == nullptr) {
    types_.push_back(name + ": is " + type_name_of(entry->value) + ", the model says " + type_name<S>());
    return {};
  }
  return *t;
}

FM_INLINE void StateReader::finish() const {
  std::vector<std::string> unexpected;
  std::size_t i = 0;
  for (auto const& e : *state_)
    if (!used_[i++]) unexpected.push_back(e.name + suggestion(e.name, missing_));
  std::size_t const count = missing_.size() + unexpected.size() + shapes_.size() + types_.size();
  if (count == 0) return;
  std::string text =
      "from_state_dict: " + std::to_string(count) + (count == 1 ? " thing does" : " things do") + " not fit the model:";
  auto const list = [&text](char const* what, std::vector<std::string> const& lines) {
    for (auto const& line : lines) text += std::string("\n  ") + what + line;
  };
  list("missing: ", missing_);
  list("unexpected: ", unexpected);
  list("wrong shape: ", shapes_);
  list("wrong type: ", types_);
  if (!types_.empty()) text += "\n  (sd.cast<float>() converts all float and double tensors)";
  if (!missing_.empty() || !unexpected.empty()) throw name_error(text);
  if (!shapes_.empty()) throw shape_error(text);
  throw type_error(text);
}

}  // namespace nn::detail
}  // namespace fm
