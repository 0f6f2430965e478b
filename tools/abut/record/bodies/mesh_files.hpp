/// The meshes of files, each read once in a run, whichever thread asks first.
#pragma once

#include <abut/io/mesh_file.hpp>
#include <abut/mesh.hpp>

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>
#include <utility>

namespace abut::tool {

/// Keeps what it has read; safe to use from several threads.
class MeshFiles {
 public:
  /// The triangles of the file, its coordinates multiplied by `scale` in double and then rounded to T. Throws
  /// RecordError, which names the file but no field, if there are none.
  template <Scalar T>
  std::shared_ptr<const Mesh<T, 3>> mesh(const std::string& path, double scale);
  /// The same, of a mesh that is a solid.
  template <Scalar T>
  std::shared_ptr<const Mesh<T, 3>> solid(const std::string& path, double scale);

 private:
  using Read = Expected<io::MeshFile, io::MeshFileError>;

  /// What is made once, of a key; `make` runs without a lock on the others.
  template <class Key, class Value>
  class Once {
   public:
    template <class Make>
    const Value& get(const Key& key, Make make);

   private:
    struct Slot {
      std::once_flag made;
      std::unique_ptr<const Value> value;
    };
    std::mutex mutex_;
    std::map<Key, std::shared_ptr<Slot>> slots_;
  };

  /// A mesh, or why there is none.
  template <Scalar T>
  struct Made {
    std::shared_ptr<const Mesh<T, 3>> mesh;
    std::string error;
  };
  template <Scalar T>
  static Made<T> made_of(const std::string& path, const Read& read, double scale);

  /// Why a mesh is no solid; empty if it is one.
  template <Scalar T>
  struct Unmatched {
    std::string error;
  };

  using ScaledPath = std::pair<std::string, double>;

  Once<std::string, Read> files_;
  std::tuple<Once<ScaledPath, Made<float>>, Once<ScaledPath, Made<double>>> meshes_;
  std::tuple<Once<ScaledPath, Unmatched<float>>, Once<ScaledPath, Unmatched<double>>> solids_;
};

extern template std::shared_ptr<const Mesh3f> MeshFiles::mesh<float>(const std::string&, double);
extern template std::shared_ptr<const Mesh3d> MeshFiles::mesh<double>(const std::string&, double);
extern template std::shared_ptr<const Mesh3f> MeshFiles::solid<float>(const std::string&, double);
extern template std::shared_ptr<const Mesh3d> MeshFiles::solid<double>(const std::string&, double);

}  // namespace abut::tool
