// tests/core/buffer_test.cpp: the pool: reuse, figures, threads, static destruction
// SPDX-License-Identifier: MIT
#include "support/catch.hpp"

#include <fmod/core/create.hpp>

#include <new>
#include <thread>
#include <vector>

namespace memory = fm::memory;

namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr bool pooled = false;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
constexpr bool pooled = false;
#else
constexpr bool pooled = true;
#endif
#else
constexpr bool pooled = true;
#endif

// Freed after main, when the thread's lists are gone: run under ASan and valgrind this must be quiet.
fm::Tensor<double> at_static_destruction = fm::ones<double>({1000});
fm::Tensor<double>& in_function_static() {
  static fm::Tensor<double> t = fm::ones<double>({300000});
  return t;
}

}  // namespace

TEST_CASE("buffer: a freed block is used again", "[buffer]") {
  if (!pooled) return;
  for (std::size_t bytes : {1u, 64u, 65u, 1000u, 100000u, 5000000u}) {
    memory::Buffer* const a = memory::allocate(bytes);
    void* const data = a->data;
    CHECK(a->bytes >= bytes);
    CHECK(a->bytes <= bytes + bytes / 4 + 64);
    CHECK(memory::unique(a));
    memory::release(a);
    memory::Buffer* const b = memory::allocate(bytes);
    CHECK(b->data == data);
    memory::release(b);
  }
}

TEST_CASE("buffer: every size fits its block", "[buffer]") {
  for (std::size_t bytes = 0; bytes < 5000; ++bytes) {
    memory::Buffer* const b = memory::allocate(bytes);
    REQUIRE(b->bytes >= bytes);
    REQUIRE(reinterpret_cast<std::uintptr_t>(b->data) % memory::alignment == 0);
    memory::release(b);
  }
  for (int e = 12; e < 27; ++e)
    for (int off : {-1, 0, 1}) {
      std::size_t const bytes = (std::size_t(1) << e) + static_cast<std::size_t>(off);
      memory::Buffer* const b = memory::allocate(bytes);
      REQUIRE(b->bytes >= bytes);
      static_cast<char*>(b->data)[bytes - 1] = 1;
      memory::release(b);
    }
  CHECK_THROWS_AS(memory::allocate(std::size_t(1) << 60), std::bad_alloc);
  CHECK_THROWS_AS(memory::allocate(~std::size_t(0)), std::bad_alloc);
}

TEST_CASE("buffer: figures", "[buffer]") {
  std::size_t const before = memory::stats().live;
  {
    auto const a = fm::zeros<double>({1 << 17});  // 1 MiB
    auto const b = a;
    CHECK(memory::stats().live - before == (1u << 20));
  }
  CHECK(memory::stats().live == before);

  memory::reset_peak();
  std::size_t const low = memory::stats().peak;
  for (int i = 0; i < 3; ++i) {
    auto const a = fm::zeros<double>({1 << 17});
    auto const b = fm::zeros<double>({1 << 17});
  }
  CHECK(memory::stats().peak - low == (2u << 20));
  memory::reset_peak();
  CHECK(memory::stats().peak == low);

  if (pooled) CHECK(memory::stats().cached > 0);
  memory::trim();
  CHECK(memory::stats().cached == 0);
}

TEST_CASE("buffer: threads free each other's blocks", "[buffer]") {
  std::size_t const before = memory::stats().live;
  std::vector<fm::Tensor<float>> handed(8);
  for (int round = 0; round < 20; ++round) {
    std::vector<std::thread> threads;
    for (int k = 0; k < 4; ++k)
      threads.emplace_back([&handed, k, round] {
        for (int i = 0; i < 200; ++i) {
          auto t = fm::full<float>({1 + (i * 37 + k) % 3000}, static_cast<float>(k));
          auto const u = t;
          if (u(0) != static_cast<float>(k)) std::terminate();
        }
        std::size_t const at = static_cast<std::size_t>(2 * k + round % 2);
        handed[at] = fm::full<float>({400000}, 1.f);  // freed by the main thread or by a later one
      });
    for (auto& t : threads) t.join();
  }
  handed.clear();
  CHECK(memory::stats().live == before);
  memory::trim();
}

TEST_CASE("buffer: blocks outlive their thread", "[buffer]") {
  std::size_t const before = memory::stats().live;
  fm::Tensor<double> t;
  std::thread([&t] { t = fm::full<double>({100}, 3.0); }).join();
  CHECK(t(99) == 3.0);
  CHECK(memory::stats().live > before);
  t = {};
  CHECK(memory::stats().live == before);
  // A thread's own static is destroyed after its lists.
  std::thread([] {
    static thread_local fm::Tensor<double> last;
    fm::ones<double>({10});
    last = fm::ones<double>({10});
  }).join();
  CHECK(memory::stats().live == before);
}

TEST_CASE("buffer: statics", "[buffer]") {
  CHECK(at_static_destruction(0) == 1.0);
  CHECK(in_function_static()(0) == 1.0);
}
