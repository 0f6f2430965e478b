/// Rotations as real numbers, to 113 bits: what the components of a Rotation represent once divided by their length.
#pragma once

#include <abut/pose.hpp>

#include "quad/quad.hpp"
#include "unit/spaces.hpp"

#include <array>

namespace abut::test {

template <int D>
struct QuadMatrix {
  QuadVec<D> row[D];

  const QuadVec<D>& operator[](int i) const { return row[i]; }
  QuadVec<D>& operator[](int i) { return row[i]; }
};

/// A rotation as a complex number or quaternion.
using QuadComplex = std::array<Quad, 2>;
using QuadQuaternion = std::array<Quad, 4>;

template <Scalar T>
QuadComplex numbers(const Rotation<T, 2>& q) {
  return {quad(double(q.c)), quad(double(q.s))};
}
template <Scalar T>
QuadQuaternion numbers(const Rotation<T, 3>& q) {
  return {quad(double(q.w)), quad(double(q.x)), quad(double(q.y)), quad(double(q.z))};
}

/// conj(a) b: the rotation b relative to a, times both lengths.
inline QuadComplex relative(const QuadComplex& a, const QuadComplex& b) {
  return {a[0] * b[0] + a[1] * b[1], a[0] * b[1] - a[1] * b[0]};
}
inline QuadQuaternion relative(const QuadQuaternion& a, const QuadQuaternion& b) {
  return {a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3], a[0] * b[1] - a[1] * b[0] - a[2] * b[3] + a[3] * b[2],
          a[0] * b[2] + a[1] * b[3] - a[2] * b[0] - a[3] * b[1], a[0] * b[3] - a[1] * b[2] + a[2] * b[1] - a[3] * b[0]};
}

inline QuadMatrix<2> quad_matrix(const QuadComplex& q) {
  const Quad length = square_root(q[0] * q[0] + q[1] * q[1]);
  QuadMatrix<2> m;
  m[0][0] = m[1][1] = q[0] / length;
  m[1][0] = q[1] / length;
  m[0][1] = -m[1][0];
  return m;
}

/// v + (2 / |q|^2) (w (r x v) + r x (r x v)), column by column, for q = w + r.
inline QuadMatrix<3> quad_matrix(const QuadQuaternion& q) {
  const Quad w = q[0], factor = 2 / (w * w + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  QuadVec<3> r;
  for (int i = 0; i < 3; ++i) r[i] = q[static_cast<std::size_t>(i) + 1];
  QuadMatrix<3> m;
  for (int j = 0; j < 3; ++j) {
    QuadVec<3> unit;
    unit[j] = 1;
    const QuadVec<3> once = cross(r, unit), column = unit + (once * w + cross(r, once)) * factor;
    for (int i = 0; i < 3; ++i) m[i][j] = column[i];
  }
  return m;
}

template <Scalar T, int D>
QuadMatrix<D> quad_matrix(const Rotation<T, D>& q) {
  return quad_matrix(numbers(q));
}

template <int D>
QuadVec<D> rotate(const QuadMatrix<D>& m, const QuadVec<D>& v) {
  QuadVec<D> r;
  for (int i = 0; i < D; ++i) r[i] = dot(m[i], v);
  return r;
}

template <Scalar T, int D>
QuadVec<D> transform(const Pose<T, D>& pose, const QuadVec<D>& local) {
  return QuadVec<D>(pose.p) + rotate(quad_matrix(pose.q), local);
}

/// A random rotation, the length of its components between 1/2 and 2.
template <Scalar T, int D>
[[gnu::noinline]] Rotation<T, D> random_rotation(Random& random) {
  for (;;) {
    double c[4] = {}, squared = 0;
    for (int i = 0; i < (D == 2 ? 2 : 4); ++i) c[i] = random.uniform(-2, 2), squared += c[i] * c[i];
    if (squared < 0.25 || squared > 4) continue;
    if constexpr (D == 2) {
      return {static_cast<T>(c[0]), static_cast<T>(c[1])};
    } else {
      return {static_cast<T>(c[0]), static_cast<T>(c[1]), static_cast<T>(c[2]), static_cast<T>(c[3])};
    }
  }
}

}  // namespace abut::test
