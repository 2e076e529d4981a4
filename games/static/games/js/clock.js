/** A turn's time left, in the server's time: the visitor's own clock may be wrong by hours. */

/** @typedef {import("./protocol.js").Clock} Clock */

/** @param {number} serverNow a frame's "now" @param {number} received this device's time when it came */
export function skewOf(serverNow, received) {
  return serverNow - received;
}

/**
 * @param {Clock} clock
 * @param {number} skew
 * @param {number} now this device's time
 * @returns {{left: number, share: number, seconds: number, late: boolean}} share from 1 (all) to 0 (none)
 */
export function timeLeft(clock, skew, now) {
  const left = Math.max(0, clock.ends_at - (now + skew));
  const share = clock.length_ms > 0 ? Math.min(1, left / clock.length_ms) : 0;
  return { left, share, seconds: Math.ceil(left / 1000), late: left < Math.min(10_000, clock.length_ms / 3) };
}

/** How long ago the turn ran out, negative while it runs. @param {Clock} clock @param {number} skew @param {number} now */
export function overdue(clock, skew, now) {
  return now + skew - clock.ends_at;
}
