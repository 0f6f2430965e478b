/// The queries that can be watched, one file for each kind: each is compiled for four spaces.
#pragma once

#include "trace/traced_query.hpp"

namespace abut::tool {

/// Told of every kind of step.
template <int D>
struct StepCollector {
  Traced<D>& story;

  void operator()(const GjkStep<D>& step) { story.steps.push_back(step); }
  void operator()(const MprStep<D>& step) { story.steps.push_back(step); }
  void operator()(const EpaStep<D>& step) { story.steps.push_back(step); }
};

/// What a distance, a separation and a penetration tell alike.
template <template <Scalar, int> class Result, Scalar T, int D>
Finding<D> begin_finding(const Result<T, D>& r) {
  Finding<D> found;
  found.status = r.status;
  found.iterations = r.iterations;
  found.normal = widen(r.normal);
  found.point_a = widen(r.point_a);
  found.point_b = widen(r.point_b);
  return found;
}

/// The steps, what was found, and the answer. Throws RecordError if there is no answer.
template <Scalar T, int D>
void tell_overlap(const Record& record, std::string_view method, const Operand<T, D>& a,
                  const Operand<T, D>& b, Traced<D>& story);
/// Of penetration and separation.
template <Scalar T, int D>
void tell_depth(const Record& record, std::string_view method, const Operand<T, D>& a, const Operand<T, D>& b,
                Traced<D>& story);

extern template void tell_overlap(const Record&, std::string_view, const Operand<float, 2>&,
                                  const Operand<float, 2>&, Traced<2>&);
extern template void tell_overlap(const Record&, std::string_view, const Operand<float, 3>&,
                                  const Operand<float, 3>&, Traced<3>&);
extern template void tell_overlap(const Record&, std::string_view, const Operand<double, 2>&,
                                  const Operand<double, 2>&, Traced<2>&);
extern template void tell_overlap(const Record&, std::string_view, const Operand<double, 3>&,
                                  const Operand<double, 3>&, Traced<3>&);
extern template void tell_depth(const Record&, std::string_view, const Operand<float, 2>&,
                                const Operand<float, 2>&, Traced<2>&);
extern template void tell_depth(const Record&, std::string_view, const Operand<float, 3>&,
                                const Operand<float, 3>&, Traced<3>&);
extern template void tell_depth(const Record&, std::string_view, const Operand<double, 2>&,
                                const Operand<double, 2>&, Traced<2>&);
extern template void tell_depth(const Record&, std::string_view, const Operand<double, 3>&,
                                const Operand<double, 3>&, Traced<3>&);

}  // namespace abut::tool
