import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import {
  compressAll,
  getFileSize,
  formatKilobytes as kb,
  listFiles,
  type Sizes,
} from '@playhub/ui/build/client-files.ts'
import { build, type Manifest } from 'vite'
import { consoleBuild } from './vite.config.ts'

/** The server loads the build from here. */
const consoleDist = fileURLToPath(new URL('./dist/', import.meta.url))

/** Compressed script size in bytes, in the language with the largest messages. */
const BUDGET = { home: 190 * 1024, screen: 40 * 1024 }
const homeScreen = 'src/home/home-page.tsx'

/**
 * Builds the operators' client, with compressed copies beside its assets.
 * @param dist  A folder path with a trailing slash.
 */
export async function buildConsole(dist = consoleDist): Promise<void> {
  await build({ ...consoleBuild(dist), configFile: false, logLevel: 'warn' })
  const sizes = await compressAll(dist)
  const manifest: Manifest = JSON.parse(await readFile(`${dist}.vite/manifest.json`, 'utf8'))
  checkBudget(manifest, sizes, listPageScripts(await readFile(`${dist}index.html`, 'utf8')))
}

/** The manifest has no entry: the page's chunks hold all modules. */
function listPageScripts(html: string): Set<string> {
  return new Set([...html.matchAll(/src="\.\/(assets\/[^"]+\.js)"/g)].map(([, file = '']) => file))
}

function checkBudget(manifest: Manifest, sizes: Sizes, first: Set<string>): void {
  const messages = getLargestMessages(manifest, sizes)
  const isScreen = (source: string) => /^src\/.*-page\.tsx$/.test(source)
  const screens = Object.keys(manifest)
    .filter(isScreen)
    .map((source) => {
      const further = [...listFiles(manifest, [source])].filter((file) => !first.has(file))
      return { source, bytes: total(further, sizes) + (messages.get(source.split('/')[1] ?? '') ?? 0) }
    })
  const home = screens.find(({ source }) => source === homeScreen)?.bytes ?? 0
  const shared = (messages.get('common') ?? 0) + (messages.get('errors') ?? 0)
  const start = total(first, sizes) + shared + home
  const largest = screens
    .filter(({ source }) => source !== homeScreen)
    .reduce((one, other) => (other.bytes > one.bytes ? other : one), { source: 'none', bytes: 0 })
  console.log(
    `console: ${kb(start)} of JavaScript on home, ${kb(largest.bytes)} on the largest further screen (brotli)`,
  )
  if (start > BUDGET.home) throw new Error(`More than ${kb(BUDGET.home)} of script on the console's home`)
  if (largest.bytes > BUDGET.screen)
    throw new Error(`More than ${kb(BUDGET.screen)} of script on ${largest.source}`)
}

/** Size of each namespace in the language where it is largest. */
function getLargestMessages(manifest: Manifest, sizes: Sizes): Map<string, number> {
  const largest = new Map<string, number>()
  for (const [source, { file }] of Object.entries(manifest)) {
    const [, namespace] = /^i18n\/\w+\/([\w-]+)\.json$/.exec(source) ?? []
    if (!namespace) continue
    const bytes = getFileSize(sizes, file).brotliBytes
    largest.set(namespace, Math.max(largest.get(namespace) ?? 0, bytes))
  }
  return largest
}

const total = (files: Iterable<string>, sizes: Sizes) =>
  [...files].reduce((sum, file) => sum + getFileSize(sizes, file).brotliBytes, 0)

if (import.meta.main) await buildConsole(process.argv[2])
