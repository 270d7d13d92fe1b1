import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readContent } from '../../catalogue/index.ts'
import { copyContent } from '../../testing/content-copy.ts'
import { drawSharePictures } from './draw.ts'
import { shareAddress, shareFolder, shareSource } from './share-file.ts'
import { setName } from './share-svg.ts'

const placeholders = { GAMES_URL: 'http://games.test', SANDBOX_URL: 'http://sandbox.test' }
const islandOf = (dir: string) => readContent(dir, placeholders).projects.find(({ id }) => id === 'islandm3')

function island(dir: string) {
  const project = islandOf(dir)
  if (!project) throw new Error('There is no island')
  return project
}

test('a game has a picture for link previews in each language, made once', () => {
  const dir = copyContent({ islandm3: (yaml) => yaml.replaceAll(/M3$/gm, `<${process.pid}>`) })
  const files = (['ru', 'en'] as const).map((language) => shareSource(dir, island(dir), language)?.file ?? '')
  onTestFinished(() => {
    for (const file of files) rmSync(join(shareFolder, file), { force: true })
  })
  expect(shareAddress(dir, island(dir), 'ru')).toBeUndefined()
  expect(drawSharePictures(dir)).toBeGreaterThanOrEqual(2)
  expect(drawSharePictures(dir)).toBe(0)
  const address = shareAddress(dir, island(dir), 'ru') ?? ''
  expect(address).toMatch(/^\/share\/islandm3\.ru\.[0-9a-f]{16}\.png$/)
  const png = readFileSync(join(shareFolder, address.replace('/share/', '')))
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
  expect(png.length).toBeLessThan(300_000)
})

test('another name, art or colour asks for another picture, and nothing else does', () => {
  const fileOf = (change: (yaml: string) => string) => {
    const dir = copyContent({ islandm3: change })
    return shareSource(dir, island(dir), 'en')?.file
  }
  const shipped = fileOf((yaml) => yaml)
  expect(fileOf((yaml) => yaml.replace('RUB: 99', 'RUB: 98'))).toBe(shipped)
  const changed = [
    fileOf((yaml) => yaml.replace('en: Treasure Island M3', 'en: Treasure Island')),
    fileOf((yaml) => yaml.replace('#08162A', '#08162B')),
    fileOf((yaml) =>
      yaml.replace('shareArt: /main_images/islandm3/hero.svg', 'shareArt: /main_images/islandm3/card.svg'),
    ),
  ]
  expect(new Set([shipped, ...changed]).size).toBe(4)
})

test('art that cannot be drawn makes no picture', () => {
  const dir = copyContent({ islandm3: (yaml) => yaml.replace(/\n {2}shareArt: .*/, '') })
  expect(shareSource(dir, island(dir), 'en')).toBeNull()
})

test('a name takes the largest letters that leave it in three lines', () => {
  const widthOf = (text: string, size: number) => text.length * size * 0.7
  expect(setName('Arena', widthOf)).toEqual([{ text: 'Arena', size: 76 }])
  expect(setName('Treasure Island M3', widthOf).map(({ text }) => text)).toEqual(['Treasure', 'Island M3'])
  const long = setName('A very long name of a game that nobody will ever remember', widthOf)
  expect(long.length).toBeLessThanOrEqual(3)
  expect(setName('Honorificabilitudinitatibus', widthOf)).toHaveLength(1)
})
