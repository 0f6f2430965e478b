#include "reference/ray_reference.hpp"

#include "oracle/judge/curved.hpp"
#include "workload/exact_pool.hpp"

#include <limits>

namespace bench {

namespace {

using oracle::Real;

/// Clips the ray to the half-planes of all edges (Cyrus and Beck 1978).
double entry_of(const Shape<2>& polygon, const Query<2>& q) {
  constexpr double miss = std::numeric_limits<double>::infinity();
  const auto rotation = oracle::matrix(q.pose_b.q);
  const auto origin = oracle::transposed_times(rotation, oracle::exact(q.pose_a.p) - oracle::exact(q.pose_b.p));
  const auto direction = oracle::transposed_times(rotation, oracle::exact(q.direction));
  const auto& points = polygon.points;
  Real enter = 0, leave = 1;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto p = oracle::exact(points[i]), along = oracle::exact(points[(i + 1) % points.size()]) - p;
    const oracle::Vector<2> outward{{along[1], -along[0]}};
    const Real inside = dot(outward, p - origin), rate = dot(outward, direction);
    if (rate == 0 && inside < 0) return miss;
    if (rate < 0 && inside / rate > enter) enter = inside / rate;
    if (rate > 0 && inside / rate < leave) leave = inside / rate;
  }
  return enter <= leave ? oracle::narrow(enter) : miss;
}

}  // namespace

std::vector<Truth> true_rays(const Workload<2>& w) {
  const ExactPool<2> pool(w.b);
  std::vector<Truth> truths;
  for (const auto& q : w.queries) {
    const double length = abut::length(abut::vec_cast<double>(q.direction));
    truths.push_back({entry_of(w.b.shapes[q.b], q), 0, pool[q.b].bounding_radius() / length});
  }
  return truths;
}

}  // namespace bench
