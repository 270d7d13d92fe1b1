/**
 * Takes pictures of every screen in both languages, on a phone, a tablet and a wide screen, into `screens/`, with one
 * page and a few sheets to look at them together: `npm run screens`, or `npm run screens -- payment` for some by name.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { openBrowser } from './browser.ts'
import { type Screen, screens } from './screen-list.ts'
import { startWorldWithSingleGame, visit } from './visit.ts'
import type { Language } from './words.ts'
import type { World } from './world.ts'

const folder = 'screens'
const languages: Language[] = ['ru', 'en']
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

/** One visit, pictured at every width: by night, and on the English tablet by day. */
async function takePictures(browser: Browser, world: World, screen: Screen, language: Language) {
  const { page, context } = await visit(browser, world, screen, { language, width: 1440 })
  for (const [width, height] of Object.entries(widths).reverse()) {
    await page.setViewportSize({ width: Number(width), height })
    await page.emulateMedia({ colorScheme: width === '768' && language === 'en' ? 'light' : 'dark' })
    await page.waitForTimeout(300) // The page settles in its new width.
    await page.screenshot({ path: `${folder}/${fileOf(screen, language, width)}` })
  }
  await context.close()
}

function fileOf({ name }: Screen, language: Language, width: string): string {
  return `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.${language}.${width}.png`
}

function contactSheet(shown: Screen[]): string {
  const rows = shown.map((screen) => {
    const pictures = Object.keys(widths).flatMap((width) =>
      languages.map((language) => {
        const file = fileOf(screen, language, width)
        return `<a href="${file}"><img src="${file}" alt="${language} ${width}" loading="lazy"></a>`
      }),
    )
    return `<section><h2>${screen.name}</h2><div>${pictures.join('')}</div></section>`
  })
  return `<!doctype html><meta charset="utf-8"><title>Screens</title>
<style>body{background:#222;color:#eee;font:14px sans-serif}div{display:flex;gap:8px}img{height:260px}</style>
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
