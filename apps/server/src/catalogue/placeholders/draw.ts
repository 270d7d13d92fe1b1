import { createHash } from 'node:crypto'
import { capitalHeight, drawText, escapeXml, measureText } from '../../platform/display-text.ts'

/** A stand-in until the publisher has a picture. */
export const placeholderSizes = {
  logo: { width: 512, height: 512 },
  card: { width: 800, height: 600 },
  hero: { width: 1920, height: 1080 },
  'hero-small': { width: 900, height: 900 },
  background: { width: 1920, height: 1080 },
  item: { width: 320, height: 320 },
} as const
export type PlaceholderPicture = keyof typeof placeholderSizes

export const isPlaceholderPicture = (name: string): name is PlaceholderPicture =>
  Object.hasOwn(placeholderSizes, name)

type Drawn = { id: string; name: string; card: string; footer: string }

/** An SVG in two tones with the name in the display face; pages write the name beside a hero, which gets its initials. */
export function drawPlaceholder(picture: PlaceholderPicture, project: Drawn): string {
  const { width, height } = placeholderSizes[picture]
  const { name, card, footer } = project
  if (picture === 'item') return wrap(width, height, name, drawGem(card))
  const ground = `<defs><linearGradient id="ground" x2="1" y2="1"><stop stop-color="${card}"/><stop offset="1" stop-color="${footer}"/></linearGradient></defs><rect width="${width}" height="${height}" fill="url(#ground)"/>`
  const lettering = drawLettering[picture](name)
  return wrap(width, height, name, `${ground}${drawRings(project, width, height)}${lettering}`)
}

const wrap = (width: number, height: number, title: string, body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><title>${escapeXml(title)}</title>${body}</svg>`

type Box = { left: number; top: number; width: number; height: number }
const cream = '#fff4e8'

const drawLettering: Record<Exclude<PlaceholderPicture, 'item'>, (name: string) => string> = {
  logo: (name) => drawLines([getInitials(name)], { left: 76, top: 136, width: 360, height: 240 }),
  card: (name) => drawName(name, { left: 72, top: 96, width: 656, height: 408 }),
  hero: (name) => drawLines([getInitials(name)], { left: 1010, top: 230, width: 760, height: 460 }),
  'hero-small': (name) => drawLines([getInitials(name)], { left: 170, top: 170, width: 560, height: 330 }),
  background: () => '',
}

/** The first letters of the first two words. */
export function getInitials(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const letters = words.slice(0, 2).map((word) => Array.from(word)[0] ?? '')
  return letters.join('').toUpperCase() || '?'
}

/** Broken into as many lines as give the largest letters. */
function drawName(name: string, box: Box): string {
  const shown =
    Array.from(name).length > longestName ? `${Array.from(name).slice(0, longestName).join('')}…` : name
  const [best = [shown]] = [1, 2, 3]
    .map((count) => breakIntoLines(shown, count))
    .sort((a, b) => fitFontSize(b, box) - fitFontSize(a, box))
  return drawLines(best, box)
}
const longestName = 60

/** At most `count` lines of similar width. */
function breakIntoLines(text: string, count: number): string[] {
  const target = measureText(text) / count
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    const isRoom =
      last !== undefined && (measureText(`${last} ${word}`) <= target * 1.15 || lines.length === count)
    if (isRoom) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

const lineHeight = 1.12

function fitFontSize(lines: string[], { width, height }: Box): number {
  const widest = Math.max(...lines.map(measureText))
  return Math.min(width / widest, height / (lineHeight * (lines.length - 1) + capitalHeight), 340)
}

function drawLines(lines: string[], box: Box): string {
  const fontSize = fitFontSize(lines, box)
  const block = fontSize * (lineHeight * (lines.length - 1) + capitalHeight)
  const firstBaseline = box.top + (box.height - block) / 2 + fontSize * capitalHeight
  const drawn = lines.map((line, index) =>
    drawText(line, {
      x: round(box.left + (box.width - measureText(line) * fontSize) / 2),
      baseline: round(firstBaseline + index * lineHeight * fontSize),
      fontSize: round(fontSize),
    }),
  )
  return `<g fill="${cream}">${drawn.join('')}</g>`
}

const round = (value: number) => Math.round(value * 100) / 100

/** Rings around two points from the id, so no two games look alike. */
function drawRings({ id, card }: Drawn, width: number, height: number): string {
  const bytes = createHash('sha256').update(id).digest()
  const toShare = (index: number) => (bytes[index] ?? 0) / 255
  const unit = Math.min(width, height)
  const rings = [4, 6].map((index, order) => {
    const x = Math.round(width * (order === 0 ? 0.62 + 0.4 * toShare(index) : 0.4 * toShare(index)))
    const y = Math.round(height * (order === 0 ? 0.3 * toShare(index + 1) : 0.75 + 0.3 * toShare(index + 1)))
    return [0.22, 0.4, 0.58, 0.76]
      .map((radius) => `<circle cx="${x}" cy="${y}" r="${Math.round(unit * radius)}"/>`)
      .join('')
  })
  return `<g fill="${cream}" fill-opacity=".045" stroke="${card}" stroke-opacity=".5" stroke-width="2">${rings.join('')}</g>`
}

/** A cut stone, square like items' pictures and without a ground. */
const drawGem = (colour: string) =>
  `<g stroke="${cream}" stroke-opacity=".55" stroke-width="6" stroke-linejoin="round"><path fill="${colour}" d="M92 66h136l56 66-124 132L36 132z"/><path fill="${cream}" fill-opacity=".3" stroke="none" d="M92 66h136l-32 66h-72z"/><path fill="${cream}" fill-opacity=".14" stroke="none" d="M124 132h72l-36 132z"/><path fill="none" d="M92 66h136l56 66-124 132L36 132zM36 132h248M92 66l32 66 36 132 36-132 32-66"/></g>`
