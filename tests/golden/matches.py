"""The matches that are kept: every variant, and every option of it."""

from tests.golden.playthrough import Playthrough

MATCHES = (
    Playthrough("tarneeb", "tarneeb", {}, 1, (36, 34), 3, ("pass pass pass pass", "7 8 pass 9 pass pass H")),
    Playthrough("target", "tarneeb", {"target": 31}, 2, (24, 27), 2, ("pass 7 pass pass C",)),
    Playthrough("single_round", "tarneeb", {"single_round": True}, 3, (0, 0), 1, ("7 8 pass 9 D",)),
    Playthrough("dealer_must_bid", "tarneeb", {"dealer_must_bid": True}, 4, (0, 0), 1, ("pass pass pass 7",)),
    Playthrough("no_trump", "tarneeb", {"no_trump": True}, 5, (0, 0), 1, ("7 pass pass pass NT",)),
    Playthrough(
        "first_lead_trump", "tarneeb", {"first_lead_trump": True}, 6, (0, 0), 1, ("pass pass 8 9 pass S",)
    ),
    Playthrough(
        "egyptian", "tarneeb", {"egyptian": True}, 7, (0, 0), 1, ("pass 7C double 7D 8S double pass pass",)
    ),
    Playthrough(
        "egyptian_no_trump",
        "tarneeb",
        {"egyptian": True, "no_trump": True},
        8,
        (0, 0),
        1,
        ("pass 7D 7NT pass pass pass",),
    ),
    Playthrough("syrian41", "syrian41", {}, 21, (35, 40, -3, 0), 3, ("2 2 3 3", "3 2 2 4")),
    Playthrough("tarneeb41", "tarneeb41", {}, 56, (38, 20, 1, 25), 2, ("2 5 2 3",)),
    Playthrough("nobody_moves", "tarneeb41", {}, 11, (0, 0, 0, 0), 1, fallback=True),
)
