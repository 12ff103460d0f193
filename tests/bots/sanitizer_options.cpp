// Linked into bots that are built with a sanitizer, as the sandbox passes no options on. Who looks for leaks
// traces the process from another one, and in the sandbox nobody traces; freed bytes that are held back are
// memory that a check of the bot counts; threads that a bot leaves behind are its own affair, and no reason
// to end a second later.
extern "C" const char* __asan_default_options() {
  return "detect_leaks=0:quarantine_size_mb=8";
}
extern "C" const char* __tsan_default_options() {
  return "report_thread_leaks=0:atexit_sleep_ms=0";
}
