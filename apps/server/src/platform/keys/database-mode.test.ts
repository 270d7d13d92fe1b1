import { expect } from 'vitest'
import { test } from '../../../test/support/shared-hub-test.ts'
import { startTestHub, type TestHub } from '../../../test/support/test-hub.ts'
import { readConfig } from '../../config.ts'
import { createContext } from '../../context.ts'
import { seedDemo } from '../../demo.ts'
import { createLog } from '../observability/log.ts'

/** Starts another hub on a running hub's database. */
function openOnSameDatabase({ context }: TestHub, env: Record<string, string>) {
  const config = readConfig({
    CONTENT_DIR: context.config.contentDir,
    SMTP_URL: 'smtp://127.0.0.1:1',
    ...env,
  })
  return createContext(config, { db: context.db, log: createLog('silent') })
}

test('a production hub refuses the database of a sandbox, which has a demo account', async ({ hub }) => {
  await expect(openOnSameDatabase(hub, { HUB_MODE: 'production' })).rejects.toThrow(
    /was made in sandbox mode and may have a demo account: set DATA_DIR or DATABASE_URL to a new one\.$/,
  )
})

test('a staging hub opens the database of a sandbox, and never that of a production hub', async ({ hub }) => {
  const staging = { HUB_MODE: 'staging', SANDBOX_URL: hub.sandboxUrl }
  await openOnSameDatabase(hub, staging)
  await expect(openOnSameDatabase(hub, { HUB_MODE: 'production' })).rejects.toThrow(
    'was made in sandbox mode',
  )
  const production = await startTestHub({ env: { HUB_MODE: 'production', SMTP_URL: 'smtp://127.0.0.1:1' } })
  await expect(openOnSameDatabase(production, staging)).rejects.toThrow('belongs to a production hub')
})

test('a sandbox database from before this record is refused as well', async ({ hub }) => {
  await seedDemo(hub.context)
  await hub.context.db.deleteFrom('secrets').where('name', '=', 'hub-mode').execute()
  await expect(openOnSameDatabase(hub, { HUB_MODE: 'production' })).rejects.toThrow(
    'was made in sandbox mode',
  )
})

test('a sandbox never adds its demo account to the database of a production hub', async () => {
  const hub = await startTestHub({ env: { HUB_MODE: 'production', SMTP_URL: 'smtp://127.0.0.1:1' } })
  await expect(openOnSameDatabase(hub, { HUB_MODE: 'sandbox' })).rejects.toThrow(
    'belongs to a production hub',
  )
})
