/** The tree of the commit before the newest migration, which is what an operator upgrades from. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from './content.ts'
import { root } from './environment.ts'

/** How a migration is named in a file. */
const migrationLine = "^  '20[0-9]{2}-[0-9-]+-[a-z-]+': \\{"

/**
 * Unpacks it into a folder of its own. Its packages are its own; the libraries and the built pages are those of this version.
 * @returns  undefined without a git history
 */
export function unpackPreviousVersion(): string | undefined {
  const newest = git('log', '-1', '--format=%H', '-G', migrationLine, '--', 'apps/server/src')
  if (!newest || !git('rev-parse', '--verify', '--quiet', `${newest}^`)) return undefined
  const folder = temporaryFolder('previous')
  const archive = execFileSync('git', ['archive', `${newest}^`], { cwd: root, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  linkLibraries(root, folder)
  linkLibraries(join(root, 'apps/server'), join(folder, 'apps/server'))
  symlinkSync(join(root, 'apps/web/dist'), join(folder, 'apps/web/dist'))
  return folder
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

/** Links each library by itself, because `@playhub` leads to the packages of the tree. */
function linkLibraries(from: string, to: string): void {
  const libraries = join(from, 'node_modules')
  mkdirSync(join(to, 'node_modules'), { recursive: true })
  for (const name of namesIn(libraries).filter((name) => name !== '@playhub'))
    symlinkSync(join(libraries, name), join(to, 'node_modules', name))
  if (!namesIn(libraries).includes('@playhub')) return
  mkdirSync(join(to, 'node_modules/@playhub'))
  for (const name of namesIn(join(to, 'packages')))
    symlinkSync(join(to, 'packages', name), join(to, 'node_modules/@playhub', name))
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
