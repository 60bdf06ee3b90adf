#include "referee/show/server/server.hpp"

#include <fcntl.h>
#include <fmt/core.h>

#include <array>
#include <atomic>
#include <deque>
#include <exception>
#include <limits>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <nlohmann/json.hpp>

#include "referee/base/text/error.hpp"
#include "referee/show/server/gate.hpp"
#include "referee/show/server/site.hpp"
#include "referee/show/server/workers.hpp"

namespace referee::server {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::ip::tcp;
using boost::system::error_code;
using Clock = std::chrono::steady_clock;

constexpr std::uint32_t longest_header = 8 << 10;
constexpr std::uint64_t longest_body = 64 << 10;
// How many bytes are read and dropped after an answer, so that closing does not destroy the answer.
constexpr std::size_t most_thrown_away = std::size_t{1} << 20;
constexpr auto last_words_time = std::chrono::milliseconds(500);

using Request = http::request<http::string_body>;
using Text = std::shared_ptr<const std::string>;

void close_on_exec(int descriptor) { ::fcntl(descriptor, F_SETFD, FD_CLOEXEC); }

RequestHead head_of(const Request& request) {
  RequestHead head;
  const auto only = [&](http::field field) -> std::optional<std::string_view> {
    const auto [begin, end] = request.equal_range(field);
    if (begin == end) return std::nullopt;
    if (std::next(begin) != end) head.repeated = true;
    return begin->value();
  };
  head.method = request.method_string();
  head.target = request.target();
  head.host = only(http::field::host);
  head.origin = only(http::field::origin);
  head.cookie = only(http::field::cookie);
  head.content_type = only(http::field::content_type);
  head.fetch_site = only(http::field::sec_fetch_site);
  return head;
}

// An answer up to the empty line behind its fields.
std::string head_text(unsigned status, const HttpAnswer::Fields& fields) {
  std::string text =
      fmt::format("HTTP/1.1 {} {}\r\n", status,
                  std::string_view(http::obsolete_reason(http::int_to_status(status))));
  for (const auto& [name, value] : fields) text += fmt::format("{}: {}\r\n", name, value);
  return text;
}

}  // namespace

class Server::Impl {
 public:
  Impl(Site& site, const Options& options)
      : site_(site),
        state_(site),
        options_(options),
        gate_(listen(), random_token()),
        answers_(site, gate_),
        workers_(options.most_works) {
    // Once for all events of a tick, and when the state fits the last of them.
    site_.events().on_news = [this] {
      if (std::exchange(telling_, true)) return;
      asio::post(context_, [this] {
        telling_ = false;
        guarded([this] { tell_all(); });
      });
    };
  }
  ~Impl() { site_.events().on_news = nullptr; }

  [[nodiscard]] std::string address() const { return gate_.address(); }

  void run() {
    accept();
    tick();
    context_.run();
    if (failure_) std::rethrow_exception(failure_);
  }

  void stop() {
    ending_ = true;
    asio::post(context_, [this] {
      if (std::exchange(stopping_, true)) return;
      error_code ignored;
      acceptor_.close(ignored);
      ticks_.cancel();
      site_.events().publish("bye", text::Json::object());
      last_words_.expires_after(last_words_time);
      last_words_.async_wait([this](error_code) { context_.stop(); });
      end_if_alone();
    });
  }

  void post(std::function<void()> job) {
    asio::post(context_, [this, own = std::move(job)] { guarded(own); });
  }

  [[nodiscard]] Figures figures() const { return {connections_, dropped_}; }

 private:
  class Connection;

  std::uint16_t listen() {
    error_code error;
    const tcp::endpoint here(asio::ip::address_v4::loopback(), options_.port);
    acceptor_.open(here.protocol(), error);
    if (!error) close_on_exec(acceptor_.native_handle());
    if (!error) acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor_.bind(here, error);
    if (!error) acceptor_.listen(asio::socket_base::max_listen_connections, error);
    if (error) {
      throw text::MachineError(
          fmt::format("cannot listen on 127.0.0.1, port {}: {}; --port chooses another one",
                      options_.port, error.message()));
    }
    return acceptor_.local_endpoint().port();
  }

  // An exception on this thread ends run(), which rethrows it, unless it ends anyway.
  template <typename Job>
  void guarded(const Job& job) {
    try {
      job();
    } catch (...) {
      if (!failure_ && !ending_) failure_ = std::current_exception();
      context_.stop();
    }
  }

  void accept();

  void tick() {
    ticks_.expires_after(options_.tick);
    ticks_.async_wait([this](error_code error) {
      if (error || stopping_) return;
      guarded([this] { site_.tick(); });
      say_something();
      tick();
    });
  }

  void tell_all();
  void say_something();
  void end_if_alone() {
    if (stopping_ && streams_.empty()) context_.stop();
  }

  Site& site_;
  StateEvent state_;
  const Options options_;
  std::exception_ptr failure_;
  std::atomic<bool> ending_ = false;  // stop() was called
  bool stopping_ = false;
  bool telling_ = false;
  // Connections use these until the context is gone.
  std::atomic<std::size_t> connections_ = 0;
  std::atomic<std::uint64_t> dropped_ = 0;
  std::set<Connection*> streams_;
  std::deque<Connection*> waiting_;  // for their requests, the oldest first
  asio::io_context context_{1};
  tcp::acceptor acceptor_{context_};
  asio::steady_timer ticks_{context_};
  asio::steady_timer last_words_{context_};
  asio::steady_timer breath_{context_};
  const Gate gate_;
  const Answers answers_;
  Workers workers_;  // the last, so the first to end: their works post to the context
};

// One browser: a request and its answer, or a request and events until either side ends it.
class Server::Impl::Connection final : public std::enable_shared_from_this<Connection> {
 public:
  Connection(Impl& server, tcp::socket socket)
      : server_(server), socket_(std::move(socket)), deadline_(server.context_) {
    ++server_.connections_;
    close_on_exec(socket_.native_handle());
    error_code ignored;
    socket_.set_option(asio::socket_base::send_buffer_size(server_.options_.send_buffer), ignored);
    socket_.set_option(tcp::no_delay(true), ignored);
    parser_.header_limit(longest_header);
    parser_.body_limit(longest_body);
  }
  ~Connection() {
    forget();
    --server_.connections_;
    server_.end_if_alone();
  }

  void begin() {
    server_.waiting_.push_back(this);
    end_within(server_.options_.request_time);
    http::async_read(socket_, buffer_, parser_,
                     [self = shared_from_this()](error_code error, std::size_t) {
                       self->server_.guarded([&] { self->has_come(error); });
                     });
  }

  // Writes what is new, unless something is on its way already.
  void pump() {
    if (writing_ || closed_) return;
    const EventLog& log = server_.site_.events();
    if (auto piece = seen_ ? log.after(*seen_, server_.options_.piece) : std::nullopt) {
      if (piece->text.empty()) return;
      seen_ = piece->last;
      return write_events(std::make_shared<const std::string>(std::move(piece->text)));
    }
    Text state = server_.state_.text();
    seen_ = log.last();
    write_events(std::move(state));
  }

  void close() {
    if (std::exchange(closed_, true)) return;
    work_.request_stop();
    forget();
    server_.end_if_alone();
    deadline_.cancel();
    error_code ignored;
    socket_.close(ignored);
  }

  void say_something(Clock::time_point now) {
    if (writing_ || closed_ || now - written_ < server_.options_.heartbeat) return;
    write_events(std::make_shared<const std::string>(":\n\n"));
  }

 private:
  void end_within(std::chrono::milliseconds time) {
    deadline_.expires_after(time);
    deadline_.async_wait([self = shared_from_this()](error_code error) {
      if (error || self->closed_ || self->deadline_.expiry() > Clock::now()) return;
      if (self->answers_) ++self->server_.dropped_;
      self->close();
    });
  }

  // cancel() does not stop a handler that is already queued; this does.
  void end_never() { deadline_.expires_at(Clock::time_point::max()); }

  void forget() {
    server_.streams_.erase(this);
    std::erase(server_.waiting_, this);
  }

  void has_come(error_code error) {
    std::erase(server_.waiting_, this);
    if (closed_) return;
    if (error == http::error::header_limit) {
      return refuse(431, "the header has more than 8 kB");
    }
    if (error == http::error::body_limit) return refuse(413, "the body has more than 64 kB");
    if (error == http::error::end_of_stream || error == http::error::partial_message)
      return close();
    if (error && error.category() == http::make_error_code(http::error::bad_version).category()) {
      return refuse(400, "this is not HTTP: " + error.message());
    }
    if (error) return close();
    const Request& request = parser_.get();
    const RequestHead head = head_of(request);
    if (server_.answers_.wants_events(head)) return begin_events(request);
    try {
      if (auto work = server_.answers_.work_for(head)) return begin_work(std::move(*work));
    } catch (const std::exception& failure) {
      return refuse(500, failure.what());
    }
    send(server_.answers_.to(head, request.body()));
  }

  // Makes the answer beside this thread, for as long as the browser waits for it.
  void begin_work(Work work) {
    asio::io_context& context = server_.context_;
    work_ = server_.workers_.begin(
        [&context, own = weak_from_this(), work = std::move(work)](const std::stop_token& stop) {
          HttpAnswer made = Answers::of_work(work, stop);
          asio::post(context, [own, answer = std::move(made)]() {
            const auto self = own.lock();
            if (self && !self->closed_) self->send(answer);
          });
        });
    end_never();
    listening_ = true;
    throw_away(0);
  }

  void refuse(unsigned status, std::string_view reason) { send(Answers::refusal(status, reason)); }

  void send(const HttpAnswer& answer) {
    answers_ = true;
    std::string text = head_text(answer.status, answer.fields) +
                       fmt::format("Content-Length: {}\r\n\r\n", answer.body.size());
    text += answer.body;
    write(std::make_shared<const std::string>(std::move(text)), [this] {
      error_code ignored;
      socket_.shutdown(tcp::socket::shutdown_send, ignored);
      answers_ = false;
      end_within(std::chrono::seconds(2));
      if (!listening_) throw_away(0);
    });
  }

  // Closing with unread input would reset the connection and lose the answer.
  void throw_away(std::size_t so_far) {
    if (so_far > most_thrown_away) return close();
    socket_.async_read_some(asio::buffer(rest_), [self = shared_from_this(), so_far](
                                                     error_code error, std::size_t size) {
      if (error || self->closed_) return self->close();
      self->throw_away(so_far + size);
    });
  }

  void begin_events(const Request& request) {
    end_never();
    answers_ = true;
    server_.streams_.insert(this);
    if (const auto found = request.find("Last-Event-ID"); found != request.end()) {
      seen_ = server_.site_.events().number_of(found->value());
    }
    // How long a browser waits before it comes again.
    write_events(std::make_shared<const std::string>(head_text(200, Answers::fields_of_events()) +
                                                     "\r\nretry: 1000\n\n"));
    // A browser has nothing more to say: it ends the connection, or breaks the rules.
    throw_away(most_thrown_away);
  }

  void write_events(Text text) {
    writing_ = true;
    write(std::move(text), [this] {
      writing_ = false;
      end_never();
      written_ = Clock::now();
      server_.guarded([this] { pump(); });
    });
  }

  // Calls `then` when the browser has taken all of it; otherwise closes.
  template <typename Then>
  void write(Text text, Then then) {
    const asio::const_buffer bytes = asio::buffer(*text);
    // Asked before the first part and after each: a part that was taken resets the browser's time.
    const auto go_on = [self = shared_from_this()](error_code error, std::size_t) {
      if (!error && !self->closed_) self->end_within(self->server_.options_.answer_time);
      return error ? std::size_t{0} : std::numeric_limits<std::size_t>::max();
    };
    asio::async_write(
        socket_, bytes, go_on,
        [self = shared_from_this(), text = std::move(text), then](error_code error, std::size_t) {
          if (error || self->closed_) return self->close();
          then();
        });
  }

  Impl& server_;
  tcp::socket socket_;
  asio::steady_timer deadline_;
  boost::beast::flat_buffer buffer_{longest_header + longest_body};
  http::request_parser<http::string_body> parser_;
  std::array<char, 4096> rest_{};
  bool closed_ = false;
  bool answers_ = false;  // the request has come
  bool writing_ = false;
  bool listening_ = false;  // throws away what comes, and sees the browser go
  std::stop_source work_;   // that makes the answer
  Clock::time_point written_;
  std::optional<std::uint64_t> seen_;  // the last event it has; nothing: it needs the state
};

void Server::Impl::accept() {
  acceptor_.async_accept([this](error_code error, tcp::socket socket) {
    if (stopping_) return;
    if (error) {
      // Most likely no descriptors are left; others will end.
      breath_.expires_after(options_.tick);
      breath_.async_wait([this](error_code) { accept(); });
      return;
    }
    guarded([&] {
      if (connections_ >= options_.most_connections) {
        // Silent connections do not keep others out.
        if (waiting_.empty()) return;
        waiting_.front()->close();
      }
      std::make_shared<Connection>(*this, std::move(socket))->begin();
    });
    accept();
  });
}

void Server::Impl::tell_all() {
  for (Connection* one : streams_) one->pump();
}

void Server::Impl::say_something() {
  const auto now = Clock::now();
  for (Connection* one : streams_) one->say_something(now);
}

Server::Server(Site& site, const Options& options) : impl_(std::make_unique<Impl>(site, options)) {}
Server::~Server() = default;

std::string Server::address() const { return impl_->address(); }
void Server::run() { impl_->run(); }
void Server::stop() { impl_->stop(); }
void Server::post(std::function<void()> job) { impl_->post(std::move(job)); }
Server::Figures Server::figures() const { return impl_->figures(); }

}  // namespace referee::server
