# find_package(RangeKit): the targets RangeKit::rangekit, the shared library, and RangeKit::rangekit_static, the archive
# with the libcbor and libm that it needs. The folder may be moved: paths follow from where this file lies.

get_filename_component(_rangekit_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

if(NOT TARGET RangeKit::rangekit)
  add_library(RangeKit::rangekit SHARED IMPORTED)
  set_target_properties(RangeKit::rangekit PROPERTIES
    IMPORTED_LOCATION "${_rangekit_prefix}/lib/librangekit.so.${RangeKit_VERSION}"
    IMPORTED_SONAME "librangekit.so.0"
    INTERFACE_INCLUDE_DIRECTORIES "${_rangekit_prefix}/include")

  add_library(RangeKit::rangekit_static STATIC IMPORTED)
  set_target_properties(RangeKit::rangekit_static PROPERTIES
    IMPORTED_LOCATION "${_rangekit_prefix}/lib/librangekit.a"
    IMPORTED_LINK_INTERFACE_LANGUAGES "C"
    INTERFACE_LINK_LIBRARIES "cbor;m"
    INTERFACE_INCLUDE_DIRECTORIES "${_rangekit_prefix}/include")
endif()

unset(_rangekit_prefix)
