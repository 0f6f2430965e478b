/// A cast as a picture: the sweep, and the places on it that were tried.
#pragma once

#include "trace/traced_query.hpp"

namespace abut::tool {

/// A cast that was watched. All in double and in the world.
template <int D>
struct CastStory {
  std::string id;  ///< as it was written, JSON
  std::string op, method;
  Precision precision = Precision::double_numbers;
  TracedShape<D> a, b;  ///< at the start; of a ray, `a` is the point where it begins
  Vec<double, D> motion{};
  double limit = 1;
  std::vector<double> tried;  ///< the times up to which the way was proven free, one after the other
  Status status = Status::inconclusive;
  int iterations = 0;
  bool hit = false, miss = false;
  double t = 0, safe = 0;
  Vec<double, D> point{}, normal{};  ///< at the hit, from A to B
};

/// Throws RecordError if it is too large to be drawn.
template <int D>
std::string cast_picture(const CastStory<D>& story);

extern template std::string cast_picture(const CastStory<2>&);
extern template std::string cast_picture(const CastStory<3>&);

}  // namespace abut::tool
