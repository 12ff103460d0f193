# Text files that are compiled into a program.

# toptile_literal(VARIABLE FILE): sets the variable to a C++ literal of a text file, whatever is in it. If the file changes, CMake
# configures anew.
function(toptile_literal variable file)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} text)
  set(mark literal)
  string(FIND "${text}" ")${mark}\"" place)
  while(NOT place EQUAL -1)
    string(APPEND mark x)  # A mark may have up to 16 characters.
    string(FIND "${text}" ")${mark}\"" place)
  endwhile()
  set(${variable} "R\"${mark}(${text})${mark}\"" PARENT_SCOPE)
endfunction()

# toptile_source(TARGET FILE TEXT): adds a source with this text, and writes it only if it changed. A literal in it may be longer
# than the 65,536 characters that the standard promises: both compilers accept it, but Clang warns.
function(toptile_source target file text)
  file(WRITE ${file}.new "${text}")
  configure_file(${file}.new ${file} COPYONLY)
  set_source_files_properties(${file} TARGET_DIRECTORY ${target} PROPERTIES COMPILE_OPTIONS -Wno-overlength-strings)
  target_sources(${target} PRIVATE ${file})
endfunction()
