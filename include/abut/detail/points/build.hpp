/// Checks the points of a cloud, and builds its tree.
#pragma once

#include <abut/detail/bvh/sphere_tree.hpp>
#include <abut/points.hpp>

namespace abut::detail {

/// The box of a ball, rounded outward; infinite if it reaches beyond all numbers.
template <Scalar T, int D>
Aabb<T, D> box_of_ball(const Ball<T, D>& ball) {
  Aabb<T, D> box;
  for (int i = 0; i < D; ++i) {
    const double x = double(ball.center[i]), r = double(ball.radius);
    box.min[i] = -at_least<T>(sum_up(-x, r));
    box.max[i] = at_least<T>(sum_up(x, r));
  }
  return box;
}

template <class T, int D>
bool build_points(PointsData<T, D>& data, CloudError& error, const ExecutorRef& executor) {
  using Kind = CloudError::Kind;
  const std::size_t count = data.points.size();
  const auto fails = [&error](Kind kind, std::size_t index) {
    error = {kind, index};
    return false;
  };
  if (count == 0) return fails(Kind::no_points, 0);
  if (count > BvhChild::most_parts) return fails(Kind::too_many_points, BvhChild::most_parts);
  for (std::uint32_t i = 0; i < count; ++i) {
    const Ball<T, D> ball = data.ball(i);
    if (!is_finite(ball.center)) return fails(Kind::not_finite, i);
    if (!(ball.radius >= 0 && is_finite(ball.radius))) return fails(Kind::bad_radius, i);
    const Aabb<T, D> box = box_of_ball(ball);
    if (!is_finite(box.min) || !is_finite(box.max)) return fails(Kind::too_large, i);
  }
  data.tree = build_sphere_tree<T, D>(
      static_cast<std::uint32_t>(count), [&](std::uint32_t i) { return box_of_ball(data.ball(i)); },
      [&](std::uint32_t i, const BvhFrame<D>& frame, const BvhBox<D>&) {
        const Ball<T, D> ball = data.ball(i);
        return BvhSphere<D>{frame.nearest(widen(ball.center)), round_up<float>(double(ball.radius) / frame.unit())};
      },
      BvhLeaves::full, executor);
  return true;
}

}  // namespace abut::detail
