/// A traced query: its shapes, its steps and its result. All in double and in world coordinates.
#pragma once

#include "answer/op_table.hpp"
#include "record/shape_table.hpp"

#include <abut/trace.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace abut::tool {

/// A shape to be drawn: its core, and the radius around it.
template <int D>
struct TracedShape {
  using V = Vec<double, D>;

  std::function<V(const V&)> support;  ///< the support point of the core
  std::vector<V> vertices;             ///< of the core; none if it is curved
  double radius = 0;
};

/// Vectors of B - A, along the axes of the world.
template <int D>
using TraceStep = std::variant<GjkStep<D>, MprStep<D>, EpaStep<D>>;

/// What all kinds of steps have in common.
template <int D>
struct StepCall {
  int iteration;
  Vec<double, D> direction, support;
  Stop stop;
};

template <int D>
StepCall<D> call_of(const TraceStep<D>& step) {
  return std::visit([](const auto& s) { return StepCall<D>{s.iteration, s.direction, s.support, s.stop}; }, step);
}

/// The result, as far as it is drawn.
template <int D>
struct Finding {
  Status status = Status::invalid_argument;
  int iterations = 0;
  Vec<double, D> normal{};  ///< from A to B: across the gap, or the exit direction
  bool apart = false;       ///< a gap is proven
  bool cores_meet = false;  ///< so EPA went on to find the depth
  bool has_points = false;
  Vec<double, D> point_a{}, point_b{};   ///< the closest points, or the deepest
  double between = 0;                    ///< the signed distance of the points
  std::optional<Vec<double, D>> common;  ///< a point of both
  /// Set by MPR, once the overlap is proven: the direction from the origin in which its portal moves to the surface.
  std::optional<Vec<double, D>> pushed;

  std::string claim;            ///< "The true distance lies in"
  double lower = 0, upper = 0;  ///< the bounds that the claim is about
};

/// The shape of an operand, which it keeps alive.
template <Scalar T, int D>
TracedShape<D> traced_shape(const AnyShape<T, D>& operand);

template <int D>
struct TracedQuery {
  std::string id;       ///< as it was written, JSON
  std::string op_name;  ///< as it was written
  OpId op{};
  Precision precision = Precision::double_numbers;
  TracedShape<D> a, b;
  std::vector<TraceStep<D>> steps;
  Finding<D> found;
  std::string answer;  ///< the line that abut query prints
};

/// Traces distance, rounded, overlap, penetration, depth_along and separation. Throws RecordError if the record can not
/// be answered, or its op has no steps.
template <int D>
TracedQuery<D> traced_query(const Record& record, const AnswerOptions& options);

extern template TracedShape<2> traced_shape(const AnyShape<float, 2>&);
extern template TracedShape<3> traced_shape(const AnyShape<float, 3>&);
extern template TracedShape<2> traced_shape(const AnyShape<double, 2>&);
extern template TracedShape<3> traced_shape(const AnyShape<double, 3>&);
extern template TracedQuery<2> traced_query(const Record&, const AnswerOptions&);
extern template TracedQuery<3> traced_query(const Record&, const AnswerOptions&);

}  // namespace abut::tool
