/// Random inputs from integer arithmetic and exact powers of two alone, so that they are the same everywhere; and one
/// hash of all the bits of the answers.
#pragma once

#include <abut/abut.hpp>

#include <bit>
#include <cstdint>

namespace determinism {

using namespace abut;

/// FNV-1a, 64 bits.
class Hash {
 public:
  void add(std::uint64_t x) {
    for (int i = 0; i < 8; ++i) {
      value_ = (value_ ^ (x & 0xff)) * 0x100000001b3ULL;
      x >>= 8;
    }
  }
  void add(double x) { add(std::bit_cast<std::uint64_t>(x)); }
  void add(float x) { add(std::uint64_t{std::bit_cast<std::uint32_t>(x)}); }
  template <class T, int D>
  void add(const Vec<T, D>& v) {
    for (int i = 0; i < D; ++i) add(v[i]);
  }
  template <class T, int D>
  void add(const detail::SignedDistance<T, D>& r) {
    add(static_cast<std::uint64_t>(r.status));
    for (const T x : {r.distance, r.lower, r.upper, r.signed_distance, r.signed_lower, r.signed_upper}) add(x);
    for (const auto& v : {r.normal, r.point_a, r.point_b}) add(v);
    add(std::uint64_t{r.cores_meet});
    for (int i = 0; i < r.feature_count; ++i) add(std::uint64_t{r.feature_a[i]} << 32 | r.feature_b[i]);
    add(static_cast<std::uint64_t>(r.iterations));
  }
  template <class T, int D>
  void add(const Overlap<T, D>& r) {
    add(static_cast<std::uint64_t>(r.status));
    add(std::uint64_t{r.overlap} << 1 | std::uint64_t{r.apart});
    for (const T x : {r.lower, r.upper}) add(x);
    for (const auto& v : {r.axis, r.point}) add(v);
    add(static_cast<std::uint64_t>(r.iterations));
  }
  template <class T, int D>
  void add(const Separation<T, D>& r) {
    add(static_cast<std::uint64_t>(r.status));
    for (const T x : {r.separation, r.lower, r.upper}) add(x);
    for (const auto& v : {r.normal, r.point_a, r.point_b}) add(v);
    for (int i = 0; i < r.feature_count; ++i) add(std::uint64_t{r.feature_a[i]} << 32 | r.feature_b[i]);
    add(static_cast<std::uint64_t>(r.iterations));
  }
  template <class T, int D>
  void add(const TimeOfImpact<T, D>& r) {
    add(static_cast<std::uint64_t>(r.status));
    add(std::uint64_t{r.hit} << 8 | static_cast<std::uint64_t>(r.start));
    for (const T x : {r.t_safe, r.t, r.safe_separation, r.hit_separation, r.target_tolerance}) add(x);
    for (const auto& v : {r.normal, r.point_a, r.point_b}) add(v);
    add(static_cast<std::uint64_t>(r.iterations));
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325ULL;
};

/// SplitMix64.
class Random {
 public:
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
  int below(int count) { return static_cast<int>(next() % static_cast<std::uint64_t>(count)); }
  /// In (-1, 1): 24 bits, exact in float; a quarter of them are multiples of 1/8, so that faces are parallel and points
  /// coincide.
  template <class T>
  T number() {
    const int x = below(1 << 24) - (1 << 23);
    return below(4) == 0 ? static_cast<T>(x / (1 << 20)) / T(8) : static_cast<T>(x) / T(1 << 23);
  }
  template <class T>
  T size() {
    return detail::absolute(number<T>()) + T(0.015625);
  }
  template <class T, int D>
  Vec<T, D> vector() {
    Vec<T, D> v;
    for (int i = 0; i < D; ++i) v[i] = number<T>();
    return v;
  }
  template <class T, int D>
  Vec<T, D> sizes() {
    Vec<T, D> v;
    for (int i = 0; i < D; ++i) v[i] = size<T>();
    return v;
  }

 private:
  std::uint64_t state_ = 20261116;
};

}  // namespace determinism
