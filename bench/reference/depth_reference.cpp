#include "reference/depth_reference.hpp"

#include "workload/exact_pool.hpp"
#include "workload/pools.hpp"

#include <abut/separation.hpp>

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace bench {

namespace {

using Real = long double;
using Triple = std::array<Real, 3>;

Real dot(const Triple& a, const Triple& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Triple cross(const Triple& a, const Triple& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// A box in world coordinates: its axes, of length 1, and its center.
struct Oriented {
  Triple axis[3], center, half;

  Oriented(const abut::Vec3f& h, const abut::Pose3f& pose) : center{pose.p.x, pose.p.y, pose.p.z}, half{h.x, h.y, h.z} {
    const Real w = pose.q.w, x = pose.q.x, y = pose.q.y, z = pose.q.z, s = 2 / (w * w + x * x + y * y + z * z);
    axis[0] = {1 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y)};
    axis[1] = {s * (x * y - w * z), 1 - s * (x * x + z * z), s * (y * z + w * x)};
    axis[2] = {s * (x * z + w * y), s * (y * z - w * x), 1 - s * (x * x + y * y)};
  }

  /// Half the extent along n.
  Real extent(const Triple& n) const {
    Real sum = 0;
    for (std::size_t i = 0; i < 3; ++i) sum += half[i] * std::fabs(dot(axis[i], n));
    return sum;
  }
};

/// Parallel edges have no axis across both: a face normal takes its place. The bound `parallel` is the sine between
/// edges of length 1. A dropped axis is no further than that from a face normal, so that the depth is too large by at
/// most 1e-9 of the size.
Real depth_of_boxes(const Oriented& a, const Oriented& b) {
  const Triple offset{b.center[0] - a.center[0], b.center[1] - a.center[1], b.center[2] - a.center[2]};
  constexpr Real parallel = 1e-9L;
  Real least = std::numeric_limits<Real>::infinity();
  const auto test = [&](const Triple& n) {
    const Real length = std::sqrt(dot(n, n));
    if (length < parallel) return;
    least = std::min(least, (a.extent(n) + b.extent(n) - std::fabs(dot(offset, n))) / length);
  };
  for (const Oriented* box : {&a, &b}) {
    for (const Triple& n : box->axis) test(n);
  }
  for (const Triple& e : a.axis) {
    for (const Triple& f : b.axis) test(cross(e, f));
  }
  return least;
}

}  // namespace

std::vector<Truth> true_depths(const Workload<3>& w) {
  const ExactPool<3> a(w.a), b(w.b);
  const bool boxes = w.a.form == Form::box && w.b.form == Form::box;
  std::vector<Truth> truths;
  for (const auto& q : w.queries) {
    Truth t{.distance = 0,
            .width = 0,
            .size = a[q.a].bounding_radius() + a[q.a].radius() + b[q.b].bounding_radius() + b[q.b].radius()};
    if (boxes) {
      t.distance =
          static_cast<double>(depth_of_boxes({w.a.shapes[q.a].half, q.pose_a}, {w.b.shapes[q.b].half, q.pose_b}));
    } else {
      const auto r = abut::separation(abut::place(a[q.a], widened(q.pose_a)), abut::place(b[q.b], widened(q.pose_b)));
      t.distance = -0.5 * (r.lower + r.upper);
      t.width = r.upper - r.lower;
    }
    if (!(t.distance > 0)) throw std::runtime_error(fmt::format("query {} does not overlap", truths.size()));
    truths.push_back(t);
  }
  return truths;
}

}  // namespace bench
