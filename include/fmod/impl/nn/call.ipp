// fmod/impl/nn/call.ipp: exceptions that know in which layer they were thrown
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/nn/call.hpp>

#include <string>

namespace fm::nn::detail {

/// An exception of type E with a path that can grow on the way out.
template <class E> struct Located : E {
  std::string path, text;
  Located(std::string p, std::string t) : E(p + ": " + t), path(std::move(p)), text(std::move(t)) {}
};
template <class E> [[noreturn]] void rethrow_as(E const& e, std::string_view name) {
  if (auto const* located = dynamic_cast<Located<E> const*>(&e))
    throw Located<E>(std::string(name) + "." + located->path, located->text);
  throw Located<E>(std::string(name), e.what());
}

FM_INLINE void rethrow_at(std::string_view name) {
  try {
    throw;
  } catch (shape_error const& e) {
    rethrow_as(e, name);
  } catch (value_error const& e) {
    rethrow_as(e, name);
  } catch (type_error const& e) {
    rethrow_as(e, name);
  } catch (name_error const& e) {
    rethrow_as(e, name);
  } catch (io_error const& e) {
    rethrow_as(e, name);
  } catch (error const& e) {
    rethrow_as(e, name);
  }
}

}  // namespace fm::nn::detail
