#include "surface.hpp"

namespace abut::io {

namespace {

using Kind = MeshFileError::Kind;

// Mesh::most_parts, and every index fits 32 bits.
constexpr std::size_t most_triangles = std::size_t(1) << 31;
constexpr std::int64_t most_vertices = std::int64_t(1) << 32;

}  // namespace

void Surface::add(const Vec3d& vertex, Place place) {
  if (vertices_.size() >= static_cast<std::size_t>(most_vertices)) {
    fail(Kind::too_large, place, "more than 2^32 vertices; split the file");
  }
  vertices_.push_back(vertex);
}

void Surface::add(std::span<const std::int64_t> polygon, Place place) {
  if (polygon.size() < 3) {
    fail(Kind::malformed, place,
         "a face of " + std::to_string(polygon.size()) + " vertices, it needs at least 3; remove it");
  }
  if (triangles_.size() + (polygon.size() - 2) > most_triangles) {
    fail(Kind::too_large, place, "more than 2^31 triangles; split the file");
  }
  for (const std::int64_t index : polygon) {
    if (index < 0 || index >= most_vertices) {
      fail(Kind::index_out_of_range, place,
           "a face refers to vertex " + std::to_string(index) + ", which no file can have; the index is wrong");
    }
    if (index > highest_) {
      highest_ = index;
      highest_at_ = place;
    }
  }
  const auto corner = [&](std::size_t i) { return static_cast<std::uint32_t>(polygon[i]); };
  for (std::size_t i = 2; i < polygon.size(); ++i) triangles_.push_back({corner(0), corner(i - 1), corner(i)});
}

MeshFile Surface::finish(MeshFormat format, std::size_t skipped) && {
  if (highest_ >= static_cast<std::int64_t>(vertices_.size())) {
    fail(Kind::index_out_of_range, highest_at_,
         "a face refers to vertex " + std::to_string(first_ + highest_) + " (counted from " + std::to_string(first_) +
             "), but the file has " + std::to_string(vertices_.size()) +
             " vertices; it is cut off, or the index is wrong");
  }
  if (triangles_.empty()) {
    fail(Kind::no_triangles, {},
         vertices_.empty()
             ? "it holds neither vertices nor faces"
             : "it holds " + std::to_string(vertices_.size()) + " vertices, but no face: a cloud of points is no mesh");
  }
  return {.format = format, .vertices = std::move(vertices_), .triangles = std::move(triangles_), .skipped = skipped};
}

}  // namespace abut::io
