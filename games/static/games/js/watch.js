/** When silence means that something was lost on the way, so that the client had better ask. */

import { overdue } from "./clock.js";
import { isWaitingForFrames } from "./state.js";

/** @typedef {import("./state.js").State} State */

const HALF_FRAME_WAIT = 1_500;
const OVERDUE_WAIT = 4_000;
const QUIET_WAIT = 20_000;

/**
 * @param {State} state
 * @param {number} quiet milliseconds since the last frame or question
 * @param {number} now this device's time
 */
export function shouldAsk(state, quiet, now) {
  if (state.connection !== "open" || state.match === null || state.result !== null) return false;
  if (isWaitingForFrames(state) || state.pending !== null) return quiet > HALF_FRAME_WAIT;
  const late = state.clock !== null && overdue(state.clock, state.skew, now) > OVERDUE_WAIT;
  return quiet > (late ? OVERDUE_WAIT : QUIET_WAIT);
}
