import { mkdir, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import type { Deps } from './deps.ts'

/** A folder for what is not checked yet. A crash leaves it behind; the hourly job deletes it. */
export async function makeUploadFolder({ config }: Pick<Deps, 'config'>): Promise<string> {
  const { uploadFolder } = config.builds
  await mkdir(uploadFolder, { recursive: true, mode: 0o700 })
  return mkdtemp(join(uploadFolder, 'build-'))
}
