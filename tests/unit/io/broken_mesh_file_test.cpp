/// The readers of meshes on files that are cut off, lie, or are something else.
#include "unit/io/files.hpp"

namespace abut::test {
namespace {

using Kind = MeshFileError::Kind;

struct Broken {
  std::string bytes;
  const char* name;
  Kind kind;
  const char* text;
};

void expect_error(const Broken& broken) {
  const auto file = io::read_mesh(broken.bytes, broken.name);
  ASSERT_FALSE(file) << broken.text;
  EXPECT_EQ(file.error().text, broken.text);
  EXPECT_EQ(file.error().kind, broken.kind) << broken.text;
}

/// A file that ends early is an error, or has lost whole faces only, where the format has neither counts nor an end.
TEST(BrokenMeshFile, CutOffAnywhere) {
  for (const WholeFile& whole : whole_files()) {
    const bool has_end = std::string_view(whole.what) != "OBJ";
    for (std::size_t size = 0; size + 1 < whole.bytes.size(); ++size) {
      const auto file = io::read_mesh(std::string_view(whole.bytes).substr(0, size), whole.name);
      if (!file) {
        EXPECT_TRUE(file.error().text.starts_with(whole.name)) << file.error().text;
        continue;
      }
      ASSERT_TRUE(is_sound(*file)) << whole.what << " of " << size << " bytes";
      if (has_end) {
        EXPECT_EQ(file->triangles, io::read_mesh(whole.bytes, whole.name)->triangles)
            << whole.what << " of " << size << " bytes";
      }
    }
  }
}

/// Any byte changed: sound triangles or an error that names the file.
TEST(BrokenMeshFile, EveryByteChanged) {
  for (const WholeFile& whole : whole_files()) {
    for (std::size_t at = 0; at < whole.bytes.size(); ++at) {
      for (const char c : {'\0', '\xFF', '9', '-', '\n', ' '}) {
        std::string bytes = whole.bytes;
        bytes[at] = c;
        const auto file = io::read_mesh(bytes, whole.name);
        if (file) {
          ASSERT_TRUE(is_sound(*file)) << whole.what << ", byte " << at;
        } else {
          EXPECT_TRUE(file.error().text.starts_with(whole.name)) << file.error().text;
        }
      }
    }
  }
}

TEST(BrokenMeshFile, Stl) {
  const Sample sample = float_sample();
  const std::string good = binary_stl(sample);
  std::string lying = good, not_finite = good, low = good;
  lying.replace(80, 4, binary(std::uint32_t(4000000000)));
  low.replace(80, 4, binary(std::uint32_t(3)));
  not_finite.replace(84 + 50 + 12 + 16, 4, binary(NAN));
  for (const Broken& broken : {
           Broken{
               lying, "a.stl", Kind::truncated,
               "a.stl, byte 284: the header of this binary STL announces 4000000000 triangles, which take 200000000084 "
               "bytes, but the file has 284: it is cut off, or no STL"},
           {low, "a.stl", Kind::malformed,
            "a.stl, byte 234: the header of this binary STL announces 3 triangles, which take 234 bytes, but the file "
            "has "
            "284: the count is wrong, or it is no STL"},
           {not_finite, "a.stl", Kind::not_finite,
            "a.stl, byte 162: a coordinate of triangle 1 (counted from 0) is not a finite number"},
           {std::string(84, '\0'), "a.stl", Kind::no_triangles, "a.stl: it holds no triangle"},
           {"solid nothing\nendsolid nothing\n", "a.stl", Kind::no_triangles, "a.stl: it holds no triangle"},
           {"", "a.stl", Kind::no_triangles, "a.stl: is empty"},
           {"hello", "a.stl", Kind::truncated,
            "a.stl, byte 5: neither an ASCII STL, which begins with solid, nor a binary one, which has at least 84 "
            "bytes; it "
            "has 5"},
           {"solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0,5 0\n", "a.stl", Kind::malformed,
            "a.stl, line 5: '0,5' is not a number"},
           {"solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 -1e999 0\n", "a.stl", Kind::not_finite,
            "a.stl, line 5: the coordinate '-1e999' is not a finite number"},
           {"solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 inf 0\n", "a.stl", Kind::not_finite,
            "a.stl, line 5: the coordinate 'inf' is not a finite number"},
           {"solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nendloop\n", "a.stl", Kind::malformed,
            "a.stl, line 6: expected vertex, found 'endloop'"},
           {"solid a\nfacet normal 0 0 1\n", "a.stl", Kind::truncated,
            "a.stl, line 2: the file ends without endsolid: it is cut off; export it again"},
       }) {
    expect_error(broken);
  }
}

TEST(BrokenMeshFile, Obj) {
  const std::string corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
  for (const Broken& broken : {
           Broken{corners + "f 1 2 4\n", "a.obj", Kind::index_out_of_range,
                  "a.obj, line 4: a face refers to vertex 4 (counted from 1), but the file has 3 vertices; it is cut "
                  "off, or "
                  "the index is wrong"},
           {corners + "f 1 2 0\n", "a.obj", Kind::index_out_of_range,
            "a.obj, line 4: a face refers to vertex 0, but OBJ counts from 1"},
           {corners + "f 1 2 -4\n", "a.obj", Kind::index_out_of_range,
            "a.obj, line 4: a face refers to vertex -4, of 3 so far"},
           {corners + "f 1 2 4294967297\n", "a.obj", Kind::index_out_of_range,
            "a.obj, line 4: a face refers to vertex 4294967296, which no file can have; the index is wrong"},
           {corners + "f 1 2 99999999999999999999\n", "a.obj", Kind::malformed,
            "a.obj, line 4: '99999999999999999999' is too large for an index"},
           {corners + "f 1 2\n", "a.obj", Kind::malformed,
            "a.obj, line 4: a face of 2 vertices, it needs at least 3; remove it"},
           {corners + "f 1 2 3.5\n", "a.obj", Kind::malformed,
            "a.obj, line 4: '3.5' is not an index, which is a whole number"},
           {corners + "f 1 2 /3\n", "a.obj", Kind::malformed, "a.obj, line 4: an index is missing"},
           {"v 0 0\n", "a.obj", Kind::malformed, "a.obj, line 1: a number is missing"},
           {"v 0 0 \x1b[2J\n", "a.obj", Kind::malformed, "a.obj, line 1: '?[2J' is not a number"},
           {"\nv 0 0 nan\n", "a.obj", Kind::not_finite, "a.obj, line 2: the coordinate 'nan' is not a finite number"},
           {corners, "a.obj", Kind::no_triangles,
            "a.obj: it holds 3 vertices, but no face: a cloud of points is no mesh"},
           {"# nothing\n", "a.obj", Kind::no_triangles, "a.obj: it holds neither vertices nor faces"},
           {corners, "a.step", Kind::unknown_format,
            "a.step: not a mesh that is known: it begins neither as STL, PLY, OFF nor a mesh block, and its name does "
            "not end in .stl, .obj, .ply, .off or .abutmesh"},
       }) {
    expect_error(broken);
  }
}

TEST(BrokenMeshFile, Off) {
  const std::string corners = "0 0 0\n1 0 0\n0 1 0\n";
  for (const Broken& broken : {
           Broken{"OFF\n4 1 0\n" + corners, "a.off", Kind::truncated,
                  "a.off, line 5: the file ends before vertex 3 of 4 (counted from 0); export it again"},
           {"OFF\n3 999999999999 0\n" + corners + "3 0 1 2\n", "a.off", Kind::truncated,
            "a.off, line 6: the file ends before face 1 of 999999999999 (counted from 0); export it again"},
           {"OFF\n3 1 0\n" + corners + "999999999999 0 1 2\n", "a.off", Kind::malformed,
            "a.off, line 6: an index is missing"},
           {"OFF\n3 1 0\n" + corners + "3 0 1 3\n", "a.off", Kind::index_out_of_range,
            "a.off, line 6: a face refers to vertex 3 (counted from 0), but the file has 3 vertices; it is cut off, or "
            "the "
            "index is wrong"},
           {"OFF\n3 1 0\n" + corners + "3 0 1 -1\n", "a.off", Kind::index_out_of_range,
            "a.off, line 6: a face refers to vertex -1, which no file can have; the index is wrong"},
           {"OFF\n3 1 0\n" + corners + "3 0 1 2\n3 0 1 2\n", "a.off", Kind::malformed,
            "a.off, line 7: the file goes on behind the 1 faces that it announces; correct the counts"},
           {"OFF\n-3 1 0\n", "a.off", Kind::malformed, "a.off, line 2: the count of vertices is negative"},
           {"OFF\n", "a.off", Kind::truncated, "a.off, line 1: the counts are missing; export it again"},
           {"OFF BINARY\n", "a.off", Kind::malformed,
            "a.off, line 1: a binary OFF is not read; save it as ASCII, or as PLY"},
           {"4OFF\n", "a.off", Kind::malformed,
            "a.off, line 1: '4OFF' has vertices of more than three coordinates; save it as OFF"},
           {"off\n", "a.off", Kind::malformed, "a.off, line 1: begins with 'off', not with OFF"},
       }) {
    expect_error(broken);
  }
}

/// The header of a PLY of three vertices and a face, and then `rest`.
std::string ply(const std::string& format, const std::string& list, const std::string& rest,
                const char* vertices = "3") {
  return "ply\nformat " + format + " 1.0\nelement vertex " + vertices +
         "\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list " + list +
         " vertex_indices\nend_header\n" + rest;
}

TEST(BrokenMeshFile, Ply) {
  const std::string corners = "0 0 0\n1 0 0\n0 1 0\n";
  std::string zeros(36, '\0');
  const char* const cut_off = "the file ends before the rows that its header announces";
  const std::string at_last_line = std::string("a.ply, line 12: ") + cut_off;
  for (const Broken& broken : {
           Broken{ply("ascii", "uchar int", corners), "a.ply", Kind::truncated, at_last_line.c_str()},
           {ply("ascii", "uchar int", corners, "18446744073709551615"), "a.ply", Kind::malformed,
            "a.ply, line 3: '18446744073709551615' is too large for the count of an element"},
           {ply("ascii", "uchar int", corners, "9223372036854775807"), "a.ply", Kind::truncated, at_last_line.c_str()},
           {ply("ascii", "uchar int", corners, "-3"), "a.ply", Kind::malformed,
            "a.ply, line 3: the count of an element is negative"},
           {ply("ascii", "uchar int", corners + "3 0 1 2 7\n"), "a.ply", Kind::malformed,
            "a.ply, line 13: the file goes on behind the rows that its header announces; correct the counts"},
           {ply("ascii", "uchar int", corners + "3 0 1 7\n"), "a.ply", Kind::index_out_of_range,
            "a.ply, line 13: a face refers to vertex 7 (counted from 0), but the file has 3 vertices; it is cut off, "
            "or the "
            "index is wrong"},
           {ply("ascii", "uchar int", "0 0 0\n0 1e39999 0\n"), "a.ply", Kind::not_finite,
            "a.ply, line 11: the coordinate '1e39999' is not a finite number"},
           {ply("ascii", "float int", ""), "a.ply", Kind::malformed,
            "a.ply, line 8: the count of a list is of type float, expected an integer type"},
           {ply("ascii", "uchar float", ""), "a.ply", Kind::malformed,
            "a.ply: its faces need one list of integers, vertex_indices"},
           {ply("ascii", "uchar long", ""), "a.ply", Kind::malformed,
            "a.ply, line 8: 'long' is not a type of PLY, such as float, double, uchar or int"},
           {ply("latin", "uchar int", ""), "a.ply", Kind::malformed,
            "a.ply, line 2: the format is 'latin', expected ascii, binary_little_endian or binary_big_endian"},
           {"ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nelement face 0\nend_header\n",
            "a.ply", Kind::malformed, "a.ply: its vertices need one number z, the header says otherwise"},
           {"ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float "
            "z\nend_header\n0 0 0\n",
            "a.ply", Kind::no_triangles, "a.ply: its header has no element face, so it is no mesh"},
           {"ply\nformat ascii 1.0\nelement face 1\n", "a.ply", Kind::truncated,
            "a.ply, line 3: the file ends without end_header; export it again"},
           {"ply\nend_header\n", "a.ply", Kind::malformed,
            "a.ply, line 2: the header has no line that begins with format"},
           {"ply\nformat ascii 1.0\nproperty float x\n", "a.ply", Kind::malformed,
            "a.ply, line 3: 'property' is not a word of a PLY header here"},
           {"solid\n", "a.ply", Kind::malformed, "a.ply, line 1: does not begin with ply"},
           // Binary: a list of 2^32 - 1 indices, a negative count, a NaN, and what follows the rows.
           {ply("binary_little_endian", "uint int", zeros + "\xFF\xFF\xFF\xFF"), "a.ply", Kind::truncated, nullptr},
           {ply("binary_big_endian", "char int", zeros + "\x80"), "a.ply", Kind::malformed, nullptr},
           {ply("binary_little_endian", "char int", binary(NAN)), "a.ply", Kind::not_finite, nullptr},
           {ply("binary_little_endian", "char uchar", zeros + std::string("\3\0\1\2\0", 5)), "a.ply", Kind::malformed,
            nullptr},
       }) {
    if (broken.text != nullptr) {
      expect_error(broken);
      continue;
    }
    const auto file = io::read_mesh(broken.bytes, broken.name);
    ASSERT_FALSE(file);
    EXPECT_EQ(file.error().kind, broken.kind) << file.error().text;
    EXPECT_TRUE(file.error().text.starts_with("a.ply, byte ")) << file.error().text;
  }
}

}  // namespace
}  // namespace abut::test
