/// Answers as lists of numbers: every number of a result, to be checked or compared one by one.
#pragma once

#include "oracle/draw/corpus.hpp"

namespace oracle {

/// Every length of the answer.
template <class T, int D>
std::vector<T> lengths(const abut::detail::SignedDistance<T, D>& r) {
  std::vector<T> all{r.distance, r.lower, r.upper, r.signed_distance, r.signed_lower, r.signed_upper};
  for (int i = 0; i < D; ++i) {
    all.push_back(r.point_a[i]);
    all.push_back(r.point_b[i]);
  }
  return all;
}

/// Whether everything but the lengths is equal bit for bit.
template <class T, int D>
::testing::AssertionResult same_except_lengths(const abut::detail::SignedDistance<T, D>& r,
                                               const abut::detail::SignedDistance<T, D>& s) {
  if (r.status != s.status)
    return ::testing::AssertionFailure() << to_string(r.status) << " and " << to_string(s.status);
  if (r.iterations != s.iterations) return ::testing::AssertionFailure() << "iterations";
  if (!(r.normal == s.normal)) return ::testing::AssertionFailure() << "normal";
  if (r.cores_meet != s.cores_meet) return ::testing::AssertionFailure() << "cores_meet";
  if (r.feature_count != s.feature_count) return ::testing::AssertionFailure() << "feature_count";
  for (int i = 0; i < r.feature_count; ++i) {
    const bool same = r.feature_a[i] == s.feature_a[i] && r.feature_b[i] == s.feature_b[i];
    if (!same) return ::testing::AssertionFailure() << "feature ids";
  }
  return ::testing::AssertionSuccess();
}

template <class T, int D>
::testing::AssertionResult same_bits(const abut::detail::SignedDistance<T, D>& r,
                                     const abut::detail::SignedDistance<T, D>& s) {
  if (lengths(r) != lengths(s)) return ::testing::AssertionFailure() << "lengths";
  return same_except_lengths(r, s);
}

/// No NaN, a unit normal, bounds in order; infinite only where the documentation allows it: upper bounds, a signed
/// lower bound, and a distance that overflows.
template <class T, int D>
::testing::AssertionResult is_sane(const abut::detail::SignedDistance<T, D>& r) {
  for (const T x : lengths(r)) {
    if (x != x) return ::testing::AssertionFailure() << "a NaN in the answer";
  }
  const double squared = abut::norm_squared(abut::detail::widen(r.normal));
  if (!(std::abs(squared - 1) < 8 * abut::epsilon_of<T>))  // not NaN: each component has a few roundings
    return ::testing::AssertionFailure() << "normal of squared length " << squared;
  const bool ordered = r.lower <= r.distance && r.distance <= r.upper && r.signed_lower <= r.signed_distance &&
                       r.signed_distance <= r.signed_upper && T(0) <= r.lower;
  if (r.status == abut::Status::invalid_argument) return ::testing::AssertionSuccess();
  if (!ordered) {
    return ::testing::AssertionFailure() << "bounds out of order: " << r.lower << " " << r.distance << " " << r.upper
                                         << ", signed " << r.signed_lower << " " << r.signed_distance << " "
                                         << r.signed_upper << ", " << to_string(r.status);
  }
  if (!abut::is_finite(r.lower)) return ::testing::AssertionFailure() << "lower bound infinite";
  return ::testing::AssertionSuccess();
}

/// Every length times 2^k.
template <class T, int D>
Pair<T, D> scaled(Pair<T, D> p, int k) {
  for (Points<T, D>* points : {&p.a, &p.b}) {
    for (auto& v : *points) {
      for (int i = 0; i < D; ++i) v[i] = std::ldexp(v[i], k);
    }
  }
  for (auto* v : {&p.pose_a.p, &p.pose_b.p}) {
    for (int i = 0; i < D; ++i) (*v)[i] = std::ldexp((*v)[i], k);
  }
  p.radius_a = std::ldexp(p.radius_a, k);
  p.radius_b = std::ldexp(p.radius_b, k);
  return p;
}

}  // namespace oracle
