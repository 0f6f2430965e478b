/// Random shapes of the library, of sizes from 0.01 to 3, including zero.
#pragma once

#include "oracle/draw/generators.hpp"

#include <abut/shapes.hpp>

namespace oracle {

/// Numbers of the shape's scalar, rounded through memory: see generators.hpp.
template <class T, int D>
struct Numbers {
  template <class U, int E>
  using Vec = abut::Vec<U, E>;

  Random random;

  [[gnu::noinline]] T number(double low, double high) { return static_cast<T>(random.between(low, high)); }
  [[gnu::noinline]] T size() { return static_cast<T>(random.chance(0.1) ? 0 : random.decade(-2, 0.5)); }
  Vec<T, D> vec(double half_width) {
    Vec<T, D> v;
    for (int i = 0; i < D; ++i) v[i] = number(-half_width, half_width);
    return v;
  }
  Vec<T, D> positive() {
    Vec<T, D> v;
    for (int i = 0; i < D; ++i) v[i] = static_cast<T>(random.decade(-2, 2));
    return v;
  }
  abut::Pose<T, D> pose(double far) {
    abut::Pose<T, D> r;
    detail::assign(r.q, detail::rotation<D>(random), 1);
    r.p = vec(far);
    return r;
  }
  abut::Ball<T, D> ball(double far) { return {vec(far), size()}; }
  abut::Capsule<T, D> capsule(double far) { return {vec(far), vec(far), size()}; }
  abut::Segment<T, D> segment(double far) { return {vec(far), vec(far)}; }
  abut::Box<T, D> box() {
    abut::Box<T, D> b;
    for (int i = 0; i < D; ++i) b.half[i] = size();
    return b;
  }
  abut::Ellipsoid<T, D> ellipsoid() { return {box().half}; }

  /// Along an axis, nearly so, or anywhere; of the length that a query uses.
  Vec<double, D> direction() {
    Vec<double, D> d = detail::direction<D>(random);
    if (random.chance(0.2)) d = abut::detail::axis<double, D>(random.integer(0, D - 1));
    if (random.chance(0.2)) d[random.integer(0, D - 1)] *= random.decade(-20, 0);
    return d * 0.2;
  }
};

}  // namespace oracle
