/// A query that was watched: what it asked, step by step, and what it found. All in double and in the world.
#pragma once

#include "answer.hpp"

#include <abut/trace.hpp>

#include <functional>
#include <string>
#include <vector>

namespace abut::tool {

/// A shape, for those who draw it: its core, and the radius around it.
template <int D>
struct TracedShape {
  using V = Vec<double, D>;

  std::function<V(const V&)> support;  ///< the furthest point of the core
  std::vector<V> vertices;             ///< whose hull the core is; none if it is curved
  double radius = 0;
};

template <int D>
struct Traced {
  std::string id;  ///< as it was written, JSON
  std::string op;
  Precision precision = Precision::double_numbers;
  TracedShape<D> a, b;
  std::vector<GjkStep<D>> steps;  ///< vectors of B - A, along the axes of the world
  Distance<double, D> distance;
  std::string answer;  ///< the line that abut query prints
};

/// Throws RecordError if the shapes make no question.
template <int D>
Traced<D> traced(const Record& record, const TwoShapes& shapes, Precision precision);

extern template Traced<2> traced(const Record&, const TwoShapes&, Precision);
extern template Traced<3> traced(const Record&, const TwoShapes&, Precision);

}  // namespace abut::tool
