/// How deep two bodies of convex parts overlap, between two proven bounds.
///
/// No practical algorithm finds the least translation that ends the overlap of bodies that are not convex. Instead,
/// - `upper` is the depth of their convex hulls, along whose normal they certainly come apart (EPA, on support points
///   of the trees);
/// - `lower` is the greatest of the depths of pairs of parts that meet, which any translation must end, and of what
///   balls within solids prove (composite/depth/inner_balls.hpp).
/// Bodies that are proven apart have the depth 0.
#pragma once

#include <abut/compiled.hpp>
#include <abut/composite.hpp>
#include <abut/detail/bvh/pair_traversal.hpp>
#include <abut/detail/composite/bodies.hpp>
#include <abut/detail/composite/depth/hull_of_parts.hpp>
#include <abut/detail/composite/depth/inner_balls.hpp>
#include <abut/detail/composite/part_pairs.hpp>
#include <abut/penetration.hpp>
#include <abut/separation.hpp>

namespace abut::detail {

/// The query of two bodies of any kind, at the end of this file.
template <class T, int D>
CompositePenetration<T, D> penetration_of_bodies(const CompositeRef<T, D>& a, const CompositeRef<T, D>& b,
                                                 const PenetrationOptions<T, D>& options);

/// The greatest proven depth of the first pairs of parts that the traversal finds to meet.
template <Scalar T, int D>
class DeepestParts {
 public:
  DeepestParts(const CompositeRef<T, D>& a, const CompositeRef<T, D>& b, const RelativeFrame<D>& frame)
      : a_(a), b_(b), limit_(limit_of_overlaps(frame)), pairs_(a, b, frame) {}

  /// For PairTraversal: parts that are apart need not be visited.
  double operator()(std::uint32_t a, std::uint32_t b, const PairBounds<D>& bounds) {
    return pairs_.search(a, b, bounds, limit_, [&](const NearPair<D>& pair) { return ask(pair); });
  }
  static const Vec<double, D>* new_normal() { return nullptr; }

  /// The depth is `lower`; 0 if no pair is proven to meet.
  const CompositePenetration<T, D>& deepest() const { return deepest_; }

 private:
  static constexpr int most_asked = 64;  // surfaces that cross do so in many pairs, of which few are much deeper

  /// A limit for the traversal.
  double ask(const NearPair<D>& pair) {
    const auto p = with_parts<CompositePenetration<T, D>>(
        a_, pair.a, b_, pair.b,
        [](const RefOperand<T, D>& x, const RefOperand<T, D>& y) { return penetration_of_refs<T, D>(x, y, {}); },
        [](const CompositeRef<T, D>& x, const CompositeRef<T, D>& y) { return penetration_of_bodies<T, D>(x, y, {}); });
    if (p.lower > deepest_.lower) deepest_ = p;
    return ++asked_ < most_asked ? limit_ : -1;
  }

  const CompositeRef<T, D>& a_;
  const CompositeRef<T, D>& b_;
  const double limit_;
  const PartPairs<T, D> pairs_;
  CompositePenetration<T, D> deepest_{};
  int asked_ = 0;
};

/// The depth of the hulls: an upper bound of that of the bodies, with its normal and points.
template <Scalar T, int D>
CompositePenetration<T, D> penetration_of_hulls(const CompositeRef<T, D>& a, const CompositeRef<T, D>& b,
                                                const PenetrationOptions<T, D>& options) {
  CompositePenetration<T, D> r{with_hull(a, [&](const RefOperand<T, D>& x) {
    return with_hull(b, [&](const RefOperand<T, D>& y) { return penetration_of_refs(x, y, options); });
  })};
  r.lower = 0;
  r.feature_count = 0;  // they would be those of the hulls
  return r;
}

template <Scalar T, int D>
Aabb<T, D> box_in_world(const CompositeRef<T, D>& body) {
  return with_hull(body, [](const RefOperand<T, D>& hull) {
    return with_shape(hull, [](const auto& shape) { return aabb(shape); });
  });
}

/// The center of what the boxes of both bodies share.
template <Scalar T, int D>
Vec<T, D> center_of_overlap(const CompositeRef<T, D>& a, const CompositeRef<T, D>& b) {
  const Aabb<T, D> x = box_in_world(a), y = box_in_world(b);
  Vec<T, D> center;
  for (int i = 0; i < D; ++i) {
    const T low = x.min[i] > y.min[i] ? x.min[i] : y.min[i], high = x.max[i] < y.max[i] ? x.max[i] : y.max[i];
    center[i] = low * T(0.5) + high * T(0.5);
  }
  return center;
}

template <Scalar T, int D>
T depth_of_balls(const CompositeRef<T, D>& a, const CompositeRef<T, D>& b, const CompositePenetration<T, D>& hulls) {
  InnerBalls<T, D> balls(a, b);
  const Vec<T, D> between = hulls.point_a * T(0.5) + hulls.point_b * T(0.5), center = center_of_overlap(a, b);
  balls.try_point(between);
  balls.try_point(center);
  balls.try_point(center + hulls.normal * dot(hulls.normal, between - center));
  balls.try_boxes(a);
  balls.try_boxes(b);
  balls.try_parts(a, b);
  balls.try_parts(b, a);
  return round_down<T>(balls.depth());
}

template <Scalar T, int D>
CompositePenetration<T, D> depth_of_parts(const CompositeRef<T, D>& a, const CompositeRef<T, D>& b) {
  return with_matching_parts(a, b, [](const CompositeRef<T, D>& x, const CompositeRef<T, D>& y) {
    const RelativeFrame<D> frame(x, y);
    DeepestParts<T, D> deepest(x, y, frame);
    PairTraversal<D>(x.tree, y.tree, PairBounds<D>(frame)).run(limit_of_overlaps(frame), deepest);
    return deepest.deepest();
  });
}

template <class From, class To>
void copy_parts(const From& from, To& to) {
  to.part_a = from.part_a;
  to.part_b = from.part_b;
  to.subpart_a = from.subpart_a;
  to.subpart_b = from.subpart_b;
}

/// Bodies that are not proven apart: `nearest` is the answer of their distance.
template <Scalar T, int D>
CompositePenetration<T, D> depth_of_composites(const CompositeRef<T, D>& a, const CompositeRef<T, D>& b,
                                               const CompositeDistance<T, D>& nearest,
                                               const PenetrationOptions<T, D>& options) {
  CompositePenetration<T, D> r = penetration_of_hulls(a, b, options);
  if (r.status == Status::invalid_argument) return {};
  const CompositePenetration<T, D> deepest = depth_of_parts(a, b);
  if (deepest.lower > T(0)) {
    copy_parts(deepest, r);
  } else {
    copy_parts(nearest, r);
  }
  const T of_balls = depth_of_balls(a, b, r), lower = of_balls > deepest.lower ? of_balls : deepest.lower;
  r.lower = lower < r.upper ? lower : r.upper;
  r.depth = r.upper;
  const RelativeFrame<D> frame(a, b);
  const double width = composite_width<T> * epsilon_of<T> * frame.unscaled(frame.size());
  const bool is_narrow = double(r.upper) - double(r.lower) <= double(options.tolerance) * double(r.upper) + width;
  r.status = is_narrow ? Status::converged : Status::inconclusive;
  return r;
}

/// Copies what all answers about two bodies have: the points, the parts that they belong to, and the way between them.
template <class From, class To>
void copy_points(const From& from, To& to) {
  to.normal = from.normal;
  to.point_a = from.point_a;
  to.point_b = from.point_b;
  to.iterations = from.iterations;
  copy_parts(from, to);
}

template <class T, int D>
CompositePenetration<T, D> penetration_of_bodies(const CompositeRef<T, D>& a, const CompositeRef<T, D>& b,
                                                 const PenetrationOptions<T, D>& options) {
  const CompositeDistance<T, D> d = distance_of_bodies(a, b, {.tolerance = options.tolerance});
  if (d.status == Status::invalid_argument || options.max_iterations <= 0) return {};
  if (!(d.lower > T(0))) return depth_of_composites(a, b, d, options);
  CompositePenetration<T, D> r;
  r.status = Status::converged;
  r.upper = 0;
  copy_points(d, r);
  return r;
}

template <Scalar T, int D>
CompositeSeparation<T, D> separation_from(const CompositeDistance<T, D>& d) {
  CompositeSeparation<T, D> r;
  r.status = d.status;
  r.separation = d.distance;
  r.lower = d.lower;
  r.upper = d.upper;
  copy_points(d, r);
  return r;
}

template <Scalar T, int D>
CompositeSeparation<T, D> separation_from(const CompositePenetration<T, D>& p) {
  CompositeSeparation<T, D> r;
  r.status = p.status;
  r.separation = -p.depth;
  r.lower = -p.upper;
  r.upper = -p.lower;
  copy_points(p, r);
  return r;
}

/// The distance of bodies that are proven apart, else minus the depth. Bodies that may touch have bounds of both.
template <class T, int D>
CompositeSeparation<T, D> separation_of_bodies(const CompositeRef<T, D>& a, const CompositeRef<T, D>& b,
                                               const SeparationOptions<T, D>& options) {
  const CompositeDistance<T, D> d =
      distance_of_bodies(a, b, {options.tolerance, options.cutoff, options.max_iterations, nullptr});
  if (d.status == Status::invalid_argument) return {};
  if (d.lower > T(0)) return separation_from(d);
  const CompositePenetration<T, D> p =
      depth_of_composites(a, b, d, {.tolerance = options.tolerance, .max_iterations = options.max_iterations});
  if (p.status == Status::invalid_argument) return {};
  CompositeSeparation<T, D> r = separation_from(p);
  if (!(p.lower > T(0))) r.upper = d.upper;
  if (d.distance > T(0)) {
    r = separation_from(d);
    r.lower = -p.upper;
    r.status = p.status;
  }
  return r;
}

#define ABUT_COMPOSITE_DEPTHS(WORDS, T, D)                                                                     \
  WORDS CompositePenetration<T, D> penetration_of_bodies(const CompositeRef<T, D>&, const CompositeRef<T, D>&, \
                                                         const PenetrationOptions<T, D>&);                     \
  WORDS CompositeSeparation<T, D> separation_of_bodies(const CompositeRef<T, D>&, const CompositeRef<T, D>&,   \
                                                       const SeparationOptions<T, D>&);
ABUT_DECLARE_FOR_SPACES(ABUT_COMPOSITE_DEPTHS)

}  // namespace abut::detail
