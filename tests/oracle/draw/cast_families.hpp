/// Casts of triangles and tetrahedra: in general position and in degenerate ones.
#pragma once

#include "oracle/draw/cast.hpp"
#include "oracle/draw/random.hpp"

#include <abut/shape_cast.hpp>

#include <string>

namespace oracle {

enum class CastFamily { random, graze, parallel, still, far, wall, touching, needle };
inline constexpr int cast_family_count = 8;
inline constexpr const char* cast_family_names[] = {"random", "graze", "parallel", "still",
                                                    "far",    "wall",  "touching", "needle"};

template <class T, int D>
struct CastCase {
  std::array<abut::Vec<T, D>, D + 1> a, b;
  abut::Vec<T, D> v;

  Corners<D> corners_a() const { return exact_corners(a); }
  Corners<D> corners_b() const { return exact_corners(b); }
  Vector<D> motion() const { return exact(v); }

 private:
  static Corners<D> exact_corners(const std::array<abut::Vec<T, D>, D + 1>& p) {
    Corners<D> r;
    for (std::size_t i = 0; i < p.size(); ++i) r[i] = exact(p[i]);
    return r;
  }
};

namespace detail {

template <class T, int D>
class CastDrawer {
 public:
  using V = abut::Vec<double, D>;

  CastDrawer(CastFamily family, std::uint64_t seed) : family_(family), random_(seed) {}

  CastCase<T, D> draw() {
    const double size_b = random_.decade(-1.5, 1.5), unit = random_.decade(-3, 3);
    simplex(a_, 1);
    simplex(b_, size_b);
    if (family_ == CastFamily::needle) squash(random_.chance(0.5) ? a_ : b_, random_.decade(-6, -2));
    if (family_ == CastFamily::wall) squash(b_, random_.decade(-4, -2));
    const double apart = (1 + size_b) * random_.between(1.2, 4);
    const V offset = arrow(apart);
    for (V& p : b_) p += offset;
    V v = aim();
    if (family_ == CastFamily::still) v = {};
    if (family_ == CastFamily::far) v *= random_.decade(3, 6);
    if (family_ == CastFamily::wall) v *= random_.decade(0, 3);
    CastCase<T, D> c;
    for (std::size_t i = 0; i < a_.size(); ++i) {
      c.a[i] = rounded(a_[i] * unit);
      c.b[i] = rounded(b_[i] * unit);
    }
    if (family_ == CastFamily::touching || (family_ == CastFamily::still && random_.chance(0.5))) share(c);
    c.v = rounded(v * unit);
    return c;
  }

 private:
  using Points = std::array<V, D + 1>;

  void simplex(Points& p, double size) {
    for (V& x : p) {
      for (int i = 0; i < D; ++i) x[i] = random_.between(-size, size);
    }
  }

  void squash(Points& p, double factor) {
    const int axis = random_.integer(0, D - 1);
    for (V& x : p) x[axis] *= factor;
    if (D == 3 && family_ == CastFamily::needle) {
      for (V& x : p) x[(axis + 1) % D] *= factor;
    }
  }

  V arrow(double length) {
    V d;
    do {
      for (int i = 0; i < D; ++i) d[i] = random_.between(-1, 1);
    } while (!(abut::norm_squared(d) > 0.01 && abut::norm_squared(d) <= 1));
    return d * (length / std::sqrt(abut::norm_squared(d)));
  }

  V inside(const Points& p) {
    V x;
    double sum = 0;
    for (const V& q : p) {
      const double w = random_.between(0, 1);
      x += q * w;
      sum += w;
    }
    return x * (1 / sum);
  }

  /// Toward a point of B, or past it.
  V aim() {
    const std::size_t i = static_cast<std::size_t>(random_.integer(0, D)),
                      j = static_cast<std::size_t>(random_.integer(0, D));
    if (family_ == CastFamily::graze) {
      // A corner toward a corner, so that they touch in passing or not.
      const V to = b_[i] - a_[j];
      return to * random_.between(0.5, 2);
    }
    if (family_ == CastFamily::parallel) {
      // Along an edge of B, whose line passes through a corner of A: up to rounding they slide along each other, or
      // touch end to end.
      const V e = b_[i] - b_[(i + 1) % (D + 1)], move = a_[j] + e * random_.between(1.5, 4) - b_[i];
      for (V& p : b_) p += move;
      return e * random_.between(1, 6);
    }
    return (inside(b_) - inside(a_)) * random_.between(0.3, 3) + arrow(random_.between(0, 1.5));
  }

  /// B moved so that a corner of each has the same coordinates, up to rounding.
  void share(CastCase<T, D>& c) {
    const std::size_t i = static_cast<std::size_t>(random_.integer(0, D));
    const auto move = c.a[i] - c.b[i];
    for (auto& p : c.b) p += move;
    c.b[i] = c.a[i];
  }

  [[gnu::noinline]] static abut::Vec<T, D> rounded(const V& v) {
    abut::Vec<T, D> r;
    for (int i = 0; i < D; ++i) r[i] = static_cast<T>(v[i]);
    return r;
  }

  CastFamily family_;
  Random random_;
  Points a_, b_;
};

}  // namespace detail

template <class T, int D>
CastCase<T, D> draw_cast(CastFamily family, std::uint64_t seed) {
  return detail::CastDrawer<T, D>(family, seed).draw();
}

template <class T, int D>
auto shape_of(const std::array<abut::Vec<T, D>, D + 1>& p) {
  if constexpr (D == 2) {
    return abut::Triangle<T, 2>{p[0], p[1], p[2]};
  } else {
    return abut::Tetrahedron<T>{p[0], p[1], p[2], p[3]};
  }
}

template <class T, int D>
abut::ShapeCast<T, D> ask_cast(const CastCase<T, D>& c, abut::CastMethod method) {
  return abut::shape_cast(shape_of<T, D>(c.a), c.v, shape_of<T, D>(c.b), {.method = method});
}

/// What is wrong with three answers; empty if they agree with the judge.
template <class T, int D>
class CastTruth {
 public:
  explicit CastTruth(const CastCase<T, D>& c)
      : case_(c), a_(c.corners_a()), b_(c.corners_b()), v_(c.motion()), meeting_(CastJudge<D>(a_, b_, v_).meeting()) {
    for (const auto& p : a_) {
      for (const auto& q : b_) {
        const Real apart = norm(q - p);
        size_ = apart > size_ ? apart : size_;
      }
    }
    Real extent = 0;
    for (const auto* side : {&a_, &b_}) {
      for (const auto& p : *side) {
        const Real e = norm(p - (*side)[0]);
        extent = e > extent ? e : extent;
      }
    }
    size_ = size_ + extent;
  }

  const Meeting& meeting() const { return meeting_; }
  Real size() const { return size_; }

  std::string failure(const abut::ShapeCast<T, D>& r, bool may_be_open) const {
    if (r.status == abut::Status::invalid_argument) return "invalid_argument";
    if (r.hit && r.miss) return "hit and miss";
    if ((r.status == abut::Status::converged) != (r.hit || r.miss)) return "status and verdict";
    if (!(r.t_safe >= 0)) return "no safe fraction";
    if (r.miss && meeting_.is_hit()) return "a miss, but they meet";
    if (!r.miss && meeting_.is_hit() && Real(r.t_safe) > meeting_.time()) return "safe is past the contact";
    if (!r.hit && !r.miss) return may_be_open ? "" : std::string("left open: ") + to_string(r.status);
    if (r.miss) return r.t_safe == T(1) ? "" : "a miss without the whole way";
    if (r.t < r.t_safe) return "a hit before safe";
    return hit_failure(r);
  }

 private:
  std::string hit_failure(const abut::ShapeCast<T, D>& r) const {
    const Real room = Real(64 * 0x1p-52) * (size_ + norm(v_));
    if (!meeting_.is_hit()) {
      return CastJudge<D>(a_, b_, v_, room).meeting().is_hit() ? "" : "a hit, but they pass each other";
    }
    if (r.start != abut::StartState::separated) {
      return meeting_.enter <= 0 || CastJudge<D>(a_, b_, {}, room).meeting().exists() ? ""
                                                                                      : "not in contact at the start";
    }
    if (!(meeting_.rate > 0)) return "";
    const Real rounding = sizeof(T) == 4 ? Real(0x1p-23) * Real(r.t) : Real(0);
    const Real off = absolute(Real(r.t) - meeting_.time());
    if (off > room / meeting_.rate + rounding) return "the fraction is off by more than 64 eps (size + |v|) / rate";
    return "";
  }

  const CastCase<T, D>& case_;
  Corners<D> a_, b_;
  Vector<D> v_;
  Meeting meeting_;
  Real size_ = 0;
};

}  // namespace oracle
