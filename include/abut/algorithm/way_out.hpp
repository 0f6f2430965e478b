/// How far a shape has to move along a direction d to leave a half-space: its depth divided by the cosine between d and the normal n.
///
/// Where d does not lead out, n.d <= 0, there is no way: it is infinite. Both depth and cosine are known within bounds, and so is the quotient: a
/// cosine that may be 0 leaves the upper bound infinite, and the lower one finite.
#pragma once

#include <abut/algorithm/clearance.hpp>

namespace abut::detail {

/// In the lengths of the clearance.
template <int D>
struct WayOut {
  Vec<double, D> direction;  ///< d, of length 1
  double length, lower,
      upper;  ///< 0 and 0 where the shape is clear; infinite where there is no way, or may be none

  /// d: not zero, how the shape moves against the half-space, along the axes of the world.
  template <class Clearance>
  WayOut(const Clearance& c, const Vec<double, D>& d) {
    constexpr double u = unit_roundoff;
    const Vec<double, D> scaled = scale_direction(scale_direction(d));  // twice, for what is subnormal
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
WayOut(const Clearance&, const Vec<double, D>&) -> WayOut<D>;

}  // namespace abut::detail
