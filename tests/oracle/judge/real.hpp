/// Numbers and vectors of 113 bits, in which the judge computes.
///
/// __float128 with + - * / alone, and a square root by Newton's method: no library is needed beside the compiler's own.
/// Its exponent range is far wider than that of double, so no input of a test overflows or underflows.
#pragma once

#include <abut/vec.hpp>

#include <array>
#include <bit>
#include <cstdint>

namespace oracle {

__extension__ typedef __float128 Real;

/// 2^k for |k| < 16000.
inline Real power_of_two(int k) {
  Real r = 1, power = k < 0 ? Real(0.5) : Real(2);  // by squaring
  for (int left = k < 0 ? -k : k; left > 0; left /= 2, power *= power) r *= left % 2 != 0 ? power : Real(1);
  return r;
}

inline Real absolute(Real x) { return x < 0 ? -x : x; }
inline double narrow(Real x) { return static_cast<double>(x); }

/// To 112 bits. The double square root is good to 53 bits, each Newton step doubles them.
inline Real square_root(Real x) {
  if (!(x > 0)) return 0;
  if (x - x != 0) return x;
  Real scale = 1;
  for (; x > Real(0x1p+500); x *= Real(0x1p-500) * Real(0x1p-500)) scale *= Real(0x1p+500);
  for (; x < Real(0x1p-500); x *= Real(0x1p+500) * Real(0x1p+500)) scale *= Real(0x1p-500);
  Real y = __builtin_sqrt(narrow(x));
  y = (y + x / y) / 2;
  y = (y + x / y) / 2;
  return y * scale;
}

template <int D, class Number = Real>
struct Vector {
  std::array<Number, D> x{};

  Number operator[](int i) const { return x[static_cast<std::size_t>(i)]; }
  Number& operator[](int i) { return x[static_cast<std::size_t>(i)]; }

  friend Vector operator+(Vector a, const Vector& b) {
    for (int i = 0; i < D; ++i) a[i] += b[i];
    return a;
  }
  friend Vector operator-(Vector a, const Vector& b) {
    for (int i = 0; i < D; ++i) a[i] -= b[i];
    return a;
  }
  friend Vector operator*(Vector a, Number s) {
    for (int i = 0; i < D; ++i) a[i] *= s;
    return a;
  }
  friend Number dot(const Vector& a, const Vector& b) {
    Number sum = a[0] * b[0];
    for (int i = 1; i < D; ++i) sum += a[i] * b[i];
    return sum;
  }
};

template <int D>
Real norm(const Vector<D>& a) {
  return square_root(dot(a, a));
}

inline Vector<3> cross(const Vector<3>& a, const Vector<3>& b) {
  return {{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]}};
}

/// Exact.
template <class T, int D>
Vector<D> exact(const abut::Vec<T, D>& a) {
  Vector<D> r;
  for (int i = 0; i < D; ++i) r[i] = a[i];
  return r;
}

}  // namespace oracle
