/** Checks of stored state. */
import { type CheckName, type Finding, toFinding } from '@playhub/contract/operator/sentences/checks'
import { isContentCopy } from '../catalogue/files/content-folder.ts'
import { ContentProblem, missingPictures, unfinishedDetails } from '../catalogue/index.ts'
import { migrations } from '../migrations/index.ts'
import { listSigningSecrets } from '../payments/game-webhooks/webhook-secrets.ts'
import { findDatabaseProblem, isUnmigrated } from '../platform/database/database-problem.ts'
import { executedMigrations } from '../platform/database/migrations/migrations.ts'
import { listFailingJobs } from '../platform/jobs/job-store.ts'
import type { ServiceCheck } from '../platform/outbound/service-check.ts'
import { StartupError } from '../platform/startup-error.ts'
import type { CheckContext, ReadContent } from './check-context.ts'

export async function checkDatabase({ openDb, config }: CheckContext): Promise<ServiceCheck> {
  const service = config.databaseUrl === null ? 'sqlite' : 'postgres'
  return reporting(service, toFinding('database.answers'), async () => {
    const db = await openDb()
    await db.destroy()
    return []
  })
}

export async function checkMigrations({ openDb }: CheckContext): Promise<ServiceCheck> {
  return reporting('migrations', toFinding('migrations.complete'), async () => {
    const db = await openDb()
    try {
      const executed = new Set(await executedMigrations(db))
      const missing = migrations.names.filter((name) => !executed.has(name))
      if (missing.length === 0) return []
      return [
        executed.size === 0
          ? toFinding('migrations.none')
          : toFinding('migrations.missing', { names: missing.join(', ') }),
      ]
    } finally {
      await db.destroy()
    }
  })
}

export async function checkJobs({ openDb }: CheckContext): Promise<ServiceCheck> {
  return reporting('jobs', toFinding('jobs.fine'), async () => {
    const db = await openDb()
    try {
      return (await listFailingJobs(db)).map(({ kind, lastError: said }) =>
        toFinding('jobs.failing', { kind, said }),
      )
    } finally {
      await db.destroy()
    }
  })
}

/** A webhook without a secret is never sent. */
export async function checkWebhookSecrets(
  { config, clock, openDb }: CheckContext,
  readContent: ReadContent,
): Promise<ServiceCheck> {
  return reporting('webhook-secrets', toFinding('secrets.set'), async () => {
    const db = await openDb()
    try {
      const problems: Finding[] = []
      for (const { id, webhookUrl } of readContent().projects)
        if (webhookUrl && (await listSigningSecrets({ db, clock, config }, id)).length === 0)
          problems.push(toFinding('secrets.missing', { game: id }))
      return problems
    } finally {
      await db.destroy()
    }
  })
}

/** Sample values are fine with the sandbox, which has no players. */
export async function checkContentFiles(
  { config }: Pick<CheckContext, 'config'>,
  readContent: ReadContent,
): Promise<ServiceCheck> {
  const found = isContentCopy(config.contentDir)
    ? toFinding('content.valid-database')
    : toFinding('content.valid', { folder: config.contentDir })
  return reporting('content', found, async () => {
    const content = readContent()
    if (config.mode === 'sandbox') return []
    return [...unfinishedDetails(content), ...missingPictures(config.contentDir)]
  })
}

/** A StartupError's errors become problems. */
async function reporting(
  service: CheckName,
  found: Finding,
  findProblems: () => Promise<Finding[]>,
): Promise<ServiceCheck> {
  try {
    return { service, found, problems: await findProblems() }
  } catch (error) {
    if (error instanceof StartupError) {
      const { cause, issues } = error
      const problems =
        cause instanceof ContentProblem ? cause.issues : issues.map((said) => toFinding('said', { said }))
      return { service, found: null, problems }
    }
    return { service, ...explainFailure(error) }
  }
}

/**
 * A database without this version's tables is the problem of the migrations alone.
 * @throws  errors of another kind
 */
export function explainFailure(error: unknown): Pick<ServiceCheck, 'found' | 'problems'> {
  if (isUnmigrated(error)) return { found: toFinding('database.after-migrations'), problems: [] }
  const problem = findDatabaseProblem(error)
  if (problem === undefined) throw error
  return { found: null, problems: [problem] }
}
