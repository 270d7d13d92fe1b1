/** The machine. */
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import type { ServiceCheck } from '../../platform/outbound/service-check.ts'

const gigabyte = 1024 ** 3
const minFreeBytes = gigabyte
const minFreeShare = 0.1

export function checkDisk(dataDir: string): ServiceCheck {
  const service = 'Disk'
  if (!existsSync(dataDir)) return { service, found: 'has no data folder, and needs none', problems: [] }
  const { bavail, blocks, bsize } = statfsSync(dataDir)
  const [freeBytes, totalBytes] = [bavail * bsize, blocks * bsize]
  const found = `has ${(freeBytes / gigabyte).toFixed(1)} GB free at ${dataDir}`
  return { service, found, problems: diskProblems(dataDir, freeBytes, totalBytes) }
}

/** SQLite stops taking orders when the disk is full. */
export function diskProblems(dataDir: string, freeBytes: number, totalBytes: number): string[] {
  if (freeBytes >= minFreeBytes && freeBytes >= totalBytes * minFreeShare) return []
  const percent = Math.round((freeBytes / totalBytes) * 100)
  return [
    `${(freeBytes / gigabyte).toFixed(1)} GB (${percent} %) are free at ${dataDir}: make room, or enlarge it.`,
  ]
}

export function checkPermissions({ dataDir, contentDir, databaseUrl, mode }: Config): ServiceCheck {
  const file = join(dataDir, 'playhub.sqlite')
  const isRoot = process.getuid?.() === 0
  const problems = [
    ...(mode !== 'sandbox' && isRoot
      ? ['The command runs as root: run it and the hub as a user of their own.']
      : []),
    ...(databaseUrl === null ? [dataDir, file].flatMap(privacyProblems) : []),
    ...(isReadable(contentDir) ? [] : [`${contentDir} cannot be read: give the hub's user access to it.`]),
  ]
  return { service: 'Permissions', found: 'are as they should be', problems }
}

function privacyProblems(path: string): string[] {
  if (process.platform === 'win32' || !existsSync(path)) return []
  const stats = statSync(path)
  if ((stats.mode & 0o077) === 0) return []
  return [`Other users can read ${path}: chmod ${stats.isDirectory() ? '700' : '600'} ${path}`]
}

function isReadable(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}
