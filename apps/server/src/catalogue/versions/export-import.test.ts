import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished } from 'vitest'
import { test } from '../../../test/support/hub-test.ts'
import type { TestHub } from '../../../test/support/test-hub.ts'
import { type Db, transact } from '../../platform/database/database.ts'
import { readFolder } from '../files/content-folder.ts'
import { addVersion } from './add-version.ts'
import { locateContent } from './content-source.ts'
import { exportFolder } from './export-folder.ts'
import { importFolder } from './import-folder.ts'
import { findNewestVersion, readTree, type Tree } from './version-store.ts'
import { writeTree } from './write-tree.ts'

const operation = { operator: 'Olga', reason: null }

function newFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'playhub-tree-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

function writeFiles(files: Record<string, Uint8Array | string>): string {
  const dir = newFolder()
  for (const [path, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), bytes)
  }
  return dir
}

function readFiles(dir: string): Record<string, string> {
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const files = entries.map((entry) => join(entry.parentPath, entry.name)).sort()
  return Object.fromEntries(files.map((file) => [file.slice(dir.length + 1), readFileSync(file, 'base64')]))
}

const name = fc
  .stringMatching(/^[\p{L}\p{N}_-][\p{L}\p{N} ._-]{0,20}[\p{L}\p{N}]$/u)
  .map((text) => text.normalize('NFC'))
const yaml = fc.constantFrom(
  'a: &x 1\nb: *x # kept\n',
  '\ufeffname: {ru: Имя, en: "Name"}\r\n\r\n# the end\r\n',
  '---\n"quoted": \'single\'\n...\n',
  '',
)
const bytes = fc.oneof(fc.uint8Array({ maxLength: 300 }), yaml)
const path = fc.oneof(
  name.map((text) => `docs/${text}.md`),
  name.map((text) => `projects/${text}.yaml`),
  fc.tuple(name, name).map((parts) => `static_files/${parts.join('/')}`),
)
/** No file has the name of another one's folder, in any case of letters. */
const isPossible = (paths: string[]) => {
  const lower = paths.map((one) => one.toLowerCase())
  return lower.every((one, index) =>
    lower.every((other, place) => index === place || (one !== other && !other.startsWith(`${one}/`))),
  )
}
const tree = fc
  .dictionary(path, bytes, { maxKeys: 8, noNullPrototype: true })
  .filter((files) => isPossible(Object.keys(files)))

test('what is taken in comes out again, byte for byte, whatever it is', { timeout: 120_000 }, async ({
  hub,
}) => {
  const { db, config } = hub.context
  await fc.assert(
    fc.asyncProperty(tree, async (files) => {
      const folder = readFolder(writeFiles({ 'hub.yaml': 'operator: {}\n', ...files }))
      await importFolder({ db, clock: hub.clock }, folder, operation)
      const { dir } = await locateContent(config, db)
      const target = join(newFolder(), 'out')
      exportFolder(dir, target)
      const kept = Object.fromEntries(
        [...folder.files.keys()].sort().map((file) => [file, readFileSync(join(folder.dir, file), 'base64')]),
      )
      expect(readFiles(target)).toEqual(kept)
    }),
    { numRuns: 200, endOnFailure: true },
  )
})

/** Fails as a killed process does, at the given statement. */
function killAt(db: Db, statement: number): Db {
  let count = 0
  return db.withPlugin({
    transformQuery: ({ node }) => {
      if (++count >= statement) throw new Error('killed')
      return node
    },
    transformResult: async ({ result }) => result,
  })
}

async function importTwo({ context: { db }, clock }: TestHub): Promise<Tree[]> {
  const trees: Tree[] = []
  for (const text of ['old', 'new']) {
    const files = { 'hub.yaml': text, 'docs/a.md': text, 'static_files/b': text, 'static_files/same': 'same' }
    await importFolder({ db, clock }, readFolder(writeFiles(files)), operation)
    trees.push(await readTree(db, trees.length + 1))
  }
  return trees
}

test('a hub killed while it copies a version leaves no half of it', async ({ hub }) => {
  const { db, config } = hub.context
  const [, tree = new Map()] = await importTwo(hub)
  const cache = join(config.dataDir, 'content-cache')
  for (let statement = 1; statement <= new Set(tree.values()).size; statement++) {
    await expect(writeTree(killAt(db, statement), tree, config.dataDir)).rejects.toThrow('killed')
    expect(readdirSync(cache)).not.toContain('trees')
    rmSync(cache, { recursive: true, force: true })
  }
  const dir = await writeTree(db, tree, config.dataDir)
  expect(Object.keys(readFiles(dir)).sort()).toEqual([...tree.keys()].sort())
})

test('a version is published whole, or not at all, and two at once are not both the next one', async ({
  hub,
}) => {
  const { db } = hub.context
  const [, tree = new Map()] = await importTwo(hub)
  const version = { base: 2, changes: new Map([['hub.yaml', null]]), action: 'content.publish' } as const
  const killed = transact(db, async (tx) => {
    await addVersion(tx, hub.clock, operation, version)
    throw new Error('killed')
  })
  await expect(killed).rejects.toThrow('killed')
  expect((await findNewestVersion(db))?.number).toBe(2)
  expect(await readTree(db, 3)).toEqual(tree)

  const add = () => transact(db, (tx) => addVersion(tx, hub.clock, operation, version))
  const results = await Promise.allSettled([add(), add(), add()])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'EDIT_CONFLICT' })
  expect((await readTree(db, 3)).has('hub.yaml')).toBe(false)
})
