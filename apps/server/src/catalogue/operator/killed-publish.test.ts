/** A hub that ends in the middle of a publication, and the next one on its database and its disk. */
import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hubFiles } from '@playhub/contract/operator'
import type { KyselyPlugin } from 'kysely'
import { expect } from 'vitest'
import { copyContent } from '../../../test/support/content-copy.ts'
import { test as base } from '../../../test/support/hub-test.ts'
import { addTestOperator } from '../../../test/support/operators/operator-client.ts'
import { runOnHub } from '../../../test/support/run-on-hub.ts'
import type { TestHub } from '../../../test/support/test-hub.ts'
import type { Db } from '../../platform/database/database.ts'
import { locateContent } from '../versions/content-source.ts'
import { listDraftFiles } from './draft-store.ts'
import { saveDraftText } from './drafts.ts'
import { publishDraft } from './publish.ts'
import { readPublished } from './published-content.ts'

const paths = ['docs/terms.en.md', 'docs/terms.ru.md']
const operation = { operator: 'Olga', reason: null }

const test = base.extend('draft', async ({ hub }) => {
  await runOnHub(hub, ['content', 'import', copyContent({})])
  await hub.context.catalogue.refresh()
  const { id: operatorId } = await addTestOperator(hub, { role: 'owner', project: '*' })
  const key = { operatorId, project: hubFiles }
  const { folder, tree } = await readPublished(hub.context)
  for (const path of paths) {
    const text = `${folder.files.get(path)}\nNew\n`
    await saveDraftText(hub.context, key, { path, text, baseSha256: tree.get(path) ?? null })
  }
  return { hub, key }
})

/** Ends at the given statement, within transactions too. */
function killAt(db: Db, statement: number): Db {
  let count = 0
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (++count >= statement) throw new Error('killed')
      return node
    },
    transformResult: async ({ result }) => result,
  }
  // A transaction leaves the plugins of its database.
  return replace(db.withPlugin(plugin), {
    transaction: () => {
      const transaction = db.transaction()
      return replace(transaction, {
        execute: ((work) =>
          transaction.execute((tx) =>
            work(replace(tx, { withoutPlugins: () => tx.withoutPlugins().withPlugin(plugin) })),
          )) as typeof transaction.execute,
      })
    },
  })
}

function replace<T extends object>(object: T, methods: Partial<T>): T {
  return new Proxy(object, {
    get(target, name) {
      const value = Reflect.get(methods, name) ?? Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** What a hub reads that starts now. */
async function readFresh({ context: { db, config } }: TestHub) {
  const { number, dir } = await locateContent(config, db)
  return { number, isNew: paths.map((path) => readFileSync(join(dir, path), 'utf8').endsWith('\nNew\n')) }
}

test('a hub killed at any statement of a publication has published all of it or nothing', async ({
  draft: { hub, key },
}) => {
  const { db } = hub.context
  for (let statement = 1; ; statement++) {
    const deps = { ...hub.context, db: killAt(db, statement) }
    const outcome = await publishDraft(deps, key, operation, async () => {}).catch((error) => error)
    if (outcome === 2) {
      // One more statement for each file of bytes, version, change of a file, audit log and draft.
      expect(statement).toBeGreaterThan(10)
      break
    }
    expect(outcome).toEqual(new Error('killed'))
    expect(await readFresh(hub), `statement ${statement}`).toEqual({ number: 1, isNew: [false, false] })
    expect(await listDraftFiles(db, key)).toHaveLength(2)
  }
  expect(await readFresh(hub)).toEqual({ number: 2, isNew: [true, true] })
  expect(await listDraftFiles(db, key)).toEqual([])
})

test('a hub killed after the transaction of a publication has published all of it', async ({
  draft: { hub, key },
}) => {
  const { db, catalogue } = hub.context
  const refresh = async () => {
    throw new Error('killed')
  }
  const deps = { ...hub.context, catalogue: { ...catalogue, refresh } }
  await expect(publishDraft(deps, key, operation, async () => {})).rejects.toThrow('killed')
  expect(await readFresh(hub)).toEqual({ number: 2, isNew: [true, true] })
  expect(await listDraftFiles(db, key)).toEqual([])
})

test('a copy that lost files, or parts of them, is whole again when a hub starts or publishes', async ({
  draft: { hub, key },
}) => {
  const { config, catalogue } = hub.context
  const picture = 'main_images/familytown/items/coins.svg'
  const before = readFileSync(join(catalogue.dir(), picture))
  const cache = join(config.dataDir, 'content-cache')
  // A process was killed while it copied.
  mkdirSync(join(cache, 'half.1/docs'), { recursive: true })
  writeFileSync(join(cache, 'half.1/docs/terms.en.md'), '# Te')
  writeFileSync(join(cache, 'files/half'), '# Te')
  // A machine lost its power.
  truncateSync(join(catalogue.dir(), picture), 20)
  rmSync(join(catalogue.dir(), 'docs'), { recursive: true })
  expect(await readFresh(hub)).toEqual({ number: 1, isNew: [false, false] })
  expect(readFileSync(join(catalogue.dir(), picture))).toEqual(before)

  await publishDraft(hub.context, key, operation, async () => {})
  expect(readFileSync(join(catalogue.dir(), picture))).toEqual(before)

  rmSync(cache, { recursive: true })
  await catalogue.refresh()
  expect(readdirSync(join(catalogue.dir(), 'docs'))).toContain('terms.en.md')
  expect(readFileSync(join(catalogue.dir(), picture))).toEqual(before)
  expect(await readFresh(hub)).toEqual({ number: 2, isNew: [true, true] })
})
