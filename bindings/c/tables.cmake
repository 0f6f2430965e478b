# The tables of the C API, one source per space: 2f, 3f, 2d, 3d. bindings/c and bindings/wasm compile the same ones.
set(abut_c_api_dir ${CMAKE_CURRENT_LIST_DIR})

# Writes <table>_2f.cpp ... <table>_3d.cpp from <table>.cpp.in into the build folder, and sets `sources` to their paths.
# `table` is static_table, moving_table or mesh_table. A target that compiles them needs bindings/c among its include
# directories.
function(abut_c_tables table sources)
  set(written)
  foreach(space 2f 3f 2d 3d)
    string(SUBSTRING ${space} 0 1 dimension)
    if(space MATCHES f)
      set(scalar float)
    else()
      set(scalar double)
    endif()
    set(file ${CMAKE_CURRENT_BINARY_DIR}/${table}_${space}.cpp)
    configure_file(${abut_c_api_dir}/queries/${table}.cpp.in ${file} @ONLY)
    list(APPEND written ${file})
  endforeach()
  set(${sources} ${written} PARENT_SCOPE)
endfunction()
