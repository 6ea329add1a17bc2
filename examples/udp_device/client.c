// SPDX-License-Identifier: Apache-2.0
// A device for `tangible run MODEL --device udp`: sends its pose 1000 times a second and gets the force back. Here the
// "hardware" is a mass of 0.1 kg that a hand moves to and fro; replace read_hardware and write_hardware by your own.
//   cc -O2 client.c -lm -o client && ./client 127.0.0.1 4700
#define _POSIX_C_SOURCE 200809L
#include <arpa/inet.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { sample_size = 200, command_size = 136 };

// Little-endian, whatever this machine is.
static void put_u32(unsigned char* p, uint32_t v) {
  for (int i = 0; i < 4; ++i) p[i] = (unsigned char)(v >> (8 * i));
}
static void put_f64(unsigned char* p, double x) {
  uint64_t v;
  memcpy(&v, &x, 8);
  for (int i = 0; i < 8; ++i) p[i] = (unsigned char)(v >> (8 * i));
}
static uint32_t get_u32(const unsigned char* p) {
  uint32_t v = 0;
  for (int i = 0; i < 4; ++i) v |= (uint32_t)p[i] << (8 * i);
  return v;
}
static double get_f64(const unsigned char* p) {
  uint64_t v = 0;
  for (int i = 0; i < 8; ++i) v |= (uint64_t)p[i] << (8 * i);
  double x;
  memcpy(&x, &v, 8);
  return x;
}
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double position[3], velocity[3], force[3];

static void read_hardware(double t) {
  const double dt = 1e-3, mass = 0.1, arm = 100, arm_damping = 5;
  const double intention = 0.02 * sin(2 * 3.14159265358979 * 0.5 * t);
  for (int i = 0; i < 3; ++i) {
    const double hand = i == 0 ? arm * (intention - position[i]) : -arm * position[i];
    velocity[i] += dt / mass * (force[i] + hand - arm_damping * velocity[i]);
    position[i] += dt * velocity[i];
  }
}
static void write_hardware(const double f[3]) { memcpy(force, f, sizeof force); }

int main(int argc, char** argv) {
  struct sockaddr_in host = {0};
  host.sin_family = AF_INET;
  host.sin_port = htons((uint16_t)(argc > 2 ? atoi(argv[2]) : 4700));
  if (inet_pton(AF_INET, argc > 1 ? argv[1] : "127.0.0.1", &host.sin_addr) != 1) return 2;
  const int s = socket(AF_INET, SOCK_DGRAM, 0);
  if (s < 0 || connect(s, (struct sockaddr*)&host, sizeof host) != 0) return 1;
  const double seconds = argc > 3 ? atof(argv[3]) : 10;
  const uint32_t session = (uint32_t)getpid() ^ (uint32_t)time(NULL);
  const double start = now();
  double echo = 0, heard = start;
  for (uint32_t k = 1; now() - start < seconds; ++k) {
    read_hardware(now() - start);
    unsigned char out[sample_size] = {'T', 'N', 'D', 'G', 1, 0, 1, 0};
    put_u32(out + 8, session);
    put_u32(out + 12, k);
    put_f64(out + 16, now() - start);
    put_f64(out + 24, echo);
    for (int i = 0; i < 3; ++i) put_f64(out + 32 + 8 * i, position[i]);
    put_f64(out + 56, 1);  // orientation: w, x, y, z
    for (int i = 0; i < 3; ++i) put_f64(out + 88 + 8 * i, velocity[i]);
    put_u32(out + 196, 1);  // valid
    if (send(s, out, sizeof out, 0) < 0 && k == 1) perror("send");
    unsigned char in[command_size];
    while (recv(s, in, sizeof in, MSG_DONTWAIT) == command_size) {
      if (memcmp(in, "TNDG\1\0\2\0", 8) != 0 || get_u32(in + 8) != session) continue;
      double f[3];
      for (int i = 0; i < 3; ++i) f[i] = get_f64(in + 24 + 8 * i);
      if (get_u32(in + 128) & 8) f[0] = f[1] = f[2] = 0;  // stop
      write_hardware(f);
      echo = get_f64(in + 16);
      heard = now();
    }
    if (now() - heard > 0.05) {  // the device's own watchdog: no answer, no force
      const double none[3] = {0, 0, 0};
      write_hardware(none);
    }
    const double due = start + 1e-3 * k - now();
    if (due > 0) {
      const struct timespec pause = {0, (long)(due * 1e9)};
      nanosleep(&pause, NULL);
    }
  }
  printf("last force %.3f %.3f %.3f N\n", force[0], force[1], force[2]);
  close(s);
  return 0;
}
