"""The words of the protocol that stand in sentences: they are no English, and the same in every language.

A sentence has gaps, as ``%(sync)s`` in Python and ``{{ sync }}`` in a template, and these fill them.
"""

from typing import Final

from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.protocol import PROTOCOL

_THEMSELVES: Final = (
    "Accept Cookie Location Origin Referer abandoned ack actor auction auction_ended awaiting_deal "
    "bid bots call_made cancelled card card_played card_revealed cards cards_dealt client_id clock "
    "closed code csrftoken double egyptian ended ends_at error events forfeit hand_ended hand_started "
    "held_by_bot hello high highest house_rules id legal link log_in login lowest match "
    "match_ended match_running move naming_trump none not_your_seat now null observation online open "
    "opponents option other pass passed_out password people phase ping play pong private "
    "redirect refused scores seat seconds server_error sessionid single_round stale_version "
    "status suit sync syrian41 table table_closed table_not_found target tarneeb tarneeb41 text "
    "too_many_connections too_many_frames trick_taken tricks trump_set turn turn_seconds type "
    "unknown_protocol variant version visibility waiting watchers you"
)

_OTHERS: Final = {
    "accept_any": "Accept: */*",
    "accept_language": "Accept-Language",
    "asyncapi_name": "AsyncAPI 3.0",
    "content_type": "application/x-www-form-urlencoded",
    "csrf_header": "X-CSRFToken",
    "html_type": "text/html",
    "http": "http",
    "https": "https",
    "id_part": "ID",
    "language_cookie": "django_language",
    "lobby_url": "/tables/?show=waiting&after=…",
    "login_url": "POST /accounts/login/",
    "new_url": "POST /tables/new/",
    "play_url": "POST /play/",
    "protocol_number": str(PROTOCOL),
    "protocol_query": f"?protocol={PROTOCOL}",
    "record_url": "GET /matches/ID/record/",
    "return_url": "POST /tables/ID/return/",
    "sit_url": "POST /tables/ID/sit/",
    "table_socket": "/ws/tables/ID/",
    "array_example": "Card[]",
    "pair_example": "[Seat, Card]",
    "bid_example": "7",
    "bid_suit_example": "8H",
    "card_example": "HT",
    "clock_word": "clock",
    "dealer_must_bid": "dealer_must_bid",
    "origin_example": "Origin: https://tarneeb.example",
    "private_event": "PrivateEvent",
    "public_event": "PublicEvent",
    "rank_t": "T",
    "ranks": "2 3 4 5 6 7 8 9 T J Q K A",
    "rules_page": "GET /rules/",
    "suit_c": "C",
    "suit_d": "D",
    "suit_h": "H",
    "suit_nt": "NT",
    "suit_s": "S",
    "ws": "ws",
    "wss": "wss",
    "tables_path": "/tables/",
}

WORDS: Final = {**{word: word for word in _THEMSELVES.split()}, **_OTHERS}
"""What fills each gap, as plain text."""


def code_words() -> dict[str, SafeString]:
    """Gives what fills each gap on a page: set as code, and from left to right in every language."""
    return {
        name: SafeString(text) if text.isdigit() else format_html('<code dir="ltr">{}</code>', text)
        for name, text in WORDS.items()
    }
