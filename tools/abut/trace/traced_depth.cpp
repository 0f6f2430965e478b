#include "answer/depth.hpp"
#include "trace/step_collector.hpp"

namespace abut::tool {

namespace {

/// Where MPR pushes its portal: against the direction given; else as its first look went, from the center of B to that of A, and that is
/// a way out, not the shortest.
template <Scalar T, int D>
void tell_portal(const PenetrationOptions<T, D>& options, Traced<D>& story) {
  if (options.direction != Vec<T, D>{}) {
    story.found.pushed = -widen(options.direction);
  } else if (options.method == PenetrationMethod::mpr_portal && !story.steps.empty()) {
    story.found.claim = "This way out is that of the portal; the least depth lies in";
    story.found.pushed = -call_of<D>(story.steps.front()).direction;
  }
}

template <Scalar T, int D>
Finding<D> finding_of(const Separation<T, D>& r) {
  Finding<D> found = begin_finding(r);
  found.apart = r.lower > 0;
  found.has_points = true;
  found.between = r.separation;
  found.claim = "The true separation lies in";
  found.lower = r.lower;
  found.upper = r.upper;
  return found;
}

template <Scalar T, int D>
Finding<D> finding_of(const Penetration<T, D>& r, const PenetrationOptions<T, D>& options) {
  Finding<D> found = begin_finding(r);
  found.apart = r.upper == T(0);
  found.has_points = !found.apart;
  found.between = -r.depth;
  found.claim = options.direction == Vec<T, D>{} ? "The true depth lies in"
                                                 : "Along the direction given, the true depth lies in";
  found.lower = r.lower;
  found.upper = r.upper;
  return found;
}

}  // namespace

template <Scalar T, int D>
void tell_depth(const Record& record, std::string_view method, const Operand<T, D>& a, const Operand<T, D>& b,
                Traced<D>& story) {
  if (record.op == "penetration") {
    const auto options = penetration_options<T, D>(record, method);
    const auto ask = [&](const auto& x, const auto& y) {
      return penetration(x, y, options, StepCollector<D>{story});
    };
    const Penetration<T, D> r = asked(a, b, ask);
    append_depth_result(record, r, story.answer);
    story.found = finding_of(r, options);
    tell_portal(options, story);
  } else {
    const auto ask = [&](const auto& x, const auto& y) {
      return separation(x, y, {}, StepCollector<D>{story});
    };
    const Separation<T, D> r = asked(a, b, ask);
    append_depth_result(record, r, story.answer);
    story.found = finding_of(r);
  }
}

template void tell_depth(const Record&, std::string_view, const Operand<float, 2>&, const Operand<float, 2>&,
                         Traced<2>&);
template void tell_depth(const Record&, std::string_view, const Operand<float, 3>&, const Operand<float, 3>&,
                         Traced<3>&);
template void tell_depth(const Record&, std::string_view, const Operand<double, 2>&,
                         const Operand<double, 2>&, Traced<2>&);
template void tell_depth(const Record&, std::string_view, const Operand<double, 3>&,
                         const Operand<double, 3>&, Traced<3>&);

}  // namespace abut::tool
