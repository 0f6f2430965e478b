/// The options that a record may state, rounded to the scalar of the query; the library's own where it states none.
/// Each throws RecordError, which names the field, if the number is out of range.
#pragma once

#include "record/narrowing.hpp"

#include <abut/distance.hpp>

#include <fmt/format.h>

namespace abut::tool {

template <Scalar T>
T tolerance_of(const Record& record) {
  return length_or("tolerance", record.tolerance, default_tolerance<T>);
}

template <Scalar T>
T cutoff_of(const Record& record) {
  return length_or("cutoff", record.cutoff, detail::infinity<T>);
}

template <Scalar T>
T margin_of(const Record& record) {
  return length_or("margin", record.margin, detail::infinity<T>);
}

inline int max_points_of(const Record& record, int otherwise) {
  constexpr int most = 8;  // that a contact in 3D has
  if (!record.max_points) return otherwise;
  const double given = *record.max_points;
  for (int count = 1; count <= most; ++count) {
    if (given == count) return count;
  }
  throw RecordError(fmt::format("max_points: is {}, expected a whole number from 1 to {}", given, most));
}

/// A search that ended at the cutoff may have found no points, only a plane.
template <class Result>
bool has_points(const Result& r) {
  return r.status != Status::cutoff || is_finite(r.upper);
}

}  // namespace abut::tool
