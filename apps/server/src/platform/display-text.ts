/** Texts in the display face as SVG outlines: a picture in an `<img>` loads no fonts. */
import { fileURLToPath } from 'node:url'
import { openSync } from 'fontkit'

const displayFont = fileURLToPath(
  import.meta.resolve('@expo-google-fonts/unbounded/700Bold/Unbounded_700Bold.ttf'),
)
const font = openSync(displayFont)

/** Unit: em. */
export const measureText = (line: string): number => font.layout(line).advanceWidth / font.unitsPerEm

/** Height of a capital letter. Unit: em. */
export const capitalHeight = 0.72

/** One line from `x`. Letters missing from the face are in the system's. */
export function drawText(line: string, place: { x?: number; baseline: number; fontSize: number }): string {
  const { x = 0, baseline, fontSize } = place
  const isDrawable = Array.from(line).every((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))
  if (!isDrawable)
    return `<text${x === 0 ? '' : ` x="${x}"`} y="${baseline}" font-family="sans-serif" font-weight="700" font-size="${fontSize}">${escapeXml(line)}</text>`
  const scale = fontSize / font.unitsPerEm
  const { glyphs, positions } = font.layout(line)
  let advance = 0
  const letters = glyphs.map((glyph, index) => {
    const path = `<path transform="translate(${advance})" d="${glyph.path.toSVG()}"/>`
    advance += positions[index]?.xAdvance ?? 0
    return path
  })
  // Fonts count upwards from the baseline.
  return `<g transform="translate(${x} ${baseline}) scale(${scale} ${-scale})">${letters.join('')}</g>`
}

export const escapeXml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
