/// The face of a shape projected along a normal: its outline, and the map back from a point of the outline to the face.
///
/// Every point that is mapped back is a combination of corners with weights that are not negative and sum to 1: a point
/// of the shape, within rounding, even if the face is not quite flat.
#pragma once

#include <abut/detail/contact/polygon_clip.hpp>
#include <abut/face.hpp>

namespace abut::detail {

/// The feature with the vertices ids(0), ..., ids(count - 1), which may repeat.
template <class F>
FeatureId feature_id(int count, F ids) {
  FeatureId r;
  VertexId least = 0;
  int found = 0;
  for (; found < 3; ++found) {  // the lowest that is at least `least`
    VertexId next = no_vertex;
    for (int i = 0; i < count; ++i) {
      const VertexId id = ids(i);
      if (id >= least && id < next) next = id;
    }
    if (next == no_vertex) break;
    r.vertices[found] = next;
    least = next + 1;
  }
  r.kind = found == 3 ? FeatureKind::face : found == 2 ? FeatureKind::edge : FeatureKind::vertex;
  return r;
}

/// A point of a face and the feature it lies on.
template <int D>
struct FacePoint {
  Vec<double, D> p;
  FeatureId id;
};

/// Common to 2D and 3D: corners in the order of the outline, and points of edges.
template <int D>
class ProjectedCorners {
 public:
  int count() const { return count_; }
  FacePoint<D> at_corner(int i) const {
    return {corner_[i], feature_id(1, [&](int) { return id_[i]; })};
  }
  FeatureId id() const {
    return feature_id(count_, [&](int i) { return id_[i]; });
  }
  /// The point corner i + t (corner j - corner i), with t clamped to [0, 1].
  FacePoint<D> at_edge(int i, int j, double t) const {
    const double s = t > 0 ? (t < 1 ? t : 1) : 0;  // 0 for NaN, of an edge without length
    return {corner_[i] * (1 - s) + corner_[j] * s, feature_id(2, [&](int k) { return id_[k == 0 ? i : j]; })};
  }

 protected:
  /// A shape may give ids to the corners of its face although its support points have none.
  FeatureId named(const FeatureId& vertices) const {
    return vertices == FeatureId{} && count_ == 1 ? at_corner(0).id : vertices;
  }

  void add(const Vec<double, D>& p, VertexId id) {
    corner_[count_] = p;
    id_[count_++] = id;
  }

  Vec<double, D> corner_[Face<D>::most];
  VertexId id_[Face<D>::most];
  int count_ = 0;
};

template <int D>
class ProjectedFace;

/// In 2D: the two ends across the normal, or one.
template <>
class ProjectedFace<2> : public ProjectedCorners<2> {
 public:
  ProjectedFace(const Face<2>& face, const Tangents<2>& across) {
    int low = 0, high = 0;
    for (int i = 1; i < face.count; ++i) {
      if (across(face.corner[i]) < across(face.corner[low])) low = i;
      if (across(face.corner[i]) > across(face.corner[high])) high = i;
    }
    add(face.corner[low], face.id[low]);
    if (low != high) add(face.corner[high], face.id[high]);
    for (int i = 0; i < count_; ++i) x_[i] = across(corner_[i]);
  }

  double low() const { return x_[0]; }
  double high() const { return x_[count_ - 1]; }
  /// The id of the feature that the given vertices belong to.
  FeatureId name(const FeatureId& vertices) const { return named(vertices); }
  FacePoint<2> at(double x) const {
    if (count_ == 1 || x <= x_[0]) return at_corner(0);
    return x >= x_[1] ? at_corner(1) : at_edge(0, 1, (x - x_[0]) / (x_[1] - x_[0]));
  }

 private:
  double x_[2];
};

/// In 3D: a convex polygon, counter-clockwise about the normal. Corners inside the outline, or collinear, are left out.
template <>
class ProjectedFace<3> : public ProjectedCorners<3> {
 public:
  ProjectedFace(const Face<3>& face, const Tangents<3>& across) {
    int order[Face<3>::most];
    Vec2d x[Face<3>::most];
    for (int i = 0; i < face.count; ++i) {
      x[i] = across(face.corner[i]);
      int k = i;
      for (; k > 0 && is_before(x[i], x[order[k - 1]]); --k) order[k] = order[k - 1];
      order[k] = i;
    }
    int ring[2 * Face<3>::most], n = 0;
    // Removes the corners since `first` that x[i] makes redundant, and adds i.
    const auto wrap = [&](int first, int i) {
      while (n > first + 1 && !turns_left(x[ring[n - 2]], x[ring[n - 1]], x[i])) --n;
      if (n == 0 || x[ring[n - 1]] != x[i]) ring[n++] = i;
    };
    for (int i = 0; i < face.count; ++i) wrap(0, order[i]);
    const int lower = n - 1;
    for (int i = face.count - 2; i >= 0; --i) wrap(lower, order[i]);
    if (n > 1) --n;  // the first one again
    for (int i = 0; i < n; ++i) {
      outline_.x[i] = x[ring[i]];
      add(face.corner[ring[i]], face.id[ring[i]]);
    }
    outline_.count = n;
  }

  const PlanarPolygon& outline() const { return outline_; }

  /// The id of the feature that the given vertices belong to. Any two that are not neighbors, or any three, mean the
  /// whole face.
  FeatureId name(const FeatureId& vertices) const {
    if (count_ < 3 || vertices.kind == FeatureKind::vertex) return named(vertices);
    if (vertices.kind == FeatureKind::face) return id();
    for (int i = 0; i < count_; ++i) {
      if (at_edge(i, outline_.next(i), 0).id == vertices) return vertices;
    }
    return id();
  }

  FacePoint<3> at_side(int i, const Vec2d& x) const {
    const Vec2d e = outline_.edge(i);
    return at_edge(i, outline_.next(i), dot(x - outline_.x[i], e) / norm_squared(e));
  }

  /// In the triangle of the fan about corner 0 that contains x, or is nearest to it.
  FacePoint<3> at_inside(const Vec2d& x) const {
    double best = -infinity<double>, weights[3] = {1, 0, 0};
    int corner = 1;
    for (int i = 1; i + 1 < count_; ++i) {
      const Vec2d a = outline_.x[0] - x, b = outline_.x[i] - x, c = outline_.x[i + 1] - x;
      const double w[3] = {cross(b, c), cross(c, a), cross(a, b)};
      const double least = w[0] < w[1] ? (w[0] < w[2] ? w[0] : w[2]) : (w[1] < w[2] ? w[1] : w[2]);
      if (!(least > best)) continue;
      best = least;
      corner = i;
      for (int k = 0; k < 3; ++k) weights[k] = w[k];
    }
    return {combination(corner, weights), id()};
  }

 private:
  static bool is_before(const Vec2d& a, const Vec2d& b) { return a.x < b.x || (a.x == b.x && a.y < b.y); }
  static bool turns_left(const Vec2d& a, const Vec2d& b, const Vec2d& c) { return cross(b - a, c - b) > 0; }

  Vec3d combination(int i, const double (&weights)[3]) const {
    double w[3], sum = 0;
    for (int k = 0; k < 3; ++k) sum += w[k] = weights[k] > 0 ? weights[k] : 0;
    if (!(sum > 0)) return corner_[0];
    return corner_[0] * (w[0] / sum) + corner_[i] * (w[1] / sum) + corner_[i + 1] * (w[2] / sum);
  }

  PlanarPolygon outline_;
};

}  // namespace abut::detail
