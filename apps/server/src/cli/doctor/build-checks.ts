/** Uploaded games. */
import {
  checkBucket,
  createBuildStorage,
  describePlace,
  findRecordedLocation,
  listIncompleteBuilds,
  readLocation,
} from '../../builds/index.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../platform/database/database.ts'
import { getErrorMessage } from '../../platform/errors.ts'
import { listRunningHubs } from '../../platform/heartbeat.ts'
import type { ServiceCheck } from '../../platform/outbound/service-check.ts'
import type { Terminal } from '../command-context.ts'
import { count } from '../format.ts'

const service = 'Uploaded games'

export async function checkBuildStorage({ config, openDb, clock }: Terminal): Promise<ServiceCheck> {
  const { buildStorage, gameHosting } = config
  if (gameHosting === null) return { service, found: 'are not hosted', problems: [] }
  const found = `are in ${describePlace(buildStorage)}`
  const bucketProblem = buildStorage.kind === 's3' ? await checkBucket(buildStorage) : null
  if (bucketProblem !== null)
    return { service, found, problems: [`S3: ${bucketProblem}. See S3_ENDPOINT and S3_BUCKET.`] }
  const db = await openDb().catch(() => undefined)
  if (!db) return { service, found, problems: [] }
  try {
    return { service, found, problems: await listStorageProblems(db, config, clock.now()) }
  } catch (error) {
    return { service, found, problems: [`They could not be checked: ${getErrorMessage(error)}.`] }
  } finally {
    await db.destroy()
  }
}

async function listStorageProblems(db: Db, { buildStorage }: Config, now: number): Promise<string[]> {
  const recorded = await findRecordedLocation(db)
  const own = await readLocation(buildStorage)
  const elsewhere = (await listRunningHubs(db, now)).filter(
    (hub) => hub.buildStorage !== '' && hub.buildStorage !== recorded,
  )
  const incomplete = await listIncompleteBuilds(db, createBuildStorage(buildStorage))
  return [
    ...(recorded !== undefined && recorded !== own
      ? [
          `The hubs do not keep them in ${describePlace(buildStorage)}: set DATA_DIR and BUILD_STORAGE as for the hubs.`,
        ]
      : []),
    ...(elsewhere.length > 0
      ? [
          `${count(elsewhere.length, 'running hub')} of this database keep them elsewhere: give all hubs one shared folder as DATA_DIR, or BUILD_STORAGE=s3, and restart them.`,
        ]
      : []),
    ...incomplete.map(
      ({ project, number, missing }) =>
        `Build ${number} of ${project}, which players get, lacks ${count(missing, 'file')} in ${describePlace(buildStorage)}: restore them with "npm run hub -- backup restore <file>", or publish the game again.`,
    ),
  ]
}
