/** The pictures that screens are held to, a sheet of each in git, and what to look at where one has changed. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { compare, develop, type Tile } from './sheet.ts'

const album = 'e2e/baselines'
/** Not in git, as everything that `npm run screens` makes. */
const changed = 'screens/changed'

export const fileName = (screen: string) =>
  screen
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
const pathOf = (screen: string) => `${album}/${fileName(screen)}.webp`

/** @param darkroom  Any page, see {@link develop}. */
export async function keep(darkroom: Page, screen: string, tiles: Tile[]): Promise<void> {
  mkdirSync(album, { recursive: true })
  writeFileSync(pathOf(screen), await develop(darkroom, tiles))
}

/** @returns  what has changed since the album was made, in words: nothing, where all is as it was */
export async function changesSince(darkroom: Page, screen: string, tiles: Tile[]): Promise<string[]> {
  if (!existsSync(pathOf(screen))) return [`${pathOf(screen)} is missing: npm run screens -- --update`]
  const expected = readFileSync(pathOf(screen))
  const actual = await develop(darkroom, tiles)
  if (expected.equals(actual)) return []
  const { changes, marked } = await compare(darkroom, expected, actual, tiles)
  if (changes.length === 0) return []
  return [...changes, `look at ${writeChanged(fileName(screen), { expected, actual, marked })}`]
}

function writeChanged(name: string, sheets: Record<string, Buffer>): string {
  mkdirSync(changed, { recursive: true })
  for (const [kind, sheet] of Object.entries(sheets)) writeFileSync(`${changed}/${name}.${kind}.webp`, sheet)
  return `${changed}/${name}.{${Object.keys(sheets)}}.webp`
}
