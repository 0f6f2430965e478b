/// PLY, as Turk's description of 1994 has it, in all three encodings: `x`, `y` and `z` of its vertices, and the list of
/// indices of its faces. Other properties and elements are passed over.
#include "bytes.hpp"
#include "formats/formats.hpp"
#include "formats/ply_header.hpp"
#include "surface.hpp"
#include "text.hpp"

#include <algorithm>
#include <cmath>

namespace abut::io {

namespace {

using Kind = MeshFileError::Kind;

constexpr std::string_view white_space = " \t\r\n\v\f";

/// The rows of an ASCII file. Line ends count as blanks.
class TextRows {
 public:
  TextRows(std::string_view data, std::size_t first_line) : text_(data, Text::Style::plain, first_line) {}

  Place place() const { return text_.place(); }
  bool at_end() { return text_.next_word().empty(); }

  double number(PlyType) { return number_of(word(), place()); }
  std::int64_t integer(PlyType) { return integer_of(word(), place(), "an index or a count"); }
  void skip(PlyType, std::size_t count) {
    for (; count > 0; --count) word();
  }

 private:
  std::string_view word() {
    const std::string_view found = text_.next_word();
    if (found.empty()) fail(Kind::truncated, place(), "the file ends before the rows that its header announces");
    return found;
  }

  Text text_;
};

/// The rows of a binary file.
class BinaryRows {
 public:
  BinaryRows(std::string_view bytes, std::size_t header, bool big_endian) : bytes_(bytes, big_endian) {
    bytes_.skip(header);
  }

  Place place() const { return Place::byte(bytes_.position()); }
  bool at_end() {
    while (bytes_.left() > 0) {
      if (white_space.find(bytes_.take<char>()) == std::string_view::npos) return false;
    }
    return true;
  }

  double number(PlyType type) {
    require(type, 1);
    const Place at = place();
    double x = 0;
    if (type == PlyType::float32) {
      x = double(bytes_.take<float>());
    } else if (type == PlyType::float64) {
      x = bytes_.take<double>();
    } else {
      x = static_cast<double>(integer(type));
    }
    if (!std::isfinite(x)) fail(Kind::not_finite, at, "a coordinate is not a finite number");
    return x;
  }

  std::int64_t integer(PlyType type) {
    require(type, 1);
    switch (type) {
      case PlyType::int8: return bytes_.take<std::int8_t>();
      case PlyType::uint8: return bytes_.take<std::uint8_t>();
      case PlyType::int16: return bytes_.take<std::int16_t>();
      case PlyType::uint16: return bytes_.take<std::uint16_t>();
      case PlyType::int32: return bytes_.take<std::int32_t>();
      default: return bytes_.take<std::uint32_t>();
    }
  }

  void skip(PlyType type, std::size_t count) {
    require(type, count);
    bytes_.skip(count * size_of(type));
  }

 private:
  void require(PlyType type, std::size_t count) const {
    if (bytes_.left() / size_of(type) >= count) return;
    fail(Kind::truncated, place(), "the file ends before the rows that its header announces");
  }

  Bytes bytes_;
};

template <class Rows>
class PlyBody {
 public:
  explicit PlyBody(Rows rows) : rows_(std::move(rows)) {}

  MeshFile read(const PlyHeader& header) {
    for (const PlyElement& element : header.elements) {
      if (element.properties.empty()) continue;  // its rows are empty, however many the header announces
      for (std::size_t i = 0; i < element.count; ++i) read_row(element);
    }
    if (!rows_.at_end()) {
      fail(Kind::malformed, rows_.place(),
           "the file goes on behind the rows that its header announces; correct the counts");
    }
    return std::move(surface_).finish(MeshFormat::ply, skipped_);
  }

 private:
  void read_row(const PlyElement& element) {
    if (element.name == "vertex") {
      read_vertex(element);
    } else if (element.name == "face") {
      read_face(element);
    } else {
      for (const PlyProperty& property : element.properties) pass_over(property);
      ++skipped_;
    }
  }

  void read_vertex(const PlyElement& element) {
    Vec3d v;
    for (const PlyProperty& property : element.properties) {
      const bool is_coordinate = property.name == "x" || property.name == "y" || property.name == "z";
      if (is_coordinate) {
        v[property.name[0] - 'x'] = rows_.number(property.type);
      } else {
        pass_over(property);
      }
    }
    surface_.add(v, rows_.place());
  }

  void read_face(const PlyElement& element) {
    Place place = rows_.place();
    polygon_.clear();
    for (const PlyProperty& property : element.properties) {
      if (!property.count || !is_index_list(property)) {
        pass_over(property);
        continue;
      }
      const std::size_t count = count_of_list(*property.count);
      place = rows_.place();
      for (std::size_t i = 0; i < count; ++i) polygon_.push_back(rows_.integer(property.type));
    }
    surface_.add(polygon_, place);
  }

  void pass_over(const PlyProperty& property) {
    rows_.skip(property.type, property.count ? count_of_list(*property.count) : 1);
  }

  std::size_t count_of_list(PlyType type) {
    const std::int64_t count = rows_.integer(type);
    if (count < 0) fail(Kind::malformed, rows_.place(), "the count of a list is negative");
    return static_cast<std::size_t>(count);
  }

  Rows rows_;
  Surface surface_;
  std::vector<std::int64_t> polygon_;
  std::size_t skipped_ = 0;
};

}  // namespace

bool looks_like_ply(std::string_view bytes) { return bytes.starts_with("ply\n") || bytes.starts_with("ply\r\n"); }

MeshFile read_ply(std::string_view bytes) {
  const PlyHeader header = ply_header_of(bytes);
  if (header.encoding == PlyHeader::Encoding::ascii) {
    return PlyBody(TextRows(bytes.substr(header.size), header.lines + 1)).read(header);
  }
  const bool big_endian = header.encoding == PlyHeader::Encoding::big_endian;
  return PlyBody(BinaryRows(bytes, header.size, big_endian)).read(header);
}

}  // namespace abut::io
