"""How fast the site's parts are; docs/speed.md says what is compared with what."""
