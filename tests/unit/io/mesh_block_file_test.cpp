/// Mesh blocks in files.
#include "files.hpp"

#include <abut/io/mesh_block_file.hpp>
#include <abut/mesh.hpp>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
#include <filesystem>
#include <fstream>

namespace abut::test {
namespace {

namespace fs = std::filesystem;

/// A folder of its own, gone at the end.
struct Folder {
  fs::path path = fs::temp_directory_path() / ("abut_blocks_" + std::to_string(::getpid()));
  Folder() { fs::create_directory(path); }
  Folder(const Folder&) = delete;
  Folder(Folder&&) = delete;
  Folder& operator=(const Folder&) = delete;
  Folder& operator=(Folder&&) = delete;
  ~Folder() { fs::remove_all(path); }
  std::string file(const char* name) const { return (path / name).string(); }
  std::ptrdiff_t count() const { return std::distance(fs::directory_iterator(path), fs::directory_iterator()); }
};

template <Scalar T>
Mesh<T, 3> mesh_of(const Sample& sample) {
  std::vector<Vec<T, 3>> vertices;
  for (const Vec3d& v : sample.vertices) vertices.push_back(vec_cast<T>(v));
  return std::move(*Mesh<T, 3>::from(vertices, sample.triangles));
}

TEST(MeshBlockFile, ComesBackReadyToBeAsked) {
  const Folder folder;
  const std::string path = folder.file("part.abutmesh");
  const Mesh3d mesh = mesh_of<double>(Sample{});
  for (int i = 0; i < 2; ++i) {  // the second time it is replaced
    EXPECT_FALSE(io::write_block(path, mesh.bytes()).has_value());
    EXPECT_EQ(folder.count(), 1);
    const auto bytes = io::read_block(path);
    ASSERT_TRUE(bytes);
    EXPECT_TRUE(std::equal(bytes->begin(), bytes->end(), mesh.bytes().begin(), mesh.bytes().end()));
    EXPECT_TRUE(MeshView3d::from_bytes(*bytes));
  }
}

TEST(MeshBlockFile, CanBeMapped) {
  const Folder folder;
  const std::string path = folder.file("part.abutmesh");
  const Mesh3d mesh = mesh_of<double>(Sample{});
  ASSERT_FALSE(io::write_block(path, mesh.bytes()).has_value());
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const std::size_t size = mesh.bytes().size();
  void* const map = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
  close(file);
  ASSERT_NE(map, MAP_FAILED);
  {
    const auto view = MeshView3d::from_bytes({static_cast<const std::byte*>(map), size});
    ASSERT_TRUE(view);
    EXPECT_EQ(static_cast<const void*>(view->bytes().data()), map);
    const Ball3d ball{{3, 4, 5}, 1};
    EXPECT_EQ(distance(*view, ball).lower, distance(mesh, ball).lower);
  }
  munmap(map, size);
}

TEST(MeshBlockFile, IsReadAsTheTrianglesInIt) {
  const Sample samples[] = {Sample{}, float_sample()};
  const Folder folder;
  const std::string path = folder.file("called.stl");
  ASSERT_FALSE(io::write_block(path, mesh_of<double>(samples[0]).bytes()).has_value());
  for (int i = 0; i < 2; ++i) {
    const auto file = io::read_mesh_file(path);
    ASSERT_TRUE(file) << file.error().text;
    EXPECT_EQ(file->format, MeshFormat::block);
    EXPECT_EQ(file->vertices, samples[i].vertices);
    EXPECT_EQ(file->triangles, samples[i].triangles);
    ASSERT_FALSE(io::write_block(path, mesh_of<float>(samples[1]).bytes()).has_value());
  }
}

TEST(MeshBlockFile, WhatCanNotBeWrittenLeavesNothingBehind) {
  const Folder folder;
  const Mesh3d mesh = mesh_of<double>(Sample{});
  const auto nowhere = io::write_block(folder.file("no/part.abutmesh"), mesh.bytes());
  ASSERT_TRUE(nowhere.has_value());
  EXPECT_EQ(nowhere->kind, MeshFileError::Kind::unwritable);
  EXPECT_NE(nowhere->text.find("part.abutmesh: cannot be written: No such file"), std::string::npos) << nowhere->text;
  fs::create_directory(folder.file("folder"));
  std::ofstream(folder.file("folder/full")) << "x";
  EXPECT_TRUE(io::write_block(folder.file("folder"), mesh.bytes()).has_value());
  EXPECT_TRUE(io::write_block(std::string("a\0b", 3), mesh.bytes()).has_value());
  EXPECT_EQ(folder.count(), 1);
  EXPECT_EQ(io::read_block(folder.file("none")).error().kind, MeshFileError::Kind::unreadable);
}

TEST(MeshBlockFile, DamageIsNamedByItsPlace) {
  const Mesh3d mesh = mesh_of<double>(Sample{});
  std::string bytes(reinterpret_cast<const char*>(mesh.bytes().data()), mesh.bytes().size());
  EXPECT_EQ(io::read_mesh(bytes.substr(0, 500), "cut.abutmesh").error().text,
            "cut.abutmesh, byte 500: the bytes end before the mesh block does");
  bytes[400] = static_cast<char>(bytes[400] ^ 1);
  EXPECT_EQ(io::read_mesh(bytes, "part.abutmesh").error().text,
            "part.abutmesh, byte 56: the hash differs: the mesh block is damaged");
  EXPECT_EQ(io::text_of("part", {MeshBlockError::Kind::box, 3, 900}),
            "part, byte 900: the node has a box that is not the smallest around what is below (node 3)");
  const std::array<Vec2d, 2> ends{Vec2d{0, 0}, Vec2d{1, 0}};
  const std::array<std::array<std::uint32_t, 2>, 1> segment{{{0, 1}}};
  const auto flat = Mesh2d::from(ends, segment);
  const std::string in_2d(reinterpret_cast<const char*>(flat->bytes().data()), flat->bytes().size());
  EXPECT_EQ(io::read_mesh(in_2d, "flat").error().kind, MeshFileError::Kind::no_triangles);
}

}  // namespace
}  // namespace abut::test
