/** All hubs of a database keep builds in one place. The database names it: by the id in a file of the folder, or the bucket. */
import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
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
const name = 'build-storage'
/** The sandbox publishes its samples again, so their files may be missing. */
export const sampleAuthor = 'demo'

type Config = Pick<HubConfig, 'gameHosting' | 'databaseUrl' | 'mode'> & { buildStorage: BuildStorageConfig }

/**
 * Takes the configured storage into use. A new one needs the files of the current builds, and no running hub with
 * another folder.
 * @returns the location for the heartbeat; empty when the hub hosts no games
 * @throws StartupError
 */
export async function claimBuildStorage(deps: { db: Db; clock: Clock; config: Config }): Promise<string> {
  const { db, config } = deps
  const { buildStorage: storage, gameHosting, databaseUrl } = config
  if (gameHosting === null) return ''
  const own = await readLocation(storage)
  if (own === null || own !== (await findRecordedLocation(db))) {
    // SQLite has one hub, so others in the table have crashed.
    if (storage.kind === 'disk' && databaseUrl !== null) await expectNoOtherPlace(deps, own)
    await expectFiles(db, config)
  }
  return acceptBuildStorage(db, config)
}

/**
 * Takes the configured storage into use whatever it lacks.
 * @throws StartupError when the folder cannot be written, or another hub was faster
 */
export async function acceptBuildStorage(
  db: Db,
  { buildStorage: storage }: Pick<Config, 'buildStorage'>,
): Promise<string> {
  if (storage.kind === 'disk') await markFolder(storage.folder)
  const value = await readLocation(storage)
  if (value === null)
    throw new StartupError(
      `${describePlace(storage)}/${folderIdFile} is damaged: delete it, and start again.`,
    )
  const before = await findRecordedLocation(db)
  const insert = db.insertInto('secrets').values({ name, value })
  if (before === undefined)
    await insert.onConflict((conflict) => conflict.column('name').doNothing()).execute()
  else if (before !== value) await replaceSecret(db, name, value)
  await expectBuildStorage(db, { buildStorage: storage })
  return value
}

/**
 * Called by a process beside the hubs, and by a hub once others can see it: two starting together may both claim.
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

/** Undefined before the first hub with games. */
export async function findRecordedLocation(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value
}

/** Null for an unused folder. */
export async function readLocation(storage: BuildStorageConfig): Promise<string | null> {
  if (storage.kind === 's3') return `s3:${storage.endpoint.replace(/\/$/, '')}/${storage.bucket}`
  const id = await readFile(join(storage.folder, folderIdFile), 'utf8').catch((cause) => {
    if (['ENOENT', 'ENOTDIR'].includes(getErrorCode(cause) ?? '')) return ''
    throw refusePlace(storage, 'read', cause)
  })
  return /^[0-9a-f-]{36}$/.test(id) ? `disk:${id}` : null
}

export function describePlace(storage: BuildStorageConfig): string {
  return storage.kind === 's3' ? `the bucket ${storage.bucket} of ${storage.endpoint}` : storage.folder
}

async function expectNoOtherPlace(
  { db, clock, config }: Parameters<typeof claimBuildStorage>[0],
  own: string | null,
): Promise<void> {
  const hubs = await listRunningHubs(db, clock.now())
  if (hubs.every(({ buildStorage }) => ['', own].includes(buildStorage))) return
  throw new StartupError(
    `Another hub on this database keeps its games elsewhere than in ${describePlace(config.buildStorage)}: give all hubs one shared folder as DATA_DIR, or set BUILD_STORAGE=s3 for all. If that hub has crashed, wait half a minute.`,
  )
}

async function expectFiles(db: Db, { buildStorage: storage, mode }: Config): Promise<void> {
  const incomplete = await listIncompleteBuilds(db, createBuildStorage(storage)).catch((cause) => {
    throw refusePlace(storage, 'read', cause)
  })
  const lost = incomplete.filter(({ createdBy }) => mode !== 'sandbox' || createdBy !== sampleAuthor)
  if (lost.length === 0) return
  const builds = lost.map(({ project, number }) => `${project} ${number}`).join(', ')
  throw new StartupError(
    `Files of the builds that players get (${builds}) are not in ${describePlace(storage)}: mount the folder that has them, restore them with "npm run hub -- backup restore <file>", or go on without them with "npm run hub -- games accept-storage".`,
  )
}

/** Keeps an existing id. The file appears whole, since processes on one machine start together. */
async function markFolder(folder: string): Promise<void> {
  const file = join(folder, folderIdFile)
  const unfinished = `${file}.${randomUUID()}`
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(unfinished, randomUUID(), { mode: 0o600 })
    // Some network file systems have no links.
    await link(unfinished, file).catch(() => copyFile(unfinished, file, constants.COPYFILE_EXCL))
  } catch (cause) {
    // `mkdir` says so of a file as well.
    const exists = getErrorCode(cause) === 'EEXIST' && (await stat(folder)).isDirectory()
    if (!exists) throw refusePlace({ kind: 'disk', folder }, 'written', cause)
  } finally {
    await rm(unfinished, { force: true }).catch(() => {})
  }
}

function refusePlace(storage: BuildStorageConfig, verb: 'read' | 'written', cause: unknown): StartupError {
  return new StartupError(
    `Uploaded games in ${describePlace(storage)} cannot be ${verb} (${getErrorMessage(cause)}): give the hub's user access, or correct DATA_DIR or S3_ENDPOINT.`,
    { cause },
  )
}
