import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { brandedContent } from '../../../test/support/branded-content.ts'
import { copyContent } from '../../../test/support/content-copy.ts'
import { openSite } from '../../../test/support/site.ts'
import { readContent } from '../../catalogue/index.ts'
import { shareSource } from './share-image.ts'
import { breakName } from './share-svg.ts'

const placeholders = { GAMES_URL: 'http://games.test', SANDBOX_URL: 'http://sandbox.test' }

function island(dir: string) {
  const project = readContent(dir, placeholders).projects.find(({ id }) => id === 'islandm3')
  if (!project) throw new Error('The content has no islandm3')
  return project
}

async function openWithData(contentDir: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'playhub-share-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const site = await openSite({ CONTENT_DIR: contentDir, DATA_DIR: dataDir })
  const findImage = async (page: string) =>
    /og:image" content="http:\/\/hub\.test([^"]*)"/.exec((await site.inject(page)).body)?.[1] ?? ''
  const listKept = () => readdirSync(join(dataDir, 'share-images'))
  return { site, findImage, listKept }
}

test('a game gets a link preview image in each language, drawn at the first request and kept', async () => {
  const { site, findImage, listKept } = await openWithData(copyContent({}))
  const path = await findImage('/games/ru/islandm3/')
  expect(path).toMatch(/^\/share\/islandm3\.ru\.[0-9a-f]{16}\.png$/)
  const [image, same] = await Promise.all([site.inject(path), site.inject(path)])
  expect(image.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
  expect(image.rawPayload.length).toBeLessThan(300_000)
  expect(await sharp(image.rawPayload).metadata()).toMatchObject({ width: 1200, height: 630 })
  expect(same.rawPayload.equals(image.rawPayload)).toBe(true)
  expect(listKept()).toEqual([path.replace('/share/', '')])
  expect((await site.inject(path)).rawPayload.equals(image.rawPayload)).toBe(true)
})

test('only images of the content in use are drawn, and an earlier address leads to the current one', async () => {
  const { site, findImage } = await openWithData(copyContent({}))
  const path = await findImage('/games/en/islandm3/')
  const earlier = await site.inject('/share/islandm3.en.0123456789abcdef.png')
  expect([earlier.statusCode, earlier.headers.location]).toEqual([302, path])
  for (const file of [
    'nobody.en.0123456789abcdef.png',
    'brand.0123456789abcdef.png',
    'islandm3.en.png',
    '..%2fhub.db',
  ])
    expect((await site.inject(`/share/${file}`)).statusCode, file).toBe(404)
})

test('art that cannot be read gives the image of the hub', async () => {
  const dir = copyContent({
    islandm3: (yaml) => yaml.replace(/shareArt: .*/, 'shareArt: /main_images/islandm3/bad.webp'),
  })
  writeFileSync(join(dir, 'main_images/islandm3/bad.webp'), 'no picture')
  const { site, findImage } = await openWithData(dir)
  const image = await site.inject(await findImage('/games/en/islandm3/'))
  expect([image.statusCode, image.headers.location]).toEqual([302, '/main_images/share.png'])
})

test('art that cannot be drawn is logged once, however often its image is requested', async () => {
  const dir = copyContent({
    islandm3: (yaml) => yaml.replace(/shareArt: .*/, 'shareArt: /main_images/islandm3/bad.webp'),
  })
  writeFileSync(join(dir, 'main_images/islandm3/bad.webp'), 'no picture')
  const { site, findImage } = await openWithData(dir)
  const path = await findImage('/games/en/islandm3/')
  const errors: unknown[] = []
  site.log.error = (_: unknown, message?: unknown) => void errors.push(message)
  for (let hit = 0; hit < 3; hit++) expect((await site.inject(path)).statusCode).toBe(302)
  expect(errors).toEqual(['Failed to draw a link preview image'])
})

test('the art of a content version is read once', () => {
  const dir = copyContent({})
  const project = island(dir)
  const first = shareSource(dir, project, 'en', 'Playhub')
  writeFileSync(join(dir, 'main_images/islandm3/hero.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  expect(shareSource(dir, project, 'en', 'Playhub')).toBe(first)
  expect(shareSource(dir, island(dir), 'en', 'Playhub')?.file).not.toBe(first?.file)
})

test('a hub with a name of its own gets an image with it', async () => {
  const dir = brandedContent()
  rmSync(join(dir, 'main_images/lockup.svg'))
  const { site, findImage } = await openWithData(dir)
  const path = await findImage('/prices?locale=en')
  expect(path).toMatch(/^\/share\/brand\.[0-9a-f]{16}\.png$/)
  for (const each of [path, await findImage('/games/en/islandm3/')])
    expect((await site.inject(each)).headers['content-type']).toBe('image/png')
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
    getShareFile((yaml) => yaml.replace(/\n {2}shareArt: .*/, '')),
  ]
  expect(new Set([shipped, ...changed]).size).toBe(5)
})

test('a name in a script that the font lacks gives no image', () => {
  const dir = copyContent({
    islandm3: (yaml) => yaml.replace('en: Treasure Island M3', 'en: 宝島'),
  })
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
