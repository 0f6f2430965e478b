/// Every mesh of a folder: read, counted, and its distances to a box, to an octahedron and to itself in some poses held
/// against brute force over all triangles. `make test-data DATA=FOLDER`.
#include "data/brute_force.hpp"
#include "oracle/draw/random.hpp"

#include <abut/abut.hpp>
#include <abut/io/mesh_file.hpp>
#include <abut/mesh.hpp>

#include <cstdio>
#include <filesystem>
#include <string>

namespace abut::test {
namespace {

/// A mesh that is asked about itself has at most so many triangles: all their pairs are tried.
constexpr std::size_t most_for_itself = 2000;
constexpr int poses = 8;

using Faces = std::vector<Corners>;

Faces faces_of_box(const Box3d& box) {
  Faces faces;
  for (const auto& [a, b, c, d] :
       {std::array<VertexId, 4>{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}}) {
    faces.push_back({box.vertex(a), box.vertex(b), box.vertex(c)});
    faces.push_back({box.vertex(a), box.vertex(c), box.vertex(d)});
  }
  return faces;
}

/// Its tips: 0 and 1 on the first axis, 2 and 3 on the second, 4 and 5 on the third.
std::vector<Vec3d> octahedron_of(const Vec3d& half) {
  return {{half.x, 0, 0}, {-half.x, 0, 0}, {0, half.y, 0}, {0, -half.y, 0}, {0, 0, half.z}, {0, 0, -half.z}};
}

Faces faces_of_octahedron(const std::vector<Vec3d>& tips) {
  Faces faces;
  for (const std::size_t x : {0U, 1U}) {
    for (const std::size_t y : {2U, 3U}) {
      for (const std::size_t z : {4U, 5U}) faces.push_back({tips[x], tips[y], tips[z]});
    }
  }
  return faces;
}

/// The rotation matrix times the point, by the textbook.
Vec3d world(const Pose3d& pose, const Vec3d& v) {
  const auto [w, x, y, z] = pose.q;
  const double s = 2 / (w * w + x * x + y * y + z * z);
  return {pose.p.x + v.x * (1 - s * (y * y + z * z)) + v.y * s * (x * y - z * w) + v.z * s * (x * z + y * w),
          pose.p.y + v.x * s * (x * y + z * w) + v.y * (1 - s * (x * x + z * z)) + v.z * s * (y * z - x * w),
          pose.p.z + v.x * s * (x * z - y * w) + v.y * s * (y * z + x * w) + v.z * (1 - s * (x * x + y * y))};
}

std::vector<BoundedTriangle> placed(const Faces& faces, const Pose3d& pose) {
  std::vector<BoundedTriangle> result;
  for (const Corners& t : faces) {
    result.emplace_back(Corners{world(pose, t[0]), world(pose, t[1]), world(pose, t[2])});
  }
  return result;
}

/// Whether the point is behind all faces of a convex body about `center`.
bool is_inside(const Vec3d& x, std::span<const BoundedTriangle> faces, const Vec3d& center) {
  for (const BoundedTriangle& face : faces) {
    const auto& [a, b, c] = face.corners;
    const Vec3d n = cross(b - a, c - a);
    if (dot(n, x - a) * dot(n, center - a) < 0) return false;
  }
  return true;
}

class Checks {
 public:
  explicit Checks(const io::MeshFile& file) : mesh_(std::move(*Mesh3d::from(file.vertices, file.triangles))) {
    for (const auto& t : file.triangles) {
      triangles_.push_back({file.vertices[t[0]], file.vertices[t[1]], file.vertices[t[2]]});
    }
    const Aabb<double, 3> box = mesh_.aabb();
    center_ = (box.min + box.max) * 0.5;
    half_ = (box.max - box.min) * 0.5;
    reach_ = std::sqrt(squared(half_)) + std::sqrt(squared(center_));
  }

  void run() {
    const Vec3d extents = half_ * 0.3 + Vec3d{0.01, 0.01, 0.01} * reach_;
    const Box3d box{extents};
    const std::vector<Vec3d> tips = octahedron_of(extents);
    const auto octahedron = *PointSet3d::from(tips);
    for (int i = 0; i < poses; ++i) {
      const double away = 2.5 * reach_ * i / poses;  // from deep inside to far outside
      beside(box, faces_of_box(box), away);
      beside(octahedron, faces_of_octahedron(tips), away);
      if (triangles_.size() <= most_for_itself) beside_itself(away);
    }
  }

  int count() const { return count_; }
  int apart() const { return apart_; }
  int failures() const { return failures_; }
  double widest() const { return widest_; }

 private:
  Pose3d pose_at(double away) {
    const Vec3d direction{random_.between(-1, 1), random_.between(-1, 1), random_.between(-1, 1)};
    return {center_ + direction * away,
            {random_.between(0.1, 1), random_.between(-1, 1), random_.between(-1, 1), random_.between(-1, 1)}};
  }

  template <class S>
  void beside(const S& shape, const Faces& surface, double away) {
    const Pose3d a = pose_at(0), b = pose_at(away);
    const auto mesh = placed(triangles_, a), faces = placed(surface, b);
    double truth = least_distance(mesh, faces);
    for (const BoundedTriangle& t : mesh) {
      if (is_inside(t.corners[0], faces, b.p)) truth = 0;  // the surface may be all around it
    }
    hold(place(mesh_, a), place(shape, b), truth, a, b);
  }

  void beside_itself(double away) {
    const Pose3d a = pose_at(0), b = pose_at(away);
    hold(place(mesh_, a), place(mesh_, b), least_distance(placed(triangles_, a), placed(triangles_, b)), a, b);
  }

  /// The bounds contain what brute force has found, and the verdict is its own, up to its error.
  template <class A, class B>
  void hold(const A& a, const B& b, double truth, const Pose3d& p, const Pose3d& q) {
    const double size = 2 * reach_ + std::sqrt(squared(p.p)) + std::sqrt(squared(q.p));
    const double error = brute_force_error * size;
    const auto d = distance(a, b);
    const auto met = overlap(a, b);
    const bool bounded = d.lower <= truth + error && truth - error <= d.upper;
    const bool judged = met.apart ? met.lower <= truth + error : met.overlap && truth <= error;
    ++count_;
    apart_ += met.apart ? 1 : 0;
    widest_ = std::max(widest_, (d.upper - d.lower) / size);
    if (bounded && judged && d.status == Status::converged) return;
    ++failures_;
    std::fprintf(stderr, "  lower %.17g, upper %.17g, %s; brute force %.17g +- %.3g; %s\n", d.lower, d.upper,
                 to_string(d.status), truth, error,
                 met.apart     ? "apart"
                 : met.overlap ? "they meet"
                               : "undecided");
  }

  oracle::Random random_{1};
  Mesh3d mesh_;
  Faces triangles_;
  Vec3d center_, half_;
  double reach_ = 0;
  int count_ = 0, apart_ = 0, failures_ = 0;
  double widest_ = 0;
};

bool is_mesh_name(const std::filesystem::path& path) {
  std::string ending = path.extension().string();
  for (char& c : ending) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return ending == ".stl" || ending == ".obj" || ending == ".ply" || ending == ".off";
}

/// Prints what is found; returns whether all is well.
bool test_file(const std::filesystem::path& path, const std::string& name) {
  const auto file = io::read_mesh_file(path.string());
  if (!file) {
    std::printf("%s\n", file.error().text.c_str());
    return false;
  }
  Checks checks(*file);
  checks.run();
  std::printf("%-40s %s %8zu vertices %8zu triangles %6zu skipped; %3d checks, %3d apart, width %.1e, %d failed\n",
              name.c_str(), to_string(file->format), file->vertices.size(), file->triangles.size(), file->skipped,
              checks.count(), checks.apart(), checks.widest(), checks.failures());
  return checks.failures() == 0;
}

int test_folder(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && is_mesh_name(entry.path())) paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  int bad = 0;
  for (const auto& path : paths) bad += test_file(path, path.lexically_relative(folder).string()) ? 0 : 1;
  std::printf("%zu files, %d bad\n", paths.size(), bad);
  return bad == 0 && !paths.empty() ? 0 : 1;
}

}  // namespace
}  // namespace abut::test

int main(int count, char** arguments) {
  if (count != 2 || !std::filesystem::is_directory(arguments[1])) {
    std::fprintf(stderr, "usage: abut_test_data FOLDER\n");
    return 2;
  }
  return abut::test::test_folder(arguments[1]);
}
