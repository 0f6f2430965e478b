/// Four vectors in float side by side, a coordinate to a register. See numeric/float4.hpp.
#pragma once

#include <abut/detail/numeric/float4.hpp>

namespace abut::detail {

template <int D>
struct Float4Vec {
  Float4 x[D];

  /// The same vector in all lanes.
  ABUT_INLINE static Float4Vec all(const Vec<float, D>& v) {
    Float4Vec r;
    for (int i = 0; i < D; ++i) r.x[i] = Float4::all(v[i]);
    return r;
  }
  /// The vector of one lane in all lanes.
  ABUT_INLINE Float4Vec spread(int lane) const { return all(at(lane)); }
  ABUT_INLINE Vec<float, D> at(int lane) const {
    Vec<float, D> v;
    for (int i = 0; i < D; ++i) v[i] = number_at(x[i], lane);
    return v;
  }
  ABUT_INLINE static float number_at(Float4 numbers, int lane) {
    float n[4];
    numbers.store(n);
    return n[lane];
  }

  ABUT_INLINE friend Float4Vec operator+(const Float4Vec& a, const Float4Vec& b) {
    Float4Vec r;
    for (int i = 0; i < D; ++i) r.x[i] = a.x[i] + b.x[i];
    return r;
  }
  ABUT_INLINE friend Float4Vec operator-(const Float4Vec& a, const Float4Vec& b) {
    Float4Vec r;
    for (int i = 0; i < D; ++i) r.x[i] = a.x[i] - b.x[i];
    return r;
  }
  ABUT_INLINE friend Float4Vec operator*(const Float4Vec& a, Float4 s) {
    Float4Vec r;
    for (int i = 0; i < D; ++i) r.x[i] = a.x[i] * s;
    return r;
  }
  ABUT_INLINE friend Float4 dot(const Float4Vec& a, const Float4Vec& b) {
    Float4 r = a.x[0] * b.x[0];
    for (int i = 1; i < D; ++i) r = r + a.x[i] * b.x[i];
    return r;
  }
  /// p in the lanes where a < b, elsewhere q.
  ABUT_INLINE friend Float4Vec where_less(Float4 a, Float4 b, const Float4Vec& p, const Float4Vec& q) {
    Float4Vec r;
    for (int i = 0; i < D; ++i) r.x[i] = where_less(a, b, p.x[i], q.x[i]);
    return r;
  }
};

}  // namespace abut::detail
