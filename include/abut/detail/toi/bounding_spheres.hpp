/// The balls around two moving bodies: how long they are apart, without looking at the shapes.
///
/// However a body turns, it stays within its reach about the center of the turning. The centers move evenly, so the balls come nearer until a time and
/// part from then on: where they are clear of each other before that time, they were clear all along.
#pragma once

#include <abut/detail/toi/moving_pair.hpp>

namespace abut::detail {

/// A time before which the cores are proven to be further apart than the target, at most; 1 if that is so to the end, 0 if it is not even at the start.
template <class Pair>
double balls_apart_until(const Pair& pair, double core_target) {
  using V = Vec<double, Pair::D>;
  const double sum =
      (pair.a.reach().all + pair.b.reach().all + core_target) * (1 + 16 * unit_roundoff) + pair.height_error();
  const double far = norm(pair.start());
  if (!(far > sum)) return 0;
  const double scale = inverse_power_of_two(far + pair.speed());  // squares of lengths are taken
  const V c = pair.start() * scale, v = pair.velocity() * scale;
  const double r = sum * scale * (1 + 16 * unit_roundoff);
  const auto is_clear_at = [&](double t) { return norm_squared(c + v * t) > r * r; };
  const double closing = -dot(c, v), squared = norm_squared(v);
  if (!is_clear_at(0)) return 0;
  if (!(closing > 0)) return 1;
  const double nearest = closing < squared ? closing / squared : 1;
  if (is_clear_at(nearest)) return 1;
  const double room = far * scale, q = (room - r) * (room + r), root = closing * closing - squared * q;
  double t = q / (closing + square_root(root > 0 ? root : 0));
  t = t < nearest ? t : nearest;
  for (int i = 0; i < 4; ++i) {
    t *=
        1 -
        0x1p-20;  // rounding may have put it a little beyond; a glancing blow by more, and then there is little to gain
    if (is_clear_at(t)) return t;
  }
  return 0;
}

}  // namespace abut::detail
