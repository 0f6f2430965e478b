#include "reference/depth_reference.hpp"

#include "oracle/judge/reference.hpp"
#include "workload/exact_pool.hpp"

#include <abut/separation.hpp>

#include <fmt/format.h>
#include <algorithm>
#include <stdexcept>

namespace bench {

namespace {

using oracle::Real;

/// The sine between edges of length 1 below which they count as parallel. An axis that is dropped is no further than
/// that from a face normal, and one that is kept is off by the rounding of 113 bits divided by its length: either way
/// the depth is too large by at most 1e-17 of the size.
constexpr double parallel = 1e-17;

/// A box in world coordinates: its axes, of length 1, and its center.
struct Oriented {
  oracle::Vector<3> axis[3], center, half;

  Oriented(const abut::Vec3f& h, const abut::Pose3f& pose) : center(oracle::exact(pose.p)), half(oracle::exact(h)) {
    const auto rotation = oracle::matrix(pose.q);
    for (int i = 0; i < 3; ++i) {
      oracle::Vector<3> unit;
      unit[i] = 1;
      axis[i] = rotation * unit;
    }
  }

  /// Half the extent along n.
  Real extent(const oracle::Vector<3>& n) const {
    Real sum = 0;
    for (int i = 0; i < 3; ++i) sum += half[i] * oracle::absolute(dot(axis[i], n));
    return sum;
  }
};

/// Parallel edges have no axis across both: a face normal takes its place.
Real depth_of(const Oriented& a, const Oriented& b) {
  const oracle::Vector<3> offset = b.center - a.center;
  Real least = 0;
  bool found = false;
  const auto test = [&](const oracle::Vector<3>& n) {
    const Real length = oracle::norm(n);
    if (length < Real(parallel)) return;
    const Real overlap = (a.extent(n) + b.extent(n) - oracle::absolute(dot(offset, n))) / length;
    if (!found || overlap < least) least = overlap;
    found = true;
  };
  for (const Oriented* box : {&a, &b}) {
    for (const auto& n : box->axis) test(n);
  }
  for (const auto& e : a.axis) {
    for (const auto& f : b.axis) test(cross(e, f));
  }
  return least;
}

using Corners = std::vector<oracle::Vector<2>>;

Corners corners_of(const Shape<2>& polygon, const abut::Pose2f& pose) {
  const auto rotation = oracle::matrix(pose.q);
  Corners corners;
  for (const auto& p : polygon.points) corners.push_back(rotation * oracle::exact(p) + oracle::exact(pose.p));
  return corners;
}

/// The least way out of A for B along the normal of an edge of A.
Real way_out(const Corners& a, const Corners& b) {
  Real least = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto along = a[(i + 1) % a.size()] - a[i];
    const oracle::Vector<2> outward{{along[1], -along[0]}};
    Real depth = 0;
    for (const auto& p : b) depth = std::max(depth, dot(outward, a[i] - p));
    depth = depth / oracle::norm(outward);
    if (i == 0 || depth < least) least = depth;
  }
  return least;
}

Truth truth_of(const Workload<2>& w, const Query<2>& q, double size) {
  const Corners a = corners_of(w.a.shapes[q.a], q.pose_a), b = corners_of(w.b.shapes[q.b], q.pose_b);
  return {oracle::narrow(std::min(way_out(a, b), way_out(b, a))), 0, size};
}

Truth truth_of(const Workload<3>& w, const Query<3>& q, double size) {
  const Oriented a(w.a.shapes[q.a].half, q.pose_a), b(w.b.shapes[q.b].half, q.pose_b);
  return {oracle::narrow(depth_of(a, b)), 2 * parallel * size, size};
}

/// Whether the truth is computed apart from abut.
bool is_judged(const Workload<2>&) { return true; }
bool is_judged(const Workload<3>& w) { return w.a.form == Form::box && w.b.form == Form::box; }

}  // namespace

template <int D>
std::vector<Truth> true_depths(const Workload<D>& w) {
  const ExactPool<D> a(w.a), b(w.b);
  std::vector<Truth> truths;
  for (const auto& q : w.queries) {
    const double size = a[q.a].bounding_radius() + a[q.a].radius() + b[q.b].bounding_radius() + b[q.b].radius();
    Truth t;
    if (is_judged(w)) {
      t = truth_of(w, q, size);
    } else {
      const auto r = abut::separation(abut::place(a[q.a], widened(q.pose_a)), abut::place(b[q.b], widened(q.pose_b)));
      t = {-0.5 * (r.lower + r.upper), r.upper - r.lower, size};
    }
    if (!(t.distance > 0)) throw std::runtime_error(fmt::format("query {} does not overlap", truths.size()));
    truths.push_back(t);
  }
  return truths;
}

template std::vector<Truth> true_depths(const Workload<2>&);
template std::vector<Truth> true_depths(const Workload<3>&);

}  // namespace bench
