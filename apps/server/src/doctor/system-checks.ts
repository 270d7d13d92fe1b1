/** The machine. */

import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Finding, toFinding } from '@playhub/contract/operator/sentences/checks'
import type { Config } from '../config.ts'
import type { ServiceCheck } from '../platform/outbound/service-check.ts'

const gigabyte = 1024 ** 3
const minFreeBytes = gigabyte
const minFreeShare = 0.1

export function checkDisk(dataDir: string): ServiceCheck {
  const service = 'disk'
  if (!existsSync(dataDir)) return { service, found: toFinding('disk.none'), problems: [] }
  const { bavail, blocks, bsize } = statfsSync(dataDir)
  const [freeBytes, totalBytes] = [bavail * bsize, blocks * bsize]
  const found = toFinding('disk.free', { free: toGigabytes(freeBytes), folder: dataDir })
  return { service, found, problems: diskProblems(dataDir, freeBytes, totalBytes) }
}

/** SQLite stops taking orders when the disk is full. */
export function diskProblems(dataDir: string, freeBytes: number, totalBytes: number): Finding[] {
  if (freeBytes >= minFreeBytes && freeBytes >= totalBytes * minFreeShare) return []
  const percent = Math.round((freeBytes / totalBytes) * 100)
  return [toFinding('disk.full', { free: toGigabytes(freeBytes), percent, folder: dataDir })]
}

const toGigabytes = (bytes: number) => (bytes / gigabyte).toFixed(1)

export function checkPermissions({ dataDir, contentDir, databaseUrl, mode }: Config): ServiceCheck {
  const file = join(dataDir, 'playhub.sqlite')
  const isRoot = process.getuid?.() === 0
  const problems = [
    ...(mode !== 'sandbox' && isRoot ? [toFinding('permissions.root')] : []),
    ...(databaseUrl === null ? [dataDir, file].flatMap(privacyProblems) : []),
    ...(isReadable(contentDir) ? [] : [toFinding('permissions.closed', { path: contentDir })]),
  ]
  return { service: 'permissions', found: toFinding('permissions.fine'), problems }
}

function privacyProblems(path: string): Finding[] {
  if (process.platform === 'win32' || !existsSync(path)) return []
  const stats = statSync(path)
  if ((stats.mode & 0o077) === 0) return []
  return [toFinding('permissions.open', { path, mode: stats.isDirectory() ? '700' : '600' })]
}

function isReadable(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}
