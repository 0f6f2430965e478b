/// The Minkowski difference B - A of two shapes, seen from A, as a support mapping with an account of its rounding.
///
/// The distance between A and B is that of B - A from the origin. Its support point along d is b - a, where a is the point of
/// A furthest along d and b the point of B furthest along -d: the set itself is never built. Everything happens in the
/// frame of A: only the relative pose enters, so that two shapes far from the world's origin lose no digits. In double the
/// problem is scaled by one power of two to a size of about 1, so that no product of lengths over- or underflows; in float
/// the exponents of double have room to spare. Lengths in here are in that scale.
///
/// Invariant that all proofs rest on. With the true (real number) shapes A* and B* and any direction v:
///     v.w / |v| - support_error  <=  v.x / |v|  for every x of B* - A*,   w = along(v).w
///     along(v).w is within point_error of a point of B* - A*.
#pragma once

#include <abut/support.hpp>

namespace abut::detail {

/// A point of B - A, and the points of A and B it came from, each in the frame of its own shape and unscaled.
template <int D>
struct DifferencePoint {
  Vec<double, D> w{}, a{}, b{};
  VertexId id_a = no_vertex, id_b = no_vertex;

  /// Both ends are numbered vertices: there are finitely many such points.
  bool is_vertex() const { return id_a != no_vertex && id_b != no_vertex; }
};

/// A shape and where it stands. Shapes that were not placed stand in the common frame.
template <Shape S>
struct Operand {
  using Core = S;
  static constexpr bool placed = false;
  const S& core;

  explicit Operand(const S& shape) : core(shape) {}
  Pose<ScalarOf<S>, dimension_of<S>> pose() const { return {}; }
};

template <Shape S>
struct Operand<Placed<S>> {
  using Core = S;
  static constexpr bool placed = true;
  const S& core;
  const Pose<ScalarOf<S>, dimension_of<S>>& placement;

  explicit Operand(const Placed<S>& shape) : core(shape.shape), placement(shape.pose) {}
  const Pose<ScalarOf<S>, dimension_of<S>>& pose() const { return placement; }
};

template <Shape A, Shape B>
class Difference {
 public:
  using T = ScalarOf<A>;
  static constexpr int D = dimension_of<A>;
  using V = Vec<double, D>;
  static constexpr bool posed = Operand<A>::placed || Operand<B>::placed;

  Difference(const A& shape_a, const B& shape_b) : a_(shape_a), b_(shape_b) {
    const Enclosure<D> ball_a = enclosure(a_.core), ball_b = enclosure(b_.core);
    valid_ = detail::is_valid(a_.core, ball_a) && detail::is_valid(b_.core, ball_b);
    if constexpr (posed) valid_ = valid_ && abut::is_valid(a_.pose()) && abut::is_valid(b_.pose());
    if (!valid_) return;
    prescale(ball_a, ball_b);
    find_relative_pose(ball_a, ball_b);
    normalise(ball_a, ball_b);
    account(ball_a, ball_b);
  }

  bool is_valid() const { return valid_; }

  DifferencePoint<D> along(const V& v) const {
    const V d = v * direction_scale_;
    const auto a = support(a_.core, d);
    const auto b = support(b_.core, posed ? -transposed_times(rotation_, d) : -d);
    return {between(a.point, b.point), a.point, b.point, a.id, b.id};
  }

  /// The point of two numbered vertices; false if one of the shapes has no vertex of that number.
  bool find(VertexId id_a, VertexId id_b, DifferencePoint<D>& point) const {
    if (id_a >= vertex_count(a_.core) || id_b >= vertex_count(b_.core)) return false;
    const V a = vertex(a_.core, id_a), b = vertex(b_.core, id_b);
    point = {between(a, b), a, b, id_a, id_b};
    return true;
  }

  /// Where to look first: from the center of A to that of B; if they coincide, along the first axis of the world.
  V first_direction() const {
    if (offset_ != V{}) return offset_;
    const V x = axis<double, D>(0);
    return posed ? transposed_times(rotation_a_, x) : x;
  }
  /// Reach of A + reach of B + radii + distance of the centers: no length in this problem is greater. With poses, reaches
  /// and distance count from the origins of the frames, the points about which the shapes are turned.
  double size() const { return size_; }
  double radii() const { return radii_; }
  double support_error() const { return support_error_; }
  double point_error() const { return point_error_; }
  /// Between the user's lengths and those in here. Exact: the scale is a power of two.
  double scaled(double length) const { return length * scale_; }
  double unscaled(double length) const { return length / scale_; }
  V scaled(const V& x) const {
    if constexpr (std::same_as<T, float>) {
      return x;
    } else {
      return x * scale_;
    }
  }

  /// To the world, unscaled: a scaled point in the frame of its own shape, moved by a scaled vector of the frame of A. Unscaled
  /// last, so that nothing is lost where the numbers are tiny.
  V world_a(const V& a, const V& move) const {
    return (posed ? rotation_a_ * (a + move) + scaled(widen(a_.pose().p)) : a + move) / scale_;
  }
  V world_b(const V& b, const V& move) const {
    if constexpr (posed) {
      return (matrix(rescaled(b_.pose().q)) * b + rotation_a_ * move + scaled(widen(b_.pose().p))) / scale_;
    } else {
      return (b + move) / scale_;
    }
  }
  V world_direction(const V& n) const { return posed ? rotation_a_ * n : n; }

  double radius_a() const { return radius(a_.core); }
  double radius_b() const { return radius(b_.core); }

 private:
  static constexpr double u = unit_roundoff;

  /// w = b - a in the frame of A, scaled.
  V between(const V& a, const V& b) const {
    return (posed ? rotation_ * scaled(b) + translation_ : scaled(b)) - scaled(a);
  }

  /// The first power of two: no number of the problem is above 4 in this scale, so that no difference overflows and none loses
  /// bits at the lower end.
  void prescale(const Enclosure<D>& ball_a, const Enclosure<D>& ball_b) {
    if constexpr (std::same_as<T, double>) {
      double largest_number = 0;
      const auto include = [&](double x) { largest_number = x > largest_number ? x : largest_number; };
      for (const Enclosure<D>& ball : {ball_a, ball_b}) {
        include(ball.reach);
        include(max_abs(ball.center));
      }
      for (const double x : {radius_a(), radius_b(), max_abs(a_.pose().p), max_abs(b_.pose().p)}) include(x);
      if (largest_number > 0) scale_ = inverse_power_of_two(largest_number);
    }
  }

  void find_relative_pose(const Enclosure<D>& ball_a, const Enclosure<D>& ball_b) {
    const V ca = scaled(ball_a.center), cb = scaled(ball_b.center);
    if constexpr (posed) {
      const auto qa = rescaled(a_.pose().q), qb = rescaled(b_.pose().q);
      rotation_a_ = matrix(qa);
      rotation_ = matrix(relative(qa, qb));
      const V between = scaled(widen(b_.pose().p)) - scaled(widen(a_.pose().p));
      translation_ = transposed_times(rotation_a_, between);
      offset_ = rotation_ * cb + translation_ - ca;
    } else {
      translation_ = offset_ = cb - ca;
    }
  }

  /// The second power of two: brings what is left after the subtractions to a size of about 1, or, beside numbers that are 2^900
  /// times as large, to at least 2^-122, whose sixth power is still a normal number.
  void normalise(const Enclosure<D>& ball_a, const Enclosure<D>& ball_b) {
    radii_ = scaled(radius_a()) + scaled(radius_b());
    if constexpr (std::same_as<T, double>) {
      double extent = scaled(ball_a.reach) + scaled(ball_b.reach) + radii_ + max_abs(translation_);
      if constexpr (posed) extent += max_abs(scaled(ball_a.center)) + max_abs(scaled(ball_b.center));
      double s = extent > 0 ? inverse_power_of_two(extent) : 1.0;
      s = s > 0x1p900 ? 0x1p900 : s;
      s = scale_ * s < infinity<double> ? s : 1.0;  // all of it subnormal
      scale_ *= s;
      offset_ *= s;
      translation_ *= s;
      radii_ *= s;
      // Heights v.a would lose bits below 2^-1022; the exponent of a direction is free.
      direction_scale_ = scale_ > 0x1p500 ? scale_ : 1.0;
    }
  }

  /// The rounding errors, in units of u (unit roundoffs), term by term.
  void account(const Enclosure<D>& ball_a, const Enclosure<D>& ball_b) {
    const double ra = scaled(ball_a.reach), rb = scaled(ball_b.reach);
    // From the point that a rotation turns about, or that heights are measured from, to the center.
    const double arm_a = posed || measures_from_origin(a_.core) ? scaled(norm(ball_a.center)) : 0;
    const double arm_b = posed || measures_from_origin(b_.core) ? scaled(norm(ball_b.center)) : 0;
    size_ = ra + rb + radii_ + arm_a + arm_b + norm(translation_);

    const SupportError error_a = detail::support_error(a_.core, ball_a, scale_),
                       error_b = detail::support_error(b_.core, ball_b, scale_);
    support_error_ = u * (error_a.height + error_b.height);
    point_error_ = u * (error_a.point + error_b.point);
    // w = b - a is rounded once; its dot product with v has D more roundings. (The rest is relative to v.w: see gjk.hpp.)
    support_error_ += (D + 1) * u * size_;
    point_error_ += u * size_;
    if constexpr (posed) {
      // The image of b under the computed pose, its sum with the translation, and the direction turned into the frame of B.
      const double pose_error = (rotation_roundings<D> + 1) * u * (rb + arm_b + norm(translation_));
      point_error_ += pose_error;
      support_error_ += pose_error + 2 * product_roundings<D> * u * rb;
    }
  }

  Operand<A> a_;
  Operand<B> b_;
  Matrix<D> rotation_a_{}, rotation_{};  ///< of A in the world, of B in the frame of A
  V translation_{};  ///< of the frame of B in that of A; without poses, between the centers
  V offset_{};
  double scale_ = 1, direction_scale_ = 1;
  double size_ = 0, radii_ = 0, support_error_ = 0, point_error_ = 0;
  bool valid_ = false;
};

}  // namespace abut::detail
