/*
 * Loaded before the system's library (LD_PRELOAD): the time of day is ahead of the machine's by the number of microseconds in the
 * first eight bytes of the file that WEIR_CLOCK_SHIFT_FILE names. The file is mapped, so a change takes effect at once.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

static volatile int64_t *shift = NULL;

__attribute__((constructor)) static void map_shift(void) {
  const char *path = getenv("WEIR_CLOCK_SHIFT_FILE");
  int file = path == NULL ? -1 : open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  void *mapped = mmap(NULL, sizeof *shift, PROT_READ, MAP_SHARED, file, 0);
  close(file);
  if (mapped != MAP_FAILED) shift = mapped;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  static int (*next)(struct timeval *, void *) = NULL;
  if (next == NULL) next = (int (*)(struct timeval *, void *))dlsym(RTLD_NEXT, "gettimeofday");
  int result = next(now, zone);
  if (result != 0 || shift == NULL) return result;
  int64_t microseconds = now->tv_sec * 1000000LL + now->tv_usec + *shift;
  now->tv_sec = microseconds / 1000000;
  now->tv_usec = microseconds % 1000000;
  return 0;
}
