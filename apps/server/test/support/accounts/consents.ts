import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyContent } from '../content-copy.ts'
import { startTestHub, type TestHub } from '../test-hub.ts'

type Setting = 'off' | 'required'

/** A hub with `legal.consents`, at the real time, which the sandbox's signed tokens have. */
export async function startConsentHub(
  initial: Setting = 'required',
): Promise<TestHub & { setConsents(setting: Setting): void }> {
  const dir = copyContent({})
  const file = join(dir, 'hub.yaml')
  const yaml = readFileSync(file, 'utf8')
  const write = (setting: Setting) => writeFileSync(file, `${yaml}\nlegal: { consents: ${setting} }\n`)
  write(initial)
  const hub = await startTestHub({ now: new Date().toISOString(), env: { CONTENT_DIR: dir } })
  return {
    ...hub,
    setConsents(setting) {
      write(setting)
      hub.context.catalogue.reload()
    },
  }
}

const tables = ['accounts', 'identities', 'consents', 'loginSessions'] as const

/** The rows of accounts. */
export async function countRows({ context: { db } }: TestHub): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of tables) counts[table] = (await db.selectFrom(table).selectAll().execute()).length
  return counts
}

export const nothing = { accounts: 0, identities: 0, consents: 0, loginSessions: 0 }
export const oneAccount = { accounts: 1, identities: 1, consents: 1, loginSessions: 1 }
