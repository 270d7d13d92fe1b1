/**
 * All hubs of a database must keep builds in one place. The database names it: the id in a file of the folder, or the
 * bucket.
 */
import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, copyFile, link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { getErrorCode, getErrorMessage } from '../../platform/errors.ts'
import { listRunningHubs } from '../../platform/heartbeat.ts'
import type { HubConfig } from '../../platform/hub-config.ts'
import { replaceSecret } from '../../platform/keys/secrets.ts'
import { StartupError } from '../../platform/startup-error.ts'
import { type BuildStorageConfig, createBuildStorage } from './create-storage.ts'
import { listIncompleteBuilds } from './missing-files.ts'

/** Lies beside the projects, whose names have no dot. */
export const folderIdFile = '.folder-id'
const recordName = 'build-storage'

/** The sandbox publishes its sample games again, so their files may be missing. */
export const sampleAuthor = 'demo'

type Config = Pick<HubConfig, 'gameHosting' | 'databaseUrl' | 'mode'> & { buildStorage: BuildStorageConfig }
type Deps = { db: Db; clock: Clock; config: Config }

/**
 * Takes the configured storage into use. Another one than before needs the files of the current builds, and no running
 * hub that keeps them in another folder.
 * @returns the location for the heartbeat; empty when the hub hosts no games
 * @throws StartupError
 */
export async function claimBuildStorage({ db, clock, config }: Deps): Promise<string> {
  const { buildStorage, gameHosting, databaseUrl } = config
  if (gameHosting === null) return ''
  const recorded = await findRecordedLocation(db)
  const own = await readLocation(buildStorage)
  if (own !== null && own === recorded) {
    if (buildStorage.kind === 'disk') await expectWritable(buildStorage.folder)
    return own
  }
  // SQLite has one hub, so that others in the table have crashed.
  if (buildStorage.kind === 'disk' && databaseUrl !== null)
    await expectNoOtherFolder({ db, clock, config }, own)
  await expectFiles(db, config)
  return recordLocation(db, buildStorage, recorded)
}

/**
 * For a process beside the hubs, and for a hub once others can see it: two that start together may both claim.
 * @throws StartupError when the hubs keep builds elsewhere
 */
export async function expectBuildStorage(
  db: Db,
  { buildStorage }: Pick<Config, 'buildStorage'>,
): Promise<void> {
  const recorded = await findRecordedLocation(db)
  if (recorded === undefined || recorded === (await readLocation(buildStorage))) return
  throw new StartupError(
    `The hubs of this database do not keep their games in ${describePlace(buildStorage)}: use their DATA_DIR and BUILD_STORAGE here.`,
  )
}

/** Takes the configured storage into use whatever it lacks. @returns its location */
export async function acceptBuildStorage(
  db: Db,
  { buildStorage }: Pick<Config, 'buildStorage'>,
): Promise<string> {
  return recordLocation(db, buildStorage, await findRecordedLocation(db))
}

/** Undefined before the first hub that hosts games. */
export async function findRecordedLocation(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('secrets').select('value').where('name', '=', recordName).executeTakeFirst()
  return row?.value
}

/** Null for a folder that no hub has used. */
export async function readLocation(storage: BuildStorageConfig): Promise<string | null> {
  if (storage.kind === 's3') return `s3:${storage.endpoint.replace(/\/$/, '')}/${storage.bucket}`
  try {
    const id = (await readFile(join(storage.folder, folderIdFile), 'utf8')).trim()
    return /^[0-9a-f-]{36}$/.test(id) ? `disk:${id}` : null
  } catch (cause) {
    if (['ENOENT', 'ENOTDIR'].includes(getErrorCode(cause) ?? '')) return null
    throw new StartupError(`${describePlace(storage)} cannot be read: ${getErrorMessage(cause)}.`, { cause })
  }
}

export function describePlace(storage: BuildStorageConfig): string {
  return storage.kind === 's3' ? `the bucket ${storage.bucket} of ${storage.endpoint}` : storage.folder
}

async function expectNoOtherFolder({ db, clock, config }: Deps, own: string | null): Promise<void> {
  const hubs = await listRunningHubs(db, clock.now())
  if (hubs.every(({ buildStorage }) => buildStorage === '' || buildStorage === own)) return
  throw new StartupError(
    `Another hub on this database keeps its games elsewhere than in ${describePlace(config.buildStorage)}: give all hubs one shared folder as DATA_DIR, or set BUILD_STORAGE=s3 for all. If that hub has crashed, wait half a minute.`,
  )
}

async function expectFiles(db: Db, { buildStorage, mode }: Config): Promise<void> {
  const place = describePlace(buildStorage)
  const incomplete = await listIncompleteBuilds(db, createBuildStorage(buildStorage)).catch((cause) => {
    throw new StartupError(`${place} cannot be read: ${getErrorMessage(cause)}.`, { cause })
  })
  const lost = incomplete.filter(({ createdBy }) => mode !== 'sandbox' || createdBy !== sampleAuthor)
  if (lost.length === 0) return
  const names = lost.map(({ project, number }) => `${project} ${number}`).join(', ')
  throw new StartupError(
    `Files of the builds that players get (${names}) are not in ${place}: mount the folder that has them, restore them with "npm run hub -- backup restore <file>", or go on without them with "npm run hub -- games accept-storage".`,
  )
}

/** @throws StartupError when another hub was faster */
async function recordLocation(
  db: Db,
  storage: BuildStorageConfig,
  before: string | undefined,
): Promise<string> {
  if (storage.kind === 'disk') await markFolder(storage.folder)
  const location = await readLocation(storage)
  if (location === null)
    throw new StartupError(
      `${describePlace(storage)}/${folderIdFile} is damaged: delete it, and start again.`,
    )
  if (before === undefined) {
    const row = { name: recordName, value: location }
    await db
      .insertInto('secrets')
      .values(row)
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
  } else await replaceSecret(db, recordName, location)
  await expectBuildStorage(db, { buildStorage: storage })
  return location
}

/** Keeps an id that is there. The file appears whole, since processes of one machine start together. */
async function markFolder(folder: string): Promise<void> {
  const file = join(folder, folderIdFile)
  const unfinished = `${file}.${randomUUID()}`
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(unfinished, randomUUID(), { flag: 'wx', mode: 0o600 })
    // Some network file systems have no links.
    await link(unfinished, file).catch(() => copyFile(unfinished, file, constants.COPYFILE_EXCL))
  } catch (cause) {
    if (getErrorCode(cause) !== 'EEXIST' || !(await isFolder(folder))) throw refuseFolder(folder, cause)
  } finally {
    await rm(unfinished, { force: true }).catch(() => {})
  }
}

/** `mkdir` says EEXIST of a file as well. */
const isFolder = async (path: string) => (await stat(path)).isDirectory()

async function expectWritable(folder: string): Promise<void> {
  await access(folder, constants.W_OK).catch((cause) => {
    throw refuseFolder(folder, cause)
  })
}

function refuseFolder(folder: string, cause: unknown): StartupError {
  return new StartupError(
    `The folder of uploaded games, ${folder}, cannot be written (${getErrorCode(cause)}): make it writable for the hub's user, or set DATA_DIR.`,
    { cause },
  )
}
