import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, onTestFinished } from 'vitest'
import { copyContent } from '../../../test/support/content-copy.ts'
import { test as base } from '../../../test/support/hub-test.ts'
import { addTestOperator } from '../../../test/support/operators/operator-client.ts'
import { readOnHub, runOnHub } from '../../../test/support/run-on-hub.ts'
import type { TestHub } from '../../../test/support/test-hub.ts'
import { registerStaticFiles } from '../../site/files/static-files.ts'

const test = base.extend('owner', ({ hub }) => addTestOperator(hub, { role: 'owner', project: '*' }))

function newFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'playhub-export-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

/** Bytes of every file by path. */
function readAll(dir: string): Map<string, string> {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(
    files
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((file) => [file.slice(dir.length), readFileSync(file, 'base64')]),
  )
}

/** What browsers get of the content. */
async function openStaticFiles({ context: { catalogue } }: TestHub) {
  const app = Fastify()
  onTestFinished(() => app.close())
  await registerStaticFiles(app, catalogue)
  return { read: async (url: string) => (await app.inject(url)).rawPayload }
}

test('content that is taken in comes out byte for byte, and hubs use it at once', async ({ hub }) => {
  const folder = copyContent({})
  const project = join(folder, 'projects/islandm3.yaml')
  writeFileSync(
    project,
    readFileSync(project, 'utf8').replace('USD: 0.99', 'USD: 1.05').replaceAll('\n', '\r\n'),
  )
  writeFileSync(join(folder, 'docs/offer.en.md'), '\ufeff# Offer\r\n\r\nFor „you“.\n\n')
  mkdirSync(join(folder, 'static_files/Приветик'), { recursive: true })
  writeFileSync(join(folder, 'static_files/Приветик/ñ 1.bin'), Buffer.from([0, 255, 13, 10]))

  const { code, printed } = await runOnHub(hub, ['content', 'import', folder])
  expect(code, printed).toBe(0)
  expect(printed).toContain('as version 1')
  await hub.context.catalogue.refresh()
  expect(hub.context.catalogue.item('islandm3-hints')?.price.USD).toBe(105)
  const { read } = await openStaticFiles(hub)
  expect(await read(`/static_files/${encodeURIComponent('Приветик')}/%C3%B1%201.bin`)).toHaveLength(4)

  const target = join(newFolder(), 'content')
  expect((await runOnHub(hub, ['content', 'export', target])).code).toBe(0)
  expect(readAll(target)).toEqual(readAll(folder))
  expect((await runOnHub(hub, ['content', 'export', target])).printed).toContain('is not empty')
})

test('versions are listed, restored and left again', async ({ hub }) => {
  const { catalogue } = hub.context
  const readPrice = async () => {
    await catalogue.refresh()
    return catalogue.item('islandm3-hints')?.price.USD
  }
  const cheap = copyContent({ islandm3: (yaml) => yaml.replace('USD: 0.99', 'USD: 1.05') })
  const dear = copyContent({ islandm3: (yaml) => yaml.replace('USD: 0.99', 'USD: 2.05') })
  for (const folder of [cheap, dear]) await runOnHub(hub, ['content', 'import', folder, '--by', 'Olga'])
  expect(await readPrice()).toBe(205)

  expect(await runOnHub(hub, 'content restore 1')).toMatchObject({ code: 1 })
  const restored = await runOnHub(hub, 'content restore 1 --reason The old price')
  expect(restored.printed).toContain('The content of version 1 is version 3 now.')
  expect(await readPrice()).toBe(105)
  expect(await runOnHub(hub, 'content restore 9 --reason none')).toMatchObject({ code: 1 })

  expect((await runOnHub(hub, 'content use-folder')).code).toBe(0)
  expect(await readPrice()).toBe(99)
  expect(await readOnHub(hub, 'content versions')).toMatchObject([
    { number: 4, source: 'folder', changedFiles: 0 },
    { number: 3, source: 'database', restores: 1, reason: 'The old price', changedFiles: 1 },
    { number: 2, source: 'database', changedFiles: 1, operator: 'Olga' },
    { number: 1, source: 'database', restores: null },
  ])
  expect(await readOnHub(hub, 'content version 2')).toMatchObject({
    files: [
      {
        path: 'projects/islandm3.yaml',
        change: 'changed',
        fields: [{ field: 'items.islandm3-hints.price.USD', before: '1.05', after: '2.05' }],
      },
    ],
  })
  expect((await runOnHub(hub, 'content use-folder')).printed).toContain('from its folder already')
})

test('a folder with errors is refused with all of them, and changes nothing', async ({ hub }) => {
  const folder = copyContent({ islandm3: (yaml) => yaml.replace('USD: 0.99', 'USD: 0.001') })
  const refused = await runOnHub(hub, ['content', 'import', folder])
  expect(refused).toMatchObject({ code: 1, printed: expect.stringMatching(/islandm3.yaml:\d+/) })
  expect(await readOnHub(hub, 'content versions')).toEqual([])
})

test('projects create adds a version where the content is in the database', async ({ hub }) => {
  await runOnHub(hub, ['content', 'import', copyContent({})])
  const { code, printed } = await runOnHub(hub, [
    ...['projects', 'create', 'tiny', '--name', 'Tiny', '--frame-url', 'https://tiny.example/'],
  ])
  expect(code, printed).toBe(0)
  expect(printed).toContain('Published projects/tiny.yaml in version 2 of the content.')
  await hub.context.catalogue.refresh()
  expect(hub.context.catalogue.project('tiny')?.name).toEqual({ en: 'Tiny' })
})

test('pictures of the newest version are served, and old copies are removed', async ({ hub, owner }) => {
  const folder = copyContent({})
  await runOnHub(hub, ['content', 'import', folder])
  const { catalogue } = hub.context
  await catalogue.refresh()
  const [first] = [catalogue.dir()]
  const files = await openStaticFiles(hub)
  const read = () => files.read('/main_images/familytown/items/coins.svg').then(String)
  const before = await read()
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'
  for (let round = 0; round < 6; round++) {
    writeFileSync(join(folder, 'main_images/familytown/items/coins.svg'), `${svg}<!-- ${round} -->`)
    await runOnHub(hub, ['content', 'import', folder])
    await catalogue.refresh()
  }
  expect(await read()).toBe(`${svg}<!-- 5 -->`)
  expect(before).not.toContain('<!-- 5 -->')
  expect(existsSync(first)).toBe(false)
  const state = await owner.callOk('GET /content')
  expect(state.data.result).toMatchObject({ source: 'database', version: 7, problems: [] })
})
