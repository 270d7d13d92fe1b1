import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readContent } from '@playhub/server/catalogue'
import { shareFolder, shareImagePath, shareSource } from '@playhub/server/share-image'
import { expect, onTestFinished, test } from 'vitest'
import { copyContent } from '../../apps/server/test/support/content-copy.ts'
import { drawShareImages } from './draw.ts'
import { breakName } from './share-svg.ts'

const placeholders = { GAMES_URL: 'http://games.test', SANDBOX_URL: 'http://sandbox.test' }
const readIsland = (dir: string) =>
  readContent(dir, placeholders).projects.find(({ id }) => id === 'islandm3')

function island(dir: string) {
  const project = readIsland(dir)
  if (!project) throw new Error('The content has no islandm3')
  return project
}

test('a game gets a link preview image in each language, drawn once', async () => {
  const dir = copyContent({ islandm3: (yaml) => yaml.replaceAll(/M3$/gm, `<${process.pid}>`) })
  const files = (['ru', 'en'] as const).map(
    (language) => shareSource(dir, island(dir), language, 'Playhub')?.file ?? '',
  )
  onTestFinished(() => {
    for (const file of files) rmSync(join(shareFolder, file), { force: true })
  })
  expect(shareImagePath(dir, island(dir), 'ru', 'Playhub')).toBeUndefined()
  expect(await drawShareImages(dir)).toBeGreaterThanOrEqual(2)
  expect(await drawShareImages(dir)).toBe(0)
  const path = shareImagePath(dir, island(dir), 'ru', 'Playhub') ?? ''
  expect(path).toMatch(/^\/share\/islandm3\.ru\.[0-9a-f]{16}\.png$/)
  const png = readFileSync(join(shareFolder, path.replace('/share/', '')))
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
  expect(png.length).toBeLessThan(300_000)
})

test('content without a lockup of its own gets images with that of Playhub', async () => {
  const dir = copyContent({ islandm3: (yaml) => yaml.replaceAll(/M3$/gm, `plain ${process.pid}`) })
  rmSync(join(dir, 'main_images/lockup.svg'))
  const file = shareSource(dir, island(dir), 'en', 'Playhub')?.file ?? ''
  onTestFinished(() => rmSync(join(shareFolder, file), { force: true }))
  expect(await drawShareImages(dir)).toBeGreaterThan(0)
  expect(shareImagePath(dir, island(dir), 'en', 'Playhub')).toBeDefined()
})

test('only a change of name, art or colour changes the image', () => {
  const getShareFile = (change: (yaml: string) => string) => {
    const dir = copyContent({ islandm3: change })
    return shareSource(dir, island(dir), 'en', 'Playhub')?.file
  }
  const shipped = getShareFile((yaml) => yaml)
  expect(getShareFile((yaml) => yaml.replace('RUB: 99', 'RUB: 98'))).toBe(shipped)
  const changed = [
    getShareFile((yaml) => yaml.replace('en: Treasure Island M3', 'en: Treasure Island')),
    getShareFile((yaml) => yaml.replace('#08162A', '#08162B')),
    getShareFile((yaml) =>
      yaml.replace('shareArt: /main_images/islandm3/hero.svg', 'shareArt: /main_images/islandm3/card.svg'),
    ),
  ]
  expect(new Set([shipped, ...changed]).size).toBe(4)
})

test('art that cannot be drawn gives no image', () => {
  const dir = copyContent({ islandm3: (yaml) => yaml.replace(/\n {2}shareArt: .*/, '') })
  expect(shareSource(dir, island(dir), 'en', 'Playhub')).toBeNull()
})

test('a name is set in the largest font size that fits in three lines', () => {
  const measureWidth = (text: string, size: number) => text.length * size * 0.7
  expect(breakName('Arena', measureWidth)).toEqual([{ text: 'Arena', size: 76 }])
  expect(breakName('Treasure Island M3', measureWidth).map(({ text }) => text)).toEqual([
    'Treasure',
    'Island M3',
  ])
  const long = breakName('A very long name of a game that nobody will ever remember', measureWidth)
  expect(long.length).toBeLessThanOrEqual(3)
  expect(breakName('Honorificabilitudinitatibus', measureWidth)).toHaveLength(1)
})
