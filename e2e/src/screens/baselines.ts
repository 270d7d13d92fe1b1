/** Each screen's sheet in git, and the files to look at where a screen has changed. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { compareSheets, composeSheet, type Tile } from './sheet.ts'

const baselineDir = 'e2e/baselines'
/** Not in git, like all output of `npm run screens`. */
const changedDir = 'screens/changed'

export const toFileName = (screen: string) =>
  screen
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
const getBaselinePath = (screen: string) => `${baselineDir}/${toFileName(screen)}.webp`

/** @param canvasPage  See {@link composeSheet}. */
export async function saveBaseline(canvasPage: Page, screen: string, tiles: Tile[]): Promise<void> {
  mkdirSync(baselineDir, { recursive: true })
  writeFileSync(getBaselinePath(screen), await composeSheet(canvasPage, tiles))
}

/**
 * @param tiles  All tiles in a screen, or some.
 * @returns      a sentence for each change; none when the screen looks like its baseline
 */
export async function compareWithBaseline(
  canvasPage: Page,
  screen: string,
  tiles: Tile[],
): Promise<string[]> {
  const baseline = getBaselinePath(screen)
  if (!existsSync(baseline)) return [`${baseline} is missing: run npm run screens -- --update "${screen}"`]
  const expected = readFileSync(baseline)
  const actual = await composeSheet(canvasPage, tiles, expected)
  if (expected.equals(actual)) return []
  const { changes, diff } = await compareSheets(canvasPage, expected, actual, tiles)
  if (changes.length === 0) return []
  return [...changes, `see ${writeChanged(toFileName(screen), { expected, actual, diff })}`]
}

function writeChanged(name: string, sheets: Record<string, Buffer>): string {
  mkdirSync(changedDir, { recursive: true })
  for (const [kind, sheet] of Object.entries(sheets))
    writeFileSync(`${changedDir}/${name}.${kind}.webp`, sheet)
  return `${changedDir}/${name}.{${Object.keys(sheets)}}.webp`
}
