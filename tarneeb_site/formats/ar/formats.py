"""Arabic dates and times: Django has none that has both, and falls back to the English order."""

DATE_FORMAT = "j F Y"
DATETIME_FORMAT = "j F Y، g:i A"
SHORT_DATETIME_FORMAT = "j/n/Y، g:i A"
