import { readdirSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { CommandContext } from '../command-context.ts'
import { count } from '../format.ts'

/** Includes PostgreSQL dumps, so that one command cleans both. */
const backupFile = /\.(sqlite|dump)(\.age)?$/

/** Deletes a folder's oldest backups. Other files stay, and so does the hub's database. */
export function pruneBackups(
  { config, print, setJson }: CommandContext,
  [folder = '']: string[],
  options: { keep?: string },
): number {
  const keep = Number(options.keep)
  if (!Number.isInteger(keep) || keep < 1) {
    print('Say how many backups to keep, at least one: backup prune <folder> --keep 14')
    return 1
  }
  const dir = resolve(folder)
  if (dir === config.dataDir) {
    print(`${dir} is the data folder of the hub: keep backups in another one.`)
    return 1
  }
  const backups = readdirSync(dir)
    .filter((name) => backupFile.test(name))
    .map((name) => ({ file: join(dir, name), writtenAt: statSync(join(dir, name)).mtimeMs }))
    .sort((one, other) => other.writtenAt - one.writtenAt)
  const deleted = backups.slice(keep).map(({ file }) => file)
  for (const file of deleted) rmSync(file)
  setJson({ kept: Math.min(keep, backups.length), deleted })
  for (const file of deleted) print(`Deleted ${file}`)
  print(`Kept ${count(Math.min(keep, backups.length), 'backup')} in ${dir}`)
  return 0
}
