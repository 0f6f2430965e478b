/// The judge of the unit tests: 113-bit arithmetic (__float128), with the few functions that the tests need.
///
/// Every float and double is exact in a Quad, and so is the product of any two doubles except for its last seven bits.
/// libquadmath is not used: only the compiler's own + - * /.
#pragma once

#include <abut/vec.hpp>

#include <cmath>
#include <cstddef>

namespace abut::test {

__extension__ typedef __float128 Quad;  // NOLINT(modernize-use-using): `using` can not be marked as an extension

inline Quad quad(double x) { return Quad(x); }
inline Quad absolute(Quad x) { return x < 0 ? -x : x; }

/// 2^k, for any exponent that a Quad has.
inline Quad power_of_two(int k) {
  Quad r = 1;
  const Quad factor = k < 0 ? Quad(0.5) : Quad(2);
  for (int i = k < 0 ? -k : k; i > 0; --i) r *= factor;
  return r;
}

/// Off by at most two units of the 113th bit: two Newton steps double the 52 good bits of the first guess twice.
inline Quad square_root(Quad x) {
  if (!(x > 0)) return 0;
  Quad scale = 1;
  for (; x > Quad(0x1p1000); x *= Quad(0x1p-1000)) scale *= Quad(0x1p500);
  for (; x < Quad(0x1p-1000); x *= Quad(0x1p1000)) scale *= Quad(0x1p-500);
  Quad r = std::sqrt(static_cast<double>(x));
  for (int i = 0; i < 2; ++i) r = (r + x / r) / 2;
  return r * scale;
}

template <int D>
struct QuadVec {
  Quad c[D] = {};

  QuadVec() = default;
  template <Scalar T>
  explicit QuadVec(const Vec<T, D>& v) {
    for (int i = 0; i < D; ++i) c[i] = quad(double(v[i]));
  }
  Quad operator[](int i) const { return c[i]; }
  Quad& operator[](int i) { return c[i]; }

  friend QuadVec operator+(QuadVec a, const QuadVec& b) {
    for (int i = 0; i < D; ++i) a.c[i] += b.c[i];
    return a;
  }
  friend QuadVec operator-(QuadVec a, const QuadVec& b) {
    for (int i = 0; i < D; ++i) a.c[i] -= b.c[i];
    return a;
  }
  friend QuadVec operator*(QuadVec a, Quad s) {
    for (int i = 0; i < D; ++i) a.c[i] *= s;
    return a;
  }
  friend Quad dot(const QuadVec& a, const QuadVec& b) {
    Quad sum = 0;
    for (int i = 0; i < D; ++i) sum += a.c[i] * b.c[i];
    return sum;
  }
  friend Quad norm(const QuadVec& a) { return square_root(dot(a, a)); }
};

template <Scalar T, int D>
QuadVec<D> quad(const Vec<T, D>& v) {
  return QuadVec<D>(v);
}

inline QuadVec<3> cross(const QuadVec<3>& a, const QuadVec<3>& b) {
  QuadVec<3> r;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    r[i] = a[j] * b[k] - a[k] * b[j];
  }
  return r;
}

inline Quad cross(const QuadVec<2>& a, const QuadVec<2>& b) { return a[0] * b[1] - a[1] * b[0]; }

}  // namespace abut::test
