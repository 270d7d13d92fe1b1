import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from '../../../apps/server/src/cli/commands.ts'
import { openExistingDb } from '../../../apps/server/src/cli/open-database.ts'
import { readConfig } from '../../../apps/server/src/config.ts'
import { createContext } from '../../../apps/server/src/context.ts'
import { systemClock } from '../../../apps/server/src/platform/clock.ts'
import { withQueryTimeout } from '../../../apps/server/src/platform/database/postgres-driver.ts'
import { type Row, ratio } from '../report.ts'
import { createDatabase, type Dialect, postgresUrl } from '../selling-hubs.ts'
import { fillOrders } from './fill-orders.ts'

const orders = 200_000
const importBar = 0.4

/** Moving a hub from SQLite to PostgreSQL, compared with PostgreSQL generating the same rows itself. */
export async function benchImportSqlite(): Promise<Row[]> {
  if (!postgresUrl) return []
  const dataDir = mkdtempSync(join(tmpdir(), 'playhub-bench-'))
  const [filled, imported] = [await createDatabase(), await createDatabase()]
  const createConfig = (databaseUrl: string) =>
    readConfig({ HUB_MODE: 'sandbox', DATA_DIR: dataDir, DATABASE_URL: databaseUrl, LOG_LEVEL: 'error' })
  try {
    await fill('sqlite', '')
    const fillSeconds = await fill('postgres', filled.url)
    const importSeconds = await measureSeconds(() => importInto(imported.url))
    const what = 'orders moved from SQLite to PostgreSQL / written by PostgreSQL itself'
    return [ratio(what, orders / importSeconds, orders / fillSeconds, importBar)]
  } finally {
    await filled.drop()
    await imported.drop()
    rmSync(dataDir, { recursive: true, force: true })
  }

  async function fill(dialect: Dialect, databaseUrl: string): Promise<number> {
    const context = await createContext(createConfig(databaseUrl))
    try {
      return await measureSeconds(() => fillOrders(context, dialect, orders))
    } finally {
      await context.close()
    }
  }

  async function importInto(databaseUrl: string): Promise<void> {
    const config = createConfig(databaseUrl)
    const printed: string[] = []
    const code = await withQueryTimeout(0, () =>
      runCommand(['import-sqlite', join(dataDir, 'playhub.sqlite')], {
        config,
        clock: systemClock,
        openDb: () => openExistingDb(config),
        print: (line) => void printed.push(line),
        user: 'bench',
      }),
    )
    if (code !== 0) throw new Error(printed.join('\n'))
  }
}

async function measureSeconds(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1000
}
