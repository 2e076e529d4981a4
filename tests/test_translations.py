"""The Arabic pages say everything that the English ones say."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import polib
import pytest

ROOT = Path(__file__).resolve().parent.parent
LOCALE = Path("tarneeb_site/locale/ar/LC_MESSAGES")
DOMAINS = ("django", "djangojs")
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|{\w*}")

Key = tuple[str | None, str]
Texts = dict[Key, object]


def catalog(domain: str, root: Path = ROOT) -> polib.POFile:
    return polib.pofile(str(root / LOCALE / f"{domain}.po"))


def texts(entries: polib.POFile | polib.MOFile) -> Texts:
    return {(entry.msgctxt, entry.msgid): entry.msgstr_plural or entry.msgstr for entry in entries}


@pytest.mark.parametrize("domain", DOMAINS)
def test_every_sentence_is_translated(domain: str) -> None:
    po = catalog(domain)
    assert [entry.msgid for entry in po.untranslated_entries()] == []
    assert [entry.msgid for entry in po.fuzzy_entries()] == []
    assert [entry.msgid for entry in po.obsolete_entries()] == []


@pytest.mark.parametrize("domain", DOMAINS)
def test_every_translation_fills_the_same_gaps(domain: str) -> None:
    for entry in catalog(domain).translated_entries():
        wanted = {*PLACEHOLDER.findall(entry.msgid), *PLACEHOLDER.findall(entry.msgid_plural)}
        for text in [entry.msgstr, *entry.msgstr_plural.values()]:
            # A form for one or two may spell the number out.
            assert set(PLACEHOLDER.findall(text)) <= wanted, entry.msgid
        if not entry.msgid_plural:
            assert set(PLACEHOLDER.findall(entry.msgstr)) == wanted, entry.msgid


@pytest.mark.parametrize("domain", DOMAINS)
def test_the_compiled_catalog_is_the_written_one(domain: str) -> None:
    """A machine that only runs the site has nothing to compile with, so the compiled form is kept."""
    compiled = ROOT / LOCALE / f"{domain}.mo"
    assert compiled.is_file(), "compile it: manage.py compilemessages"
    assert texts(polib.mofile(str(compiled))) == texts(catalog(domain))


@pytest.mark.skipif(
    not shutil.which("xgettext"), reason="needs xgettext (Debian: gettext) to read the sources"
)
@pytest.mark.parametrize("domain", DOMAINS)
def test_the_catalog_holds_what_the_sources_say(domain: str, tmp_path: Path) -> None:
    for folder in ("accounts", "games", "tarneeb_site", "templates"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    shutil.copy(ROOT / "manage.py", tmp_path)
    subprocess.run(
        [sys.executable, "manage.py", "makemessages", "--locale=ar", f"--domain={domain}", "--no-obsolete"],
        cwd=tmp_path,
        check=True,
        capture_output=True,
    )
    fresh = {key for key, _text in texts(catalog(domain, tmp_path)).items()}
    assert fresh == set(texts(catalog(domain)))
