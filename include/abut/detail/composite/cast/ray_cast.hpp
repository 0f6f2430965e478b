/// Where a ray first meets a body of parts: see composite_ref.hpp.
///
/// The tree decides in float which parts the line of the ray may pass (bvh/ray_traversal.hpp, bvh/line_simplices.hpp);
/// for these the crossing is computed in double, with its proof (composite/cast/ray_crossing.hpp), or the convex query
/// answers; a part of a compound that is a body is asked as one. `t_safe` is the least of what is proven about the
/// parts that were asked; all others are proven to be missed, or to be met after the first hit.
#pragma once

#include <abut/compiled.hpp>
#include <abut/composite.hpp>
#include <abut/detail/bvh/line_simplices.hpp>
#include <abut/detail/bvh/ray_traversal.hpp>
#include <abut/detail/composite/bodies.hpp>
#include <abut/detail/composite/cast/ray_crossing.hpp>
#include <abut/ray_cast.hpp>

namespace abut::detail {

/// The line of a ray in the frame of a tree, from its point that is nearest to the center.
template <int D>
struct RayInTree {
  TreeLine<D> line;
  double nearest;       ///< tau of that point
  bool is_near;         ///< whether the line passes the bounding sphere of the body, up to rounding
  bool is_lost;         ///< whether the whole tree is smaller than rounding; then the line is not set
  double inverse_unit;  ///< of the tree, in the unit of the ray

  RayInTree(const LocalRay<D>& ray, const BvhView<D>& tree) : nearest(-dot(ray.origin(), ray.direction())) {
    const Vec<double, D> offset = ray.origin() + ray.direction() * nearest;
    const double error = 2 * ray.error(), unit = tree.unit * ray.scale();
    is_near = norm(offset) <= 1.75 * ray.reach() + ray.radius() + error;
    is_lost = !(unit > error);
    inverse_unit = 1 / unit;
    if (!is_lost) line = {offset * inverse_unit, ray.direction(), error * inverse_unit};
  }

  /// s of a tau, rounded down or up by more than its rounding.
  float s_before(double tau) const { return round_down<float>(s(tau) - rounding(tau)); }
  float s_after(double tau) const { return round_up<float>(s(tau) + rounding(tau)); }

 private:
  double s(double tau) const { return (tau - nearest) * inverse_unit; }
  double rounding(double tau) const {
    return (absolute(tau) + absolute(nearest)) * inverse_unit * 0x1p-40 + line.error;
  }
};

/// The query of a body of any kind, at the end of this file.
template <class T, int D>
CompositeRayCast<T, D> ray_cast_at_body(const Ray<T, D>& ray, const CompositeRef<T, D>& body,
                                        const RayCastOptions<T, D>& options);

template <Scalar T, int D>
class FirstCrossing {
 public:
  FirstCrossing(const Ray<T, D>& ray, const CompositeRef<T, D>& body, const RayCastOptions<T, D>& options)
      : given_(ray), body_(body), options_(options), ray_(ray, body), in_tree_(ray_, body.tree) {}

  CompositeRayCast<T, D> run() {
    answer_.status = Status::inconclusive;
    if (!ray_.is_within_range()) return answer_;
    if (in_tree_.is_near) traverse();
    if (is_invalid_) return {};
    finish();
    return answer_;
  }

  /// For RayTraversal: the new limit.
  float operator()(std::uint32_t index) {
    const LeafParts& parts = body_.parts_of_leaf(index);
    unsigned passed = body_.kind == PartKind::simplices ? passed_by(line_, Simplices<D>::of(body_.leaves[index]))
                                                        : passed_by(line_, body_.spheres[index]);
    passed &= (1U << parts.count()) - 1;
    for (int k = 0; passed != 0; ++k, passed >>= 1) {
      if ((passed & 1) != 0) ask(parts.part[k]);
    }
    return is_invalid_ ? -infinity<float> : limit_;
  }

 private:
  using V = Vec<double, D>;

  void traverse() {
    if (in_tree_.is_lost) {
      for (PartId id = 0; id < body_.part_count && !is_invalid_; ++id) ask(id);
      return;
    }
    const double radius = ray_.radius() * in_tree_.inverse_unit;
    RayTraversal<D> traversal(body_.tree, in_tree_.line, radius);
    line_.origin = Float4Vec<D>::all(vec_cast<float>(in_tree_.line.origin));
    line_.direction = Float4Vec<D>::all(vec_cast<float>(in_tree_.line.direction));
    const double lengths = max_abs(in_tree_.line.origin) + body_.tree.reach + radius;
    line_.margin = Float4::all(round_up<float>(0x1p-18 * lengths + in_tree_.line.error + radius));
    const bool moves = ray_.moves();
    const double end = moves ? ray_.tau(double(options_.max_t)) : 0;
    limit_ = in_tree_.s_after(end);
    traversal.run(in_tree_.s_before(0), limit_, *this);
  }

  void ask(PartId id) {
    if (body_.is_body(id)) {
      ask_body(id);
    } else if (body_.kind != PartKind::simplices || body_.radius > 0) {
      ask_convex(id);
    } else {
      ask_simplex(id);
    }
  }

  void ask_simplex(PartId id) {
    V vertex[D];
    const std::uint32_t* const index = body_.indices + std::size_t{D} * id;
    for (int k = 0; k < D; ++k) vertex[k] = widen(body_.vertices[index[k]]);
    RayCrossing<D> crossing;
    if (ray_.moves()) crossing = find_crossing(ray_, vertex, limit_tau_);
    if (crossing.kind == RayCrossing<D>::Kind::missed) return;
    const double last = options_.max_t < largest<T> ? double(options_.max_t) : double(largest<T>);
    if (crossing.kind == RayCrossing<D>::Kind::crossed && ray_.t(crossing.to) < last) {
      take(id, crossing);
    } else if (ask_convex(id)) {
      if (dot(widen(answer_.normal), widen(given_.direction)) > 0) answer_.normal = -answer_.normal;
      double weight[D];
      weigh(vertex, weight, double(answer_.t));
      set_weights(weight);
    }
  }

  /// The ray crosses the part between its edges, before it ends.
  void take(PartId id, const RayCrossing<D>& c) {
    const T from = round_down<T>(ray_.t(c.from) * (1 - 0x1p-48));
    const T t = narrow<T>(ray_.t(c.at));
    keep_safe(from);
    if (!is_nearer(t, id)) return;
    answer_.hit = true;
    answer_.t = t > from ? t : from;
    answer_.part = id;
    answer_.point = narrow_within_range<T>(widen(given_.origin) + widen(given_.direction) * double(answer_.t));
    const V n = ray_.world_direction(c.normal);
    answer_.normal = vec_cast<T>(n * (1 / norm(n)));
    set_weights(c.weight);
    shorten(c.to);
  }

  /// Whether the part is hit first so far.
  bool ask_convex(PartId id) {
    const CompositeRayCast<T, D> r{body_.with_part(
        id, [&](const RefOperand<T, D>& part) { return ray_cast_at_ref<T, D>(given_, part, options_); })};
    return take(id, r);
  }
  void ask_body(PartId id) {
    CompositeRayCast<T, D> r = ray_cast_at_body<T, D>(given_, body_.body(id), options_);
    r.subpart = r.part;
    take(id, r);
  }

  bool take(PartId id, const CompositeRayCast<T, D>& r) {
    answer_.iterations += r.iterations;
    is_invalid_ = is_invalid_ || r.status == Status::invalid_argument;
    if (r.start == StartState::overlapping) answer_.start = r.start;
    if (r.miss) return false;
    keep_safe(r.t_safe);
    if (!r.hit) {
      gave_up_ = r.status;
      return false;
    }
    if (!is_nearer(r.t, id)) return false;
    answer_.hit = true;
    answer_.t = r.t;
    answer_.part = id;
    answer_.subpart = r.subpart;
    answer_.point = r.point;
    answer_.normal = r.normal;
    answer_.barycentric = r.barycentric;
    if (ray_.moves()) shorten(ray_.tau(double(r.t)) * (1 + 0x1p-40));
    return true;
  }

  /// The weights of the point at t on a part that the ray hits at an edge, or that is degenerate.
  void weigh(const V (&vertex)[D], double (&weight)[D], double t) const;

  /// The first hit; of equal ones, that of the part with the lower number.
  bool is_nearer(T t, PartId id) const {
    return !answer_.hit || t < answer_.t || (t == answer_.t && id < answer_.part);
  }
  void keep_safe(T t) { safe_ = t < safe_ ? t : safe_; }
  void shorten(double tau) {
    limit_tau_ = tau < limit_tau_ ? tau : limit_tau_;
    const float s = in_tree_.s_after(tau);
    limit_ = s < limit_ ? s : limit_;
  }
  void set_weights(const double (&weight)[D]) {
    double sum = 0;
    for (const double w : weight) sum += w;
    for (int k = 0; k < D; ++k) answer_.barycentric[k] = narrow<T>(weight[k] / sum);
  }

  void finish() {
    answer_.miss = !answer_.hit && gave_up_ == Status::converged;
    answer_.status = answer_.hit ? Status::converged : gave_up_;
    answer_.t_safe = answer_.miss ? options_.max_t : safe_;
    if (answer_.hit && answer_.t < answer_.t_safe) answer_.t_safe = answer_.t;
  }

  const Ray<T, D>& given_;
  const CompositeRef<T, D>& body_;
  const RayCastOptions<T, D>& options_;
  const LocalRay<D> ray_;
  const RayInTree<D> in_tree_;
  FloatLine<D> line_;
  CompositeRayCast<T, D> answer_{};
  T safe_ = infinity<T>;
  double limit_tau_ = infinity<double>;
  float limit_ = infinity<float>;
  Status gave_up_ = Status::converged;  ///< of a part about which nothing is known after its t_safe
  bool is_invalid_ = false;
};

/// Those of the nearest point of the part: of a triangle where areas tell, of a segment along it.
template <Scalar T, int D>
void FirstCrossing<T, D>::weigh(const V (&vertex)[D], double (&weight)[D], double t) const {
  const V at = ray_.origin() + ray_.direction() * (ray_.moves() ? ray_.tau(t) : 0.0);
  V p[D];
  for (int k = 0; k < D; ++k) p[k] = ray_.local(vertex[k]) - at;
  double sum = 0;
  if constexpr (D == 3) {
    const V n = cross(p[1] - p[0], p[2] - p[0]);
    for (int k = 0; k < 3; ++k) {
      const double area = dot(n, cross(p[(k + 1) % 3], p[(k + 2) % 3]));
      weight[k] = area > 0 ? area : 0;
      sum += weight[k];
    }
    if (sum > 0) return;
  }
  // Between the two vertices that are furthest apart.
  int from = 0, to = 1;
  for (int k = 0; k < D; ++k) {
    const int next = (k + 1) % D;
    if (norm_squared(p[next] - p[k]) > norm_squared(p[to] - p[from])) {
      from = k;
      to = next;
    }
  }
  const V e = p[to] - p[from];
  const double squared = norm_squared(e), along = squared > 0 ? -dot(p[from], e) / squared : 0;
  for (double& w : weight) w = 0;
  weight[to] = along > 0 ? (along < 1 ? along : 1) : 0;
  weight[from] += 1 - weight[to];
}

/// At a solid: a ray that begins inside has hit it. Where the rounding of a pose leaves that open, nothing is free.
template <Scalar T, int D>
CompositeRayCast<T, D> ray_cast_at_solid(const Ray<T, D>& ray, const CompositeRef<T, D>& solid,
                                         const RayCastOptions<T, D>& options) {
  const ProvenWinding start = proven_winding(solid, ray.origin);
  CompositeRayCast<T, D> r;
  if (start.is_proven && start.winding.number != 0) {
    r.status = Status::converged;
    r.hit = true;
    r.point = ray.origin;
    r.start = StartState::overlapping;
    return r;
  }
  r = FirstCrossing<T, D>(ray, solid, options).run();
  if (start.is_proven) return r;
  r.t_safe = 0;
  if (r.miss) r.status = Status::inconclusive;
  r.miss = false;
  return r;
}

/// The query of a body of parts, which is no convex shape. It is compiled once.
template <class T, int D>
CompositeRayCast<T, D> ray_cast_at_body(const Ray<T, D>& ray, const CompositeRef<T, D>& body,
                                        const RayCastOptions<T, D>& options) {
  if (!is_valid(body) || !is_valid(options) || !is_finite(ray.origin) || !is_finite(ray.direction)) return {};
  if (body.is_solid && options.at_start == InsidePolicy::hit) return ray_cast_at_solid(ray, body, options);
  return FirstCrossing<T, D>(ray, body, options).run();
}

#define ABUT_COMPOSITE_RAY_CASTS(WORDS, T, D)                                                \
  WORDS CompositeRayCast<T, D> ray_cast_at_body(const Ray<T, D>&, const CompositeRef<T, D>&, \
                                                const RayCastOptions<T, D>&);
ABUT_DECLARE_FOR_SPACES(ABUT_COMPOSITE_RAY_CASTS)

}  // namespace abut::detail
