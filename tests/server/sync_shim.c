#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>
/* Loaded before a server by test_durable.py. Notes in order: W id = the log got the move,
   S n = the log was synced at n bytes, A id = the answer went to a socket. */
static void note(const char *kind, const char *text, size_t n) {
  static int fd = 0;
  if (!fd) fd = open(getenv("NOTES"), O_WRONLY | O_CREAT | O_APPEND, 0600);
  char line[80]; int len = snprintf(line, sizeof line, "%s %.*s\n", kind, (int)n, text);
  ssize_t (*out)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
  if (out(fd, line, len) < 0) abort();
}
static int is_wal(int fd) {
  char link[64], path[512]; snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t n = readlink(link, path, sizeof path - 1);
  return n > 4 && !memcmp(path + n - 4, "-wal", 4);
}
static int is_socket(int fd) { struct stat s; return !fstat(fd, &s) && S_ISSOCK(s.st_mode); }
static void ids(const char *kind, const char *data, size_t n) {
  const char *at = data, *end = data + n;
  while ((at = memmem(at, end - at, "\"id\":\"ack-", 10)) && at + 16 <= end) {
    note(kind, at + 6, 10); at += 10;
  }
}
ssize_t pwrite64(int fd, const void *data, size_t n, off64_t at) {
  ssize_t (*real)(int, const void *, size_t, off64_t) = dlsym(RTLD_NEXT, "pwrite64");
  if (is_wal(fd)) ids("W", data, n);
  return real(fd, data, n, at);
}
static void synced(int fd) {
  struct stat s; char size[24];
  if (is_wal(fd) && !fstat(fd, &s)) {
    int n = snprintf(size, sizeof size, "%lld", (long long)s.st_size); note("S", size, n);
  }
}
int fdatasync(int fd) { int (*r)(int) = dlsym(RTLD_NEXT, "fdatasync"); int c = r(fd); synced(fd); return c; }
int fsync(int fd) { int (*r)(int) = dlsym(RTLD_NEXT, "fsync"); int c = r(fd); synced(fd); return c; }
ssize_t write(int fd, const void *data, size_t n) {
  ssize_t (*real)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
  if (is_socket(fd)) ids("A", data, n);
  return real(fd, data, n);
}
ssize_t send(int fd, const void *data, size_t n, int flags) {
  ssize_t (*real)(int, const void *, size_t, int) = dlsym(RTLD_NEXT, "send");
  ids("A", data, n);
  return real(fd, data, n, flags);
}
ssize_t writev(int fd, const struct iovec *v, int count) {
  ssize_t (*real)(int, const struct iovec *, int) = dlsym(RTLD_NEXT, "writev");
  if (is_socket(fd)) for (int i = 0; i < count; i++) ids("A", v[i].iov_base, v[i].iov_len);
  return real(fd, v, count);
}
ssize_t sendmsg(int fd, const struct msghdr *m, int flags) {
  ssize_t (*real)(int, const struct msghdr *, int) = dlsym(RTLD_NEXT, "sendmsg");
  for (size_t i = 0; i < m->msg_iovlen; i++) ids("A", m->msg_iov[i].iov_base, m->msg_iov[i].iov_len);
  return real(fd, m, flags);
}
