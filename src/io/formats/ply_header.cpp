#include "formats/ply_header.hpp"

#include "text.hpp"

#include <algorithm>

namespace abut::io {

namespace {

using Kind = MeshFileError::Kind;

struct TypeName {
  std::string_view name;
  PlyType type;
};
constexpr TypeName type_names[] = {
    {"char", PlyType::int8},      {"int8", PlyType::int8},       {"uchar", PlyType::uint8},
    {"uint8", PlyType::uint8},    {"short", PlyType::int16},     {"int16", PlyType::int16},
    {"ushort", PlyType::uint16},  {"uint16", PlyType::uint16},   {"int", PlyType::int32},
    {"int32", PlyType::int32},    {"uint", PlyType::uint32},     {"uint32", PlyType::uint32},
    {"float", PlyType::float32},  {"float32", PlyType::float32}, {"double", PlyType::float64},
    {"float64", PlyType::float64}};

PlyType type_of(std::string_view word, Place place) {
  for (const TypeName& known : type_names) {
    if (known.name == word) return known.type;
  }
  fail(Kind::malformed, place, quoted(word) + " is not a type of PLY, such as float, double, uchar or int");
}

PlyType integer_type_of(std::string_view word, Place place) {
  const PlyType type = type_of(word, place);
  if (is_integer(type)) return type;
  fail(Kind::malformed, place, "the count of a list is of type " + std::string(word) + ", expected an integer type");
}

PlyHeader::Encoding encoding_of(Text& text) {
  const std::string_view name = text.word(), version = text.word();
  if (version != "1.0") fail(Kind::malformed, text.place(), "PLY of version " + quoted(version) + ", expected 1.0");
  if (name == "ascii") return PlyHeader::Encoding::ascii;
  if (name == "binary_little_endian") return PlyHeader::Encoding::little_endian;
  if (name == "binary_big_endian") return PlyHeader::Encoding::big_endian;
  fail(Kind::malformed, text.place(),
       "the format is " + quoted(name) + ", expected ascii, binary_little_endian or binary_big_endian");
}

PlyProperty property_of(Text& text) {
  PlyProperty property{};
  std::string_view word = text.word();
  if (word == "list") {
    property.count = integer_type_of(text.word(), text.place());
    word = text.word();
  }
  property.type = type_of(word, text.place());
  property.name = text.word();
  if (property.name.empty()) fail(Kind::malformed, text.place(), "the property has no name");
  return property;
}

const PlyElement& require_element(const PlyHeader& header, std::string_view name) {
  const PlyElement* found = nullptr;
  for (const PlyElement& element : header.elements) {
    if (element.name != name) continue;
    if (found != nullptr) fail(Kind::malformed, {}, "its header has two elements " + std::string(name));
    found = &element;
  }
  if (found != nullptr) return *found;
  fail(Kind::no_triangles, {}, "its header has no element " + std::string(name) + ", so it is no mesh");
}

bool has_coordinate(const PlyElement& vertex, std::string_view name) {
  return std::count_if(vertex.properties.begin(), vertex.properties.end(),
                       [name](const PlyProperty& p) { return p.name == name && !p.count; }) == 1;
}

void require_surface(const PlyHeader& header) {
  const PlyElement& vertex = require_element(header, "vertex");
  for (const std::string_view name : {"x", "y", "z"}) {
    if (has_coordinate(vertex, name)) continue;
    fail(Kind::malformed, {}, "its vertices need one number " + std::string(name) + ", the header says otherwise");
  }
  const PlyElement& face = require_element(header, "face");
  const auto lists = std::count_if(face.properties.begin(), face.properties.end(), is_index_list);
  if (lists != 1) fail(Kind::malformed, {}, "its faces need one list of integers, vertex_indices");
}

}  // namespace

bool is_index_list(const PlyProperty& property) {
  return property.count && is_integer(property.type) &&
         (property.name == "vertex_indices" || property.name == "vertex_index");
}

PlyHeader ply_header_of(std::string_view bytes) {
  Text text(bytes);
  PlyHeader header{};
  bool has_format = false;
  text.next_line();
  if (text.word() != "ply") fail(Kind::malformed, text.place(), "does not begin with ply");
  while (text.next_line_with_words()) {
    const std::string_view keyword = text.word();
    if (keyword == "end_header") {
      if (!has_format) fail(Kind::malformed, text.place(), "the header has no line that begins with format");
      require_surface(header);
      header.size = text.position();
      header.lines = text.place().number;
      return header;
    }
    if (keyword == "comment" || keyword == "obj_info") continue;
    if (keyword == "format") {
      header.encoding = encoding_of(text);
      has_format = true;
    } else if (keyword == "element") {
      const std::string_view name = text.word();
      const std::int64_t count = integer_of(text.word(), text.place(), "the count of an element");
      if (count < 0) fail(Kind::malformed, text.place(), "the count of an element is negative");
      header.elements.push_back({name, static_cast<std::size_t>(count), {}});
    } else if (keyword == "property" && !header.elements.empty()) {
      header.elements.back().properties.push_back(property_of(text));
    } else {
      fail(Kind::malformed, text.place(), quoted(keyword) + " is not a word of a PLY header here");
    }
  }
  fail(Kind::truncated, text.place(), "the file ends without end_header; export it again");
}

}  // namespace abut::io
