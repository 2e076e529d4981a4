/** How a hand and a match ended, in words. */

import { figure, fill, gettext } from "./i18n.js";
import { callName } from "./notation.js";
import { tableOfMatch } from "./people.js";
import { pairName, seatName, teamOf, teamScore } from "./seating.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./protocol.js").HandResult} HandResult */
/** @typedef {import("./protocol.js").MatchResult} MatchResult */

/** The tricks a team took in a hand. @param {number[]} tricks @param {number} team */
export function teamTricks(tricks, team) {
  return tricks[team] + tricks[team + 2];
}

/** Whether the declaring team took what it had bid. @param {HandResult} result */
export function isMade(result) {
  const { declarer, contract, tricks } = result;
  if (declarer === null || contract === null || tricks === null) return false;
  return teamTricks(tricks, teamOf(declarer)) >= Number.parseInt(contract, 10);
}

/** @param {HandResult} result @param {State} state */
export function outcomeHeadline(result, state) {
  if (result.outcome === "passed_out") return gettext("All four passed. The same dealer deals again.");
  if (result.outcome === "cancelled") {
    return gettext("The four bids come to less than 11: the hand is cancelled and the deal moves on.");
  }
  if (result.declarer === null || result.contract === null || result.tricks === null) return ownHeadline(result, state);
  const values = {
    name: seatName(state.table, result.declarer),
    bid: callName(result.contract),
    tricks: teamTricks(result.tricks, teamOf(result.declarer)),
  };
  return isMade(result)
    ? fill(gettext("%(name)s bid %(bid)s, and the team took %(tricks)s: made."), values)
    : fill(gettext("%(name)s bid %(bid)s, and the team took %(tricks)s: failed."), values);
}

/** Where each seat bids for itself: how the viewer did. @param {HandResult} result @param {State} state */
function ownHeadline(result, state) {
  const seat = state.you?.seat ?? null;
  const bid = seat === null ? null : result.bids[seat];
  if (seat === null || bid === null || result.tricks === null) return gettext("The hand is over.");
  const values = { bid, tricks: result.tricks[seat] };
  return values.tricks >= Number(bid)
    ? fill(gettext("You bid %(bid)s and took %(tricks)s: made."), values)
    : fill(gettext("You bid %(bid)s and took %(tricks)s: failed."), values);
}

/** @param {MatchResult} result @param {State} state */
export function matchHeadline(result, state) {
  if (result.winner === null) return gettext("The match ended without a winner.");
  const viewer = state.you?.seat ?? null;
  const scores = {
    won: figure(teamScore(result.scores, result.winner)),
    lost: figure(teamScore(result.scores, 1 - result.winner)),
    team: pairName(tableOfMatch(state), result.winner),
  };
  if (viewer === null) return fill(gettext("%(team)s win the match, %(won)s to %(lost)s."), scores);
  return teamOf(viewer) === result.winner
    ? fill(gettext("You win the match, %(won)s to %(lost)s!"), scores)
    : fill(gettext("%(team)s win the match, %(won)s to %(lost)s."), scores);
}

/** Why the match ended as it did. @param {MatchResult} result @param {State} state */
export function matchReason(result, state) {
  if (result.reason === "forfeit") return gettext("The other team gave up.");
  if (result.reason === "abandoned" || result.winner === null) {
    return gettext("The match was abandoned: nobody was left to play it.");
  }
  if (result.scores.length === 4) return soloReason(result, state);
  return fill(gettext("First to reach the target of %(target)s."), { target: state.target });
}

/** In the 41 games one of the two reaches 41 while the other is above zero. @param {MatchResult} result @param {State} state */
function soloReason(result, state) {
  const winner = /** @type {number} */ (result.winner);
  const [first, second] = [winner, winner + 2];
  const hero = result.scores[first] >= result.scores[second] ? first : second;
  const partner = hero === first ? second : first;
  const table = tableOfMatch(state);
  return fill(gettext("%(name)s reached %(score)s, and %(partner)s is above zero with %(other)s."), {
    name: seatName(table, hero),
    score: figure(result.scores[hero]),
    partner: seatName(table, partner),
    other: figure(result.scores[partner]),
  });
}
