export const shareSize = { width: 1200, height: 630 }

/** Pictures as data addresses, and the words to set beside them. */
export type ShareParts = { art: string; logo: string | null; lockup: string; colour: string; lines: Line[] }
type Line = { text: string; size: number }

const left = 64
/** The words have this much to themselves; the art shines on the right. */
const wordsWidth = 620
const sizes = [76, 68, 60, 52, 44, 38]
const mostLines = 3

/**
 * Breaks a name into lines of one size, the largest that fits.
 * @param widthOf  Of a text at a size, in pixels.
 */
export function setName(name: string, widthOf: (text: string, size: number) => number): Line[] {
  const fitting = sizes.map((size) => ({ size, lines: broken(name, (text) => widthOf(text, size)) }))
  const best = fitting.find(({ lines }) => lines && lines.length <= mostLines)
  const { size, lines } = best ?? { size: sizes.at(-1) ?? 38, lines: [name] }
  return (lines ?? [name]).map((text) => ({ text, size }))
}

/** Null when a word alone is too wide. */
function broken(name: string, widthOf: (text: string) => number): string[] | null {
  const lines: string[] = []
  for (const word of name.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && widthOf(longer) <= wordsWidth) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines.every((line) => widthOf(line) <= wordsWidth) ? lines : null
}

/** A game's art, shaded on the left, with its logo and name there. */
export function shareSvg({ art, logo, lockup, colour, lines }: ShareParts): string {
  const { width, height } = shareSize
  const nameTop = 222
  const name = lines.map(({ text, size }, place) =>
    textSvg(text, size, nameTop + size + place * Math.round(size * 1.14)),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<defs><linearGradient id="shade"><stop offset="0" stop-color="${colour}" stop-opacity="0.96"/><stop offset="0.34" stop-color="${colour}" stop-opacity="0.78"/><stop offset="0.66" stop-color="${colour}" stop-opacity="0"/></linearGradient>
<clipPath id="tile"><rect x="${left}" y="56" width="144" height="144" rx="32"/></clipPath></defs>
<rect width="${width}" height="${height}" fill="${colour}"/>
<image href="${art}" x="0" y="-23" width="${width}" height="675" preserveAspectRatio="xMaxYMid slice"/>
<rect width="${width}" height="${height}" fill="url(#shade)"/>
${logo ? `<image href="${logo}" x="${left}" y="56" width="144" height="144" clip-path="url(#tile)"/>` : ''}
${name.join('\n')}
<image href="${lockup}" x="${left}" y="530" width="262" height="48"/>
</svg>`
}

/** Also for measuring: where it stands does not change how wide it is. */
export function textSvg(text: string, size: number, baseline: number): string {
  return `<text x="${left}" y="${baseline}" font-family="Unbounded" font-weight="700" font-size="${size}" letter-spacing="${-size / 50}" fill="#fff4e8">${escapeXml(text)}</text>`
}

const escapeXml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
