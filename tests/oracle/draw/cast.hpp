/// The judge of casts: the time at which two translating simplices meet, in 113 bits.
///
/// Triangles in 2D and tetrahedra in 3D meet at a time t if they meet along every face normal of either and, in 3D,
/// along every cross product of an edge of each. Along one direction they meet in an interval of times; the first
/// contact is the latest start of these intervals, unless the earliest end comes before it. There is no search, and no
/// code is shared with the library.
#pragma once

#include "oracle/judge/real.hpp"

#include <array>

namespace oracle {

/// The corners of a simplex of D dimensions.
template <int D>
using Corners = std::array<Vector<D>, D + 1>;

struct Meeting {
  Real enter = -power_of_two(10000), leave = power_of_two(10000);
  Real rate = 0;       ///< the speed at which A approaches along the normal of the first contact
  bool apart = false;  ///< along a direction perpendicular to the motion

  bool exists() const { return !apart && enter <= leave; }
  /// Whether the contact is in the time from 0 to 1, and when.
  bool is_hit() const { return exists() && enter <= 1 && leave >= 0; }
  Real time() const { return enter > 0 ? enter : Real(0); }
};

template <int D>
class CastJudge {
 public:
  /// `grown`: as if the shapes were nearer to each other by that length.
  CastJudge(const Corners<D>& a, const Corners<D>& b, const Vector<D>& v, Real grown = 0)
      : a_(a), b_(b), v_(v), grown_(grown) {
    look_along_faces(a);
    look_along_faces(b);
    if constexpr (D == 3) look_along_edges();
  }

  const Meeting& meeting() const { return meeting_; }

 private:
  struct Interval {
    Real low, high;

    Interval(const Corners<D>& p, const Vector<D>& n) : low(dot(n, p[0])), high(low) {
      for (std::size_t i = 1; i < p.size(); ++i) {
        const Real h = dot(n, p[i]);
        low = h < low ? h : low;
        high = h > high ? h : high;
      }
    }
  };

  /// Adds the direction n, unless it is only rounding error: `longest` is the square of the length it could have.
  /// (Square roots are taken only if needed: they cost more than all the rest.)
  void test_axis(const Vector<D>& n, Real longest) {
    const Real squared = dot(n, n);
    if (!(squared > longest * Real(0x1p-200))) return;
    const Interval a(a_, n), b(b_, n);
    const Real c = dot(n, v_), room = grown_ > 0 ? grown_ * square_root(squared) : Real(0);
    const Real before = b.low - a.high - room,
               after = b.high - a.low + room;  // A is between: before <= t c <= after
    if (c == 0) {
      meeting_.apart = meeting_.apart || before > 0 || after < 0;
      return;
    }
    const Real leave = (c > 0 ? after : before) / c;
    meeting_.leave = leave < meeting_.leave ? leave : meeting_.leave;
    const Real enter = (c > 0 ? before : after) / c;
    if (enter < meeting_.enter) return;
    const Real rate = absolute(c) / square_root(squared);
    if (enter > meeting_.enter || rate > meeting_.rate) {
      meeting_.enter = enter;
      meeting_.rate = rate;
    }
  }

  void look_along_faces(const Corners<D>& p) {
    if constexpr (D == 2) {
      for (std::size_t i = 0; i < 3; ++i) {
        const Vector<D> e = p[(i + 1) % 3] - p[i];
        test_axis({{e[1], -e[0]}}, dot(e, e));
      }
    } else {
      for (std::size_t i = 0; i < 4; ++i) {
        const Vector<D> e = p[(i + 1) % 4] - p[i], f = p[(i + 2) % 4] - p[i];
        test_axis(cross(e, f), dot(e, e) * dot(f, f));
      }
    }
  }

  static std::array<Vector<D>, 6> edges_of(const Corners<D>& p) {
    return {p[1] - p[0], p[2] - p[0], p[3] - p[0], p[2] - p[1], p[3] - p[1], p[3] - p[2]};
  }
  void look_along_edges() {
    const auto edges = edges_of(b_);
    for (const Vector<D>& e : edges_of(a_)) {
      for (const Vector<D>& f : edges) test_axis(cross(e, f), dot(e, e) * dot(f, f));
    }
  }

  const Corners<D>&a_, &b_;
  Vector<D> v_;
  Real grown_;
  Meeting meeting_;
};

}  // namespace oracle
