/// Clouds of points, as many as you like: of a depth camera, of a scan, of particles, each with a radius or none.
///
///     auto cloud = Points3f::from(positions, 0.01f);         // one radius for all; 0 if it is left out
///     auto beads = Points3f::from(positions, radii);         // or one each
///     if (!cloud) return report(cloud.error());              // a NaN or a negative radius, and where
///     auto gap = distance(place(*cloud, pose), gripper);     // gap.lower <= true distance <= gap.upper, gap.part_a
///
/// A cloud is the union of its points, or of the balls around them: not their convex hull, which PointSet (shapes.hpp)
/// and Hull (hull.hpp) are. It is an operand like a mesh: of every verb of composite.hpp, placed and inflated or not.
///
/// Guarantee: as for meshes (mesh.hpp). A cloud is never changed, and copies share its points and its tree. It takes 45
/// bytes for each point in 3D float, 57 in double, and 41 more while it is built: docs/bodies.md has the figures.
///
/// This header is included by name: abut.hpp holds the convex verbs only.
#pragma once

#include <abut/compiled.hpp>
#include <abut/composite.hpp>
#include <abut/detail/bvh/sphere_tree.hpp>
#include <abut/executor.hpp>
#include <abut/expected.hpp>

#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace abut {

/// Why points and radii are no cloud.
struct CloudError {
  /// What is wrong.
  enum class Kind {
    no_points,        ///< there is no point
    too_many_points,  ///< more than Points::most_points
    radius_count,     ///< there are `index` radii, and another number of points
    not_finite,       ///< point `index` has a coordinate that is NaN or infinite
    bad_radius,       ///< the radius, that of point `index` if each has one, is negative or not finite
    too_large,        ///< the ball around point `index` reaches beyond all numbers
  };
  Kind kind;              ///< what is wrong
  std::size_t index = 0;  ///< of the first bad point or radius
};

/// The error as text.
constexpr const char* to_string(CloudError::Kind kind) {
  switch (kind) {
    case CloudError::Kind::no_points: return "a cloud needs at least one point";
    case CloudError::Kind::too_many_points: return "a cloud has at most 2^31 points";
    case CloudError::Kind::radius_count: return "there are not as many radii as points";
    case CloudError::Kind::not_finite: return "a coordinate of the point is not a finite number";
    case CloudError::Kind::bad_radius: return "the radius is negative or not a finite number";
    case CloudError::Kind::too_large: return "the ball around the point is so large that its box is not finite";
  }
  return "unknown";
}

namespace detail {

/// The data of a cloud. Its address does not change when the cloud is moved or copied.
template <Scalar T, int D>
struct PointsData {
  std::vector<Vec<T, D>> points;
  std::vector<T> radii;  ///< none if all have `radius`
  T radius = 0;
  SphereTree<T, D> tree;

  Ball<T, D> ball(std::uint32_t i) const { return {points[i], radii.empty() ? radius : radii[i]}; }
};

/// Whether `data` is a cloud, whose tree has been built; else the error is set. See points/build.hpp.
template <class T, int D>
bool build_points(PointsData<T, D>& data, CloudError& error, const ExecutorRef& executor);

#define ABUT_POINTS_BUILDER(WORDS, T, D) WORDS bool build_points(PointsData<T, D>&, CloudError&, const ExecutorRef&);
ABUT_DECLARE_FOR_SPACES(ABUT_POINTS_BUILDER)

}  // namespace detail

/// A cloud without ownership, as small as a pointer; place() stores it. The cloud must outlive it.
template <Scalar T, int D>
class PointsView {
 public:
  using Vector = Vec<T, D>;

  /// Made by Points::view().
  explicit PointsView(const detail::PointsData<T, D>& data) : data_(&data) {}

  /// The points, as they were given.
  std::span<const Vector> points() const { return data_->points; }
  /// The number of points.
  PartId part_count() const { return static_cast<PartId>(data_->points.size()); }
  /// A point with its radius, as a shape. Requires id < part_count().
  Ball<T, D> part(PartId id) const { return data_->ball(id); }
  Aabb<T, D> aabb() const { return data_->tree.aabb; }  ///< of all points with their radii, rounded outward

  /// For the traversals; null stands for no pose.
  detail::CompositeRef<T, D> composite(const Pose<T, D>* pose = nullptr) const {
    const detail::PointsData<T, D>& d = *data_;
    return {.tree = d.tree.view(),
            .spheres = d.tree.leaves.data(),
            .pose = pose,
            .kind = detail::PartKind::balls,
            .part_count = part_count(),
            .vertices = d.points.data(),
            .radii = d.radii.empty() ? nullptr : d.radii.data(),
            .ball_radius = d.radius};
  }

 private:
  const detail::PointsData<T, D>* data_;
};

/// A set of points, with one radius or with one each. Copies share its data.
template <Scalar T, int D>
class Points {
 public:
  using Vector = Vec<T, D>;
  static constexpr std::size_t most_points = detail::BvhChild::most_parts;  ///< from() takes no more

  /// Copies the points, all of which have one radius, and builds a tree over them, in time n log n.
  static Expected<Points, CloudError> from(std::span<const Vector> points, T radius = 0) {
    return from(points, radius, InOrder{});
  }
  /// Copies the points and their radii, as many as there are points.
  static Expected<Points, CloudError> from(std::span<const Vector> points,
                                           std::type_identity_t<std::span<const T>> radii) {
    return from(points, radii, InOrder{});
  }
  /// The same, with an executor that may use many threads: see executor.hpp. The tree is the same for all of them.
  template <Executor E>
  static Expected<Points, CloudError> from(std::span<const Vector> points, T radius, const E& executor) {
    return build(points, {}, radius, ExecutorRef(executor));
  }
  /// The same with a radius for each point.
  template <Executor E>
  static Expected<Points, CloudError> from(std::span<const Vector> points,
                                           std::type_identity_t<std::span<const T>> radii, const E& executor) {
    if (radii.size() != points.size()) return CloudError{CloudError::Kind::radius_count, radii.size()};
    return build(points, radii, T(0), ExecutorRef(executor));
  }

  /// The same cloud without ownership; place() stores it.
  PointsView<T, D> view() const { return PointsView<T, D>(*data_); }

  /// The points, as they were given.
  std::span<const Vector> points() const { return view().points(); }
  /// The number of points.
  PartId part_count() const { return view().part_count(); }
  /// A point with its radius, as a shape. Requires id < part_count().
  Ball<T, D> part(PartId id) const { return view().part(id); }
  /// As PointsView::aabb.
  Aabb<T, D> aabb() const { return view().aabb(); }
  /// As PointsView::composite.
  detail::CompositeRef<T, D> composite(const Pose<T, D>* pose = nullptr) const { return view().composite(pose); }

 private:
  explicit Points(std::shared_ptr<const detail::PointsData<T, D>> data) : data_(std::move(data)) {}

  static Expected<Points, CloudError> build(std::span<const Vector> points, std::span<const T> radii, T radius,
                                            const ExecutorRef& executor) {
    const auto data = std::make_shared<detail::PointsData<T, D>>();
    data->points.assign(points.begin(), points.end());
    data->radii.assign(radii.begin(), radii.end());
    data->radius = radius;
    CloudError error{};
    if (!detail::build_points<T, D>(*data, error, executor)) return error;
    return Points(data);
  }

  std::shared_ptr<const detail::PointsData<T, D>> data_;
};

using Points2f = Points<float, 2>;
using Points3f = Points<float, 3>;
using Points2d = Points<double, 2>;
using Points3d = Points<double, 3>;
using PointsView2f = PointsView<float, 2>;
using PointsView3f = PointsView<float, 3>;
using PointsView2d = PointsView<double, 2>;
using PointsView3d = PointsView<double, 3>;

}  // namespace abut

#if defined(ABUT_HEADER_ONLY) || defined(ABUT_SMALL)
#include <abut/detail/points/build.hpp>
#endif
