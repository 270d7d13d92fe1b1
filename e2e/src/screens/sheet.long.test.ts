/** Which page changes a sheet shows, and which it tolerates. */
import type { Browser, Page } from 'playwright-core'
import { test as base, expect } from 'vitest'
import { openBrowser, openTab } from '../environment/browser.ts'
import { applyVariant, variants } from './capture.ts'
import { compareSheets, composeSheet, takeTile } from './sheet.ts'

const html = `<!doctype html><style>
  body { margin: 24px; font: 15px sans-serif; color: #333; background: #f8f4ee }
  h1 { font-size: 24px; color: #111 }
  button { padding: 12px 32px; background: #ffb020; border: 0; border-radius: 12px }
</style>
<h1>Treasure Island</h1>
<p>Put three in a row until the sun sets, and find what the pirates have hidden on this island.</p>
<button>Play</button> <p>player-0123456789ab@example.org played at 12:05</p>`

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads a fixture's dependencies from the pattern
  .extend('browser', { scope: 'file' }, async ({}, { onCleanup }) => {
    const browser = await openBrowser()
    onCleanup(() => browser.close())
    return browser
  })
  .extend('canvasPage', { scope: 'file' }, ({ browser }) => browser.newPage())
  .extend('baseline', { scope: 'file' }, async ({ browser, canvasPage }) => {
    return (await takeSheet(browser, canvasPage, html)).sheet
  })
  /** Counts the variants changed by a replacement in the page. */
  .extend(
    'countChanges',
    ({ browser, canvasPage, baseline }) =>
      async (from: string | RegExp, to: string) => {
        const { sheet, tiles } = await takeSheet(browser, canvasPage, html.replace(from, to))
        return (await compareSheets(canvasPage, baseline, sheet, tiles)).changes.length
      },
  )

async function takeSheet(browser: Browser, canvasPage: Page, content: string) {
  const { page, close } = await openTab(browser, { baseUrl: 'http://localhost' })
  await page.setContent(content)
  const tiles = []
  for (const variant of variants) {
    await applyVariant(page, variant)
    tiles.push(await takeTile(page, 'en', variant))
  }
  await close()
  return { tiles, sheet: await composeSheet(canvasPage, tiles) }
}

test.for([
  ['a button that has moved by 8 px', 'border-radius', 'margin-left: 8px; border-radius'],
  ['a button of another colour', '#ffb020', '#ff7a50'],
  ['a background that is a shade darker', '#f8f4ee', '#f2eee8'],
  ['another word in a heading', 'Treasure Island', 'Family Town'],
  ['a missing sentence', /<p>Put.*?<\/p>/, ''],
] as const)('%s is found at every width and in both themes', async ([, from, to], { countChanges }) => {
  expect(await countChanges(from, to)).toBe(variants.length)
})

test.for([
  ['another time and another address', /0123456789ab(.*) 12:05/, 'ba9876543210$1 9:51'],
  [
    'edges drawn a tenth of a pixel further',
    'margin: 24px',
    'margin: 24px; transform: translate(0.1px, 0.1px)',
  ],
  ['letters a little bolder', 'color: #333', 'color: #333; -webkit-text-stroke: 0.1px'],
] as const)('%s: not a change', async ([, from, to], { countChanges }) => {
  expect(await countChanges(from, to)).toBe(0)
})
