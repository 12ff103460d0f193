# toptile_layer(FOLDER LIBRARY...): the static library toptile_FOLDER from every source in the folder; protocol/sdk/cpp is
# called toptile_sdk.
function(toptile_layer folder)
  string(REGEX REPLACE "^protocol/sdk/cpp$" "sdk" name ${folder})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${folder}/*.cpp ${CMAKE_SOURCE_DIR}/${folder}/*.h)
  add_library(toptile_${name} STATIC ${sources})
  target_include_directories(toptile_${name} PUBLIC ${CMAKE_SOURCE_DIR})
  target_link_libraries(toptile_${name} PUBLIC ${ARGN})
endfunction()
