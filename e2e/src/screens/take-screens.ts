/**
 * Takes every screen's screenshots in both languages and themes, on a phone, a tablet and a wide screen, with a page
 * and a few sheets to look at them together: `npm run screens`, or `npm run screens -- payment` for the screens with
 * "payment" in their names. They go to `screens/`, or to the `--out` folder. `--update` takes the baselines for
 * `screens.test.ts` instead. `--added` takes them in the tests' added languages.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { openBrowser } from '../environment/browser.ts'
import type { TestEnvironment } from '../environment/environment.ts'
import { type AddedLanguage, addedLanguages } from '../environment/languages.ts'
import type { Language } from '../environment/translator.ts'
import { saveBaseline, toFileName } from './baselines.ts'
import { applyVariant, languages, takeScreenshot, type Variant, variants } from './capture.ts'
import { wide } from './inspect-screen.ts'
import type { Screen } from './screen.ts'
import { screens } from './screen-list.ts'
import { takeTile } from './sheet.ts'
import { startLanguagesEnvironment, startScreensEnvironment, visit } from './visit.ts'

const { values, positionals } = parseArgs({
  options: {
    update: { type: 'boolean' },
    added: { type: 'boolean' },
    out: { type: 'string', default: 'screens' },
  },
  allowPositionals: true,
})
const folder = resolve(values.out)
const chosen = screens.filter(
  ({ name, endsAt }) =>
    !endsAt && (positionals.length === 0 || positionals.some((part) => name.includes(part))),
)
const screensPerSheet = 4

const shownLanguages = values.added && !values.update ? addedLanguages : languages
const startHub = values.added ? startLanguagesEnvironment : startScreensEnvironment
const [environment, browser] = await Promise.all([startHub(), openBrowser()])
try {
  await (values.update ? updateBaselines(environment, browser) : takeScreens(environment, browser))
} finally {
  await browser.close()
  await environment.close()
}

async function updateBaselines(environment: TestEnvironment, browser: Browser): Promise<void> {
  const canvasPage = await browser.newPage()
  for (const screen of chosen) {
    console.log(screen.name)
    const tiles = await takeVariants(environment, browser, screen, (page, language, variant) =>
      takeTile(page, language as Language, variant),
    )
    await saveBaseline(canvasPage, screen.name, tiles)
  }
}

async function takeScreens(environment: TestEnvironment, browser: Browser): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const screen of chosen) {
    console.log(screen.name)
    await takeVariants(environment, browser, screen, async (page, language, variant) =>
      writeFileSync(
        join(folder, toScreenshotName(screen, language, variant)),
        await takeScreenshot(page, variant),
      ),
    )
  }
  const index = join(folder, 'index.html')
  writeFileSync(index, indexPage())
  await takeSheets(browser, index)
  console.log(`Look at ${index}`)
}

/** Visits a screen once for each language and calls `take` in every variant. */
async function takeVariants<T>(
  environment: TestEnvironment,
  browser: Browser,
  screen: Screen,
  take: (page: Page, language: Language | AddedLanguage, variant: Variant) => Promise<T>,
): Promise<T[]> {
  const byLanguage = await Promise.all(
    shownLanguages.map(async (language) => {
      const { page, close } = await visit(browser, environment, screen, { language, ...wide })
      const taken: T[] = []
      for (const variant of variants) {
        await applyVariant(page, variant)
        taken.push(await take(page, language, variant))
      }
      await close()
      return taken
    }),
  )
  return byLanguage.flat()
}

function toScreenshotName({ name }: Screen, language: string, { width, theme }: Variant): string {
  return `${toFileName(name)}.${language}.${width}.${theme}.png`
}

function indexPage(): string {
  const sections = chosen.map((screen) => {
    const images = shownLanguages.flatMap((language) =>
      variants.map((variant) => {
        const file = toScreenshotName(screen, language, variant)
        return `<a href="${file}"><img src="${file}" alt="${file}" loading="lazy"></a>`
      }),
    )
    return `<section><h2>${screen.name}</h2><div>${images.join('')}</div></section>`
  })
  return `<!doctype html><meta charset="utf-8"><title>Screens</title>
<style>body{background:#555;color:#eee;font:14px sans-serif}div{display:flex;flex-wrap:wrap;gap:8px}img{height:260px}</style>
${sections.join('\n')}`
}

/** Takes screenshots of the index page, a few screens on each. */
async function takeSheets(browser: Browser, index: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1900, height: 1000 } })
  await page.goto(`file://${index}`)
  await page.addStyleTag({ content: 'section{display:none}' })
  for (let first = 0; first < chosen.length; first += screensPerSheet) {
    await page.evaluate(
      ([from, to]) => {
        const sections = [...document.querySelectorAll<HTMLElement>('section')]
        for (const [at, section] of sections.entries()) {
          section.style.display = at >= from && at < to ? 'block' : 'none'
          for (const image of section.querySelectorAll('img')) image.loading = 'eager'
        }
      },
      [first, first + screensPerSheet] as const,
    )
    await page.waitForFunction(() =>
      [...document.images].every((image) => image.complete || image.offsetHeight === 0),
    )
    await page.screenshot({ path: join(folder, `sheet-${1 + first / screensPerSheet}.png`), fullPage: true })
  }
}
