/// STL, binary and ASCII: triangles without shared vertices. Normals and attributes are not read.
///
/// Many programs begin binary files with "solid" too, the first word of ASCII ones. What tells them apart is the
/// length: a binary file of n triangles, n in bytes 80 to 83, has 84 + 50 n bytes. A text that fits would be larger
/// than 7 GB, for no character of a text is below 9.
#include "bytes.hpp"
#include "formats/formats.hpp"
#include "text.hpp"
#include "weld.hpp"

#include <cmath>

namespace abut::io {

namespace {

using Kind = MeshFileError::Kind;

constexpr std::size_t header_size = 84, triangle_size = 50;
// Corners are numbered in 32 bits.
constexpr std::size_t most_stl_triangles = std::numeric_limits<std::uint32_t>::max() / 3;

/// That the header states; requires a whole header.
std::size_t stated_triangles(std::string_view bytes) { return Bytes(bytes.substr(80, 4), false).take<std::uint32_t>(); }

bool is_binary(std::string_view bytes) {
  return bytes.size() >= header_size && bytes.size() == header_size + triangle_size * stated_triangles(bytes);
}

char lowered(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool is_word(std::string_view word, std::string_view lower_case) {
  if (word.size() != lower_case.size()) return false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (lowered(word[i]) != lower_case[i]) return false;
  }
  return true;
}

/// A text has no zero bytes; the header of a binary file nearly always does, and its numbers too.
bool is_stl_text(std::string_view bytes) {
  constexpr std::size_t beginning = 1024;
  const std::string_view head = bytes.substr(0, beginning);
  return is_word(Text(head).next_word(), "solid") && head.find('\0') == std::string_view::npos;
}

std::vector<Vec3d> binary_corners(std::string_view bytes) {
  const std::size_t count = stated_triangles(bytes);
  if (count > most_stl_triangles)
    fail(Kind::too_large, Place::byte(80), "more than 2^32 / 3 triangles; split the file");
  std::vector<Vec3d> corners;
  corners.reserve(3 * count);
  Bytes numbers(bytes, false);
  numbers.skip(header_size);
  for (std::size_t i = 0; i < count; ++i) {
    numbers.skip(12);  // the normal
    for (int k = 0; k < 9; ++k) {
      const Place place = Place::byte(numbers.position());
      const float x = numbers.take<float>();
      if (!std::isfinite(x)) {
        fail(Kind::not_finite, place,
             "a coordinate of triangle " + std::to_string(i) + " (counted from 0) is not a finite number");
      }
      if (k % 3 == 0) corners.emplace_back();
      corners.back()[k % 3] = double(x);
    }
    numbers.skip(2);  // the attribute
  }
  return corners;
}

/// facet normal . . .  outer loop  vertex . . .  vertex . . .  vertex . . .  endloop  endfacet
class StlText {
 public:
  explicit StlText(std::string_view bytes) : text_(bytes) {}

  std::vector<Vec3d> corners() {
    for (std::string_view word = text_.next_word(); !word.empty(); word = text_.next_word()) {
      require(word, "solid");
      text_.skip_line();  // its name
      while (!is_word(word = present(text_.next_word()), "endsolid")) read_facet(word);
      text_.skip_line();
    }
    return std::move(corners_);
  }

 private:
  std::string_view present(std::string_view word) const {
    if (!word.empty()) return word;
    fail(Kind::truncated, text_.place(), "the file ends without endsolid: it is cut off; export it again");
  }
  void require(std::string_view word, std::string_view expected) const {
    if (is_word(present(word), expected)) return;
    fail(Kind::malformed, text_.place(), "expected " + std::string(expected) + ", found " + quoted(word));
  }

  void read_facet(std::string_view word) {
    require(word, "facet");
    require(text_.next_word(), "normal");
    for (int i = 0; i < 3; ++i) present(text_.next_word());
    require(text_.next_word(), "outer");
    require(text_.next_word(), "loop");
    for (int i = 0; i < 3; ++i) {
      require(text_.next_word(), "vertex");
      Vec3d v;
      for (int k = 0; k < 3; ++k) {
        const std::string_view number = present(text_.next_word());
        v[k] = number_of(number, text_.place());
      }
      if (corners_.size() >= 3 * most_stl_triangles) {
        fail(Kind::too_large, text_.place(), "more than 2^32 / 3 triangles; split the file");
      }
      corners_.push_back(v);
    }
    require(text_.next_word(), "endloop");
    require(text_.next_word(), "endfacet");
  }

  Text text_;
  std::vector<Vec3d> corners_;
};

[[noreturn]] void fail_neither(std::string_view bytes) {
  const std::string size = std::to_string(bytes.size());
  if (bytes.size() < header_size) {
    fail(
        Kind::truncated, Place::byte(bytes.size()),
        "neither an ASCII STL, which begins with solid, nor a binary one, which has at least 84 bytes; it has " + size);
  }
  const std::size_t stated = stated_triangles(bytes), needed = header_size + triangle_size * stated;
  const std::string counts = "the header of this binary STL announces " + std::to_string(stated) +
                             " triangles, which take " + std::to_string(needed) + " bytes, but the file has " + size;
  if (bytes.size() < needed) fail(Kind::truncated, Place::byte(bytes.size()), counts + ": it is cut off, or no STL");
  fail(Kind::malformed, Place::byte(needed), counts + ": the count is wrong, or it is no STL");
}

}  // namespace

bool looks_like_stl(std::string_view bytes) { return is_binary(bytes) || is_stl_text(bytes); }

MeshFile read_stl(std::string_view bytes) {
  if (!looks_like_stl(bytes)) fail_neither(bytes);
  const std::vector<Vec3d> corners = is_binary(bytes) ? binary_corners(bytes) : StlText(bytes).corners();
  if (corners.empty()) fail(Kind::no_triangles, {}, "it holds no triangle");
  return welded(corners);
}

}  // namespace abut::io
