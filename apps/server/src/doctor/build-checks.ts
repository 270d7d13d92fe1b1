/** Uploaded games. */
import { type Finding, toFinding } from '@playhub/contract/operator/sentences/checks'
import type { SentenceValue } from '@playhub/contract/operator/sentences/sentence'
import {
  checkBucket,
  createBuildStorage,
  describePlace,
  findRecordedLocation,
  listIncompleteBuilds,
  readLocation,
} from '../builds/index.ts'
import type { Config } from '../config.ts'
import type { Db } from '../platform/database/database.ts'
import { isUnmigrated } from '../platform/database/database-problem.ts'
import { getErrorMessage } from '../platform/errors.ts'
import { listRunningHubs } from '../platform/heartbeat.ts'
import type { ServiceCheck } from '../platform/outbound/service-check.ts'
import type { CheckContext } from './check-context.ts'
import { explainFailure } from './state-checks.ts'

const service = 'uploaded-games'

export async function checkBuildStorage({ config, openDb, clock }: CheckContext): Promise<ServiceCheck> {
  const { buildStorage, gameHosting } = config
  if (gameHosting === null) return { service, found: toFinding('builds.not-hosted'), problems: [] }
  const found = toFinding('builds.place', { place: toPlace(buildStorage) })
  const bucketProblem = buildStorage.kind === 's3' ? await checkBucket(buildStorage) : null
  if (bucketProblem !== null) return { service, found, problems: [bucketProblem] }
  const db = await openDb().catch(() => undefined)
  if (!db) return { service, found, problems: [] }
  try {
    return { service, found, problems: await listStorageProblems(db, config, clock.now()) }
  } catch (error) {
    if (isUnmigrated(error)) return { service, ...explainFailure(error) }
    return { service, found, problems: [toFinding('builds.unchecked', { said: getErrorMessage(error) })] }
  } finally {
    await db.destroy()
  }
}

async function listStorageProblems(db: Db, { buildStorage }: Config, now: number): Promise<Finding[]> {
  const place = toPlace(buildStorage)
  const recorded = await findRecordedLocation(db)
  const own = await readLocation(buildStorage)
  const elsewhere = (await listRunningHubs(db, now)).filter(
    (hub) => hub.buildStorage !== '' && hub.buildStorage !== recorded,
  )
  const incomplete = await listIncompleteBuilds(db, createBuildStorage(buildStorage))
  return [
    ...(recorded !== undefined && recorded !== own ? [toFinding('builds.other-place', { place })] : []),
    ...(elsewhere.length > 0 ? [toFinding('builds.elsewhere', { count: elsewhere.length })] : []),
    ...incomplete.map(({ project: game, number, missing }) =>
      toFinding('builds.incomplete', { number: String(number), game, count: missing, place }),
    ),
  ]
}

function toPlace(storage: Config['buildStorage']): SentenceValue {
  if (storage.kind !== 's3') return describePlace(storage)
  return { ru: `бакет ${storage.bucket}, ${storage.endpoint}`, en: describePlace(storage) }
}
