// A game that a person plays in a browser, against bots, the jury or other persons:
// docs/internals/live-protocol.md.
//
// The server's thread has what browsers see and request, the caller's the game, which waits for
// moves. They meet in a short list of wishes and in Server::post().
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/play/match/sitting.hpp"
#include "referee/show/page/result_page.hpp"
#include "referee/show/server/live_match.hpp"
#include "referee/show/server/site.hpp"
#include "rules/by_seat.hpp"

namespace referee::server {

struct Wish {
  enum class Kind : std::uint8_t {
    move,
    why,  // asks whether a move is legal, and why not; nothing is done
    undo,
    from,  // goes on from an earlier move
    hint,
    resign,
    again,  // begins another game
  };
  Kind kind = Kind::move;
  std::string move;     // of `move` and `why`
  std::size_t to = 0;   // of `from`: number of moves that are kept
  std::size_t ply = 0;  // number of moves that the page has seen; `again` need not have it
};

// Reads {"do": "move", "ply": 3, "move": "A3"}. Throws text::InputError, which names the mistake.
Wish read_wish(std::string_view body);

class PlaySite final : public Site, private match::Sitting::People {
 public:
  PlaySite(match::SittingOptions options, const page::Pages& pages);
  ~PlaySite() override;

  // ---- on the server's thread ----
  [[nodiscard]] page::ServedPage page() const override;
  [[nodiscard]] EventLog& events() override { return events_; }
  [[nodiscard]] text::Json state() const override;
  [[nodiscard]] std::optional<Answer> get(std::string_view path, std::string_view query) override;
  [[nodiscard]] std::optional<Answer> wish(std::string_view body) override;
  void tick() override {}

  // ---- on the thread of the game ----
  using Post = std::function<void(std::function<void()>)>;
  // Plays one game after the other, as long as the page asks for another one, until leave(). `post`
  // brings a job to the server's thread. `ended` is called with each finished game, and returns
  // whether it was saved; nothing if it is saved nowhere. Throws like match::run().
  using Ended = std::function<std::optional<bool>(const match::MatchRecord&)>;
  void play(const Post& post, const Ended& ended);

  // Ends play(). May be called from any thread.
  void leave();

 private:
  struct Left {};
  class Board;
  class Person;

  std::unique_ptr<match::SittingBoard> board(std::size_t known) override;
  std::unique_ptr<match::Player> person(match::Seat seat, match::SittingBoard& board,
                                        std::vector<std::string> given) override;
  match::Answer ask(match::Seat seat, const match::SittingBoard& board);
  // Waits for a wish. Throws Left.
  Wish next_wish();
  void look_for_hint(match::Seat seat, const match::SittingBoard& board);
  void play_one(const Ended& ended);

  // Events of the game for the page; on the server's thread.
  enum class Turn : std::uint8_t { person, bot, over };
  void begin(const match::SittingOptions& options, const match::MatchRecord& kept);
  void set_turn(Turn turn, bool undo);
  [[nodiscard]] text::Json play_json() const;
  [[nodiscard]] std::string refusal_of(const Wish& wish) const;
  void accept(const Wish& wish);

  text::Json head_;
  EventLog events_;
  match::SittingOptions options_;  // `plan` belongs to the thread of the game, the rest is constant
  const rules::GameInfo& info_;

  // Used on the thread of the game.
  Post post_;
  bot::Host* host_ = nullptr;          // under mutex_
  match::Sitting* sitting_ = nullptr;  // likewise
  match::MatchRecord finished_;        // the game that was last played to its end
  match::MatchRecord so_far_;          // its moves and faults

  std::mutex mutex_;
  std::condition_variable wished_;
  std::deque<Wish> wishes_;
  bool left_ = false;

  // Used on the server's thread.
  std::unique_ptr<LiveMatch> match_;
  match::MatchRecord seen_;  // as the page sees it
  Turn turn_ = Turn::bot;
  bool undo_ = false;
  std::optional<match::MatchRecord> record_;
  std::optional<bool> saved_;
  std::string trouble_;
};

}  // namespace referee::server
