/**
 * Takes pictures of every screen in both languages and themes, on a phone, a tablet and a wide screen, into `screens/`,
 * with one page and a few sheets to look at them together: `npm run screens`, or `npm run screens -- payment` for some
 * by name. `npm run screens -- --update` takes the small ones instead, that the tests hold the screens to.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { fileName, keep } from './baselines.ts'
import { openBrowser } from '../environment/browser.ts'
import { languages, show, takePicture, type View, views } from './capture.ts'
import { type Screen, screens } from './screen-list.ts'
import { takeTile } from './sheet.ts'
import { startWorldWithSingleGame, visit } from './visit.ts'
import type { Language } from '../environment/translator.ts'

const folder = 'screens'
const { values, positionals: asked } = parseArgs({
  options: { update: { type: 'boolean' } },
  allowPositionals: true,
})

const chosen = screens.filter(
  ({ name, endsAt }) => !endsAt && (asked.length === 0 || asked.some((word) => name.includes(word))),
)
const [world, browser] = await Promise.all([startWorldWithSingleGame(), openBrowser()])
try {
  await (values.update ? updateAlbum() : takeLargePictures())
} finally {
  await browser.close()
  await world.close()
}

async function updateAlbum(): Promise<void> {
  const darkroom = await browser.newPage()
  for (const screen of chosen) {
    console.log(screen.name)
    const tiles = await inEveryView(screen, takeTile)
    await keep(darkroom, screen.name, tiles)
  }
}

async function takeLargePictures(): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const screen of chosen) {
    console.log(screen.name)
    await inEveryView(screen, async (page, language, view) =>
      writeFileSync(`${folder}/${fileOf(screen, language, view)}`, await takePicture(page, view)),
    )
  }
  writeFileSync(`${folder}/index.html`, contactSheet(chosen))
  await takeSheets(browser)
  console.log(`Look at ${folder}/index.html`)
}

/** One visit for each language, where something is taken of every view. */
async function inEveryView<T>(
  screen: Screen,
  take: (page: Page, language: Language, view: View) => Promise<T>,
): Promise<T[]> {
  const taken = await Promise.all(
    languages.map(async (language) => {
      const { page, context } = await visit(browser, world, screen, { language })
      const ofLanguage: T[] = []
      for (const view of views) {
        await show(page, view)
        ofLanguage.push(await take(page, language, view))
      }
      await context.close()
      return ofLanguage
    }),
  )
  return taken.flat()
}

/** Asked for while this module is still being read, so no constant. */
function fileOf({ name }: Screen, language: Language, { width, theme }: View): string {
  return `${fileName(name)}.${language}.${width}.${theme}.png`
}

function contactSheet(shown: Screen[]): string {
  const looks = languages.flatMap((language) => views.map((view) => ({ language, view })))
  const rows = shown.map((screen) => {
    const pictures = looks.map(({ language, view }) => {
      const file = fileOf(screen, language, view)
      return `<a href="${file}"><img src="${file}" alt="${file}" loading="lazy"></a>`
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
