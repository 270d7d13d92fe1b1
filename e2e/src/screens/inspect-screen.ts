import type { Browser, Page } from 'playwright-core'
import { accessibilityViolations, type Tab } from '../environment/browser.ts'
import { isLong, type TestEnvironment } from '../environment/environment.ts'
import { type AddedLanguage, pseudo } from '../environment/languages.ts'
import type { Language } from '../environment/translator.ts'
import { applyVariant, resizeViewport, type Variant, variants } from './capture.ts'
import { findWrongFonts } from './fonts.ts'
import { findOverflows } from './overflows.ts'
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
/** The viewport in which Tab walks the page. */
const tabViewport = { ru: phone, en: wide }

const isIn = (checks: Checks, { width, theme }: Variant, language: Language) =>
  checks[language][width] === theme

/** Checked variants come last at their width: axe opens a page for frame results, and ours loses its size. */
const variantsFor = (language: Language) =>
  variants
    .filter((variant) => isLong || isIn(layoutChecks, variant, language))
    .toSorted(
      (one, other) =>
        other.width - one.width ||
        Number(isIn(layoutChecks, one, language)) - Number(isIn(layoutChecks, other, language)),
    )

/**
 * Visits a screen once: captures every variant and checks some. A redirect is only checked, where it ends. The short form
 * captures only the checked variants, and runs axe on the phone alone.
 */
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
      // A redirect's target page is a separate screen.
      const isAudited = !screen.endsAt && (isLong || variant.width === phone.width)
      if (isAudited) found.push(...(await accessibilityViolations(page)))
      errors.push(...found.map((error) => `${variant.width}: ${error}`))
    }
    if (!screen.endsAt) {
      await resizeViewport(page, tabViewport[language])
      // A toast takes the focus until it has faded, which it does not while its list has the focus.
      const fadingToast = '[data-sonner-toaster]:not(:focus-within) [data-sonner-toast]'
      await page.locator(fadingToast).first().waitFor({ state: 'detached' })
      errors.push(...(await tabOrderErrors(page)).map((error) => `by Tab: ${error}`))
    }
    return { errors: [...errors, ...listConsoleErrors(tab, screen)], tiles }
  } finally {
    await tab.close()
  }
}

/** Visits a screen on a phone in a language from the content: every text fits, in its intended fonts. */
export async function inspectAddedLanguage(
  browser: Browser,
  environment: TestEnvironment,
  screen: Screen,
  language: AddedLanguage,
): Promise<string[]> {
  const tab = await visit(browser, environment, screen, { language, ...phone })
  try {
    const errors = await layoutErrors(tab.page, language)
    const overflows = await findOverflows(tab.page)
    const wrongFonts = await findWrongFonts(tab.page, language)
    return [...errors, ...overflows, ...wrongFonts, ...listConsoleErrors(tab, screen)]
  } finally {
    await tab.close()
  }
}

function listConsoleErrors({ consoleErrors }: Tab, screen: Screen): string[] {
  return consoleErrors
    .filter((error) => !screen.consoleErrors?.test(error))
    .map((error) => `console: ${error}`)
}

/** A new layout is stable within a few frames; what stays too wide is an error. */
function untilItFits(page: Page): Promise<unknown> {
  const fits = () => document.documentElement.scrollWidth <= document.documentElement.clientWidth
  return page.waitForFunction(fits, undefined, { timeout: 2000 }).catch(() => undefined)
}

/** Runs in the page. @returns  bold labels below 14 px, in which the dots on i and й merge with their letters at 1x */
function smallBoldTexts(): string[] {
  const isSmallAndBold = (element: Element) => {
    const { fontSize, fontWeight, fontFamily, textTransform } = getComputedStyle(element)
    const isBold = Number(fontWeight) >= 600 && fontFamily.includes('Onest') && textTransform !== 'uppercase'
    return isBold && Number.parseFloat(fontSize) < 14 && element.checkVisibility()
  }
  const hasDots = ({ childNodes }: Element) =>
    [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && /[ijй]/.test(node.textContent ?? ''))
  return [...document.querySelectorAll('body *')]
    .filter((element) => hasDots(element) && isSmallAndBold(element))
    .map(({ textContent }) => textContent)
}

/** Every title has the hub's name or a game's. */
const titles = [
  'Playhub',
  'M3',
  'Neuro Arena',
  'Нейроарена',
  'Night City',
  'Ночной город',
  pseudo('Neuro Arena'),
  pseudo('Night City'),
]

async function layoutErrors(page: Page, language: Language | AddedLanguage): Promise<string[]> {
  await untilItFits(page)
  const blurred = await page.evaluate(smallBoldTexts)
  const { overflow, lang, headings, title } = await page.evaluate(() => {
    const { scrollWidth, clientWidth, lang } = document.documentElement
    const headings = [...document.querySelectorAll('h1')].map(({ textContent }) => textContent.trim())
    return { overflow: scrollWidth - clientWidth, lang, headings, title: document.title }
  })
  return [
    ...(overflow > 0 ? [`${overflow} px too wide`] : []),
    ...(lang === language ? [] : [`is in ${lang}`]),
    ...blurred.map((text) => `small bold text: ${text}`),
    ...(headings.length === 1 ? [] : [`h1: ${headings.join(' | ') || 'none'}`]),
    ...(titles.some((part) => title.includes(part)) ? [] : [`title: "${title}"`]),
  ]
}
