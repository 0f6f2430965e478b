#include "reference/reference.hpp"

#include "oracle/judge/curved.hpp"
#include "workload/exact_pool.hpp"
#include "workload/pools.hpp"

#include <abut/distance.hpp>

#include <fmt/format.h>
#include <bit>
#include <stdexcept>

namespace oracle {

template Truth<2> distance(const Body<2>&, const Body<2>&);
template Truth<3> distance(const Body<3>&, const Body<3>&);

}  // namespace oracle

namespace bench {

namespace {

using oracle::Real;

/// lower <= distance <= upper.
struct Bounds {
  Real lower = 0, upper = 0;
};

/// The core of a shape as the hull of points, in world coordinates.
template <int D>
class Core {
 public:
  Core(const abut::ShapeRef<double, D>& shape, const abut::Pose<float, D>& pose)
      : shape_(shape), rotation_(oracle::matrix(pose.q)), origin_(oracle::exact(pose.p)) {}

  oracle::Vector<D> vertex(abut::VertexId id) const { return rotation_ * oracle::exact(shape_.vertex(id)) + origin_; }

  /// The greatest n.x. Double discards the vertices that can not attain it: its heights are off by a few 1e-16 of the
  /// largest coordinate, and every vertex within 1e-13 of it is evaluated in 113 bits.
  Real highest(const oracle::Vector<D>& n) const {
    const oracle::Vector<D> local = oracle::transposed_times(rotation_, n);
    abut::Vec<double, D> along;
    for (int i = 0; i < D; ++i) along[i] = oracle::narrow(local[i]);
    double best = -abut::detail::infinity<double>, largest = 0;
    for (abut::VertexId i = 0; i < shape_.vertex_count(); ++i) {
      const auto p = shape_.vertex(i);
      best = std::max(best, dot(along, p));
      largest = std::max(largest, max_abs(p));
    }
    Real highest = 0;
    bool found = false;
    for (abut::VertexId i = 0; i < shape_.vertex_count(); ++i) {
      const auto p = shape_.vertex(i);
      if (dot(along, p) < best - 1e-13 * largest * max_abs(along)) continue;
      const Real height = dot(local, oracle::exact(p));
      if (!found || height > highest) highest = height;
      found = true;
    }
    return highest + dot(n, origin_);
  }

  oracle::Body<D> body() const {
    oracle::Body<D> r;
    for (abut::VertexId i = 0; i < shape_.vertex_count(); ++i) r.points.push_back(vertex(i));
    return r;
  }

 private:
  abut::ShapeRef<double, D> shape_;
  oracle::Matrix<D> rotation_;
  oracle::Vector<D> origin_;
};

/// The convex combination of w nearest to the origin.
template <int D>
oracle::detail::Combination<D> nearest_of(const std::vector<oracle::Vector<D>>& w) {
  oracle::detail::Combination<D> best, c;
  for (unsigned mask = 1; mask < 1U << w.size(); ++mask) {
    c.index.clear();
    for (std::size_t i = 0; i < w.size(); ++i) {
      if ((mask >> i & 1U) != 0) c.index.push_back(i);
    }
    if (!oracle::detail::nearest(w, c) || (!best.index.empty() && c.squared >= best.squared)) continue;
    best = c;
  }
  return best;
}

/// From the features of the double answer.
template <int D>
Bounds between_cores(const Core<D>& a, const Core<D>& b, const abut::Distance<double, D>& hint) {
  std::vector<oracle::Vector<D>> w;
  for (int i = 0; i < hint.feature_count; ++i) {
    w.push_back(b.vertex(hint.feature_b[i]) - a.vertex(hint.feature_a[i]));
  }
  const auto nearest = nearest_of(w);
  const auto n = oracle::unit(oracle::detail::perpendicular(w, nearest));
  const Real lower = -b.highest(n * -1) - a.highest(n);
  return {lower > 0 ? lower : 0, oracle::square_root(nearest.squared)};
}

/// Whether the bounds are a proof; not if they contradict each other by more than rounding.
bool is_narrow(const Bounds& b, Real size) {
  return b.upper <= size * Real(0x1p-90) || oracle::absolute(b.upper - b.lower) <= b.upper * Real(certified_width / 4);
}

/// Polytopes, and polytopes with a radius around them.
template <int D>
Bounds bounds(const Workload<D>& w, const ExactPool<D>& pool_a, const ExactPool<D>& pool_b, const Query<D>& q) {
  const auto &a = pool_a[q.a], &b = pool_b[q.b];
  const auto hint = abut::distance(abut::place(a, widened(q.pose_a)), abut::place(b, widened(q.pose_b)));
  if constexpr (D == 3) {
    if (w.a.form == Form::cylinder) {
      const auto r = oracle::closest(abut::place(TypeOf<float, Form::cylinder, 3>::from(w.a.shapes[q.a]), q.pose_a),
                                     abut::place(TypeOf<float, Form::box, 3>::from(w.b.shapes[q.b]), q.pose_b),
                                     oracle::exact(hint.normal), Real(hint.distance) * Real(certified_width / 8));
      return {r.lower, r.upper};
    }
  }
  const Core<D> core_a(a, q.pose_a), core_b(b, q.pose_b);
  Bounds r = between_cores(core_a, core_b, hint);
  if (!is_narrow(r, a.bounding_radius() + b.bounding_radius())) {
    const auto judged = oracle::distance(core_a.body(), core_b.body());
    r = {judged.lower, judged.upper};
  }
  const Real radii = Real(a.radius()) + Real(b.radius());
  return {r.lower > radii ? r.lower - radii : 0, r.upper > radii ? r.upper - radii : 0};
}

}  // namespace

template <int D>
std::vector<Truth> certified_distances(const Workload<D>& workload) {
  const ExactPool<D> a(workload.a), b(workload.b);
  std::vector<Truth> truths;
  for (const auto& q : workload.queries) {
    const double size = a[q.a].bounding_radius() + a[q.a].radius() + b[q.b].bounding_radius() + b[q.b].radius();
    const Bounds r = bounds(workload, a, b, q);
    if (!is_narrow(r, size)) {
      throw std::runtime_error(fmt::format("query {} has no certified distance: between {} and {}", truths.size(),
                                           oracle::narrow(r.lower), oracle::narrow(r.upper)));
    }
    const bool overlap = r.upper <= Real(size) * Real(0x1p-90);
    if (overlap) {
      truths.push_back({0, 0, size});
    } else {
      truths.push_back({oracle::narrow((r.lower + r.upper) / 2), oracle::narrow(r.upper - r.lower), size});
    }
  }
  return truths;
}

template std::vector<Truth> certified_distances(const Workload<2>&);
template std::vector<Truth> certified_distances(const Workload<3>&);

}  // namespace bench
