import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePorts } from '@playhub/test-kit/free-ports'
import { postgresPrograms, startPostgres } from '@playhub/test-kit/postgres/postgres-server'
import { expect, onTestFinished, test } from 'vitest'
import { migrateWithRows, versions } from '../../../../test/support/migrations/migration-states.ts'
import { migrations } from '../../../migrations/index.ts'
import { createDb, type Db } from '../database.ts'
import { openDialect } from '../dialects.ts'
import { executedMigrations } from './migrations.ts'

const main = fileURLToPath(new URL('../../../main.ts', import.meta.url))
const stopAtStatement = new URL('../../../../test/support/migrations/stop-at-statement.ts', import.meta.url)
const startsFrom = Object.entries(versions).filter(([name]) => name !== 'oneLanguage')
const isSqlite = process.env.TEST_DIALECT !== 'postgres'
/** Coprime to the number of statements in a group. `STATEMENT_STEP=1` takes hours. */
const step = Number(process.env.STATEMENT_STEP ?? 11)

const cases = startsFrom.flatMap(([name, version]) =>
  (['SIGKILL', 'SIGTERM'] as const).map((signal) => ({ name, version, signal })),
)

test.for(cases)(
  'a hub that gets $signal at any statement of a migration from $name has changed nothing, and starts again',
  { timeout: 1_800_000 },
  async ({ version, signal }, { skip }) => {
    if (!isSqlite && !postgresPrograms()) return skip('PostgreSQL is not installed')
    const dataDir = mkdtempSync(join(tmpdir(), 'playhub-test-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    const databaseUrl = isSqlite ? null : (await startPostgres()).url
    const open = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
      const db = createDb(openDialect(databaseUrl, dataDir))
      try {
        return await work(db)
      } finally {
        await db.destroy()
      }
    }
    const [port, gamesPort] = await freePorts(2)
    const start = (stopAt: number) =>
      spawn(process.execPath, ['--import', stopAtStatement.href, main], {
        env: {
          ...process.env,
          ...{ HUB_MODE: 'sandbox', NODE_ENV: 'production', LOG_LEVEL: 'error' },
          ...{ PORT: String(port), GAMES_PORT: String(gamesPort), DATA_DIR: dataDir },
          ...(databaseUrl && { DATABASE_URL: databaseUrl }),
          ...{ STOP_AT: String(stopAt), STOP_SIGNAL: signal },
        },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
    await open((db) => migrateWithRows(db, version))
    const before = await open(executedMigrations)
    let stopped = 0
    for (let statement = 1; ; statement += version === versions.beforeOneTransaction ? 1 : step) {
      const [code, killedBy] = await once(start(statement), 'exit')
      expect({ code, killedBy }, `statement ${statement}`).toEqual(
        signal === 'SIGKILL' ? { code: null, killedBy: signal } : { code: 0, killedBy: null },
      )
      const after = await open(executedMigrations)
      if (after.length > before.length) break
      expect(after).toEqual(before)
      stopped += 1
    }
    expect(stopped).toBeGreaterThan(1)
    expect(await open(executedMigrations)).toEqual(migrations.names.toSorted())
    const hub = start(0)
    const isReady = async () =>
      (await fetch(`http://localhost:${port}/readyz`).catch(() => undefined))?.status
    await expect.poll(isReady, { timeout: 120_000 }).toBe(200)
    hub.kill('SIGTERM')
    expect((await once(hub, 'exit'))[0]).toBe(0)
  },
)
