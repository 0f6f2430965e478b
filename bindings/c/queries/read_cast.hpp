/// The vectors of a ray cast, a shape cast or a depth along a direction.
#pragma once

#include "moving_table.hpp"

#include <abut/ray_cast.hpp>

namespace abut::c_api {

template <Scalar T, int D>
Fault read_ray(const CastQuery& q, Ray<T, D>& ray) {
  Reader<T, D> from(q.origin, 'q'), along(q.translation_a, 'q');
  ray = {from.vector(), along.vector()};
  return from.fault() ? from.fault() : along.fault();
}

/// Without a translation B rests.
template <Scalar T, int D>
Fault read_translations(const CastQuery& q, Vec<T, D>& a, Vec<T, D>& b) {
  const double rest[3] = {};
  Reader<T, D> read_a(q.translation_a, 'm'), read_b(q.translation_b != nullptr ? q.translation_b : rest, 'm');
  a = read_a.vector();
  b = read_b.vector();
  return read_a.fault() ? read_a.fault() : read_b.fault();
}

template <Scalar T, int D>
Fault read_direction(const CastQuery& q, Vec<T, D>& direction) {
  Reader<T, D> read(q.translation_b, 'm');
  direction = read.vector();
  if (direction == Vec<T, D>{}) read.fail(ABUT_ZERO_DIRECTION);
  return read.fault();
}

}  // namespace abut::c_api
