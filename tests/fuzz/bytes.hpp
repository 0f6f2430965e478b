/// Bytes of a fuzzer, read as numbers, shapes and poses. Every sequence of bytes is a pair of valid shapes: missing
/// bytes are zero.
#pragma once

#include "soak/still/solid.hpp"

#include <cmath>
#include <cstddef>
#include <cstring>

namespace fuzz {

class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

  std::uint8_t byte() {
    if (size_ == 0) return 0;
    --size_;
    return *data_++;
  }
  int below(int count) { return byte() % count; }

  template <class T>
  T raw() {
    unsigned char bytes[sizeof(T)];
    for (unsigned char& b : bytes) b = byte();
    T r;
    std::memcpy(&r, bytes, sizeof r);
    return r;
  }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
};

/// Numbers are either the bits themselves, or small integers, or small integers times powers of two: the first kind
/// covers all numbers, the others make features that are parallel, equal or exactly touching.
template <class T, int D>
class PairReader {
 public:
  explicit PairReader(Bytes& bytes) : bytes_(bytes) {}

  soak::Pair<T, D> read() {
    soak::Pair<T, D> p;
    const int style = bytes_.byte();
    numbers_ = style & 3;
    p.posed = (style & 4) != 0;
    p.a = solid(p.posed);
    p.b = solid(p.posed);
    if (p.posed) {
      p.pose_a = pose();
      p.pose_b = pose();
    }
    return p;
  }

 private:
  T number() {
    T x = 0;
    if (numbers_ == 0) {
      x = bytes_.raw<T>();
    } else {
      x = static_cast<T>(static_cast<std::int8_t>(bytes_.byte()));
      if (numbers_ == 2) x = std::ldexp(x, static_cast<std::int8_t>(bytes_.byte()));
      if (numbers_ == 3) x = x / 8 + std::ldexp(T(1), -20 - bytes_.byte() % 32);
    }
    return abut::is_finite(x) ? x : T(1);
  }
  T size() { return std::abs(number()); }
  abut::Vec<T, D> vector() {
    abut::Vec<T, D> v;
    for (int i = 0; i < D; ++i) v[i] = number();
    return v;
  }
  abut::Vec<T, D> sizes() {
    abut::Vec<T, D> v;
    for (int i = 0; i < D; ++i) v[i] = size();
    return v;
  }

  soak::Solid<T, D> solid(bool any) {
    using soak::Kind;
    soak::Solid<T, D> s;
    const int kinds = any ? (D == 2 ? 6 : 8) : 2;
    s.kind = static_cast<Kind>(bytes_.below(kinds));
    s.axis = static_cast<abut::Axis>(bytes_.below(D));
    if (s.kind == Kind::hull || s.kind == Kind::simplex) {
      const int count = s.kind == Kind::simplex ? 2 + bytes_.below(D) : 1 + bytes_.below(12);
      for (int i = 0; i < count; ++i) s.points.push_back(vector());
      s.is_built = count % 2 == 0;
    } else {
      s.size = sizes();
      s.radius = size();
      s.half_height = size();
    }
    if (bytes_.below(4) == 3) s.extra = size();
    return s;
  }

  abut::Rotation<T, 2> turn(abut::Rotation<T, 2>) {
    const abut::Vec<T, 2> v{number(), number()};
    return abut::max_abs(v) > 0 ? abut::Rotation<T, 2>{v.x, v.y} : abut::Rotation<T, 2>{};
  }
  abut::Rotation<T, 3> turn(abut::Rotation<T, 3>) {
    abut::Rotation<T, 3> q;
    q.w = number();
    q.x = number();
    q.y = number();
    q.z = number();
    return q.w == 0 && q.x == 0 && q.y == 0 && q.z == 0 ? abut::Rotation<T, 3>{} : q;
  }
  abut::Pose<T, D> pose() {
    abut::Pose<T, D> r;
    r.p = vector();
    r.q = turn(r.q);
    return r;
  }

  Bytes& bytes_;
  int numbers_ = 0;
};

/// Calls f with a pair in one of the four combinations of scalar and dimension.
template <class F>
void with_pair(Bytes& bytes, F f) {
  switch (bytes.below(4)) {
    case 0: return f(PairReader<float, 2>(bytes).read());
    case 1: return f(PairReader<double, 2>(bytes).read());
    case 2: return f(PairReader<float, 3>(bytes).read());
    default: return f(PairReader<double, 3>(bytes).read());
  }
}

}  // namespace fuzz
