/// Hulls that are built once, in their own object file: programs that build no hulls do not link it.
#include "arguments.hpp"
#include "operand/hull_handle.hpp"

#include <abut.h>
#include <abut/hull.hpp>

#include <utility>

namespace abut::c_api {

namespace {

template <Scalar T, int D>
struct KeptHull {
  Hull<T, D> hull;
};

/// A hull of the user's, and its handle, which is made after it and refers to it.
template <Scalar T, int D>
struct OwnedHull : KeptHull<T, D>, abut_hull {
  explicit OwnedHull(Hull<T, D>&& built)
      : KeptHull<T, D>{std::move(built)},
        abut_hull{.space = space_of<T, D>, .data = &KeptHull<T, D>::hull.view().data()} {}
};

Fault fault_of(const HullError& error) {
  switch (error.kind) {
    case HullError::Kind::empty: return {ABUT_EMPTY_POINTS, 'a'};
    case HullError::Kind::too_many: return {ABUT_TOO_MANY_POINTS, 'a'};
    default: return {ABUT_NOT_FINITE, 'a', static_cast<std::int64_t>(error.index)};
  }
}

/// Where the faces of a hull are written.
struct FaceRoom {
  std::uint32_t* vertices;
  std::size_t vertex_room;
  std::uint32_t* faces;
  std::size_t face_room;
  std::size_t* sizes;
};

template <Scalar T, int D>
struct HullsOf {
  using Owned = OwnedHull<T, D>;

  static Fault create(const void* points, std::size_t count, abut_hull*& made, abut_answer& answer) {
    auto hull = Hull<T, D>::from(std::span(static_cast<const Vec<T, D>*>(points), count));
    if (!hull) return fault_of(hull.error());
    answer.measure = hull->measure();
    made = new Owned(std::move(*hull));
    return {};
  }

  static void destroy(abut_hull* hull) { delete static_cast<Owned*>(hull); }

  static void write_faces(const abut_hull& given, const FaceRoom& room, abut_answer& answer) {
    const Hull<T, D>& hull = static_cast<const Owned&>(given).hull;
    const auto input = [&](VertexId v) { return static_cast<std::uint32_t>(hull.input_index(v)); };
    for (VertexId v = 0; v < hull.vertex_count() && v < room.vertex_room; ++v) room.vertices[v] = input(v);
    std::size_t next = 0;
    const auto put = [&](std::uint32_t x) {
      if (next < room.face_room) room.faces[next] = x;
      ++next;
    };
    for (const auto& face : hull.faces()) {
      put(static_cast<std::uint32_t>(face.vertices.size()));
      for (const VertexId v : face.vertices) put(input(v));
    }
    room.sizes[0] = hull.vertex_count();
    room.sizes[1] = next;
    room.sizes[2] = static_cast<std::size_t>(hull.rank());
    answer.measure = hull.measure();
  }
};

struct HullTable {
  Fault (*create)(const void*, std::size_t, abut_hull*&, abut_answer&);
  void (*destroy)(abut_hull*);
  void (*write_faces)(const abut_hull&, const FaceRoom&, abut_answer&);
};

template <Scalar T, int D>
constexpr HullTable hull_table{HullsOf<T, D>::create, HullsOf<T, D>::destroy, HullsOf<T, D>::write_faces};

constexpr Tables<const HullTable> tables{&hull_table<float, 2>, &hull_table<float, 3>, &hull_table<double, 2>,
                                         &hull_table<double, 3>};

}  // namespace
}  // namespace abut::c_api

using namespace abut::c_api;

extern "C" {

abut_hull* abut_hull_create(int32_t space, const void* points, size_t count, abut_answer* answer) {
  abut_hull* made = nullptr;
  const Arguments given{.space = space, .options = nullptr, .complete = points != nullptr || count == 0};
  run_checked(tables, given, answer, [&](const HullTable& table, const abut_options&) {
    answer->status = ABUT_CONVERGED;
    return table.create(points, count, made, *answer);
  });
  return made;
}

void abut_hull_destroy(abut_hull* hull) {
  if (hull != nullptr) tables.of(hull->space)->destroy(hull);
}

int32_t abut_hull_faces(const abut_hull* hull, uint32_t* vertices, size_t vertex_room, uint32_t* faces,
                        size_t face_room, size_t sizes[3], abut_answer* answer) {
  const bool rooms = (vertices != nullptr || vertex_room == 0) && (faces != nullptr || face_room == 0);
  const Arguments given{.space = hull != nullptr ? hull->space : 0,
                        .options = nullptr,
                        .complete = hull != nullptr && sizes != nullptr && rooms};
  return run_checked(tables, given, answer, [&](const HullTable& table, const abut_options&) {
    answer->status = ABUT_CONVERGED;
    table.write_faces(*hull, {vertices, vertex_room, faces, face_room, sizes}, *answer);
    return Fault{};
  });
}

}  // extern "C"
