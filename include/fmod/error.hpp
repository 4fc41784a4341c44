// fmod/error.hpp: the exceptions of the library
// SPDX-License-Identifier: MIT
#pragma once
#include <stdexcept>
#include <string>

namespace fm {

/// Base of every exception of the library. The text says what was asked, what was found, and what to write instead.
class error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};
/// Sizes or ranks that do not fit: `matmul: inner sizes differ: a (2, 3), b (4, 5); ...`.
class shape_error : public error {
 public:
  using error::error;
};
/// A parameter's name is unknown, missing or used twice.
class name_error : public error {
 public:
  using error::error;
};
/// Element types that do not fit: there is no implicit promotion between tensor types.
class type_error : public error {
 public:
  using error::error;
};
/// A value outside its range: a label, an index, a probability, a box used after its transform ended.
class value_error : public error {
 public:
  using error::error;
};
/// A file that cannot be read or written.
class io_error : public error {
 public:
  using error::error;
};

}  // namespace fm
