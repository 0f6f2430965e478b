/// How times grow with the number of vertices, as a chart.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace bench {

/// Nanoseconds, for sets of `vertices` points.
struct Growth {
  std::size_t vertices;
  double support_by_scan, support, distance_by_scan, distance;
};

/// The exponent p of time ~ vertices^p between the two rows.
double slope(double Growth::* time, const Growth& from, const Growth& to);

/// SVG: both axes logarithmic. Rows in the order of their vertices, at least two.
std::string growth_chart(std::span<const Growth> rows);

}  // namespace bench
