/// A body of parts with a motion, and where it stands at a time.
///
/// Motions are in double, whatever the scalar of the body, and so are their poses at a time. So the body itself has
/// none: it stands at the pose of the motion, or within that frame at `inner`, if it is a part of a compound.
#pragma once

#include <abut/composite.hpp>
#include <abut/detail/composite/body_pose.hpp>
#include <abut/detail/composite/part_pair.hpp>
#include <abut/motion.hpp>

namespace abut::detail {

template <Scalar T, int D>
struct PartsInMotion {
  CompositeRef<T, D> body;  ///< without a pose
  Motion<double, D> motion;
};

/// The pose of a body becomes its place in the frame that moves.
template <Scalar T, int D>
CompositeRef<T, D> without_pose(CompositeRef<T, D> body) {
  if (body.pose != nullptr) body.inner = body.pose;
  body.pose = nullptr;
  return body;
}

/// A body that rests at its pose, if it has one.
template <Scalar T, int D>
PartsInMotion<T, D> at_rest(CompositeRef<T, D> body) {
  Motion<double, D> rest;
  if (body.pose != nullptr) rest.start = widen(*body.pose);
  body.pose = nullptr;
  return {body, rest};
}

template <Scalar T, int D>
bool is_valid(const PartsInMotion<T, D>& parts) {
  return is_valid(parts.body) && (parts.body.inner == nullptr || is_valid(*parts.body.inner)) && is_valid(parts.motion);
}

/// The body at a time.
template <Scalar T, int D>
struct PartsAtPose {
  const CompositeRef<T, D>& body;  ///< without a pose
  Pose<double, D> pose;

  BodyPose<D> place() const { return BodyPose<D>(body, pose); }

  /// Returns f(part as an operand of the library's queries). Requires that the part is convex.
  template <class F>
  auto with_part(std::uint32_t part, const F& f) const {
    return body.with_part_in_double(
        part, [&](const ShapeRef<double, D>& shape) { return f(RefOperand<double, D>{shape, &pose}); });
  }
};

template <Scalar T, int D>
RelativeFrame<D> frame_of(const PartsAtPose<T, D>& a, const PartsAtPose<T, D>& b) {
  return RelativeFrame<D>(a.body, b.body, a.place(), b.place());
}

/// Returns f(a part as a body in motion): see with_part_as_body().
template <Scalar T, int D, class F>
auto with_part_in_motion(const PartsInMotion<T, D>& parts, std::uint32_t part, const F& f) {
  return with_part_as_body(parts.body, part, [&](const CompositeRef<T, D>& body) {
    return f(PartsInMotion<T, D>{without_pose(body), parts.motion});
  });
}

/// Calls f with every convex part of a body as a shape in the frame that moves, its number, and that of the part within
/// the part.
template <Scalar T, int D, class F>
void for_each_part_in_double(const CompositeRef<T, D>& body, const F& f) {
  for (PartId i = 0; i < body.part_count; ++i) {
    if (!body.is_body(i)) {
      body.with_part_in_double(i, [&](const ShapeRef<double, D>& part) { f(part, i, 0); });
      continue;
    }
    const CompositeRef<T, D> inner = without_pose(body.body(i));
    for (PartId k = 0; k < inner.part_count; ++k) {
      inner.with_part_in_double(k, [&](const ShapeRef<double, D>& part) { f(part, i, k); });
    }
  }
}

/// Returns f(the hull of the body as a shape in double, in the frame that moves).
template <Scalar T, int D, class F>
auto with_hull_in_double(const CompositeRef<T, D>& body, const F& f) {
  if (body.kind == PartKind::shape) return body.with_part_in_double(0, f);
  const HullOfParts<T, D> hull(body);
  const auto wide = double_view(ShapeRef<T, D>(hull));
  const ShapeRef<double, D> shape = [&] {
    if constexpr (std::same_as<T, double>) {
      return wide;
    } else {
      return ShapeRef<double, D>(wide);
    }
  }();
  if (body.inner == nullptr) return f(shape);
  const PartAtPose<double, D> placed(shape, {widen(body.inner->p), widen(body.inner->q)});
  return f(ShapeRef<double, D>(placed));
}

}  // namespace abut::detail
