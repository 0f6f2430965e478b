/// A cast as a picture: the sweep, and the positions up to which it was proven free.
#pragma once

#include "trace/traced_query.hpp"

namespace abut::tool {

/// A traced cast. All in double and in world coordinates.
template <int D>
struct TracedCast {
  std::string id;  ///< as it was written, JSON
  std::string op_name, method;
  bool is_ray = false;  ///< the op is that of a ray, though the record may move a shape
  Precision precision = Precision::double_numbers;
  TracedShape<D> a, b;  ///< at the start; of a ray, `a` is the point where it begins
  Vec<double, D> motion{};
  double max_t = 1;
  std::vector<double> tried;  ///< the times up to which the way was proven free, one after the other
  Status status = Status::inconclusive;
  int iterations = 0;
  bool hit = false, miss = false;
  double t = 0, t_safe = 0;
  Vec<double, D> point{}, normal{};  ///< at the hit, from A to B
};

/// Throws RecordError if it is too large to be drawn.
template <int D>
std::string cast_picture(const TracedCast<D>& cast);

extern template std::string cast_picture(const TracedCast<2>&);
extern template std::string cast_picture(const TracedCast<3>&);

}  // namespace abut::tool
