// fmod/core/tensor.hpp: Tensor<S>, an immutable value with shared row-major storage
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/core/buffer.hpp>
#include <fmod/core/shape.hpp>
#include <fmod/core/type_name.hpp>

#include <iosfwd>
#include <span>
#include <utility>

namespace fm {

namespace detail {
[[noreturn]] void index_count_differs(int given, Shape const& shape);
[[noreturn]] void index_out_of_range(int64_t index, int axis, Shape const& shape);
[[noreturn]] void rows_out_of_range(int64_t first, int64_t last, Shape const& shape);
[[noreturn]] void not_one_element(char const* what, Shape const& shape);
[[noreturn]] void cannot_reshape(Shape const& from, Shape const& to);
[[noreturn]] void impossible_shape(Shape const& shape);
// Bytes of a tensor to be made. Throws: shape_error if a size is negative or memory cannot be that large.
inline std::size_t checked_bytes(Shape const& shape, std::size_t element) {
  std::size_t const n = static_cast<std::size_t>(shape.size());
  bool bad = n > (std::size_t(1) << 56) / element;
  for (int64_t size : shape) bad |= size < 0;
  if (bad) impossible_shape(shape);
  return n * element;
}
}  // namespace detail

namespace tower {
/// Base of what has operators and functions in fm::tower: argument-dependent lookup finds them through it.
struct Adl {};
/// See kernels/tile.hpp.
template <class X> inline constexpr bool is_tile = false;
/// See level.hpp, and lift.hpp for the sentence.
template <class X> struct box;
template <class X> constexpr void refuse_to_store();
}  // namespace tower

/// A value of rank 0 to 8: contiguous, row-major, 64-byte aligned, shared by its copies.
///
/// Copies share storage (one atomic increment). Nobody writes to storage that two handles see: a kernel that is handed
/// the only handle, moved in, writes in place. Slices of the leading axis share storage.
/// A default-constructed or moved-from tensor holds nothing (`is_null()`): its shape is (0).
template <Element S> class Tensor : public tower::Adl {
 public:
  using value_type = S;

  Tensor() noexcept : shape_{0} {}
  /// A box does not fit into a plain tensor: says so, in place of the compiler's list of what could not be converted.
  template <class Box>
  requires(!std::is_void_v<typename tower::box<Box>::frame>) Tensor(Box const&) { tower::refuse_to_store<Box>(); }
  /// Storage that a kernel is about to fill.
  static Tensor uninitialized(Shape const& shape) {
    Tensor t;
    t.buffer_ = memory::allocate(detail::checked_bytes(shape, sizeof(S)));
    t.data_ = static_cast<S*>(t.buffer_->data);
    t.shape_ = shape;
    return t;
  }
  /// Takes over one reference to a block whose data starts at `data`.
  static Tensor adopt(memory::Buffer* buffer, S* data, Shape const& shape) noexcept {
    Tensor t;
    t.buffer_ = buffer;
    t.data_ = data;
    t.shape_ = shape;
    return t;
  }

  Tensor(Tensor const& o) noexcept : buffer_(o.buffer_), data_(o.data_), shape_(o.shape_) {
    if (buffer_) memory::retain(buffer_);
  }
  Tensor(Tensor&& o) noexcept
      : buffer_(std::exchange(o.buffer_, nullptr)), data_(std::exchange(o.data_, nullptr)), shape_(o.shape_) {
    o.shape_.clear();
  }
  Tensor& operator=(Tensor o) noexcept {
    swap(*this, o);
    return *this;
  }
  ~Tensor() {
    if (buffer_) memory::release(buffer_);
  }
  friend void swap(Tensor& a, Tensor& b) noexcept {
    std::swap(a.buffer_, b.buffer_);
    std::swap(a.data_, b.data_);
    std::swap(a.shape_, b.shape_);
  }

  Shape const& shape() const noexcept { return shape_; }
  int rank() const noexcept { return shape_.rank(); }
  int64_t size() const noexcept { return shape_.size(); }
  S const* data() const noexcept { return data_; }
  std::span<S const> span() const noexcept { return {data_, static_cast<std::size_t>(size())}; }
  bool is_null() const noexcept { return buffer_ == nullptr; }

  /// One element, one index an axis, negative from the end. Throws: shape_error, value_error out of range.
  template <std::integral... I> S operator()(I... index) const {
    if (static_cast<int>(sizeof...(I)) != rank()) detail::index_count_differs(static_cast<int>(sizeof...(I)), shape_);
    int64_t at = 0;
    [[maybe_unused]] int axis = 0;
    ((at = at * shape_[axis] + checked_index(static_cast<int64_t>(index), axis), ++axis), ...);
    return data_[at];
  }
  /// The only element. Throws: shape_error if there is not exactly one.
  S item() const {
    if (size() != 1) detail::not_one_element("item", shape_);
    return data_[0];
  }
  /// Truth of the only element, so that `if (x < y)` reads naturally at rank 0.
  explicit operator bool() const {
    if (size() != 1) detail::not_one_element("bool", shape_);
    return data_[0] != S(0);
  }
  /// Index `i` of the leading axis, which goes away; shares storage.
  Tensor operator[](std::integral auto i) const {
    if (rank() == 0) detail::index_count_differs(1, shape_);
    int64_t const at = checked_index(static_cast<int64_t>(i), 0);
    return sub(at, Shape(shape_.begin() + 1, shape_.end()));
  }
  /// Elements [first, last) of the leading axis; shares storage.
  Tensor rows(int64_t first, int64_t last) const {
    if (rank() == 0) detail::index_count_differs(1, shape_);
    if (first < 0 || first > last || last > shape_[0]) detail::rows_out_of_range(first, last, shape_);
    Shape s = shape_;
    s[0] = last - first;
    Shape const row(shape_.begin() + 1, shape_.end());
    Tensor t(*this);
    t.data_ += first * row.size();
    t.shape_ = s;
    return t;
  }
  /// The same elements in another shape; shares storage.
  Tensor reshaped(Shape const& to) const& { return Tensor(*this).reshape_to(to); }
  Tensor reshaped(Shape const& to) && { return std::move(reshape_to(to)); }

  /// For kernels: may this handle be written through?
  bool unique() const noexcept { return buffer_ && memory::unique(buffer_); }
  /// For kernels that made this tensor or checked unique().
  S* mutable_data() noexcept { return data_; }

 private:
  int64_t checked_index(int64_t i, int axis) const {
    int64_t const n = shape_[axis], at = i < 0 ? i + n : i;
    if (at < 0 || at >= n) detail::index_out_of_range(i, axis, shape_);
    return at;
  }
  Tensor sub(int64_t row, Shape const& shape) const {
    Tensor t(*this);
    t.data_ += row * shape.size();
    t.shape_ = shape;
    return t;
  }
  Tensor& reshape_to(Shape const& to) {
    if (to.size() != size()) detail::cannot_reshape(shape_, to);
    shape_ = to;
    return *this;
  }

  memory::Buffer* buffer_ = nullptr;
  S* data_ = nullptr;
  Shape shape_;
};

template <class X> inline constexpr bool is_tensor = false;
template <class S> inline constexpr bool is_tensor<Tensor<S>> = true;

/// Prints as nested brackets with the type and shape of anything but a short double tensor; long axes are abridged.
template <Element S> std::ostream& operator<<(std::ostream& os, Tensor<S> const& t);

}  // namespace fm

#if defined(FM_HEADER_ONLY)
#include <fmod/impl/core/print.ipp>
#include <fmod/impl/core/tensor.ipp>
#endif
