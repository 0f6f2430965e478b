/// A ray at a hull of few faces: clipping proposes the face, its plane and its corners prove it.
///
/// support/face_planes.hpp finds the plane by which the ray enters and the one by which it exits. If it enters first,
/// that plane proves it free up to there, as no vertex of the hull is beyond the exact plane; and weights of the
/// corners of the face prove that the ray meets the hull there. If it exits first it misses, and a combination of both
/// normals, perpendicular to the ray, separates: n.x <= c and n'.x <= c' hold everywhere in the hull, and so does any
/// sum of them.
///
/// Guarantee: as in cast/gjk_ray_cast.hpp. Only planes and weights enter the proofs; where they do not decide (grazed
/// edges, starts in the hull) the question is left open.
#pragma once

#include <abut/detail/cast/cast_proof.hpp>
#include <abut/detail/gjk/closest_on_simplex.hpp>
#include <abut/detail/support/face_planes.hpp>

namespace abut::detail {

/// `Query`: a CastQuery of B - A, where A is the start point of the ray, and B the hull, of this core.
template <class Query, class Core>
class RayHull {
 public:
  static constexpr int D = Query::D;
  using V = Vec<double, D>;

  /// `origin`: A.
  ABUT_INLINE RayHull(Query& query, CastProof<D>& proof, const Core& core, const FacePlanes<D>& planes, const V& origin)
      : RayHull(query, proof, core, planes, origin, enclosure(core)) {}

  /// True if it ended with a hit, see `found`, or a miss.
  ABUT_INLINE bool run(CastFinding<D>& found) {
    const V& m = proof_.motion().m();
    const double mm = norm_squared(m);
    if (!(mm > 0)) return false;
    // Measured from the ray's closest point to the center, all lengths that matter are of the size of the hull.
    nearest_ = dot(center_, m) / mm;
    const V from = m * nearest_ - center_;
    if (norm_squared(from) > radius_ * radius_) return misses(-from);
    const auto local = query_.set().in_frame_of_b(VecPair<D>::of(from, m));
    from_ = local.a();
    along_ = local.b();
    const auto q = narrow_within_range<float>(from_ * unit_), r = narrow_within_range<float>(along_);
    const PlaneClip<D> met(planes_, q, r);
    if (met.entry() > met.exit()) return misses(silhouette(met, mm));
    const double in = nearest_ * unit_ + double(met.entry()), out = nearest_ * unit_ + double(met.exit());
    if (in > 0) return enters(met.entry_face(), found) || try_adjacent(q + r * met.entry(), found);
    return !(out > 0) && recedes(met.exit_face());  // else it starts inside, or nearly so
  }

 private:
  ABUT_INLINE RayHull(Query& query, CastProof<D>& proof, const Core& core, const FacePlanes<D>& planes, const V& origin,
                      const Enclosure<D>& ball)
      : query_(query),
        proof_(proof),
        core_(core),
        planes_(planes),
        local_center_(query.set().scaled(ball.center)),
        origin_(query.set().scaled(origin)),
        center_(query.set().offset()),
        radius_(query.set().scaled(ball.reach)),
        unit_(unit_scale(radius_)) {}

  /// The error of rotating by the pose of B, in units of u.
  static constexpr double rotation_error = Query::Set::posed ? rotation_roundings<D> : 0;

  V world_normal(std::size_t face) const { return query_.set().from_frame_of_b(planes_.faces[face].normal); }

  /// Against the combination of the entering and the exiting normal that is perpendicular to the ray.
  V silhouette(const PlaneClip<D>& met, double mm) const {
    const V& m = proof_.motion().m();
    const V in = world_normal(met.entry_face()), out = world_normal(met.exit_face());
    const V n = in * dot(out, m) - out * dot(in, m);
    return m * (dot(n, m) / mm) - n;
  }

  /// Whether the support plane against d proves a miss.
  ABUT_NO_INLINE bool misses(const V& d) {
    const double squared = norm_squared(d);
    if (!(squared > 0x1p-960)) return false;  // as in gjk/iteration.hpp
    DifferencePoint<D> point;
    query_.along(d, square_root(squared), point);
    return proof_.missed();
  }

  /// Offers the plane of a face to the proof. All of the hull is on one side of the exact plane through `corner`. The
  /// normal, as stored and rotated, has an error, and no point is further from a corner than the diameter of the ball.
  ABUT_INLINE void offer(std::size_t face, const V& corner) {
    const V d = -world_normal(face);
    proof_.offer(d, square_root(norm_squared(d)), corner,
                 2 * (normal_roundings + rotation_error) * unit_roundoff * radius_);
  }

  /// The first corner of a face, in the world.
  ABUT_INLINE V corner(std::size_t face) const {
    DifferencePoint<D> point;
    query_.set().find(0, planes_.faces[face].corners[0], point);
    return point.w;
  }

  ABUT_INLINE bool enters(std::size_t face, CastFinding<D>& found) {
    offer(face, corner(face));
    if (proof_.missed()) return true;
    const auto w = corners(face, ray_point());
    return accepts(interior_point<D>([&](int i) { return w[static_cast<std::size_t>(i)]; }, D), found);
  }

  /// The hull is behind the ray.
  bool recedes(std::size_t face) {
    offer(face, corner(face));
    return proof_.missed();
  }

  /// The ray's point at safe(), from the center, along the axes of B.
  ABUT_INLINE V ray_point() const { return from_ + along_ * (proof_.safe() - nearest_); }

  /// The corners of a face relative to `from`. One initializer: zero-filling the array first costs as much as the
  /// search among the planes.
  ABUT_INLINE std::array<V, D> corners(std::size_t face, const V& from) const {
    const auto corner = [&](std::size_t i) {
      return query_.set().scaled(vertex(core_, planes_.faces[face].corners[i])) - local_center_ - from;
    };
    if constexpr (D == 2) {
      return {corner(0), corner(1)};
    } else {
      return {corner(0), corner(1), corner(2)};
    }
  }

  /// Tries the faces whose planes the ray meets at about the same point, such as the other triangles of a polygon, with
  /// their edges and vertices.
  ABUT_COLD bool try_adjacent(const Vec<float, D>& met, CastFinding<D>& found) {
    // Coordinates are up to 2; the rounding of a plane is included.
    constexpr double near = 32 * unit_roundoff_of<float>;
    const V at = widen(met), from = ray_point();
    for (std::size_t face = 0; face < 4 * planes_.count; ++face) {
      const double height = dot(planes_.faces[face].normal, at) - planes_.offset(face);
      if (absolute(height) > near) continue;
      if (accepts(nearest_point(corners(face, from).data(), D, D), found)) return true;
    }
    return false;
  }

  /// Whether the point of the face is as near as the width, less the error of rotating two vectors into the frame of B:
  /// they are at right angles, and so together no longer than the root of 2 times the radius. The rest, of the center
  /// and of differences, is less than 6 u size: the width has 32 of it beside the errors of support points.
  ABUT_INLINE bool accepts(const SimplexPoint<D>& s, CastFinding<D>& found) const {
    const double most = proof_.width() - (1.5 * rotation_error + 6) * unit_roundoff * radius_;
    if (s.mask == 0 || s.squared > most * most) return false;
    found.hit = true;
    found.status = Status::converged;
    found.tau = proof_.contact();
    found.point_b = origin_ + proof_.motion().m() * proof_.safe();  // the ray's point: off by no more than `most`
    return true;
  }

  Query& query_;
  CastProof<D>& proof_;
  const Core& core_;
  const FacePlanes<D>& planes_;
  V local_center_;     ///< the center of the bounding sphere, in the frame of B
  V origin_, center_;  ///< the start of the ray; and from there to the center
  double radius_, unit_;
  double nearest_ = 0;  ///< the time at which the ray is nearest to the center
  V from_{}, along_{};  ///< from the center to the ray's point then, and its direction; along the axes of B
};

}  // namespace abut::detail
