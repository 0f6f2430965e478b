/// What the traced queries share. Each is in a file of its own: it is instantiated for two scalars and two dimensions.
#pragma once

#include "trace/traced_query.hpp"

namespace abut::tool {

/// Receives every kind of step.
template <int D>
struct StepCollector {
  TracedQuery<D>& query;

  void operator()(const GjkStep<D>& step) { query.steps.push_back(step); }
  void operator()(const MprStep<D>& step) { query.steps.push_back(step); }
  void operator()(const EpaStep<D>& step) { query.steps.push_back(step); }
};

/// What a distance, a separation and a penetration have in common.
template <template <Scalar, int> class Result, Scalar T, int D>
Finding<D> begin_finding(const Result<T, D>& r) {
  Finding<D> found;
  found.status = r.status;
  found.iterations = r.iterations;
  found.normal = detail::widen(r.normal);
  found.point_a = detail::widen(r.point_a);
  found.point_b = detail::widen(r.point_b);
  return found;
}

/// Of a search that ended at the cutoff, before it had an upper bound.
template <int D>
void claim_lower_bound(Finding<D>& found) {
  found.claim = "They are further apart than";
  found.upper = found.lower;
}

/// Each fills in the steps, what was found, and the answer. Throws RecordError if there is no answer.
template <Scalar T, int D>
void trace_overlap(const Record& record, std::string_view method, const AnyShape<T, D>& a, const AnyShape<T, D>& b,
                   TracedQuery<D>& query);
template <Scalar T, int D>
void trace_penetration(const Record& record, std::string_view method, const AnyShape<T, D>& a, const AnyShape<T, D>& b,
                       TracedQuery<D>& query);
template <Scalar T, int D>
void trace_separation(const Record& record, const AnyShape<T, D>& a, const AnyShape<T, D>& b, TracedQuery<D>& query);

extern template void trace_overlap(const Record&, std::string_view, const AnyShape<float, 2>&,
                                   const AnyShape<float, 2>&, TracedQuery<2>&);
extern template void trace_overlap(const Record&, std::string_view, const AnyShape<float, 3>&,
                                   const AnyShape<float, 3>&, TracedQuery<3>&);
extern template void trace_overlap(const Record&, std::string_view, const AnyShape<double, 2>&,
                                   const AnyShape<double, 2>&, TracedQuery<2>&);
extern template void trace_overlap(const Record&, std::string_view, const AnyShape<double, 3>&,
                                   const AnyShape<double, 3>&, TracedQuery<3>&);
extern template void trace_penetration(const Record&, std::string_view, const AnyShape<float, 2>&,
                                       const AnyShape<float, 2>&, TracedQuery<2>&);
extern template void trace_penetration(const Record&, std::string_view, const AnyShape<float, 3>&,
                                       const AnyShape<float, 3>&, TracedQuery<3>&);
extern template void trace_penetration(const Record&, std::string_view, const AnyShape<double, 2>&,
                                       const AnyShape<double, 2>&, TracedQuery<2>&);
extern template void trace_penetration(const Record&, std::string_view, const AnyShape<double, 3>&,
                                       const AnyShape<double, 3>&, TracedQuery<3>&);
extern template void trace_separation(const Record&, const AnyShape<float, 2>&, const AnyShape<float, 2>&,
                                      TracedQuery<2>&);
extern template void trace_separation(const Record&, const AnyShape<float, 3>&, const AnyShape<float, 3>&,
                                      TracedQuery<3>&);
extern template void trace_separation(const Record&, const AnyShape<double, 2>&, const AnyShape<double, 2>&,
                                      TracedQuery<2>&);
extern template void trace_separation(const Record&, const AnyShape<double, 3>&, const AnyShape<double, 3>&,
                                      TracedQuery<3>&);

}  // namespace abut::tool
