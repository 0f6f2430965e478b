#include "answer/depth.hpp"
#include "trace/step_collector.hpp"

namespace abut::tool {

namespace {

/// Where MPR pushes its portal: against the direction given; else along its first direction, from the center of B to
/// that of A. That is an exit direction, not the one of least depth.
template <Scalar T, int D>
void set_portal_direction(const Record& record, const PenetrationOptions<T, D>& options, TracedQuery<D>& query) {
  if (record.direction) {
    query.found.pushed = -detail::widen(direction_of<T, D>("direction", *record.direction));
  } else if (options.method == PenetrationMethod::mpr && !query.steps.empty()) {
    query.found.claim = "This way out is that of the portal; the least depth lies in";
    query.found.pushed = -call_of<D>(query.steps.front()).direction;
  }
}

template <Scalar T, int D>
Finding<D> finding_of(const Separation<T, D>& r) {
  Finding<D> found = begin_finding(r);
  found.apart = r.lower > 0;
  found.has_points = has_points(r);
  found.between = r.separation;
  found.claim = "The true separation lies in";
  found.lower = r.lower;
  found.upper = r.upper;
  if (!found.has_points) claim_lower_bound(found);
  return found;
}

template <Scalar T, int D>
Finding<D> finding_of(const Penetration<T, D>& r, const Record& record) {
  Finding<D> found = begin_finding(r);
  found.apart = r.upper == T(0);
  found.has_points = !found.apart;
  found.between = -r.depth;
  found.claim = record.direction ? "Along the direction given, the true depth lies in" : "The true depth lies in";
  found.lower = r.lower;
  found.upper = r.upper;
  return found;
}

}  // namespace

template <Scalar T, int D>
void trace_penetration(const Record& record, std::string_view method, const AnyShape<T, D>& a, const AnyShape<T, D>& b,
                       TracedQuery<D>& query) {
  const auto options = penetration_options<T, D>(record, method);
  const auto traced = [&](const auto& x, const auto& y) {
    return depth_of(record, options, x, y, StepCollector<D>{query});
  };
  const Penetration<T, D> r = apply(a, b, traced);
  append_depth_result(record, r, query.answer);
  query.found = finding_of(r, record);
  set_portal_direction(record, options, query);
}

template <Scalar T, int D>
void trace_separation(const Record& record, const AnyShape<T, D>& a, const AnyShape<T, D>& b, TracedQuery<D>& query) {
  const auto options = separation_options<T, D>(record);
  const auto traced = [&](const auto& x, const auto& y) { return separation(x, y, options, StepCollector<D>{query}); };
  const Separation<T, D> r = apply(a, b, traced);
  append_depth_result(record, r, query.answer);
  query.found = finding_of(r);
}

template void trace_penetration(const Record&, std::string_view, const AnyShape<float, 2>&, const AnyShape<float, 2>&,
                                TracedQuery<2>&);
template void trace_penetration(const Record&, std::string_view, const AnyShape<float, 3>&, const AnyShape<float, 3>&,
                                TracedQuery<3>&);
template void trace_penetration(const Record&, std::string_view, const AnyShape<double, 2>&, const AnyShape<double, 2>&,
                                TracedQuery<2>&);
template void trace_penetration(const Record&, std::string_view, const AnyShape<double, 3>&, const AnyShape<double, 3>&,
                                TracedQuery<3>&);
template void trace_separation(const Record&, const AnyShape<float, 2>&, const AnyShape<float, 2>&, TracedQuery<2>&);
template void trace_separation(const Record&, const AnyShape<float, 3>&, const AnyShape<float, 3>&, TracedQuery<3>&);
template void trace_separation(const Record&, const AnyShape<double, 2>&, const AnyShape<double, 2>&, TracedQuery<2>&);
template void trace_separation(const Record&, const AnyShape<double, 3>&, const AnyShape<double, 3>&, TracedQuery<3>&);

}  // namespace abut::tool
