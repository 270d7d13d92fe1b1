/** The previous version in an upgrade test: the commit before the newest migrations. */
import { execFileSync } from 'node:child_process'
import { root } from './environment.ts'

export type Versions = { old: string; new: string }

/** Branches merge minutes apart, and may build only together. */
const mergingSeconds = 3600

/** Commit ids for the version to upgrade from and the newest. Undefined without a git history. */
export function versionsToUpgrade(): Versions | undefined {
  const added = ['--first-parent', '-m', '--diff-filter=A', '--', 'apps/server/src/migrations/20*.ts']
  const [migrated, at] = git('log', '-1', '--format=%H %ct', ...added).split(' ')
  const before = `--before=${Number(at) - mergingSeconds}`
  const old = migrated && git('rev-list', '-1', '--first-parent', before, migrated)
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
