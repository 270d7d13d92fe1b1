export const shareSize = { width: 1200, height: 630 }

/** Images are data URLs. */
export type ShareParts = { art: string; logo: string | null; lockup: string; colour: string; lines: Line[] }
type Line = { text: string; size: number }

const left = 64
/** The name's column, in pixels; the art shows to its right. */
const nameWidth = 620
const fontSizes = [76, 68, 60, 52, 44, 38]
const maxLines = 3

/**
 * Breaks a name into at most three lines in the largest fitting font size.
 * @param measureWidth  Measures a text at a font size, in pixels.
 */
export function breakName(name: string, measureWidth: (text: string, size: number) => number): Line[] {
  const attempts = fontSizes.map((size) => ({ size, lines: wrap(name, (text) => measureWidth(text, size)) }))
  const best = attempts.find(({ lines }) => lines && lines.length <= maxLines)
  const { size, lines } = best ?? { size: fontSizes.at(-1) ?? 38, lines: [name] }
  return (lines ?? [name]).map((text) => ({ text, size }))
}

/** Null when a single word is too wide. */
function wrap(name: string, measureWidth: (text: string) => number): string[] | null {
  const lines: string[] = []
  for (const word of name.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && measureWidth(longer) <= nameWidth) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines.every((line) => measureWidth(line) <= nameWidth) ? lines : null
}

/** The game's art, shaded on the left behind its logo and name. */
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

/** The name of a hub without its own image. */
export function brandSvg(lines: Line[]): string {
  const { width, height } = shareSize
  const lineHeight = (lines[0]?.size ?? 0) * 1.14
  const top = (height - lineHeight * lines.length) / 2
  const name = lines.map(({ text, size }, place) => textSvg(text, size, top + size + place * lineHeight))
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<defs><radialGradient id="light" cx="1" cy="1" r="1"><stop offset="0" stop-color="#ff7a3d" stop-opacity="0.55"/><stop offset="0.7" stop-color="#ff7a3d" stop-opacity="0"/></radialGradient></defs>
<rect width="${width}" height="${height}" fill="#0d0a1c"/>
<rect width="${width}" height="${height}" fill="url(#light)"/>
${name.join('\n')}
</svg>`
}

/** Name colour. */
export const letters = '#fff4e8'

/** Also used for measuring; the position does not affect the width. */
export function textSvg(text: string, size: number, baseline: number): string {
  return `<text x="${left}" y="${baseline}" font-family="Unbounded" font-weight="700" font-size="${size}" letter-spacing="${-size / 50}" fill="${letters}">${escapeXml(text)}</text>`
}

const escapeXml = (text: string) => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)
