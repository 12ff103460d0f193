# CPack runs this between installing and packing. It does what Debian's policy wants and other systems do not.
set(usr ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr)

function(compress file)
  execute_process(COMMAND gzip -9nf ${file} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

compress(${usr}/share/man/man1/toptile.1)

file(MAKE_DIRECTORY ${usr}/share/zsh/vendor-completions)
file(RENAME ${usr}/share/zsh/site-functions/_toptile ${usr}/share/zsh/vendor-completions/_toptile)
file(REMOVE_RECURSE ${usr}/share/zsh/site-functions)

# If SOURCE_DATE_EPOCH is set, TIMESTAMP uses that day.
set(ENV{LC_ALL} C)
string(TIMESTAMP day "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(WRITE ${usr}/share/doc/toptile/changelog
"toptile (@PROJECT_VERSION@) unstable; urgency=medium

  * What is new is told in /usr/share/doc/toptile/CHANGELOG.md.

 -- @CPACK_PACKAGE_CONTACT@  ${day}
")
compress(${usr}/share/doc/toptile/changelog)

file(MAKE_DIRECTORY ${usr}/share/lintian/overrides)
file(COPY_FILE "@CMAKE_SOURCE_DIR@/cmake/debian/lintian-overrides" ${usr}/share/lintian/overrides/toptile)
file(CHMOD ${usr}/share/lintian/overrides/toptile PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
