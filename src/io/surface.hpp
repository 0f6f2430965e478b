/// Collects vertices and polygons that refer to them by index.
#pragma once

#include "read_error.hpp"

#include <span>

namespace abut::io {

class Surface {
 public:
  /// `first` is the number that the format gives to the first vertex, for messages.
  explicit Surface(std::int64_t first = 0) : first_(first) {}

  std::size_t vertex_count() const { return vertices_.size(); }
  void add(const Vec3d& vertex, Place place);

  /// Adds the fan of a polygon, whose indices count from 0. Its vertices may come later in the file. Fails if they are
  /// fewer than three.
  void add(std::span<const std::int64_t> polygon, Place place);

  /// Fails if an index has no vertex, or there is no triangle.
  MeshFile finish(MeshFormat format, std::size_t skipped) &&;

 private:
  std::vector<Vec3d> vertices_;
  std::vector<std::array<std::uint32_t, 3>> triangles_;
  std::int64_t first_;
  std::int64_t highest_ = -1;  // of all indices, first met at
  Place highest_at_;
};

}  // namespace abut::io
