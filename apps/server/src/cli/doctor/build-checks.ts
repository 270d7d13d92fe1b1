/** Uploaded games. */
import { checkBucket } from '../../builds/index.ts'
import type { ServiceCheck } from '../../platform/outbound/service-check.ts'
import type { Terminal } from '../command-context.ts'

/** A silent hub has stopped or crashed. */
const lostAfterMs = 30_000

export async function checkBuildStorage(terminal: Terminal): Promise<ServiceCheck> {
  const { buildStorage, gameHosting } = terminal.config
  if (gameHosting === null) return { service: 'Uploaded games', found: 'are not hosted', problems: [] }
  if (buildStorage.kind === 's3') {
    const problem = await checkBucket(buildStorage)
    const problems = problem === null ? [] : [`S3: ${problem}. See S3_ENDPOINT and S3_BUCKET.`]
    return { service: 'Uploaded games', found: `are in the bucket ${buildStorage.bucket}`, problems }
  }
  return { service: 'Uploaded games', found: 'are on this disk', problems: await findOtherHubs(terminal) }
}

/** Processes of one machine share its disk; those of several machines do not. */
async function findOtherHubs({ config, openDb, clock }: Terminal): Promise<string[]> {
  if (config.databaseUrl === null) return []
  const db = await openDb().catch(() => undefined)
  if (!db) return []
  try {
    const rows = await db
      .selectFrom('hubProcesses')
      .select('id')
      .where('seenAt', '>', clock.now() - lostAfterMs)
      .execute()
    if (rows.length <= config.workers) return []
    return [
      `${rows.length} hubs use the database, and each stores games on its own disk: set BUILD_STORAGE=s3, or DATA_DIR to a shared folder.`,
    ]
  } finally {
    await db.destroy()
  }
}
