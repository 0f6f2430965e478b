/// Motions as real numbers, to about 106 bits: the true position of a point of a moving body.
#pragma once

#include <abut/motion.hpp>

#include "quad/rotation.hpp"
#include "quad/sine.hpp"

namespace abut::test {

/// For an angle that is not a double: the rest is below a rounding, its square below 2^-100.
inline QuadSineCosine quad_sine_cosine(Quad angle) {
  const double near = static_cast<double>(angle);
  const Quad rest = angle - quad(near), less = 1 - rest * rest / 2;
  const QuadSineCosine r = sine_cosine(near);
  return {r.sine * less + r.cosine * rest, r.cosine * less - r.sine * rest};
}

/// v rotated by an angle; in 3D about an axis of any length but zero.
inline QuadVec<2> rotated(const QuadVec<2>& v, Quad angle, const QuadVec<2>& = {}) {
  const QuadSineCosine r = quad_sine_cosine(angle);
  QuadVec<2> w;
  w[0] = v[0] * r.cosine - v[1] * r.sine;
  w[1] = v[0] * r.sine + v[1] * r.cosine;
  return w;
}

inline QuadVec<3> rotated(const QuadVec<3>& v, Quad angle, const QuadVec<3>& axis) {
  const QuadSineCosine r = quad_sine_cosine(angle);
  const QuadVec<3> k = axis * (1 / norm(axis));
  return v * r.cosine + cross(k, v) * r.sine + k * (dot(k, v) * (1 - r.cosine));
}

template <int D>
QuadVec<D> axis_of(const Motion<double, D>& m) {
  if constexpr (D == 3) {
    return quad(m.axis);
  } else {
    return {};
  }
}

/// The position of the point x of the body at t.
template <int D>
QuadVec<D> position_at(const Motion<double, D>& m, double t, const QuadVec<D>& x) {
  const QuadMatrix<D> start = quad_matrix(m.start.q);
  const QuadVec<D> center = quad(m.start.p) + rotate(start, quad(m.center)) + quad(m.velocity) * quad(t);
  return center + rotated(rotate(start, x - quad(m.center)), quad(m.angle) * quad(t), axis_of(m));
}

/// A random motion: about a center off the origin of the frame, by an angle of up to `most_angle`.
template <int D>
Motion<double, D> random_motion(Random& random, double most_angle) {
  Motion<double, D> m;
  m.start = {random.vec<double, D>(2), random_rotation<double, D>(random)};
  m.center = random.vec<double, D>(0.5);
  m.velocity = random.vec<double, D>(3);
  m.angle = random.uniform(-most_angle, most_angle);
  if constexpr (D == 3) {
    m.axis = random.vec<double, 3>(1);
    m.axis.z += 1.5;
  }
  return m;
}

}  // namespace abut::test
