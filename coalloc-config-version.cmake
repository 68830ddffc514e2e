# coalloc-config-version.cmake - the version of coalloc.h: find_package(coalloc 0.4) takes
# any 0.4.x from that one on
file(STRINGS "${CMAKE_CURRENT_LIST_DIR}/../../../include/coalloc.h" PACKAGE_VERSION
  LIMIT_COUNT 1 REGEX "coalloc\\.h - v")
string(REGEX REPLACE ".* - v([0-9.]+) - .*" "\\1" PACKAGE_VERSION "${PACKAGE_VERSION}")
string(REGEX MATCH "^[0-9]+\\.[0-9]+" coalloc_series "${PACKAGE_VERSION}")
if(PACKAGE_FIND_VERSION VERSION_EQUAL PACKAGE_VERSION)
  set(PACKAGE_VERSION_EXACT TRUE)
endif()
if(NOT PACKAGE_FIND_VERSION VERSION_LESS coalloc_series AND
   NOT PACKAGE_FIND_VERSION VERSION_GREATER PACKAGE_VERSION)
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
endif()
