/// OBJ, as Wavefront's file formats describe it: `v` and `f` of it. Indices count from 1, and from -1 backwards.
#include "formats/formats.hpp"
#include "surface.hpp"
#include "text.hpp"

namespace abut::io {

namespace {

/// The index of a vertex, from 0, of "3", "3/1", "3//2" or "-1/2/3".
std::int64_t corner_of(std::string_view word, std::size_t vertices, Place place) {
  const std::int64_t written = integer_of(word.substr(0, word.find('/')), place, "an index");
  const auto count = static_cast<std::int64_t>(vertices);
  if (written > 0) return written - 1;
  if (written < 0 && written >= -count) return count + written;
  fail(MeshFileError::Kind::index_out_of_range, place,
       written == 0
           ? "a face refers to vertex 0, but OBJ counts from 1"
           : "a face refers to vertex " + std::to_string(written) + ", of " + std::to_string(count) + " so far");
}

}  // namespace

MeshFile read_obj(std::string_view bytes) {
  Text text(bytes, Text::Style::continued_comments);
  Surface surface(1);
  std::vector<std::int64_t> polygon;
  std::size_t skipped = 0;
  while (text.next_line_with_words()) {
    const std::string_view keyword = text.word();
    if (keyword == "v") {
      Vec3d v;
      for (int i = 0; i < 3; ++i) v[i] = number_of(text.word(), text.place());
      surface.add(v, text.place());  // a weight or a color behind it has no say
    } else if (keyword == "f") {
      polygon.clear();
      for (std::string_view word = text.word(); !word.empty(); word = text.word()) {
        polygon.push_back(corner_of(word, surface.vertex_count(), text.place()));
      }
      surface.add(polygon, text.place());
    } else {
      ++skipped;
    }
  }
  return std::move(surface).finish(MeshFormat::obj, skipped);
}

}  // namespace abut::io
