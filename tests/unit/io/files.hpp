/// Mesh files made by code.
#pragma once

#include <abut/io/mesh_file.hpp>

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>

namespace abut::test {

using io::MeshFile;
using io::MeshFileError;
using io::MeshFormat;

/// The surface of a tetrahedron, whose coordinates need all digits of double.
struct Sample {
  std::vector<Vec3d> vertices{{0.1, 0.2, 0.30000000000000004}, {1.0 / 3, -1e-300, 0}, {0, 2.5e10, -7}, {-0.7, 1, 1}};
  std::vector<std::array<std::uint32_t, 3>> triangles{{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}};
};

/// The same rounded to float.
inline Sample float_sample() {
  Sample sample;
  sample.vertices = {{0.125, 0.25, 0.1F}, {1.5, -2, 0}, {0, 3.5, -7}, {-0.7F, 1, 1}};
  return sample;
}

/// Seventeen digits, which read back as the same double.
inline std::string decimal(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}

inline std::string row(const Vec3d& v) { return decimal(v.x) + " " + decimal(v.y) + " " + decimal(v.z); }

/// The bytes of a number, the lowest first or last.
template <class N>
std::string binary(N number, bool big_endian = false) {
  std::string bytes(sizeof(N), '\0');
  std::memcpy(bytes.data(), &number, sizeof(N));
  const bool swap = big_endian == (std::endian::native == std::endian::little);
  return swap ? std::string(bytes.rbegin(), bytes.rend()) : bytes;
}

inline std::string binary_stl(const Sample& s, const std::string& title = "made by a test") {
  std::string bytes =
      title + std::string(80 - title.size(), '\0') + binary(static_cast<std::uint32_t>(s.triangles.size()));
  for (const auto& triangle : s.triangles) {
    bytes += binary(0.0F) + binary(NAN) + binary(1.0F);  // no reader needs the normal
    for (const std::uint32_t v : triangle) {
      for (int k = 0; k < 3; ++k) bytes += binary(static_cast<float>(s.vertices[v][k]));
    }
    bytes += binary(std::uint16_t(0xBEEF));
  }
  return bytes;
}

inline std::string ascii_stl(const Sample& s) {
  std::string text = "solid of a test\n";
  for (const auto& triangle : s.triangles) {
    text += "  facet normal nan 0 0\n    outer loop\n";
    for (const std::uint32_t v : triangle) text += "      vertex " + row(s.vertices[v]) + "\n";
    text += "    endloop\n  endfacet\n";
  }
  return text + "endsolid of a test\n";
}

inline std::string obj(const Sample& s) {
  std::string text = "# a comment\nmtllib box.mtl\no box\n";
  for (const Vec3d& v : s.vertices) text += "v " + row(v) + "\n";
  text += "vn 0 0 1\n";
  for (const auto& t : s.triangles) {
    text +=
        "f " + std::to_string(t[0] + 1) + " " + std::to_string(t[1] + 1) + "//1 " + std::to_string(t[2] + 1) + "/1/1\n";
  }
  return text;
}

inline std::string off(const Sample& s) {
  std::string text =
      "OFF # a comment\n" + std::to_string(s.vertices.size()) + " " + std::to_string(s.triangles.size()) + " 0\n";
  for (const Vec3d& v : s.vertices) text += row(v) + "\n";
  for (const auto& t : s.triangles) {
    text += "3 " + std::to_string(t[0]) + " " + std::to_string(t[1]) + " " + std::to_string(t[2]) + " 255 0 0\n";
  }
  return text;
}

inline std::string ply_header(const std::string& format, std::size_t vertices, std::size_t faces,
                              const std::string& index) {
  return "ply\nformat " + format + " 1.0\ncomment by a test\nelement material 1\nproperty list uchar short shades\n" +
         "element vertex " + std::to_string(vertices) +
         "\nproperty double x\nproperty uchar red\nproperty double y\nproperty double z\nelement face " +
         std::to_string(faces) + "\nproperty float area\nproperty list uchar " + index +
         " vertex_indices\nend_header\n";
}

inline std::string ascii_ply(const Sample& s) {
  std::string text = ply_header("ascii", s.vertices.size(), s.triangles.size(), "int") + "2 7 -8\n";
  for (const Vec3d& v : s.vertices) text += decimal(v.x) + " 255 " + decimal(v.y) + " " + decimal(v.z) + "\n";
  for (const auto& t : s.triangles) {
    text += "0.5 3 " + std::to_string(t[0]) + " " + std::to_string(t[1]) + " " + std::to_string(t[2]) + "\n";
  }
  return text;
}

/// `Index` is the type of the indices, `index` its name.
template <class Index>
std::string binary_ply(const Sample& s, bool big, const std::string& index) {
  std::string bytes =
      ply_header(big ? "binary_big_endian" : "binary_little_endian", s.vertices.size(), s.triangles.size(), index);
  bytes += std::string("\x02") + binary(std::int16_t(7), big) + binary(std::int16_t(-8), big);
  for (const Vec3d& v : s.vertices) {
    bytes += binary(v.x, big) + "\xFF" + binary(v.y, big) + binary(v.z, big);
  }
  for (const auto& t : s.triangles) {
    bytes += binary(0.5F, big) + "\x03";
    for (const std::uint32_t v : t) bytes += binary(static_cast<Index>(v), big);
  }
  return bytes;
}

/// A whole file of every kind, with the name it would have. STL in binary holds floats.
struct WholeFile {
  const char* what;
  const char* name;
  std::string bytes;
  Sample sample;
};

inline std::vector<WholeFile> whole_files() {
  const Sample s, f = float_sample();
  return {{"binary STL", "a.stl", binary_stl(f), f},
          {"binary STL called solid", "a.STL", binary_stl(f, "solid facet normal"), f},
          {"ASCII STL", "a.stl", ascii_stl(s), s},
          {"OBJ", "a.obj", obj(s), s},
          {"OFF", "a.off", off(s), s},
          {"ASCII PLY", "a.ply", ascii_ply(s), s},
          {"little PLY, uchar", "a.ply", binary_ply<std::uint8_t>(s, false, "uchar"), s},
          {"big PLY, int8", "a.ply", binary_ply<std::int8_t>(s, true, "int8"), s},
          {"little PLY, short", "a.ply", binary_ply<std::int16_t>(s, false, "short"), s},
          {"big PLY, ushort", "a.ply", binary_ply<std::uint16_t>(s, true, "uint16"), s},
          {"little PLY, int", "a.ply", binary_ply<std::int32_t>(s, false, "int32"), s},
          {"big PLY, uint", "a.ply", binary_ply<std::uint32_t>(s, true, "uint"), s}};
}

inline bool same_bits(const Vec3d& a, const Vec3d& b) { return std::memcmp(&a, &b, sizeof a) == 0; }

/// The file holds the triangles of the sample, corner by corner, bit by bit.
inline void expect_sample(const Expected<MeshFile, MeshFileError>& file, const Sample& sample) {
  ASSERT_TRUE(file) << file.error().text;
  ASSERT_EQ(file->triangles.size(), sample.triangles.size());
  EXPECT_EQ(file->vertices.size(), sample.vertices.size());
  for (std::size_t i = 0; i < sample.triangles.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_TRUE(same_bits(file->vertices[file->triangles[i][k]], sample.vertices[sample.triangles[i][k]])) << i << k;
    }
  }
}

/// Whatever a file holds, every index has its vertex, and every coordinate is finite.
inline bool is_sound(const MeshFile& file) {
  for (const auto& triangle : file.triangles) {
    for (const std::uint32_t v : triangle) {
      if (v >= file.vertices.size()) return false;
    }
  }
  for (const Vec3d& v : file.vertices) {
    if (!is_finite(v)) return false;
  }
  return !file.triangles.empty();
}

}  // namespace abut::test
