# coalloc-config.cmake - find_package(coalloc) finds this file under share/cmake/coalloc
get_filename_component(coalloc_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
if(NOT TARGET coalloc::coalloc)
  add_library(coalloc::coalloc INTERFACE IMPORTED)
  set_target_properties(coalloc::coalloc PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${coalloc_prefix}/include")
endif()
