/// How far B has to move along a direction until it is free of A for good: B is cast back from outside.
///
/// Between bodies that are not convex there may be gaps on the way, in which B is free for a while. So the way is
/// searched from its end: B begins beyond A, and moves back towards where it is. The first contact is the last one of
/// the way out.
/// - `upper` is what the cast has proven to be free (composite/cast/shape_cast.hpp).
/// - `lower` is a place a little before the contact, where the depth of the parts that met is proven to be positive.
/// Where B begins is rounded; so the cast keeps a distance of that rounding, and the depth has to exceed it.
///
/// Bodies that are proven apart have the depth 0, wherever the direction leads. `lower` is 0 unless they are proven to
/// meet: by the depth of two parts, or by a point within a solid.
#pragma once

#include <abut/depth_along.hpp>
#include <abut/detail/composite/cast/shape_cast.hpp>
#include <abut/detail/composite/depth/penetration.hpp>
#include <abut/detail/composite/toi/parts_in_motion.hpp>

namespace abut::detail {

/// Rounds the times of a cast to T.
template <Scalar T, int D>
ShapeCast<T, D> rounded_cast(const ShapeCast<double, D>& r) {
  if constexpr (std::same_as<T, double>) {
    return r;
  } else {
    ShapeCast<T, D> s{.status = r.status, .hit = r.hit, .miss = r.miss, .start = r.start, .iterations = r.iterations};
    s.t = round_up<T>(r.t);
    s.t_safe = round_down<T>(r.t_safe);
    s.normal = vec_cast<T>(r.normal);
    s.point_a = narrow_within_range<T>(r.point_a);
    s.point_b = narrow_within_range<T>(r.point_b);
    return s;
  }
}

/// The cast of bodies at poses in double.
template <Scalar T, int D>
CompositeShapeCast<T, D> shape_cast_at_poses(const PartsAtPose<T, D>& a, const PartsAtPose<T, D>& b,
                                             const Translations<D>& translations,
                                             const ShapeCastOptions<T, D>& options) {
  const auto as_bodies = [&](PartId part_a, PartId part_b, const ShapeCastOptions<T, D>& of_parts) {
    CompositeShapeCast<T, D> r = with_part_as_body(a.body, part_a, [&](const CompositeRef<T, D>& placed_a) {
      return with_part_as_body(b.body, part_b, [&](const CompositeRef<T, D>& placed_b) {
        const CompositeRef<T, D> x = without_pose(placed_a), y = without_pose(placed_b);
        return shape_cast_at_poses(PartsAtPose<T, D>{x, a.pose}, PartsAtPose<T, D>{y, b.pose}, translations, of_parts);
      });
    });
    name_parts(a.body, part_a, b.body, part_b, r);
    return r;
  };
  const auto cast = [&](PartId part_a, PartId part_b, const ShapeCastOptions<T, D>& of_parts) {
    if (a.body.is_body(part_a) || b.body.is_body(part_b)) return as_bodies(part_a, part_b, of_parts);
    const ShapeCastOptions<double, D> wide{.target = double(of_parts.target), .max_t = double(of_parts.max_t)};
    return CompositeShapeCast<T, D>{
        rounded_cast<T>(a.with_part(part_a,
                                    [&](const RefOperand<double, D>& x) {
                                      return b.with_part(part_b, [&](const RefOperand<double, D>& y) {
                                        return shape_cast_of_refs<double, D>(x, y, translations, wide);
                                      });
                                    })),
        part_a, part_b};
  };
  const RelativeFrame<D> frame = frame_of(a, b);
  return FirstContact(a.body, b.body, frame, translations, options, cast).run();
}

/// The way from where B is to where it is outside of A.
template <int D>
struct WayOut {
  using V = Vec<double, D>;

  V normal{};         ///< the direction, a unit vector up to 4 u
  double length = 0;  ///< 0 if there is no such way within the range of numbers
  double width = 0;   ///< so much may the positions of B be off
  double size = 0;    ///< of the problem, the way included

  /// `frame`: where B is. Its size exceeds all that A and B extend over.
  WayOut(const V& direction, const RelativeFrame<D>& frame) : normal(unit(direction)) {
    const double out = 1.0625 * frame.unscaled(frame.size());
    if (!is_finite(4 * out)) return;
    length = out;
    size = 2 * out;
    width = 8 * unit_roundoff * size;
  }
};

/// Returns f(a convex part of a body, or a part within a part).
template <Scalar T, int D, class F>
auto with_convex_part(const PartsAtPose<T, D>& body, PartId part, PartId within, const F& f) {
  if (!body.body.is_body(part)) return body.with_part(part, f);
  const CompositeRef<T, D> inner = without_pose(body.body.body(part));
  return PartsAtPose<T, D>{inner, body.pose}.with_part(within, f);
}

template <Scalar T, int D>
class DepthAlong {
 public:
  using V = Vec<double, D>;

  DepthAlong(const PartsAtPose<T, D>& a, const PartsAtPose<T, D>& b, const V& direction)
      : a_(a), b_(b), way_(direction, frame_of(a, b)) {}

  /// `meets`: they are proven to do so where they are.
  CompositePenetration<T, D> find(bool meets, const DepthAlongOptions<T, D>& options) const {
    CompositePenetration<T, D> r;
    r.status = Status::inconclusive;
    r.normal = vec_cast<T>(way_.normal);
    if (!(way_.length > 0)) return r;
    ShapeCastOptions<T, D> cast{.target = round_up<T>(way_.width)};
    cast.max_iterations = 2 * options.max_iterations;
    const auto met =
        shape_cast_at_poses(a_, moved(way_.length), Translations<D>(V{}, way_.normal * -way_.length), cast);
    r.iterations = met.iterations;
    if (met.status == Status::invalid_argument) return {};
    if (met.miss) {  // not even where they are: they were apart
      r.status = Status::converged;
      r.upper = T(0);
      return r;
    }
    r.upper = round_up<T>(way_.length * (1 - double(met.t_safe)) + way_.width);
    r.depth = r.upper;
    if (!met.hit) return r;
    copy_parts(met, r);
    const double left = way_.length * (1 - double(met.t)), along = left > 0 ? left : 0;
    r.point_a = met.point_a;
    r.point_b = narrow_within_range<T>(widen(met.point_b) - way_.normal * along);
    if (meets) r.lower = round_down<T>(proven_depth(met, along));
    r.depth = narrow_within_range<T>(along);
    r.depth = r.depth < r.lower ? r.lower : r.depth < r.upper ? r.depth : r.upper;
    const double most = composite_width<T> * epsilon_of<T> * way_.size;
    const bool is_narrow = double(r.upper) - double(r.lower) <= double(options.tolerance) * double(r.upper) + most;
    if (is_narrow) r.status = Status::converged;
    return r;
  }

 private:
  /// B moved by so much along the direction.
  PartsAtPose<T, D> moved(double along) const {
    PartsAtPose<T, D> b = b_;
    b.pose.p += way_.normal * along;
    return b;
  }

  /// How far B may have moved at least when the parts that met last still overlap: a little less than `along`.
  double proven_depth(const CompositeShapeCast<T, D>& met, double along) const {
    double less = 8 * epsilon_of<T> * way_.size;
    for (int i = 0; i < 8 && along > less; ++i, less *= 8) {
      const PartsAtPose<T, D> b = moved(along - less);
      const double depth = with_convex_part(a_, met.part_a, met.subpart_a, [&](const RefOperand<double, D>& x) {
        return with_convex_part(b, met.part_b, met.subpart_b, [&](const RefOperand<double, D>& y) {
          return penetration_of_refs<double, D>(x, y, {}).lower;
        });
      });
      if (depth > way_.width) return along - less;
    }
    return 0;
  }

  const PartsAtPose<T, D>& a_;
  const PartsAtPose<T, D>& b_;
  const WayOut<D> way_;
};

/// Whether two bodies are proven to meet: by the depth of two parts, or by a point within a solid.
template <Scalar T, int D>
bool is_proven_to_meet(const CompositeRef<T, D>& a, const CompositeRef<T, D>& b) {
  if (a.is_solid || b.is_solid) {
    if (pair_with_point_inside(a, b).nesting == Nesting::nested) return true;
  }
  return depth_of_parts(a, b).lower > T(0);
}

/// Bodies that are not proven apart. Their poses are relative to the position of A, so that this costs no digits.
template <Scalar T, int D>
CompositePenetration<T, D> depth_along_at_poses(const CompositeRef<T, D>& a, const CompositeRef<T, D>& b,
                                                const Vec<double, D>& direction,
                                                const DepthAlongOptions<T, D>& options) {
  const auto pose_of = [](const CompositeRef<T, D>& body) {
    return body.pose != nullptr ? widen(*body.pose) : Pose<double, D>{};
  };
  const bool meets = is_proven_to_meet(a, b);
  const Pose<double, D> pose_a = pose_of(a), pose_b = pose_of(b);
  return with_matching_parts(a, b, [&](CompositeRef<T, D> x, CompositeRef<T, D> y) {
    x.pose = y.pose = nullptr;
    const PartsAtPose<T, D> at_a{x, {{}, pose_a.q}}, at_b{y, {pose_b.p - pose_a.p, pose_b.q}};
    CompositePenetration<T, D> r = DepthAlong<T, D>(at_a, at_b, direction).find(meets, options);
    r.point_a = narrow_within_range<T>(widen(r.point_a) + pose_a.p);
    r.point_b = narrow_within_range<T>(widen(r.point_b) + pose_a.p);
    return r;
  });
}

/// The query of two bodies of any kind. It is compiled once.
template <class T, int D>
CompositePenetration<T, D> depth_along_of_bodies(const CompositeRef<T, D>& a, const CompositeRef<T, D>& b,
                                                 const Vec<double, D>& direction,
                                                 const DepthAlongOptions<T, D>& options) {
  if (!is_valid_depth(options) || !is_direction(direction)) return {};
  const CompositeDistance<T, D> d = distance_of_bodies(a, b, {.tolerance = options.tolerance});
  if (d.status == Status::invalid_argument) return {};
  if (!(d.lower > T(0))) return depth_along_at_poses(a, b, direction, options);
  CompositePenetration<T, D> r;
  r.status = Status::converged;
  r.upper = 0;
  copy_points(d, r);
  return r;
}

#define ABUT_COMPOSITE_DEPTHS_ALONG(WORDS, T, D)                                                               \
  WORDS CompositePenetration<T, D> depth_along_of_bodies(const CompositeRef<T, D>&, const CompositeRef<T, D>&, \
                                                         const Vec<double, D>&, const DepthAlongOptions<T, D>&);
ABUT_DECLARE_FOR_SPACES(ABUT_COMPOSITE_DEPTHS_ALONG)

}  // namespace abut::detail
