import type { Browser, Page } from 'playwright-core'
import { accessibilityViolations, type Tab } from '../environment/browser.ts'
import { isLong, type TestEnvironment } from '../environment/environment.ts'
import type { Language } from '../environment/translator.ts'
import { applyVariant, type Variant, variants } from './capture.ts'
import { overflowsWithLongTexts } from './long-texts.ts'
import type { Screen } from './screen.ts'
import { type Tile, takeTile } from './sheet.ts'
import { tabOrderErrors } from './tab-order.ts'
import { visit } from './visit.ts'

export const wide = { width: 1440, height: 900 }
export const phone = { width: 360, height: 780 }

/** The theme in which a language is checked, by width. */
type Checks = Record<Language, Partial<Record<number, Variant['theme']>>>

/** The two languages together cover both widths in both themes. */
const layoutChecks: Checks = {
  ru: { 1440: 'dark', 360: 'light' },
  en: { 1440: 'light', 360: 'dark' },
}
/** Axe takes half of a visit's time. */
const axeChecks: Checks = isLong ? layoutChecks : { ru: {}, en: layoutChecks.en }

/** The viewport in which Tab walks the page. */
const tabViewport = { ru: phone, en: wide }

const isIn = (checks: Checks, { width, theme }: Variant, language: Language) =>
  checks[language][width] === theme

/** Checked variants come last at their width: axe opens a page for results of frames, and ours loses its size. */
const variantsFor = (language: Language) =>
  variants.toSorted(
    (one, other) =>
      other.width - one.width ||
      Number(isIn(layoutChecks, one, language)) - Number(isIn(layoutChecks, other, language)),
  )

/** Visits a screen once: captures every variant and checks some. A redirect is only checked, where it ends. */
export async function inspectScreen(
  browser: Browser,
  environment: TestEnvironment,
  screen: Screen,
  language: Language,
): Promise<{ errors: string[]; tiles: Tile[] }> {
  const tab = await visit(browser, environment, screen, { language, ...wide })
  const { page } = tab
  const errors: string[] = []
  const tiles: Tile[] = []
  try {
    for (const variant of variantsFor(language)) {
      if (screen.endsAt && !isIn(layoutChecks, variant, language)) continue
      await applyVariant(page, variant)
      if (!screen.endsAt) tiles.push(await takeTile(page, language, variant))
      if (!isIn(layoutChecks, variant, language)) continue
      const found = await layoutErrors(page, language)
      // The page that a redirect ends at is a screen of its own.
      if (!screen.endsAt && isIn(axeChecks, variant, language))
        found.push(...(await accessibilityViolations(page)))
      errors.push(...found.map((error) => `${variant.width}: ${error}`))
    }
    if (!screen.endsAt) {
      const overflows = await overflowsWithLongTexts(page)
      errors.push(...overflows.map((error) => `texts 30 % longer: ${error}`))
      await page.setViewportSize(tabViewport[language])
      errors.push(...(await tabOrderErrors(page)).map((error) => `by Tab: ${error}`))
    }
    return { errors: [...errors, ...consoleErrorsOf(tab, screen)], tiles }
  } finally {
    await tab.context.close()
  }
}

function consoleErrorsOf({ consoleErrors }: Tab, screen: Screen): string[] {
  return consoleErrors
    .filter((error) => !screen.consoleErrors?.test(error))
    .map((error) => `console: ${error}`)
}

/** A new layout settles within a few frames; what stays too wide is an error. */
function untilItFits(page: Page): Promise<unknown> {
  const fits = () => document.documentElement.scrollWidth <= document.documentElement.clientWidth
  return page.waitForFunction(fits, undefined, { timeout: 2000 }).catch(() => undefined)
}

async function layoutErrors(page: Page, language: Language): Promise<string[]> {
  await untilItFits(page)
  const { overflow, lang, headings, title } = await page.evaluate(() => {
    const { scrollWidth, clientWidth, lang } = document.documentElement
    const headings = [...document.querySelectorAll('h1')].map(({ textContent }) => textContent.trim())
    return { overflow: scrollWidth - clientWidth, lang, headings, title: document.title }
  })
  return [
    ...(overflow > 0 ? [`${overflow} px too wide`] : []),
    ...(lang === language ? [] : [`is in ${lang}`]),
    ...(headings.length === 1 ? [] : [`h1: ${headings.join(' | ') || 'none'}`]),
    ...(/Playhub|Night City|M3/.test(title) ? [] : [`title: "${title}"`]),
  ]
}
