/// abut_hull, in its own object file: programs that build no hulls do not link it.
#include "arguments.hpp"

#include <abut.h>
#include <abut/hull.hpp>

namespace abut::c_api {

namespace {

/// Where a hull is written.
struct HullRoom {
  std::uint32_t* vertices;
  std::size_t vertex_room;
  std::uint32_t* faces;
  std::size_t face_room;
  std::size_t* sizes;
};

template <Scalar T, int D>
Fault make(const void* points, std::size_t count, const HullRoom& room, abut_answer& answer) {
  const auto hull = Hull<T, D>::from(std::span(static_cast<const Vec<T, D>*>(points), count));
  if (!hull) {
    switch (hull.error().kind) {
      case HullError::Kind::empty: return {ABUT_EMPTY_POINTS, 'a'};
      case HullError::Kind::too_many: return {ABUT_TOO_MANY_POINTS, 'a'};
      default: return {ABUT_NOT_FINITE, 'a', static_cast<std::int64_t>(hull.error().index)};
    }
  }
  const auto input = [&](VertexId v) { return static_cast<std::uint32_t>(hull->input_index(v)); };
  for (VertexId v = 0; v < hull->vertex_count() && v < room.vertex_room; ++v) room.vertices[v] = input(v);
  std::size_t next = 0;
  const auto put = [&](std::uint32_t x) {
    if (next < room.face_room) room.faces[next] = x;
    ++next;
  };
  for (const auto& face : hull->faces()) {
    put(static_cast<std::uint32_t>(face.vertices.size()));
    for (const VertexId v : face.vertices) put(input(v));
  }
  room.sizes[0] = hull->vertex_count();
  room.sizes[1] = next;
  room.sizes[2] = static_cast<std::size_t>(hull->rank());
  answer.status = ABUT_CONVERGED;
  answer.value = hull->measure();
  return {};
}

Fault make(std::int32_t space, const void* points, std::size_t count, const HullRoom& room, abut_answer& answer) {
  switch (space) {
    case ABUT_2F: return make<float, 2>(points, count, room, answer);
    case ABUT_3F: return make<float, 3>(points, count, room, answer);
    case ABUT_2D: return make<double, 2>(points, count, room, answer);
    case ABUT_3D: return make<double, 3>(points, count, room, answer);
    default: return {.error = ABUT_UNKNOWN_SPACE};
  }
}

}  // namespace
}  // namespace abut::c_api

extern "C" int32_t abut_hull(int32_t space, const void* points, size_t count, uint32_t* vertices, size_t vertex_room,
                             uint32_t* faces, size_t face_room, size_t sizes[3], abut_answer* answer) {
  using namespace abut::c_api;
  if (answer == nullptr) return ABUT_NULL_ARGUMENT;
  *answer = {};
  const bool rooms = (vertices != nullptr || vertex_room == 0) && (faces != nullptr || face_room == 0);
  const bool complete = (points != nullptr || count == 0) && sizes != nullptr && rooms;
  const Fault fault = complete ? make(space, points, count, {vertices, vertex_room, faces, face_room, sizes}, *answer)
                               : Fault{.error = ABUT_NULL_ARGUMENT};
  return set_fault(fault, *answer);
}
