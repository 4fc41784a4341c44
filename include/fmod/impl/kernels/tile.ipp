// fmod/impl/kernels/tile.ipp: scratch memory and the kernels on tiles
// SPDX-License-Identifier: MIT
#include <fmod/kernels/tile.hpp>

#include <algorithm>

namespace fm::kernels {

namespace detail {
// Strips that a thread has used and may use again; a handful, since an expression holds few values at once.
struct ScratchList {
  Scratch* first = nullptr;
  bool ended = false;
  ~ScratchList() {
    ended = true;
    while (first) delete std::exchange(first, first->next);
  }
};
inline ScratchList& scratch_list() {
  thread_local ScratchList list;
  return list;
}
template <class S> int64_t lanes_of(Tile<S> const& x) { return x.uniform() ? 0 : x.lanes(); }
}  // namespace detail

FM_INLINE Scratch* take_scratch() {
  auto& list = detail::scratch_list();
  if (!list.first) return new Scratch;
  Scratch* s = std::exchange(list.first, list.first->next);
  s->references = 1;
  return s;
}
FM_INLINE void return_scratch(Scratch* s) noexcept {
  auto& list = detail::scratch_list();
  if (list.ended) {
    delete s;
    return;
  }
  s->next = std::exchange(list.first, s);
}

template <Real S> Tile<S> map(unary code, Tile<S> x) {
  if (x.uniform()) {
    S v = x.value();
    loop(code, &v, &v, 1);
    return v;
  }
  S const* in = x.data();
  int64_t const n = x.lanes();
  Tile<S> out = std::move(x).writable();
  loop(code, out.mutable_data(), in, n);
  return out;
}
template <Real S> Tile<S> map(unary_n code, int64_t option, Tile<S> x) {
  if (x.uniform()) {
    S v = x.value();
    loop(code, option, &v, &v, 1);
    return v;
  }
  Tile<S> out = Tile<S>::scratch(x.lanes());
  loop(code, option, out.mutable_data(), x.data(), x.lanes());
  return out;
}
template <Real S> Tile<S> map(binary code, Tile<S> x, Tile<S> y) {
  if (x.uniform() && y.uniform()) {
    S a = x.value(), b = y.value();
    loop(code, &a, &a, &b, 1);
    return a;
  }
  if (x.uniform()) {
    S const* in = y.data();
    int64_t const n = y.lanes();
    Tile<S> out = std::move(y).writable();
    loop(code, out.mutable_data(), x.value(), in, n);
    return out;
  }
  S const* in = x.data();
  int64_t const n = x.lanes();
  Tile<S> const hold = y;  // y may be x: then neither is unshared
  Tile<S> out = std::move(x).writable();
  if (hold.uniform())
    loop(code, out.mutable_data(), in, hold.value(), n);
  else
    loop(code, out.mutable_data(), in, hold.data(), n);
  return out;
}
template <Real S> Tile<bool> map(compare code, Tile<S> x, Tile<S> y) {
  if (x.uniform() && y.uniform()) {
    S const a = x.value(), b = y.value();
    bool r = false;
    loop(code, &r, &a, &b, 1);
    return r;
  }
  Tile<bool> out = Tile<bool>::scratch(std::max(detail::lanes_of(x), detail::lanes_of(y)));
  if (y.uniform()) {
    loop(code, out.mutable_data(), x.data(), y.value(), x.lanes());
  } else if (x.uniform()) {
    Tile<S> wide = Tile<S>::scratch(y.lanes());
    std::fill_n(wide.mutable_data(), y.lanes(), x.value());
    loop(code, out.mutable_data(), wide.data(), y.data(), y.lanes());
  } else {
    loop(code, out.mutable_data(), x.data(), y.data(), x.lanes());
  }
  return out;
}
template <Real S> Tile<S> where(Tile<bool> c, Tile<S> x, Tile<S> y) {
  if (c.uniform()) return c.value() ? x : y;
  int64_t const n = c.lanes();
  auto widen = [n](Tile<S> t) {
    if (!t.uniform()) return t;
    Tile<S> wide = Tile<S>::scratch(n);
    std::fill_n(wide.mutable_data(), n, t.value());
    return wide;
  };
  Tile<S> const a = widen(std::move(x)), b = widen(std::move(y));
  Tile<S> out = Tile<S>::scratch(n);
  loop_where(c.data(), out.mutable_data(), a.data(), b.data(), n);
  return out;
}

}  // namespace fm::kernels

namespace fm {
template <Element S> void Tile<S>::copy_to(S* out, int64_t lanes) const {
  if (uniform())
    std::fill_n(out, lanes, value_);
  else
    std::copy_n(data_, lanes, out);
}
}  // namespace fm
