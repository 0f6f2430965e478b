/// The distance of two cores, in any number type: a search that is fast in 64 bits and a proof in 113.
///
/// GJK over all features of the simplex, each solved by orthogonal projection. The search need not be trusted: `lower`
/// is the height of a plane that has the whole set beyond it, `upper` the length of a convex combination of its points,
/// both evaluated in the number type at hand. A search in long double finds the simplex cheaply; continued in 113 bits
/// from that simplex, it is usually proven at once.
#pragma once

#include "soak/still/body.hpp"

namespace soak {

/// A point of B - A: its two points, and the direction along which it is the lowest.
template <class N, int D>
struct Vertex {
  Vector<D, N> w{}, v{};
  int a = -1, b = -1;
};

/// The point of the plane through some vertices that is nearest to the origin; `inside` if its weights are positive.
template <class N, int D>
struct Projection {
  Vector<D, N> p{};
  bool inside = false;

  Projection(const Vertex<N, D>* vertex, unsigned mask);
};

/// Edges made orthogonal, twice for accuracy; then the weights, corrected once by their residual.
template <class N, int D>
Projection<N, D>::Projection(const Vertex<N, D>* vertex, unsigned mask) {
  const N tiny = sizeof(N) > sizeof(double) && N(1) + N(0x1p-100) != N(1) ? N(0x1p-108) : N(0x1p-60);
  Vector<D, N> corner[D + 1], basis[D];
  N r[D][D] = {}, weight[D + 1] = {};
  int n = 0;
  for (int i = 0; i <= D; ++i) {
    if ((mask >> i & 1U) != 0) corner[n++] = vertex[i].w;
  }
  for (int j = 0; j + 1 < n; ++j) {
    const Vector<D, N> edge = corner[j + 1] - corner[0];
    basis[j] = edge;
    for (int i = 0; i < 2 * j; ++i) {
      const N along = dot(basis[i % j], basis[j]);
      basis[j] = basis[j] - basis[i % j] * along;
      r[i % j][j] += along;
    }
    r[j][j] = length(basis[j]);
    if (!(r[j][j] > length(edge) * tiny)) return;
    basis[j] = basis[j] * (1 / r[j][j]);
  }
  p = corner[0];
  N rest = 1;
  for (int round = 0; round < 2 && n > 1; ++round) {
    N step[D] = {};
    rest = 1;
    for (int k = n - 2; k >= 0; --k) {
      step[k] = -dot(p, basis[k]);
      for (int i = k + 1; i < n - 1; ++i) step[k] -= r[k][i] * step[i];
      step[k] /= r[k][k];
    }
    for (int k = 0; k < n - 1; ++k) rest -= weight[k] += step[k];
    p = corner[0] * rest;
    for (int k = 0; k < n - 1; ++k) p = p + corner[k + 1] * weight[k];
  }
  inside = rest >= 0;
  for (int k = 0; k < n - 1; ++k) inside = inside && weight[k] >= 0;
}

template <class N, int D>
class Search {
 public:
  using V = Vector<D, N>;

  Search(const Body<N, D>& a, const Body<N, D>& b) : a_(a), b_(b) {}

  N lower() const { return lower_; }  ///< of the cores
  N upper() const { return upper_; }
  const V& normal() const { return normal_; }
  int iterations() const { return iterations_; }

  /// Starts with a plane.
  void begin(const V& v) { advance(evaluate(v)); }

  /// Starts with the simplex that a search in another type has found.
  template <class M>
  void begin(const Search<M, D>& other) {
    for (int i = 0; i < other.count(); ++i) vertex_[count_++] = same(other.vertex(i));
    reduce(0);
    if constexpr (std::same_as<N, Real>) evaluate(widened(other.normal()));
  }

  /// Until `done(lower, upper)`, or no direction makes progress.
  template <class Done>
  void run(const Done& done, int limit) {
    for (; iterations_ < limit && !done(lower_, upper_); ++iterations_) {
      if (step(perpendicular()) || done(lower_, upper_)) continue;
      if (!step(p_) && !done(lower_, upper_)) return;
    }
  }

  int count() const { return count_; }
  const Vertex<N, D>& vertex(int i) const { return vertex_[i]; }

 private:
  template <class M>
  static Vector<D, N> widened(const Vector<D, M>& v) {
    Vector<D, N> r;
    for (int i = 0; i < D; ++i) r[i] = v[i];
    return r;
  }

  template <class M>
  Vertex<N, D> same(const Vertex<M, D>& v) const {
    Vertex<N, D> r{{}, widened(v.v), v.a, v.b};
    const V a = v.a < 0 ? a_.support_point(r.v).point : a_.corners[static_cast<std::size_t>(v.a)];
    const V b = v.b < 0 ? b_.support_point(r.v * -1).point : b_.corners[static_cast<std::size_t>(v.b)];
    r.w = b - a;
    return r;
  }

  /// The plane against v bounds the distance from below; the vertex it rests on is returned.
  Vertex<N, D> evaluate(const V& v) {
    const Touch<N, D> a = a_.support_point(v), b = b_.support_point(v * -1);
    Vertex<N, D> r{b.point - a.point, v, a.index, b.index};
    const N l = length(v), height = l > 0 ? dot(v, r.w) / l : N(0);
    if (height > lower_) {
      lower_ = height;
      normal_ = v * (1 / l);
    }
    return r;
  }

  bool step(const V& v) { return length(v) > 0 && advance(evaluate(v)); }

  bool advance(const Vertex<N, D>& next) {
    if (count_ == D + 1) return false;  // the origin is inside
    for (int i = 0; i < count_; ++i) {
      if (vertex_[i].w.x == next.w.x) return false;
    }
    vertex_[count_++] = next;
    if (reduce(count_ - 1)) return true;
    --count_;
    return false;
  }

  /// Keeps the feature that is nearest among those with a vertex from `first` on; false if none is nearer than before.
  bool reduce(int first) {
    unsigned best = 0;
    const unsigned all = (1U << count_) - 1;
    for (unsigned mask = all; mask > 0; --mask) {
      if (mask >> first == 0) continue;
      const Projection<N, D> c(vertex_, mask);
      if (!c.inside) continue;
      const N l = length(c.p);
      if (upper_ >= 0 && !(l < upper_)) continue;
      best = mask;
      upper_ = l;
      p_ = c.p;
      if (mask == all) break;  // the projection itself is in the simplex
    }
    if (best == 0) return false;
    int n = 0;
    for (int i = 0; i < count_; ++i) {
      if ((best >> i & 1U) != 0) vertex_[n++] = vertex_[i];
    }
    count_ = n;
    return true;
  }

  /// To the simplex, from the origin toward it. Its digits do not depend on how near the simplex is.
  V perpendicular() const {
    if (count_ < 2 || count_ > D) return p_;
    const V a = vertex_[0].w, e = vertex_[1].w - a;
    if constexpr (D == 2) {
      const V n{{-e[1], e[0]}};
      return dot(n, a) < 0 ? n * -1 : n;
    } else {
      if (count_ == 2) return cross(e, cross(dot(a, a) < dot(a + e, a + e) ? a : a + e, e));
      const V f = vertex_[2].w - a, g = f - e;
      const N ee = dot(e, e), ff = dot(f, f), gg = dot(g, g);
      // The two shorter edges: those of a needle are not parallel.
      const V n = gg < ee && ff < ee ? cross(f, g) : gg < ff && ee <= ff ? cross(e, g) : cross(e, f);
      return dot(n, a) < 0 ? n * -1 : n;
    }
  }

  static V cross(const V& a, const V& b) {
    return {{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]}};
  }

  const Body<N, D>&a_, &b_;
  Vertex<N, D> vertex_[D + 1];
  int count_ = 0, iterations_ = 0;
  N lower_ = 0, upper_ = -1;
  V p_{}, normal_{};
};

}  // namespace soak
