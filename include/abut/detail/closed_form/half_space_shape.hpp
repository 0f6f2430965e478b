/// A half-space { x : n.x <= offset } and a shape: how far they are apart, and how far the shape must move along a
/// direction to leave.
///
/// Clearance: the shape's lowest point along n decides, by one support call: clearance = min of n.x over the core -
/// offset - radius, negative if the shape reaches in. With poses the point stays in the frame of its shape; only
/// directions are rotated:
///     n.(R x + t) = d.x + N.p,   d = R^T n in the frame of the shape, N = n in the world, p between the origins,
/// so that the error of a rotation enters once and not twice, and two sets far from the world's origin lose no digits.
/// Lengths are multiplied by one power of two, so that nothing over- or underflows.
///
/// ExitDirection: to leave along a direction d the shape moves by its depth divided by the cosine between d and n. If d
/// does not lead out, n.d <= 0, the length is infinite. Depth and cosine are known within bounds, and so is the
/// quotient: a cosine that may be 0 leaves the upper bound infinite, and the lower one finite.
///
/// Guarantee, with the true (real number) sets: lower <= clearance <= upper, and likewise for the exit length.
#pragma once

#include <abut/detail/closed_form/half_space_in_double.hpp>
#include <abut/detail/minkowski/difference.hpp>

namespace abut::detail {

/// The cosine of the angle between two directions, and a bound on its error.
struct Cosine {
  double value, error;
};

template <AnyHalfSpace H, Shape S>
class Clearance {
 public:
  using T = ScalarOf<S>;
  static constexpr int D = dimension_of<S>;
  using V = Vec<double, D>;
  using Plane = HalfSpaceInDouble<H>;
  static constexpr bool posed = Plane::placed || CoreAndPose<S>::placed;

  Clearance(const H& given, const S& shape) : shape_(shape) {
    const Plane half_space(given);
    const Enclosure<D> sphere = enclosure(shape_.core);
    // A half-space whose normal is NaN, infinite or zero has no direction.
    valid_ = detail::is_valid(shape_.core, sphere) && is_finite(half_space.normal) && half_space.normal != V{} &&
             is_finite(half_space.offset);
    if constexpr (posed) valid_ = valid_ && abut::is_valid(half_space.pose()) && abut::is_valid(shape_.pose());
    if (!valid_) return;
    find_directions(half_space);
    find_scale(half_space, sphere);
    measure(sphere);
  }

  /// False also if the shape's support point is not finite.
  bool is_valid() const { return valid_; }
  /// Reach, radius, |offset|, and the distance from the origin of the half-space's frame to the center, measured
  /// through that of the shape's frame: no length in this problem is greater.
  double size() const { return size_; }
  /// Whether the core alone meets the half-space.
  bool core_meets() const { return core_ <= 0; }
  double clearance() const { return value_; }
  double lower() const { return value_ - lower_error_; }
  double upper() const { return value_ + upper_error_; }
  VertexId id() const { return id_; }

  /// Between the half-space's normal and a direction of the world, not zero and scaled by scale_direction. In units of
  /// u: D for the dot product, of the sum of its terms, D + 2 for both lengths, 2 for product and quotient, and 2 for
  /// their products with each other. So the cosine of directions that have no component in common is 0, without error,
  /// unless the half-space is placed.
  Cosine cosine(const V& d) const {
    double sum = 0, terms = 0, lost = 0;
    for (int i = 0; i < D; ++i) {
      const double term = normal_[i] * d[i];
      sum += term;
      terms += absolute(term);
      if (absolute(term) < 0x1p-1000 && normal_[i] != 0 && d[i] != 0) lost += 0x1p-1000;  // the term may be subnormal
    }
    const double lengths = length_ * square_root(norm_squared(d));
    Cosine r{sum / lengths, ((2 * D + 6) * u * terms + lost) / lengths};
    // Only a placed half-space has a normal that was rotated.
    if constexpr (Plane::placed) r.error += rotation_roundings<D> * u * (1 + 64 * u);
    return r;
  }

  // Conversions to the user's lengths, and to the world.

  double scaled(double length) const { return length * scale_; }
  double unscaled(double length) const { return length / scale_; }
  T rounded_down(double length) const {
    const double x = unscaled(length);
    return round_down<T>(x * scale_ > length ? neighbor<false>(x) : x);  // a subnormal x may have been rounded
  }
  T rounded_up(double length) const {
    const double x = unscaled(length);
    return round_up<T>(x * scale_ < length ? neighbor<true>(x) : x);
  }
  V normal() const { return normal_ / square_root(norm_squared(normal_)); }
  /// The point of the shape's surface that is deepest, or nearest.
  V shape_point() const { return world(-radius_); }
  V plane_point() const { return world(-radius_ - value_); }

 private:
  static constexpr double u = unit_roundoff;

  /// n in the frame of the shape and in the world, each off by at most relative_roundings + rotation_roundings u; exact
  /// without poses. The second scaling is for subnormal normals.
  void find_directions(const Plane& half_space) {
    const V n = scale_direction(scale_direction(half_space.normal));
    if constexpr (posed) {
      const auto qh = rescaled(half_space.pose().q), qs = rescaled(shape_.pose().q);
      local_ = transposed_times(matrix(relative(qh, qs)), n);
      normal_ = matrix(qh) * n;
    } else {
      local_ = normal_ = n;
    }
    length_ = square_root(norm_squared(n));
  }

  /// The positions are subtracted unscaled, because then the difference loses nothing; if sums might overflow, in
  /// sixteenths.
  void find_scale(const Plane& half_space, const Enclosure<D>& sphere) {
    double extent = measure_extent(half_space, sphere);
    if (!(extent < 0x1p1000)) {
      scale_ = 0x1p-4;
      extent = measure_extent(half_space, sphere);
    }
    const double second = extent > 0 ? inverse_power_of_two(extent) : 1.0;
    scale_ *= second;
    between_ *= second;
    radius_ = radius(shape_.core) * scale_;
    offset_ = half_space.offset * scale_;
  }

  double measure_extent(const Plane& half_space, const Enclosure<D>& sphere) {
    if constexpr (posed) between_ = widen(shape_.pose().p) * scale_ - widen(half_space.pose().p) * scale_;
    double extent = max_abs(between_);
    for (const double x : {sphere.reach, max_abs(sphere.center), radius(shape_.core), absolute(half_space.offset)})
      extent += x * scale_;
    return extent;
  }

  void measure(const Enclosure<D>& sphere) {
    // Heights would lose bits below 2^-1022; the length of a direction is arbitrary.
    const auto s = support(shape_.core, local_ * (scale_ > 0x1p500 ? -scale_ : -1.0));
    point_ = s.point * scale_;
    id_ = s.id;
    valid_ = is_finite(point_);
    const double height = (dot(local_, point_) + dot(normal_, between_)) / length_;
    core_ = height - offset_;
    value_ = core_ - radius_;
    bound_errors(sphere, height);
  }

  /// The rounding errors, in units of u. In 3D with poses they add up to at most 27 below and 27 above of the size, and
  /// the shape's own: within the 64 of the contract. Without poses it is 10 and 10, of 32.
  void bound_errors(const Enclosure<D>& sphere, double height) {
    const double arm = sphere.reach * scale_ + norm(sphere.center) * scale_, apart = norm(between_);
    size_ = arm + apart + radius_ + absolute(offset_);
    // Each of the two dot products rounds D times; their sum, the length (a sum of D squares and its root) and the
    // quotient; core_, value_ and the bound made from it.
    double error = D * (arm + apart) + (0.5 * D + 3) * absolute(height) + 2 * absolute(core_);
    if (radius_ > 0) error += absolute(value_) + radius_;
    if constexpr (posed) error += (relative_roundings<D> + rotation_roundings<D>)*(arm + apart) + apart;
    const SupportError own = detail::support_error(shape_.core, sphere, scale_);
    // Products of two roundings, and this sum itself: 64 u of it.
    lower_error_ = u * (error + own.height) * (1 + 64 * u);
    upper_error_ = u * (error + own.point) * (1 + 64 * u);
  }

  /// The support point moved along the normal, in the world. Unscaled before the pose is applied, whose numbers may be
  /// far larger.
  V world(double along) const {
    const V move = normal() * along;
    if constexpr (posed) {
      return (matrix(rescaled(shape_.pose().q)) * point_ + move) / scale_ + widen(shape_.pose().p);
    } else {
      return (point_ + move) / scale_;
    }
  }

  CoreAndPose<S> shape_;
  V local_{}, normal_{};  ///< the half-space's normal in the frame of the shape, and in the world
  V between_{};           ///< from the origin of the half-space's frame to that of the shape's
  double length_ = 0;     ///< |local_| and |normal_|
  V point_{};             ///< support point of the core, in its frame
  VertexId id_ = no_vertex;
  double scale_ = 1, offset_ = 0, radius_ = 0, size_ = 0;
  double core_ = 0, value_ = 0, lower_error_ = 0, upper_error_ = 0;
  bool valid_ = false;
};

/// Lengths are those of the clearance.
template <int D>
struct ExitDirection {
  Vec<double, D> direction;  ///< d, of length 1
  double length, lower,
      upper;  ///< 0 and 0 if the shape is clear; infinite if the direction does not lead out, or may not

  /// d: not zero, how the shape moves relative to the half-space, along the axes of the world.
  template <class Clearance>
  ExitDirection(const Clearance& c, const Vec<double, D>& d) {
    constexpr double u = unit_roundoff;
    const Vec<double, D> scaled = scale_direction(scale_direction(d));  // twice, for subnormal numbers
    direction = scaled / square_root(norm_squared(scaled));
    const Cosine cosine = c.cosine(scaled);
    const double most = cosine.value + cosine.error, least = cosine.value - cosine.error;
    const double shallow = -c.upper(), depth = -c.clearance(), deep = -c.lower();
    // Sum, quotient and product round once each.
    lower = !(shallow > 0) ? 0 : !(most > 0) ? infinity<double> : finite(shallow / most * (1 - 4 * u));
    upper = !(deep > 0) ? 0 : !(least > 0) ? infinity<double> : deep / least * (1 + 4 * u);
    length = !(depth > 0) ? 0 : !(cosine.value > 0) ? infinity<double> : depth / cosine.value;
    length = length < lower ? lower : length > upper ? upper : length;
  }

  bool is_finite() const { return length < infinity<double>; }

 private:
  static double finite(double x) { return x < largest<double> ? x : largest<double>; }
};

template <class Clearance, int D>
ExitDirection(const Clearance&, const Vec<double, D>&) -> ExitDirection<D>;

}  // namespace abut::detail
