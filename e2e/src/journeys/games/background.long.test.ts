/** The operator's `backgroundColor` is the page's background in both themes, and everything on it stays readable. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { accessibilityViolations } from '../../environment/browser.ts'
import { copyContent } from '../../environment/content.ts'
import { startEnvironment } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'

const content = copyContent()
const hubFile = join(content.dir, 'hub.yaml')
const yaml = readFileSync(hubFile, 'utf8')

const test = journey({ start: () => startEnvironment({ CONTENT_DIR: content.dir }) })

/** Dark, light and mid-tone, the nearest to the turn from white to black text, and pure hues. */
const colours = [
  '#331a00',
  '#fff4e0',
  '#808080',
  '#747474',
  '#777777',
  '#ff0000',
  '#00ff00',
  '#0000ff',
  '#ffff00',
]
const paths = ['/games/en/', '/games/en/islandm3/', '/prices/islandm3?locale=en', '/session/login?locale=en']

test.for(colours)('%s is the background in both themes', async (colour, { openTab }) => {
  writeFileSync(hubFile, yaml.replace('backgroundColor: ""', `backgroundColor: "${colour}"`))
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page } = await openTab({ colorScheme, width: 360 })
    for (const path of paths) {
      await expect
        .poll(async () => (await page.goto(path))?.ok() && (await readBackground()))
        .toBe(toRgb(colour))
      expect(await accessibilityViolations(page), `${colorScheme} ${path}`).toEqual([])
    }

    function readBackground(): Promise<string> {
      return page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
    }
  }
})

const toRgb = (colour: string) =>
  `rgb(${[1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16)).join(', ')})`
