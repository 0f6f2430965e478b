/// The judge: the distance of two convex hulls in 113 bits, with its own certificate.
///
/// It shares no code and no shortcut with the library. Every vertex is transformed in 113 bits, every support search
/// evaluates all of them, and every subset of the current vertices is solved by least squares. Its result rests only on
/// a certificate that does not depend on the search: a plane that has every vertex beyond it bounds the distance from
/// below, a convex combination of vertices from above. If the two are not within 2^-90 of the size, it reports that.
#pragma once

#include "oracle/judge/real.hpp"

#include <abut/pose.hpp>

#include <span>
#include <vector>

namespace oracle {

/// A convex hull in world coordinates, and a radius around it.
template <int D>
struct Body {
  std::vector<Vector<D>> points;
  Real radius = 0;
};

template <int D>
struct Matrix {
  Vector<D> row[D];
};

template <class T>
Matrix<2> matrix(const abut::Rotation<T, 2>& q) {
  const Real c = q.c, s = q.s, length = square_root(c * c + s * s);
  return {{{{c / length, -s / length}}, {{s / length, c / length}}}};
}

template <class T>
Matrix<3> matrix(const abut::Rotation<T, 3>& q) {
  const Real w = q.w, x = q.x, y = q.y, z = q.z, n = w * w + x * x + y * y + z * z;
  return {{{{(w * w + x * x - y * y - z * z) / n, 2 * (x * y - w * z) / n, 2 * (x * z + w * y) / n}},
           {{2 * (x * y + w * z) / n, (w * w - x * x + y * y - z * z) / n, 2 * (y * z - w * x) / n}},
           {{2 * (x * z - w * y) / n, 2 * (y * z + w * x) / n, (w * w - x * x - y * y + z * z) / n}}}};
}

template <int D>
Vector<D> operator*(const Matrix<D>& m, const Vector<D>& v) {
  Vector<D> r;
  for (int i = 0; i < D; ++i) r[i] = dot(m.row[i], v);
  return r;
}

template <class T, int D>
Body<D> body(std::span<const abut::Vec<T, D>> points, T radius = T(0)) {
  Body<D> r{{}, radius};
  for (const auto& p : points) r.points.push_back(exact(p));
  return r;
}

template <class T, int D>
Body<D> body(std::span<const abut::Vec<T, D>> points, const abut::Pose<T, D>& pose, T radius = T(0)) {
  Body<D> r{{}, radius};
  const Matrix<D> m = matrix(pose.q);
  for (const auto& p : points) r.points.push_back(m * exact(p) + exact(pose.p));
  return r;
}

/// The first index of the least n.x.
template <int D>
std::size_t lowest_index(const std::vector<Vector<D>>& points, const Vector<D>& n) {
  std::size_t best = 0;
  Real least = dot(n, points[0]);
  for (std::size_t i = 1; i < points.size(); ++i) {
    const Real height = dot(n, points[i]);
    if (height < least) {
      least = height;
      best = i;
    }
  }
  return best;
}

/// Least and greatest n.x over the hull, without its radius.
template <int D>
Real lowest(const Body<D>& body, const Vector<D>& n) {
  return dot(n, body.points[lowest_index(body.points, n)]);
}

template <int D>
Real highest(const Body<D>& body, const Vector<D>& n) {
  return -lowest(body, n * -1);
}

/// lower <= distance of the hulls (without radii) <= upper; `closed` if they are within 2^-90 of the size.
template <int D>
struct Truth {
  Real lower = 0, upper = 0;
  Vector<D> normal{};  ///< of length 1, from A to B: the plane that proves `lower`
  bool closed = false;
  bool meets = false;  ///< the origin is a convex combination of differences, to 2^-90 of the size
};

namespace detail {

/// A convex combination of differences.
template <int D>
struct Combination {
  std::vector<std::size_t> index;  ///< of the current vertices
  Vector<D> p{};
  Real squared = 0;
};

/// The edges of a simplex as an orthonormal basis times a triangular matrix, by Gram-Schmidt, applied twice for
/// accuracy. Thin simplices lose as many bits as they are thin, not twice as many as with the normal equations.
template <int D>
struct Edges {
  std::array<Vector<D>, D> edge, basis;
  std::array<std::array<Real, D>, D> r{};
  std::size_t count;
  bool independent = true;

  Edges(const std::vector<Vector<D>>& w, const std::vector<std::size_t>& index) : count(index.size() - 1) {
    for (std::size_t j = 0; j < count && independent; ++j) {
      edge[j] = basis[j] = w[index[j + 1]] - w[index[0]];
      for (std::size_t i = 0; i < 2 * j; ++i) {
        const Real along = dot(basis[i % j], basis[j]);
        basis[j] = basis[j] - basis[i % j] * along;
        r[i % j][j] += along;
      }
      r[j][j] = norm(basis[j]);
      independent = r[j][j] > norm(edge[j]) * Real(0x1p-110);
      if (independent) basis[j] = basis[j] * (1 / r[j][j]);
    }
  }

  /// The x that minimizes |p + sum of x_i edge_i|.
  std::array<Real, D> solve(const Vector<D>& p) const {
    std::array<Real, D> x{};
    for (std::size_t k = count; k-- > 0;) {
      x[k] = -dot(p, basis[k]);
      for (std::size_t i = k + 1; i < count; ++i) x[k] -= r[k][i] * x[i];
      x[k] /= r[k][k];
    }
    return x;
  }
};

/// The point nearest to the origin of the plane through w[index]; false unless all its weights are >= 0. Solved three
/// times, each time for the residual of the last.
template <int D>
bool nearest(const std::vector<Vector<D>>& w, Combination<D>& c) {
  const Vector<D>& base = w[c.index[0]];
  const Edges<D> edges(w, c.index);
  if (!edges.independent) return false;
  std::array<Real, D> weight{};
  Real rest = 1, least = 0;
  c.p = base;
  for (int round = 0; round < 3 && edges.count > 0; ++round) {
    const std::array<Real, D> step = edges.solve(c.p);
    rest = 1;
    for (std::size_t i = 0; i < edges.count; ++i) rest -= weight[i] += step[i];
    least = rest;
    c.p = base * rest;
    for (std::size_t i = 0; i < edges.count; ++i) {
      least = weight[i] < least ? weight[i] : least;
      c.p = c.p + w[c.index[i + 1]] * weight[i];
    }
    if (least < Real(-0x1p-20)) return false;  // far outside: no need to refine
  }
  c.squared = dot(c.p, c.p);
  return least >= 0;
}

/// A vector perpendicular to the plane through w[index], from the origin toward it; the point p itself if there is
/// none.
inline Vector<2> perpendicular(const std::vector<Vector<2>>& w, const Combination<2>& c) {
  if (c.index.size() != 2) return c.p;
  const Vector<2> a = w[c.index[0]], e = w[c.index[1]] - a;
  const Vector<2> n{{-e[1], e[0]}};
  return dot(n, a) < 0 ? n * -1 : n;
}

inline Vector<3> perpendicular(const std::vector<Vector<3>>& w, const Combination<3>& c) {
  if (c.index.size() == 1 || c.index.size() == 4) return c.p;
  Vector<3> a = w[c.index[0]], e = w[c.index[1]] - a;
  if (c.index.size() == 2) return cross(e, cross(dot(a, a) < dot(a + e, a + e) ? a : a + e, e));
  Vector<3> f = w[c.index[2]] - a;
  const Vector<3> g = f - e;
  const Real ee = dot(e, e), ff = dot(f, f), gg = dot(g, g);
  if (gg < ee || gg < ff) (ee > ff ? e : f) = g;  // the two shorter edges: those of a needle are not parallel
  if (ee <= ff && gg < ff) a = w[c.index[1]];
  const Vector<3> n = cross(e, f);
  return dot(n, a) < 0 ? n * -1 : n;
}

template <int D>
class Judge {
 public:
  Judge(const Body<D>& a, const Body<D>& b) {
    const Vector<D> origin = a.points[0];
    for (const auto& p : a.points) a_.push_back(origin - p);  // -A, so that both supports are minima
    for (const auto& p : b.points) b_.push_back(p - origin);
    for (const auto& p : a_) reach_ = norm(p) > reach_ ? norm(p) : reach_;
    for (const auto& p : b_) size_ = norm(p) > size_ ? norm(p) : size_;
    size_ += reach_;
    tolerance_ = size_ * Real(0x1p-90);
    // The judge's own rounding: that of the search, and that of the given world coordinates.
    slack_ = size_ * Real(0x1p-103) + (norm(origin) + size_) * Real(0x1p-109);
  }

  Truth<D> run() {
    take(a_[0] + b_[0]);
    improve(0);
    for (int i = 0; i < 200 && !done(); ++i) {
      const std::size_t known = in_hand_.size();
      evaluate(perpendicular(in_hand_, best_));
      evaluate(best_.p);
      if (!done() && in_hand_.size() == known) look_everywhere();
      if (done() || in_hand_.size() == known || in_hand_.size() > 14) break;
      if (!improve(known)) improve(0);
    }
    return verdict();
  }

 private:
  bool done() const { return upper_ <= tolerance_ || upper_ - lower_ <= tolerance_; }

  /// The plane against v bounds the distance from below; the vertex it rests on is added to the current ones.
  void evaluate(const Vector<D>& v) {
    const Real length = norm(v);
    if (!(length > 0)) return;
    const Vector<D> w = a_[lowest_index(a_, v)] + b_[lowest_index(b_, v)];
    const Real height = dot(v, w) / length;
    if (height > lower_) {
      lower_ = height;
      normal_ = v * (1 / length);
    }
    take(w);
  }

  /// |p| can not distinguish features whose directions differ by half of the digits: all of them are tried.
  void look_everywhere() {
    const std::vector<Vector<D>> hand = in_hand_;
    Combination<D> c;
    for (unsigned mask = 1; mask < 1U << hand.size() && !done(); ++mask) {
      if (std::popcount(mask) > D) continue;
      gather(mask, hand.size(), c.index);
      c.p = hand[c.index[0]];
      evaluate(perpendicular(hand, c));
    }
  }

  static void gather(unsigned mask, std::size_t count, std::vector<std::size_t>& index) {
    index.clear();
    for (std::size_t i = 0; i < count; ++i) {
      if ((mask >> i & 1U) != 0) index.push_back(i);
    }
  }

  void take(const Vector<D>& w) {
    for (const auto& x : in_hand_) {
      if (x.x == w.x) return;
    }
    in_hand_.push_back(w);
  }

  /// Tries the subsets of at most D + 1 current vertices that contain one from `first` on. The rest is dropped if that
  /// has brought the point nearer; if not, all stay, so that rounding can not make it cycle.
  bool improve(std::size_t first) {
    Combination<D> c;
    const Real before = best_.squared;
    bool found = false;
    for (unsigned mask = 1; mask < 1U << in_hand_.size(); ++mask) {
      if (std::popcount(mask) > D + 1 || mask >> first == 0) continue;
      gather(mask, in_hand_.size(), c.index);
      if (!nearest(in_hand_, c) || (has_point_ && c.squared >= best_.squared)) continue;
      best_ = c;
      has_point_ = found = true;
    }
    if (!found) return false;
    upper_ = square_root(best_.squared);
    if (best_.squared < before * Real(1 - 0x1p-50) || before == 0) drop();
    return true;
  }

  void drop() {
    std::vector<Vector<D>> kept;
    for (std::size_t& i : best_.index) {
      kept.push_back(in_hand_[i]);
      i = kept.size() - 1;
    }
    in_hand_ = kept;
  }

  Truth<D> verdict() const {
    Truth<D> t;
    t.meets = upper_ <= tolerance_;
    t.closed = done();
    t.lower = lower_ - slack_ > 0 ? lower_ - slack_ : 0;
    t.upper = upper_ + slack_;
    t.normal = normal_;
    return t;
  }

  std::vector<Vector<D>> a_, b_, in_hand_;
  Combination<D> best_;
  bool has_point_ = false;
  Real lower_ = 0, upper_ = 0, size_ = 0, reach_ = 0, tolerance_ = 0, slack_ = 0;
  Vector<D> normal_{};
};

}  // namespace detail

/// The distance of the hulls of a and b, without their radii.
template <int D>
Truth<D> distance(const Body<D>& a, const Body<D>& b) {
  return detail::Judge<D>(a, b).run();
}

extern template Truth<2> distance(const Body<2>&, const Body<2>&);  // in property/judge.cpp: compiled once
extern template Truth<3> distance(const Body<3>&, const Body<3>&);

/// How far a point is outside a hull: an upper bound, 0 if it is inside.
template <int D>
Real outside(const Vector<D>& point, const Body<D>& body) {
  return distance(Body<D>{{point}, 0}, body).upper;
}

}  // namespace oracle
