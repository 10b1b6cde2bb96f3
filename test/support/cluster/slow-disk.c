/*
 * Loaded before the system's library (LD_PRELOAD). It makes each call that waits for the disk (fsync and its like) take longer, by the
 * number of milliseconds in a file. The disk itself is not changed.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static void wait_longer(void) {
  const char *path = getenv("WEIR_DISK_DELAY_FILE");
  int file = path == NULL ? -1 : open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  char text[16] = {0};
  ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  long milliseconds = length > 0 ? atol(text) : 0;
  if (milliseconds <= 0) return;
  struct timespec pause = {milliseconds / 1000, (milliseconds % 1000) * 1000000L};
  nanosleep(&pause, NULL);
}

int fsync(int file) {
  int (*next)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  wait_longer();
  return next(file);
}

int fdatasync(int file) {
  int (*next)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  wait_longer();
  return next(file);
}
