"""
Makes the font files in this folder from the npm packages of the two families. Run it only when the character sets below
change:

    pip install fonttools brotli && python packages/ui/src/styles/fonts/subset.py

The files are a third of the size of the packages' own: headings need one weight, text needs 400–700, and both need only
the characters of Russian and English. The Latin text font fits into the initial congestion window (14 KB). The rouble
sign and the accented characters of western names are separate files, so that only pages that use them load them.
Characters of other languages come from the package's own latin-ext file.
"""
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

here = Path(__file__).parent
packages = here.parents[4] / 'node_modules' / '@fontsource-variable'

ascii_letters = list(range(0x20, 0x7F))
signs = [0xA0, 0xA9, 0xAB, 0xAE, 0xB0, 0xB7, 0xBB, 0xD7]
western_letters = [letter for letter in range(0xA1, 0x100) if letter not in signs]
punctuation = [0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x201E, 0x2022, 0x2026, 0x2116, 0x2212, 0x20AC, 0x2122]
russian = [*range(0x410, 0x450), 0x401, 0x451, 0x2116]
cyrillic = [*range(0x400, 0x460), 0x490, 0x491, 0x2116, 0x301]


def make(
    source: str, name: str, letters: list[int], weight: float | tuple[float, float], features: list[str]
) -> None:
    font = instantiateVariableFont(TTFont(packages / source), {'wght': weight})
    options = subset.Options()
    options.layout_features = features
    options.hinting = False
    # Author and licence are in OFL-*.txt.
    options.name_IDs = [1, 2]
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=letters)
    cutter.subset(font)
    font.flavor = 'woff2'
    font.save(here / name)


unbounded, onest = 'unbounded/files/unbounded-%s-wght-normal.woff2', 'onest/files/onest-%s-wght-normal.woff2'
latin = ascii_letters + signs + punctuation
make(unbounded % 'latin', 'unbounded-latin-700.woff2', latin, 700, ['kern'])
make(unbounded % 'cyrillic', 'unbounded-cyrillic-700.woff2', russian, 700, ['kern'])
text = (400, 700), ['ccmp', 'kern', 'locl', 'mark', 'mkmk', 'tnum']
make(onest % 'latin', 'onest-latin.woff2', latin, *text)
make(onest % 'latin', 'onest-western.woff2', western_letters, *text)
make(onest % 'cyrillic', 'onest-cyrillic.woff2', cyrillic, *text)
make(onest % 'latin-ext', 'onest-rouble.woff2', [0x20BD], *text)
