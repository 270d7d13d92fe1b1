/** Public pages and shells carry their CSS, before the client loads the rest. */
import { expect } from 'vitest'
import { journey } from '../../environment/journey.ts'
import { startScreensEnvironment } from '../../screens/visit.ts'

const test = journey({ start: startScreensEnvironment })

const pages = [
  '/games/{lng}/',
  '/games/{lng}/islandm3/',
  '/games/{lng}/islandm3/?play=1',
  '/games/{lng}/nightcity/',
  '/prices?locale={lng}',
  '/prices/islandm3?locale={lng}',
  '/docs/offer.html?locale={lng}',
  '/docs/contacts.html?locale={lng}',
  '/session/login?locale={lng}',
  '/transactions?locale={lng}',
  '/payments/process/some-payment?locale={lng}',
]

test.for(pages)('%s inlines the CSS of every class that it uses', async (path, { environment, openTab }) => {
  for (const language of ['ru', 'en'] as const) {
    const tab = await openTab({ language })
    const { page } = tab
    tab.allowConsoleErrors(/ERR_FAILED/)
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.goto(path.replace('{lng}', language))
    const rest = await page.locator('style[data-stylesheets]').getAttribute('data-stylesheets')
    const css = await (await fetch(environment.hubUrl + rest)).text()
    const { styled, missing } = await page.evaluate(findMissingClasses, css)
    expect(styled).toBeGreaterThan(50)
    expect(missing).toEqual([])
  }
})

/**
 * Runs in the page.
 * @param css  The whole style sheet.
 * @returns    how many page classes it styles, and which of them the page's inline CSS lacks
 */
function findMissingClasses(css: string): { styled: number; missing: string[] } {
  const whole = new CSSStyleSheet()
  whole.replaceSync(css)
  const classesIn = (rules: CSSRuleList): string[] =>
    [...rules].flatMap((rule) => [
      ...(rule instanceof CSSStyleRule ? (rule.selectorText.match(/\.(\\.|[\w-])+/g) ?? []) : []),
      ...('cssRules' in rule ? classesIn(rule.cssRules as CSSRuleList) : []),
    ])
  const inPage = new Set([...document.styleSheets].flatMap(({ cssRules }) => classesIn(cssRules)))
  const inWhole = new Set(classesIn(whole.cssRules))
  const used = new Set([...document.querySelectorAll('[class]')].flatMap(({ classList }) => [...classList]))
  const styled = [...used].map((name) => `.${CSS.escape(name)}`).filter((name) => inWhole.has(name))
  return { styled: styled.length, missing: styled.filter((name) => !inPage.has(name)) }
}
