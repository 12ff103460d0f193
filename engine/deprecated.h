// Marks names of the kit that were replaced but stay for the bots that use them (docs/kits.md). They compile
// without a warning, because with -Werror a warning would break the build of a bot whose author may be out of
// reach. Authors who want the warnings compile with -DTOPTILE_WARN_DEPRECATED.
#pragma once

#ifdef TOPTILE_WARN_DEPRECATED
#define TOPTILE_DEPRECATED(advice) [[deprecated(advice)]]
#else
#define TOPTILE_DEPRECATED(advice)
#endif
