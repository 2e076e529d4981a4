"""A whole match: deals go in, legal moves go in, scores come out."""

from __future__ import annotations

from tests.engine.naive import auctions, points, tricks
from tests.engine.naive.auctions import Calls, right_of

OTHER_OF_COLOUR = {"C": "S", "S": "C", "D": "H", "H": "D"}


class Match:
    """A match of ``game`` (``"tarneeb"``, ``"syrian41"``, ``"tarneeb41"``) under the house ``rules``.

    ``phase`` is ``"deal"``, ``"auction"``, ``"naming"``, ``"play"`` or ``"over"``.
    """

    def __init__(self, game: str, target: int, rules: set[str], dealer: int) -> None:
        self.game = game
        self.target = target
        self.rules = rules
        self.dealer = dealer
        self.scores = [0, 0] if game == "tarneeb" else [0, 0, 0, 0]
        self.winner: int | None = None
        self.phase = "deal"
        self.turn: int | None = None
        self.hands: list[list[str]] = []
        self.calls: Calls = []
        self.trump: str | None = None
        self.declarer: int | None = None
        self.table: list[tuple[int, str]] = []
        self.taken = [0, 0, 0, 0]
        self.points: list[int] | None = None

    def deal(self, hands: list[list[str]]) -> None:
        """Four thirteens in seat order, in the order dealt."""
        self.hands = [list(hand) for hand in hands]
        self.calls, self.table = [], []
        self.taken = [0, 0, 0, 0]
        self.declarer = self.points = self.trump = None
        if self.game == "syrian41":
            self.trump = OTHER_OF_COLOUR[hands[self.dealer][12][0]]
        if self.game == "tarneeb41":
            self.trump = "H"
        self.phase = "auction"
        self.turn, _ = self.auction()

    def auction(self) -> auctions.Turn:
        """Who calls next, and what is open to it."""
        if self.game != "tarneeb":
            return auctions.one_each(self.calls, self.dealer, self.rules)
        kind = auctions.egyptian if "egyptian" in self.rules else auctions.classic
        return kind(self.calls, self.dealer, self.rules)

    def legal(self) -> list[str]:
        """Every move that the seat in turn may make."""
        if self.turn is None:
            return []
        if self.phase == "auction":
            return self.auction()[1]
        if self.phase == "naming":
            return ["C", "D", "H", "S", *(["NT"] if "no_trump" in self.rules else [])]
        trick = [card for _, card in self.table]
        opening = sum(self.taken) == 0 and not trick and self.game == "tarneeb"
        bound = self.trump if opening and "first_lead_trump" in self.rules else None
        return tricks.open_cards(self.hands[self.turn], trick, bound)

    def move(self, text: str) -> None:
        """Make a legal move."""
        assert self.turn is not None
        if self.phase == "auction":
            self.calls.append((self.turn, text))
            self.turn, _ = self.auction()
            if self.turn is None:
                self.end_auction()
        elif self.phase == "naming":
            self.trump = text
            self.phase = "play"
        else:
            self.hands[self.turn].remove(text)
            self.table.append((self.turn, text))
            self.turn = right_of(self.turn)
            if len(self.table) == 4:
                self.end_trick()

    def end_auction(self) -> None:
        bids = auctions.bids_of(self.calls)
        if self.game != "tarneeb":
            if sum(int(bid) for _, bid in bids) < 11:
                self.end_hand(None, right_of(self.dealer))
                return
            self.phase, self.turn = "play", right_of(self.dealer)
            return
        if not bids:
            self.end_hand(None, self.dealer)
            return
        self.declarer, contract = bids[-1]
        self.turn = self.declarer
        self.phase = "naming"
        if "egyptian" in self.rules:
            self.trump = auctions.suit_of(contract)
            self.phase = "play"

    def end_trick(self) -> None:
        assert self.trump is not None
        winner, _ = self.table[tricks.taker([card for _, card in self.table], self.trump)]
        self.taken[winner] += 1
        self.table = []
        self.turn = winner
        if sum(self.taken) == 13:
            self.end_hand(self.points_of_hand(), right_of(self.dealer))

    def points_of_hand(self) -> list[int]:
        bids = auctions.bids_of(self.calls)
        if self.game != "tarneeb":
            declared = {seat: int(bid) for seat, bid in bids}
            return [points.of_declaration(self.game, declared[seat], self.taken[seat]) for seat in range(4)]
        assert self.declarer is not None
        team = self.declarer % 2
        contract = auctions.tricks_of(bids[-1][1])
        ours, theirs = points.of_contract(contract, self.taken[team] + self.taken[team + 2])
        if auctions.is_doubled(self.calls):
            ours, theirs = 2 * ours, 2 * theirs
        return [ours, theirs] if team == 0 else [theirs, ours]

    def end_hand(self, gained: list[int] | None, next_dealer: int) -> None:
        self.points = gained
        self.phase, self.turn, self.dealer = "deal", None, next_dealer
        if gained is None:
            return
        self.scores = [score + more for score, more in zip(self.scores, gained, strict=True)]
        if self.game == "tarneeb":
            self.winner = points.winner_of_teams(self.scores, self.target)
        else:
            self.winner = points.winner_of_seats(self.scores)
        if self.winner is not None:
            self.phase = "over"
