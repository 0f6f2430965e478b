/// The readers of meshes on files that are as they should be.
#include "unit/io/files.hpp"

#include <abut/mesh.hpp>

#include <cstdio>
#include <filesystem>
#include <fstream>

namespace abut::test {
namespace {

TEST(MeshFile, EveryFormatGivesTheSameTrianglesBitByBit) {
  for (const WholeFile& file : whole_files()) {
    SCOPED_TRACE(file.what);
    expect_sample(io::read_mesh(file.bytes, file.name), file.sample);
  }
}

/// Text with the line ends of Windows, and a byte order mark.
TEST(MeshFile, LineEndsDoNotMatter) {
  for (const WholeFile& file : whole_files()) {
    if (std::string_view(file.what).find("ASCII") == std::string_view::npos && file.bytes[0] != '#' &&
        file.bytes[0] != 'O') {
      continue;
    }
    SCOPED_TRACE(file.what);
    std::string windows;
    for (const char c : file.bytes) windows += c == '\n' ? "\r\n" : std::string(1, c);
    expect_sample(io::read_mesh(windows, file.name), file.sample);
    std::string last = file.bytes;
    last.pop_back();
    expect_sample(io::read_mesh(last, file.name), file.sample);
    if (file.bytes[0] == 'p') continue;  // the mark would stand before the magic word of PLY, which is no plain text
    expect_sample(io::read_mesh("\xEF\xBB\xBF" + windows, file.name), file.sample);
  }
}

TEST(MeshFile, TheHeaderOfABinaryPlyMayHaveLineEndsOfWindows) {
  const Sample sample;
  std::string bytes = binary_ply<std::int32_t>(sample, true, "int");
  const std::size_t end = bytes.find("end_header\n") + 11;
  std::string windows;
  for (const char c : bytes.substr(0, end)) windows += c == '\n' ? "\r\n" : std::string(1, c);
  expect_sample(io::read_mesh(windows + bytes.substr(end), "a.ply"), sample);
}

TEST(MeshFile, TheBeginningGoesBeforeTheName) {
  const Sample sample;
  EXPECT_EQ(io::read_mesh(ascii_ply(sample), "a.stl")->format, MeshFormat::ply);
  EXPECT_EQ(io::read_mesh(off(sample), "mesh")->format, MeshFormat::off);
  EXPECT_EQ(io::read_mesh(ascii_stl(sample), "mesh")->format, MeshFormat::stl);
  EXPECT_EQ(io::read_mesh(binary_stl(sample), "mesh.bin")->format, MeshFormat::stl);
  EXPECT_EQ(io::read_mesh(obj(sample), "mesh.OBJ")->format, MeshFormat::obj);
  EXPECT_EQ(io::read_mesh(obj(sample), "mesh", MeshFormat::obj)->format, MeshFormat::obj);
  EXPECT_STREQ(to_string(MeshFormat::off), "OFF");
}

/// 0 and -0 are one coordinate, and numbers that differ in their last bit are two.
TEST(MeshFile, VerticesOfStlAreWeldedByEqualCoordinates) {
  Sample s;
  const double next = std::nextafter(1.0, 2.0);
  s.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {-0.0, 0, 0}, {1, -0.0, -0.0}, {0, next, 0}};
  s.triangles = {{0, 1, 2}, {3, 5, 4}, {3, 4, 2}};
  const auto file = io::read_mesh(ascii_stl(s), "a.stl");
  ASSERT_TRUE(file) << file.error().text;
  ASSERT_EQ(file->vertices.size(), 4U);
  EXPECT_EQ(file->triangles, (std::vector<std::array<std::uint32_t, 3>>{{0, 1, 2}, {0, 3, 1}, {0, 1, 2}}));
  EXPECT_FALSE(std::signbit(file->vertices[0].x));  // the first one stays
  EXPECT_EQ(file->vertices[3].y, next);
}

TEST(MeshFile, ObjHasPolygonsAndNegativeIndicesAndForwardReferences) {
  const auto file = io::read_mesh(
      "f 1 2 3 4 5\n"
      "v 0 0 0 1\nv 1 0 0 0.5 0.5 0.5\nv 2 1 0\nv +1 2e0 0\nv 0 1 .5\n"
      "usemtl red\ns off\nvt 0 0\n"
      "f -5/1 -4/2 \\\n -1/3/3\nl 1 2\n# f 9 9 9\n",
      "a.obj");
  ASSERT_TRUE(file) << file.error().text;
  EXPECT_EQ(file->vertices.size(), 5U);
  EXPECT_EQ(file->vertices[3], (Vec3d{1, 2, 0}));
  EXPECT_EQ(file->triangles, (std::vector<std::array<std::uint32_t, 3>>{{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 1, 4}}));
  EXPECT_EQ(file->skipped, 4U);
}

TEST(MeshFile, OffHasColorsAndNormalsAndHeadersOfOtherPrograms) {
  const std::vector<std::array<std::uint32_t, 3>> triangles{{0, 1, 2}, {0, 2, 3}};
  for (const char* text : {"OFF\n4 1 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n",
                           "OFF 4 1\n0 0 0\n1 0 0\n\n1 1 0\n0 1 0\n# a comment\n4 0 1 2 3 0.5 0.5 0.5\n",
                           "OFF4 1 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n",
                           "# c\nCNOFF\n4 1 0\n0 0 0 0 0 1 9 9 9 9\n1 0 0 0 0 1 9 9 9 9\n1 1 0 0 0 1 9 9 9 9\n0 1 0 0 "
                           "0 1\n4 0 1 2 3 7\n"}) {
    const auto file = io::read_mesh(text, "a.off");
    ASSERT_TRUE(file) << file.error().text;
    EXPECT_EQ(file->vertices[2], (Vec3d{1, 1, 0}));
    EXPECT_EQ(file->triangles, triangles) << text;
  }
}

TEST(MeshFile, PlyMayHaveItsFacesFirst) {
  const auto file = io::read_mesh(
      "ply\nformat ascii 1.0\nelement face 1\nproperty list uint8 uint32 vertex_index\nelement nothing 1000000000000\n"
      "element vertex 3\nproperty int x\nproperty float32 y\nproperty char z\nend_header\n3 2 1 0\n1 2 3\n4 5 6\n7 8 "
      "9\n",
      "a.ply");
  ASSERT_TRUE(file) << file.error().text;
  EXPECT_EQ(file->vertices[1], (Vec3d{4, 5, 6}));
  EXPECT_EQ(file->triangles[0], (std::array<std::uint32_t, 3>{2, 1, 0}));
}

/// Decimals are rounded once: beyond float, down to the least double, and to 0 below it.
TEST(MeshFile, KeepsEveryDigit) {
  const auto file = io::read_mesh(
      "v 0.1 16777217 1.7976931348623157e308\nv 5e-324 1e-400 -1e-99999999999999999999\n"
      "v 0.00000000001e-320 100000000000e-400 2\nf 1 2 3\n",
      "a.obj");
  ASSERT_TRUE(file) << file.error().text;
  EXPECT_EQ(file->vertices[0], (Vec3d{0.1, 16777217, 1.7976931348623157e308}));
  EXPECT_EQ(file->vertices[1], (Vec3d{5e-324, 0, 0}));
  EXPECT_TRUE(std::signbit(file->vertices[1].z));
  EXPECT_EQ(file->vertices[2], (Vec3d{0, 0, 2}));
}

TEST(MeshFile, MakesAMesh) {
  const Sample sample;
  const auto file = io::read_mesh(obj(sample), "a.obj");
  ASSERT_TRUE(file);
  const auto mesh = Mesh3d::from(file->vertices, file->triangles);
  ASSERT_TRUE(mesh);
  EXPECT_EQ(mesh->part_count(), 4U);
}

TEST(MeshFile, ReadsFromDisk) {
  const std::filesystem::path path = std::filesystem::path(::testing::TempDir()) / "abut_mesh_file_test.stl";
  const Sample sample = float_sample();
  {
    std::ofstream out(path, std::ios::binary);
    for (int i = 0; i < 1000; ++i) out << "";
    const std::string bytes = binary_stl(sample);
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }
  expect_sample(io::read_mesh_file(path.string()), sample);
  std::filesystem::remove(path);
  const auto gone = io::read_mesh_file(path.string());
  ASSERT_FALSE(gone);
  EXPECT_EQ(gone.error().kind, MeshFileError::Kind::unreadable);
  EXPECT_EQ(gone.error().text, path.string() + ": cannot be read: No such file or directory");
  const auto folder = io::read_mesh_file(::testing::TempDir());
  ASSERT_FALSE(folder);
  EXPECT_NE(folder.error().text.find("is a folder, expected a file"), std::string::npos) << folder.error().text;
  const auto zero = io::read_mesh_file(std::string("a.stl\0b", 7));
  ASSERT_FALSE(zero);
  EXPECT_EQ(zero.error().kind, MeshFileError::Kind::unreadable);
}

}  // namespace
}  // namespace abut::test
