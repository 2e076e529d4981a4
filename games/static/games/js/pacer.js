/**
 * Lets the eye keep up: states come as fast as the server sends them, and are shown one after the other, a finished
 * trick for long enough to be seen. What is shown lags behind; the state itself never does.
 */

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./protocol.js").GameEvent} GameEvent */
/** @typedef {{state: State, news: GameEvent[], swept: boolean}} Shown swept: the last trick is off the table */

/** How much of a trick's pause passes between two cards that came at once. */
const CARD_SHARE = 0.2;

export class Pacer {
  /**
   * @param {(shown: Shown) => void} show
   * @param {number} pause milliseconds that a finished trick stays
   * @param {{setTimeout: (call: () => void, wait: number) => any, clearTimeout: (timer: any) => void}} timers
   */
  constructor(show, pause, timers) {
    this.show = show;
    this.pause = pause;
    this.timers = timers;
    /** @type {{state: State, news: GameEvent[]}[]} */
    this.queue = [];
    /** @type {any} */
    this.timer = null;
    /** Whether the last trick is off the table. */
    this.swept = true;
    /** @type {State|undefined} */
    this.current = undefined;
  }

  /** A state that followed from the one before. @param {State} state */
  push(state) {
    const last = this.queue.at(-1);
    if (last !== undefined && state.news.length === 0) {
      last.state = state;
    } else if (this.timer !== null && state.news.length > 0) {
      this.queue.push({ state, news: state.news });
    } else {
      this.display(state, state.news);
    }
  }

  /** A state that replaces whatever was to be shown, as after a reconnect. @param {State} state */
  jump(state) {
    this.stop();
    this.queue = [];
    this.swept = true;
    this.current = state;
    this.show({ state, news: [], swept: true });
  }

  /** Shows at once all that waits: the player does not want to look any longer. */
  flush() {
    this.stop();
    const waiting = this.queue;
    this.queue = [];
    for (const item of waiting) this.display(item.state, item.news);
    this.stop();
    if (!this.swept) this.next();
  }

  /** Whether the newest state is the one on the screen. */
  get isCurrent() {
    return this.queue.length === 0;
  }

  /** @param {State} state @param {GameEvent[]} news */
  display(state, news) {
    if (news.length > 0) {
      this.stop();
      this.swept = !news.some((event) => event.type === "trick_taken");
      this.timer = this.timers.setTimeout(() => this.next(), this.waitAfter(news));
    }
    this.current = state;
    this.show({ state, news, swept: this.swept });
  }

  /** @param {GameEvent[]} news */
  waitAfter(news) {
    const long = news.some((event) => event.type === "trick_taken" || event.type === "hand_ended");
    return long ? this.pause : this.pause * CARD_SHARE;
  }

  next() {
    this.timer = null;
    const item = this.queue.shift();
    if (item !== undefined) {
      this.display(item.state, item.news);
    } else if (!this.swept && this.current !== undefined) {
      this.swept = true;
      this.show({ state: this.current, news: [], swept: true });
    }
  }

  stop() {
    if (this.timer !== null) this.timers.clearTimeout(this.timer);
    this.timer = null;
  }
}
