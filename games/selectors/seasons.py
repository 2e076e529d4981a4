"""Calendar months as seasons, in the site's time zone."""

from datetime import datetime

from django.utils import timezone

from games.models import ALL_TIME


def season_key(now: datetime) -> str:
    """Gives the key of the month of a moment: "2026-12"."""
    local = timezone.localtime(now, timezone.get_default_timezone())
    return f"{local.year:04}-{local.month:02}"


def season_times(key: str) -> tuple[datetime | None, datetime | None]:
    """Gives the beginning and the end of a season; None and None of all time."""
    if key == ALL_TIME:
        return None, None
    year, month = map(int, key.split("-"))
    following = (year + 1, 1) if month == 12 else (year, month + 1)
    zone = timezone.get_default_timezone()
    return datetime(year, month, 1, tzinfo=zone), datetime(*following, 1, tzinfo=zone)
