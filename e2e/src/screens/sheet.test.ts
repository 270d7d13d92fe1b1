/** What is told from a sheet that was kept, and what is not, on a page of our own making. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newVisitor, openBrowser } from '../environment/browser.ts'
import { show, views } from './capture.ts'
import { compare, develop, takeTile } from './sheet.ts'

let browser: Browser
let darkroom: Page
let kept: Buffer

beforeAll(async () => {
  browser = await openBrowser()
  darkroom = await browser.newPage()
  kept = (await sheetOf(shop)).sheet
})
afterAll(() => browser?.close())

const shop = `<!doctype html><style>
  body { margin: 24px; font: 15px sans-serif; color: #333; background: #f8f4ee }
  h1 { font-size: 24px; color: #111 }
  button { padding: 12px 32px; background: #ffb020; border: 0; border-radius: 12px }
</style>
<h1>Treasure Island</h1>
<p>Put three in a row until the sun sets, and find what the pirates have hidden on this island.</p>
<button>Play</button> <p>player-0123456789ab@example.org played at 12:05</p>`

async function sheetOf(html: string) {
  const { page, context } = await newVisitor(browser, { baseUrl: 'http://localhost' })
  await page.setContent(html)
  const tiles = []
  for (const view of views) {
    await show(page, view)
    tiles.push(await takeTile(page, 'en', view))
  }
  await context.close()
  return { tiles, sheet: await develop(darkroom, tiles) }
}

/** In how many views the page differs from the one that was kept. */
async function changesWith(was: string | RegExp, is: string): Promise<number> {
  const { sheet, tiles } = await sheetOf(shop.replace(was, is))
  return (await compare(darkroom, kept, sheet, tiles)).changes.length
}

test.each([
  ['a button that has moved by 8 px', 'border-radius', 'margin-left: 8px; border-radius'],
  ['a button of another colour', '#ffb020', '#ff7a50'],
  ['a ground that is a shade darker', '#f8f4ee', '#f2eee8'],
  ['another word in a heading', 'Treasure Island', 'Family Town'],
  ['a sentence that is gone', /<p>Put.*?<\/p>/, ''],
])('%s is told at every width, by night and by day', async (_what, was, is) => {
  expect(await changesWith(was, is)).toBe(views.length)
})

test.each([
  ['another time and another address', /0123456789ab(.*) 12:05/, 'ba9876543210$1 9:51'],
  [
    'edges drawn a tenth of a pixel further',
    'margin: 24px',
    'margin: 24px; transform: translate(0.1px, 0.1px)',
  ],
  ['letters a little bolder', 'color: #333', 'color: #333; -webkit-text-stroke: 0.1px'],
])('%s: not a change', async (_what, was, is) => {
  expect(await changesWith(was, is)).toBe(0)
})
