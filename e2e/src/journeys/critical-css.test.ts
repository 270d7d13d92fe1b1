/** Pages for everybody carry what of the look they need, before the client brings the rest. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newVisitor, openBrowser } from '../environment/browser.ts'
import type { World } from '../environment/test-environment.ts'
import { startWorldWithSingleGame } from '../screens/visit.ts'

let world: World
let browser: Browser

beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorldWithSingleGame(), openBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await world?.close()
})

const pages = [
  '/games/{lng}/',
  '/games/{lng}/islandm3/',
  '/games/{lng}/nightcity/',
  '/prices?locale={lng}',
  '/prices/islandm3?locale={lng}',
  '/docs/offer.html?locale={lng}',
  '/docs/contacts.html?locale={lng}',
  '/session/login?locale={lng}',
]

test.each(pages)('%s brings the looks of all that stands in it', async (path) => {
  for (const language of ['ru', 'en'] as const) {
    const { page, context } = await newVisitor(browser, { baseUrl: world.hubUrl, language })
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.goto(path.replace('{lng}', language))
    const rest = await page.locator('style[data-rest]').getAttribute('data-rest')
    const all = await (await fetch(world.hubUrl + rest)).text()
    const { styled, missed } = await page.evaluate(lookForMissed, all)
    expect(styled).toBeGreaterThan(50)
    expect(missed).toEqual([])
    await context.close()
  }
})

/**
 * Runs in the page.
 * @param all  The whole look.
 * @returns    how many classes of the page it styles, and those of them that the page's own look leaves out
 */
function lookForMissed(all: string): { styled: number; missed: string[] } {
  const whole = new CSSStyleSheet()
  whole.replaceSync(all)
  const namedIn = (rules: CSSRuleList): string[] =>
    [...rules].flatMap((rule) => [
      ...(rule instanceof CSSStyleRule ? (rule.selectorText.match(/\.(\\.|[\w-])+/g) ?? []) : []),
      ...('cssRules' in rule ? namedIn(rule.cssRules as CSSRuleList) : []),
    ])
  const inPage = new Set([...document.styleSheets].flatMap(({ cssRules }) => namedIn(cssRules)))
  const inWhole = new Set(namedIn(whole.cssRules))
  const used = new Set([...document.querySelectorAll('[class]')].flatMap(({ classList }) => [...classList]))
  const styled = [...used].map((name) => `.${CSS.escape(name)}`).filter((name) => inWhole.has(name))
  return { styled: styled.length, missed: styled.filter((name) => !inPage.has(name)) }
}
