import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { rasters } from './rasters.ts'

const art = new URL('../../content/main_images/', import.meta.url)
const pictures = readdirSync(art, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.svg'))
  .map((path) => ({ path, source: readFileSync(new URL(path, art), 'utf8') }))

const listIds = (source: string) => [...source.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
const referencesIn = (source: string) =>
  [...source.matchAll(/(?:url\(|href=")#([^")]+)/g)].map(([, id]) => id)

test.each(pictures)('$path is self-contained and light', ({ source }) => {
  expect(source.length).toBeLessThanOrEqual(40_000)
  expect(source).not.toMatch(/<(script|style|text|image|filter|foreignObject)\b|\son\w+=|NaN|undefined/)
  expect(source.replace('xmlns="http://www.w3.org/2000/svg"', '')).not.toContain('//')
  expect(listIds(source)).toEqual(expect.arrayContaining(referencesIn(source)))
})

test('several pictures can be inlined in one page: no id is used twice', () => {
  const ids = pictures.flatMap(({ source }) => listIds(source))
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
})

test('every raster picture has been rendered', () => {
  expect(rasters.map(({ path }) => path).filter((path) => !existsSync(new URL(path, art)))).toEqual([])
})
