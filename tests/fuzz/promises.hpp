/// The promises of every answer that are cheap enough for a fuzzer to check: lines 1, 2 and 4 of the contract in
/// docs/architecture.md.
#pragma once

#include "soak/still/body.hpp"
#include "soak/still/record.hpp"

#include <cstdlib>

namespace fuzz {

/// Prints what was broken and a record for `abut query` that reproduces it; then aborts, so that the fuzzer keeps the
/// bytes.
template <class T, int D>
void require(bool kept, const char* what, const soak::Pair<T, D>& pair) {
  if (kept) return;
  std::fprintf(stderr, "%s; replay: abut query --precision %s, with\n%s\n", what, sizeof(T) == 4 ? "float" : "double",
               soak::RecordWriter().write(pair, "fuzz").c_str());
  std::abort();
}

/// Along the normal, A ends `signed_lower` before B begins: in 113 bits, up to the rounding of the normal, which is at
/// most 10 eps (see tests/property/answers/witness_test.cpp), and to the spacing of subnormal numbers.
template <class T, int D>
bool plane_proves_lower(const soak::Pair<T, D>& pair, const abut::detail::SignedDistance<T, D>& r) {
  const soak::Bodies<D> bodies(pair);
  const auto n = oracle::exact(r.normal);
  const soak::Real between = -bodies.b.height(n * -1) - bodies.a.height(n);
  const soak::Real size = soak::size_of(pair);
  const soak::Real spacing = std::numeric_limits<T>::denorm_min();
  return r.signed_lower - between <= soak::Real(10 * abut::epsilon_of<T>) * size + 8 * spacing;
}

/// A polytope never reaches the iteration limit: it has finitely many vertices. A curved pair may, if a rim is near a
/// rim and each iteration removes a quarter of the gap between the bounds; only the last digits may then be missing:
/// 1e-6 of the size, the tolerance of float.
template <class T, int D>
bool ends_in_time(const soak::Pair<T, D>& pair, const abut::detail::SignedDistance<T, D>& r) {
  if (r.status != abut::Status::iteration_limit) return true;
  return pair.is_curved() && double(r.upper) - double(r.lower) <= 1e-6 * double(soak::size_of(pair));
}

template <class T, int D>
void keeps_promises(const soak::Pair<T, D>& pair, const abut::detail::SignedDistance<T, D>& r) {
  using abut::Status;
  require(ends_in_time(pair, r), "iteration limit", pair);
  if (r.status == Status::invalid_argument) return;  // sums of lengths overflow
  bool numbers = r.lower == r.lower && r.upper == r.upper && r.distance == r.distance &&
                 r.signed_lower == r.signed_lower && r.signed_upper == r.signed_upper;
  for (int i = 0; i < D; ++i) {
    numbers = numbers && r.point_a[i] == r.point_a[i] && r.point_b[i] == r.point_b[i] && r.normal[i] == r.normal[i];
  }
  require(numbers, "a NaN in the answer", pair);
  require(0 <= r.lower && r.lower <= r.distance && r.distance <= r.upper && abut::is_finite(r.lower),
          "bounds out of order", pair);
  require(r.signed_lower <= r.signed_distance && r.signed_distance <= r.signed_upper, "signed bounds out of order",
          pair);
  require(std::abs(abut::norm_squared(abut::detail::widen(r.normal)) - 1) < 32 * abut::epsilon_of<T>, "no unit normal",
          pair);
  require(r.iterations <= (pair.is_curved() ? 128 : 64), "more iterations than the cap", pair);
  require(plane_proves_lower(pair, r), "the plane does not prove the lower bound", pair);
}

}  // namespace fuzz
