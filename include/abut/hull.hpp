/// The convex hull of points: built once, asked often.
///
///     const auto hull = Hull3f::from(points);           // any finite points: repeated, inside, flat, in a line
///     if (!hull) return report(hull.error());           // empty, or not a number: at which point
///     auto gap = distance(place(*hull, pose), crate);   // a shape like any other; `*hull` must live as long as the place
///     for (const auto& face : hull->faces()) draw(face.vertices, face.normal);
///
/// Guarantee: the vertices are the extreme points of the input, no more and no fewer, and no input point is outside. Each decision is
/// exact; there is no tolerance, and scaling the input by 2^k changes nothing but the scale. (Only where coordinates differ in size by
/// more than 2^240 are the smallest bits dropped: overhang() then says how far a point may be outside, less than 2^-296 extents.)
/// A hull may be a point, a segment or a flat polygon: rank() tells, every verb takes it. The one tolerance is that of
/// faces(), which are for contact and drawing: triangles that rounding alone has bent are put together again.
///
/// from() is compiled: link abut::compiled (with pkg-config, abut). It allocates, in proportion to the input.
#pragma once

#include <abut/bounds.hpp>
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
  enum class Kind {
    empty,            ///< there is no point
    not_finite,       ///< point `index` has a coordinate that is NaN or infinite
    too_many,         ///< more than `Hull::most_points`; `index` is the first too many
    limit_too_small,  ///< the vertex limit is less than D + 1: no solid has so few
  };
  Kind kind;
  std::size_t index = 0;
};

/// A sentence for people.
constexpr const char* message(HullError::Kind kind) {
  switch (kind) {
    case HullError::Kind::empty: return "there is no point to build a hull of";
    case HullError::Kind::not_finite: return "a coordinate of the point is not a finite number";
    case HullError::Kind::too_many: return "there are more points than a hull can be built of, 2^30";
    case HullError::Kind::limit_too_small: return "the vertex limit is less than the dimension plus one";
  }
  return "unknown";
}

/// Everything has a default.
struct HullOptions {
  /// At most so many vertices, at least D + 1. Those are kept that stand out furthest, one after the other; overhang()
  /// says by how much the others do.
  VertexId vertex_limit = no_vertex;
};

/// A face of a hull: a polygon in space, an edge in the plane.
template <int D>
struct HullFace {
  std::span<const VertexId> vertices;  ///< counter-clockwise seen from outside; in the plane two, along the boundary
  Vec<double, D> normal;               ///< outward, of length 1
};

namespace detail {

/// What queries look at, side by side. It stays where it is when its hull is moved.
template <Scalar T, int D>
struct HullLook {
  const Vec<T, D>* vertices = nullptr;
  const VertexId* neighbours_begin = nullptr;  ///< those of vertex i: from neighbours_begin[i] to [i + 1]
  const VertexId* neighbours = nullptr;
  VertexId count = 0;
  bool has_finite_ball = false;
  Enclosure<D> ball{};
  double center_norm = 0;
  DirectionTable<D> table{};
  Bounds<T, D> bounds{};
  FacePlanes<D> planes{};
};

}  // namespace detail

/// A hull without the ownership, no larger than a pointer: what place() and the makers store. The hull must outlive it.
template <Scalar T, int D>
class HullView {
 public:
  using Vector = Vec<T, D>;
  static constexpr bool ranks_about_center = true;

  ABUT_INLINE SupportPoint<Vec<double, D>> support(const Vec<double, D>& d) const {
    const std::size_t i = furthest(d);
    return {widen(look_->vertices[i]), static_cast<VertexId>(i)};
  }
  Vec<double, D> center() const { return look_->ball.center; }
  double reach() const { return look_->ball.reach; }
  bool was_checked() const { return look_->has_finite_ball; }
  double center_norm() const { return look_->center_norm; }  ///< what norm_from() makes of the center
  Bounds<T, D> bounds() const { return look_->bounds; }      ///< exact
  std::span<const Vector> vertices() const { return {look_->vertices, look_->count}; }
  Vector vertex(VertexId id) const { return look_->vertices[id]; }
  VertexId vertex_count() const { return look_->count; }

  /// The vertices that share an edge of the triangulated surface with this one, in ascending order. Along any direction, a
  /// vertex that is no lower than all its neighbours is as high as any.
  std::span<const VertexId> neighbours(VertexId id) const {
    return {look_->neighbours + look_->neighbours_begin[id], look_->neighbours + look_->neighbours_begin[id + 1]};
  }

  /// The number of the first of the furthest vertices.
  ABUT_INLINE std::size_t furthest(const Vec<double, D>& d) const {
    return detail::find_support(look_->table, look_->vertices, look_->count, look_->ball.center, d);
  }

  const detail::OrthantLists<D>& orthant_lists() const { return look_->table.orthants; }
  /// For rays: see support/face_planes.hpp.
  detail::FacePlanes<D> face_planes() const { return look_->planes; }

 private:
  template <Scalar, int>
  friend class Hull;
  explicit HullView(const detail::HullLook<T, D>& look) : look_(&look) {}

  const detail::HullLook<T, D>* look_;
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

/// The convex hull of points, which owns its vertices.
template <Scalar T, int D>
class Hull {
 public:
  using Vector = Vec<T, D>;
  static constexpr bool ranks_about_center = true;
  static constexpr std::size_t most_points = std::size_t{1} << 30;

  /// Takes time n log n for n points, in practice; a hundred thousand on a sphere are a fraction of a second.
  static Expected<Hull, HullError> from(std::span<const Vector> points, const HullOptions& options = {});

  Hull(const Hull& other) : parts_(other.parts_), look_{parts_.look()} {}
  Hull& operator=(const Hull& other) { return *this = Hull(other); }
  Hull(Hull&&) noexcept = default;  ///< views of the other one are views of this one
  Hull& operator=(Hull&&) noexcept = default;
  ~Hull() = default;

  /// The dimension of the set: 0 a point, 1 a segment, 2 a polygon, 3 a solid.
  int rank() const { return parts_.rank; }

  /// In the plane, and of a flat hull in space: around the boundary (in the plane counter-clockwise), from the lowest in x, then y,
  /// then z. Of a segment: its ends, in that order. Of a solid: in the order of the input.
  const std::vector<Vector>& vertices() const { return parts_.vertices; }
  Vector vertex(VertexId id) const { return parts_.vertices[id]; }
  VertexId vertex_count() const { return static_cast<VertexId>(parts_.vertices.size()); }
  /// Which point of the input the vertex is; the first of several that are the same.
  std::size_t input_index(VertexId id) const { return parts_.input[id]; }

  /// As HullView::neighbours.
  std::span<const VertexId> neighbours(VertexId id) const {
    return std::span(parts_.neighbours)
        .subspan(parts_.neighbours_begin[id], parts_.neighbours_begin[id + 1] - parts_.neighbours_begin[id]);
  }

  /// The faces. In the plane the edges, in order, both sides of a segment; in space the polygons of a solid, or both sides of one that is
  /// flat. Points, and segments in space, have none. Each edge belongs to two faces, once in each direction.
  ///
  /// Those of a solid are exact faces, put together where rounding may have bent one: all vertices of a face are within
  /// 24 eps S of its plane, and it is convex but for that much (eps: that of the scalar; S: the largest coordinate in absolute
  /// value, with which the input was rounded, or the largest side of its bounding box). So a vertex that stands out by less may be
  /// in no face.
  std::vector<HullFace<D>> faces() const {
    std::vector<HullFace<D>> r(parts_.normals.size());
    for (std::size_t i = 0; i < r.size(); ++i) {
      r[i] = {std::span(parts_.loops).subspan(parts_.loops_begin[i], parts_.loops_begin[i + 1] - parts_.loops_begin[i]),
              parts_.normals[i]};
    }
    return r;
  }

  /// The surface of a solid in space, exact and triangulated, counter-clockwise seen from outside: the edges are those of neighbours().
  /// Empty if the hull is none.
  std::span<const std::array<VertexId, 3>> triangles() const { return parts_.triangles; }

  /// The area in the plane, the volume in space; 0 if the rank is less. To 8 roundings, and 2^-96 of the extent to the power of D.
  double measure() const { return parts_.measure; }
  /// The center of mass: of the volume, else of the area, else of the length.
  Vec<double, D> centroid() const { return parts_.centroid; }
  /// No input point is further outside than this. Proven: rounded up. 0 unless vertices were left out because of a limit (or bits
  /// dropped, see above).
  double overhang() const { return parts_.overhang; }

  SupportPoint<Vec<double, D>> support(const Vec<double, D>& d) const { return view().support(d); }
  Vec<double, D> center() const { return parts_.ball.center; }
  double reach() const { return parts_.ball.reach; }
  Bounds<T, D> bounds() const { return parts_.bounds; }  ///< exact
  detail::FacePlanes<D> face_planes() const { return parts_.planes.view(); }
  const detail::OrthantLists<D>& orthant_lists() const { return look_.front().table.orthants; }

  /// The same shape without the ownership; what place() stores.
  HullView<T, D> view() const& { return HullView<T, D>(look_.front()); }
  HullView<T, D> view() && = delete;

 private:
  struct Parts {
    int rank = 0;
    std::vector<Vector> vertices;
    std::vector<VertexId> input;
    std::vector<VertexId> neighbours_begin,
        neighbours;                            // those of vertex i: from neighbours_begin[i] to [i + 1]
    std::vector<VertexId> loops_begin, loops;  // the faces, likewise
    std::vector<Vec<double, D>> normals;
    std::vector<std::array<VertexId, 3>> triangles;
    double measure = 0, overhang = 0;
    Vec<double, D> centroid{};
    detail::Enclosure<D> ball{};
    detail::DirectionTableStore<D> search;
    Bounds<T, D> bounds{};
    detail::FacePlaneStore<D> planes;  // for rays; of a few faces

    detail::HullLook<T, D> look() const {
      return {.vertices = vertices.data(),
              .neighbours_begin = neighbours_begin.data(),
              .neighbours = neighbours.data(),
              .count = static_cast<VertexId>(vertices.size()),
              .has_finite_ball = is_finite(ball.reach) && is_finite(ball.center),
              .ball = ball,
              .center_norm = detail::norm_from<T>(ball.center),
              .table = search.table(),
              .bounds = bounds,
              .planes = planes.view()};
    }
  };

  explicit Hull(Parts&& parts) : parts_(std::move(parts)), look_{parts_.look()} {}

  Parts parts_;
  std::vector<detail::HullLook<T, D>> look_;  // one, which views point at
};

extern template Expected<Hull<float, 2>, HullError> Hull<float, 2>::from(std::span<const Vec2f>, const HullOptions&);
extern template Expected<Hull<float, 3>, HullError> Hull<float, 3>::from(std::span<const Vec3f>, const HullOptions&);
extern template Expected<Hull<double, 2>, HullError> Hull<double, 2>::from(std::span<const Vec2d>, const HullOptions&);
extern template Expected<Hull<double, 3>, HullError> Hull<double, 3>::from(std::span<const Vec3d>, const HullOptions&);

using Hull2f = Hull<float, 2>;
using Hull3f = Hull<float, 3>;
using Hull2d = Hull<double, 2>;
using Hull3d = Hull<double, 3>;
using HullView2f = HullView<float, 2>;
using HullView3f = HullView<float, 3>;
using HullView2d = HullView<double, 2>;
using HullView3d = HullView<double, 3>;

}  // namespace abut
