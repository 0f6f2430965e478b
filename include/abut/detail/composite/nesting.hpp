/// Whether a body lies within a solid, wholly or with one of its components.
///
/// A connected set that is proven apart from the surface of a solid is wholly inside or wholly outside: one point of it
/// decides, by its winding number (mesh/winding.hpp). The point is brought to the frame of the solid, and rounded; but
/// as long as the set is proven further away from the surface than the rounding is large, nothing is crossed on the way
/// from the point to the rounded one, and both have the same winding number. So the distance of the surfaces certifies
/// the test, however many digits the pose has cost.
///
/// One point inside proves that the bodies meet, whatever their surfaces do; so the first component is tried before the
/// surfaces are asked for their distance, and the distance of its point from the surface is the certificate.
#pragma once

#include <abut/detail/composite/convex_body.hpp>
#include <abut/detail/composite/relative_frame.hpp>
#include <abut/detail/mesh/winding.hpp>
#include <abut/pose.hpp>

namespace abut::detail {

/// Brings points of a body to the frame of another one.
template <Scalar T, int D>
class FrameChange {
 public:
  using V = Vec<double, D>;

  FrameChange(const CompositeRef<T, D>& to, const CompositeRef<T, D>& from)
      : FrameChange(RelativeFrame<D>(to, from), to, to.pose != nullptr || from.pose != nullptr) {}
  /// `frame` is that of `to`, and of another body.
  FrameChange(const RelativeFrame<D>& frame, const CompositeRef<T, D>& to, bool is_posed)
      : frame_(frame), is_posed_(is_posed) {
    // error() is more than twice what a point is off by; the last sum rounds by u of its terms, in each coordinate.
    const double sum = max_abs(to.tree.center) + frame_.unscaled(frame_.size());
    error_ = is_posed_ ? frame_.unscaled(frame_.error()) + 4 * unit_roundoff * sum : 0;
  }

  V operator()(const V& point) const { return is_posed_ ? frame_.to_frame_of_a(point) : point; }
  /// How far at most from where it should be a point of the body is.
  double error() const { return error_; }

 private:
  const RelativeFrame<D> frame_;
  const bool is_posed_;
  double error_;
};

/// A point of a body in its own frame, and how far at most from the body it is.
template <int D>
struct Witness {
  Vec<double, D> point;
  double error = 0;
};

/// A point of the core of a part.
template <Scalar T, int D>
Witness<D> witness(const CompositeRef<T, D>& body, std::uint32_t part) {
  if (body.kind == PartKind::simplices) return {widen(body.simplex(part).a)};
  return body.with_core(part, [](const ShapeRef<T, D>& s) {
    return Witness<D>{support(s, axis<double, D>(0)).point, support_error(s, enclosure(s)).point * unit_roundoff};
  });
}

enum class Nesting {
  apart,   ///< no component of the body is inside
  nested,  ///< one is
  open,    ///< rounding leaves it open
};

template <Scalar T, int D>
struct NestedBody {
  Nesting nesting = Nesting::apart;
  std::uint32_t part = 0;  ///< the first part of the component that is inside
  Vec<T, D> point{};       ///< a point of it, in the world
};

template <Scalar T, int D>
Vec<T, D> in_world(const CompositeRef<T, D>& body, const Vec<double, D>& point) {
  return narrow_within_range<T>(BodyPose<D>(body).in_world(point));
}

/// Whether the body, no point of which is nearer than `lower` to the surface of the solid, is inside of it.
template <Scalar T, int D>
NestedBody<T, D> nested_body(const CompositeRef<T, D>& solid, const CompositeRef<T, D>& body,
                             const FrameChange<T, D>& to_solid, double lower) {
  const std::uint32_t count = body.component_count();
  NestedBody<T, D> r;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t part = body.first_part(i);
    const Witness<D> w = witness(body, part);
    if (!(lower > to_solid.error() + 2 * w.error)) {
      r.nesting = Nesting::open;
      continue;
    }
    const WindingNumber winding = winding_number(solid, to_solid(w.point));
    if (winding.number == 0) continue;
    return {Nesting::nested, part, in_world(body, w.point)};
  }
  return r;
}

/// A lower bound of the distance of a point and the surface of a solid, its radius left out, as good as possible up to
/// `enough`.
template <Scalar T, int D>
double proven_distance(CompositeRef<T, D> solid, const ConvexBody<T, D>& point, double enough) {
  solid.radius = 0;
  return double(distance_of_parts(solid, point.ref(nullptr), {.cutoff = round_up<T>(enough)}).lower);
}

struct ProvenWinding {
  bool is_proven = false;
  WindingNumber winding{};
};

/// The winding number of a solid about a finite point of the world: exact where the solid is not placed. If it is, the
/// point is rounded on its way to the frame of the solid, and has to be further away from the surface than that.
template <Scalar T, int D>
ProvenWinding proven_winding(const CompositeRef<T, D>& solid, const Vec<T, D>& q) {
  if (solid.pose == nullptr) return {true, winding_number(solid, widen(q))};
  const Point<T, D> point{q};
  const ConvexBody<T, D> body{ShapeRef<T, D>(point)};
  const FrameChange<T, D> to_solid(solid, body.ref(nullptr));
  const double error = to_solid.error();
  if (!(proven_distance(solid, body, error) > error)) return {};
  return {true, winding_number(solid, to_solid(widen(q)))};
}

/// Whether the first component of the body is proven to have a point in the solid, whatever the surfaces do.
template <Scalar T, int D>
NestedBody<T, D> body_with_point_inside(CompositeRef<T, D> solid, const CompositeRef<T, D>& body) {
  if (body.kind == PartKind::shape && !is_valid(*body.shape, enclosure(*body.shape))) return {};  // told by the query
  const FrameChange<T, D> to_solid(solid, body);
  const std::uint32_t part = body.first_part(0);
  const Witness<D> w = witness(body, part);
  const Vec<double, D> exact = to_solid(w.point);
  const Point<T, D> point{narrow_within_range<T>(exact)};
  if (!is_finite(exact) || winding_number(solid, widen(point.p)).number == 0) return {};
  // 1.75 exceeds the square root of three.
  const double error = to_solid.error() + 2 * w.error + 1.75 * max_abs(widen(point.p) - exact);
  solid.pose = solid.inner = nullptr;
  if (error > 0 && !(proven_distance(solid, ConvexBody<T, D>{ShapeRef<T, D>(point)}, error) > error)) return {};
  return {Nesting::nested, part, in_world(body, w.point)};
}

template <Scalar T, int D>
NestedBody<T, D> nested_body(const CompositeRef<T, D>& solid, const CompositeRef<T, D>& body, double lower) {
  return nested_body(solid, body, FrameChange<T, D>(solid, body), lower);
}

/// The same for either of two bodies in the other.
template <Scalar T, int D>
struct NestedPair : NestedBody<T, D> {
  bool is_a = false;  ///< it is A that is nested in B
};

/// `ask` is one of the two questions above.
template <Scalar T, int D, class F>
NestedPair<T, D> nested_pair(const CompositeRef<T, D>& a, const CompositeRef<T, D>& b, const F& ask) {
  NestedBody<T, D> in_a, in_b;
  if (a.is_solid) in_a = ask(a, b);
  if (in_a.nesting == Nesting::nested) return {in_a, false};
  if (b.is_solid) in_b = ask(b, a);
  if (in_b.nesting == Nesting::nested) return {in_b, true};
  return {in_a.nesting == Nesting::open ? in_a : in_b, false};
}

/// Given that no two points of the surfaces are nearer than `lower`.
template <Scalar T, int D>
NestedPair<T, D> nested_pair(const CompositeRef<T, D>& a, const CompositeRef<T, D>& b, double lower) {
  return nested_pair(a, b, [&](const auto& solid, const auto& body) { return nested_body(solid, body, lower); });
}

/// Finds most pairs that are nested, and many others that meet: `apart` proves nothing.
template <Scalar T, int D>
NestedPair<T, D> pair_with_point_inside(const CompositeRef<T, D>& a, const CompositeRef<T, D>& b) {
  return nested_pair(a, b, [](const auto& solid, const auto& body) { return body_with_point_inside(solid, body); });
}

}  // namespace abut::detail
