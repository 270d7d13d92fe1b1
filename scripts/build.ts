/** Builds stale parts: web client, console, game SDK and games. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Part = { name: string; sources: string[]; output: string; build: () => Promise<void> }

const parts: Part[] = [
  {
    name: 'web',
    sources: ['apps/web', 'packages/contract', 'packages/ui', 'package-lock.json'],
    output: 'apps/web/dist/assets.json',
    build: async () => (await import('../apps/web/build.ts')).buildWeb(),
  },
  {
    name: 'console',
    sources: ['apps/console', 'packages/contract', 'packages/ui', 'content/schema', 'package-lock.json'],
    output: 'apps/console/dist/index.html',
    build: async () => (await import('../apps/console/build.ts')).buildConsole(),
  },
  {
    name: 'game SDK',
    sources: ['packages/game-sdk', 'packages/contract', 'package-lock.json'],
    output: 'packages/game-sdk/dist/index.json',
    build: async () => {
      const { buildSdk, describeSdk } = await import('../packages/game-sdk/build.ts')
      console.log(describeSdk(await buildSdk()))
    },
  },
  {
    name: 'games',
    sources: ['games', 'packages/game-sdk', 'packages/contract', 'package-lock.json'],
    output: 'games/dist/index.html',
    build: async () =>
      void (await (await import('vite')).build({ configFile: 'games/vite.config.ts', logLevel: 'warn' })),
  },
]

async function checkBrowsers(): Promise<void> {
  const { checkBundles } = await import('./browsers/check-bundles.ts')
  checkBundles()
}

const stampFile = '.cache/build.json'

/** Hash over every source's path, size and modification time. */
function hashSources(sources: string[]): string {
  const hash = createHash('sha256')
  const visit = (path: string) => {
    const stats = statSync(path)
    if (!stats.isDirectory()) return hash.update(`${path} ${stats.size} ${stats.mtimeMs}\n`)
    for (const entry of readdirSync(path).sort()) {
      if (entry !== 'node_modules' && entry !== 'dist') visit(join(path, entry))
    }
  }
  // A missing content folder is reported when the hub starts.
  sources.filter((path) => existsSync(path)).forEach(visit)
  return hash.digest('hex')
}

/**
 * Builds stale parts. When several processes start at once, the first builds and the others wait.
 * @returns  the names of built parts
 */
export async function buildStale(): Promise<string[]> {
  if (findStale().length === 0) return []
  const { withLockFile } = await import('./lock-file.ts')
  return withLockFile('.cache/build.lock', async () => {
    const stale = findStale()
    await Promise.all(stale.map((part) => part.build()))
    if (stale.length > 0) await checkBrowsers()
    const stamps = readStamps()
    for (const part of stale) stamps[part.name] = hashSources(part.sources)
    writeStamps(stamps)
    return stale.map(({ name }) => name)
  })
}

function findStale(): Part[] {
  const stamps = readStamps()
  return parts.filter((part) => !existsSync(part.output) || stamps[part.name] !== hashSources(part.sources))
}

const readStamps = (): Record<string, string> =>
  existsSync(stampFile) ? JSON.parse(readFileSync(stampFile, 'utf8')) : {}

/** Atomic: another process reads the old stamps or the new ones. */
function writeStamps(stamps: Record<string, string>): void {
  const draft = `${stampFile}.${process.pid}`
  writeFileSync(draft, JSON.stringify(stamps))
  renameSync(draft, stampFile)
}

if (import.meta.main) {
  const built = await buildStale()
  console.log(built.length > 0 ? `Built: ${built.join(', ')}` : 'Nothing has changed since the last build')
}
