/** A stopped hub whose content is in the database: published once since it was taken in, and in a draft. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listDraftFiles } from '../../../src/catalogue/operator/draft-store.ts'
import { readDraftText, saveDraftText } from '../../../src/catalogue/operator/drafts.ts'
import { publishDraft, takeInFolder } from '../../../src/catalogue/operator/publish.ts'
import { listVersions } from '../../../src/catalogue/versions/version-store.ts'
import { readConfig } from '../../../src/config.ts'
import { type Context, createContext } from '../../../src/context.ts'
import { addOperator } from '../../../src/operators/index.ts'
import { createLog } from '../../../src/platform/observability/log.ts'

type Env = Record<string, string>

const path = 'projects/islandm3.yaml'
const picture = 'main_images/familytown/items/coins.svg'
const operation = { operator: 'Olga', reason: 'A test' }

export function hubWithContent(env: Env): Promise<void> {
  return onHub(env, async (context) => {
    await takeInFolder(context, operation)
    const grants = [{ role: 'owner', project: '*' } as const]
    const operator = { email: 'olga@staff.example.org', name: 'Olga', language: 'en' as const, grants }
    const key = {
      operatorId: (await addOperator(context.operators.deps, operator, operation)).id,
      project: 'islandm3',
    }
    const edit = async (from: string, to: string) => {
      const { text, baseSha256 } = await readDraftText(context, key, path)
      await saveDraftText(context, key, { path, text: text?.replace(from, to) ?? null, baseSha256 })
    }
    await edit('USD: 0.99', 'USD: 1.05')
    await publishDraft(context, key, operation, async () => {})
    await edit('USD: 1.05', 'USD: 2.22 # Soon')
  })
}

/** What players and operators read on a hub that starts. */
export function readStoredContent(env: Env) {
  return onHub(env, async (context) => {
    const { db, catalogue } = context
    const { operatorId } = await db
      .selectFrom('operators')
      .select('id as operatorId')
      .executeTakeFirstOrThrow()
    const key = { operatorId, project: 'islandm3' }
    const { text } = await readDraftText(context, key, path)
    const versions = await listVersions(db, { projects: undefined, below: undefined, limit: 9 })
    return {
      version: catalogue.source.number(),
      content: catalogue.state().version,
      price: catalogue.item('islandm3-hints')?.price.USD,
      picture: readFileSync(join(catalogue.dir(), picture), 'base64'),
      versions,
      draft: text,
      draftFiles: await listDraftFiles(db, key),
    }
  })
}

async function onHub<T>(env: Env, work: (context: Context) => Promise<T>): Promise<T> {
  const context = await createContext(readConfig({ HUB_MODE: 'sandbox', ...env }), {
    log: createLog('silent'),
  })
  try {
    return await work(context)
  } finally {
    await context.close()
  }
}
