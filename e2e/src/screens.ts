/**
 * Takes pictures of every screen in both languages and themes, on a phone, a tablet and a wide screen, into `screens/`,
 * with one page and a few sheets to look at them together: `npm run screens`, or `npm run screens -- payment` for some
 * by name.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { openBrowser, untilStill } from './browser.ts'
import { type Screen, screens } from './screen-list.ts'
import { startWorldWithSingleGame, visit } from './visit.ts'
import type { Language } from './words.ts'
import type { World } from './world.ts'

const folder = 'screens'
const languages: Language[] = ['ru', 'en']
const themes = ['dark', 'light'] as const
const widths = { 360: 780, 768: 1024, 1440: 900 }
const asked = process.argv.slice(2)

const chosen = screens.filter(({ name }) => asked.length === 0 || asked.some((word) => name.includes(word)))
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const [world, browser] = await Promise.all([startWorldWithSingleGame(), openBrowser()])
try {
  for (const screen of chosen) {
    console.log(screen.name)
    await Promise.all(languages.map((language) => takePictures(browser, world, screen, language)))
  }
  writeFileSync(`${folder}/index.html`, contactSheet(chosen))
  await takeSheets(browser)
} finally {
  await browser.close()
  await world.close()
}
console.log(`Look at ${folder}/index.html`)

/** One visit, pictured at every width by night and by day. */
async function takePictures(browser: Browser, world: World, screen: Screen, language: Language) {
  const { page, context } = await visit(browser, world, screen, { language, width: 1440 })
  for (const [width, height] of Object.entries(widths).reverse()) {
    await page.setViewportSize({ width: Number(width), height })
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme })
      await untilStill(page)
      // A theme has pictures of its own, and they arrive.
      await page.waitForTimeout(150)
      await page.screenshot({ path: `${folder}/${fileOf(screen, language, width, theme)}` })
    }
  }
  await context.close()
}

function fileOf({ name }: Screen, ...look: string[]): string {
  return [name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'), ...look, 'png'].join('.')
}

function contactSheet(shown: Screen[]): string {
  const looks = Object.keys(widths).flatMap((width) =>
    languages.flatMap((language) => themes.map((theme) => [language, width, theme])),
  )
  const rows = shown.map((screen) => {
    const pictures = looks.map((look) => {
      const file = fileOf(screen, ...look)
      return `<a href="${file}"><img src="${file}" alt="${look.join(' ')}" loading="lazy"></a>`
    })
    return `<section><h2>${screen.name}</h2><div>${pictures.join('')}</div></section>`
  })
  return `<!doctype html><meta charset="utf-8"><title>Screens</title>
<style>body{background:#555;color:#eee;font:14px sans-serif}div{display:flex;flex-wrap:wrap;gap:8px}img{height:260px}</style>
${rows.join('\n')}`
}

/** The same as pictures, a few screens each, for looking through in one go. */
async function takeSheets(browser: Browser): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1900, height: 1000 } })
  await page.goto(`file://${process.cwd()}/${folder}/index.html`)
  await page.addStyleTag({ content: 'section{display:none}' })
  const perSheet = 4
  for (let first = 0; first < chosen.length; first += perSheet) {
    await page.evaluate(
      ([from, to]) => {
        const sections = [...document.querySelectorAll<HTMLElement>('section')]
        for (const [place, section] of sections.entries()) {
          section.style.display = place >= from && place < to ? 'block' : 'none'
          for (const image of section.querySelectorAll('img')) image.loading = 'eager'
        }
      },
      [first, first + perSheet] as const,
    )
    await page.waitForFunction(() =>
      [...document.images].every((image) => image.complete || image.offsetHeight === 0),
    )
    await page.screenshot({ path: `${folder}/sheet-${1 + first / perSheet}.png`, fullPage: true })
  }
}
