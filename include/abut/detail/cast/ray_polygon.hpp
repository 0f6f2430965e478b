/// A ray at a convex polygon: which edge does its line cross from outside, and when?
///
/// The vertices to the left of the line and those to the right are told apart by one cross product each. If all are on
/// one side, the ray misses. Otherwise the boundary changes sides twice, and of the two edges there the ray enters by
/// one and exits by the other: that of the entering edge gives the time, with the only division.
///
/// Reference: M. Cyrus and J. Beck, "Generalized two- and three-dimensional clipping" (1978), for the planes of the
/// edges. Departure: the edge is found from signs, and only one plane is met.
///
/// Guarantee: as in cast/cast_proof.hpp. Signs count only where they exceed their rounding; then the line crosses the
/// edge between its ends, and the plane of the edge keeps the ray free up to there. What signs do not decide (grazed
/// vertices, starts in the polygon, rays nearly along an edge) is left open. In units of u, with S the largest length
/// and D that of the direction: the rotation is off by 7 (rotation_roundings), so that a vertex seen from the origin is
/// off by 9 S and the direction by 7 D; a cross product by 18 S D, a height above an edge by 15 S, with the error of
/// its normal, and a slope by 9 D. Bounds of S, D and the errors themselves round by 1 or 2 each.
#pragma once

#include <abut/detail/minkowski/core_and_pose.hpp>
#include <abut/detail/numeric/vec_pair.hpp>
#include <abut/detail/support/bounding_planes.hpp>
#include <abut/ray_cast.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>

namespace abut::detail {

/// The edges of a hull of few vertices, counter-clockwise. The last may be repeated.
class HullRing {
 public:
  static constexpr std::size_t most = 32;

  HullRing(const FacePlanes<2>& planes, double reach) : faces_(planes.faces), count_(4 * planes.count), reach_(reach) {}

  std::size_t count() const { return count_; }
  double reach() const { return reach_; }  ///< no vertex is further from the origin
  ABUT_INLINE Vec2d corner(std::size_t i) const { return faces_[i].corner; }
  ABUT_INLINE Vec2d normal(std::size_t i) const { return faces_[i].normal; }

 private:
  const FacePlane<2>* faces_;
  std::size_t count_;
  double reach_;
};

/// The edges of a box, counter-clockwise from the lower one.
class BoxRing {
 public:
  static constexpr std::size_t most = 4;

  explicit BoxRing(const Vec2d& half) : half_(half) {}

  static constexpr std::size_t count() { return 4; }
  double reach() const { return half_.x + half_.y; }
  ABUT_INLINE Vec2d corner(std::size_t i) const {
    return {with_sign(half_.x, i == 1 || i == 2), with_sign(half_.y, i >= 2)};
  }
  ABUT_INLINE static Vec2d normal(std::size_t i) {
    constexpr Vec2d normals[4] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
    return normals[i];
  }

 private:
  Vec2d half_;
};

template <Scalar T, class Ring>
class RayPolygon {
 public:
  ABUT_INLINE RayPolygon(const Ring& ring, const Ray<T, 2>& ray, const RayCastOptions<T, 2>& options)
      : ring_(ring), ray_(ray), options_(options) {}

  /// In the frame of the polygon.
  ABUT_INLINE bool run(RayCast<T, 2>& r) {
    place(widen(ray_.origin), widen(ray_.direction));
    return cast(r);
  }
  /// The polygon is at a pose.
  ABUT_INLINE bool run(const Pose<T, 2>& pose, RayCast<T, 2>& r) {
    const Rotation<double, 2> q = rescaled(pose.q);
    const Matrix<2> turn = matrix(q);
    turn_ = {turn.row[0].x, turn.row[1].x};
    place(widen(ray_.origin) - widen(pose.p), widen(ray_.direction));
    origin_ = turned_back(origin_);
    along_ = turned_back(along_);
    return cast(r);
  }

 private:
  static constexpr double u = unit_roundoff;
  static constexpr bool may_rescale = std::same_as<T, double>;

  /// Both vectors still along the axes of the world. In double lengths are scaled by powers of two where their products
  /// might overflow or underflow.
  ABUT_INLINE void place(const Vec2d& origin, const Vec2d& direction) {
    origin_ = origin;
    along_ = direction;
    reach_ = ring_.reach();
    measure();
    if constexpr (may_rescale) {
      if (!is_ordinary(size_) || !is_ordinary(speed_)) rescale();
    }
  }
  ABUT_INLINE void measure() {
    size_ = absolute(origin_.x) + absolute(origin_.y) + reach_;
    speed_ = absolute(along_.x) + absolute(along_.y);
  }
  static bool is_ordinary(double length) { return length > 0x1p-200 && length < 0x1p200; }

  ABUT_COLD void rescale() {
    scale_ = inverse_power_of_two(size_);
    const double faster = inverse_power_of_two(speed_);
    time_scale_ = scale_ / faster;
    const bool is_normal = time_scale_ > 0x1p-1020 && time_scale_ < 0x1p1020;
    if (!is_normal) reach_ = infinity<double>;  // then nothing is decided
    origin_ *= scale_;
    along_ *= faster;
    reach_ *= scale_;
    measure();
  }
  ABUT_INLINE Vec2d scaled(const Vec2d& x) const {
    if constexpr (may_rescale) {
      return x * scale_;
    } else {
      return x;
    }
  }

  double unscaled(double tau) const { return !may_rescale || time_scale_ == 1 ? tau : tau / time_scale_; }

  ABUT_INLINE Vec2d turned_back(const Vec2d& d) const {
    return {turn_.c * d.x + turn_.s * d.y, turn_.c * d.y - turn_.s * d.x};
  }

  /// On which side of the line each vertex is.
  ABUT_INLINE bool cast(RayCast<T, 2>& r) {
    const VecPair<2> origin = VecPair<2>::of(origin_, origin_);
    const ScalarPair dx = ScalarPair::twice(along_.x), dy = ScalarPair::twice(along_.y);
    Double2 least = both(infinity<double>), most = both(-infinity<double>);
    std::uint32_t left = 0;
    for (std::size_t i = 0; i < ring_.count(); i += 2) {
      const VecPair<2> x = VecPair<2>::of(scaled(ring_.corner(i)), scaled(ring_.corner(i + 1))) - origin;
      const ScalarPair side = dx * x.x[1] - dy * x.x[0];
      left |= above(side, ScalarPair::twice(0)) << i;
      least = lesser(side.ab, least);
      most = greater(side.ab, most);
      sides_[i / 2] = side;
    }
    const double error = 20 * u * size_ * speed_;
    if (least[0] > error && least[1] > error) return set_miss(r);
    if (most[0] < -error && most[1] < -error) return set_miss(r);
    const std::size_t last = ring_.count() - 1;
    const std::uint32_t next = left >> 1 | (left & 1U) << last, enters = left & ~next, exits = next & ~left;
    if (enters == 0 || !(error > 0)) return false;
    return meet(static_cast<std::size_t>(std::countr_zero(enters)), error, r) ||
           recede(static_cast<std::size_t>(std::countr_zero(exits)), r);
  }

  double side(std::size_t i) const { return i % 2 == 0 ? sides_[i / 2].a() : sides_[i / 2].b(); }
  /// The height of the origin above an edge, and how it grows with time.
  ABUT_INLINE double height(std::size_t edge) const {
    return dot(ring_.normal(edge), origin_ - scaled(ring_.corner(edge)));
  }
  ABUT_INLINE double slope(std::size_t edge) const { return dot(ring_.normal(edge), along_); }

  /// The ray is free as long as it is above the plane of the edge, by more than rounding.
  ABUT_INLINE bool meet(std::size_t edge, double error, RayCast<T, 2>& r) const {
    const std::size_t next = edge < ring_.count() - 1 ? edge + 1 : 0;
    const double above = height(edge), nearer = -slope(edge);
    const double free = above - height_error(), at_most = nearer + slope_error();
    const double end = double(options_.max_t);
    if (!(free > 0) || !(nearer > least_slope * speed_)) return false;
    const double t_safe = unscaled(free / at_most * (1 - 4 * u)), met = unscaled(above / nearer),
                 t = met < end ? met : end;
    if (t_safe > end) return set_miss(r);
    if constexpr (may_rescale) {
      if (!(t_safe > 0x1p-1020)) return false;  // a time below the normal numbers may be rounded
    }
    if (!(side(edge) > error) || !(side(next) < -error) || !(t <= double(largest<T>))) return false;
    const Vec2d n = ring_.normal(edge);
    r.status = Status::converged;
    r.hit = true;
    r.t = round_up<T>(t);
    r.t_safe = round_down<T>(t_safe);
    r.point = narrow_within_range<T>(widen(ray_.origin) + widen(ray_.direction) * t);
    r.normal = vec_cast<T>(Vec2d{turn_.c * n.x - turn_.s * n.y, turn_.s * n.x + turn_.c * n.y});
    return true;
  }

  /// Whether the polygon is behind the ray.
  ABUT_INLINE bool recede(std::size_t edge, RayCast<T, 2>& r) const {
    return height(edge) > height_error() && slope(edge) > slope_error() && set_miss(r);
  }

  double height_error() const { return 17 * u * size_; }
  double slope_error() const { return 12 * u * speed_; }

  bool set_miss(RayCast<T, 2>& r) const {
    r.status = Status::converged;
    r.miss = true;
    r.t_safe = options_.max_t;
    return true;
  }

  /// A ray more nearly along an edge than this gives no time that is as good as the distance there: as
  /// CastProof::most_past.
  static constexpr double least_slope = 0x1p-8;

  const Ring& ring_;
  const Ray<T, 2>& ray_;
  const RayCastOptions<T, 2>& options_;
  Rotation<double, 2> turn_{};
  Vec2d origin_, along_;
  double reach_ = 0, size_ = 0, speed_ = 0, scale_ = 1, time_scale_ = 1;
  ScalarPair sides_[Ring::most / 2];
};

/// A hull or a box in 2D, or a type-erased shape, which may be one.
template <class Core>
inline constexpr bool may_be_ring =
    dimension_of<Core> == 2 && (has_planes<Core> || std::same_as<Core, Box<ScalarOf<Core>, 2>>);

/// Casts a ray at a hull of few vertices, or a box. False if the shape is neither, or if signs do not decide.
template <Scalar T, Shape S>
ABUT_INLINE bool ray_at_polygon(const Ray<T, 2>& ray, const S& shape, const RayCastOptions<T, 2>& options,
                                RayCast<T, 2>& r) {
  const CoreAndPose<S> b(shape);
  const auto sides = bounding_planes(b.core);
  const auto cast_at = [&](const auto& ring) ABUT_INLINE_LAMBDA {
    RayPolygon polygon(ring, ray, options);
    return b.is_placed() ? polygon.run(b.pose(), r) : polygon.run(r);
  };
  const Enclosure<2> ball = enclosure(b.core);
  if (!is_valid(b.core, ball)) return false;
  if (sides.is_box) return cast_at(BoxRing(widen(sides.box.max)));
  if (sides.planes.count - 1 >= HullRing::most / 4) return false;
  return cast_at(HullRing(sides.planes, ball.reach + center_norm(b.core, ball)));
}

}  // namespace abut::detail
