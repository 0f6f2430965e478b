/// OFF, as Geomview's manual describes it, in ASCII: three coordinates first in every row, colors and normals behind.
#include "formats/formats.hpp"
#include "surface.hpp"
#include "text.hpp"

namespace abut::io {

namespace {

using Kind = MeshFileError::Kind;

/// What is before "OFF" in the word of the header, and what is behind: some programs leave out the line end after it.
struct OffHeader {
  std::string_view options, behind;
};

bool split_header(std::string_view word, OffHeader& header) {
  const std::size_t at = word.find("OFF");
  if (at == std::string_view::npos) return false;
  header = {word.substr(0, at), word.substr(at + 3)};
  return header.options.find_first_not_of("STCN4n") == std::string_view::npos &&
         header.behind.find_first_not_of("0123456789") == std::string_view::npos;
}

std::size_t count_of(std::string_view word, Place place, const char* what) {
  const std::int64_t count = integer_of(word, place, what);
  if (count < 0) fail(Kind::malformed, place, std::string(what) + " is negative");
  return static_cast<std::size_t>(count);
}

/// Goes to the next row, of the `i`th of `count` vertices or faces.
void require_row(Text& text, const char* what, std::size_t i, std::size_t count) {
  if (text.next_line_with_words()) return;
  fail(Kind::truncated, text.place(),
       std::string("the file ends before ") + what + " " + std::to_string(i) + " of " + std::to_string(count) +
           " (counted from 0); export it again");
}

}  // namespace

bool looks_like_off(std::string_view bytes) {
  Text text(bytes.substr(0, 4096), Text::Style::comments);
  OffHeader header;
  return text.next_line_with_words() && split_header(text.word(), header);
}

MeshFile read_off(std::string_view bytes) {
  Text text(bytes, Text::Style::comments);
  OffHeader header;
  text.next_line_with_words();
  const std::string_view first = text.word();
  if (!split_header(first, header))
    fail(Kind::malformed, text.place(), "begins with " + quoted(first) + ", not with OFF");
  if (header.options.find_first_of("4n") != std::string_view::npos) {
    fail(Kind::malformed, text.place(), quoted(first) + " has vertices of more than three coordinates; save it as OFF");
  }
  std::string_view word = header.behind.empty() ? text.word() : header.behind;
  if (word == "BINARY") fail(Kind::malformed, text.place(), "a binary OFF is not read; save it as ASCII, or as PLY");
  if (word.empty()) {
    if (!text.next_line_with_words()) fail(Kind::truncated, text.place(), "the counts are missing; export it again");
    word = text.word();
  }
  const std::size_t vertices = count_of(word, text.place(), "the count of vertices");
  const std::size_t faces = count_of(text.word(), text.place(), "the count of faces");
  Surface surface;
  for (std::size_t i = 0; i < vertices; ++i) {
    require_row(text, "vertex", i, vertices);
    Vec3d v;
    for (int k = 0; k < 3; ++k) v[k] = number_of(text.word(), text.place());
    surface.add(v, text.place());
  }
  std::vector<std::int64_t> polygon;
  for (std::size_t i = 0; i < faces; ++i) {
    require_row(text, "face", i, faces);
    polygon.clear();
    for (std::size_t left = count_of(text.word(), text.place(), "the count of a face"); left > 0; --left) {
      polygon.push_back(integer_of(text.word(), text.place(), "an index"));
    }
    surface.add(polygon, text.place());
  }
  if (text.next_line_with_words()) {
    fail(Kind::malformed, text.place(),
         "the file goes on behind the " + std::to_string(faces) + " faces that it announces; correct the counts");
  }
  return std::move(surface).finish(MeshFormat::off, 0);
}

}  // namespace abut::io
