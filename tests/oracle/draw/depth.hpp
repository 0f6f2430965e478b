/// The true separation of the pairs of the corpus, and the library's.
#pragma once

#include "oracle/draw/corpus.hpp"
#include "oracle/judge/depth_judge.hpp"

#include <abut/separation.hpp>

namespace oracle {

/// Bounds of the true separation of a pair, radii included.
struct SignedTruth {
  Real lower, upper;
};

template <class T, int D>
SignedTruth signed_truth(const Case<T, D>& c) {
  if (c.cores.lower > 0) return {c.cores.lower - c.radii(), c.cores.upper - c.radii()};
  const Real s = DepthJudge<D>(c.a, c.b).separation();
  const Real slack = c.size * Real(0x1p-85);
  const Real most = s > c.cores.upper ? s : c.cores.upper;  // apart by less than the judges can resolve
  return {s - slack - c.radii(), (c.cores.meets ? s : most) + slack - c.radii()};
}

/// separation() of the pair.
template <class T, int D>
abut::Separation<T, D> ask_separation(const Pair<T, D>& p, const abut::SeparationOptions<T, D>& options = {}) {
  const Rounded<T, D> a{points<T, D>(p.a), p.radius_a}, b{points<T, D>(p.b), p.radius_b};
  if (!p.posed) return abut::separation(a, b, options);
  return abut::separation(abut::place(a, p.pose_a), abut::place(b, p.pose_b), options);
}

// Compiled once, in property/library.cpp.
extern template abut::Separation<float, 2> ask_separation(const Pair<float, 2>&,
                                                          const abut::SeparationOptions<float, 2>&);
extern template abut::Separation<float, 3> ask_separation(const Pair<float, 3>&,
                                                          const abut::SeparationOptions<float, 3>&);
extern template abut::Separation<double, 2> ask_separation(const Pair<double, 2>&,
                                                           const abut::SeparationOptions<double, 2>&);
extern template abut::Separation<double, 3> ask_separation(const Pair<double, 3>&,
                                                           const abut::SeparationOptions<double, 3>&);

}  // namespace oracle
