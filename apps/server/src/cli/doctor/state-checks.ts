/** What the hub stores and reads. */
import { missingPictures, unfinishedDetails } from '../../catalogue/index.ts'
import { migrations } from '../../migrations/index.ts'
import { executedMigrations } from '../../platform/database/migrations/migrations.ts'
import { listFailingJobs } from '../../platform/jobs/job-store.ts'
import type { ServiceCheck } from '../../platform/outbound/service-check.ts'
import { StartupError } from '../../platform/startup-error.ts'
import type { Terminal } from '../command-context.ts'
import { openContent } from '../open-content.ts'

export async function checkDatabase({ openDb, config }: Terminal): Promise<ServiceCheck> {
  const service = config.databaseUrl === null ? 'SQLite' : 'PostgreSQL'
  return reporting(service, 'answers', async () => {
    const db = await openDb()
    await db.destroy()
    return []
  })
}

export async function checkMigrations({ openDb }: Terminal): Promise<ServiceCheck> {
  return reporting('Migrations', 'are complete', async () => {
    const db = await openDb()
    try {
      const executed = new Set(await executedMigrations(db))
      const missing = migrations.names.filter((name) => !executed.has(name))
      return missing.length === 0
        ? []
        : [`${missing.join(', ')} have not run: start a hub of this version, which runs them.`]
    } finally {
      await db.destroy()
    }
  })
}

export async function checkJobs({ openDb }: Terminal): Promise<ServiceCheck> {
  return reporting('Jobs', 'run without repeated failures', async () => {
    const db = await openDb()
    try {
      return (await listFailingJobs(db)).map(
        ({ kind, lastError }) => `${kind} has failed at least three times in a row: ${lastError}`,
      )
    } finally {
      await db.destroy()
    }
  })
}

/** Sample values are fine with the sandbox, which has no players. */
export async function checkContentFiles(terminal: Terminal): Promise<ServiceCheck> {
  const { config } = terminal
  return reporting('Content', `in ${config.contentDir} is valid`, async () => {
    const catalogue = openContent(terminal)
    try {
      if (config.mode === 'sandbox') return []
      return [...unfinishedDetails(catalogue.content()), ...missingPictures(config.contentDir)]
    } finally {
      catalogue.close()
    }
  })
}

/** A StartupError's errors become problems. */
async function reporting(
  service: string,
  found: string,
  findProblems: () => Promise<string[]>,
): Promise<ServiceCheck> {
  try {
    return { service, found, problems: await findProblems() }
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    return { service, found: '', problems: error.issues }
  }
}
