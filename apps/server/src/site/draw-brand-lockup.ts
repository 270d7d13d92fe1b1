import { capitalHeight, drawText, escapeXml, measureText } from '../platform/display-text.ts'

/** Same size as Playhub's own picture, so the header does not move. */
const size = { width: 262, height: 48 }
const maxFontSize = 36

/**
 * The name in the display face, in one line or two, as large as fits. Letters missing from the face are in the
 * system's.
 */
export function brandLockup(brand: string, colour: string): string {
  const [best] = listLineBreaks(brand)
    .map((lines) => ({ lines, fontSize: fitFontSize(lines) }))
    .sort((a, b) => b.fontSize - a.fontSize)
  const { lines, fontSize } = best ?? { lines: [brand], fontSize: maxFontSize }
  const drawn = lines.map((line, index) =>
    drawText(line, { fontSize, baseline: calculateBaseline(index, lines.length, fontSize) }),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" width="${size.width}" height="${size.height}" fill="${colour}"><title>${escapeXml(brand)}</title>${drawn.join('')}</svg>`
}

/** The name in one line, and broken at each space. */
function listLineBreaks(brand: string): string[][] {
  const words = brand.split(' ')
  return words.map((_, count) =>
    [words.slice(0, count).join(' '), words.slice(count).join(' ')].filter(Boolean),
  )
}

function fitFontSize(lines: string[]): number {
  const widest = Math.max(...lines.map(measureText))
  return Math.min(maxFontSize, size.width / widest, lines.length === 1 ? maxFontSize : size.height / 2 / 1.05)
}

/** The lines are centred in the picture. */
function calculateBaseline(index: number, count: number, fontSize: number): number {
  const lineHeight = fontSize * 1.05
  const block = lineHeight * (count - 1) + fontSize * capitalHeight
  return (size.height - block) / 2 + fontSize * capitalHeight + index * lineHeight
}
