/// Two moving bodies relative to the center of the first: their poses at a time, their extents, and the rounding of
/// both.
///
/// The center of A stays at the origin and that of B moves with constant velocity, c + t v; each shape rotates about
/// its own center. So the position in the world, and the part that both motions have in common, cost no digits.
/// Everything is in double, whatever the shapes are stored in.
///
/// Guarantee: at any t in [0, 1] the distance of the bodies as placed differs from that of the true ones by at most
/// pose_error(). The extents are upper bounds for all points x of the core: |x - center|, the part of that
/// perpendicular to the axis of rotation, and the interval along it.
#pragma once

#include <abut/detail/support/double_view.hpp>
#include <abut/motion.hpp>

namespace abut::detail {

/// The extent of a core about the center of its rotation.
template <int D>
struct BodyExtent {
  double radius = 0;         ///< |x - center|
  double across = 0;         ///< the part perpendicular to the axis; in 2D equal to the radius
  double low = 0, high = 0;  ///< the interval along the axis; in 2D zero
};

/// For a core that is the hull of a few vertices.
template <Shape S>
BodyExtent<dimension_of<S>> extent_of_vertices(const S& shape, const Enclosure<dimension_of<S>>& ball,
                                               const DirectionOf<S>& center, const Spin<dimension_of<S>>& axis) {
  constexpr int D = dimension_of<S>;
  const double s = inverse_power_of_two(norm(ball.center - center) + ball.reach);  // lengths are squared below
  double radius = 0, across = 0, low = infinity<double>, high = -infinity<double>;
  const VertexId count = vertex_count(shape);
  for (VertexId i = 0; i < count; ++i) {
    const Vec<double, D> x = (vertex(shape, i) - center) * s;
    const double squared = norm_squared(x);
    radius = squared > radius ? squared : radius;
    if constexpr (D == 3) {
      const double along = dot(x, axis), rest = norm_squared(x - axis * along);
      across = rest > across ? rest : across;
      low = along < low ? along : low;
      high = along > high ? along : high;
    }
  }
  radius = square_root(radius) / s;
  if constexpr (D == 2) return {radius, radius, 0, 0};
  return {radius, square_root(across) / s, low / s, high / s};
}

/// For a box about its center: one of each two opposite corners is enough.
inline BodyExtent<3> extent_of_box(const Vec<double, 3>& half, const Vec<double, 3>& axis) {
  const double s = inverse_power_of_two(max_abs(half));
  const Vec<double, 3> h = half * s;
  double across = 0;
  for (unsigned corner = 0; corner < 4; ++corner) {
    const Vec<double, 3> x{h.x, (corner & 1U) != 0 ? h.y : -h.y, (corner & 2U) != 0 ? h.z : -h.z};
    const double squared = norm_squared(cross(x, axis));
    across = squared > across ? squared : across;
  }
  const double high = (absolute(axis.x) * h.x + absolute(axis.y) * h.y + absolute(axis.z) * h.z) / s;
  return {square_root(norm_squared(h)) / s, square_root(across) / s, -high, high};
}

/// For any core: from its bounding sphere and, in a 3D rotation, from its extent along the axis and perpendicular to
/// it.
template <Shape S>
BodyExtent<dimension_of<S>> extent_of_core(const S& shape, const Enclosure<dimension_of<S>>& ball,
                                           const DirectionOf<S>& center, const Spin<dimension_of<S>>& axis,
                                           double height_error) {
  constexpr int D = dimension_of<S>;
  const double radius = norm(ball.center - center) + ball.reach;
  BodyExtent<D> r{radius, radius, 0, 0};
  if constexpr (D == 3) {
    r.low = -radius;
    r.high = radius;
    if (axis == Vec<double, 3>{}) return r;
    const Vec<double, 3> e = perpendicular(axis), first = e / norm(e), second = cross(axis, first);
    const auto extent_along = [&](const Vec<double, 3>& d) {
      return dot(support(shape, d * 0.125).point - center, d) + height_error;
    };
    const auto wider = [&](const Vec<double, 3>& d) {
      const double up = extent_along(d), down = extent_along(-d);
      return up > down ? up : down;
    };
    const double box = norm(Vec<double, 2>{wider(first), wider(second)});
    r.across = box < radius ? box : radius;
    r.high = extent_along(axis);
    r.low = -extent_along(-axis);
  }
  return r;
}

/// The shape itself if it is known to be a box, else null.
template <Shape S>
const Box<double, dimension_of<S>>* known_box(const S& shape) {
  if constexpr (requires { shape.known_box(); }) {
    return shape.known_box();
  } else if constexpr (std::same_as<S, Box<double, dimension_of<S>>>) {
    return &shape;
  } else {
    return nullptr;
  }
}

template <Shape S>
class MovingShape {
 public:
  static constexpr int D = dimension_of<S>;
  using V = Vec<double, D>;

  MovingShape(const S& shape, const Motion<double, D>& motion)
      : turning_(motion), center_(motion.center), placed_{shape, {}} {
    const Enclosure<D> ball = enclosure(shape);
    valid_ = detail::is_valid(shape, ball) && abut::is_valid(motion);
    if (!valid_) return;
    reach_with_radius_ = ball.reach + detail::radius(shape);
    support_error_ = support_error(shape, ball);
    if (angle() == 0) center_ = ball.center;  // then every point moves along a line
    placed_.pose.q = turning_.start;
    rotation_ = matrix(turning_.start);
    start_arm_ = arm_ = center_ != V{} ? rotation_ * center_ : V{};
    placed_.pose.p = -arm_;
    find_extent(shape, ball);
  }

  bool is_valid() const { return valid_; }
  const Placed<S>& placed() const { return placed_; }
  const Matrix<D>& rotation() const { return rotation_; }
  const S& shape() const { return placed_.shape; }
  const V& center() const { return center_; }
  const V& start_arm() const { return start_arm_; }  ///< the center, rotated as at the start
  const BodyExtent<D>& extent() const { return extent_; }
  double radius() const { return detail::radius(shape()); }
  double reach_with_radius() const { return reach_with_radius_; }  ///< about the shape's own center, radius included
  const Spin<D>& spin() const { return spin_; }                    ///< angular velocity
  const Spin<D>& axis() const { return turning_.axis; }
  const Spin<D>& local_spin() const { return local_spin_; }  ///< in the frame of the body, where it is constant
  double angle() const { return absolute(turning_.turn); }

  /// Rotates the shape to its orientation at t, its center at the origin.
  void rotate_to(double t) {
    if (turning_.turn != 0) {
      placed_.pose.q = turning_.at(t);
      rotation_ = matrix(placed_.pose.q);
      arm_ = center_ != V{} ? rotation_ * center_ : V{};
    }
    placed_.pose.p = -arm_;
  }
  void move_by(const V& offset) { placed_.pose.p = offset - arm_; }

  /// In units of u: the error of points in rotate_to().
  double pose_error() const {
    return (motion_roundings<D> + angle()) * extent_.radius + (2 * rotation_roundings<D> + 4) * norm(center_);
  }
  /// The same for the height of a support point along a unit vector, as MotionBound computes it: the matrix and its
  /// product, the tilted direction, the difference from the center, the dot products.
  double height_error() const {
    return pose_error() + (rotation_roundings<D> + 16) * extent_.radius + support_error_.height;
  }

 private:
  static constexpr VertexId few_vertices = 64;  ///< up to this count, a scan of the vertices replaces support calls

  void find_extent(const S& shape, const Enclosure<D>& ball) {
    const VertexId count = vertex_count(shape);
    Spin<D> axis = turning_.axis;
    if constexpr (D == 3) axis = angle() > 0 ? transposed_times(rotation_, axis) : V{};
    spin_ = turning_.angular_velocity();
    local_spin_ = axis * turning_.turn;
    if constexpr (D == 3) {
      if (const Box<double, 3>* const box = known_box(shape); box != nullptr && angle() > 0 && center_ == V{})
        return set_extent(extent_of_box(box->half, axis));
    }
    const bool by_vertices = angle() > 0 && count > 0 && count <= few_vertices;
    set_extent(by_vertices ? extent_of_vertices(shape, ball, center_, axis)
                           : extent_of_core(shape, ball, center_, axis, support_error_.height * unit_roundoff));
  }

  /// The axis in the frame of the body is off by 30 u, a length by a few.
  void set_extent(const BodyExtent<D>& r) {
    const double error = 64 * unit_roundoff * r.radius;
    extent_ = {r.radius + error, r.across + error, r.low - error, r.high + error};
  }

  RotationPath<D> turning_;
  Spin<D> spin_{}, local_spin_{};
  V center_{}, start_arm_{}, arm_{};
  Placed<S> placed_;
  Matrix<D> rotation_{};
  BodyExtent<D> extent_{};
  SupportError support_error_{};
  double reach_with_radius_ = 0;
  bool valid_ = false;
};

template <Shape A, Shape B>
class MovingPair {
 public:
  static constexpr int D = dimension_of<A>;
  using V = Vec<double, D>;
  static constexpr bool has_closed_form = false;  ///< its distance is found iteratively, to a tolerance

  MovingPair(const A& shape_a, const Motion<double, D>& motion_a, const B& shape_b, const Motion<double, D>& motion_b)
      : a(shape_a, motion_a), b(shape_b, motion_b), valid_(a.is_valid() && b.is_valid()) {
    if (!valid_) return;
    start_ = (motion_b.start.p - motion_a.start.p) + (b.start_arm() - a.start_arm());
    velocity_ = motion_b.velocity - motion_a.velocity;
    speed_ = norm(velocity_);
    origin_ = motion_a.start.p;
    velocity_a_ = motion_a.velocity;
    const double size = norm(start_) + speed_ + norm(a.center()) + norm(b.center());
    pose_error_ = unit_roundoff * (a.pose_error() + b.pose_error() + 4 * size) + underflow_error;
    height_error_ = unit_roundoff * (a.height_error() + b.height_error() + 12 * size) + underflow_error;
    radii_ = a.radius() + b.radius();
    valid_ = is_finite(size) && is_finite(pose_error_) && is_finite(height_error_) && is_finite(radii_);
    between_ = start_;
    b.move_by(between_);
  }

  bool is_valid() const { return valid_; }

  /// Both are boxes: their support points cost less than deciding whether they are needed.
  bool has_quick_supports() const { return known_box(a.shape()) != nullptr && known_box(b.shape()) != nullptr; }

  void move_to(double t) {
    time_ = t;
    between_ = start_ + velocity_ * t;
    a.rotate_to(t);
    b.rotate_to(t);
    b.move_by(between_);
  }
  double time() const { return time_; }
  const V& start() const { return start_; }      ///< from the center of A to that of B, at 0
  const V& between() const { return between_; }  ///< from the center of A to that of B
  const V& velocity() const { return velocity_; }
  double speed() const { return speed_; }
  double radii() const { return radii_; }
  double pose_error() const { return pose_error_; }
  double height_error() const { return height_error_; }
  /// No point of one body approaches the other faster.
  double fastest() const {
    return (speed_ + a.angle() * a.extent().across + b.angle() * b.extent().across) * (1 + 16 * unit_roundoff);
  }
  /// A point relative to the center of A, in the world.
  V world(const V& x) const { return ((x + a.start_arm()) + velocity_a_ * time_) + origin_; }

  MovingShape<A> a;
  MovingShape<B> b;

 protected:
  /// Counts another rounding error, a length.
  void add_error(double error) {
    pose_error_ += error;
    height_error_ += error;
    valid_ = valid_ && is_finite(pose_error_) && is_finite(height_error_);
  }

 private:
  /// A product of a length that is subnormal is off by up to half of the least number, which no relative error covers.
  /// The poses of two bodies take less than 80 of them, the heights, slopes and their bounds less than 80 more, each
  /// for no longer than a time of 1.
  static constexpr double underflow_error = 256 * 0x1p-1074;

  V start_{}, velocity_{}, between_{}, origin_{}, velocity_a_{};
  double time_ = 0, speed_ = 0, radii_ = 0, pose_error_ = 0, height_error_ = 0;
  bool valid_ = false;
};

}  // namespace abut::detail
