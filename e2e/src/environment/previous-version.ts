/** Which version an operator upgrades from in a test: the commit before the newest migration. */
import { execFileSync } from 'node:child_process'
import { root } from './environment.ts'

/** How a migration is named in a file. */
const migrationLine = "^  '20[0-9]{2}-[0-9-]+-[a-z-]+': \\{"

export type Versions = { old: string; new: string }

/** Commit ids for the version to upgrade from and the newest. Undefined without a git history. */
export function versionsToUpgrade(): Versions | undefined {
  const migrated = git('log', '-1', '--format=%H', '-G', migrationLine, '--', 'apps/server/src')
  const old = migrated && git('rev-parse', '--verify', '--quiet', `${migrated}^`)
  return old ? { old, new: git('rev-parse', 'HEAD') } : undefined
}

/** True when `npm ci` can fetch packages here. */
export function isRegistryReachable(): boolean {
  try {
    execFileSync('npm', ['ping', '--fetch-retries=1', '--fetch-timeout=10000'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function git(...args: string[]): string {
  try {
    return execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return ''
  }
}
