/**
 * Deletes from `node_modules` what a running hub never reads: declarations, source maps, manuals, sources for
 * compiled modules, and other platforms' binaries. Used for images, after `npm ci --omit=dev --workspace
 * @playhub/server`. Licences stay.
 */
import { globSync, rmSync } from 'node:fs'
import { basename } from 'node:path'

const unread = ['map', 'd.ts', 'd.mts', 'd.cts', 'md', 'markdown'].map(
  (ending) => `node_modules/**/*.${ending}`,
)
const sources = ['node_modules/better-sqlite3/{deps,src}']
const otherPlatforms = globSync('node_modules/better-sqlite3/prebuilds/*').filter(
  (path) => !basename(path).startsWith(process.platform) || !basename(path).includes(process.arch),
)
const isLicence = (path: string) => /licen[cs]e|notice|copying/i.test(basename(path))

const paths = [...unread, ...sources]
  .flatMap((pattern) => globSync(pattern))
  .filter((path) => !isLicence(path))
for (const path of [...paths, ...otherPlatforms]) rmSync(path, { recursive: true, force: true })
