/// Checks overlap against what is known of a pair: both verdicts of both methods.
#pragma once

#include "soak/still/body.hpp"

#include <abut/abut.hpp>

#include <string>

namespace soak {

/// What the judge knows: bounds of the distance of the shapes, and the rounding error of an answer that has converged.
struct Known {
  Real lower, upper, size, rounding;
};

template <class T, int D>
abut::Overlap<T, D> meet(const Pair<T, D>& p, abut::OverlapMethod method) {
  const auto a = shape_of(p.a), b = shape_of(p.b);
  const abut::OverlapOptions<T, D> options{.method = method};
  if (!p.posed) return abut::overlap(a.shape(), b.shape(), options);
  return abut::overlap(abut::place(a.shape(), p.pose_a), abut::place(b.shape(), p.pose_b), options);
}

/// Whether the axis separates them by `lower`. In float it was rounded, by half an eps of the size.
template <class T, int D>
bool parts(const abut::Overlap<T, D>& r, const Bodies<D>& bodies, const Known& known) {
  const Vector<D> n = oracle::exact(r.axis);
  const Real gap = -bodies.b.height(n * -1) - bodies.a.height(n);
  const Real slack = sizeof(T) == 4 ? Real(abut::epsilon_of<T>) * known.size : Real(0);
  return gap >= Real(r.lower) - slack;
}

/// Whether the point is in both, as far as a few planes around each show.
template <class T, int D>
bool is_common(const abut::Overlap<T, D>& r, const Bodies<D>& bodies, const Known& known, Random& random) {
  const Vector<D> world = oracle::exact(r.point), x = world - bodies.origin;
  const Real allowed = known.rounding + Real(4 * abut::epsilon_of<T>) * length(world);
  for (int i = 0; i < 8; ++i) {
    const Vector<D> d = oracle::exact(oracle::detail::direction<D>(random));
    const Real height = dot(x, unit(d));
    if (height - bodies.a.height(d) > allowed || height - bodies.b.height(d) > allowed) return false;
  }
  return true;
}

/// What is wrong with the verdicts; null if nothing is.
template <class T, int D>
const char* overlap_failure(const Pair<T, D>& pair, const Bodies<D>& bodies, const Known& known, Random& random) {
  for (const auto method : {abut::OverlapMethod::gjk, abut::OverlapMethod::mpr}) {
    const auto r = meet(pair, method);
    if (r.status == abut::Status::invalid_argument) return "overlap: invalid_argument";
    if ((r.status == abut::Status::converged) != (r.overlap != r.apart)) return "overlap: status and verdict";
    if (r.apart != (r.lower > 0)) return "overlap: apart without a gap";
    if (Real(r.lower) > known.upper) return "overlap: lower above the truth";
    if (Real(r.upper) < known.lower) return "overlap: upper below the truth";
    if (r.apart && !parts(r, bodies, known)) return "overlap: the axis does not part them";
    if (r.overlap && Real(r.upper) > known.rounding) return "overlap: further apart than rounding";
    if (r.overlap && !is_common(r, bodies, known, random)) return "overlap: the point is not in both";
    const bool open = method == abut::OverlapMethod::gjk && !r.apart && !r.overlap;
    if (open && known.lower > known.size * Real(1e-9)) return "overlap: left open, and far from touching";
  }
  return nullptr;
}

}  // namespace soak
