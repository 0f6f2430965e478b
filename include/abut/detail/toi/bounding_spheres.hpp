/// How long the bounding spheres of two moving bodies stay apart, without evaluating the shapes.
///
/// However a body rotates, it stays within its bounding sphere about the center of rotation. The centers move with
/// constant velocity, so the spheres approach until some time and recede from then on: if they are apart at a time
/// before that, they were apart all along.
#pragma once

#include <abut/detail/toi/moving_pair.hpp>

namespace abut::detail {

/// A time up to which the cores are proven to be further apart than the target; 1 if to the end, 0 if not even at the
/// start.
template <class Pair>
double spheres_apart_until(const Pair& pair, double core_target) {
  using V = Vec<double, Pair::D>;
  const double sum =
      (pair.a.extent().radius + pair.b.extent().radius + core_target) * (1 + 16 * unit_roundoff) + pair.height_error();
  const double far = norm(pair.start());
  if (!(far > sum)) return 0;
  const double scale = inverse_power_of_two(far + pair.speed());  // lengths are squared below
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
    // Rounding may have put t slightly too late; in a graze by more, and then there is little to gain.
    t *= 1 - 0x1p-20;
    if (is_clear_at(t)) return t;
  }
  return 0;
}

}  // namespace abut::detail
