/// Two moving bodies, seen from the center of the first: where they are at a time, how far they reach, and what rounding does to it.
///
/// The center of A stays at the origin and that of B moves evenly, by c + t v; each shape turns about its own center. So where in the world they
/// are, and what they have in common of their motions, costs no digits. Everything is in double, whatever the shapes are stored in.
///
/// Guarantee: at any t in [0, 1] the distance of the bodies as they are placed differs from that of the true ones by at most pose_error(). The reaches are
/// upper bounds for all points x of the core: |x - center|, the part of that across the axis, and the extent along it.
#pragma once

#include <abut/detail/support/double_view.hpp>
#include <abut/motion.hpp>

namespace abut::detail {

/// The core about the center of its rotation.
template <int D>
struct Reach {
  double all = 0;            ///< |x - center|
  double across = 0;         ///< the part across the axis: in the plane all of it
  double low = 0, high = 0;  ///< the extent along the axis; in the plane none
};

/// Of a core that is the hull of a few vertices.
template <Shape S>
Reach<dimension_of<S>> reach_of_vertices(const S& shape, const Enclosure<dimension_of<S>>& ball,
                                         const DirectionOf<S>& center, const Spin<dimension_of<S>>& axis) {
  constexpr int D = dimension_of<S>;
  const double s = inverse_power_of_two(norm(ball.center - center) + ball.reach);  // squares of lengths are taken
  double all = 0, across = 0, low = infinity<double>, high = -infinity<double>;
  const VertexId count = vertex_count(shape);
  for (VertexId i = 0; i < count; ++i) {
    const Vec<double, D> x = (vertex(shape, i) - center) * s;
    const double squared = norm_squared(x);
    all = squared > all ? squared : all;
    if constexpr (D == 3) {
      const double along = dot(x, axis), rest = norm_squared(x - axis * along);
      across = rest > across ? rest : across;
      low = along < low ? along : low;
      high = along > high ? along : high;
    }
  }
  all = square_root(all) / s;
  if constexpr (D == 2) return {all, all, 0, 0};
  return {all, square_root(across) / s, low / s, high / s};
}

/// Of a box about its middle: opposite corners are alike.
inline Reach<3> reach_of_box(const Vec<double, 3>& half, const Vec<double, 3>& axis) {
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

/// Of any core: from the ball around it and, where something turns, from its extent along the axis and across it.
template <Shape S>
Reach<dimension_of<S>> reach_of_core(const S& shape, const Enclosure<dimension_of<S>>& ball,
                                     const DirectionOf<S>& center, const Spin<dimension_of<S>>& axis,
                                     double height_error) {
  constexpr int D = dimension_of<S>;
  const double all = norm(ball.center - center) + ball.reach;
  Reach<D> r{all, all, 0, 0};
  if constexpr (D == 3) {
    r.low = -all;
    r.high = all;
    if (axis == Vec<double, 3>{}) return r;
    const Vec<double, 3> e = perpendicular(axis), first = e / norm(e), second = cross(axis, first);
    const auto extent = [&](const Vec<double, 3>& d) {
      return dot(support(shape, d * 0.125).point - center, d) + height_error;
    };
    const auto wider = [&](const Vec<double, 3>& d) {
      const double up = extent(d), down = extent(-d);
      return up > down ? up : down;
    };
    const double box = norm(Vec<double, 2>{wider(first), wider(second)});
    r.across = box < all ? box : all;
    r.high = extent(axis);
    r.low = -extent(-axis);
  }
  return r;
}

template <Shape S>
class MovingBody {
 public:
  static constexpr int D = dimension_of<S>;
  using V = Vec<double, D>;

  MovingBody(const S& shape, const Motion<double, D>& motion)
      : turning_(motion), center_(motion.center), placed_{shape, {}} {
    const Enclosure<D> ball = enclosure(shape);
    valid_ = detail::is_valid(shape, ball) && abut::is_valid(motion);
    if (!valid_) return;
    reach_around_middle_ = ball.reach + detail::radius(shape);
    support_error_ = support_error(shape, ball);
    if (turn() == 0) center_ = ball.center;  // then any point of it goes along a line
    placed_.pose.q = turning_.start;
    rotation_ = matrix(turning_.start);
    start_arm_ = arm_ = center_ != V{} ? rotation_ * center_ : V{};
    placed_.pose.p = -arm_;
    find_reach(shape, ball);
  }

  bool is_valid() const { return valid_; }
  const Placed<S>& placed() const { return placed_; }
  const Matrix<D>& rotation() const { return rotation_; }
  const S& shape() const { return placed_.shape; }
  const V& center() const { return center_; }
  const V& start_arm() const { return start_arm_; }  ///< the center, turned as at the start
  const Reach<D>& reach() const { return reach_; }
  double radius() const { return detail::radius(shape()); }
  double reach_around_middle() const { return reach_around_middle_; }
  /// Of what moving() was told to turn about and by.
  const Spin<D>& spin() const { return spin_; }
  const Spin<D>& axis() const { return turning_.axis; }
  const Spin<D>& local_spin() const { return local_spin_; }  ///< seen from the body, where it stays the same
  double turn() const { return absolute(turning_.turn); }

  /// The shape turned as it is at t, its center at the origin.
  void turn_to(double t) {
    if (turning_.turn != 0) {
      placed_.pose.q = turning_.at(t);
      rotation_ = matrix(placed_.pose.q);
      arm_ = center_ != V{} ? rotation_ * center_ : V{};
    }
    placed_.pose.p = -arm_;
  }
  void move_by(const V& offset) { placed_.pose.p = offset - arm_; }

  /// In units of u: points off their true places when turned as above; the same, of a point of support along a unit vector, as the
  /// certificate computes its height: the matrix and its product, the tilted direction, the difference with the center, the dot products.
  double pose_error() const {
    return (motion_roundings<D> + turn()) * reach_.all + (2 * rotation_roundings<D> + 4) * norm(center_);
  }
  double height_error() const {
    return pose_error() + (rotation_roundings<D> + 16) * reach_.all + support_error_.height;
  }

 private:
  static constexpr VertexId few_vertices = 64;  ///< as many are looked at, rather than asking for supports

  void find_reach(const S& shape, const Enclosure<D>& ball) {
    const VertexId count = vertex_count(shape);
    Spin<D> axis = turning_.axis;
    if constexpr (D == 3) axis = turn() > 0 ? transposed_times(rotation_, axis) : V{};
    spin_ = turning_.angular_velocity();
    local_spin_ = axis * turning_.turn;
    if constexpr (std::same_as<S, Box<double, 3>>) {
      if (turn() > 0 && center_ == V{}) return set_reach(reach_of_box(shape.half, axis));
    }
    const bool by_vertices = turn() > 0 && count > 0 && count <= few_vertices;
    set_reach(by_vertices ? reach_of_vertices(shape, ball, center_, axis)
                          : reach_of_core(shape, ball, center_, axis, support_error_.height * unit_roundoff));
  }

  /// The axis seen from the body is off by 30 u, a length by a few.
  void set_reach(const Reach<D>& r) {
    const double error = 64 * unit_roundoff * r.all;
    reach_ = {r.all + error, r.across + error, r.low - error, r.high + error};
  }

  Turning<D> turning_;
  Spin<D> spin_{}, local_spin_{};
  V center_{}, start_arm_{}, arm_{};
  Placed<S> placed_;
  Matrix<D> rotation_{};
  Reach<D> reach_{};
  SupportError support_error_{};
  double reach_around_middle_ = 0;
  bool valid_ = false;
};

template <Shape A, Shape B>
class MovingPair {
 public:
  static constexpr int D = dimension_of<A>;
  using V = Vec<double, D>;
  static constexpr bool has_closed_form = false;  ///< its distance is searched for, to a tolerance
  /// The furthest corners of boxes take less time than to think of whether they are worth looking for.
  static constexpr bool has_quick_supports = std::same_as<A, Box<double, D>> && std::same_as<B, Box<double, D>>;

  MovingPair(const A& shape_a, const Motion<double, D>& motion_a, const B& shape_b, const Motion<double, D>& motion_b)
      : a(shape_a, motion_a), b(shape_b, motion_b), valid_(a.is_valid() && b.is_valid()) {
    if (!valid_) return;
    start_ = (motion_b.start.p - motion_a.start.p) + (b.start_arm() - a.start_arm());
    velocity_ = motion_b.velocity - motion_a.velocity;
    speed_ = norm(velocity_);
    origin_ = motion_a.start.p;
    drift_ = motion_a.velocity;
    const double way = norm(start_) + speed_ + norm(a.center()) + norm(b.center());
    pose_error_ = unit_roundoff * (a.pose_error() + b.pose_error() + 4 * way);
    height_error_ = unit_roundoff * (a.height_error() + b.height_error() + 12 * way);
    radii_ = a.radius() + b.radius();
    valid_ = is_finite(way) && is_finite(pose_error_) && is_finite(height_error_) && is_finite(radii_);
    between_ = start_;
    b.move_by(between_);
  }

  bool is_valid() const { return valid_; }

  void move_to(double t) {
    time_ = t;
    between_ = start_ + velocity_ * t;
    a.turn_to(t);
    b.turn_to(t);
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
  /// No point of one body nears the other faster.
  double fastest() const {
    return (speed_ + a.turn() * a.reach().across + b.turn() * b.reach().across) * (1 + 16 * unit_roundoff);
  }
  /// A point seen from the center of A, in the world. `arm`: where that center is.
  V world(const V& x) const { return ((x + a.start_arm()) + drift_ * time_) + origin_; }

  MovingBody<A> a;
  MovingBody<B> b;

 protected:
  /// Something else rounds, by up to so much: a length.
  void add_error(double error) {
    pose_error_ += error;
    height_error_ += error;
    valid_ = valid_ && is_finite(pose_error_) && is_finite(height_error_);
  }

 private:
  V start_{}, velocity_{}, between_{}, origin_{}, drift_{};
  double time_ = 0, speed_ = 0, radii_ = 0, pose_error_ = 0, height_error_ = 0;
  bool valid_ = false;
};

}  // namespace abut::detail
