/// The convex hull of points, built once for many queries.
///
///     const auto hull = Hull3f::from(points);           // any finite points: repeated, interior, coplanar, collinear
///     if (!hull) return report(hull.error());           // no points, or NaN or infinity at a point
///     auto gap = distance(place(*hull, pose), crate);   // a shape like any other; `*hull` must outlive the result
///     for (const auto& face : hull->faces()) draw(face.vertices, face.normal);
///
/// Guarantee: the vertices are exactly the extreme points of the input, and no input point is outside. Every decision
/// is exact: there is no tolerance, and scaling the input by 2^k changes nothing but the scale. (Only if coordinates
/// differ in size by more than 2^240 are the smallest bits dropped: overhang() then says how far a point may be
/// outside, less than 2^-296 extents.) A hull may be a point, a segment or a flat polygon: rank() says which, and every
/// verb accepts it. Only faces(), which are for contact and drawing, have a tolerance: triangles that differ from one
/// plane by rounding alone are merged.
///
/// from() allocates memory in proportion to the input. It is compiled in the library, or with ABUT_HEADER_ONLY in the
/// files that call it: see abut/compiled.hpp.
#pragma once

#include <abut/aabb.hpp>
#include <abut/compiled.hpp>
#include <abut/detail/numeric/moments.hpp>
#include <abut/detail/support/direction_table.hpp>
#include <abut/detail/support/face_planes.hpp>
#include <abut/detail/support/orthant_scan.hpp>
#include <abut/expected.hpp>
#include <abut/support.hpp>

#include <array>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace abut {

/// Why points can not be made into a hull.
struct HullError {
  /// What is wrong.
  enum class Kind {
    empty,            ///< there are no points
    not_finite,       ///< point `index` has a coordinate that is NaN or infinite
    too_many,         ///< more than `Hull::most_points`; `index` is the first point beyond that
    limit_too_small,  ///< the vertex limit is less than D + 1, the vertices of a simplex
  };
  Kind kind;              ///< what is wrong
  std::size_t index = 0;  ///< of the first bad point
};

/// The error as text.
constexpr const char* to_string(HullError::Kind kind) {
  switch (kind) {
    case HullError::Kind::empty: return "there is no point to build a hull of";
    case HullError::Kind::not_finite: return "a coordinate of the point is not a finite number";
    case HullError::Kind::too_many: return "there are more points than a hull can be built of, 2^30";
    case HullError::Kind::limit_too_small: return "the vertex limit is less than the dimension plus one";
  }
  return "unknown";
}

/// Options of Hull::from; all have defaults.
struct HullOptions {
  /// The largest number of vertices, at least D + 1. Vertices are added by their distance from the hull so far, the
  /// largest first; overhang() bounds the distance of those left out.
  VertexId vertex_limit = no_vertex;
};

/// A face of a hull: a polygon in 3D, an edge in 2D.
template <int D>
struct HullFace {
  std::span<const VertexId> vertices;  ///< counter-clockwise seen from outside; in 2D two, along the boundary
  Vec<double, D> normal;               ///< outward, of length 1
};

namespace detail {

/// The data of a hull that queries use. Its address does not change when the hull is moved.
template <Scalar T, int D>
struct HullData {
  const Vec<T, D>* vertices = nullptr;
  const VertexId* neighbors_begin = nullptr;  ///< those of vertex i: from neighbors_begin[i] to [i + 1]
  const VertexId* neighbors = nullptr;
  VertexId count = 0;
  bool has_finite_ball = false;
  Enclosure<D> ball{};
  double center_norm = 0;
  DirectionTable<D> table{};
  Aabb<T, D> aabb{};
  FacePlanes<D> planes{};
  Moments<D> moments{};
};

}  // namespace detail

/// A hull without ownership, as small as a pointer; place() and the functions of compose.hpp store it. The hull must
/// outlive it.
template <Scalar T, int D>
class HullView {
 public:
  using Vector = Vec<T, D>;
  static constexpr bool support_is_relative_to_center = true;

  /// Of data that lies elsewhere than in a Hull, for bindings.
  explicit HullView(const detail::HullData<T, D>& data) : data_(&data) {}

  ABUT_INLINE SupportPoint<Vec<double, D>> support(const Vec<double, D>& d) const {
    const std::size_t i = furthest(d);
    return {detail::widen(data_->vertices[i]), static_cast<VertexId>(i)};
  }
  Vec<double, D> center() const { return data_->ball.center; }
  double bounding_radius() const { return data_->ball.reach; }
  /// Whether the bounding sphere is finite, as it is for all but coordinates near the largest.
  bool was_checked() const { return data_->has_finite_ball; }
  double center_norm() const { return data_->center_norm; }  ///< norm_from() of the center
  Aabb<T, D> aabb() const { return data_->aabb; }            ///< exact
  /// As Hull::vertices.
  std::span<const Vector> vertices() const { return {data_->vertices, data_->count}; }
  Vector vertex(VertexId id) const { return data_->vertices[id]; }
  VertexId vertex_count() const { return data_->count; }

  /// The vertices that share an edge of the triangulated surface with this one, in ascending order. A vertex that is at
  /// least as far along a direction as all its neighbors is a support point.
  std::span<const VertexId> neighbors(VertexId id) const {
    return {data_->neighbors + data_->neighbors_begin[id], data_->neighbors + data_->neighbors_begin[id + 1]};
  }

  /// The id of the support point along d; the lowest id of several.
  ABUT_INLINE std::size_t furthest(const Vec<double, D>& d) const {
    return detail::find_support(data_->table, data_->vertices, data_->count, data_->ball.center, d);
  }

  const detail::OrthantLists<D>& orthant_lists() const { return data_->table.orthants; }
  const detail::Moments<D>& moments() const { return data_->moments; }  ///< for mass.hpp
  const detail::HullData<T, D>& data() const { return *data_; }         ///< for bindings
  /// Used by ray casts: see detail/support/face_planes.hpp.
  detail::FacePlanes<D> face_planes() const { return data_->planes; }

 private:
  const detail::HullData<T, D>* data_;
};

#if defined(__SSE2__)
template <Scalar T>
class detail::SupportPair<HullView<T, 3>, HullView<T, 3>> {
 public:
  SupportPair(HullView<T, 3> a, HullView<T, 3> b) : a_(a), b_(b) {}
  ABUT_INLINE PointPair<3> along(const VecPair<3>& d) const { return support_of_hulls<T>(a_, b_, opposite_at_b(d)); }

 private:
  HullView<T, 3> a_, b_;
};
#endif

/// The convex hull of points. It owns its vertices.
template <Scalar T, int D>
class Hull {
 public:
  using Vector = Vec<T, D>;
  static constexpr bool support_is_relative_to_center = true;
  static constexpr std::size_t most_points = std::size_t{1} << 30;  ///< from() takes no more

  /// Takes time n log n for n points in practice: a fraction of a second for a hundred thousand on a sphere.
  static Expected<Hull, HullError> from(std::span<const Vector> points, const HullOptions& options = {});

  /// Copies vertices, faces and tables.
  Hull(const Hull& other) : parts_(other.parts_), data_{parts_.data()} {}
  /// Copies vertices, faces and tables.
  Hull& operator=(const Hull& other) { return *this = Hull(other); }
  Hull(Hull&&) noexcept = default;  ///< views of the moved-from hull become views of this one
  Hull& operator=(Hull&&) noexcept = default;
  ~Hull() = default;

  /// The dimension of the set: 0 a point, 1 a segment, 2 a polygon, 3 a solid.
  int rank() const { return parts_.rank; }

  /// The order of the vertices: in 2D, and of a flat hull in 3D, around the boundary (counter-clockwise in 2D), from
  /// the lowest in x, then y, then z; of a segment, its ends, sorted likewise; of a solid, the order of the input.
  const std::vector<Vector>& vertices() const { return parts_.vertices; }
  Vector vertex(VertexId id) const { return parts_.vertices[id]; }
  VertexId vertex_count() const { return static_cast<VertexId>(parts_.vertices.size()); }
  /// The index of the vertex in the input; the first of several equal points.
  std::size_t input_index(VertexId id) const { return parts_.input[id]; }

  /// As HullView::neighbors.
  std::span<const VertexId> neighbors(VertexId id) const {
    return std::span(parts_.neighbors)
        .subspan(parts_.neighbors_begin[id], parts_.neighbors_begin[id + 1] - parts_.neighbors_begin[id]);
  }

  /// The faces. In 2D the edges, in order, and both sides of a segment; in 3D the polygons of a solid, or both sides of
  /// a flat hull. Points, and segments in 3D, have none. Each edge belongs to two faces, once in each direction.
  ///
  /// The faces of a solid are its exact faces, merged where rounding alone may have bent one: all vertices of a face
  /// are within 24 eps S of its plane, and it is convex up to that much (eps: that of the scalar; S: the largest
  /// coordinate in absolute value, with which the input was rounded, or the largest side of its bounding box). So a
  /// vertex that protrudes by less may be in no face.
  std::vector<HullFace<D>> faces() const {
    std::vector<HullFace<D>> r(parts_.normals.size());
    for (std::size_t i = 0; i < r.size(); ++i) {
      r[i] = {std::span(parts_.loops).subspan(parts_.loops_begin[i], parts_.loops_begin[i + 1] - parts_.loops_begin[i]),
              parts_.normals[i]};
    }
    return r;
  }

  /// The surface of a 3D solid, exact and triangulated, counter-clockwise seen from outside; its edges are those of
  /// neighbors(). Empty for hulls of lower rank.
  std::span<const std::array<VertexId, 3>> triangles() const { return parts_.triangles; }

  /// The area in 2D, the volume in 3D; 0 if the rank is less. Its error is at most 8 roundings plus 2^-96 of the extent
  /// to the power of D. See mass.hpp for the inertia.
  double measure() const { return parts_.moments.volume; }
  /// The center of mass: of the volume, or of the area or length of a hull of lower rank.
  Vec<double, D> centroid() const { return parts_.moments.centroid; }
  /// No input point is further outside than this: a proven bound, rounded up. 0 unless vertices were left out because
  /// of a limit (or bits were dropped, see above).
  double overhang() const { return parts_.overhang; }

  SupportPoint<Vec<double, D>> support(const Vec<double, D>& d) const;
  Vec<double, D> center() const { return parts_.ball.center; }
  double bounding_radius() const { return parts_.ball.reach; }
  Aabb<T, D> aabb() const { return parts_.aabb; }  ///< exact
  detail::FacePlanes<D> face_planes() const { return parts_.planes.view(); }
  const detail::OrthantLists<D>& orthant_lists() const { return data_.front().table.orthants; }

  /// The same shape without ownership; place() stores it.
  HullView<T, D> view() const& { return HullView<T, D>(data_.front()); }
  HullView<T, D> view() && = delete;

 private:
  struct Parts {
    int rank = 0;
    std::vector<Vector> vertices;
    std::vector<VertexId> input;
    std::vector<VertexId> neighbors_begin, neighbors;  // those of vertex i: from neighbors_begin[i] to [i + 1]
    std::vector<VertexId> loops_begin, loops;          // the vertices of face i, likewise
    std::vector<Vec<double, D>> normals;
    std::vector<std::array<VertexId, 3>> triangles;
    double overhang = 0;
    detail::Moments<D> moments{};
    detail::Enclosure<D> ball{};
    detail::DirectionTableStore<D> search;
    Aabb<T, D> aabb{};
    detail::FacePlaneStore<D> planes;  // for ray casts; empty if there are many faces

    detail::HullData<T, D> data() const {
      return {.vertices = vertices.data(),
              .neighbors_begin = neighbors_begin.data(),
              .neighbors = neighbors.data(),
              .count = static_cast<VertexId>(vertices.size()),
              .has_finite_ball = is_finite(ball.reach) && is_finite(ball.center),
              .ball = ball,
              .center_norm = detail::norm_from<T>(ball.center),
              .table = search.table(),
              .aabb = aabb,
              .planes = planes.view(),
              .moments = moments};
    }
  };

  explicit Hull(Parts&& parts) : parts_(std::move(parts)), data_{parts_.data()} {}

  Parts parts_;
  std::vector<detail::HullData<T, D>> data_;  // one element, to which views point
};

namespace detail {

/// Up to `most_scanned` vertices, all of them are rotated; of more, the support points along the rows of the rotation
/// matrix are looked up, whose heights are within 2 (D + 1) roundings of the greatest (see support_error()).
template <Scalar T, int D>
struct CoreBox<HullView<T, D>> : KnownBox<D> {
  static constexpr VertexId most_scanned = 32;

  static double arm(const HullView<T, D>& s) {
    return s.was_checked() ? s.center_norm() + s.bounding_radius() : infinity<double>;
  }
  static double roundings(const HullView<T, D>& s) {
    return rotation_roundings<D> + (s.vertex_count() > most_scanned ? 2 * (D + 1) : 0);
  }
  static Extremes<D> local(const HullView<T, D>& s) { return {widen(s.aabb().min), widen(s.aabb().max)}; }
  static Extremes<D> turned(const HullView<T, D>& s, const Matrix<D>& m) {
    if (s.vertex_count() <= most_scanned) return turned_points(s.vertices().data(), s.vertex_count(), m);
    Extremes<D> e;
    for (int i = 0; i < D; ++i) {
      e.low[i] = dot(m.row[i], widen(s.vertex(static_cast<VertexId>(s.furthest(-m.row[i])))));
      e.high[i] = dot(m.row[i], widen(s.vertex(static_cast<VertexId>(s.furthest(m.row[i])))));
    }
    return e;
  }
};

template <Scalar T, int D>
struct CoreBox<Hull<T, D>> : KnownBox<D> {
  using View = CoreBox<HullView<T, D>>;
  static double arm(const Hull<T, D>& s) { return View::arm(s.view()); }
  static double roundings(const Hull<T, D>& s) { return View::roundings(s.view()); }
  static Extremes<D> local(const Hull<T, D>& s) { return View::local(s.view()); }
  static Extremes<D> turned(const Hull<T, D>& s, const Matrix<D>& m) { return View::turned(s.view(), m); }
};

}  // namespace detail

/// Not inline: the compilers never inline it, but would compile an inline function in each file, extern template or
/// not.
template <Scalar T, int D>
SupportPoint<Vec<double, D>> Hull<T, D>::support(const Vec<double, D>& d) const {
  return view().support(d);
}

// NOLINTBEGIN(bugprone-macro-parentheses): types can not be enclosed in them.
#define ABUT_HULL_BUILDER(WORDS, T, D) \
  WORDS Expected<Hull<T, D>, HullError> Hull<T, D>::from(std::span<const Vec<T, D>>, const HullOptions&);
ABUT_DECLARE_FOR_SPACES(ABUT_HULL_BUILDER)

#define ABUT_HULL_SUPPORT(WORDS, T, D) \
  WORDS SupportPoint<Vec<double, D>> Hull<T, D>::support(const Vec<double, D>&) const;
// NOLINTEND(bugprone-macro-parentheses)
ABUT_DECLARE_FOR_SPACES(ABUT_HULL_SUPPORT)

using Hull2f = Hull<float, 2>;
using Hull3f = Hull<float, 3>;
using Hull2d = Hull<double, 2>;
using Hull3d = Hull<double, 3>;
using HullView2f = HullView<float, 2>;
using HullView3f = HullView<float, 3>;
using HullView2d = HullView<double, 2>;
using HullView3d = HullView<double, 3>;

}  // namespace abut

#if defined(ABUT_HEADER_ONLY) || defined(ABUT_SMALL)
#include <abut/detail/hull/build.hpp>
#endif
