#include "answer/overlap.hpp"
#include "trace/step_collector.hpp"

namespace abut::tool {

template <Scalar T, int D>
void trace_overlap(const Record& record, std::string_view method, const AnyShape<T, D>& a, const AnyShape<T, D>& b,
                   TracedQuery<D>& query) {
  const OverlapOptions<T, D> options{.method = overlap_method(record, method)};
  const auto traced = [&](const auto& x, const auto& y) { return overlap(x, y, options, StepCollector<D>{query}); };
  const Overlap<T, D> r = apply(a, b, traced);
  append_overlap_result(record, r, query.answer);
  Finding<D>& found = query.found;
  found.status = r.status;
  found.iterations = r.iterations;
  found.normal = detail::widen(r.axis);
  found.apart = r.apart;
  if (r.overlap) found.common = detail::widen(r.point);
  found.claim = r.apart     ? "They are apart along the axis drawn, by at least"
                : r.overlap ? "They meet in the point drawn, or are apart by no more than"
                            : "Neither is proven. They are apart by no more than";
  found.lower = found.upper = double(r.apart ? r.lower : r.upper);
}

template void trace_overlap(const Record&, std::string_view, const AnyShape<float, 2>&, const AnyShape<float, 2>&,
                            TracedQuery<2>&);
template void trace_overlap(const Record&, std::string_view, const AnyShape<float, 3>&, const AnyShape<float, 3>&,
                            TracedQuery<3>&);
template void trace_overlap(const Record&, std::string_view, const AnyShape<double, 2>&, const AnyShape<double, 2>&,
                            TracedQuery<2>&);
template void trace_overlap(const Record&, std::string_view, const AnyShape<double, 3>&, const AnyShape<double, 3>&,
                            TracedQuery<3>&);

}  // namespace abut::tool
