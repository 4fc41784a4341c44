// support.hpp: small stacks, resident memory and sanitizers, for the tests of this folder
// SPDX-License-Identifier: MIT
#pragma once
#include <fmod/transforms/transforms.hpp>
#include <support/catch.hpp>

#include <cstring>
#include <exception>
#include <fstream>
#include <thread>
#include <vector>

#include <pthread.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define FM_TEST_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define FM_TEST_SANITIZED 1
#endif
#endif
#if !defined(FM_TEST_SANITIZED)
#define FM_TEST_SANITIZED 0
#endif

namespace robustness {

/// A sanitizer makes everything five to twenty times slower and keeps freed memory.
inline constexpr bool sanitized = FM_TEST_SANITIZED;
#if defined(__OPTIMIZE__)
inline constexpr bool optimized = true;
#else
inline constexpr bool optimized = false;
#endif

/// Runs f on a thread with a stack of that many bytes, and rethrows what it throws.
template <class F> void on_stack_of(std::size_t bytes, F const& f) {
  struct Call {
    F const* f;
    std::exception_ptr error;
  } call{&f, nullptr};
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, bytes);
  pthread_t thread;
  int const failed = pthread_create(
      &thread, &attributes,
      [](void* p) -> void* {
        auto& c = *static_cast<Call*>(p);
        try {
          (*c.f)();
        } catch (...) {
          c.error = std::current_exception();
        }
        return nullptr;
      },
      &call);
  pthread_attr_destroy(&attributes);
  REQUIRE(failed == 0);
  pthread_join(thread, nullptr);
  if (call.error) std::rethrow_exception(call.error);
}

/// Resident memory of the process in bytes; 0 where /proc is not there.
inline std::size_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  std::size_t total = 0, resident = 0;
  if (!(file >> total >> resident)) return 0;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

inline bool same_bits(fm::Tensor<double> const& x, fm::Tensor<double> const& y) {
  return x.shape() == y.shape() &&
         std::memcmp(x.data(), y.data(), static_cast<std::size_t>(x.size()) * sizeof(double)) == 0;
}

}  // namespace robustness
