// A small HTTP server for browsers on this machine: one page, its events, and the answers of a
// Site. docs/internals/live-protocol.md lists what it refuses. Only server.cpp includes
// Boost.Beast.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "referee/show/server/site.hpp"

namespace referee::server {

class Server {
 public:
  struct Options {
    std::uint16_t port = 0;  // 0: any that is free
    std::size_t most_connections = 64;
    std::size_t most_works = 8;  // answers that take long, made at a time; others wait
    // Time within which a request must have arrived.
    std::chrono::milliseconds request_time = std::chrono::seconds(10);
    // Time without progress in an answer or event stream after which a browser is dropped. One that
    // reads slowly but steadily, for example over a slow line, has unlimited time.
    std::chrono::milliseconds answer_time = std::chrono::seconds(30);
    // Interval at which an idle event stream gets an empty line, so that a browser that has gone is
    // noticed.
    std::chrono::milliseconds heartbeat = std::chrono::seconds(15);
    std::chrono::milliseconds tick = std::chrono::milliseconds(100);
    // The most bytes of events that are under way to a browser, and the size of the system's
    // buffer.
    std::size_t piece = std::size_t{256} << 10;
    int send_buffer = 128 << 10;
  };

  // Listens on 127.0.0.1. `site` must outlive this object. Throws text::MachineError if the port is
  // not available.
  Server(Site& site, const Options& options);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // The address at which people begin, with the token.
  [[nodiscard]] std::string address() const;

  // Serves until stop(); passes on what the site throws in tick(). To be called once.
  void run();
  // Ends run(). May be called from any thread, also before run(). Browsers get `bye`.
  void stop();
  // Calls `job` on the thread of run(), soon, or never if that has ended. Safe from any thread.
  void post(std::function<void()> job);

  struct Figures {
    std::size_t connections = 0;  // open now
    std::uint64_t dropped = 0;    // browsers that took nothing for too long
  };
  // May be called from any thread.
  [[nodiscard]] Figures figures() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace referee::server
