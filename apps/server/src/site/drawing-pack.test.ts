import { createReadStream, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createDrawingPack } from './drawing-pack.ts'

test('a drawing is packed once, and again when its file has changed', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'drawing-')), 'hero.svg')
  const pack = createDrawingPack()
  writeFileSync(path, '<svg/>')
  const [first, beside] = await Promise.all([
    pack(createReadStream(path), 'one'),
    pack(createReadStream(path), 'one'),
  ])
  expect(brotliDecompressSync(first).toString()).toBe('<svg/>')
  expect(beside).toBe(first)

  writeFileSync(path, '<svg><g/></svg>')
  const changed = await pack(createReadStream(path), 'two')
  expect(brotliDecompressSync(changed).toString()).toBe('<svg><g/></svg>')
})

test('a drawing that could not be read is tried again', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'drawing-')), 'hero.svg')
  const pack = createDrawingPack()
  await expect(pack(createReadStream(path), 'one')).rejects.toThrow('ENOENT')
  writeFileSync(path, '<svg/>')
  expect(brotliDecompressSync(await pack(createReadStream(path), 'one')).toString()).toBe('<svg/>')
})
