import { mkdir, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { HOUR_MS } from '../platform/clock.ts'
import type { Deps } from './deps.ts'
import { sweepFolder, toWritingFolder } from './storage/disk.ts'

/** Everything is written within this time, unless its process has died. */
export const abandonedMs = HOUR_MS

/** A folder for what is not checked yet. A crash leaves it behind; the hourly job deletes it. */
export async function makeUploadFolder({ config }: Pick<Deps, 'config'>): Promise<string> {
  const { uploadFolder } = config.builds
  await mkdir(uploadFolder, { recursive: true, mode: 0o700 })
  return mkdtemp(join(uploadFolder, 'build-'))
}

/** Only what belongs to this machine. */
export async function sweepTemporaryFiles({ clock, config }: Pick<Deps, 'clock' | 'config'>): Promise<void> {
  const before = clock.now() - abandonedMs
  await sweepFolder(config.builds.uploadFolder, before)
  if (config.buildStorage.kind === 'disk')
    await sweepFolder(toWritingFolder(config.buildStorage.folder), before)
}
